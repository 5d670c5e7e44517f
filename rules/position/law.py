"""The law in force: who answers a question that the rulebook asks in one place and answers in many.

A named question stands in the open, in the chapter that asks it: a tuple of rules by number. What a
scenario's special rules, the weather or an option change is a `Law`, which travels with the
position and says for each question which rules answer it now. No rule asks which scenario it is.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, TypeVar

from rules.kernel.view import Modifier

A_co = TypeVar("A_co", covariant=True)
A = TypeVar("A")
P = ParamSpec("P")


@dataclass(frozen=True)
class Rule(Generic[A_co]):
    """One rule that answers a question: its number, and the function that gives its part."""

    number: str
    ask: A_co


@dataclass(frozen=True, eq=False)
class NamedQuestion(Generic[A]):
    """What the rulebook asks, by name, and the rules that answer it, in the order of its ledger.

    `A` is the type of the functions. No two rules have the same number, so that a number is enough
    to replace one.
    """

    name: str
    rules: tuple[Rule[A], ...]

    def __post_init__(self) -> None:
        numbers = [rule.number for rule in self.rules]
        if len(set(numbers)) < len(numbers):
            raise ValueError(f"{self.name}: a number stands twice among {', '.join(numbers)}")

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of the rules that answer it."""
        return tuple(rule.number for rule in self.rules)

    def adding(self, *rules: Rule[A]) -> "NamedQuestion[A]":
        """The question with rules added at the end."""
        return NamedQuestion(self.name, (*self.rules, *rules))

    def replacing(self, number: str, *rules: Rule[A]) -> "NamedQuestion[A]":
        """The question with one rule's place taken by others, or by none. Raises KeyError if no
        rule has that number.
        """
        if number not in self.numbers:
            raise KeyError(f"{self.name} has no rule {number}, only {', '.join(self.numbers)}")
        at = self.numbers.index(number)
        return NamedQuestion(self.name, (*self.rules[:at], *rules, *self.rules[at + 1 :]))


class Law:
    """The questions that are answered otherwise than the rulebook alone would.

    It never changes; a law with something more is another. Two laws are the same only if they are
    one object, which keeps them cheap as a part of a key.
    """

    def __init__(
        self,
        changed: Mapping[NamedQuestion[Any], NamedQuestion[Any]] | None = None,
        numbers: frozenset[str] = frozenset(),
    ) -> None:
        self._changed = dict(changed or {})
        self.numbers = numbers
        """The numbers of the rules that it has brought in."""
        self._asks: dict[NamedQuestion[Any], tuple[Any, ...]] = {}

    def adding(self, question: NamedQuestion[A], *rules: Rule[A]) -> "Law":
        """This law with rules added to those that answer a question."""
        return self._with(question, self.version(question).adding(*rules), rules)

    def replacing(self, question: NamedQuestion[A], number: str, *rules: Rule[A]) -> "Law":
        """This law with one of the rules that answer a question replaced. Raises KeyError."""
        return self._with(question, self.version(question).replacing(number, *rules), rules)

    def version(self, question: NamedQuestion[A]) -> NamedQuestion[A]:
        """A question with the rules that answer it under this law."""
        found: NamedQuestion[A] = self._changed.get(question, question)
        return found

    def asks(self, question: NamedQuestion[A]) -> tuple[A, ...]:
        """The functions that answer a question, put together once."""
        found: tuple[A, ...] | None = self._asks.get(question)
        if found is not None:
            return found
        self._asks[question] = asks = tuple(rule.ask for rule in self.version(question).rules)
        return asks

    def ledger(
        self,
        question: NamedQuestion[Callable[P, Iterable[Modifier]]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> tuple[Modifier, ...]:
        """What all the rules say, in their order: to be summed last."""
        found: list[Modifier] = []
        for ask in self.asks(question):
            found += ask(*args, **kwargs)
        return tuple(found)

    def total(
        self,
        question: NamedQuestion[Callable[P, Iterable[Modifier]]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> int:
        """The sum of a ledger."""
        return sum(part.value for part in self.ledger(question, *args, **kwargs))

    def allows(
        self, question: NamedQuestion[Callable[P, bool]], *args: P.args, **kwargs: P.kwargs
    ) -> bool:
        """Whether every rule says yes, asked in their order up to the first that does not."""
        return all(ask(*args, **kwargs) for ask in self.asks(question))

    def _with(
        self, question: NamedQuestion[A], version: NamedQuestion[A], rules: tuple[Rule[A], ...]
    ) -> "Law":
        numbers = self.numbers.union(rule.number for rule in rules)
        return Law({**self._changed, question: version}, numbers)


BOOK = Law()
"""The rulebook as it stands, without a special rule."""
