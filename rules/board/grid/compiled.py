"""Compiling the hot functions of this package, once for each version of them (ADR 0003).

numba keeps what it compiled, but looks only at the file of the function asked for. These functions
call each other across files, so the folder they are kept in is named after the contents of all of
them: after a change nothing stale can be found. `keeping.py` says where it lies.

Set NUMBA_DISABLE_JIT=1 to run the same functions as ordinary Python.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba.core import config

from rules.board.grid.keeping import kept_below

P = ParamSpec("P")
T = TypeVar("T")

_PACKAGE = Path(__file__).parent
_INSIDE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def compiled(function: Callable[P, T]) -> Callable[P, T]:
    """The function, compiled at its first call or taken from what was compiled before."""
    return cast("Callable[P, T]", numba.njit(cache=True)(function))


def part(function: Callable[P, T]) -> Callable[P, T]:
    """A function that only compiled ones call: it becomes part of each of them."""
    made = numba.njit(forceinline=True, **_INSIDE)(function)
    return cast("Callable[P, T]", made)


def seldom(function: Callable[P, T]) -> Callable[P, T]:
    """A function that only compiled ones call, and seldom: compiled once, for all of them."""
    made = numba.njit(**_INSIDE)(function)
    return cast("Callable[P, T]", made)


def kept_in() -> Path:
    """The folder of the compiled functions of this version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(_PACKAGE.glob("*.py")):
        digest.update(source.read_bytes())
    return kept_below() / f"los-{digest.hexdigest()[:16]}"


if not os.environ.get("NUMBA_CACHE_DIR"):
    vars(config)["CACHE_DIR"] = str(kept_in())
