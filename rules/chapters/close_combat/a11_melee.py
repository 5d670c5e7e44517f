"""A11.15, A11.16 Melee: who is held in it, and what becomes of broken units there."""

from rules.board.locations import LocationId, is_pillbox
from rules.chapters.close_combat.a20_escape import may_rise_at
from rules.chapters.close_combat.a20_guards import is_guard
from rules.chapters.morale.elimination import eliminate
from rules.chapters.works.b30_pillboxes import fighters_at, fighting_foes
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.position.asl_table import AslTable
from rules.position.position import Position, name, names


def contested(position: Position) -> tuple[LocationId, ...]:
    """A11.1, A20.55: the Locations that hold units of both sides, or captives who may attack their
    guard, sorted; before a pillbox that of its hex (B30.6).
    """
    held = {
        unit.at for unit in position.personnel() if unit.under is None and not is_pillbox(unit.at)
    }
    held |= {cover.at for cover in position.covers()}
    return tuple(
        at for at in sorted(held) if is_contested(position, at) or may_rise_at(position, at)
    )


def is_contested(position: Position, at: LocationId) -> bool:
    """A11.1, B30.6: whether units of both sides are in the CC of a Location, prisoners apart."""
    return all(
        fighting_foes(position, at, side) or _is_under_a_mark(position, at, side) for side in Side
    )


def _is_under_a_mark(position: Position, at: LocationId, side: Side) -> bool:
    """A11.19: whether enemies of a side, or Dummies, are under a "?" there."""
    return any(cover.at == at for cover in position.covers(side.enemy))


def unfought(position: Position) -> tuple[LocationId, ...]:
    """A11.12: the Locations whose round of CC is still to come in this CCPh, sorted."""
    return tuple(at for at in contested(position) if not _is_fought(position, at))


def _is_fought(position: Position, at: LocationId) -> bool:
    marked = any(cover.cc_done for cover in position.covers() if cover.at == at)
    return marked or any(unit.cc_done for unit in fighters_at(position, at))


def hold_in_melee(table: AslTable, at: LocationId) -> None:
    """A11.15: after a round, units still together are held in Melee; Passengers of boats neither
    are nor hold others (E5.6).
    """
    units = tuple(unit for unit in table.truth.personnel_at(at) if not unit.in_boat)
    free = tuple(unit for unit in units if not unit.melee and unit.guard is None)
    if not free or len({unit.side for unit in units if unit.guard is None}) < len(Side):
        return
    for unit in free:
        table.change(unit.counter, melee=True)
    table.log("cc", f"{names(units)} are in Melee", rule="A11.15", at=(at,))


def hold_who_is_found(table: AslTable) -> None:
    """A11.15: who comes into the open beside enemies, whom he has stayed with under a "?", is held
    in Melee with them at once. In other phases they have met in this Player Turn, and fight in its
    CCPh; captives, the unarmed and the Disrupted hold nobody.
    """
    if table.clock.phase not in {Phase.RPH, Phase.PFPH}:
        return
    position = table.truth
    for at in position.locations_of(Side.A):
        if all(_able_to_hold(position, at, side) for side in Side):
            hold_in_melee(table, at)


def _able_to_hold(position: Position, at: LocationId, side: Side) -> bool:
    there = (unit for unit in position.personnel_at(at, side) if not unit.in_boat)
    return any(not unit.unarmed and not unit.disrupted and unit.guard is None for unit in there)


def release_from_melee(table: AslTable) -> None:
    """A11.15: who has no enemy left in his Location is free."""
    position = table.truth
    for unit in position.personnel():
        if not unit.melee:
            continue
        enemies = position.foes_at(unit.at, unit.side)
        if all(enemy.in_boat for enemy in enemies):
            table.change(unit.counter, melee=False)


async def end_of_close_combat_phase(table: AslTable) -> None:
    """A11.16, A19.12: broken units still in Melee are eliminated, Disrupted ones too, but guards
    are not.
    """
    for unit in table.truth.personnel():
        if unit.broken and unit.melee and not is_guard(table.truth, unit):
            eliminate(table, unit.counter, f"{name(unit)}: Failure to Rout out of Melee", "A11.16")
