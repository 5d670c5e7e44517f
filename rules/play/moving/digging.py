"""B26.4, B27.4, B27.11 Entrenchments and Wire in play: in and out, off, and digging."""

from collections.abc import Iterable

from rules.chapters.close_combat.a20_guards import may_be_handed_over
from rules.chapters.concealment.a12_loss import lose_by_going
from rules.chapters.concealment.a12_stripping import strip_acting
from rules.chapters.concealment.covers import set_apart
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.movement.able import Act, is_able, what_bars
from rules.chapters.works.b26_wire import come_off, coming_off_bar
from rules.chapters.works.b27_entrenchments import (
    beneath_bar,
    come_out,
    crowd_bar,
    dig,
    digging_bar,
    digging_drm,
    digging_leaders,
    go_beneath,
    is_beneath,
)
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Slot, SlotsOffer, Value, filler, one_unit
from rules.kernel.view import Modifier, Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun
from rules.play.checks import own_stack, own_unit
from rules.play.moving.errand import Errand, ErrandCommand, one_of_movers
from rules.position.asl_table import AslTable
from rules.position.fortifications import Dug, Entrenchment, Wire
from rules.position.knowledge import Knowledge
from rules.position.marker import MarkerFace
from rules.position.position import name

ONE_MF = 2  # in halves


class GoBeneath(ErrandCommand, frozen=True, kw_only=True, tag="go_beneath"):
    """Go into the foxhole or trench of the Location."""

    words = "go beneath {units}"
    guise = Guise.COVERED
    units: tuple[UnitNoun, ...]


class ComeOut(ErrandCommand, frozen=True, kw_only=True, tag="come_out"):
    """Come out on top of the foxhole or trench."""

    words = "come out {units}"
    guise = Guise.COVERED
    units: tuple[UnitNoun, ...]


class ComeOff(ErrandCommand, frozen=True, kw_only=True, tag="come_off"):
    """Try to come off the Wire."""

    words = "come off {units}"
    units: tuple[UnitNoun, ...]


class Dig(AslCommand, frozen=True, kw_only=True, tag="dig"):
    """Try to dig a foxhole, perhaps with a leader's help."""

    words = "dig {unit} [with {leader}]"
    guise = Guise.UNSEEN
    unit: UnitNoun
    leader: UnitNoun | None = None


# -- in the MPh -----------------------------------------------------------------------------------


def _some_units(
    position: Knowledge, able: tuple[Unit, ...], verb: str, label: str, rule: str
) -> Iterable[Offer]:
    """One offer for each Location where units can do that."""
    by_place: dict[str, list[ShownId]] = {}
    for unit in able:
        by_place.setdefault(unit.at, []).append(unit.id)
    for _, ids in sorted(by_place.items()):
        slot = Slot(name="units", kind="units", of=tuple(map(filler, ids)))
        where = position.board.name(position.unit(ids[0]).at)
        text = f"{label} in {where}" if len(by_place) > 1 else label
        yield SlotsOffer(verb=verb, label=text, rule=rule, slots=(slot,))


def _beneath_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = tuple(unit for unit in units if beneath_bar(position, unit) is None)
    return _some_units(position, able, "go_beneath", "Go beneath, 1 MF", "B27.4")


def _refuse_beneath(position: Knowledge, movers: tuple[Unit, ...], command: GoBeneath) -> None:
    units = _stack_of(movers, command.units)
    bars = (beneath_bar(position, unit) for unit in units)
    bar = next((bar for bar in bars if bar is not None), None) or crowd_bar(position, units)
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _go_beneath(table: AslTable, command: GoBeneath) -> None:
    units = table.counters(command.units)
    go_beneath(table, units)
    await _seen_spending(table, units)


