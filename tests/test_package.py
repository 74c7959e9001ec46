"""The wheel: built from the sources, installed elsewhere, whole with its data, importable."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DATA = {
    "envs/games": ("RULES.md", "*.csv", "weights/*.safetensors"),
    "configs": ("*.yaml",),
}


def run(*command, **environment):
    ended = subprocess.run(
        [sys.executable, *map(str, command)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment},
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """A copy of what the wheel is made of, so that building leaves this tree alone."""
    copy = tmp_path_factory.mktemp("sources")
    ignore = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.nb[ic]")
    for name in ("envs", "training", "configs"):
        shutil.copytree(ROOT / name, copy / name, ignore=ignore)
    for name in ("setup.cfg", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    return copy


@pytest.fixture(scope="module")
def wheel(sources, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run("-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-q", "-w", folder, sources)
    (built,) = folder.glob("phylarium-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A folder with the wheel's content, before all others on the path."""
    target = tmp_path_factory.mktemp("site")
    run("-m", "pip", "install", "--no-deps", "--no-index", "-q", "--target", target, wheel)
    return target


def in_new_process(installed, code):
    return run("-W", "error", "-c", code, PYTHONPATH=str(installed), NUMBA_DISABLE_JIT="1").strip()


def test_the_wheel_holds_every_module(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("envs", "training", "configs"):
        for file in (ROOT / folder).rglob("*.py"):
            path = file.relative_to(ROOT).as_posix()
            expected = path.replace("envs/_root/", "") if "_root" in path else path
            assert f"phylarium/{expected}" in names


def test_the_wheel_holds_the_data_files(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = [f for folder, kinds in DATA.items() for k in kinds for f in (ROOT / folder).rglob(k)]
    assert wanted
    for file in wanted:
        assert f"phylarium/{file.relative_to(ROOT).as_posix()}" in names
    assert "phylarium/py.typed" in names


def test_the_wheel_holds_no_tests_and_no_examples(wheel):
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"phylarium"}


def test_the_four_packages_import_from_the_wheel(installed):
    code = (
        "import phylarium, phylarium.envs, phylarium.training, phylarium.configs;"
        "print(phylarium.__file__); print(phylarium.envs.__file__); print(phylarium.__version__)"
    )
    root, envs, version = in_new_process(installed, code).splitlines()
    assert Path(root).is_relative_to(installed)
    assert Path(envs).is_relative_to(installed)
    assert version[0].isdigit()


def test_a_game_plays_from_the_wheel(installed):
    code = (
        "import phylarium\n"
        "for game in phylarium.games():\n"
        "    env = phylarium.make(game)\n"
        "    env.reset(seed=3)\n"
        "    for _ in range(5):\n"
        "        seen, *_ = env.last()\n"
        "        env.step(int(seen['action_mask'].argmax()))\n"
        "    print(game, phylarium.setup(game).game.rules.is_file())\n"
    )
    lines = in_new_process(installed, code).splitlines()
    assert lines
    assert all(line.endswith("True") for line in lines)


def test_configs_are_read_from_the_wheel(installed):
    code = (
        "from importlib.resources import files;"
        "print(len(list(files('phylarium.configs').joinpath('clades').iterdir())))"
    )
    assert int(in_new_process(installed, code)) > 1


def test_the_wheel_brings_the_command(wheel):
    archive = zipfile.ZipFile(wheel)
    (entry_points,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
    assert "phylarium = phylarium.training.cli:main" in archive.read(entry_points).decode()


def test_the_base_install_asks_for_no_learning_library(wheel):
    archive = zipfile.ZipFile(wheel)
    (metadata,) = [name for name in archive.namelist() if name.endswith("METADATA")]
    needs = [
        line.removeprefix("Requires-Dist: ")
        for line in archive.read(metadata).decode().splitlines()
        if line.startswith("Requires-Dist: ") and "extra ==" not in line
    ]
    names = {need.split("<")[0].split(">")[0].split("=")[0].strip() for need in needs}
    assert names == {"numpy", "numba", "gymnasium", "pettingzoo", "typer", "rich"}
