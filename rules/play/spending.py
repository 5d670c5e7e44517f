"""One expenditure of MF (A4.1, A8.1), in its order: pay, act, what attacks those who spend MF
there, the DEFENDER's window.

To act is to go (exit mines, the new Location, entry mines), or an errand where the units are
(`errands`).
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from msgspec.structs import replace

from rules.board.locations import LocationId, hex_of
from rules.chapters.a04_bypass import hexside_names, is_bypassing
from rules.chapters.a04_double_time import setting_out
from rules.chapters.a04_movement import SHOWN_ALL, as_movers, price
from rules.chapters.a12_detection import detect
from rules.chapters.a12_inspection import open_crowded
from rules.chapters.a12_under_attack import left_behind
from rules.chapters.b28_minefields import meets_mines
from rules.chapters.b_entry import Entry, cost_text
from rules.chapters.covers import in_order, set_apart, veiled_of
from rules.chapters.passage import Attack, Ids, after_spending, go
from rules.forces.entities import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.procedure import Procedure
from rules.play.errand import ErrandCommand
from rules.play.moves import Move, Overrun, Spending, chosen_entry, errand_of
from rules.play.orders import clear_unit_orders
from rules.play.reaction import reaction_window
from rules.position.asl_table import AslTable
from rules.position.position import names

Dares: TypeAlias = Callable[[Ids, Entry], Procedure[Ids]]
"""Who overruns a SMC that he has met under a "?" on a way (A12.15)."""


async def move_one_step(table: AslTable, side: Side, step: Move) -> None:
    """Move a stack into one Location and no farther, whatever MF it has left."""
    end_move_of(table, await spend(table, table.counters(step.units), step))
    nobody_moves(table, side)
    clear_unit_orders(table, side.enemy)


async def spend(
    table: AslTable,
    going: Ids,
    step: Spending,
    before_fire: Callable[[Ids], Procedure[None]] | None = None,
    dares: Dares | None = None,
    meets: Attack | None = None,
) -> Ids:
    """One expenditure, in the order of A8.22, B28.412; returns those who may go on.

    `meets` is who keeps them out, instead of whoever Detection finds (A12.15).

    Pay; act; then what attacks whoever spends MF there, and the DEFENDER's window, this too for
    those whom the mines that they were leaving stopped: their MF were spent on leaving.
    """
    origin, veiled = table.alive(going)[0].at, veiled_of(table, going)
    stopped: Ids = ()
    if isinstance(step, Move):
        gone, stopped = await _go(table, going, step, dares, meets)
    else:
        gone = in_order(table, await _do(table, going, step), veiled)
        gone, stopped = _parted(table, gone, origin)
    if before_fire is not None:
        await before_fire(gone)
    defender = table.clock.phasing.enemy
    await after_spending(table, gone, origin)
    if gone:
        crossed = crossed_by(table, gone, origin)
        entered = isinstance(step, Move) or crossed is not None
        await reaction_window(table, defender, gone, crossed, entered=entered)
    if stopped:
        await reaction_window(table, defender, stopped)
    return able_to_go_on(table, in_order(table, gone, veiled))


def _on_foot(table: AslTable, stack: tuple[Unit, ...], step: Move) -> Entry | None:
    """A12.16: a way as everybody hears of it that a "?" goes it: as those on foot would
    (docs/rulings.md).
    """
    walkers = tuple(replace(unit, horse=None) for unit in stack)
    return chosen_entry(table.known(stack[0].side), walkers, step)


def _halves_shown(entry: Entry) -> int:
    """A8.3: what of the MF of a "?" counts for fire at it."""
    return SHOWN_ALL if entry.takes_all else entry.halves


def _parted(table: AslTable, ids: Ids, origin: LocationId) -> tuple[Ids, Ids]:
    """Those who have come elsewhere by an errand, and those of them who were stopped on leaving; if
    none has, all, and none.
    """
    went = tuple(unit.counter for unit in table.alive(ids) if unit.at != origin)
    return (went, tuple(one for one in ids if one not in went)) if went else (ids, ())


def crossed_by(table: AslTable, gone: Ids, origin: LocationId) -> int | None:
    """A8.15: the hexside of their hex over which units have just come from another Location; None
    if over none, or by its vertices in Bypass (A4.3).
    """
    units = table.alive(gone)
    if not units or is_bypassing(units[0]):
        return None
    return table.board.side_between(hex_of(units[0].at), hex_of(origin))


async def _go(
    table: AslTable, going: Ids, step: Move, dares: Dares | None, meets: Attack | None
) -> tuple[Ids, Ids]:
    """Pay for the next Location and go there; returns those who did, and those who were stopped on
    leaving. The MF count where they are then (A8.3).
    """
    stack = as_movers(table.truth, table.alive(going))
    origin = stack[0].at
    entry = chosen_entry(table.known(stack[0].side), stack, step)
    if entry is None:
        raise RuntimeError(f"no way leads to {step.to}, though the move was accepted")
    open_crowded(table, stack, step.to)
    halves = {unit.counter: price(table.law, unit, entry) for unit in stack}
    shown = entry if stack[0].under is None else _on_foot(table, stack, step) or entry
    pay(table, halves, assault=step.assault)
    _log_move(table, going, shown, step)

    def marks(unit: Unit) -> dict[str, Any]:
        return {
            **entry.marks,
            "off_road": unit.off_road or not entry.keeps_bonus,
            "cx": unit.cx or entry.tires,
            "swims": False,
            "swam": unit.swims or unit.swam,
        }

    async def overrun(ids: Ids) -> Ids:
        daring: Ids = () if dares is None else await dares(ids, entry)
        halves.update({one: 2 * halves[one] for one in daring})
        return daring

    _portage(table, stack)
    if meets is None and not entry.sides:
        meets = partial(detect, dares=overrun)
    gone = (await go(table, going, step.to, marks, meets=meets)).gone
    stopped = tuple(unit.counter for unit in table.alive(going) if unit.counter not in gone)
    end_move_of(table, stopped)
    for unit in table.alive((*gone, *stopped)):
        spent = _halves_shown(shown) if unit.under else halves[unit.counter]
        table.change(unit.counter, mf_here=unit.mf_here + spent)
    if gone:
        _lose_road_bonus(table, gone, origin, step.to)
    return gone, stopped


async def _do(table: AslTable, going: Ids, step: ErrandCommand) -> Ids:
    """Pay for an errand and do it; returns those who are still there."""
    errand = errand_of(step)
    set_apart(table, (unit.id for unit in table.alive(going)))
    halves = errand.halves_of(table.known(table.unit(going[0]).side), step)
    pay(table, dict.fromkeys(going, halves), assault=False)
    await errand.act(table, step)
    for unit in table.alive(going):
        spent = SHOWN_ALL if unit.under and errand.takes_all else halves
        table.change(unit.counter, mf_here=unit.mf_here + spent)
    return tuple(unit.counter for unit in table.alive(going))


def pay(table: AslTable, halves: Mapping[CounterId, int], *, assault: bool) -> None:
    """A4.1: the MF are spent, whatever follows; FFNAM depends on how (A4.6)."""
    for unit in table.alive(tuple(halves)):
        spent = unit.mf_spent + halves[unit.counter]
        out = setting_out(unit)
        table.change(
            unit.counter,
            mf_spent=spent,
            moving=True,
            assault=unit.assault or assault,
            cx=out.cx,
            was_cx=out.was_cx,
        )


def _portage(table: AslTable, units: tuple[Unit, ...]) -> None:
    """A4.42: what units have with them is portaged by them, for all of this MPh."""
    for unit in units:
        for weapon in table.truth.weapons_of(unit):
            table.put(weapon, portaged_by=unit.counter)


def _log_move(table: AslTable, going: Ids, entry: Entry, step: Move) -> None:
    units = table.alive(going)
    origin = units[0].at
    here, there = table.board.name(origin), table.board.name(step.to)
    manner = ", Infantry OVR" if isinstance(step, Overrun) else ""
    manner += ", Assault Movement" if step.assault else ""
    if any(unit.min_move for unit in units):
        manner = ", Minimum Move"
    if entry.sides:
        manner = f", Bypass along {hexside_names(table.board, step.to, entry.sides)}"
    if entry.facing is not None:
        manner = f"{manner}, in Crest status, facing the {entry.facing}"
    text = f"{names(units)} {here} → {there} ({cost_text(table.law, entry)}{manner})"
    table.log("move", text, side=units[0].side, rule="A4.1", at=(step.to, origin))


def _lose_road_bonus(table: AslTable, unit_ids: Ids, origin: LocationId, to: LocationId) -> None:
    """B3.4: who has met mines on the road has no road bonus."""
    if table.truth.known_mines() & set(meets_mines(table.board, origin, to)):
        for unit in table.alive(unit_ids):
            table.change(unit.counter, off_road=True)


def able_to_go_on(table: AslTable, unit_ids: Ids) -> Ids:
    """Those that are still there, unbroken and unpinned, and may go on; the others' MPh is over,
    under a "?" of their own if they keep one (A12.11).
    """
    there = (u for u in table.alive(unit_ids) if not u.moved)
    free = tuple(u.counter for u in there if not u.broken and not u.pinned)
    able = left_behind(table, unit_ids, free)
    stopped = tuple(unit_id for unit_id in unit_ids if unit_id not in able)
    set_apart(table, (unit.id for unit in table.alive(stopped)))
    end_move_of(table, stopped)
    return able


def end_move_of(table: AslTable, unit_ids: Ids) -> None:
    for unit in table.alive(unit_ids):
        table.change(unit.counter, moved=True)


def nobody_moves(table: AslTable, side: Side) -> None:
    """The action is over: nobody is the moving target of the next expenditure any more."""
    for unit in table.truth.pieces(side):
        if unit.moving:
            table.change(unit.counter, moving=False)
