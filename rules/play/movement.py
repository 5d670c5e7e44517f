"""The MPh (A3.3, A4): a stack moves hex by hex, and each expenditure may be fired on.

The order of events at one expenditure stands in `spend`: pay, act, what attacks those who spend MF
there, the DEFENDER's window. To act is to go (exit mines, the new Location, entry mines), or an
errand where the units are (`errands`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final, TypeAlias

from msgspec.structs import replace

from rules.board.locations import LocationId, hex_of
from rules.chapters.a04_bypass import hexside_names, is_bypassing, leads_on, spoken, stop_bar
from rules.chapters.a04_double_time import double_time, double_time_bar, doubling, setting_out
from rules.chapters.a04_movement import (
    affordable,
    as_movers,
    barred,
    bypass_entries,
    entries,
    goes_on,
    having_gone,
    held_bar,
    may_assault,
    may_move,
    mf_left,
    missing_way,
    next_entries,
    price,
)
from rules.chapters.a04_overrun import lone_enemy, overrun_bar, overrun_way, overruns
from rules.chapters.a04_portage import portaged_by_another
from rules.chapters.able import Act, what_bars
from rules.chapters.b28_minefields import meets_mines
from rules.chapters.b_barriers import Barrier, barrier
from rules.chapters.b_entry import Entry, cost_text, mf_text
from rules.chapters.passage import Ids, after_spending, go
from rules.forces.entities import Manner, Unit
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.command import Command
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.procedure import Procedure, ask
from rules.kernel.refused import Refused
from rules.kernel.secret import Public, Secret
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.view import Now, Offer
from rules.play.activity import Activity, AnyActivity, AslCommand, UnitNoun
from rules.play.checks import on_board, own_stack
from rules.play.errand import AnyErrand, ErrandCommand
from rules.play.errands import ERRANDS
from rules.play.offers import ButtonOffer, Flag, Nouns, UnitsTo
from rules.play.orders import clear_unit_orders
from rules.play.overrun import dare, fight_overrun, get_away
from rules.play.part import AslQuestion, not_now
from rules.play.reaction import reaction_window
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.knowledge import Knowledge
from rules.position.position import (
    is_smc,
    name,
    names,
    weapon_values,
)

_CHEAP: Final = {
    Manner.ROAD: ("Stay on the road", "B3.4"),
    Manner.SHELLHOLES: ("Past the shellholes, without their cover", "B2.4"),
    Manner.CREST: ("Into Crest status", "B20.9"),
    **{way: (f"Bypass along the {spoken(way.sides)}", "A4.3") for way in Manner if way.sides},
}
"""The ways that are cheaper, past the cover or the bottom of the hex: what is said of each, and its
rule.
"""

_NONE_SUCH: Final = {
    Manner.ROAD: ("B3.4", "No road leads there."),
    Manner.SHELLHOLES: ("B2.4", "There are no shellholes to pass there."),
    Manner.CREST: ("B20.9", "No way leads straight into Crest status there."),
    **{
        way: ("A4.3", f"No Bypass leads along its {spoken(way.sides)} from there.")
        for way in Manner
        if way.sides
    },
}

_HURRY, _STOP = "hurry", "stop"

END_MOVE = ButtonOffer(verb="end_move", label="Stop here", key="s", rule="A4.2")


class Move(AslCommand, frozen=True, kw_only=True, tag="move"):
    """Move units of one Location into an adjacent one. `assault` is declared at the first hex and
    holds for the move; `manner` chooses a cheaper way without cover, by road, past shellholes or in
    Bypass along hexsides, where there is one.
    """

    words = "move {units} to {to} [assault] [by {manner}]"
    units: tuple[UnitNoun, ...]
    to: LocationId
    assault: bool = False
    manner: Manner = Manner.TERRAIN


class Overrun(Move, frozen=True, kw_only=True, tag="overrun"):
    """Infantry OVR: move units with a MMC into the Location of a lone SMC, for twice the MF."""

    words = "overrun {units} in {to} [assault] [by {manner}]"


class EndMove(AslCommand, frozen=True, kw_only=True, tag="end_move"):
    """Stop the units that are moving."""

    words = "end move"


_Onward: TypeAlias = Callable[[Knowledge, tuple[Unit, ...]], tuple[Entry, ...]]
_WaysOf: TypeAlias = dict[ShownId, tuple[tuple[Entry, ...], dict[str, tuple[ShownId, ...]]]]

Spending: TypeAlias = Move | ErrandCommand
"""What MF are spent on."""


@dataclass(frozen=True, kw_only=True)
class ContinueMove(AslQuestion[Spending | EndMove]):
    """Where the moving units go next, what else they do there, or whether they stop. A part of them
    may go on by itself (A4.2).
    """

    answers: ClassVar = (Move, Overrun, *(errand.command for errand in ERRANDS), EndMove)
    movers: Secret[tuple[ShownId, ...]]
    shown: Public[tuple[ShownId, ...]]
    at: Public[LocationId]

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        units = self._units(position, self.side)
        move = [*move_offers(position, units), *in_bypass_only(position, units)]
        errands = [offer for errand in ERRANDS for offer in errand_offers(position, errand, units)]
        stay = [] if stay_bar(position, units) else [END_MOVE]
        return [*move, *overrun_offers(position, units), *errands, *stay]

    def refuse(self, position: Knowledge, command: Command) -> None:
        match command:
            case EndMove():
                bar = stay_bar(position, self._units(position, self.side))
                if bar is not None:
                    raise Refused(bar.rule, bar.why)
            case Move():
                units = own_stack(position, self.side, command.units)
                if not set(command.units) <= set(self.movers.for_(self.side) or ()):
                    raise Refused("A4.2", "Another unit is still moving.")
                if command.assault and not all(unit.assault for unit in units):
                    raise Refused("A4.61", "Assault Movement is declared before the first MF.")
                refuse_step(position, units, command)
            case ErrandCommand():
                refuse_errand(position, self._units(position, self.side), command)
            case _:
                raise not_now(command, "A4.2")

    def answer(self, command: Command) -> Spending | EndMove:
        if not isinstance(command, Move | ErrandCommand | EndMove):
            raise TypeError(f"{command.verb} is no way to go on")
        return command

    def now(self, position: Knowledge, audience: Audience) -> Now:
        own = self.movers.for_(side_of(audience))
        units = self._units(position, side_of(audience))
        text = f"moves the {position.names_of(self.shown)}."
        if own is not None:
            stack = as_movers(position, units)
            left = mf_text(min(mf_left(position.law, unit) for unit in stack))
            text = f"Move the {names(units)} on ({left} MF left), or stop."
        return Now(
            side=self.side,
            kind="continue",
            text=text,
            focus=(self.at,),
            units=self.shown if own is None else own,
            rule="A4.2",
        )

    def _units(self, position: Knowledge, reader: Side | None) -> tuple[Unit, ...]:
        """The units that move, for a reader who knows which they are."""
        return tuple(position.unit(unit_id) for unit_id in self.movers.for_(reader) or ())


def stay_bar(position: Knowledge, units: tuple[Unit, ...]) -> Barrier | None:
    """A4.3: why those who are asked how they go on may not stop here, or None if they may."""
    stuck = not is_bypassing(units[0]) or not goes_on(position, as_movers(position, units))
    return None if stuck else stop_bar()


def move_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterator[UnitsTo]:
    """Where each of the units may go, by itself or with a SMC of them whom it needs for it."""
    found: _WaysOf = {}
    for unit in units:
        ways, needed = _ways(position, unit, _company(unit, units), next_entries)
        found[unit.id] = _without_bypass_alone(ways), needed
    offer = UnitsTo(
        verb="move", label="Move", key="g", rule="A4.1", primary=True, planned=True, units={}
    )
    return _filled(position, offer, found)


def overrun_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterator[UnitsTo]:
    """A4.15: where each of the units may overrun a SMC, if need be with a SMC who helps it on; a
    SMC with a MMC.
    """
    found: _WaysOf = {}
    for unit in units:
        mates = tuple(o for o in units if o.at == unit.at and is_smc(o) is not is_smc(unit))
        found[unit.id] = _ways(position, unit, mates, overruns)
    offer = UnitsTo(verb="overrun", label="Infantry OVR", rule="A4.15", units={})
    return _filled(position, offer, found)


def _filled(position: Knowledge, offer: UnitsTo, found: _WaysOf) -> Iterator[UnitsTo]:
    """An offer with those ways, if there are any."""
    nouns: Nouns = {}
    assault: dict[ShownId, tuple[str, ...]] = {}
    cheap: dict[Manner, dict[ShownId, tuple[str, ...]]] = {}
    needs: dict[ShownId, dict[str, tuple[ShownId, ...]]] = {}
    for unit_id, (ways, needed) in found.items():
        if not ways:
            continue
        nouns[unit_id] = _notes(ways)
        stack = as_movers(position, (position.unit(unit_id),))
        assault[unit_id] = tuple(
            sorted({w.to for w in ways if may_assault(position.law, stack, w)})
        )
        for manner, places in _choices(ways).items():
            cheap.setdefault(manner, {})[unit_id] = places
        if needed:
            needs[unit_id] = needed
    if nouns:
        yield replace(
            offer,
            units=nouns,
            needs=needs,
            flags=(
                Flag(name="assault", label="Assault Movement", rule="A4.61", units=_kept(assault)),
                *(
                    Flag(name="manner", value=manner, label=label, rule=rule, units=cheap[manner])
                    for manner, (label, rule) in _CHEAP.items()
                    if manner in cheap
                ),
            ),
        )


def _without_bypass_alone(ways: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The ways but for those by Bypass into hexes that can be entered in no other way."""
    others = {way.to for way in ways if not way.sides}
    return tuple(way for way in ways if way.to in others)


