"""Questions that are asked once: the answer is kept with what it was asked of.

Whatever can be asked in this way has a `kept` of its own. For something that never changes, such
as a board, that is one dictionary for life. The content of a world has one until the next change,
when the world puts an empty one in its place; so nobody ever has to forget an answer, and none can
outlive what it was true of. What a side knows is a view of its own and keeps its answers apart
from the world's: an answer that the truth gave is never found by asking what somebody knows.
"""

from collections.abc import Callable
from functools import update_wrapper
from inspect import signature
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeAlias, TypeVar, cast

Kept: TypeAlias = dict[Any, Any]

_UNKNOWN: Final[Any] = object()
"""Found where there is no answer yet."""


class Keeps(Protocol):
    """Something that keeps the answers to what it is asked."""

    @property
    def kept(self) -> Kept:
        """The answers so far: those to what it is now, and no others."""


K = TypeVar("K", bound=Keeps)
P = ParamSpec("P")
T = TypeVar("T")


def asked_once(ask: Callable[Concatenate[K, P], T]) -> Callable[Concatenate[K, P], T]:
    """A question that is worked out once for the same arguments, which are given in order.

    It may depend on nothing but its arguments, and its answer must not be changed by anybody. Ask
    only what has a bounded number of answers, such as something by unit or by Location: clients
    can ask the same position again and again. What raises an exception is worked out anew.
    """

    plain: Callable[..., Any] = ask
    if len(signature(ask).parameters) == 1:

        def answer(of: Any, /) -> Any:
            kept = of.kept
            found = kept.get(ask, _UNKNOWN)
            if found is _UNKNOWN:
                found = kept[ask] = plain(of)
            return found

    else:

        def answer(of: Any, /, *args: Any) -> Any:  # type: ignore[misc]
            kept, key = of.kept, (ask, *args)
            found = kept.get(key, _UNKNOWN)
            if found is _UNKNOWN:
                found = kept[key] = plain(of, *args)
            return found

    update_wrapper(answer, ask)
    return cast("Callable[Concatenate[K, P], T]", answer)
