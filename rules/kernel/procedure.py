"""Procedures: rules that ask the players in the middle, written as coroutines and driven by hand.

    path = await ask(ChooseRoutPath(...))

`ask` hands a question to the engine, which sends the answer back in once it has been checked.
asyncio is not involved. A procedure never raises Refused, keeps no entity across a question, and
puts no `finally` or `with` around one: an abandoned procedure is simply dropped.
"""

from collections.abc import Coroutine, Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from rules.kernel.audience import Side
from rules.kernel.secret import Public

A = TypeVar("A")
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Question(Generic[A]):
    """Something that one side must decide before the rules go on. Its answer has type A.

    Both sides hear what is asked, so each field is `Public[T]` or `Secret[T]`, as an entity's is.
    A question that must hold more for the side asked than for the other has a field for each.
    """

    side: Public[Side]

    def __await__(self) -> Generator["Question[Any]", Any, A]:
        answer: A = yield self
        return answer

    @property
    def kind(self) -> str:
        """The name under which an answer is recorded."""
        return type(self).__name__


Procedure: TypeAlias = Coroutine[Question[Any], Any, T]


async def ask(question: Question[A]) -> A:
    """Put a question to its side and wait for the answer."""
    return await question
