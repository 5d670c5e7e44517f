"""A4.7 The advance: who may, and where terrain is too difficult for it (A4.72)."""

from dataclasses import dataclass
from typing import Any

from rules.board.locations import LocationId, hex_of, is_on_cliff
from rules.chapters.concealment.a12_stripping import strip_advancing
from rules.chapters.ground.b20_crest import leaving_bar
from rules.chapters.ground.b_barriers import barrier
from rules.chapters.ground.b_entry import Entry
from rules.chapters.ground.b_terrain_cost import TERRAIN_COST, Entered
from rules.chapters.morale.a10_breaking import pin
from rules.chapters.movement.a04_movement import entries, mf_of, missing_way, with_bonuses
from rules.chapters.movement.able import Act, is_able
from rules.chapters.movement.passage import arrive, go
from rules.chapters.water.b21_fording import advance_bar
from rules.chapters.works.b23_fortified import fortified_bar
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.kernel.memo import asked_once
from rules.position.adjacency import accessible_from
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position, name, names

_IN_PLACE = frozenset({Manner.TRENCH, Manner.UP_TRENCH, Manner.CREST})
DIFFICULT_HALVES = 8  # four MF


@dataclass(frozen=True)
class NoAdvance:
    """Why a unit may not advance into a Location: the rule, and a sentence for its player."""

    rule: str
    why: str


def may_advance(position: Position, unit: Unit) -> bool:
    """A4.7: unbroken, unpinned Infantry that is not in Melee and has not advanced yet."""
    return is_able(position, unit, Act.ADVANCE) and not unit.used


def advance_cost(
    position: Position, units: tuple[Unit, ...], to: LocationId, *, crest: bool = False
) -> Entry | None:
    """The cheapest way for all of those units to go on to a Location, or straight into Crest status
    there (B20.9); None if there is none, as into terrain that takes ALL MF (B16.4, B21.41).
    """
    if len(units) == 1:
        return _cost_alone(position, units[0], to, crest)
    return _cost(position, units, to, crest)


@asked_once
def _cost_alone(position: Position, unit: Unit, to: LocationId, crest: bool) -> Entry | None:
    return _cost(position, (unit,), to, crest)


def _cost(position: Position, units: tuple[Unit, ...], to: LocationId, crest: bool) -> Entry | None:
    found = [
        entry
        for entry in entries(position, units, to)
        if not entry.takes_all and (entry.manner is Manner.CREST) is crest
    ]
    return min(found, key=lambda entry: entry.halves, default=None)


def objection_to_advance(
    position: Knowledge, units: tuple[Unit, ...], to: LocationId, *, crest: bool = False
) -> NoAdvance | None:
    """A4.7, A4.72: whether any of the units may not advance into a Location together.

    They advance one hex, or one level inside a building. Into Difficult Terrain nobody advances who
    is CX already, but into a deep stream he does, and off a cliff (B11.43).
    """
    bar = advance_bar(position, units, to) or barrier(position.board, units[0].at, to)
    if bar is not None:
        return NoAdvance("A4.7" if bar.rule == "A4.1" else bar.rule, bar.why)
    kept_out = _kept_out(position, units, to)
    if kept_out is not None:
        return kept_out
    cost = advance_cost(position, units, to, crest=crest)
    if cost is None:
        return _no_entry(position, units, to, crest)
    where = position.board.name(to)
    for unit in with_bonuses(position, units):
        available = mf_of(position.law, unit)
        if available <= 0:
            return NoAdvance("A4.42", f"{name(unit)} carries too much to advance.")
        tires = cost.tires or is_on_cliff(unit.at)
        if unit.cx and not tires and cost.halves >= min(DIFFICULT_HALVES, available):
            text = f"entry costs {cost.text}, which is Difficult Terrain, and {name(unit)} is CX."
            return NoAdvance("A4.72", f"{where}: {text}")
    return None


def _kept_out(position: Knowledge, units: tuple[Unit, ...], to: LocationId) -> NoAdvance | None:
    """A20.54, B20.9, B23.922: whether they may leave the Crest for there, and the enemies there let
    them in.
    """
    if any(unit.unarmed for unit in units) and position.foes_at(to, units[0].side):
        return NoAdvance("A20.54", "The unarmed never enter a Known enemy's Location.")
    waits = leaving_bar(position, units, to)
    if waits is not None:
        return NoAdvance(waits.rule, waits.why)
    held = fortified_bar(position, units[0].side, units[0].at, to)
    return None if held is None else NoAdvance(held.rule, held.why)


