"""The APh (A3.7, A4.7): the ATTACKER's Infantry advances one hex."""

from collections.abc import Iterable

from rules.board.locations import LocationId
from rules.chapters.movement.a04_advance import (
    advance,
    advance_targets,
    crest_targets,
    made_cx,
    may_advance,
    objection_to_advance,
)
from rules.chapters.movement.able import Act, what_bars
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.memo import asked_once
from rules.kernel.procedure import Procedure
from rules.kernel.refused import Refused
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun
from rules.play.checks import on_board, own_stack
from rules.play.page.offers import Flag, Nouns, UnitsTo
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import acts_under, name


class Advance(AslCommand, frozen=True, kw_only=True, tag="advance"):
    """Advance units of one Location into an adjacent one, or straight into Crest status there."""

    words = "advance {units} to {to} [crest]"
    guise = Guise.COVERED
    units: tuple[UnitNoun, ...]
    to: LocationId
    crest: bool = False


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able = tuple(piece for piece in position.pieces(side) if may_advance(position, piece))
    return advance_offers(position, able)


def advance_offers(position: Knowledge, units: tuple[Unit, ...]) -> list[Offer]:
    """Where units may advance: first where all of a Location that may go may go together; then,
    one by one, where overstacking lets them go only by themselves (A4.72).
    """
    together: Nouns = {}
    crests: dict[ShownId, tuple[str, ...]] = {}
    alone: list[Offer] = []
    notes = {unit.id: _notes(position, unit) for unit in units}
    for unit in units:
        together_with = (unit.at, acts_under(unit))
        mates = tuple(one.id for one in units if (one.at, acts_under(one)) == together_with)
        shared = {
            to: note
            for to, note in notes[unit.id].items()
            if _all_may_go(position, tuple(id_ for id_ in mates if to in notes[id_]), to)
        }
        rest = {to: note for to, note in notes[unit.id].items() if to not in shared}
        if shared:
            together[unit.id] = shared
            crests[unit.id] = tuple(to for to in crest_targets(position, unit) if to in shared)
        if rest:
            alone.append(_offer({unit.id: rest}, f"Advance {name(unit)} alone"))
    flags = _crest_flags(crests)
    return [*([_offer(together, "Advance", flags)] if together else []), *alone]


def _crest_flags(crests: dict[ShownId, tuple[str, ...]]) -> tuple[Flag, ...]:
    """B20.9: a way into Crest status, for who has one."""
    able = {unit_id: there for unit_id, there in crests.items() if there}
    return (
        (Flag(name="crest", label="Into Crest status", rule="B20.9", units=able),) if able else ()
    )


def _notes(position: Knowledge, unit: Unit) -> dict[str, str]:
    found: dict[str, str] = {}
    for to, entry in advance_targets(position, unit).items():
        enemy = position.foes_at(to, unit.side)
        fights = ", CC" if enemy else ""
        cx = ", CX" if made_cx(position, (unit,), to) else ""
        found[to] = f"{entry.text}{fights}{cx}"
    return found


@asked_once
def _all_may_go(position: Knowledge, ids: tuple[ShownId, ...], to: str) -> bool:
    """Whether those units may go together; fewer of them then may, too."""
    mates = tuple(position.unit(unit_id) for unit_id in ids)
    return objection_to_advance(position, mates, LocationId(to)) is None


def _offer(nouns: Nouns, label: str, flags: tuple[Flag, ...] = ()) -> UnitsTo:
    return UnitsTo(
        verb="advance", label=label, key="g", rule="A4.7", primary=True, units=nouns, flags=flags
    )


def _refuse_advance(position: Knowledge, side: Side, command: Advance) -> None:
    units = own_stack(position, side, command.units)
    if len({acts_under(unit) for unit in units}) > 1:
        raise Refused("A12.11", "Those under a ? and those in the open do not advance together.")
    for unit in units:
        _refuse_unit(position, unit)
    to = on_board(position, command.to)
    objection = objection_to_advance(position, units, to, crest=command.crest)
    if objection is not None:
        raise Refused(objection.rule, objection.why)


def _begin(table: AslTable, side: Side, command: Advance) -> Procedure[None]:
    return advance(table, table.counters(command.units), command.to, crest=command.crest)


ADVANCE = Activity(Advance, _offers, _refuse_advance, _begin)


def _refuse_unit(position: Knowledge, unit: Unit) -> None:
    bar = what_bars(position, unit, Act.ADVANCE)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if not may_advance(position, unit):
        raise Refused("A4.7", f"{name(unit)} has advanced.")
