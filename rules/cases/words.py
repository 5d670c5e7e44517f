"""The words of cases: hexes, counters by name, and what is said of a unit in one line."""

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

import msgspec

from rules.board.board import Board
from rules.board.locations import (
    HexId,
    LocationId,
    LocationKind,
    cliff_location,
    location,
    pillbox_location,
)
from rules.chapters.victory.a26_control import control_id
from rules.data import Node, nearest
from rules.forces.afoot import Horse
from rules.forces.entities import Goal
from rules.forces.fired import Fired
from rules.forces.lookup import unit_type, unit_types, weapon_type, weapon_types
from rules.forces.manner import Facing, Manner, Posture
from rules.forces.types import ForceError
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.position.position import HIDDEN

T = TypeVar("T")

CREATED = "created-"
CONCEALED = ShownId("?")
"""Under a "?", whichever it is."""
_COVER = re.compile(r"c\d+")
_ITEM = re.compile(r"c\d+/[1-9]\d*")
"""How a counter is called that the rules created: `created-u5`."""


def _flags(kind: type[Unit | Weapon]) -> Mapping[str, str]:
    names = (one.name for one in msgspec.structs.fields(kind) if isinstance(one.default, bool))
    return {name.replace("_", " "): name for name in names}


FLAGS: Mapping[str, str] = _flags(Unit)
"""What is or is not so of a unit: the words, and the field of the entity that has its name."""

WEAPON_FLAGS: Mapping[str, str] = _flags(Weapon)
"""The same of a weapon."""

MARKS: Mapping[str, Fired] = {
    "prep fire": Fired.PREP,
    "bounding fire": Fired.BOUNDING,
    "first fire": Fired.FIRST,
    "final fire": Fired.FINAL,
}


class UnclearError(ValueError):
    """Words of a case that mean nothing."""


@dataclass(frozen=True)
class Names:
    """What a case may name: the board's hexes and its counters, each with its type's id and its
    side; `others` are the ids of what it says among the `counters`.
    """

    board: Board
    units: Mapping[str, str]
    weapons: Mapping[str, str]
    sides: Mapping[str, Side]
    others: frozenset[str] = frozenset()

    def hex(self, word: str) -> HexId:
        """The hex that players call so. Raises UnclearError."""
        try:
            return self.board.hex(word)
        except ValueError as error:
            near = nearest(word.upper(), map(self.board.name, self.board.hexes))
            raise UnclearError(f"{error}{near}") from None

    def at(self, words: str) -> LocationId:
        """The Location of `E5`, `E5 level 1`, `E5 bridge`, `E5 pillbox` or `E5 cliff 0-1 level 1`,
        or `E5 crest` as an end of LOS. Raises UnclearError.
        """
        hex_word, *rest = words.split() or [""]
        if rest == ["crest"]:
            return self._crest(hex_word)
        if rest == ["pillbox"]:
            return self._pillbox(hex_word)
        if rest[:1] == ["cliff"]:
            return self._cliff(hex_word, rest[1:])
        level = _level(rest)
        found = location(self.hex(hex_word), level)
        if not self.board.has_location(found):
            raise UnclearError(f"{hex_word} has no Location at level {level}")
        if rest == ["bridge"] and self.board.kind(found) is not LocationKind.BRIDGE:
            raise UnclearError(f"there is no bridge in {hex_word}")
        return found

    def _crest(self, hex_word: str) -> LocationId:
        crest = self.board.crest(location(self.hex(hex_word)))
        if crest is None:
            raise UnclearError(f"{hex_word} has no Crest")
        return crest

    def _pillbox(self, hex_word: str) -> LocationId:
        """Whether one is there is for the rules to say. Raises UnclearError."""
        hex_id = self.hex(hex_word)
        if self.board.kind(self.board.locations(hex_id)[0]) is not LocationKind.GROUND:
            raise UnclearError(f"there is no ground for a pillbox in {hex_word}")
        return pillbox_location(hex_id)

    def _cliff(self, hex_word: str, rest: list[str]) -> LocationId:
        """On the cliff of a hexside, near a vertex: `0-1`. Raises UnclearError."""
        side, _, vertex = (rest[0] if rest else "").partition("-")
        if not (side.isdecimal() and vertex.isdecimal()):
            raise UnclearError("a cliff is said by its hexside and vertex, as in E5 cliff 0-1")
        found = cliff_location(self.hex(hex_word), _level(rest[1:]), int(side), int(vertex))
        if not self.board.has_location(found):
            raise UnclearError(f"there is no such place on a cliff in {hex_word}")
        return found

    def target(self, words: str) -> tuple[LocationId, tuple[int, ...]]:
        """A Location, or `E5 bypass 0-1`: that and its hexsides. Raises UnclearError."""
        place, _, along = words.partition(" bypass")
        sides = _sides(along.split()) if along else ()
        return self.at(place), sides

    def unit(self, word: str) -> str:
        """The name of a unit of the case, or a "?", or what is under one. Raises UnclearError."""
        known = word in self.units or word.startswith(CREATED)
        if known or _COVER.fullmatch(word) or is_item(word):
            return word
        near = nearest(word, self.units)
        raise UnclearError(f"there is no unit {word!r}; there are {_listed(self.units)}{near}")

    def weapon(self, word: str) -> str:
        """The name of a support weapon of the case, or of another counter that is used as one is.
        Raises UnclearError.
        """
        if word in self.weapons or word in self.others:
            return word
        near = nearest(word, self.weapons)
        raise UnclearError(f"there is no weapon {word!r}; there are {_listed(self.weapons)}{near}")

    def piece(self, word: str) -> str:
        """The name of a unit or support weapon of the case. Raises UnclearError."""
        if word in self.weapons:
            return word
        try:
            return self.unit(word)
        except UnclearError:
            every = (*self.units, *self.weapons)
            near = nearest(word, every)
            raise UnclearError(f"there is no {word!r}; there are {_listed(every)}{near}") from None


