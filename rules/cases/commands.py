"""The small language of scripts: every command of a player in the words of a player.

A form such as `move UNITS to HEX [assault]` is both the documentation and the grammar: words in
capitals stand for names, brackets for what may be left out.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

import msgspec

from rules.cases.words import Names, UnclearError, listed_words
from rules.kernel.ruleset import Command
from rules.kernel.takeback import AgreeRequest, AskTakeBack, RefuseRequest
from rules.play.commands import (
    AddEntropy,
    Advance,
    AskBreaks,
    BreakVoluntarily,
    CcAttack,
    CcPass,
    Choose,
    EndMove,
    EndPhase,
    EndRout,
    EraseMines,
    Fire,
    KeepDm,
    Move,
    NeverBreak,
    Pass,
    PassPhase,
    PassUnit,
    PlaceUnits,
    Rally,
    RecordMines,
    Resign,
    Rout,
    SealSetup,
    UnplaceUnits,
    Withdraw,
)

_PATTERNS: Mapping[str, str] = {
    "UNITS": ".+?",
    "TARGETS": ".+?",
    "PIECES": ".+?",
    "OPTION": ".+",
    "LINE": ".+",
    "HEX": r"\S+(?: level \d| bridge)?",
}
_SOME_WORD = r"\S+"


@dataclass(frozen=True)
class Words:
    """The words of a line that stand for something, by the capitals of the form."""

    names: Names
    said: Mapping[str, str | None]

    def units(self, name: str = "UNITS") -> tuple[str, ...]:
        return tuple(self.names.unit(word) for word in listed_words(self._word(name)))

    def pieces(self) -> tuple[str, ...]:
        return tuple(self.names.piece(word) for word in listed_words(self._word("PIECES")))

    def unit(self) -> str:
        return self.names.unit(self._word("UNIT"))

    def leader(self) -> str | None:
        word = self.said["LEADER"]
        return None if word is None else self.names.unit(word)

    def has(self, flag: str) -> bool:
        """Whether the bracketed words that begin with this one were said."""
        return self.said[flag] is not None

    def text(self, name: str) -> str:
        return self._word(name)

    def number(self) -> int:
        word = self._word("NUMBER")
        if not word.isdecimal():
            raise UnclearError(f"{word!r} is no number")
        return int(word)

    def _word(self, name: str) -> str:
        word = self.said[name]
        if word is None:
            raise UnclearError(f"{name} is missing")
        return word


def _move(w: Words) -> Command:
    to = w.names.at(w.text("HEX"))
    return Move(units=w.units(), to=to, assault=w.has("assault"), road=w.has("road"))


def _rout(w: Words) -> Command:
    return Rout(
        units=(w.unit(),),
        to=w.names.at(w.text("HEX")),
        low_crawl=w.has("low"),
        with_leader=w.has("with"),
    )


def _fire(w: Words) -> Command:
    return Fire(units=w.units(), at=w.names.at(w.text("HEX")), director=w.leader())


def _cc_attack(w: Words) -> Command:
    return CcAttack(units=w.units(), targets=w.units("TARGETS"), leader=w.leader())


def _record(w: Words) -> Command:
    return RecordMines(hex=w.names.hex(w.text("HEX")), strength=w.number())


FORMS: Mapping[str, Callable[[Words], Command]] = {
    "place PIECES in HEX": lambda w: PlaceUnits(pieces=w.pieces(), to=w.names.at(w.text("HEX"))),
    "unplace PIECES": lambda w: UnplaceUnits(pieces=w.pieces()),
    "record mines HEX NUMBER": _record,
    "erase mines HEX": lambda w: EraseMines(hex=w.names.hex(w.text("HEX"))),
    "seal setup": lambda w: SealSetup(),
    "entropy LINE": lambda w: AddEntropy(line=w.text("LINE")),
    "rally UNIT [by LEADER]": lambda w: Rally(unit=w.unit(), leader=w.leader()),
    "keep dm UNIT": lambda w: KeepDm(unit=w.unit()),
    "end phase": lambda w: EndPhase(),
    "fire UNITS at HEX [director LEADER]": _fire,
    "move UNITS to HEX [assault] [road]": _move,
    "end move": lambda w: EndMove(),
    "pass unit": lambda w: PassUnit(),
    "pass phase": lambda w: PassPhase(),
    "pass": lambda w: Pass(),
    "break voluntarily UNIT": lambda w: BreakVoluntarily(unit=w.unit()),
    "never break": lambda w: NeverBreak(),
    "ask breaks": lambda w: AskBreaks(),
    "rout UNIT to HEX [low crawl] [with leader]": _rout,
    "end rout": lambda w: EndRout(),
    "advance UNITS to HEX": lambda w: Advance(units=w.units(), to=w.names.at(w.text("HEX"))),
    "cc attack UNITS against TARGETS [director LEADER]": _cc_attack,
    "cc pass": lambda w: CcPass(),
    "withdraw UNITS to HEX": lambda w: Withdraw(units=w.units(), to=w.names.at(w.text("HEX"))),
    "choose OPTION": lambda w: Choose(option=w.text("OPTION")),
    "resign": lambda w: Resign(),
    "ask take back": lambda w: AskTakeBack(),
    "agree": lambda w: AgreeRequest(),
    "refuse request": lambda w: RefuseRequest(),
}


def _grammar(form: str) -> re.Pattern[str]:
    """The pattern that a form stands for: a group for each name, and one for each bracket."""
    found = []
    for optional, word in re.findall(r"\[([^\]]+)\]|(\S+)", form):
        if optional:
            words = optional.split()
            inside = "".join(_spaced(w) for w in words)
            found.append(f"(?P<{words[0]}>{inside})?")
        else:
            found.append(_spaced(word))
    return re.compile("".join(found))


def _spaced(word: str) -> str:
    if word.isupper():
        return rf" (?P<{word}>{_PATTERNS.get(word, _SOME_WORD)})"
    return f" {word}"


def _verb(form: str) -> str:
    """The verb of the wire that a form is about: its words before the first name."""
    return "_".join(takewhile(str.islower, form.split()))


_VERBS: Final = frozenset(_verb(form) for form in FORMS)
_GRAMMARS: Final = {form: _grammar(form) for form in FORMS}


def parse_command(text: str, names: Names) -> Command:
    """The command that a line means; units stand in it by their names in the case.

    Raises UnclearError.
    """
    line = f" {_spoken(text)}"
    for form, grammar in _GRAMMARS.items():
        match = grammar.fullmatch(line)
        if match is not None:
            return FORMS[form](Words(names, match.groupdict()))
    raise UnclearError(f"{text!r} is not understood; {_hint(_spoken(text))}")


def verb_of(text: str) -> str | None:
    """The verb that a text is and nothing else, such as `cc attack`; None if it says more."""
    verb = _spoken(text).replace(" ", "_")
    return verb if verb in _VERBS else None


def with_ids(command: Command, names: Names, ids: Mapping[str, str]) -> Command:
    """The same command with the units' ids of the table. Raises UnclearError for one without id."""
    fields = {field for field in command.__struct_fields__ if field in _UNIT_FIELDS}
    changed = {field: _ids(getattr(command, field), ids) for field in sorted(fields)}
    if isinstance(command, Choose):
        changed["option"] = _option(command.option, names, ids)
    return msgspec.structs.replace(command, **changed)


_UNIT_FIELDS: Final = frozenset({"units", "targets", "unit", "leader", "director"})


def _ids(named: Any, ids: Mapping[str, str]) -> Any:
    match named:
        case None:
            return None
        case str():
            if named not in ids:
                raise UnclearError(f"{named!r} is not on the board yet")
            return ids[named]
        case _:
            return tuple(_ids(name, ids) for name in named)


def _option(said: str, names: Names, ids: Mapping[str, str]) -> str:
    """What one chooses: a unit, a Location, or an option by its own id."""
    if said in ids:
        return ids[said]
    try:
        return names.at(said)
    except UnclearError:
        return said


def _spoken(text: str) -> str:
    """One space between words, and `cc_attack` as `cc attack`."""
    first, *rest = text.split() or [""]
    return " ".join([first.replace("_", " "), *rest])


def _hint(line: str) -> str:
    word = line.split(" ", 1)[0]
    alike = [form for form in FORMS if form.split(" ", 1)[0] == word]
    return "say " + " or ".join(f"'{form}'" for form in alike or FORMS)
