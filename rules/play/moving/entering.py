"""A2.5, A2.51 Entry: setting up off the map in the RPh, and coming onto it in the MPh or APh."""

from collections.abc import Callable, Iterable, Iterator

from rules.board.locations import HexId, LocationId
from rules.chapters.concealment.a12_gain import is_in_use
from rules.chapters.concealment.covers import add_cover, conceal
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.movement.a02_entry import (
    advance_bar,
    advance_in,
    advance_way,
    arrival,
    arrive,
    chosen_way,
    deploy_off_map,
    due,
    entry_bar,
    entry_hexes,
    keep_off,
    may_advance_in,
    may_carry,
    may_deploy,
    may_enter,
    meet,
    must_enter,
    off_board_hexes,
    set_up,
    standing_by,
    tires,
    to_set_up,
    ways_in,
)
from rules.chapters.movement.a02_reserves import change_waiting, reserve_of
from rules.chapters.movement.a04_movement import as_movers, may_assault
from rules.chapters.movement.passage import arrive as enter_location
from rules.forces.lookup import unit_type, weapon_type
from rules.forces.manner import Manner
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, Value, filler, one_unit
from rules.kernel.view import Offer
from rules.kernel.voices import UNKNOWN
from rules.play.activity import Activity, AnyActivity, AslCommand, Guise, UnitNoun, WeaponNoun
from rules.play.checks import on_board
from rules.play.moving.movement import move_in
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.reserves import Reserve

Stack = tuple[Reserve, ...]


class SetUpOffMap(AslCommand, frozen=True, kw_only=True, tag="set_up"):
    """Set units up off the map, before a hex at its edge."""

    words = "set up {units} beside {hex}"
    consults_nothing = True
    units: tuple[UnitNoun, ...]
    hex: HexId


class GiveWeapon(AslCommand, frozen=True, kw_only=True, tag="give"):
    """Have another unit bring a support weapon onto the map."""

    words = "give {weapon} to {unit}"
    consults_nothing = True
    is_private_off_map = True
    weapon: WeaponNoun
    unit: UnitNoun


class DeployOffMap(AslCommand, frozen=True, kw_only=True, tag="deploy_off_map"):
    """Have a squad that waits off the map enter as two HS."""

    words = "set up {unit} as half squads off the map"
    consults_nothing = True
    is_private_off_map = True
    unit: UnitNoun


class Enter(AslCommand, frozen=True, kw_only=True, tag="enter"):
    """Come onto the map, perhaps under a "?"; `assault` and `manner` as of a move."""

    guise = Guise.COVERED
    words = "enter {units} in {to} [assault] [concealed] [by {manner}]"
    units: tuple[UnitNoun, ...]
    to: LocationId
    assault: bool = False
    concealed: bool = False
    manner: Manner = Manner.TERRAIN


def label(waiting: Reserve) -> str:
    """What players call who waits off the map."""
    return f"{unit_type(waiting.type).strength} {waiting.letter}".strip()


def _labels(waiting: Iterable[Reserve]) -> str:
    return " + ".join(map(label, waiting))


def _waiting(position: Knowledge, side: Side, ids: tuple[ShownId, ...]) -> Stack:
    """Different units of a side that wait off the map and are due. Raises Refused."""
    if not ids or len({*ids}) < len(ids):
        raise Refused("A2.5", "Choose one or more different units.")
    there = {one.id: one for one in due(position, side)}
    for id_ in ids:
        if id_ not in there:
            raise Refused("A2.5", f"No unit {id_!r} of yours is due to enter now.")
    return tuple(there[id_] for id_ in ids)


# -- off the map ----------------------------------------------------------------------------------