async def _seen_spending(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """A12.141: MF that are spent within a Location may cost a "?" as those of entering one do."""
    units = table.alive(unit_ids)
    table.settle()
    await lose_by_going(table, unit_ids, units[0].at, units[0].at)


def _out_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = tuple(filter(is_beneath, units))
    return _some_units(position, able, "come_out", "Come out, 1 MF", "B27.4")


def _refuse_out(position: Knowledge, movers: tuple[Unit, ...], command: ComeOut) -> None:
    for unit in _stack_of(movers, command.units):
        if not is_beneath(unit):
            raise Refused("B27.4", f"{name(unit)} is in no entrenchment.")


async def _come_out(table: AslTable, command: ComeOut) -> None:
    units = table.counters(command.units)
    come_out(table, units)
    await _seen_spending(table, units)


def _off_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = tuple(unit for unit in units if coming_off_bar(unit) is None)
    return _some_units(position, able, "come_off", "Come off the Wire, a dr of MF", "B26.4")


def _refuse_off(position: Knowledge, movers: tuple[Unit, ...], command: ComeOff) -> None:
    for unit in _stack_of(movers, command.units):
        bar = coming_off_bar(unit)
        if bar is not None:
            raise Refused(bar.rule, bar.why)


async def _come_off(table: AslTable, command: ComeOff) -> None:
    come_off(table, table.counters(command.units))


def _stack_of(movers: tuple[Unit, ...], unit_ids: tuple[ShownId, ...]) -> tuple[Unit, ...]:
    """Different units of one Location that may spend MF now. Raises Refused."""
    units = tuple(one_of_movers(movers, unit_id) for unit_id in unit_ids)
    if not units or len({*unit_ids}) < len(units) or len({unit.at for unit in units}) > 1:
        raise Refused("A4.2", "Choose different units of one Location.")
    return units


def _units(command: GoBeneath | ComeOut | ComeOff) -> tuple[ShownId, ...]:
    return command.units


BENEATH = Errand(
    GoBeneath,
    _beneath_offers,
    _refuse_beneath,
    _units,
    (Modifier("B27.4", "beneath", ONE_MF),),
    _go_beneath,
)
OUT = Errand(
    ComeOut,
    _out_offers,
    _refuse_out,
    _units,
    (Modifier("B27.4", "out", ONE_MF),),
    _come_out,
)
OFF_WIRE = Errand(
    ComeOff,
    _off_offers,
    _refuse_off,
    _units,
    (Modifier("B26.4", "off the Wire", ONE_MF),),
    _come_off,
)
"""B26.4: for one MF at least; the dr says how many more."""


# -- in the APh -----------------------------------------------------------------------------------


def _able_in_aph(position: Knowledge, side: Side) -> tuple[Unit, ...]:
    return tuple(unit for unit in position.personnel(side) if is_able(position, unit, Act.ADVANCE))


def _aph_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    there = _able_in_aph(position, side)
    able = tuple(unit for unit in there if beneath_bar(position, unit) is None)
    return _some_units(position, able, "go_beneath", "Go beneath", "B27.4")


def _refuse_in_aph(position: Knowledge, side: Side, command: GoBeneath) -> None:
    for unit in own_stack(position, side, command.units):
        bar = what_bars(position, unit, Act.ADVANCE)
        if bar is not None:
            raise Refused(bar.rule, bar.why)
    _refuse_beneath(position, _able_in_aph(position, side), command)


async def _go_in_aph(table: AslTable, side: Side, command: GoBeneath) -> None:
    units = table.counters(command.units)
    set_apart(table, command.units)
    go_beneath(table, units)
    for unit in table.alive(units):
        table.change(unit.counter, used=True)
    await _seen_spending(table, units)


ADVANCE_BENEATH = Activity(GoBeneath, _aph_offers, _refuse_in_aph, _go_in_aph)
"""A4.7, B27.4: as an advance or as the end of one, at no cost."""


# -- digging in the PFPh --------------------------------------------------------------------------


def _dig_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    """Who may dig, and who may help him."""
    own = [unit for unit in position.personnel(side) if is_able(position, unit, Act.FIRE)]
    forced = [
        one for one in may_be_handed_over(position, side) if _guard_bar(position, one) is None
    ]
    able = [unit for unit in (*own, *forced) if digging_bar(position, unit) is None]
    if not able:
        return
    helpers = {unit.id: tuple(one.id for one in digging_leaders(position, unit)) for unit in able}
    of = tuple(filler(one) for one in sorted({one for ids in helpers.values() for one in ids}))
    allows: dict[str, tuple[Value | bool, ...]] = {
        key: (None, *ids) for key, ids in helpers.items()
    }
    slots = (
        one_unit(helpers),
        Slot(name="leader", kind="unit", of=of, empty="alone", by="unit", allows=allows),
    )
    least = max(2, 5 - min(sum(m.value for m in digging_drm(position, u, None)) for u in able))
    label = f"Dig a foxhole, DR {least} or less"
    yield SlotsOffer(verb="dig", label=label, rule="B27.11", slots=slots)


def _refuse_dig(position: Knowledge, side: Side, command: Dig) -> None:
    captives = {one.id: one for one in may_be_handed_over(position, side)}
    forced = captives.get(command.unit)
    unit = forced or own_unit(position, side, command.unit)
    state = _guard_bar(position, unit) if forced else what_bars(position, unit, Act.FIRE)
    bar = state or digging_bar(position, unit)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if command.leader is not None:
        leader = own_unit(position, side, command.leader)
        if leader not in digging_leaders(position, unit):
            raise Refused("B27.11", f"{name(leader)} may not help {name(unit)} dig.")


def _guard_bar(position: Knowledge, captive: Unit) -> Barrier | None:
    """A20.5: why a captive cannot be made to dig, or None if he can: the guard takes part in it."""
    guard = None if captive.guard is None else position.counter(captive.guard)
    if guard is None or captive.ti:
        return Barrier("A20.5", f"{name(captive)} is TI, or its guard is not there.")
    fired = guard.fired is not None or guard.used
    bar = what_bars(position, guard, Act.MOVE)
    return Barrier("A20.5", f"{name(guard)} has acted in this phase.") if fired else bar


async def _dig(table: AslTable, side: Side, command: Dig) -> None:
    unit = table.counter(command.unit)
    leader = None if command.leader is None else table.counter(command.leader)
    await strip_acting(table, unit, leader)
    await dig(table, unit, leader)


DIG = Activity(Dig, _dig_offers, _refuse_dig, _dig)


# -- faces ----------------------------------------------------------------------------------------


def entrenchment_face(dug: Entrenchment) -> MarkerFace:
    """What everybody sees of foxholes and trenches."""
    trench = dug.dug is Dug.TRENCH
    return MarkerFace(
        id=f"dug {dug.id}",
        at=dug.at,
        name="Trench" if trench else f"Foxholes for {dug.squads}",
        letters="TR" if trench else f"{dug.squads}S",
        picture=dug.dug.value,
    )


def wire_face(wire: Wire) -> MarkerFace:
    """What everybody sees of Wire."""
    return MarkerFace(id=wire.id, at=wire.at, name="Wire", letters="WIRE", picture="wire")
