"""The small language of scripts: every command of a player in the words of a player.

A command's own `words` are both the documentation and the grammar (`AslCommand.words`); what a
name stands for follows from the field it fills. `move UNITS to HEX [assault]` is how a form is
shown to whoever writes a case.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property
from types import NoneType
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec

from rules.board.locations import HexId, LocationId
from rules.cases.words import Names, UnclearError, is_item, listed_words, manner
from rules.forces.manner import Manner
from rules.kernel.command import Command
from rules.kernel.takeback import AgreeRequest, AskTakeBack, RefuseRequest, TakeBack
from rules.play.activity import Noun
from rules.play.choices import Choose
from rules.play.moving.move_commands import Going, NextStep, Overrun
from rules.play.phases import COMMANDS
from rules.play.vertices import VERTICES


@dataclass(frozen=True)
class Kind:
    """A kind of field: the pattern of what fills it, what that means, and how forms show it."""

    pattern: str
    read: Callable[[Names, str], Any]
    shown: str = ""


def _units(names: Names, words: str) -> tuple[str, ...]:
    return tuple(names.unit(word) for word in listed_words(words))


def _weapons(names: Names, words: str) -> tuple[str, ...]:
    return () if words == "none" else tuple(names.weapon(word) for word in listed_words(words))


def _pieces(names: Names, words: str) -> tuple[str, ...]:
    return tuple(names.piece(word) for word in listed_words(words))


def _places(names: Names, words: str) -> tuple[LocationId, ...]:
    return tuple(names.at(word) for word in listed_words(words))


def _steps(names: Names, words: str) -> tuple[NextStep, ...]:
    """`move sq to C3 then move sq to C4 then end move`: one command after the other."""
    steps: list[NextStep] = []
    for said in words.split(" then "):
        step = parse_command(said, names)
        if isinstance(step, Overrun) or not isinstance(step, NextStep):
            raise UnclearError(f"{said!r} cannot be ordered ahead")
        steps.append(step)
    return tuple(steps)


def _vertex(names: Names, word: str) -> int:
    return VERTICES.index(word) if word in VERTICES else _number(names, word)


def _number(names: Names, word: str) -> int:
    if not word.isdecimal():
        raise UnclearError(f"{word!r} is no number")
    return int(word)


_KINDS: Final[Mapping[object, Kind]] = {
    Noun.UNIT: Kind(r"\S+", lambda names, word: names.unit(word)),
    (Noun.UNIT,): Kind(".+?", _units),
    Noun.WEAPON: Kind(r"\S+", lambda names, word: names.weapon(word)),
    (Noun.WEAPON,): Kind(".+?", _weapons),
    Noun.PIECE: Kind(r"\S+", lambda names, word: names.piece(word)),
    (Noun.PIECE,): Kind(".+?", _pieces),
    Noun.VERTEX: Kind(r"\S+", _vertex, "VERTEX"),
    LocationId: Kind(
        r"\S+(?: cliff \d-\d)?(?: level \d| bridge| pillbox)?",
        lambda names, words: names.at(words),
        "HEX",
    ),
    HexId: Kind(r"\S+", lambda names, word: names.hex(word), "HEX"),
    (LocationId,): Kind(".+?", _places, "HEXES"),
    (NextStep,): Kind(".+", _steps, "COMMAND then COMMAND"),
    Manner: Kind(
        r"bypass \S+|\S+", lambda names, words: manner(words), "road|shellholes|crest|bypass 0-1"
    ),
    int: Kind(r"\S+", _number, "NUMBER"),
    str: Kind(".+", lambda names, text: text),
}


def _kind_of(hint: Any) -> object:
    """What `_KINDS` has a field under: a noun, a tuple of one for several, or its type."""
    if hint == NextStep:
        return NextStep
    options = [option for option in get_args(hint) if option is not NoneType]
    if get_origin(hint) is Annotated:
        return next(mark for mark in hint.__metadata__ if isinstance(mark, Noun))
    if get_origin(hint) is tuple:
        return (_kind_of(options[0]),)
    return _kind_of(options[0]) if options else hint


def _kind(hint: Any) -> Kind:
    """How a field is said; one of several words by the word."""
    of = _kind_of(hint)
    if of not in _KINDS and isinstance(of, type) and issubclass(of, StrEnum):
        return _one_of(of)
    return _KINDS[of]


def _one_of(words: type[StrEnum]) -> Kind:
    known = "|".join(words)

    def read(names: Names, word: str) -> StrEnum:
        if word not in {*words}:
            raise UnclearError(f"{word!r} is none of {known}")
        return words(word)

    return Kind(r"\S+", read, known)


_WORD = re.compile(r"\[([^\]]+)\]|(\S+)")
_FIELD = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Form:
    """How a case says one command."""

    command: type[Command]
    words: str

    @cached_property
    def verb(self) -> str:
        """The verb of the wire."""
        return str(self.command.__struct_config__.tag)

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """What fills the named fields."""
        hints = get_type_hints(self.command, include_extras=True)
        return {field: _kind(hints[field]) for field in _FIELD.findall(self.words)}

    @cached_property
    def shown(self) -> str:
        """The form as it is told to whoever writes a case."""
        return _FIELD.sub(lambda found: self._shown(found[1]), self.words)

    def _shown(self, field: str) -> str:
        return self.kinds[field].shown or field.upper()

    @cached_property
    def grammar(self) -> re.Pattern[str]:
        """The pattern of a line: a group for each named field, and one for each bracket."""
        return re.compile("".join(self._part(*found) for found in _WORD.findall(self.words)))

    def _part(self, optional: str, word: str) -> str:
        if not optional:
            return self._spaced(word)
        inside = "".join(self._spaced(part) for part in optional.split())
        return f"(?:{inside})?" if _FIELD.search(optional) else f"(?P<{_flag(optional)}>{inside})?"

    def _spaced(self, word: str) -> str:
        field = _FIELD.fullmatch(word)
        return f" (?P<{field[1]}>{self.kinds[field[1]].pattern})" if field else f" {word}"

    def read(self, names: Names, said: Mapping[str, str | None]) -> Command:
        """The command of what was said. Raises UnclearError."""
        given: dict[str, Any] = {
            field: self.kinds[field].read(names, words) if field in self.kinds else True
            for field, words in said.items()
            if words is not None
        }
        return self.command(**given)


def _flag(words: str) -> str:
    return "_".join(words.split())


FORMS: Final[tuple[Form, ...]] = (
    *(Form(command, command.words) for command in COMMANDS),
    Form(AskTakeBack, "ask take back"),
    Form(TakeBack, "take back"),
    Form(AgreeRequest, "agree"),
    Form(RefuseRequest, "refuse request"),
)
"""Every command that a case can give."""

_VERBS: Final = frozenset(form.verb for form in FORMS)


def parse_command(text: str, names: Names) -> Command:
    """The command that a line means; units stand in it by their names in the case.

    Raises UnclearError.
    """
    line = f" {_spoken(text)}"
    for form in FORMS:
        match = form.grammar.fullmatch(line)
        if match is not None:
            return form.read(names, match.groupdict())
    raise UnclearError(f"{text!r} is not understood; {_hint(_spoken(text))}")


def verb_of(text: str) -> str | None:
    """The verb that a text is and nothing else, such as `cc attack`, or None if it says more."""
    verb = _spoken(text).replace(" ", "_")
    return verb if verb in _VERBS else None


def with_ids(
    command: Command, names: Names, ids: Mapping[str, str], stacks: Mapping[str, tuple[str, ...]]
) -> Command:
    """The same command with the ids of the table; a "?" stands for all that are under it, as
    `stacks` says. Raises UnclearError for who has none.
    """
    hints = get_type_hints(type(command), include_extras=True)
    named = (f for f in command.__struct_fields__ if _kind_of(hints[f]) in _COUNTERS)
    changed = {field: _ids(getattr(command, field), ids, stacks) for field in named}
    if isinstance(command, Choose):
        changed["option"] = _option(command.option, names, ids, stacks)
    if isinstance(command, Going):
        changed["then"] = tuple(with_ids(step, names, ids, stacks) for step in command.then)
    return msgspec.structs.replace(command, **changed)


_COUNTERS: Final = (Noun.UNIT, (Noun.UNIT,), Noun.WEAPON, (Noun.WEAPON,))


def _ids(named: Any, ids: Mapping[str, str], stacks: Mapping[str, tuple[str, ...]]) -> Any:
    match named:
        case None:
            return None
        case str():
            return ids[named] if named in ids else _one_under(named, stacks)
        case _:
            there = (stacks.get(name) or (_ids(name, ids, stacks),) for name in named)
            return tuple(id_ for some in there for id_ in some)


def _one_under(named: str, stacks: Mapping[str, tuple[str, ...]]) -> str:
    """The unit, or the Dummy, that a "?" is over by itself; `c1/2` is the second of several."""
    cover, _, number = named.partition("/")
    under = stacks.get(cover, ())
    if number:
        under = under[int(number) - 1 : int(number)]
    if len(under) > 1:
        raise UnclearError(f"{named!r} is over {len(under)}: say which, as in {named}/1")
    if not under:
        raise UnclearError(f"{named!r} is not on the board yet")
    return under[0]


def _option(
    said: str, names: Names, ids: Mapping[str, str], stacks: Mapping[str, tuple[str, ...]]
) -> str:
    """What one chooses: a unit, a Location, what is hidden by its kind and its hex, or an option by
    its own id.
    """
    if said in ids:
        return ids[said]
    if is_item(said):
        return _one_under(said, stacks)
    try:
        return names.at(said)
    except UnclearError:
        return _PLACE.sub(lambda found: _id_of_place(found[0], names), said)


_PLACE: Final = re.compile(r"\b[A-Z]{1,2}\d+\b(?: level \d)?")


def _id_of_place(words: str, names: Names) -> str:
    """`E5` as the table calls that hex, `E5 level 1` as it calls that Location."""
    try:
        return names.at(words) if " " in words else names.hex(words)
    except UnclearError:
        return words


def _spoken(text: str) -> str:
    """One space between words, and `cc_attack` as `cc attack`."""
    first, *rest = text.split() or [""]
    return " ".join([first.replace("_", " "), *rest])


def _hint(line: str) -> str:
    word = line.split(" ", 1)[0]
    alike = [form.shown for form in FORMS if form.words.split(" ", 1)[0] == word]
    if not alike:
        verbs = {form.words.split(" ", 1)[0] for form in FORMS}
        near = get_close_matches(word, sorted(verbs), n=1)
        alike = [form.shown for form in FORMS if form.words.split(" ", 1)[0] in near]
    return "say " + " or ".join(f"'{form}'" for form in alike or (f.shown for f in FORMS))