def made_cx(
    position: Position, units: tuple[Unit, ...], to: LocationId, *, crest: bool = False
) -> frozenset[str]:
    """A4.72: which of the units an advance into a Location makes CX: those for whom it is Difficult
    Terrain, as entry costs four MF, or all the MF that they have.
    """
    cost = advance_cost(position, units, to, crest=crest)
    stack = with_bonuses(position, units)
    return frozenset(
        unit.id
        for unit in stack
        if cost is not None
        and not is_on_cliff(unit.at)
        and (cost.tires or cost.halves >= min(DIFFICULT_HALVES, mf_of(position.law, unit)))
    )


def _no_entry(
    position: Knowledge, units: tuple[Unit, ...], to: LocationId, crest: bool
) -> NoAdvance:
    if crest:
        return NoAdvance("B20.9", "No way leads straight into Crest status there.")
    if not entries(position, units, to):
        missing = missing_way(position, units, to)
        return NoAdvance(missing.rule, missing.why)
    where = position.board.name(to)
    return NoAdvance("A4.7", f"{where} takes all MF, and is not entered in the APh.")


def advance_targets(position: Knowledge, unit: Unit) -> dict[LocationId, Entry]:
    """Where a unit may advance by itself, with the cost; enemy-occupied Locations too."""
    costs = {
        to: advance_cost(position, (unit,), to)
        for to in sorted(accessible_from(position.board, unit.at))
        if objection_to_advance(position, (unit,), to) is None
    }
    return {to: cost for to, cost in costs.items() if cost is not None}


def crest_targets(position: Knowledge, unit: Unit) -> tuple[LocationId, ...]:
    """B20.9: where a unit may advance straight into Crest status by itself."""
    there = sorted(accessible_from(position.board, unit.at))
    return tuple(
        to for to in there if objection_to_advance(position, (unit,), to, crest=True) is None
    )


async def advance(
    table: AslTable, unit_ids: tuple[CounterId, ...], to: LocationId, *, crest: bool = False
) -> None:
    """A4.7, B28.412: units advance together; the mines that they leave may stop them, those that
    they enter attack them there.
    """
    units = table.alive(unit_ids)
    origin = units[0].at
    verb = "advances" if len(table.truth.shown(units)) == 1 else "advance"
    entry = advance_cost(table.truth, units, to, crest=crest)
    keeps = entry is not None and entry.manner in _IN_PLACE
    there = entry.marks if entry is not None and keeps else {}
    tired, pins = made_cx(table.truth, units, to, crest=crest), is_hard_step(table.truth, units, to)
    facing = "" if entry is None or entry.facing is None else f", facing the {entry.facing}"
    text = f"{names(units)} {verb} {table.board.name(origin)} → {table.board.name(to)}{facing}"
    seen_tired = tired & {unit.id for unit in units if unit.under is None}
    result = "CX" if seen_tired else ""
    table.log("advance", text, side=units[0].side, rule="A4.7", at=(to, origin), result=result)

    def marks(unit: Unit) -> dict[str, Any]:
        return {"used": True, "cx": unit.cx or unit.id in tired, **there}

    await go(table, unit_ids, to, marks)
    if is_on_cliff(origin) and hex_of(origin) == hex_of(to):
        await arrive(table, unit_ids)
    for unit in table.alive(unit_ids):
        table.change(unit.counter, manner=Manner.TERRAIN)
        if pins:
            pin(table, unit.counter)
    await strip_advancing(table, unit_ids)


def is_hard_step(position: Position, units: tuple[Unit, ...], to: LocationId) -> bool:
    """B11.43: whether units that step off a cliff are pinned for it: more than the terrain costs
    them MF there.
    """
    cost = advance_cost(position, units, to)
    if cost is None or not is_on_cliff(units[0].at):
        return False
    return cost.halves > position.law.total(TERRAIN_COST, Entered(position.board, to))
