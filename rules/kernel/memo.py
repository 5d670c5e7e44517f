"""Questions that are asked once: the answer is kept with what it was asked of.

Whatever can be asked in this way has a `kept` of its own. For something that never changes, such
as a board, that is one dictionary for life. The content of a world has one until the next change,
when the world puts an empty one in its place; so nobody ever has to forget an answer, and none can
outlive what it was true of. What a side knows is a view of its own and keeps its answers apart
from the world's: an answer that the truth gave is never found by asking what somebody knows.
"""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

Kept: TypeAlias = dict[Any, Any]


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

    def answer(of: K, /, *args: P.args, **kwargs: P.kwargs) -> T:
        if kwargs:
            raise TypeError(f"{ask.__name__} takes its arguments in order")
        kept, key = of.kept, (ask, *args)
        if key in kept:
            found: T = kept[key]
            return found
        found = kept[key] = ask(of, *args, **kwargs)
        return found

    update_wrapper(answer, ask)
    return answer
