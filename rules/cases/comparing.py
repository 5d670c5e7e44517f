"""A counter beside what a case says of it, field by field."""

from collections.abc import Mapping
from typing import Any

from rules.cases.playing import Playing
from rules.cases.words import CONCEALED
from rules.chapters.fire.a07_encircled import is_encircled
from rules.forces.units import Unit
from rules.forces.weapons import Weapon


def difference(
    playing: Playing, name: str, found: Unit | Weapon, wanted: Mapping[str, Any]
) -> str | None:
    """The first field that is otherwise, in words, or None if all is so."""
    for field, value in wanted.items():
        if field == "encircled":
            if _is_encircled(playing, found) is not value:
                return f"{name} is {'not ' if value else ''}encircled"
            continue
        if value == CONCEALED and found.under:
            continue
        expected = _with_ids(playing, field, value)
        actual = getattr(found, field)
        if actual != expected:
            return f"{name}: {field} is {_said(playing, actual)}, not {_said(playing, expected)}"
    return None


def _is_encircled(playing: Playing, found: Unit | Weapon) -> bool:
    """A7.7, A7.72: whether a unit is, as its own side knows."""
    game = playing.game
    known = playing.rules.knowledge(game.faces.known(game.world, found.side.audience))
    return isinstance(found, Unit) and is_encircled(known, found)


def _with_ids(playing: Playing, field: str, value: Any) -> Any:
    """What a field must hold: where a case names counters, their ids."""
    match value:
        case str() if field in {"holder", "director"}:
            return playing.ids.get(value)
        case tuple() if field == "attacked_by":
            return tuple(playing.ids.get(name) for name in value)
        case _:
            return value


def _said(playing: Playing, value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "none"
        case _:
            return str(playing.short(str(value)))