def _set_up_offers(position: Knowledge, side: Side) -> Iterator[Offer]:
    units = to_set_up(position, side)
    if not units:
        return
    hexes = {one.id: entry_hexes(position, one) for one in units}
    every = sorted({there for places in hexes.values() for there in places})
    yield SlotsOffer(
        verb="set_up",
        label="Set up off the map",
        primary=True,
        hint="Each hex off the map that they go through on entering costs a MF.",
        rule="A2.51",
        slots=(
            Slot(name="units", kind="units", of=tuple(filler(one.id) for one in units)),
            Slot(
                name="hex",
                kind="hex",
                label="before",
                of=tuple(Filler(value=there, at=there) for there in every),
                by="units",
                allows={id_: tuple(places) for id_, places in hexes.items()},
            ),
        ),
    )


def _refuse_set_up(position: Knowledge, side: Side, command: SetUpOffMap) -> None:
    for waiting in _waiting(position, side, command.units):
        if waiting.beside is not None:
            raise Refused("A2.51", f"{label(waiting)} has been set up off the map.")
        if command.hex not in entry_hexes(position, waiting):
            raise Refused("A2.5", f"{label(waiting)} does not enter there.")


async def _set_up(table: AslTable, side: Side, command: SetUpOffMap) -> None:
    units = [reserve_of(table, one) for one in command.units]
    set_up(table, command.units, command.hex)
    where = f"off the map before {table.board.name(command.hex)}"
    at = (table.board.locations(command.hex)[0],)
    if any(one.stack is not None for one in units):
        table.log("setup", f"{UNKNOWN}: {where}", side=side, rule="A2.51", at=at)
        text = f"{_labels(units)}: {where}"
        table.log("setup", text, side=side, rule="A12.12", at=at, to=side.audience)
    else:
        table.log("setup", f"{_labels(units)}: {where}", side=side, rule="A2.51", at=at)


SET_UP_OFF_MAP = Activity(SetUpOffMap, _set_up_offers, _refuse_set_up, _set_up)


def _weapons(position: Knowledge, side: Side) -> Stack:
    """The weapons that those bring who are still to be set up off the map."""
    holders = {one.id for one in to_set_up(position, side)}
    return tuple(one for one in position.view.all(Reserve) if one.holder in holders)


def _receivers(position: Knowledge, side: Side, weapon: Reserve) -> tuple[ShownId, ...]:
    others = (one for one in to_set_up(position, side) if one.id != weapon.holder)
    return tuple(one.id for one in others if may_carry(one))


def _give_offers(position: Knowledge, side: Side) -> Iterator[Offer]:
    receivers = {one.id: _receivers(position, side, one) for one in _weapons(position, side)}
    able = {one: ids for one, ids in receivers.items() if ids}
    if not able:
        return
    named = {one: weapon_type(position.view.get(Reserve, one).type).name for one in able}
    of = tuple(Filler(value=one, label=named[one], unit=one) for one in able)
    every = sorted({one for ids in able.values() for one in ids})
    yield SlotsOffer(
        verb="give",
        label="Have another unit bring a weapon",
        rule="A2.9",
        slots=(
            Slot(name="weapon", kind="option", of=of),
            Slot(
                name="unit",
                kind="unit",
                label="to",
                of=tuple(map(filler, every)),
                by="weapon",
                allows=dict(able.items()),
            ),
        ),
    )


def _refuse_giving(position: Knowledge, side: Side, command: GiveWeapon) -> None:
    weapon = next((one for one in _weapons(position, side) if one.id == command.weapon), None)
    if weapon is None:
        raise Refused("A2.9", "Nobody who is to be set up off the map now brings that weapon.")
    if command.unit not in _receivers(position, side, weapon):
        raise Refused("A2.9", "A MMC that is to be set up off the map too brings it.")


async def _give(table: AslTable, side: Side, command: GiveWeapon) -> None:
    change_waiting(table, reserve_of(table, command.weapon), holder=command.unit)


GIVE_WEAPON = Activity(GiveWeapon, _give_offers, _refuse_giving, _give)


