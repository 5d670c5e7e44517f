"""Compiling the hot functions of this package, once for each version of them (ADR 0003, 0019).

numba keeps what it compiled, but looks only at the file of the function asked for. These functions
call each other across files, so the folder they are kept in is named after the contents of all of
them: after a change nothing stale can be found. `keeping.py` says where it lies.

Until they have been compiled the same functions run as ordinary Python, so that nobody waits;
`compile_ahead` of `rules/mapmaking/warming.py` compiles them, here or in another process, and every
process takes them from then on.
"""

import fcntl
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any, Final, Generic, ParamSpec, TypeVar, cast

import llvmlite.binding
import numba
from numba.core import config as numba_config
from numba.core.dispatcher import Dispatcher

from rules.board.grid.keeping import kept_below

P = ParamSpec("P")
T = TypeVar("T")

_PACKAGE = Path(__file__).parent
_CONFIG: Final[Any] = numba_config
_INSIDE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _mark() -> str:
    """The name of the file that says that everything has been compiled: for this processor, and of
    these very files. numba finds what it kept by where a file lies and when it was changed, so in a
    copy of the whole it finds nothing, and would compile where somebody waits.
    """
    stats = ((str(source), source.stat()) for source in sorted(_PACKAGE.glob("*.py")))
    said = repr([(path, stat.st_mtime, stat.st_size) for path, stat in stats])
    which = hashlib.sha256(said.encode()).hexdigest()[:16]
    return f"compiled-for-{llvmlite.binding.get_host_cpu_name()}-{which}"


COMPILED: "list[Compiled[Any, Any]]" = []
"""All functions that are compiled for themselves."""


class Compiled(Generic[P, T]):
    """A function that is ordinary Python until it has been compiled; compiled functions may call
    it, and then it is compiled with them.
    """

    def __init__(self, function: Callable[P, T]) -> None:
        self.function = function
        self._fast: Any = numba.njit(cache=True)(function)
        COMPILED.append(self)
        self._slow: Callable[P, T] | None = None

    @property
    def _numba_type_(self) -> Any:
        return self._fast._numba_type_

    @property
    def is_taken(self) -> bool:
        """Whether this process has it in compiled form."""
        return bool(self._fast.signatures)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        if _READY():
            return cast("T", self._fast(*args, **kwargs))
        if self._slow is None:
            self._slow = _plain(self.function)
        return self._slow(*args, **kwargs)


def compiled(function: Callable[P, T]) -> Callable[P, T]:
    """The function, taken from what was compiled before, or until then as it is written."""
    return Compiled(function)


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


class _Ready:
    """Whether everything has been compiled: looked up each time until it has, which costs little
    beside a LOS by ordinary Python. `now` is set while it is being compiled here.
    """

    def __init__(self, mark: Path) -> None:
        self.mark = mark
        self.now = False

    def __call__(self) -> bool:
        self.now = self.now or self.mark.exists()
        return self.now


def is_compiled() -> bool:
    """Whether the functions of this version have been compiled, or never are."""
    return bool(_CONFIG.DISABLE_JIT) or _READY.mark.exists()


@contextmanager
def being_compiled() -> Iterator[None]:
    """Held by the one process that compiles this version; others wait for it."""
    _READY.mark.parent.mkdir(parents=True, exist_ok=True)
    with _READY.mark.with_suffix(".lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # closing the file lets go
        yield


def use_compiled() -> None:
    """Compile at the next call, if it has not been done."""
    _READY.now = True


def note_compiled() -> None:
    """Say to every process that everything has been compiled; by who holds `being_compiled`."""
    _READY.mark.touch()


_worlds: dict[str, dict[str, Any]] = {}
"""By module, its names with every compiled function as ordinary Python."""


def _plain(function: Callable[P, T]) -> Callable[P, T]:
    """A function that calls nothing but ordinary Python."""
    written = cast("FunctionType", function)
    made = FunctionType(
        written.__code__, _world(written.__module__), written.__name__, written.__defaults__
    )
    return cast("Callable[P, T]", made)


def _world(module: str) -> dict[str, Any]:
    if module not in _worlds:
        world = _worlds[module] = dict(vars(sys.modules[module]))
        world.update({name: _uncompiled(value) for name, value in world.items()})
    return _worlds[module]


def _uncompiled(value: Any) -> Any:
    if isinstance(value, Dispatcher):
        return _plain(value.py_func)
    return _plain(value.function) if isinstance(value, Compiled) else value


if not os.environ.get("NUMBA_CACHE_DIR"):
    _CONFIG.CACHE_DIR = str(kept_in())
_READY = _Ready(Path(_CONFIG.CACHE_DIR) / _mark())