@dataclass
class Said:
    """What a line says of a counter, by field of its entity; a holder and a director by name."""

    fields: dict[str, Any] = field(default_factory=dict)
    is_gone: bool = False
    is_unharmed: bool = False

    @property
    def type(self) -> str | None:
        return self.fields.get("type")

    def add(self, fields: Mapping[str, Any]) -> None:
        """Something more. Raises UnclearError if the opposite was said before."""
        for name, value in fields.items():
            if self.fields.get(name, value) != value:
                raise UnclearError(f"says two things of its {name.replace('_', ' ')}")
        self.fields |= fields


def say_unit(text: str, names: Names) -> Said:
    """What `ger-467 at E5 broken dm` says. Raises UnclearError."""
    return _say(text, _UNITS, names)


def say_weapon(text: str, names: Names) -> Said:
    """What `ger-lmg with sq` or `ger-lmg at E5 malfunctioned` says. Raises UnclearError."""
    return _say(text, _WEAPONS, names)


def is_item(word: str) -> bool:
    """Whether that is one of those under a "?", as `c1/2` is."""
    return _ITEM.fullmatch(word) is not None


def manner(word: str) -> Manner:
    """The way of entry that a word is. Raises UnclearError."""
    if word not in set(Manner):
        near = nearest(word, Manner)
        raise UnclearError(f"{word!r} is no way to go; there are {_listed(Manner)}{near}")
    return Manner(word)


def controlled_place(words: str, board: Board) -> str:
    """The id of the Control of `E5`, `building E5`, or the Location `E5 level 1` or `location E5`.
    Raises UnclearError.
    """
    first, *rest = words.split() or [""]
    hex_word, *level = rest or [""] if first in {"building", "location"} else [first, *rest]
    try:
        hex_id = board.hex(hex_word)
    except ValueError as error:
        raise UnclearError(str(error)) from None
    if first == "building":
        building = board.building(hex_id)
        hexes = (there for there in board.hexes if board.building(there) == building)
        return control_id(Goal.BUILDING, next(hexes))
    if first == "location" or level:
        return control_id(Goal.LOCATION, location(hex_id, _level(level)))
    return control_id(Goal.HEX, hex_id)


def type_ids() -> tuple[str, ...]:
    """The ids of all types of counters."""
    return (*_UNITS.ids(), *_WEAPONS.ids())


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
    more = {"level": 2, "bridge": 1, "pillbox": 1, "cliff": 2}.get(words[0], 0) if words else 0
    if words[:1] == ["cliff"] and words[2:3] == ["level"]:
        more += 2
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


def _listed(words: Any) -> str:
    return ", ".join(words) or "none"