def _deploy_offers(position: Knowledge, side: Side) -> Iterator[Offer]:
    able = may_deploy(position, side)
    if able:
        slots = (one_unit(one.id for one in able),)
        yield SlotsOffer(verb="deploy_off_map", label="Deploy a squad", rule="A2.9", slots=slots)


def _refuse_deploying(position: Knowledge, side: Side, command: DeployOffMap) -> None:
    if command.unit not in {one.id for one in may_deploy(position, side)}:
        why = "One squad in ten of those that enter together Deploys, if its nationality may."
        raise Refused("A2.9", why)


async def _deploy(table: AslTable, side: Side, command: DeployOffMap) -> None:
    squad = reserve_of(table, command.unit)
    deploy_off_map(table, command.unit)
    to = Audience.PUBLIC if squad.stack is None else side.audience
    table.log("setup", f"{label(squad)} Deploys off the map", side=side, rule="A2.9", to=to)


DEPLOY_OFF_MAP = Activity(DeployOffMap, _deploy_offers, _refuse_deploying, _deploy)


# -- onto it, in the MPh --------------------------------------------------------------------------


def _stacks(position: Knowledge, side: Side) -> dict[tuple[str, int], Stack]:
    """Who is ready to enter, by where he has been set up."""
    found: dict[tuple[str, int], Stack] = {}
    for one in standing_by(position, side):
        place = (str(one.beside), one.back)
        found[place] = (*found.get(place, ()), one)
    return dict(sorted(found.items()))


def _enter_offers(position: Knowledge, side: Side) -> Iterator[Offer]:
    for stack in _stacks(position, side).values():
        ways = {
            one.id: {to: way.text for to, way in may_enter(position, one).items()} for one in stack
        }
        yield from _offers_for(position, stack, ways, _may_enter_together, in_mph=True)


def _may_enter_together(position: Knowledge, stack: Stack, to: LocationId) -> bool:
    return entry_bar(position, stack, to, Manner.TERRAIN) is None


def _offers_for(
    position: Knowledge,
    stack: Stack,
    notes: dict[ShownId, dict[LocationId, str]],
    together: Callable[[Knowledge, Stack, LocationId], bool],
    *,
    in_mph: bool,
) -> Iterator[Offer]:
    """Where all may enter together who may by themselves; and then, one by one, the rest."""
    joint: dict[ShownId, dict[LocationId, str]] = {}
    for one in stack:
        shared = {
            to: note
            for to, note in notes[one.id].items()
            if _all_may(position, tuple(m for m in stack if to in notes[m.id]), to, together)
        }
        rest = {to: note for to, note in notes[one.id].items() if to not in shared}
        if shared:
            joint[one.id] = shared
        if rest:
            yield _enter_offer(position, (one,), {one.id: rest}, in_mph=in_mph)
    if joint:
        able = tuple(one for one in stack if one.id in joint)
        yield _enter_offer(position, able, joint, in_mph=in_mph)


def _all_may(
    position: Knowledge,
    stack: Stack,
    to: LocationId,
    together: Callable[[Knowledge, Stack, LocationId], bool],
) -> bool:
    """Whether any of them may go together: all, and without those who lend MF."""
    led = tuple(one for one in stack if not unit_type(one.type).cls.is_smc)
    return all(together(position, group, to) for group in (stack, led) if group)