def in_bypass_only(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    """A4.3: the hexes that units have the MF to bypass, and not to enter: for each Location that
    they are in.
    """
    for at in sorted({unit.at for unit in units}):
        there = [unit for unit in units if unit.at == at]
        found = {unit.id: _bypass_alone(position, unit) for unit in there}
        able = {unit_id: ways for unit_id, ways in found.items() if ways}
        if able:
            yield _bypass_offer(position, at, able)


def _bypass_alone(position: Knowledge, unit: Unit) -> tuple[Entry, ...]:
    ways = next_entries(position, (unit,))
    kept = set(_without_bypass_alone(ways))
    return tuple(way for way in ways if way not in kept)


def _bypass_offer(
    position: Knowledge, at: LocationId, able: Mapping[ShownId, tuple[Entry, ...]]
) -> SlotsOffer:
    everything = [way for ways in able.values() for way in ways]
    costs = {way.to: way.text for way in everything}
    manners = {to: tuple(dict.fromkeys(w.manner for w in everything if w.to == to)) for to in costs}
    named = dict.fromkeys(manner for some in manners.values() for manner in some)
    return SlotsOffer(
        verb="move",
        label=f"Bypass from {position.board.name(at)}",
        rule="A4.3",
        slots=(
            Slot(name="units", kind="units", of=tuple(map(filler, able))),
            Slot(
                name="to",
                kind="place",
                label="round",
                of=tuple(Filler(value=to, label=cost, at=to) for to, cost in costs.items()),
                by="units",
                allows={
                    unit_id: tuple(dict.fromkeys(way.to for way in ways))
                    for unit_id, ways in able.items()
                },
            ),
            Slot(
                name="manner",
                kind="option",
                label="along",
                of=tuple(Filler(value=one, label=spoken(one.sides)) for one in named),
                by="to",
                allows=dict(manners.items()),
            ),
        ),
    )


def _ways(
    position: Knowledge, unit: Unit, company: tuple[Unit, ...], ways_of: _Onward
) -> tuple[tuple[Entry, ...], dict[str, tuple[ShownId, ...]]]:
    """The ways on for a unit, and for places that it reaches only with one of its Location who goes
    along (A4.12, A4.42) such units.
    """
    alone = ways_of(position, (unit,))
    known = {(way.to, way.manner) for way in alone}
    ways, needed = [*alone], dict[str, tuple[ShownId, ...]]()
    for other in company:
        for way in ways_of(position, (unit, other)):
            if (way.to, way.manner) in known:
                continue
            if way.to not in needed:
                ways.append(way)
            needed[way.to] = (*needed.get(way.to, ()), other.id)
    return tuple(ways), {to: ids for to, ids in needed.items() if to not in {w.to for w in alone}}


def _company(unit: Unit, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The SMC who may help a MMC on by going with it."""
    if is_smc(unit):
        return ()
    return tuple(other for other in units if is_smc(other) and other.at == unit.at)


def _movers(position: Knowledge, side: Side) -> tuple[Unit, ...]:
    return tuple(unit for unit in position.units(side) if may_move(position, unit))


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    movers = _movers(position, side)
    return [*move_offers(position, movers), *in_bypass_only(position, movers)]


def _overrun_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return overrun_offers(position, _movers(position, side))


def _refuse(position: Knowledge, side: Side, command: Move) -> None:
    units = own_stack(position, side, command.units)
    for unit in units:
        refuse_mover(position, unit)
    refuse_step(position, units, command)


def refuse_mover(position: Knowledge, unit: Unit) -> None:
    """Raise Refused, with the reason, if a unit may not start to move."""
    bar = what_bars(position, unit, Act.MOVE)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if unit.moved:
        raise Refused("A4.2", f"{name(unit)} has ended its move.")
    if not may_move(position, unit):
        raise Refused("A3.2", f"{name(unit)} has Prep Fired and may not move.")


def refuse_step(position: Knowledge, units: tuple[Unit, ...], command: Move) -> None:
    """Raise Refused if the stack may not enter that Location in that way."""
    to, units = on_board(position, command.to), as_movers(position, units)
    where = position.board.name(to)
    bar = held_bar(position, units, to) or barrier(position.board, units[0].at, to)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if isinstance(command, Overrun):
        _refuse_overrun(position, units, command)
    elif barred(position, to, units[0].side):
        raise Refused("A4.14", f"An enemy unit bars {where} in the MPh.")
    if not leads_on(position.board, units[0], to):
        raise Refused("A4.3", f"{where} does not touch the hexsides that were bypassed.")
    for unit in units:
        _refuse_load(position, unit)
    entry = refused_entry(position, units, command)
    if not affordable(position.law, units, entry):
        _refuse_unled(position, units, entry)
        if entry.minimum:
            raise Refused("A4.134", f"{where} costs {entry.text}: only by a Minimum Move.")
        raise Refused("A4.1", f"{where} costs {entry.text}, more than is left.")
    if entry.sides and not _leads_on_from(position, units, entry):
        raise Refused("A4.3", f"There are no MF to go on from Bypass in {where}.")
    may = may_assault(position.law, units, entry) or any(unit.assault for unit in units)
    if command.assault and entry.sides:
        raise Refused("A4.61", "Bypass goes on from its hex, and is no Assault Movement.")
    if command.assault and not may:
        raise Refused("A4.61", "Assault Movement may not use all of a unit's MF.")


def _refuse_overrun(position: Knowledge, units: tuple[Unit, ...], command: Overrun) -> None:
    bar = overrun_bar(position, units, command.to)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if command.manner.sides:
        raise Refused("A4.15", "An OVR goes into the Location, and not round it.")


def _leads_on_from(position: Knowledge, units: tuple[Unit, ...], entry: Entry) -> bool:
    gone = tuple(having_gone(position.law, unit, entry) for unit in units)
    return goes_on(position, gone)


def _refuse_unled(position: Knowledge, units: tuple[Unit, ...], entry: Entry) -> None:
    """A4.12: say so, if with a SMC of the Location they could."""
    for other in position.units_at(units[0].at, units[0].side):
        if is_smc(other) and other not in units and may_move(position, other):
            stack = as_movers(position, (*units, other))
            if affordable(position.law, stack, entry):
                where = position.board.name(entry.to)
                why = f"{where} costs {entry.text}: more than is left without {name(other)}."
                raise Refused("A4.12", why)


def _refuse_load(position: Knowledge, unit: Unit) -> None:
    carried = portaged_by_another(position, unit)
    if carried is not None:
        what = weapon_values(carried).name
        raise Refused("A4.42", f"Another unit has portaged the {what} of {name(unit)} this phase.")


def refuse_errand(position: Knowledge, movers: tuple[Unit, ...], command: ErrandCommand) -> None:
    """Raise Refused if those who may move now may not do that, or have not the MF for it."""
    errand = errand_of(command)
    errand.refuse(position, movers, command)
    halves = errand.halves_of(position, command)
    spenders = tuple(position.unit(unit_id) for unit_id in errand.spenders(command))
    for unit in as_movers(position, spenders):
        left = mf_left(position.law, unit)
        if halves > left:
            raise Refused("A4.1", f"It costs {mf_text(halves)} MF, more than is left.")
        if unit.assault and halves and halves == left:
            raise Refused("A4.61", "Assault Movement may not use all of a unit's MF.")


def spenders(step: Spending) -> tuple[ShownId, ...]:
    """The units that spend MF on that."""
    return step.units if isinstance(step, Move) else errand_of(step).spenders(step)


def errand_of(command: ErrandCommand) -> AnyErrand:
    """What that command is about."""
    return next(errand for errand in ERRANDS if errand.command is type(command))


def refused_entry(position: Knowledge, units: tuple[Unit, ...], command: Move) -> Entry:
    """The way of entry that a command means. Raises Refused if there is no such way."""
    entry = chosen_entry(position, units, command)
    if entry is None and entries(position, units, command.to):
        rule, why = _NONE_SUCH[command.manner]
        raise Refused(rule, why)
    if entry is None:
        missing = missing_way(position, units, command.to)
        raise Refused(missing.rule, missing.why)
    return entry


def chosen_entry(position: Knowledge, units: tuple[Unit, ...], command: Move) -> Entry | None:
    """The way of entry that a command means, or None if there is no such way."""
    ask = bypass_entries if command.manner.sides else entries
    ways = ask(position, units, command.to)
    fitting = [way for way in ways if way.manner is command.manner]
    others = [way for way in ways if way.manner is not Manner.CREST]
    chosen = next(iter(fitting if command.manner in _CHEAP else [*fitting, *others]), None)
    if chosen is None or not isinstance(command, Overrun):
        return chosen
    return overrun_way(chosen)


async def move_stack(table: AslTable, side: Side, command: Spending) -> None:
    """A4.2: move a stack; it may split, and every part is moved to its end before the next."""
    await _move_parts(table, side, [table.counters(spenders(command))], command)


async def move_in(table: AslTable, side: Side, entered: Ids) -> None:
    """A2.5: units have spent their first MF on entering the map; they are fired at, and go on."""
    await after_spending(table, entered, table.alive(entered)[0].at)
    await reaction_window(table, side.enemy, entered)
    went_on = _calm(table, _able(table, entered))
    await _move_parts(table, side, [went_on] if went_on else [], None)


async def _move_parts(
    table: AslTable, side: Side, parts: list[Ids], step: Spending | EndMove | None
) -> None:
    while parts:
        part = parts.pop()
        if step is None:
            step = await _next_step(table, side, part)
        if isinstance(step, EndMove):
            _finish(table, part)
        elif isinstance(step, ErrandCommand) and errand_of(step).is_free:
            await errand_of(step).act(table, step)
            parts += _still_moving(table, part)
        else:
            going = table.counters(spenders(step))
            rest = tuple(unit_id for unit_id in part if unit_id not in going)
            if isinstance(step, Overrun):
                able = await _overrun(table, going, step)
            else:
                able = await spend(table, going, step)
            went_on = _calm(table, able)
            parts += [ids for ids in (rest, went_on) if ids]
        step = None
    _stop_all(table, side)
    clear_unit_orders(table, side.enemy)


def _still_moving(table: AslTable, part: Ids) -> list[Ids]:
    """What is left of a part once somebody in it may have left the map."""
    there = tuple(unit.counter for unit in table.alive(part) if not unit.moved)
    return [there] if there else []


async def move_one_step(table: AslTable, side: Side, step: Move) -> None:
    """Move a stack into one Location and no farther, whatever MF it has left."""
    _finish(table, await spend(table, table.counters(step.units), step))
    _stop_all(table, side)
    clear_unit_orders(table, side.enemy)


async def move_across(
    table: AslTable, side: Side, units: tuple[ShownId, ...], places: tuple[LocationId, ...]
) -> None:
    """A4.63: move a stack by those Locations, with no choice on the way but Double Time. Those go
    on together whom nothing has stopped or wounded, if they have the MF.
    """
    everybody = going = table.counters(units)
    hurt = {unit.counter for unit in table.alive(everybody) if unit.wounded}
    for to in places:
        stack = tuple(u for u in table.alive(going) if not u.wounded or u.counter in hurt)
        step = Move(units=tuple(unit.id for unit in stack), to=to)
        if not stack:
            break
        if not _may_go(table.known(side), stack, step) and not await _hurry(table, stack, step):
            break
        going = await spend(table, tuple(unit.counter for unit in stack), step)
    _finish(table, everybody)
    _stop_all(table, side)
    clear_unit_orders(table, side.enemy)


async def _hurry(table: AslTable, stack: tuple[Unit, ...], step: Move) -> bool:
    """A4.63, A4.5: whether those of a Dash who have too few MF for its end, as when their leader is
    left on the road, use Double Time; asked if they can and it is enough.
    """
    position = table.known(stack[0].side)
    slow = {one.id for one in stack if not _may_go(position, (one,), step)}
    quick = tuple(doubling(one) if one.id in slow else one for one in stack)
    if any(one.id in slow and double_time_bar(one) for one in stack):
        return False
    if not _may_go(position, quick, step):
        return False
    chosen = await table.decide(
        Decision(
            side=stack[0].side,
            rule="A4.63",
            label="The Dash",
            ours=f"Do the {names(stack)} use Double Time to end their Dash?",
            theirs="decides whether to end a Dash by Double Time.",
            options=(
                Option(value=_HURRY, label="goes on by Double Time"),
                Option(value=_STOP, label="ends on the road"),
            ),
            units=tuple(one.id for one in stack),
            at=stack[0].at,
        )
    )
    if chosen == _HURRY:
        double_time(table, tuple(one.counter for one in stack if one.id in slow))
    return chosen == _HURRY


def _may_go(position: Knowledge, stack: tuple[Unit, ...], step: Move) -> bool:
    """Whether a stack on its way can go on to where it meant to."""
    movers = as_movers(position, stack)
    entry = chosen_entry(position, movers, step)
    free = not barred(position, step.to, stack[0].side)
    return entry is not None and free and affordable(position.law, movers, entry)


async def _next_step(table: AslTable, side: Side, part: Ids) -> Spending | EndMove:
    """Ask how to go on, unless no unit of the part has the MF to do anything."""
    position = table.known(side)
    units = tuple(position.unit_of(unit_id) for unit_id in part)
    if not _can_spend(position, units):
        return EndMove()
    ids = tuple(unit.id for unit in units)
    shown, at = position.shown(units), units[0].at
    return await ask(ContinueMove(side=side, movers=Secret(ids, side), shown=shown, at=at))


def _can_spend(position: Knowledge, units: tuple[Unit, ...]) -> bool:
    """Whether any of the units can go on, by itself or with the others, or be on an errand; or
    could if it dropped what another has portaged.
    """
    if any(portaged_by_another(position, unit) for unit in units):
        return True
    stacks = (units, *((unit,) for unit in units))
    if any(next_entries(position, stack) or overruns(position, stack) for stack in stacks):
        return True
    return any(any(errand_offers(position, e, units)) for e in ERRANDS if not e.is_free)


def errand_offers(
    position: Knowledge, errand: AnyErrand, units: tuple[Unit, ...]
) -> Iterable[Offer]:
    """What is offered of an errand to those who have the MF for it (A4.1, A4.61)."""
    stacks = ([mate for mate in units if mate.at == at] for at in sorted({u.at for u in units}))
    able = {
        mover.id
        for stack in stacks
        for mover in as_movers(position, tuple(stack))
        if errand.halves <= max(0, mf_left(position.law, mover) - mover.assault)
    }
    return errand.offers(position, tuple(unit for unit in units if unit.id in able))


async def _overrun(table: AslTable, going: Ids, step: Overrun) -> Ids:
    """A4.15: those of a stack who dare it enter the Location of a SMC; returns who may go on."""
    side = table.alive(going)[0].side
    smc = lone_enemy(table.known(side), step.to, side)
    if smc is None:
        raise RuntimeError(f"nobody is overrun in {step.to}, though it was accepted")
    daring = await dare(table, going, smc.counter)
    if not daring:
        return ()
    await spend(table, daring, step, partial(get_away, table, smc.counter, step.to))
    await fight_overrun(table, smc.counter, step.to, daring)
    return _able(table, daring)


async def spend(
    table: AslTable,
    going: Ids,
    step: Spending,
    before_fire: Callable[[Ids], Procedure[None]] | None = None,
) -> Ids:
    """One expenditure, in the order of A8.22, B28.412; returns those who may go on.

    Pay; act; then what attacks whoever spends MF there, and the DEFENDER's window, this too for
    those whom the mines that they were leaving stopped: their MF were spent on leaving.
    """
    origin = table.alive(going)[0].at
    stopped: Ids = ()
    if isinstance(step, Move):
        gone, stopped = await _go(table, going, step)
    else:
        gone = await _do(table, going, step)
    if before_fire is not None:
        await before_fire(gone)
    defender = table.clock.phasing.enemy
    await after_spending(table, gone, origin)
    if gone:
        crossed, entered = _crossed(table, gone, origin), isinstance(step, Move)
        await reaction_window(table, defender, gone, crossed, entered=entered)
    if stopped:
        await reaction_window(table, defender, stopped)
    return _able(table, gone)


def _crossed(table: AslTable, gone: Ids, origin: LocationId) -> int | None:
    """A8.15: the hexside of their hex over which units have just come from another Location; None
    if over none, or by its vertices in Bypass (A4.3).
    """
    units = table.alive(gone)
    if not units or is_bypassing(units[0]):
        return None
    return table.board.side_between(hex_of(units[0].at), hex_of(origin))


async def _go(table: AslTable, going: Ids, step: Move) -> tuple[Ids, Ids]:
    """Pay for the next Location and go there; returns those who did, and those who were stopped on
    leaving. The MF count where they are then (A8.3).
    """
    stack = as_movers(table.truth, table.alive(going))
    origin = stack[0].at
    entry = chosen_entry(table.known(stack[0].side), stack, step)
    if entry is None:
        raise RuntimeError(f"no way leads to {step.to}, though the move was accepted")
    halves = {unit.counter: price(table.law, unit, entry) for unit in stack}
    _pay(table, halves, assault=step.assault)
    _log_move(table, going, entry, step)

    def marks(unit: Unit) -> dict[str, Any]:
        return {
            "manner": entry.manner,
            "off_road": unit.off_road or not entry.keeps_bonus,
            "cx": unit.cx or entry.tires,
            "posture": entry.posture,
            "sides": entry.posture_sides,
        }

    _portage(table, stack)
    gone = (await go(table, going, step.to, marks)).gone
    stopped = tuple(unit.counter for unit in table.alive(going) if unit.counter not in gone)
    _finish(table, stopped)
    for unit in table.alive((*gone, *stopped)):
        table.change(unit.counter, mf_here=unit.mf_here + halves[unit.counter])
    if gone:
        _lose_road_bonus(table, gone, origin, step.to)
    return gone, stopped


async def _do(table: AslTable, going: Ids, step: ErrandCommand) -> Ids:
    """Pay for an errand and do it; returns those who are still there."""
    errand = errand_of(step)
    halves = errand.halves_of(table.known(table.unit(going[0]).side), step)
    _pay(table, dict.fromkeys(going, halves), assault=False)
    for unit in table.alive(going):
        table.change(unit.counter, mf_here=unit.mf_here + halves)
    await errand.act(table, step)
    return tuple(unit.counter for unit in table.alive(going))


def _pay(table: AslTable, halves: Mapping[CounterId, int], *, assault: bool) -> None:
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


def _able(table: AslTable, unit_ids: Ids) -> Ids:
    """Those that are still there, unbroken and unpinned, and may go on; the others' MPh is over."""
    there = (u for u in table.alive(unit_ids) if not u.moved)
    able = tuple(u.counter for u in there if not u.broken and not u.pinned)
    _finish(table, tuple(unit_id for unit_id in unit_ids if unit_id not in able))
    return able


def _calm(table: AslTable, unit_ids: Ids) -> Ids:
    """A15.43: who goes berserk on the way leaves the stack, and charges with the MF left to it."""
    return tuple(unit.counter for unit in table.alive(unit_ids) if not unit.berserk)


def _finish(table: AslTable, unit_ids: Ids) -> None:
    for unit in table.alive(unit_ids):
        table.change(unit.counter, moved=True)


def _stop_all(table: AslTable, side: Side) -> None:
    """The action is over: nobody is the moving target of the next expenditure any more."""
    for unit in table.truth.units(side):
        if unit.moving:
            table.change(unit.counter, moving=False)


def _notes(ways: tuple[Entry, ...]) -> dict[str, str]:
    """What entry costs, by Location; the dearer way counts, since the cheaper must be chosen."""
    return {way.to: way.text for way in ways}


def _choices(ways: tuple[Entry, ...]) -> dict[Manner, tuple[str, ...]]:
    """The Locations with a cheaper way beside the usual one, by what that way is."""
    covered = {way.to for way in ways if way.manner not in _CHEAP}
    cheap = [way for way in ways if way.manner in _CHEAP and way.to in covered]
    return {
        manner: tuple(sorted(way.to for way in cheap if way.manner is manner))
        for manner in _CHEAP
        if any(way.manner is manner for way in cheap)
    }


def _kept(units: dict[ShownId, tuple[str, ...]]) -> dict[ShownId, tuple[str, ...]]:
    return {unit_id: places for unit_id, places in units.items() if places}


def _errand_at_rest(errand: AnyErrand) -> AnyActivity:
    """An errand as what a unit may begin its MPh with; what is free does not begin it."""

    def offers(position: Knowledge, side: Side) -> Iterable[Offer]:
        return errand_offers(position, errand, _movers(position, side))

    def refuse(position: Knowledge, side: Side, command: ErrandCommand) -> None:
        if not errand.is_free:
            for unit in own_stack(position, side, errand.spenders(command)):
                refuse_mover(position, unit)
        refuse_errand(position, _movers(position, side), command)

    async def begin(table: AslTable, side: Side, command: ErrandCommand) -> None:
        if errand.is_free:
            await errand.act(table, command)
            _stop_all(table, side)
        else:
            await move_stack(table, side, command)

    return Activity(errand.command, offers, refuse, begin)


MOVE = Activity(Move, _offers, _refuse, move_stack)
OVERRUN = Activity(Overrun, _overrun_offers, _refuse, move_stack)
ERRANDS_AT_REST = tuple(_errand_at_rest(errand) for errand in ERRANDS)
