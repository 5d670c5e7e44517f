"""A22, A23 Attacks with a FP of their own: those of Flamethrowers and Demolition Charges.

They join no Fire Group and nobody directs them. One DR attacks all targets of a Location, each with
its own DRM (A.5).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.board.locations import LocationId
from rules.chapters.a07_fire import result_of
from rules.chapters.a07_results import apply_results
from rules.chapters.a08_residual import leave_fp
from rules.chapters.a10_dm import dm_from_attack
from rules.chapters.a21_captured import WORSE, is_captured
from rules.chapters.b25_flames import catch_fire
from rules.forces.entities import Unit, Weapon
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import name, values, weapon_values
from rules.tables import IftKind, IftResult, ift_result

BEST_DR = 2
NON_ELITE = 2
"""A22.3, A23.2: by how much the X# is lower in the hands of those who are not elite."""

Ledger = tuple[Modifier, ...]


@dataclass(frozen=True)
class Blow:
    """An attack about to be made: whose, on which column for a DR, at whom and with which DRM.

    `column` is None where the DR itself says that nothing happens, and `best` what it may be. One
    at movers alone `leaves` so much Residual FP (A8.2). `sets_fire` are the Original results that
    may start a Flame, by `fire_rule` (B25.12, B25.13).
    """

    side: Side
    rule: str
    text: str
    at: LocationId
    origin: LocationId
    ledgers: Mapping[CounterId, Ledger]
    column: Callable[[Roll], int | None]
    best: int | None
    after: Callable[[AslTable, Roll], None] | None = None
    leaves: Callable[[Roll], int] | None = None
    sets_fire: frozenset[IftKind] = frozenset()
    fire_rule: str = ""


async def strike(table: AslTable, blow: Blow) -> None:
    """A7.3: the DR, its results, DM, and what it does to the weapon."""

    async def effects(roll: Roll) -> None:
        column = blow.column(roll)
        results = {
            one: result_of(column, roll.total + _sum(ledger))
            for one, ledger in blow.ledgers.items()
        }
        _report(table, blow, roll, column, results)
        there = tuple(unit.counter for unit in table.truth.units_at(blow.at))
        await apply_results(table, results, there if blow.leaves is None else tuple(blow.ledgers))
        if column is not None:
            breaking = (
                one
                for one, ledger in blow.ledgers.items()
                if result_of(blow.best, BEST_DR + _sum(ledger)).is_harmful
            )
            dm_from_attack(table, tuple(breaking))
        if blow.leaves is not None:
            leave_fp(table, blow.at, blow.leaves(roll))
        if blow.after is not None:
            blow.after(table, roll)
        if column is not None and ift_result(column, roll.total).kind in blow.sets_fire:
            catch_fire(table, blow.at, blow.side, "Fire by the attack", blow.fire_rule)

    await table.resolve(Purpose("IFT", blow.text, blow.rule, blow.side), 2, effects)


def _report(
    table: AslTable,
    blow: Blow,
    roll: Roll,
    column: int | None,
    results: Mapping[CounterId, IftResult],
) -> None:
    """One line for the attack, one more for each target with DRM of its own (A.5)."""
    first = next(iter(results), None)
    mods = blow.ledgers[first] if first else ()
    shown = "does not go off" if column is None else f"{column} column"
    result = str(results[first]) if first and column is not None else "no effect"
    table.log(
        "fire",
        f"{blow.text}: {shown}",
        side=blow.side,
        rule=blow.rule,
        at=(blow.at, blow.origin),
        roll=roll,
        mods=mods,
        result=_said(result),
    )
    for one, other in results.items():
        if column is not None and blow.ledgers[one] != mods:
            text = f"against {name(table.unit(one))}"
            own = blow.ledgers[one]
            table.log("fire", text, side=blow.side, rule="A.5", mods=own, result=_said(str(other)))


def _said(result: str) -> str:
    return "no effect" if result == "–" else result


def x_number(user: Unit, weapon: Weapon) -> int:
    """A22.3, A23.2, A21.11: the Original DR from which on a FT or DC is gone: printed, two less for
    a MMC that is not elite, and two less if it is captured.
    """
    amateur = values(user).grade not in {None, "E"}
    captured = is_captured(user, weapon)
    return weapon_values(weapon).breakdown - NON_ELITE * amateur - WORSE * captured


def _sum(ledger: Ledger) -> int:
    return sum(entry.value for entry in ledger)
