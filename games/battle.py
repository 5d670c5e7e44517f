"""The OB of a scenario, as its pages show it.

It is read from the public document of a game at its very beginning, so it says what everybody
is told, in the same words, and no more.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from games import rulesets
from rules.kernel.audience import Audience
from rules.kernel.dice import ScriptedDice
from rules.kernel.game import Game
from rules.kernel.seal import TokenSealer


@dataclass(frozen=True)
class CounterLine:
    """So many counters of a kind; `face` is how the table draws one."""

    name: str
    count: int
    face: Mapping[str, Any]


@dataclass(frozen=True)
class GroupLine:
    """A group of an OB: where it is set up or enters, its counters, and what else it has."""

    name: str
    where: str
    counters: tuple[CounterLine, ...]
    besides: tuple[str, ...]


@dataclass(frozen=True)
class ForceLine:
    """A side's OB."""

    name: str
    nation: str
    role: str
    elr: int
    san: int
    groups: tuple[GroupLine, ...]


class _Group(msgspec.Struct):
    """A group as a tray face has it (docs/wire.md)."""

    name: str
    area_text: str
    pieces: tuple[dict[str, Any], ...]
    mines: int
    turn: int | None
    known_mines: int
    dummy_mines: int
    concealment: int
    fortifications: tuple[str, ...]


class _Kind(msgspec.Struct):
    """What a face is."""

    k: str


class _Tray(msgspec.Struct):
    """The face of a side's OB."""

    side: str
    elr: int
    san: int
    groups: tuple[_Group, ...]


def forces_of(scenario_id: str) -> tuple[ForceLine, ...]:
    """What both sides have. Raises KeyError."""
    scenario = rulesets.scenario(scenario_id)
    sides = scenario.page_data()["scenario"]["sides"]
    return tuple(
        ForceLine(
            **{what: sides[tray.side][what] for what in ("name", "nation", "role")},
            elr=tray.elr,
            san=tray.san,
            groups=tuple(_group(group) for group in tray.groups),
        )
        for tray in _trays(scenario)
    )


def _trays(scenario: rulesets.Scenario) -> Iterator[_Tray]:
    beginning = Game.new(scenario.rules, dice=ScriptedDice(), sealer=TokenSealer())
    for face in beginning.documents[Audience.PUBLIC].faces.values():
        if msgspec.json.decode(face, type=_Kind).k == "tray":
            yield msgspec.json.decode(face, type=_Tray)


def _group(group: _Group) -> GroupLine:
    enters = f"enters on Turn {group.turn}: " if group.turn else ""
    return GroupLine(
        name=group.name,
        where=f"{enters}{group.area_text}",
        counters=tuple(_counters(piece["as"] for piece in group.pieces)),
        besides=tuple(_besides(group)),
    )


def _counters(faces: Iterable[Mapping[str, Any]]) -> Iterator[CounterLine]:
    """One line for each type; its face is that of no counter in particular."""
    kinds: dict[str, list[Mapping[str, Any]]] = {}
    for face in faces:
        kinds.setdefault(face["type"], []).append(face)
    for type_, those in kinds.items():
        first = those[0]
        name = first["name"] if first["k"] == "weapon" else first["strength"]
        yield CounterLine(name, len(those), {**first, "id": type_})


def _besides(group: _Group) -> Iterator[str]:
    for count, words in (
        (group.mines, "minefield factors"),
        (group.known_mines, "Known minefield factors"),
        (group.dummy_mines, "Dummy minefields"),
        (group.concealment, "“?”"),
    ):
        if count:
            yield f"{count} {words}"
    yield from group.fortifications