def _say(text: str, of: "_Vocabulary", names: Names) -> Said:
    said, words = Said(), _words(text)
    while words:
        word = _next_phrase(words, of.phrases)
        if word in of.flags:
            said.add({of.flags[word]: True})
        elif word in MARKS:
            said.add({"fired": MARKS[word]})
        elif word == "not":
            said.add(_denied(words, of))
        elif word == "gone":
            said.is_gone = True
        elif word == "unharmed" and of is _UNITS:
            said.is_unharmed = True
        elif word in of.values:
            said.add(of.values[word](words, names))
        else:
            said.add({"type": _type_of(word, of)})
    return said


def _next_phrase(words: list[str], phrases: Container[str]) -> str:
    """The two words that come next if they belong together, else the one."""
    pair = " ".join(words[:2])
    phrase = pair if pair in phrases else words[0]
    del words[: len(phrase.split())]
    return phrase


_POSTURES = ("beneath", "on wire", "bypass", "crest")
_WITH_SIDES = frozenset({"bypass", "crest"})
_UNSEEN = ("under", "concealed", "hidden")


def _denied(words: list[str], of: "_Vocabulary") -> Mapping[str, Any]:
    deniable = (*of.flags, *_POSTURES, *_UNSEEN, "aboard", "encircled", "horse")
    word = _next_phrase(words, deniable) if words else _next(words, "not")
    if word == "fired":
        return {"fired": None}
    if word in _POSTURES and word in of.values:
        return {"posture": None, **({"sides": ()} if word in _WITH_SIDES else {})}
    if word in _UNSEEN and word in of.values:
        return {"under": None}
    if word in {"aboard", "horse"} and word in of.values:
        return {word: None}
    if word == "encircled" and word in of.values:
        return {"encircled": False}
    if word in of.flags:
        return {of.flags[word]: False}
    near = nearest(word, deniable)
    raise UnclearError(
        f"'not {word}' is not understood; after 'not' come {_listed(of.flags)}{near}"
    )


_Reader: TypeAlias = Callable[[list[str], Names], Mapping[str, Any]]
"""Takes from the words that follow what belongs to its own, and says which fields they are."""


def _place(field: str, after: str, **more: Any) -> _Reader:
    return lambda words, names: {field: names.at(_next_place(words, after)), **more}


def _unit(field: str, after: str) -> _Reader:
    return lambda words, names: {field: names.unit(_next(words, after))}


def _mf(field: str, after: str) -> _Reader:
    return lambda words, names: {field: _halves(_next(words, after))}


def _attackers(words: list[str], names: Names) -> Mapping[str, Any]:
    """`attacked by one + lmg`: once a shot."""
    found = [names.piece(_next(words, "attacked by"))]
    while words[:1] == ["+"]:
        found.append(names.piece(_next(words[1:], "+")))
        del words[:2]
    return {"attacked_by": tuple(found)}


def _bypass(words: list[str], names: Names) -> Mapping[str, Any]:
    """`bypass 0-1`: the hexsides, from the northern one clockwise."""
    return {"posture": Posture.BYPASS, "sides": _sides(words)}


def _crest(words: list[str], names: Names) -> Mapping[str, Any]:
    """`crest north`: in Crest status, and what it faces."""
    facing = _next(words, "crest")
    if facing not in {*Facing}:
        raise UnclearError(f"{facing!r} is no facing, as in 'crest north'")
    return {"posture": Posture.CREST, "sides": Facing(facing).front}


def _sides(words: list[str]) -> tuple[int, ...]:
    sides = _next(words, "bypass").split("-")
    if not all(side in {"0", "1", "2", "3", "4", "5"} for side in sides):
        raise UnclearError(f"{'-'.join(sides)!r} are no hexsides, as in 'bypass 0-1'")
    return tuple(int(side) for side in sides)


def _way(words: list[str], names: Names) -> Mapping[str, Any]:
    """`by road`, `by bypass 0-1`: how it has entered its Location."""
    way = _next(words, "by")
    return {"manner": manner(f"{way} {_next(words, way)}" if way == "bypass" else way)}


def cover(word: str) -> ShownId:
    """The "?" of that id. Raises UnclearError."""
    if not _COVER.fullmatch(word):
        raise UnclearError(f"{word!r} is no ?, as c1 is")
    return ShownId(word)