def _enter_offer(
    position: Knowledge,
    stack: Stack,
    notes: dict[ShownId, dict[LocationId, str]],
    *,
    in_mph: bool,
) -> SlotsOffer:
    costs = {to: note for places in notes.values() for to, note in places.items()}
    slots = [
        Slot(name="units", kind="units", of=tuple(filler(one.id) for one in stack)),
        Slot(
            name="to",
            kind="place",
            of=tuple(Filler(value=to, label=note, at=to) for to, note in costs.items()),
            by="units",
            allows={id_: tuple(places) for id_, places in notes.items()},
        ),
    ]
    if is_in_use(position.law) and stack[0].stack is None:
        always: dict[str, tuple[Value | bool, ...]] = dict.fromkeys(costs, (True,))
        label_ = "under a ?"
        slots.append(Slot(name="concealed", kind="flag", label=label_, by="to", allows=always))
    if in_mph:
        slots += _choices(position, stack, tuple(costs))
    first = stack[0]
    where = "" if first.beside is None else position.board.name(first.beside)
    back = f", {first.back} back" if first.back else ""
    text = f"Enter the map from before {where}{back}"
    if len(stack) == 1:
        text = f"Enter with {label(first)} from before {where}{back}"
    return SlotsOffer(verb="enter", label=text, rule="A2.5", slots=tuple(slots))


def _choices(position: Knowledge, stack: Stack, places: tuple[LocationId, ...]) -> list[Slot]:
    """Assault Movement and the cheap ways, where all of them may choose them."""
    found = []
    assault: dict[str, tuple[Value | bool, ...]] = {
        to: (True,) for to in places if _may_assault(position, stack, to)
    }
    if assault:
        name = "Assault Movement"
        found.append(Slot(name="assault", kind="flag", label=name, by="to", allows=assault))
    cheap = {to: _cheap_ways(position, stack, to) for to in places}
    manners = sorted({manner for ways in cheap.values() for manner in ways})
    if manners:
        found.append(
            Slot(
                name="manner",
                kind="option",
                label="by",
                of=tuple(Filler(value=one.value, label=one.value) for one in manners),
                empty="with its cover",
                by="to",
                allows={to: (None, *ways) for to, ways in cheap.items()},
            )
        )
    return found


def _cheap_ways(position: Knowledge, stack: Stack, to: LocationId) -> tuple[Manner, ...]:
    ways = ways_in(position, stack, to)
    covered = any(not way.exposed for way in ways)
    return tuple(way.manner for way in ways if way.exposed and covered)


def _may_assault(position: Knowledge, stack: Stack, to: LocationId) -> bool:
    """A4.61: whether all may, together or alone: through no hex off the map."""
    if any(off_board_hexes(position, one, to) for one in stack):
        return False
    return all(_has_mf_left(position, group, to) for group in (stack, *((one,) for one in stack)))


def _has_mf_left(position: Knowledge, stack: Stack, to: LocationId) -> bool:
    there, units = arrival(position, stack, to)
    way = chosen_way(position, stack, to, Manner.TERRAIN)
    return way is not None and may_assault(position.law, as_movers(there, units), way)


def _refuse_enter(position: Knowledge, side: Side, command: Enter) -> None:
    stack, to = _waiting(position, side, command.units), on_board(position, command.to)
    _refuse_not_set_up(stack)
    _refuse_concealment(position, command)
    bar = entry_bar(position, stack, to, command.manner)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if command.assault and not _may_assault(position, stack, to):
        raise Refused("A4.61", "Assault Movement enters one hex, and not with all of a unit's MF.")


def _refuse_not_set_up(stack: Stack) -> None:
    for one in stack:
        if one.beside is None:
            raise Refused("A2.51", f"{label(one)} has not been set up off the map.")


def _refuse_concealment(position: Knowledge, command: Enter) -> None:
    """A12.12: nobody has a "?" where the scenario gives none."""
    if command.concealed and not is_in_use(position.law):
        raise Refused("A12.12", "Units gain no concealment in this scenario.")


async def _enter(table: AslTable, side: Side, command: Enter) -> None:
    if meet(table, command.units, command.to):
        return
    stack = tuple(reserve_of(table, one) for one in command.units)
    way = chosen_way(table.known(side), stack, command.to, command.manner)
    if way is None:
        raise RuntimeError(f"no way leads in at {command.to}, though the entry was accepted")
    entered = arrive(table, command.units, command.to, way, assault=command.assault)
    _conceal(table, command, entered)
    await enter_location(table, entered)
    if table.alive(entered):
        await move_in(table, side, tuple(unit.counter for unit in table.alive(entered)))


