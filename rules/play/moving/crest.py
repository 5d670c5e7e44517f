"""B20.9 Crest status in play: up from IN a Depression hex, and back."""

from collections.abc import Callable, Iterable, Iterator

from rules.chapters.concealment.a12_loss import lose_by_going
from rules.chapters.concealment.covers import set_apart
from rules.chapters.ground.b20_crest import (
    claim_bar,
    claim_cost,
    claim_crest,
    facings,
    go_in,
    going_in_bar,
    hex_cost,
)
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import mf_text
from rules.chapters.movement.a04_advance import may_advance
from rules.chapters.movement.a04_movement import as_movers, mf_left
from rules.chapters.movement.able import Act, what_bars
from rules.chapters.movement.passage import arrive
from rules.forces.manner import Facing
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.view import Modifier, Offer
from rules.play.activity import Activity, Guise, UnitNoun
from rules.play.checks import own_stack
from rules.play.moving.errand import Errand, ErrandCommand, one_of_movers
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position, name

_LEAST = 2  # half MF


class ToCrest(ErrandCommand, frozen=True, kw_only=True, tag="to_crest"):
    """Claim Crest status, facing three hexsides of which this is the middle one."""

    words = "to crest {units} facing {facing}"
    guise = Guise.COVERED
    units: tuple[UnitNoun, ...]
    facing: Facing


class GoIn(ErrandCommand, frozen=True, kw_only=True, tag="go_in"):
    """Go from the Crest IN the Depression."""

    words = "go in {units}"
    guise = Guise.COVERED
    units: tuple[UnitNoun, ...]


Bar = Callable[[Position, Unit], Barrier | None]


def _not_in_crest(position: Position, unit: Unit) -> Barrier | None:
    return going_in_bar(unit)


def _by_place(
    position: Knowledge, units: tuple[Unit, ...], bar: Bar
) -> Iterator[tuple[ShownId, ...]]:
    """Those of the units that nothing bars, Location by Location."""
    able = [unit for unit in units if bar(position, unit) is None]
    for at in sorted({unit.at for unit in able}):
        yield tuple(unit.id for unit in able if unit.at == at)


def _claims(
    position: Knowledge, units: tuple[Unit, ...], words: Callable[[Unit], str]
) -> Iterable[Offer]:
    for ids in _by_place(position, units, claim_bar):
        first = position.unit(ids[0])
        slots = (
            Slot(name="units", kind="units", of=tuple(map(filler, ids))),
            Slot(
                name="facing",
                kind="option",
                label="facing",
                of=tuple(Filler(value=one, label=one) for one in facings(position.board, first.at)),
            ),
        )
        label = f"Crest status{words(first)}"
        yield SlotsOffer(verb="to_crest", label=label, rule="B20.9", slots=slots)


def _descents(
    position: Knowledge, units: tuple[Unit, ...], words: Callable[[Unit], str]
) -> Iterable[Offer]:
    for ids in _by_place(position, units, _not_in_crest):
        first = position.unit(ids[0])
        slot = Slot(name="units", kind="units", of=tuple(map(filler, ids)))
        label = f"Down from the Crest{words(first)}"
        yield SlotsOffer(verb="go_in", label=label, rule="B20.9", slots=(slot,))


def _refuse_claim(position: Knowledge, units: tuple[Unit, ...], facing: Facing) -> None:
    for unit in units:
        bar = claim_bar(position, unit)
        if bar is not None:
            raise Refused(bar.rule, bar.why)
    if facing not in facings(position.board, units[0].at):
        where = position.board.name(units[0].at)
        raise Refused("B20.9", f"In {where} nobody faces the {facing} in Crest status.")


def _refuse_descent(units: tuple[Unit, ...]) -> None:
    for unit in units:
        bar = going_in_bar(unit)
        if bar is not None:
            raise Refused(bar.rule, bar.why)


# -- in the MPh -----------------------------------------------------------------------------------


def _stack_of(movers: tuple[Unit, ...], unit_ids: tuple[ShownId, ...]) -> tuple[Unit, ...]:
    """Different units of one Location that may spend MF now. Raises Refused."""
    units = tuple(one_of_movers(movers, unit_id) for unit_id in unit_ids)
    if not units or len({*unit_ids}) < len(units) or len({unit.at for unit in units}) > 1:
        raise Refused("A4.2", "Choose different units of one Location.")
    return units


def _units(command: ToCrest | GoIn) -> tuple[ShownId, ...]:
    return command.units


def _above_least(
    cost: Callable[[Position, Unit], tuple[Modifier, ...]],
) -> Callable[[Knowledge, ToCrest | GoIn], tuple[Modifier, ...]]:
    """What that costs besides the least."""

    def adds(position: Knowledge, command: ToCrest | GoIn) -> tuple[Modifier, ...]:
        found = cost(position, position.unit(command.units[0]))
        return (*found, Modifier("B20.9", "as the least", -_LEAST))

    return adds


