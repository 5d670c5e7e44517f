"""The words of cases: hexes, counters by name, and what is said of a unit in one line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, location
from rules.data import Node
from rules.forces.entities import Fired
from rules.forces.lookup import unit_type, weapon_type
from rules.forces.types import ForceError
from rules.kernel.audience import Side

T = TypeVar("T")

CREATED = "created-"
"""How a leader is called that the rules created: `created-u5`."""

FLAGS: Mapping[str, str] = {
    "broken": "broken",
    "dm": "dm",
    "pinned": "pinned",
    "wounded": "wounded",
    "melee": "melee",
    "wall advantage": "wall_advantage",
    "moving": "moving",
    "moved": "moved",
    "assault": "assault",
    "on road": "on_road",
    "off road": "off_road",
    "used": "used",
    "keeps dm": "keeps_dm",
    "cc done": "cc_done",
}
"""What is or is not so of a unit: the words, and the field of the entity."""

MARKS: Mapping[str, Fired] = {
    "prep fire": Fired.PREP,
    "first fire": Fired.FIRST,
    "final fire": Fired.FINAL,
}


class UnclearError(ValueError):
    """Words of a case that mean nothing."""


@dataclass(frozen=True)
class Names:
    """What a case may name: the board's hexes and its counters, each with its type's id and its
    side.
    """

    board: Board
    units: Mapping[str, str]
    weapons: Mapping[str, str]
    sides: Mapping[str, Side]

    def hex(self, word: str) -> HexId:
        """The hex that players call so. Raises UnclearError."""
        try:
            return self.board.hex(word)
        except ValueError as error:
            raise UnclearError(str(error)) from None

    def at(self, words: str) -> LocationId:
        """The Location of `E5`, `E5 level 1` or `E5 bridge`. Raises UnclearError."""
        hex_word, *rest = words.split() or [""]
        level = _level(rest)
        found = location(self.hex(hex_word), level)
        if not self.board.has_location(found):
            raise UnclearError(f"{hex_word} has no Location at level {level}")
        if rest == ["bridge"] and self.board.kind(found) is not LocationKind.BRIDGE:
            raise UnclearError(f"there is no bridge in {hex_word}")
        return found

    def unit(self, word: str) -> str:
        """The name of a unit of the case. Raises UnclearError."""
        if word in self.units or word.startswith(CREATED):
            return word
        raise UnclearError(f"there is no unit {word!r}; there are {_listed(self.units)}")

    def weapon(self, word: str) -> str:
        """The name of a support weapon of the case. Raises UnclearError."""
        if word in self.weapons:
            return word
        raise UnclearError(f"there is no weapon {word!r}; there are {_listed(self.weapons)}")

    def piece(self, word: str) -> str:
        """The name of a unit or support weapon of the case. Raises UnclearError."""
        return word if word in self.weapons else self.unit(word)


@dataclass
class Said:
    """What a line says of a counter, by field of its entity; a holder and a director by name."""

    fields: dict[str, Any] = field(default_factory=dict)
    is_gone: bool = False
    is_unharmed: bool = False

    @property
    def type(self) -> str | None:
        return self.fields.get("type")


def say_unit(text: str, names: Names) -> Said:
    """What `ger-467 at E5 broken dm` says. Raises UnclearError."""
    said, words = Said(), _words(text)
    while words:
        _take_unit_word(words, said, names)
    return said


def say_weapon(text: str, names: Names) -> Said:
    """What `ger-lmg with sq` or `ger-lmg at E5` says. Raises UnclearError."""
    said, words = Said(), _words(text)
    while words:
        word = words.pop(0)
        match word:
            case "gone":
                said.is_gone = True
            case "with":
                said.fields["holder"] = names.unit(_next(words, word))
            case "at":
                said.fields |= {"at": names.at(_next_place(words, word)), "holder": None}
            case _:
                said.fields["type"] = _type_of(word, weapon_type, "'with' and a unit, 'at' a hex")
    return said


def is_weapon_type(word: str) -> bool:
    """Whether that is the id of a support weapon's type."""
    try:
        weapon_type(word)
    except ForceError:
        return False
    return True


