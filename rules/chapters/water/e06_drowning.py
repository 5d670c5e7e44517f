"""E6.21, B21.121 Drowning, and where the Current takes swimmers."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.board.locations import HexId, hex_of, location
from rules.chapters.morale.elimination import eliminate
from rules.chapters.movement.relocation import relocate
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.position.asl_table import AslTable
from rules.position.position import Position, name
from rules.position.water import Current, current_at, downstream, is_lined

DROWNED: Mapping[Current, int] = {Current.SLOW: 12, Current.MODERATE: 11, Current.HEAVY: 10}
"""E6.21: the least DR that drowns a swimmer."""

LOWER = 3
"""B21.121: the highest Drift dr that takes one to the lower of two hex coordinates."""


@dataclass(frozen=True)
class Danger:
    """What the water of a hex does to a swimmer: the DR from which he drowns at the end of his own
    APh, None if he never does; where he drifts to then, and in the enemy's APh too.
    """

    current: Current | None
    drowns: int | None
    drifts: tuple[HexId, ...]
    in_enemy_aph: bool

    @property
    def ways_to_drown(self) -> int:
        """Of 36."""
        return ways_from(13 if self.drowns is None else self.drowns)


def ways_from(least: int) -> int:
    """Of the 36 DR those of so much or more."""
    return sum(6 - abs(7 - total) for total in range(least, 13))


def danger_of(current: Current | None) -> str:
    """E6.21, B21.121: what a Current does to swimmers, in words; "" if there is none."""
    if current is None:
        return ""
    least = DROWNED[current]
    drifts = {
        Current.SLOW: "does not drift",
        Current.MODERATE: "drifts then",
        Current.HEAVY: "drifts then and in the enemy's APh",
    }
    odds = f"{ways_from(least)}/36"
    return (
        f"a swimmer drowns on {least}+ ({odds}) at the end of one's own APh, and {drifts[current]}"
    )


def danger_at(position: Position, hex_id: HexId, *, rides: bool = False) -> Danger:
    """E6.21, B21.121: what a swimmer has to fear in a hex; to who rides a fording line is of no
    use (E6.6).
    """
    view, board = position.view, position.board
    current = current_at(view, board, hex_id)
    fordable = board.ford(hex_id) and not (rides and is_lined(view, board, hex_id))
    strong = current in {Current.MODERATE, Current.HEAVY}
    return Danger(
        current=current,
        drowns=None if current is None or fordable else DROWNED[current],
        drifts=downstream(view, board, hex_id) if strong else (),
        in_enemy_aph=current is Current.HEAVY,
    )


def drown_and_drift(table: AslTable) -> None:
    """E6.21, B21.121: at the end of an APh: the Drowning DR of the ATTACKER's swimmers, whose
    coloured die says where they drift to; in a Heavy current those of the DEFENDER drift as well.
    """
    phasing = table.clock.phasing
    for side in (phasing, phasing.enemy):
        for unit in _swimmers(table, side):
            danger = danger_at(table.truth, hex_of(unit.at), rides=unit.horse is not None)
            _endure(table, unit, danger, is_own=side is phasing)


def _swimmers(table: AslTable, side: Side) -> tuple[Unit, ...]:
    """Captives drift with their guard, and drown when nobody holds them any more."""
    return tuple(unit for unit in table.truth.personnel(side) if unit.swims and unit.guard is None)


def _endure(table: AslTable, unit: Unit, danger: Danger, *, is_own: bool) -> None:
    roll = None
    if is_own and danger.drowns is not None:
        roll = _drowning_roll(table, unit, danger.drowns)
        if roll.total >= danger.drowns:
            eliminate(table, unit.counter, f"{name(unit)} drowns", "E6.21")
            return
    if is_own or danger.in_enemy_aph:
        _drift(table, unit, danger, None if roll is None else roll.dice[0])


def _drowning_roll(table: AslTable, unit: Unit, drowns: int) -> Roll:
    purpose = Purpose("drowning", f"Drowning DR of {name(unit)}", "E6.21", unit.side, at=unit.at)
    roll = table.roll(purpose, 2)
    table.log(
        "check", f"{name(unit)} swims: drowns on {drowns} or more", side=unit.side, rule="E6.21",
        at=(unit.at,), roll=roll, result="drowns" if roll.total >= drowns else "swims on",
    )  # fmt: skip
    return roll


def _drift(table: AslTable, unit: Unit, danger: Danger, coloured: int | None) -> None:
    """B21.121: one hex downstream; of two by the dr, which is the coloured die of a Drowning DR."""
    roll = None
    if not danger.drifts:
        return
    if len(danger.drifts) > 1 and coloured is None:
        purpose = Purpose("drift", f"Drift dr of {name(unit)}", "B21.121", unit.side, at=unit.at)
        roll = table.roll(purpose)
        coloured = roll.total
    to = danger.drifts[-1 if coloured is not None and coloured > LOWER else 0]
    there = table.board.name(to)
    table.log(
        "move", f"{name(unit)} drifts {table.board.name(unit.at)} → {there}", side=unit.side,
        rule="B21.121", at=(location(to), unit.at), roll=roll,
    )  # fmt: skip
    _carry(table, unit.counter, to)


def _carry(table: AslTable, unit_id: CounterId, to: HexId) -> None:
    relocate(table, (unit_id,), location(to))
    table.settle()