def _claim_cost(position: Position, unit: Unit) -> tuple[Modifier, ...]:
    return claim_cost(position, unit.at)


def _descent_cost(position: Position, unit: Unit) -> tuple[Modifier, ...]:
    return hex_cost(position, unit.at)


def _costing(
    position: Position, cost: Callable[[Position, Unit], tuple[Modifier, ...]]
) -> Callable[[Unit], str]:
    return lambda unit: f", {mf_text(sum(part.value for part in cost(position, unit)))} MF"


def _affordable(
    position: Knowledge,
    units: tuple[Unit, ...],
    cost: Callable[[Position, Unit], tuple[Modifier, ...]],
) -> tuple[Unit, ...]:
    return tuple(
        unit
        for unit in as_movers(position, units)
        if sum(part.value for part in cost(position, unit))
        <= mf_left(position.law, unit) - unit.assault
    )


def _claim_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = _affordable(position, units, _claim_cost)
    return _claims(position, able, _costing(position, _claim_cost))


def _refuse_to_crest(position: Knowledge, movers: tuple[Unit, ...], command: ToCrest) -> None:
    _refuse_claim(position, _stack_of(movers, command.units), command.facing)


async def _to_crest(table: AslTable, command: ToCrest) -> None:
    await _up(table, table.counters(command.units), command.facing)


async def _up(table: AslTable, unit_ids: tuple[CounterId, ...], facing: Facing) -> None:
    """A12.141: a "?" that goes to the Crest is lost there as by any other movement."""
    claim_crest(table, unit_ids, facing)
    (at,) = {unit.at for unit in table.alive(unit_ids)}
    table.settle()
    await lose_by_going(table, unit_ids, at, at)


CLAIMING_CREST = Errand(
    ToCrest,
    _claim_offers,
    _refuse_to_crest,
    _units,
    (Modifier("B20.9", "to the Crest", _LEAST),),
    _to_crest,
    _above_least(_claim_cost),
)
"""B20.9: two MF, over rubble four."""


def _descent_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = _affordable(position, units, _descent_cost)
    return _descents(position, able, _costing(position, _descent_cost))


def _refuse_go_in(position: Knowledge, movers: tuple[Unit, ...], command: GoIn) -> None:
    _refuse_descent(_stack_of(movers, command.units))


async def _go_in(table: AslTable, command: GoIn) -> None:
    await _down(table, table.counters(command.units))


async def _down(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """B20.97: what lies IN the hex attacks those who come down to it."""
    go_in(table, unit_ids)
    await arrive(table, unit_ids)


GOING_IN = Errand(
    GoIn,
    _descent_offers,
    _refuse_go_in,
    _units,
    (Modifier("B20.9", "into the hex", _LEAST),),
    _go_in,
    _above_least(_descent_cost),
)
"""B20.9: for what the hex costs."""


# -- in the APh -----------------------------------------------------------------------------------


def _free_in_aph(position: Knowledge, side: Side) -> tuple[Unit, ...]:
    return tuple(unit for unit in position.pieces(side) if may_advance(position, unit))


def _as_advance(unit: Unit) -> str:
    return ""


def _refuse_advancers(
    position: Knowledge, side: Side, unit_ids: tuple[ShownId, ...]
) -> tuple[Unit, ...]:
    units = own_stack(position, side, unit_ids)
    for unit in units:
        bar = what_bars(position, unit, Act.ADVANCE)
        if bar is not None:
            raise Refused(bar.rule, bar.why)
        if not may_advance(position, unit):
            raise Refused("A4.7", f"{name(unit)} has advanced.")
    return units


def _claim_aph_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return _claims(position, _free_in_aph(position, side), _as_advance)


def _refuse_claim_in_aph(position: Knowledge, side: Side, command: ToCrest) -> None:
    _refuse_claim(position, _refuse_advancers(position, side, command.units), command.facing)


async def _claim_in_aph(table: AslTable, side: Side, command: ToCrest) -> None:
    units = table.counters(command.units)
    _note_advance(table, units)
    await _up(table, units, command.facing)


def _descent_aph_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return _descents(position, _free_in_aph(position, side), _as_advance)


def _refuse_descent_in_aph(position: Knowledge, side: Side, command: GoIn) -> None:
    _refuse_descent(_refuse_advancers(position, side, command.units))


async def _descend_in_aph(table: AslTable, side: Side, command: GoIn) -> None:
    units = table.counters(command.units)
    _note_advance(table, units)
    await _down(table, units)


def _note_advance(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    set_apart(table, (unit.id for unit in table.alive(unit_ids)))
    for unit in table.alive(unit_ids):
        table.change(unit.counter, used=True)


CLAIM_CREST = Activity(ToCrest, _claim_aph_offers, _refuse_claim_in_aph, _claim_in_aph)
GO_IN = Activity(GoIn, _descent_aph_offers, _refuse_descent_in_aph, _descend_in_aph)
"""B20.9: each instead of an advance."""
