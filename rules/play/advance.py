"""The APh (A3.7, A4.7): the ATTACKER's Infantry advances one hex."""

from collections.abc import Sequence

from rules.board.locations import LocationId
from rules.chapters.a04_advance import (
    advance,
    advance_targets,
    may_advance,
    objection_to_advance,
)
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import Position, is_leader, name
from rules.kernel.audience import Side
from rules.kernel.procedure import Procedure
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.view import Offer
from rules.play.checks import on_board, own_stack
from rules.play.commands import Advance, EndPhase
from rules.play.offers import END_PHASE, Nouns, UnitsTo
from rules.play.part import not_now
from rules.play.sequence import end_phase


class AdvancePart:
    """The APh at rest: the ATTACKER advances units, or is done."""

    def offers(self, position: Position, side: Side) -> Sequence[Offer]:
        able = tuple(unit for unit in position.units(side) if may_advance(unit))
        return [*advance_offers(position, able), END_PHASE]

    def refuse(self, position: Position, side: Side, command: Command) -> None:
        match command:
            case EndPhase():
                return
            case Advance():
                _refuse_advance(position, side, command)
            case _:
                raise not_now(command)

    def begin(self, table: AslTable, side: Side, command: Command) -> Procedure[None]:
        if isinstance(command, Advance):
            return advance(table, command.units, command.to)
        return end_phase(table)

    def sentence(self, position: Position) -> tuple[str, str]:
        return "Advance your Infantry one hex, or go on.", "advances."


def advance_offers(position: Position, units: tuple[Unit, ...]) -> list[Offer]:
    """Where units may advance: first where all of a Location that may go may go together; then,
    one by one, where overstacking lets them go only by themselves (A4.72).
    """
    together: Nouns = {}
    alone: list[Offer] = []
    notes = {unit.id: _notes(position, unit) for unit in units}
    for unit in units:
        mates = tuple(mate for mate in units if mate.at == unit.at)
        shared = {
            to: note
            for to, note in notes[unit.id].items()
            if _all_may_go(position, tuple(m for m in mates if to in notes[m.id]), to)
        }
        rest = {to: note for to, note in notes[unit.id].items() if to not in shared}
        if shared:
            together[unit.id] = shared
        if rest:
            alone.append(_offer({unit.id: rest}, f"Advance {name(unit)} alone"))
    return [*([_offer(together, "Advance")] if together else []), *alone]


def _notes(position: Position, unit: Unit) -> dict[str, str]:
    found: dict[str, str] = {}
    for to, entry in advance_targets(position, unit).items():
        enemy = position.units_at(to, unit.side.enemy)
        found[to] = "Close Combat" if enemy else entry.text
    return found


def _all_may_go(position: Position, mates: tuple[Unit, ...], to: str) -> bool:
    """Whether any of those units may go together: all of them, and without a leader's bonus."""
    led = tuple(mate for mate in mates if not is_leader(mate))
    groups = (group for group in (mates, led) if group)
    return all(objection_to_advance(position, g, LocationId(to)) is None for g in groups)


def _offer(nouns: Nouns, label: str) -> UnitsTo:
    return UnitsTo(verb="advance", label=label, key="g", rule="A4.7", primary=True, units=nouns)


def _refuse_advance(position: Position, side: Side, command: Advance) -> None:
    units = own_stack(position, side, command.units)
    for unit in units:
        _refuse_unit(unit)
    to = on_board(position, command.to)
    objection = objection_to_advance(position, units, to)
    if objection is not None:
        raise Refused(objection.rule, objection.why)


def _refuse_unit(unit: Unit) -> None:
    if unit.broken:
        raise Refused("A10.4", f"{name(unit)} is broken and may not advance.")
    if unit.pinned:
        raise Refused("A7.8", f"{name(unit)} is pinned and may not advance.")
    if unit.melee:
        raise Refused("A11.15", f"{name(unit)} is held in Melee.")
    if not may_advance(unit):
        raise Refused("A4.7", f"{name(unit)} has advanced.")
