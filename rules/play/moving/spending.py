"""MF spent on foot (A4.1): on moving into the next Location, or on an errand where the units are
(`errands`). Each is one expenditure (`expenditure`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from msgspec.structs import replace

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_detection import detect
from rules.chapters.concealment.a12_inspection import open_crowded
from rules.chapters.concealment.covers import in_order, set_apart, veiled_of
from rules.chapters.ground.b_entry import Entry, cost_text
from rules.chapters.mines.b28_minefields import meets_mines
from rules.chapters.movement.a04_double_time import setting_out
from rules.chapters.movement.a04_movement import SHOWN_ALL, as_movers, price
from rules.chapters.movement.passage import Attack, Ids, go
from rules.chapters.terms.a04_bypass import hexside_names
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.procedure import Procedure
from rules.play.moving.errand import ErrandCommand
from rules.play.moving.expenditure import Expenditure, Spent, end_action, end_move_of, expend
from rules.play.moving.move_commands import Move, Overrun
from rules.play.moving.moves import Spending, chosen_entry, errand_of
from rules.position.asl_table import AslTable
from rules.position.position import names

Dares: TypeAlias = Callable[[Ids, Entry], Procedure[Ids]]
"""Who overruns a SMC that he has met under a "?" on a way (A12.15)."""

BeforeFire: TypeAlias = Callable[[Ids], Procedure[None]]
"""What happens once they have gone, before anybody fires at them."""


async def move_one_step(table: AslTable, side: Side, step: Move) -> None:
    """Move a stack into one Location and no farther, whatever MF it has left."""
    end_move_of(table, await spend(table, table.counters(step.units), step))
    end_action(table, side)


async def spend(
    table: AslTable,
    going: Ids,
    step: Spending,
    before_fire: BeforeFire | None = None,
    dares: Dares | None = None,
    meets: Attack | None = None,
) -> Ids:
    """One expenditure of a stack on foot; returns those who may go on.

    `meets` is who keeps them out, instead of whoever Detection finds (A12.15).
    """
    if isinstance(step, Move):
        moving = _moving(table, going, step, dares=dares, meets=meets, before_fire=before_fire)
        return await expend(table, Expenditure(going, moving.pay, moving.act))
    return await expend(table, _errand(table, going, step))


def _on_foot(table: AslTable, stack: tuple[Unit, ...], step: Move) -> Entry | None:
    """A12.16: a way as everybody hears of it that a "?" goes it: as those on foot would
    (docs/rulings.md).
    """
    walkers = tuple(replace(unit, horse=None) for unit in stack)
    return chosen_entry(table.known(stack[0].side), walkers, step)


def _halves_shown(entry: Entry) -> int:
    """A8.3: what of the MF of a "?" counts for fire at it."""
    return SHOWN_ALL if entry.takes_all else entry.halves


def _parted(table: AslTable, ids: Ids, origin: LocationId) -> Spent:
    """Those who have come elsewhere by an errand, and those of them who were stopped on leaving; if
    none has, all are where they would be.
    """
    went = tuple(unit.counter for unit in table.alive(ids) if unit.at != origin)
    return Spent(went, tuple(one for one in ids if one not in went)) if went else Spent(ids)


@dataclass(frozen=True)
class _Moving:
    """A stack that goes into the next Location, by a way that it can pay for. `halves` is what each
    pays, `shown` the way as everybody hears of it.
    """

    table: AslTable
    going: Ids
    step: Move
    stack: tuple[Unit, ...]
    entry: Entry
    shown: Entry
    halves: dict[CounterId, int]
    meets: Attack | None
    before_fire: BeforeFire | None

    def pay(self) -> None:
        open_crowded(self.table, self.stack, self.step.to)
        pay(self.table, self.halves, assault=self.step.assault)
        _log_move(self.table, self.going, self.shown, self.step)

    async def act(self) -> Spent:
        """Go there. The MF count where the units are then (A8.3)."""
        table, origin = self.table, self.stack[0].at
        _portage(table, self.stack)
        passage = await go(table, self.going, self.step.to, self._marks, meets=self.meets)
        gone = passage.gone
        stopped = tuple(u.counter for u in table.alive(self.going) if u.counter not in gone)
        end_move_of(table, stopped)
        for unit in table.alive((*gone, *stopped)):
            spent = _halves_shown(self.shown) if unit.under else self.halves[unit.counter]
            table.change(unit.counter, mf_here=unit.mf_here + spent)
        if gone:
            _lose_road_bonus(table, gone, origin, self.step.to)
        if self.before_fire is not None:
            await self.before_fire(gone)
        return Spent(gone, stopped, entered=True)

    def _marks(self, unit: Unit) -> Mapping[str, Any]:
        return {
            **self.entry.marks,
            "off_road": unit.off_road or not self.entry.keeps_bonus,
            "cx": unit.cx or self.entry.tires,
            "swims": False,
            "swam": unit.swims or unit.swam,
        }


def _moving(
    table: AslTable,
    going: Ids,
    step: Move,
    *,
    dares: Dares | None,
    meets: Attack | None,
    before_fire: BeforeFire | None,
) -> _Moving:
    stack = as_movers(table.truth, table.alive(going))
    entry = chosen_entry(table.known(stack[0].side), stack, step)
    if entry is None:
        raise RuntimeError(f"no way leads to {step.to}, though the move was accepted")
    shown = entry if stack[0].under is None else _on_foot(table, stack, step) or entry
    halves = {unit.counter: price(table.law, unit, entry) for unit in stack}

    async def overrun(ids: Ids) -> Ids:
        daring: Ids = () if dares is None else await dares(ids, entry)
        halves.update({one: 2 * halves[one] for one in daring})
        return daring

    if meets is None and not entry.sides:
        meets = partial(detect, dares=overrun)
    return _Moving(table, going, step, stack, entry, shown, halves, meets, before_fire)


def _errand(table: AslTable, going: Ids, step: ErrandCommand) -> Expenditure:
    """A8.1: an errand is paid for and done where the units are; it may lead elsewhere."""
    errand, origin = errand_of(step), table.alive(going)[0].at
    halves = errand.halves_of(table.known(table.unit(going[0]).side), step)
    veiled = veiled_of(table, going)

    def pays() -> None:
        set_apart(table, (unit.id for unit in table.alive(going)))
        pay(table, dict.fromkeys(going, halves), assault=False)

    async def act() -> Spent:
        await errand.act(table, step)
        for unit in table.alive(going):
            spent = SHOWN_ALL if unit.under and errand.takes_all else halves
            table.change(unit.counter, mf_here=unit.mf_here + spent)
        there = tuple(unit.counter for unit in table.alive(going))
        return _parted(table, in_order(table, there, veiled), origin)

    return Expenditure(going, pays, act)


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
