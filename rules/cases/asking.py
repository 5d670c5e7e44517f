"""What players ask before they act: `mf`, what an entry costs, and the odds of an attack.

All of it is answered from what the asking side knows, as at the table.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.cases.check import Check, Finding, Look
from rules.cases.commands import parse_command, with_ids
from rules.cases.numbers import named, same
from rules.cases.playing import Playing
from rules.cases.words import Names, listed_words, manner, understood
from rules.data import Node
from rules.kernel.audience import Side
from rules.kernel.command import Command
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.play.engine import odds
from rules.play.page.preview import Leg, PathCard, path

ASKED = ("units", "to", "by")


def read_mf(node: Node, names: Names) -> Iterator[Check]:
    """`{sq: 4, ldr: 5½}`: the MF that each has left. Raises DataError."""
    for name, child in node.pairs():
        unit = understood(child, names.unit, name)
        yield Check(child, _mf(unit, str(child.value), names.sides.get(unit, Side.A)))


def _mf(unit: str, wanted: str, side: Side) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        try:
            card = _path(playing, side, (unit,), ())
        except Refused as refused:
            return f"{unit} may not move ({refused.rule}): {refused.why}"
        return None if same(card.allowed, wanted) else f"{unit} has {card.allowed} MF, not {wanted}"

    return look


def read_entry(node: Node, names: Names) -> Iterator[Check]:
    """`{units: sq + ldr, to: E6, cost: 2, left: 2}`, one or a list. Raises DataError."""
    for child in node.items() if isinstance(node.value, list) else [node]:
        child.only((*ASKED, *_ENTRY))
        units = understood(child, _units, child["units"].text(), names)
        places = [understood(child["to"], names.at, word) for word in _places(child["to"].text())]
        by = child.get("by")
        way = None if by is None else understood(by, manner, by.text())
        legs = (*(Leg(place) for place in places[:-1]), Leg(places[-1], way))
        wanted = {name: _plain(one.value) for name, one in child.pairs() if name not in ASKED}
        yield Check(child, _entry(units, legs, wanted, names.sides[units[0]]))


def _units(words: str, names: Names) -> tuple[str, ...]:
    return tuple(names.unit(word) for word in listed_words(words))


def _places(words: str) -> list[str]:
    """The Locations of a path: `E5, E6 level 1`."""
    return [place.strip() for place in words.split(",")]


def _entry(
    units: tuple[str, ...], legs: tuple[Leg, ...], wanted: Mapping[str, Any], side: Side
) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        try:
            card = _path(playing, side, units, legs)
        except Refused as refused:
            return _first({"barred": refused.rule}, wanted, refused.why)
        barred = card.barred
        found = {name: read(card) for name, read in _ENTRY.items()}
        return _first(found, wanted, "" if barred is None else barred.why)

    return look


_ENTRY: Mapping[str, Callable[[PathCard], Any]] = {
    "cost": lambda card: card.steps[-1].points if card.steps else None,
    "parts": lambda card: {p.label: p.points for p in card.steps[-1].cost} if card.steps else None,
    "total": lambda card: card.steps[-1].total if card.steps else None,
    "left": lambda card: card.steps[-1].left if card.steps else None,
    "barred": lambda card: None if card.barred is None else card.barred.rule,
}
"""What can be asked of a path: of its last hex, and of all of it."""


def read_odds(node: Node, names: Names) -> Iterator[Check]:
    """`{a: fire sq at E6, fp: 4, column: 4, drm: -1, chances: {1KIA: 1}}`, one or a list.

    Raises DataError.
    """
    for child in node.items() if isinstance(node.value, list) else [node]:
        child.only((*(side.value for side in Side), *_ODDS))
        said = [(side, child[side.value]) for side in Side if child.get(side.value) is not None]
        if len(said) != 1:
            raise child.error("asks for the odds of one command, of a or of b")
        side, speech = said[0]
        command = understood(speech, parse_command, speech.text(), names)
        wanted = {name: _plain(one.value) for name, one in child.pairs() if name in _ODDS}
        yield Check(child, _odds(side, command, wanted))


def _odds(side: Side, command: Command, wanted: Mapping[str, Any]) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        try:
            named = with_ids(command, playing.names, playing.ids, playing.stacks())
            card = odds(playing.game, side, named)
        except Refused as refused:
            return f"there are no odds ({refused.rule}): {refused.why}"
        return _first({name: read(card) for name, read in _ODDS.items()}, wanted, "")

    return look


_ODDS: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "fp": lambda card: card["fp"],
    "column": lambda card: card["column"],
    "range": lambda card: str(card.get("range")),
    "kill": lambda card: str(card.get("kill")),
    "drm": lambda card: str(card["total"]),
    "mods": lambda card: {mod.label: str(mod.value) for mod in _modifiers(card)},
    "chances": lambda card: {one["result"]: str(one["n"]) for one in card["chances"]},
}
"""What can be asked of the odds of an attack; the `column` of CC is its odds ratio."""


def _modifiers(card: Mapping[str, Any]) -> Any:
    return card["drm"]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(name): str(of) for name, of in value.items()}
    return None if value is None or value == "none" else str(value)


def _first(found: Mapping[str, Any], wanted: Mapping[str, Any], why: str) -> Finding:
    """What is otherwise first; of a ledger, what is asked of it."""
    for name, value in wanted.items():
        actual = found.get(name)
        if isinstance(value, Mapping) and isinstance(actual, Mapping):
            for key, number in value.items():
                label = named(actual, key) or key
                if not same(actual.get(label), number):
                    return f"{name}: {key} is {actual.get(label)}, not {number}"
        elif not same(actual, value):
            return f"{name} is {actual}, not {value}{f': {why}' if why else ''}"
    return None


def _path(playing: Playing, side: Side, units: tuple[str, ...], legs: tuple[Leg, ...]) -> PathCard:
    game = playing.game
    known = playing.rules.knowledge(game.faces.known(game.world, side.audience))
    return path(known, side, tuple(ShownId(playing.ids[unit]) for unit in units), legs)
