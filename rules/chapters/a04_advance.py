"""A4.7 The advance: who may, and where terrain is too difficult for it (A4.72)."""

from dataclasses import dataclass

from rules.board.locations import LocationId
from rules.chapters.a04_movement import allotment, entries
from rules.chapters.a10_dm import dm_from_enemies_near
from rules.chapters.b09_walls import settle_wall_advantage
from rules.chapters.b28_minefields import entry_attack, exit_attack
from rules.chapters.b_barriers import barrier
from rules.chapters.b_entry import Entry, no_way
from rules.chapters.relocation import portage_excess, relocate
from rules.forces.adjacency import accessible_from
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import Position, is_leader, is_smc, name, names

DIFFICULT_HALVES = 8  # four MF
LEADER_BONUS_HALVES = 4  # two MF (A4.12)


@dataclass(frozen=True)
class NoAdvance:
    """Why a unit may not advance into a Location: the rule, and a sentence for its player."""

    rule: str
    why: str


def may_advance(unit: Unit) -> bool:
    """A4.7: unbroken, unpinned Infantry that is not in Melee and has not advanced yet."""
    return not (unit.broken or unit.pinned or unit.melee or unit.used)


def advance_cost(position: Position, units: tuple[Unit, ...], to: LocationId) -> Entry | None:
    """The cheapest way for all of those units to go on to a Location; None if there is none, as
    into terrain that takes ALL MF (B16.4, B21.41).
    """
    found = [entry for entry in entries(position, units, to) if not entry.takes_all]
    return min(found, key=lambda entry: entry.halves, default=None)


def objection_to_advance(
    position: Position, units: tuple[Unit, ...], to: LocationId
) -> NoAdvance | None:
    """A4.7, A4.72: whether any of the units may not advance into a Location together.

    They advance one hex, or one level inside a building. Entry that costs four MF, or all the MF
    that a unit has, is Difficult Terrain: it needs CX, see docs/rulings.md.
    """
    bar = barrier(position.board, units[0].at, to)
    if bar is not None:
        return NoAdvance("A4.7" if bar.rule == "A4.1" else bar.rule, bar.why)
    cost = advance_cost(position, units, to)
    where = position.board.name(to)
    if not entries(position, units, to):
        missing = no_way(position.board, to)
        return NoAdvance(missing.rule, missing.why)
    if cost is None:
        return NoAdvance("A4.7", f"{where} takes all MF, and is not entered in the APh.")
    led = any(is_leader(unit) for unit in units)
    for unit in units:
        available = _available(position, unit, led=led)
        if available <= 0:
            return NoAdvance("A4.42", f"{name(unit)} carries too much to advance.")
        if cost.halves >= min(DIFFICULT_HALVES, available):
            text = f"entry costs {cost.text}, which is Difficult Terrain for {name(unit)}."
            return NoAdvance("A4.72", f"{where}: {text}")
    return None


def advance_targets(position: Position, unit: Unit) -> dict[LocationId, Entry]:
    """Where a unit may advance by itself, with the cost; enemy-occupied Locations too."""
    costs = {
        to: advance_cost(position, (unit,), to)
        for to in sorted(accessible_from(position.board, unit.at))
        if objection_to_advance(position, (unit,), to) is None
    }
    return {to: cost for to, cost in costs.items() if cost is not None}


async def advance(table: AslTable, unit_ids: tuple[str, ...], to: LocationId) -> None:
    """A4.7, B28.412: units advance together; the mines that they leave may stop them, those that
    they enter attack them there.
    """
    units = table.alive(unit_ids)
    origin = units[0].at
    verb = "advances" if len(units) == 1 else "advance"
    text = f"{names(units)} {verb} {table.board.name(origin)} → {table.board.name(to)}"
    table.log("advance", text, side=units[0].side, rule="A4.7", at=(to, origin))
    going = await exit_attack(table, unit_ids, origin, to)
    for unit in table.alive(going):
        table.change(unit.id, used=True)
    if going:
        relocate(table, going, to)
        settle_wall_advantage(table, origin)
        settle_wall_advantage(table, to)
        dm_from_enemies_near(table, to)
        await entry_attack(table, going, origin, to)


def _available(position: Position, unit: Unit, *, led: bool) -> int:
    """A4.11-A4.42: half MF, with the bonus of a leader who comes too, less what is carried above
    the IPC.
    """
    bonus = LEADER_BONUS_HALVES if led and not is_smc(unit) else 0
    return allotment(unit) + bonus - 2 * portage_excess(position, unit)
