"""Dice with a label: `IFT 4 6`, `RS sq 3`. What is rolled must be what the label says."""

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from rules.data import Node
from rules.kernel.audience import Audience
from rules.kernel.dice import DiceError, ScriptedDice

_ROLL = re.compile(r"(?P<label>.*?)\s*(?P<dice>\b[1-6](?: +[1-6])?)")
SHORTEST = 4
"""Of how many letters a word may be the beginning."""


@dataclass(frozen=True)
class Scripted:
    """A roll of a case: the dice, and words that say which roll they are for, perhaps none."""

    dice: tuple[int, ...]
    label: str = ""

    def __str__(self) -> str:
        return " ".join((*self.label.split(), *map(str, self.dice)))


class LabelledDice(ScriptedDice):
    """The rolls of a case, each of which may say what it is for."""

    def __init__(self) -> None:
        super().__init__()
        self._labels: list[str] = []
        self.heard: list[Audience] = []
        """By whom each roll so far was heard."""

    def script(self, rolls: Iterable[Scripted]) -> None:
        """More rolls, after those already scripted."""
        for roll in rolls:
            self.add([roll.dice])
            self._labels.append(roll.label)

    def leave_out_rest(self) -> None:
        """Every roll has to be made."""

    @property
    def unrolled(self) -> tuple[Scripted, ...]:
        """The rolls not made yet, with their labels."""
        return tuple(map(Scripted, self.left, self._labels))

    def roll(
        self, audience: Audience, n: int, count: int, entropy: str, called: str = ""
    ) -> tuple[int, ...]:
        label = self._labels.pop(0) if self._labels else ""
        if not _means(label, called):
            raise DiceError(f"roll {n} ({audience}) is {called}, the script has {label}")
        self.heard.append(audience)
        return super().roll(audience, n, count, entropy, called)


class TwinDice(LabelledDice):
    """The same rolls where one secret is not: those that nobody heard whom it is kept from need not
    be made. `heard` says of each by whom it was heard.
    """

    def __init__(self, heard: Iterable[Audience], kept_from: Container[Audience]) -> None:
        super().__init__()
        self._heard, self._kept_from = list(heard), kept_from

    def roll(
        self, audience: Audience, n: int, count: int, entropy: str, called: str = ""
    ) -> tuple[int, ...]:
        while self._heard and self._heard[0] is not audience and self._is_own(self._heard[0]):
            self._leave_out()
        self._heard = self._heard[1:]
        return super().roll(audience, n, count, entropy, called)

    def leave_out_rest(self) -> None:
        """Take out of what is left what was rolled for its owner alone."""
        while self._rolls and self._heard and self._is_own(self._heard[0]):
            self._leave_out()

    def _is_own(self, audience: Audience) -> bool:
        return audience is not Audience.PUBLIC and audience not in self._kept_from

    def _leave_out(self) -> None:
        for rest in (self._heard, self._rolls, self._labels):
            rest.pop(0)


def read_rolls(node: Node) -> Iterator[Scripted]:
    """`4 5, RS sq 2` or a list of such: a DR has two dice, the coloured one first, a dr has one.

    Raises DataError.
    """
    several = not isinstance(node.value, str | int)
    for part in node.items() if several else [node]:
        for text in str(part.value).split(","):
            match = _ROLL.fullmatch(text.strip())
            if match is None or re.search(r"(?<!\S)\d+$", match["label"]):
                said = text.strip()
                raise part.error(
                    f"{said!r} is neither a DR such as 4 5 or IFT 4 5 nor a dr such as 3 or RS sq 3"
                )
            yield Scripted(tuple(map(int, match["dice"].split())), match["label"])


def _means(label: str, called: str) -> bool:
    """Whether each word of a label is one of those by which a roll is called, or begins one: `mine`
    for a minefield's.
    """
    found = _words(called)
    return all(any(_begins(said, word) for word in found) for said in _words(label))


def _begins(said: str, word: str) -> bool:
    return word == said or (len(said) >= SHORTEST and word.startswith(said))


def _words(text: str) -> list[str]:
    return [word.strip(".,:;()").casefold() for word in text.split()]