def _horse(word: str) -> Horse:
    """`horse squad`, `horse half`, `horse smc`: the Horse counter that it rides."""
    sizes = {"squad": Horse.SQUAD, "half": Horse.HALF, "smc": Horse.SMC}
    if word not in sizes:
        raise UnclearError(f"{word!r} is no Horse counter; say {_listed(sizes)}")
    return sizes[word]


def _posture(posture: Posture) -> _Reader:
    return lambda words, names: {"posture": posture}


@dataclass(frozen=True)
class _Vocabulary:
    """What can be said of counters of a kind; `known` lists it for those who are not understood."""

    flags: Mapping[str, str]
    values: Mapping[str, _Reader]
    type: Callable[[str], object]
    known: str
    ids: Callable[[], tuple[str, ...]]

    @property
    def phrases(self) -> frozenset[str]:
        return frozenset((*self.flags, *MARKS, *self.values))


_UNIT_VALUES: Mapping[str, _Reader] = {
    "at": _place("at", "at"),
    "fired at": _place("fired_at", "fired at"),
    "dash to": _place("dash_to", "dash to"),
    "director": _unit("director", "director"),
    "guard": _unit("guard", "guard"),
    "carried": _unit("carried_by", "carried"),
    "by": _way,
    "spent": _mf("mf_spent", "spent"),
    "spent here": _mf("mf_here", "spent here"),
    "mf bonus": _mf("mf_bonus", "mf bonus"),
    "double time": _mf("double_time", "double time"),
    "attacked by": _attackers,
    "under": lambda words, names: {"under": cover(_next(words, "under"))},
    "concealed": lambda words, names: {"under": CONCEALED},
    "hidden": lambda words, names: {"under": HIDDEN},
    "encircled": lambda words, names: {"encircled": True},
    "horse": lambda words, names: {"horse": _horse(_next(words, "horse"))},
    "aboard": lambda words, names: {"aboard": ShownId(_next(words, "aboard"))},
    "clears": lambda words, names: {"clears": _next(words, "clears")},
    "charge": lambda words, names: {"charge": ShownId(_next(words, "charge"))},
    "has set": lambda words, names: {"has_set": (ShownId(_next(words, "has set")),)},
    "partial": lambda words, names: {"partial": ShownId(_next(words, "partial"))},
    "beneath": _posture(Posture.BENEATH),
    "on wire": _posture(Posture.ON_WIRE),
    "bypass": _bypass,
    "crest": _crest,
}

_WEAPON_VALUES: Mapping[str, _Reader] = {
    "with": _unit("holder", "with"),
    "at": _place("at", "at", holder=None),
    "fired at": _place("fired_at", "fired at"),
    "portaged by": _unit("portaged_by", "portaged by"),
    "charge": lambda words, names: {"charge": ShownId(_next(words, "charge"))},
}

_UNITS = _Vocabulary(
    FLAGS,
    _UNIT_VALUES,
    unit_type,
    f"'at' a hex, 'by' a way, 'spent' MF, {_listed((*FLAGS, *MARKS))}",
    lambda: tuple(unit.id for unit in unit_types()),
)
_WEAPONS = _Vocabulary(
    WEAPON_FLAGS,
    _WEAPON_VALUES,
    weapon_type,
    f"'with' and a unit, 'at' a hex, {_listed((*WEAPON_FLAGS, *MARKS))}",
    lambda: tuple(weapon.id for weapon in weapon_types()),
)


def _halves(word: str) -> int:
    try:
        halves = float(word) * 2
    except ValueError:
        raise UnclearError(f"{word!r} is no number of MF") from None
    if halves < 0 or halves != int(halves):
        raise UnclearError(f"{word!r} is no number of whole or half MF")
    return int(halves)


def _type_of(word: str, of: _Vocabulary) -> str:
    word = as_type(word)
    try:
        of.type(word)
    except ForceError:
        near = nearest(word, (*of.phrases, *of.ids()))
        raise UnclearError(
            f"{word!r} is no type of counter and none of: {of.known}{near}"
        ) from None
    return word


def as_type(word: str) -> str:
    """The id of a type that may be written as players write a leader: `ger-6+1` for `ger-6p1`."""
    return re.sub(r"(?<=\d)\+(?=\d)", "p", word)
