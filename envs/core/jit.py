"""`jit`, the one decorator for compiled rules, and where their machine code is kept.

Numba's disk cache looks only at the file that a function stands in: after an edit to an imported
file it goes on running the old rules without a sign, and it takes no notice of the bounds-check
flag. So each batch loop is cached, with all the rules that it calls, in a folder whose name holds a
hash of every source it can depend on, and of that flag. The folder lies outside the source tree, in
`PHYLARIUM_CACHE_DIR`, `NUMBA_CACHE_DIR` or the user's cache.

`NUMBA_DISABLE_JIT=1` runs the same sources as plain Python: for the debugger, coverage and tests.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.registry import CPUDispatcher

CORE = Path(__file__).resolve().parent
COMPILED_CORE = ("batch.py", "cards.py", "header.py", "jit.py", "rng.py", "search.py", "verbs.py")
"""The core's files whose sources go into machine code; the others are plain Python."""

# Numba's attributes are set at import, which type checkers cannot see.
config: Any = numba.config
types: Any = numba.types
njit: Any = numba.njit
IS_COMPILED: bool = not config.DISABLE_JIT


class Rule(CPUDispatcher):
    """A compiled rule: part of the loops that call it, and plain Python when Python calls it.

    Half of the time that a small function takes to compile goes into what only Python needs to call
    it, and nearly as much again into versions for int8, int16 and int64 arguments. Rules are called
    by compiled loops, so they have no such entrance, and narrow whole numbers are widened on the
    way in. Called from Python, with `Row`s or arrays, the source runs as it stands.
    """

    def __call__(self, *arguments: Any) -> Any:
        """Run the source as plain Python."""
        from .record import readable

        with np.errstate(over="ignore"):  # generators wrap around on purpose, as when compiled
            return self.py_func(*[readable(a) for a in arguments])

    def get_call_template(self, arguments: Any, keywords: Any) -> Any:
        """Types a call with every signed whole number as int64, so that one version serves all."""
        return super().get_call_template(tuple(map(_widened, arguments)), keywords)

    def add_overload(self, result: Any) -> None:
        """Makes a compiled version known to callers without making it callable by itself."""
        entry = object()
        self.targetctx.insert_user_function(entry, result.fndesc, [result.library])
        self.overloads[tuple(result.signature.args)] = result._replace(entry_point=entry)


def _widened(numba_type: Any) -> Any:
    plain = types.unliteral(numba_type)
    is_whole = isinstance(plain, types.Integer) and plain.signed
    return types.int64 if is_whole else plain


def _without_entrance(flags: Any) -> Any:
    flags.no_compile = True
    return flags


def jit(function: Callable[..., Any]) -> Any:
    """Make a function a compiled rule; uncompiled the function itself comes back."""
    if not IS_COMPILED:
        return function
    rule = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    rule.__class__ = Rule
    rule._compiler._customize_flags = _without_entrance
    return rule


def compile_in(function: Callable[..., Any], sources: Path) -> Any:
    """Compile a batch loop for Python to call, cached under the hash of the core and of `sources`
    (a folder or one file).

    Each loop goes through here once per game, so that its cache follows the game's sources.
    """
    if not IS_COMPILED:
        return function
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(sources))
    try:
        return njit(cache=True, nogil=True)(function)
    finally:
        config.CACHE_DIR = before


def sources_of(function: Callable[..., Any]) -> Path:
    """What a function's machine code may depend on beside the core: its game's folder, or its own
    file.

    For this package that is the folder of the game; for anybody else's the outermost package of the
    module, since a rule there may call any other.
    """
    file = Path(function.__code__.co_filename).resolve()
    if CORE in file.parents:
        return CORE
    folder = file.parent
    if CORE.parent / "games" in folder.parents:
        while folder.parent != CORE.parent / "games":
            folder = folder.parent
        return folder
    if not (folder / "__init__.py").exists():
        return file
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


@functools.cache
def cache_folder(sources: Path) -> Path:
    """The folder that holds the machine code made from the core and `sources` as they are now."""
    digest = hashlib.sha256(repr((config.BOUNDSCHECK, numba.__version__)).encode())
    core = [CORE / name for name in COMPILED_CORE]
    for file in [*core, *([sources] if sources.is_file() else sorted(sources.rglob("*.py")))]:
        digest.update(str(file.relative_to(file.parents[1])).encode())
        digest.update(file.read_bytes())
    return cache_root() / f"{sources.stem}-{digest.hexdigest()[:16]}"


def cache_root() -> Path:
    """Where all compiled code lies; the first of the candidates that can be written to."""
    wanted = os.environ.get("PHYLARIUM_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    candidates = [Path(wanted)] if wanted else [Path(home) / "phylarium"]
    candidates.append(
        Path(tempfile.gettempdir()) / f"phylarium-{os.getuid() if hasattr(os, 'getuid') else 0}"
    )
    for folder in candidates:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
        except OSError:
            continue
    raise OSError(f"no folder for compiled code: tried {', '.join(map(str, candidates))}")


def remove_stale(sources: Path) -> int:
    """Delete machine code of earlier versions of `sources`; returns how many folders went."""
    current = cache_folder(sources)
    stale = [f for f in cache_root().glob(f"{sources.stem}-*") if f.is_dir() and f != current]
    for folder in stale:
        shutil.rmtree(folder, ignore_errors=True)
    return len(stale)


def has_cached(function: Any, sources: Path) -> bool:
    """Whether machine code of this function lies on disk already."""
    pattern = f"*/*.{function.__name__}-*.nbi"
    return any(cache_folder(sources).glob(pattern))


def say(message: str) -> None:
    """Tell the user why the program waits; standard output stays free for results."""
    print(f"phylarium: {message}", file=sys.stderr, flush=True)