ENTER = Activity(Enter, _enter_offers, _refuse_enter, _enter)


# -- in the APh -----------------------------------------------------------------------------------


def _aph_offers(position: Knowledge, side: Side) -> Iterator[Offer]:
    for stack in _stacks(position, side).values():
        notes = {one.id: _notes(position, one) for one in stack}
        yield from _offers_for(position, stack, notes, _may_advance_together, in_mph=False)


def _notes(position: Knowledge, one: Reserve) -> dict[LocationId, str]:
    found = {}
    for to in may_advance_in(position, one):
        way = advance_way(position, (one,), to)
        cost = "" if way is None else way.text
        tired = ", CX" if tires(position, (one,), to) else ""
        found[to] = f"{'Close Combat' if position.foes_at(to, one.side) else cost}{tired}"
    return found


def _may_advance_together(position: Knowledge, stack: Stack, to: LocationId) -> bool:
    return advance_bar(position, stack, to) is None


def _refuse_advance(position: Knowledge, side: Side, command: Enter) -> None:
    stack, to = _waiting(position, side, command.units), on_board(position, command.to)
    _refuse_not_set_up(stack)
    _refuse_concealment(position, command)
    if command.assault or command.manner is not Manner.TERRAIN:
        raise Refused("A4.7", "An advance is no movement.")
    bar = advance_bar(position, stack, to)
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _advance(table: AslTable, side: Side, command: Enter) -> None:
    if keep_off(table, command.units, command.to):
        return
    entered = advance_in(table, command.units, command.to)
    _conceal(table, command, entered)
    await enter_location(table, entered)


def _conceal(table: AslTable, command: Enter, entered: tuple[CounterId, ...]) -> None:
    """A12.12: they have had a "?" before they came onto the map. Who they are everybody saw as they
    were set up off it, if they are not under one already.
    """
    units = table.alive(entered)
    if command.concealed and units[0].under is None:
        conceal(table, units, add_cover(table, units[0].side, command.to))


ENTER_IN_APH = Activity(Enter, _aph_offers, _refuse_advance, _advance)


# -- nobody waits longer than he may --------------------------------------------------------------


def after_set_up(activity: AnyActivity) -> AnyActivity:
    """A2.51: something of the RPh that has to wait until all have been set up off the map."""
    return _after(activity, _still_to_set_up)


def after_entry(activity: AnyActivity) -> AnyActivity:
    """A2.5: the end of the MPh, before which those enter who could not in the APh."""
    return _after(activity, lambda position, side: _still_to_enter(position, side, last=False))


def after_last_entry(activity: AnyActivity) -> AnyActivity:
    """A2.5: the end of the APh, before which all enter who can."""
    return _after(activity, lambda position, side: _still_to_enter(position, side, last=True))


def _still_to_set_up(position: Knowledge, side: Side) -> Barrier | None:
    waiting = to_set_up(position, side)
    if not waiting:
        return None
    return Barrier("A2.51", f"{_labels(waiting)} must first be set up off the map.")


def _still_to_enter(position: Knowledge, side: Side, *, last: bool) -> Barrier | None:
    waiting = must_enter(position, side, by_advance=last)
    return Barrier("A2.5", f"{_labels(waiting)} must enter the map now.") if waiting else None


def _after(
    activity: AnyActivity, waits_for: Callable[[Knowledge, Side], Barrier | None]
) -> AnyActivity:
    def offers(position: Knowledge, side: Side) -> Iterable[Offer]:
        return () if waits_for(position, side) else activity.offers(position, side)

    def refuse(position: Knowledge, side: Side, command: AslCommand) -> None:
        bar = waits_for(position, side)
        if bar is not None:
            raise Refused(bar.rule, bar.why)
        activity.refuse(position, side, command)

    return Activity(activity.command, offers, refuse, activity.begin)
