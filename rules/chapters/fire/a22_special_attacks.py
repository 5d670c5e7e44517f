"""A22, A23 Attacks with a FP of their own: those of Flamethrowers and Demolition Charges.

They join no Fire Group and nobody directs them. One DR attacks all targets of a Location, each with
its own DRM (A.5).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_hidden import show_fortification
from rules.chapters.fire.a07_carriers import attack_carriers
from rules.chapters.fire.a07_fire import result_of
from rules.chapters.fire.a07_results import apply_results
from rules.chapters.fire.a07_struck import Struck, unmanned_there
from rules.chapters.fire.a08_residual import leave_fp
from rules.chapters.fire.a21_captured import WORSE, is_captured
from rules.chapters.ground.b25_flames import catch_fire
from rules.chapters.ground.b_terrain import FORTIFIED, location_tem
from rules.chapters.morale.a10_dm import dm_from_attack
from rules.chapters.rubble.b24_rubble import bring_down
from rules.chapters.water.e05_boat_fire import NOTHING
from rules.chapters.water.e05_boat_fire import Blow as BoatBlow
from rules.chapters.works.b23_found import hidden_building
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.boats import is_afloat
from rules.position.position import Position, name, one_of_each, values, weapon_values
from rules.tables import IftKind, IftResult, ift_column, ift_result

BEST_DR = 2
NON_ELITE = 2
"""A22.3, A23.2: by how much the X# is lower in the hands of those who are not elite."""

Ledger = tuple[Modifier, ...]


@dataclass(frozen=True)
class Blow:
    """An attack about to be made: whose, on which column for a DR, whom it strikes, with which DRM.

    `column` is None where the DR itself says that nothing happens, and `best` what it may be. One
    at movers alone `leaves` so much Residual FP (A8.2). `sets_fire` are the Original results that
    may start a Flame, by `fire_rule` (B25.12, B25.13). What `rubbles` a building by a DR does so
    before anything else, and then has no other effect (B24.11). `alone` gives the DRM against what
    nobody is in or on (A7.308, E5.51); `hidden` are those against whoever is hidden, of whom nobody
    hears unless it has an effect on him (A12.3).
    """

    side: Side
    rule: str
    text: str
    at: LocationId
    origin: LocationId
    struck: Struck
    ledgers: dict[CounterId, Ledger]
    column: Callable[[Roll], int | None]
    best: int | None
    alone: Callable[[Unit], Ledger]
    after: Callable[[AslTable, Roll], None] | None = None
    leaves: Callable[[Roll], int] | None = None
    sets_fire: frozenset[IftKind] = frozenset()
    fire_rule: str = ""
    rubbles: Callable[[Roll], IftResult] | None = None
    hidden: dict[CounterId, Ledger] = field(default_factory=dict)

    @property
    def all_ledgers(self) -> dict[CounterId, Ledger]:
        """The DRM against all whom it strikes."""
        return {**self.ledgers, **self.hidden}


def _is_halved(table: AslTable, unit: Unit) -> bool:
    """A12.13, E6.3, E5.5: whether it is Area Fire at a unit: one that is concealed, swims, or is in
    a boat afloat.
    """
    return unit.under is not None or unit.swims or is_afloat(table.world, unit)


def is_halved_at(position: Position, at: LocationId, side: Side) -> bool:
    """A12.13, A7.4: whether all that a side sees of its enemy in a Location would be struck with
    half the FP: each "?", or nobody, who may be hidden there.
    """
    seen = position.targets(position.seen_at(at, side.enemy))
    alone = unmanned_there(position, at)
    return all(one.under is not None for one in seen) and bool(seen or not alone)


async def strike(table: AslTable, blow: Blow) -> None:
    """A7.3: the DR, its results, DM, and what it does to the weapon."""

    async def effects(roll: Roll) -> None:
        column = blow.column(roll)
        columns = _columns(table, blow, column)
        _claim(table, blow, roll, columns)
        aboard = {one.counter for one in table.alive(tuple(columns)) if one.in_boat}
        results = {
            one: NOTHING if one in aboard else result_of(columns[one], roll.total + _sum(ledger))
            for one, ledger in blow.all_ledgers.items()
        }
        _report(table, blow, roll, columns, results)
        if blow.rubbles is not None and bring_down(table, blow.side, blow.at, blow.rubbles(roll)):
            if blow.after is not None:
                blow.after(table, roll)
            return
        there = tuple(unit.counter for unit in table.truth.personnel_at(blow.at))
        ledgers = blow.all_ledgers
        blows = {one: BoatBlow(columns[one], _sum(ledger)) for one, ledger in ledgers.items()}
        alone = _at_unmanned(table, blow, column)
        results |= attack_carriers(table, roll, blows, blow.side, alone)
        await apply_results(table, results, there if blow.leaves is None else tuple(blow.ledgers))
        if column is not None:
            breaking = (
                one
                for one, ledger in blow.all_ledgers.items()
                if result_of(blow.best, BEST_DR + _sum(ledger)).is_harmful
            )
            dm_from_attack(table, tuple(breaking))
        if blow.leaves is not None:
            leave_fp(table, blow.at, blow.leaves(roll))
        if blow.after is not None:
            blow.after(table, roll)
        stands = table.truth.board.has_location(blow.at)
        lights = column is not None and ift_result(column, roll.total).kind in blow.sets_fire
        if stands and lights:
            catch_fire(table, blow.at, blow.side, "Fire by the attack", blow.fire_rule)

    await table.resolve(Purpose("IFT", blow.text, blow.rule, blow.side), 2, effects)


