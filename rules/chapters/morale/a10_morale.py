"""A10.1-A10.31 Morale Checks and Task Checks, and A10.2 the loss of a leader."""

from dataclasses import dataclass, replace

from rules.board.locations import LocationId, is_on_cliff
from rules.chapters.concealment.covers import uncover
from rules.chapters.mines.b28_ptc import roll_for_traps
from rules.chapters.morale.a10_breaking import (
    CASUALTY_MC,
    MayPin,
    can_pin,
    fail_morale_check,
    may_break,
    pin,
)
from rules.chapters.morale.a10_check import (
    MORALE_CHECK,
    TASK_CHECK,
    Check,
    Checking,
    Follows,
    Outcome,
    Words,
    check_by,
    check_modifiers,
    make_check,
)
from rules.chapters.morale.a10_checking_order import in_checking_order
from rules.chapters.morale.a10_morale_level import morale_level
from rules.chapters.morale.a15_heat_of_battle import after_morale_check
from rules.chapters.morale.a19_elr import elr_of, may_be_replaced, replace_by_elr
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.law import NamedQuestion, Rule
from rules.position.position import (
    HIDDEN,
    Position,
    is_leader,
    leadership,
    name,
    values,
)

_PINS_IF_FAILED = Words(failed="fails, pinned")


@dataclass(frozen=True)
class Loss:
    """A leader that broke or was eliminated: what its companions may have to check for (A10.2).

    `morale` and `drm` are those he had before, and whether he was a `commissar` (A25.22);
    `at` is where he was, `companions` are the units that may have to check.
    """

    leader: CounterId
    eliminated: bool
    morale: int
    drm: int
    side: Side
    at: LocationId
    companions: tuple[CounterId, ...]
    commissar: bool = False


async def morale_check(
    table: AslTable, unit_id: CounterId, plus: int, companions: tuple[CounterId, ...]
) -> None:
    """A10.1: a MC with +`plus` from an attack, whose highest passing DR pins (A7.8).

    `companions` are those whose leader may help: of the Location, in First Fire of the moving
    stack.
    """
    helpers = table.alive(companions)
    await make_check(
        table, _morale_check(table, unit_id, plus, helpers, pins=can_pin), mc_follows(table)
    )


async def morale_check_by(
    table: AslTable,
    unit_id: CounterId,
    roll: Roll,
    companions: tuple[CounterId, ...],
    *,
    may_heat: bool,
) -> None:
    """A8.31: a NMC whose DR is that of the attack which the unit has just made; of several an
    Original 2 brings Heat of Battle to one alone, which is said by `may_heat`.
    """
    check = _morale_check(table, unit_id, 0, table.alive(companions), pins=can_pin)
    await check_by(table, replace(check, may_heat=may_heat), roll, mc_follows(table))


def mc_follows(table: AslTable) -> tuple[Follows, ...]:
    """What follows from a MC, in its order, under the law in force."""
    return table.law.asks(MC_FOLLOWS)


async def pin_task_check(
    table: AslTable, unit_id: CounterId, companions: tuple[CounterId, ...]
) -> None:
    """A7.305: a PTC: an unbroken, unpinned unit that fails a NTC is pinned. Who is immune to it may
    have to roll for Booby Traps (B28.9).
    """
    unit = table.unit(unit_id)
    if not can_pin(table.truth, unit):
        await roll_for_traps(table, unit_id)
    else:
        mods = check_modifiers(Checking(table.truth, unit, table.alive(companions)))
        check = Check(TASK_CHECK, unit_id, "PTC", mods, words=_PINS_IF_FAILED)
        await make_check(table, check, (_pin_if_failed,))


def _morale_check(
    table: AslTable, unit_id: CounterId, plus: int, helpers: tuple[Unit, ...], pins: MayPin | None
) -> Check:
    given = (Modifier("A7.304", f"{plus}MC", plus),) if plus else ()
    mods = check_modifiers(Checking(table.truth, table.unit(unit_id), helpers, given))
    return Check(MORALE_CHECK, unit_id, f"{plus or 'N'}MC", mods, pins=pins)


async def _pin_if_highest(table: AslTable, outcome: Outcome) -> None:
    """A7.8: the highest DR that passes pins."""
    if outcome.pinned:
        pin(table, outcome.check.unit)


async def _fail(table: AslTable, outcome: Outcome) -> None:
    """A10.3: who fails breaks, or is Reduced."""
    if not outcome.passed:
        fail_morale_check(table, outcome.check.unit, outcome.roll)


async def _pin_if_failed(table: AslTable, outcome: Outcome) -> None:
    """A7.305, A10.2: who fails a PTC or LLTC is pinned."""
    if not outcome.passed:
        pin(table, outcome.check.unit)


async def _replace(table: AslTable, outcome: Outcome) -> None:
    """A19.1: who fails by more than its ELR is Replaced, if it is of those who break."""
    unit = table.unit(outcome.check.unit)
    exceeds = outcome.total - outcome.level > elr_of(table.truth, unit)
    if outcome.passed or not exceeds:
        return
    if may_be_replaced(unit) and may_break(table.truth, unit):
        replace_by_elr(table, unit.counter, casualty=outcome.roll.total == CASUALTY_MC)