def listed_words(text: str) -> tuple[str, ...]:
    """The names in `sq + ldr`, `sq, ldr`, `sq and ldr` or `sq ldr`."""
    return tuple(w for w in text.replace(",", " ").replace("+", " ").split() if w != "and")


def understood(node: Node, read: Callable[..., T], *arguments: Any) -> T:
    """What `read` makes of a node's words. Raises DataError, with the place, where it makes nothing
    of them.
    """
    try:
        return read(*arguments)
    except UnclearError as error:
        raise node.error(str(error)) from None


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _next(words: list[str], after: str) -> str:
    if not words:
        raise UnclearError(f"something is missing after {after!r}")
    return words.pop(0)


def _next_place(words: list[str], after: str) -> str:
    """The words of a place: a hex, and perhaps a level or the bridge above its ground."""
    place = [_next(words, after)]
    more = {"level": 2, "bridge": 1}.get(words[0], 0) if words else 0
    place += words[:more]
    del words[:more]
    return " ".join(place)


def _level(words: list[str]) -> int:
    """The level that `level 1` and `bridge` are, 0 if nothing is said. Raises UnclearError."""
    match words:
        case []:
            return 0
        case ["bridge"]:
            return 1
        case ["level", number] if number.isdecimal():
            return int(number)
        case _:
            raise UnclearError(f"{' '.join(words)!r} is no level; say 'level 1' or 'bridge'")


def _take_unit_word(words: list[str], said: Said, names: Names) -> None:
    pair = " ".join(words[:2])
    word = pair if pair in FLAGS or pair in MARKS or pair == "fired at" else words[0]
    del words[: len(word.split())]
    if word in FLAGS:
        said.fields[FLAGS[word]] = True
    elif word in MARKS:
        said.fields["fired"] = MARKS[word]
    elif word == "not":
        _take_denial(words, said)
    elif word in {"gone", "unharmed"}:
        said.is_gone |= word == "gone"
        said.is_unharmed |= word == "unharmed"
    else:
        _take_value(word, words, said, names)


def _take_denial(words: list[str], said: Said) -> None:
    word = " ".join(words[:2]) if " ".join(words[:2]) in FLAGS else _next([*words], "not")
    del words[: len(word.split())]
    if word == "fired":
        said.fields["fired"] = None
    elif word in FLAGS:
        said.fields[FLAGS[word]] = False
    else:
        raise UnclearError(f"'not {word}' is not understood; after 'not' come {_listed(FLAGS)}")


def _take_value(word: str, words: list[str], said: Said, names: Names) -> None:
    match word:
        case "at":
            said.fields["at"] = names.at(_next_place(words, word))
        case "fired at":
            said.fields["fired_at"] = names.at(_next_place(words, word))
        case "director":
            said.fields["director"] = names.unit(_next(words, word))
        case "spent":
            said.fields["mf_spent"] = _halves(_next(words, word))
        case _:
            known = f"'at' a hex, 'spent' MF, {_listed((*FLAGS, *MARKS))}"
            said.fields["type"] = _type_of(word, unit_type, known)


def _halves(word: str) -> int:
    try:
        halves = float(word) * 2
    except ValueError:
        raise UnclearError(f"{word!r} is no number of MF") from None
    if halves < 0 or halves != int(halves):
        raise UnclearError(f"{word!r} is no number of whole or half MF")
    return int(halves)


def _type_of(word: str, look_up: Any, known: str) -> str:
    try:
        look_up(word)
    except ForceError:
        raise UnclearError(f"{word!r} is no type of counter and none of: {known}") from None
    return word


def _listed(words: Any) -> str:
    return ", ".join(words) or "none"
