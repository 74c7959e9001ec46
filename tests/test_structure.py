"""The shape of the source: who may import whom, who names which game, and how long things get."""

import ast
import configparser
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {
    "envs": "phylarium.envs",
    "training": "phylarium.training",
    "configs": "phylarium.configs",
}
SOURCES = sorted(file for folder in PACKAGES for file in (ROOT / folder).rglob("*.py"))
GAMES = sorted(f.name for f in (ROOT / "envs" / "games").iterdir() if (f / "__init__.py").exists())

MAY_IMPORT = {
    "envs/_version.py": set(),
    "envs/core": {"envs/core"},
    "envs/games": {"envs/core"},
    "envs/adapters": {"envs/core", "envs/adapters", "envs/registry.py"},
    "envs/registry.py": {"envs/core", "envs/_version.py"},
    "envs/_root": {"envs/registry.py", "envs/adapters", "envs/core", "envs/_version.py"},
    "training": {
        "training", "envs/core", "envs/adapters", "envs/registry.py", "envs/_version.py", "configs",
        "envs/_root",
    },
}  # fmt: skip
"""Part of the source -> parts that it may import; a game may import its own folder besides."""


def path_id(file):
    return file.relative_to(ROOT).as_posix()


def part_of(path):
    """The part of the source that a path (relative, posix) belongs to."""
    parts = [part for part in MAY_IMPORT if path == part or path.startswith(f"{part}/")]
    return max(parts, key=len, default=None)


def tree_of(file):
    return ast.parse(file.read_text(encoding="utf-8"))


def imported_paths(file):
    """The files or folders of this repository that a file imports, as relative paths."""
    package = file.parent.relative_to(ROOT).parts
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            yield from (own_path(alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            yield from below("/".join(base), (node.module or "").split("."), node.names)
        elif isinstance(node, ast.ImportFrom):
            top = own_path(node.module or "")
            if top is not None:
                yield from below(top, [], node.names)


def below(base, module, names):
    """The module, or the modules that `from module import names` may mean."""
    place = "/".join([base, *[part for part in module if part]])
    for alias in names:
        deeper = f"{place}/{alias.name}"
        is_module = (ROOT / deeper).is_dir() or (ROOT / f"{deeper}.py").exists()
        found = deeper if is_module else place
        yield f"{found}.py" if (ROOT / f"{found}.py").exists() else found


def own_path(module):
    """`envs/core/rng.py` for `phylarium.envs.core.rng`; None for a module of somebody else."""
    if module == "phylarium":
        return "envs/_root"
    if not module.startswith("phylarium."):
        return None
    path = module.removeprefix("phylarium.").replace(".", "/")
    return f"{path}.py" if (ROOT / f"{path}.py").exists() else path


@pytest.mark.parametrize("file", SOURCES, ids=path_id)
def test_imports_go_in_the_allowed_direction(file):
    here = part_of(path_id(file))
    if here is None:
        assert path_id(file).startswith(("configs/", "envs/"))
        return
    own_game = "/".join(path_id(file).split("/")[:3]) if here == "envs/games" else None
    for target in filter(None, imported_paths(file)):
        is_own = own_game is not None and target.startswith(own_game)
        assert is_own or part_of(target) in MAY_IMPORT[here], f"{path_id(file)} imports {target}"


def test_the_import_test_sees_imports_of_every_form(tmp_path):
    file = ROOT / "envs" / "registry.py"
    assert "envs/core/game.py" in set(imported_paths(file))
    assert own_path("phylarium.envs.core.rng") == "envs/core/rng.py"
    assert own_path("numpy") is None
    assert list(below("envs", ["core"], [ast.alias("rng")])) == ["envs/core/rng.py"]


def named_games(file):
    """The games that a file's code names: in identifiers and in strings that are no docstrings."""
    tree = tree_of(file)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        words = [getattr(node, name, None) for name in ("id", "attr", "name", "module", "arg")]
        if isinstance(node, ast.Constant) and id(node) not in docstrings:
            words.append(node.value)
        text = " ".join(word for word in words if isinstance(word, str)).lower()
        yield from (game for game in GAMES if game in text)


@pytest.mark.parametrize("file", SOURCES, ids=path_id)
def test_no_code_outside_a_games_folder_names_the_game(file):
    path = path_id(file)
    for game in set(named_games(file)):
        is_its_own = path.startswith((f"envs/games/{game}/", f"envs/{game}_v", "configs/"))
        assert is_its_own, f"{path} names {game}"


def test_every_game_has_a_module_form():
    for game in GAMES:
        assert list((ROOT / "envs").glob(f"{game}_v*.py")), f"envs/{game}_v0.py is missing"


def test_the_list_of_packages_is_the_folders_with_an_init():
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg")
    listed = config["options"]["packages"].split()
    found = ["phylarium"]
    for folder, package in PACKAGES.items():
        for init in sorted((ROOT / folder).rglob("__init__.py")):
            below_it = init.parent.relative_to(ROOT / folder).parts
            if below_it[:1] != ("_root",):
                found.append(".".join([package, *below_it]))
    assert sorted(listed) == sorted(found)


HEAVY = {"torch", "stable_baselines3", "sb3_contrib", "ray", "pygame", "numba", "matplotlib",
         "tensorboard", "pydantic", "yaml", "safetensors", "rich", "scipy", "pandas"}  # fmt: skip


@pytest.mark.parametrize(
    ("statement", "may_import"),
    [
        ("import phylarium", set()),
        ("import phylarium.training.cli", {"rich"}),
        ("import phylarium.envs.clades_v0", set()),
        ("import phylarium; phylarium.games()", set()),
    ],
)
def test_importing_loads_no_heavy_library(statement, may_import):
    ended = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", statement],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {line.rpartition("|")[2].strip().split(".")[0] for line in ended.stderr.splitlines()}
    assert "phylarium" in loaded
    assert not loaded & (HEAVY - may_import)


@pytest.mark.parametrize("file", SOURCES, ids=path_id)
def test_every_module_says_what_lives_in_it(file):
    assert ast.get_docstring(tree_of(file)), f"{path_id(file)} has no docstring"


LONGEST_RULE_FILE, LONGEST_FILE, LONGEST_FUNCTION = 400, 500, 70


@pytest.mark.parametrize("file", SOURCES, ids=path_id)
def test_files_and_functions_stay_short(file):
    lines = len(file.read_text(encoding="utf-8").splitlines())
    limit = LONGEST_RULE_FILE if part_of(path_id(file)) == "envs/games" else LONGEST_FILE
    assert lines <= limit, f"{path_id(file)} has {lines} lines"
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.FunctionDef):
            length = node.end_lineno - node.body[0].lineno + 1
            where = f"{path_id(file)}: {node.name} has {length} lines"
            assert length <= LONGEST_FUNCTION, where