MC_FOLLOWS: NamedQuestion[Follows] = NamedQuestion(
    "MC_FOLLOWS",
    (
        Rule("A7.8", _pin_if_highest),
        Rule("A19.1", _replace),
        Rule("A10.3", _fail),
        Rule("A15.1", after_morale_check),
    ),
)
"""What follows from a MC: each does its part, or nothing."""


async def leader_losses(table: AslTable, losses: tuple[Loss, ...]) -> None:
    """A10.2: LLMC for a leader that was eliminated, LLTC for one that broke; in chains, until done.
    Who is under a "?" with him comes into the open for it (A12.141). Leaders check first.
    """
    for loss in losses:
        others = dict.fromkeys((*loss.companions, *_come_out(table, loss)))
        there = in_checking_order(table, table.alive(tuple(others)))
        for mate in there:
            for unit in table.alive((mate.counter,)):
                if _feels(table.truth, unit, loss):
                    await _leader_loss_check(table, unit, loss)


def _come_out(table: AslTable, loss: Loss) -> tuple[CounterId, ...]:
    """A12.141: the units that were under a "?" of a leader's Location, now in the open."""
    covers = [one for one in table.truth.covers(loss.side) if one.at == loss.at]
    units = table.counters(cover.id for cover in covers)
    for cover in covers:
        uncover(table, cover.id)
    return tuple(unit.counter for unit in table.alive(units) if unit.counter != loss.leader)


def _feels(position: Position, unit: Unit, loss: Loss) -> bool:
    """A10.2, A25.22: those of lower Morale Level feel the loss; of a Commissar all others do, and
    he feels none. Nor do prisoners (A20.54), climbers (B11.42), swimmers (E6.1), Passengers of
    boats (E5.54) and the hidden (docs/rulings.md).
    """
    if unit.under == HIDDEN:
        return False
    if values(unit).commissar or unit.unarmed or is_on_cliff(unit.at) or unit.swims:
        return False
    if unit.in_boat:
        return False
    return loss.commissar or morale_level(position, unit) < loss.morale


def possible_losses(position: Position, units: tuple[Unit, ...]) -> tuple[Loss, ...]:
    """What each leader among the units would mean to the others, read before an attack."""
    return tuple(
        Loss(
            leader=leader.counter,
            eliminated=leader.broken,
            morale=morale_level(position, leader),
            drm=max(0, -leadership(leader)),
            side=leader.side,
            at=leader.at,
            companions=tuple(
                mate.counter
                for mate in units
                if mate.counter != leader.counter and mate.side is leader.side
            ),
            commissar=values(leader).commissar,
        )
        for leader in units
        if is_leader(leader) and leader.guard is None and not is_on_cliff(leader.at)
    )


def losses_since(table: AslTable, before: tuple[Loss, ...]) -> tuple[Loss, ...]:
    """Those of the leaders that are gone since, or that have broken since."""
    found = []
    for loss in before:
        alive = table.alive((loss.leader,))
        if not alive:
            found.append(_as(loss, eliminated=True))
        elif alive[0].broken and not loss.eliminated:
            found.append(_as(loss, eliminated=False))
    return tuple(found)


def _as(loss: Loss, *, eliminated: bool) -> Loss:
    return replace(loss, eliminated=eliminated)


async def _leader_loss_check(table: AslTable, unit: Unit, loss: Loss) -> None:
    before = possible_losses(table.truth, table.alive(loss.companions))
    if loss.eliminated:
        table.log("check", f"{name(unit)}: Leader Loss MC", side=unit.side, rule="A10.2")
        mods = _loss_modifiers(table, unit, loss)
        label = f"LLMC ({loss.drm or 'N'}MC)"
        check = Check(MORALE_CHECK, unit.counter, label, mods, rule="A10.2", logged="A10.1")
        await make_check(table, check, mc_follows(table))
    elif can_pin(table.truth, unit):
        table.log("check", f"{name(unit)}: Leader Loss TC", side=unit.side, rule="A10.2")
        await make_check(table, _task_check_for(table, unit, loss), (_pin_if_failed,))
    again = tuple(found for found in losses_since(table, before) if found.leader == unit.counter)
    await leader_losses(table, again)


def _loss_modifiers(table: AslTable, unit: Unit, loss: Loss) -> tuple[Modifier, ...]:
    """A10.2: the leadership that is lost, turned round, whatever other leaders are there."""
    given = (Modifier("A10.2", "leader lost", loss.drm),) if loss.drm else ()
    return check_modifiers(Checking(table.truth, unit, given=given))


def _task_check_for(table: AslTable, unit: Unit, loss: Loss) -> Check:
    """A10.2: the LLTC of a unit for that leader."""
    return Check(
        TASK_CHECK,
        unit.counter,
        "LLTC",
        _loss_modifiers(table, unit, loss),
        rule="A10.2",
        logged="A10.1",
        words=_PINS_IF_FAILED,
    )