def _columns(table: AslTable, blow: Blow, column: int | None) -> dict[CounterId, int | None]:
    """The column against each target."""
    struck = tuple(blow.all_ledgers)
    halved = {unit.counter for unit in table.alive(struck) if _is_halved(table, unit)}
    return {one: _halved(column) if one in halved else column for one in struck}


def _claim(
    table: AslTable, blow: Blow, roll: Roll, columns: Mapping[CounterId, int | None]
) -> None:
    """B23.9: a hidden Fortified Location on which a result hangs is shown, and its TEM counts."""
    record = hidden_building(table, blow.at, blow.side.enemy)
    tem = location_tem(table.truth, blow.at)
    sheltered = [one for one, ledger in blow.all_ledgers.items() if tem in ledger]
    if record is None or tem is None:
        return

    def result(one: CounterId, more: int) -> IftResult:
        return result_of(columns[one], roll.total + _sum(blow.all_ledgers[one]) + more)

    if all(result(one, 0) == result(one, FORTIFIED) for one in sheltered):
        return
    show_fortification(table, record)
    fortified = location_tem(table.truth, blow.at) or tem
    for ledgers in (blow.ledgers, blow.hidden):
        for one in (one for one in sheltered if one in ledgers):
            ledgers[one] = tuple(fortified if mod == tem else mod for mod in ledgers[one])


def _at_unmanned(table: AslTable, blow: Blow, column: int | None) -> dict[str, BoatBlow]:
    """A7.308, E5.5, E5.51: the same at what nobody is in or on, whosever it is."""

    def against(target: Unit) -> BoatBlow:
        halved = _halved(column) if _is_halved(table, target) else column
        return BoatBlow(halved, _sum(blow.alone(target)))

    return blow.struck.each_unmanned(against)


def _report(
    table: AslTable,
    blow: Blow,
    roll: Roll,
    columns: Mapping[CounterId, int | None],
    results: Mapping[CounterId, IftResult],
) -> None:
    """One line for the attack, one more for each target with a column or DRM of its own (A.5); none
    for who is hidden.
    """
    first = next(iter(blow.ledgers), None)
    mods = blow.ledgers[first] if first else ()
    used = columns[first] if first else _at_nobody(table, blow, roll)
    goes_off = blow.column(roll) is not None
    shown = f"{used or 'no'} column" if goes_off else "does not go off"
    nothing = "no effect" if blow.ledgers or not goes_off else "at nobody seen"
    result = str(results[first]) if first and goes_off else nothing
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
    for unit in one_of_each(table.alive(tuple(blow.ledgers))):
        own, column = blow.ledgers[unit.counter], columns[unit.counter]
        if goes_off and (own != mods or column != used):
            apart = f", {column or 'no'} column" if column != used else ""
            text, said = f"against {name(unit)}{apart}", _said(str(results[unit.counter]))
            table.log("fire", text, side=blow.side, rule="A.5", mods=own, result=said)


def _at_nobody(table: AslTable, blow: Blow, roll: Roll) -> int | None:
    """A7.4: the column where nobody is a target: that against whoever is hidden."""
    column = blow.column(roll)
    nobody = blow.struck.seeks and is_halved_at(table.public, blow.at, blow.side)
    return _halved(column) if nobody else column


def _halved(column: int | None) -> int | None:
    """A12.13: who is under a "?" is attacked with half the FP."""
    return None if column is None else ift_column(Fraction(column, 2))


def _said(result: str) -> str:
    return "no effect" if result == "–" else result


def x_number(user: Unit, weapon: Weapon) -> int:
    """A22.3, A23.2, A21.11: the Original DR from which on a FT or DC is gone: printed, two less for
    a MMC that is not elite, and two less if it is captured.
    """
    captured = is_captured(user, weapon)
    return x_printed(user, weapon_values(weapon).breakdown) - WORSE * captured


def x_printed(user: Unit, printed: int) -> int:
    """A23.2: the same of what is not captured, by what is printed on it."""
    amateur = values(user).grade not in {None, "E"}
    return printed - NON_ELITE * amateur


def _sum(ledger: Ledger) -> int:
    return sum(entry.value for entry in ledger)
