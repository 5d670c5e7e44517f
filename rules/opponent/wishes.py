"""A plain player who knows what he is doing: he plays from what his side knows, and from offers.

He fires at the best odds he is shown, keeps to cover, goes for what the victory conditions name or
stays where that is, rallies, and routs out of sight. He has no plan beyond the present phase, uses
no SMOKE, no charges and no tricks; but he plays every scenario alike, so what his games come to
says how hard its two sides are to play.
"""

from collections.abc import Callable, Iterator, Sequence
from math import pow
from typing import Any

from rules.board.locations import LocationId, hex_of
from rules.chapters.concealment.a12_hideouts import hideouts
from rules.chapters.mines.b28_clearing import is_sapper
from rules.chapters.rubble.b24_clearance import LIMIT, Task, clearing_drm
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.opponent.coming_in import come_in
from rules.opponent.forms import Form, Nouns, SupportsRandom, fill
from rules.opponent.ground import (
    MINED,
    SQUAD_FP,
    SUSPECTED,
    Route,
    by_road,
    cover,
    covers_at,
    danger,
    mined,
    routes,
)
from rules.opponent.seat import Seat
from rules.opponent.set_up import set_up
from rules.position.position import (
    good_order,
    is_dummy,
    is_leader,
    is_smc,
    leadership,
    values,
)

PREP_FIRE = 0.2
"""What an attack must promise of an attacker, who gives up his move for it: one unit broken in
five attacks.
"""
GREAT_FIRE = 0.3
"""What it must promise for all to make it, late as it may be; in the last turn no attack is worth
that.
"""
HOLDING_FIRE = 0.08
"""The same of who is to stay where he is."""
FREE_FIRE = 0.03
"""The same in the DFPh and the AFPh, where it costs nothing."""
FIRST_FIRE = 0.16
AGAIN = 0.3
"""What First Fire must promise of units that have not fired yet, and of those that have."""
LOSES_COVER = 0.12
"""What fire must promise besides of who loses his "?" by it."""
BROKEN_TARGET = 0.4
"""What it is worth to hit who is broken already."""
MF_OF_A_TURN = 6
"""Half MF that an attacker comes nearer in a turn, under fire."""
IN_TIME = 1.15
"""Who is so late, by `_late`, thinks of nothing else."""
CAUTION = 7.0
"""Half MF that the surest loss is worth, at the end of a way; and, of that, on it."""
ON_THE_WAY = 0.7
SURVIVES = 0.55
"""What is left of a stack where the danger is 1."""
STAYING = 3.0
GAIN = 1.0
"""Half MF that a defender, and an attacker, must gain before he moves."""
A_CROWD = 4
CROWDED = 2.0
"""How many HS in a Location are no crowd yet, and how many half MF each squad beyond them counts
against joining them.
"""
TOGETHER = 2
"""MMC that move together."""
CLEARS_WITH = 7
"""The DR with which mines are cleared that it is worth an MPh to try for."""
LAST_CHANCE = 20.0
"""Half MF that it is worth to advance, in the last turn, to what is wanted yet."""
CC_ODDS = 1.2
LAST_CC_ODDS = 0.5
"""What odds he wants in CC; and in the last turn, for what counts."""

QUIET = (
    "seal_setup", "decline_entropy", "open_entropy", "decline_draw", "never_break", "end_rout",
    "end_move", "cc_pass", "pass", "end_phase",
)  # fmt: skip
"""What says no, or no more."""


def decide(seat: Seat, rng: SupportsRandom) -> Nouns | None:
    """The command that a side gives: what it would like best of what the rules take."""
    return next((nouns for nouns in wishes(seat, rng) if seat.may(nouns)), None)


def wishes(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """Commands for what a side is offered, what it would like best first; some may be refused."""
    for way in WAYS:
        yield from way(seat, rng)
    for verb in QUIET:
        for form in seat.offered(verb):
            command = fill(rng, form)
            if command is not None:
                yield command
    for form in seat.forms:
        command = None if form.get("stands") == "aside" else fill(rng, form)
        if command is not None:
            yield command


def _answers(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """What the other side asks for is granted: a take-back, or to go on without its line."""
    for form in seat.offered("agree"):
        yield {"verb": form["verb"]}


def _choices(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """What no rule of thumb decides: the first that is named, as a rule the better one."""
    for form in seat.offered("choose"):
        for value in form["slots"][0]["of"]:
            yield {"verb": "choose", "option": value["value"]}


def _rallies(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """Everybody who is broken, with the best leader there is; weapons are repaired, Recovered."""
    for form in seat.offered("rally"):
        unit_slot, leader_slot = form["slots"]
        leaders = [one["value"] for one in leader_slot.get("of", ())]
        leaders.sort(key=lambda one: leadership(seat.position.unit(one)))
        for one in unit_slot["of"]:
            allowed = leader_slot.get("allows", {}).get(one["value"], ())
            for leader in (*leaders, None):
                if leader in allowed:
                    led = {} if leader is None else {"leader": leader}
                    yield {"verb": "rally", "unit": one["value"], **led}
    for verb in ("repair", "recover"):
        if seat.position.clock.phase is Phase.RPH:
            for form in seat.offered(verb):
                command = fill(rng, form)
                if command is not None:
                    yield command


def _reacts(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """Defensive First Fire at the best odds of those proposed, if they are good enough."""
    for form in seat.offered("fire"):
        for proposal in form.get("ranked", ()):
            command = {"verb": "fire", "units": proposal["units"], "at": proposal["at"]}
            if proposal.get("directors"):
                command["directors"] = proposal["directors"]
            harm = seat.harm(command)
            fired = any(seat.position.unit(one).fired is not None for one in proposal["units"])
            least = (AGAIN if fired else FIRST_FIRE) + _to_lose(seat, proposal["units"])
            if harm is not None and harm >= least:
                yield command


def _fires(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """The best attack of a fire phase; none that does not repay what it costs."""
    for form in seat.offered("fire"):
        if not form.get("ranked"):
            all_ = (*_shots(seat, form), *_pairs(seat))
            shots = [(_value(seat, shot), shot) for shot in all_]
            shots.sort(key=lambda pair: -pair[0])
            for value, shot in shots:
                least = _least(seat) + _to_lose(seat, shot["units"])
                if value >= least:
                    yield shot


def _who_may_stay(seat: Seat, units: Sequence[Unit]) -> Sequence[Unit]:
    """Those of some of an attacker's units who may give up their move to fire: the later it is, the
    fewer MMC. Those who have to be where they are may.
    """
    there = [unit for unit in units if not is_smc(unit)]
    if seat.position.clock.phase is not Phase.PFPH or not seat.attacks or not there:
        return units
    late = _late(seat, there[0].at, seat.goals(there))
    if not late:
        return units
    mmc = [unit for unit in seat.position.personnel(seat.side) if not is_smc(unit)]
    staying = sum(unit.fired is not None for unit in mmc)
    room = max(0, int((IN_TIME - late) * len(mmc)) - staying)
    return units if len(there) <= room else there[:room]


def _to_lose(seat: Seat, units: Sequence[str]) -> float:
    """A12.14: a "?" is lost by firing."""
    return LOSES_COVER * any(unit.under is not None for unit in seat.position.alive(units))


def _least(seat: Seat) -> float:
    if seat.position.clock.phase is not Phase.PFPH:
        return FREE_FIRE
    return PREP_FIRE if seat.attacks else HOLDING_FIRE


def _shots(seat: Seat, form: Form) -> Iterator[Nouns]:
    """All of one Location at each of their targets, under its best leader; at nothing that looks
    empty.
    """
    for stack in seat.by_location(list(form["units"])).values():
        there = {at for unit in stack for at in form["units"][unit.id]}
        for at in sorted(there.difference(hideouts(seat.position, seat.side.enemy))):
            units = [unit for unit in stack if at in form["units"][unit.id]]
            able = [u for u in units if not is_leader(u)] or units
            firing = _who_may_stay(seat, able)
            if len(firing) < len(able) and _is_great(seat, _shot(seat, form, able, at)):
                firing = able
            if firing:
                yield _shot(seat, form, firing, at)


def _is_great(seat: Seat, shot: Nouns) -> bool:
    """Whether an attack is worth the move of all who make it, while there is a turn left."""
    return seat.turns_left > 1 and _value(seat, shot) >= GREAT_FIRE


def _shot(seat: Seat, form: Form, units: Sequence[Unit], at: str) -> Nouns:
    """Units at one of their targets, under the best leader who may direct all of them."""
    ids = sorted(unit.id for unit in units)
    shot: Nouns = {"verb": "fire", "units": ids, "at": at}
    directors = [
        seat.position.unit(leader)
        for leader, led in form.get("directors", {}).items()
        if set(ids) <= set(led) and leader not in ids
    ]
    best = min(directors, key=lambda unit: (leadership(unit), unit.id), default=None)
    if best is not None and leadership(best) <= 0:
        shot["directors"] = [best.id]
    return shot


def _pairs(seat: Seat) -> Iterator[Nouns]:
    """A9.12: two SMC at each target of the MG that they may fire together."""
    for form in seat.offered("fire_together"):
        slots = {slot["name"]: [one["value"] for one in slot["of"]] for slot in form["slots"]}
        empty = hideouts(seat.position, seat.side.enemy)
        for at in (one for one in slots["at"] if one not in empty):
            shot = {"verb": "fire_together", "units": slots["units"], "mate": slots["mate"][0]}
            yield {**shot, "at": at}


def _value(seat: Seat, shot: Nouns) -> float:
    harm = seat.harm(shot) or 0.0
    targets = seat.position.personnel_at(shot["at"], seat.side.enemy)
    if any(not unit.broken for unit in targets):
        return harm
    suspected = covers_at(seat.position, shot["at"], seat.side.enemy)
    return harm * (SUSPECTED if suspected else BROKEN_TARGET)


def _price(seat: Seat, at: LocationId, goals: Sequence[Any], caution: float) -> float:
    """What is wrong with a Location as a place to stay, in half MF: the way still to go, and what
    the enemy may do there.
    """
    harm = 1 - pow(SURVIVES, danger(seat.position, seat.side, at))
    return seat.to_go(at, goals) + caution * harm - cover(seat.position, at) / 4


def _caution(seat: Seat, at: LocationId, goals: Sequence[Any], spent: int = 0) -> float:
    """Who has time is careful; who will be late is not. Half MF that are spent count as part of the
    way: who has gone halfway does not take fright of what he set out for.
    """
    if not seat.attacks:
        return CAUTION
    return CAUTION * max(0.1, IN_TIME - _late(seat, at, goals, spent))


def _late(seat: Seat, at: LocationId, goals: Sequence[Any], spent: int = 0) -> float:
    """The turns that it takes from a Location to as many goals as are needed, by those left after
    this one.
    """
    ways = sorted(seat.to_go(at, [goal]) for goal in goals) or [0]
    way = ways[min(seat.still_needed, len(ways)) - 1] + spent
    return way / (MF_OF_A_TURN * max(0.5, seat.turns_left - 1))


def _clears(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """Sappers who stand in mines that they are likely to clear away."""
    for form in seat.offered("clear_away"):
        task, able = ([one["value"] for one in slot["of"]] for slot in form["slots"])
        units = seat.position.alive(able)
        if task != [Task.MINES] or not any(is_sapper(seat.position, unit) for unit in units):
            continue
        drm = sum(one.value for one in clearing_drm(seat.position, units[0].at, units, Task.MINES))
        if seat.turns_left > 1 and LIMIT - drm >= CLEARS_WITH:
            yield {"verb": "clear_away", "task": Task.MINES, "units": able}


def _moves(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """Each stack by the way that it likes best, as far as it is better off there; never into hexes
    that can only be bypassed, which are offered in another form.
    """
    for form in seat.offered("move"):
        if form["form"] != "units_to":
            continue
        stacks = seat.by_location(list(form["units"])).values()
        nearest = sorted(stacks, key=lambda stack: seat.to_go(stack[0].at, seat.goals(stack)))
        for stack in (stack for crowd in nearest for stack in _parties(seat, crowd)):
            route = best_route(seat, stack)
            if route.first is not None:
                yield from _steps(form, stack, route)


def _parties(seat: Seat, crowd: tuple[Unit, ...]) -> Iterator[tuple[Unit, ...]]:
    """Who goes by himself, to rally others, and then those who go together."""
    for stack in _apart(seat, crowd):
        yield stack if stack[0].id in seat.carers else _party(stack)


def _apart(seat: Seat, crowd: tuple[Unit, ...]) -> Iterator[tuple[Unit, ...]]:
    """Leaders who go to rally others, each by himself; all others but one who has to stay."""
    for unit in crowd:
        if unit.id in seat.carers:
            yield (unit,)
    keeper = seat.keeper(crowd)
    rest = tuple(unit for unit in crowd if unit.id not in seat.carers and unit is not keeper)
    if rest:
        yield rest


def _frees_himself(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """B26.4, B27.4: who wants to go on comes off the Wire, or out of an entrenchment, first."""
    for verb in ("come_off", "come_out"):
        for form in seat.offered(verb):
            able = [one["value"] for one in form["slots"][0]["of"]]
            for crowd in seat.by_location(able).values():
                stack = _party(crowd)
                if best_route(seat, stack).first is not None:
                    yield {"verb": verb, "units": sorted(unit.id for unit in stack)}


def _party(crowd: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Those who go together: two MMC, and their leaders with the first."""
    mmc = [unit for unit in crowd if not is_smc(unit)]
    return (*mmc[:TOGETHER], *(unit for unit in crowd if is_smc(unit)))


def best_route(seat: Seat, stack: tuple[Unit, ...]) -> Route:
    """The way that a stack likes best, which may be to stay."""
    goals, here = seat.goals(stack), stack[0].at
    caution = _caution(seat, here, goals, max(unit.mf_spent for unit in stack))
    setting_out = 0.0 if stack[0].moving else GAIN if seat.attacks else STAYING

    def price(route: Route) -> float:
        on_the_way = caution * (1 - pow(SURVIVES, route.danger)) * ON_THE_WAY
        leaving = 0.0 if route.first is None else setting_out + on_the_way
        return _price(seat, route.to, goals, caution) + leaving + _crowd(seat, stack, route.to)

    return min(routes(seat.position, stack, caution / 2), key=price)


def _others(seat: Seat, stack: tuple[Unit, ...], at: LocationId) -> list[Unit]:
    return [unit for unit in seat.position.personnel_at(at, seat.side) if unit not in stack]


def _crowd(seat: Seat, stack: tuple[Unit, ...], at: LocationId) -> float:
    """What is wrong with joining others: one attack hits all of them."""
    there = sum(values(unit).halves for unit in _others(seat, stack, at))
    coming = sum(values(unit).halves for unit in stack)
    return CROWDED * max(0, there + coming - A_CROWD) / 2 if there else 0.0


def _steps(form: Form, stack: tuple[Unit, ...], route: Route) -> Iterator[Nouns]:
    """The first step of a route: all of the stack, or else its MMC one by one; no SMC goes where
    those with him do not.
    """
    entry = route.first
    if entry is None:
        return
    able = [unit.id for unit in stack if entry.to in form["units"].get(unit.id, {})]
    others = [unit.id for unit in stack if not is_smc(unit) and unit.id in able]
    for ids in (able, *([one] for one in others)):
        move: Nouns = {"verb": "move", "units": sorted(ids), "to": entry.to}
        flags = {
            flag["name"]: flag.get("value", True)
            for flag in form.get("flags", ())
            if all(entry.to in flag["units"].get(unit, ()) for unit in ids)
        }
        if route.steps > 1:
            flags.pop("assault", None)
        if not by_road(entry):
            flags.pop("manner", None)
        if ids:
            yield {**move, **flags}


def _routs(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """Out of the enemy's sight and away from him, into cover."""
    if seat.offered("end_rout"):
        return
    for form in seat.offered("rout"):
        for unit, places in form["units"].items():
            ranked = sorted(places, key=lambda at: (_refuge(seat, at), at))
            yield from ({"verb": "rout", "units": [unit], "to": at} for at in ranked)


def _leaves_blazes(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """B25.4: out of the fire, to where it is safest: who stays is lost."""
    for form in seat.offered("leave_blaze"):
        for unit, places in form["units"].items():
            ranked = sorted(places, key=lambda at: (_refuge(seat, at), at))
            yield from ({"verb": "leave_blaze", "units": [unit], "to": at} for at in ranked)


def _refuge(seat: Seat, at: str) -> float:
    place, position = LocationId(at), seat.position
    away = min((position.range(place, at) for at in seat.threats()), default=0)
    harm = danger(position, seat.side, place) + MINED * (
        hex_of(place) in mined(position, seat.side)
    )
    return harm * 3 - min(away, 6) - cover(position, place)


def _advances(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """Where they are better off, or into CC with the better odds: into that as many as can, else no
    more together than move together.
    """
    for form in seat.offered("advance"):
        for crowd in seat.by_location(list(form["units"])).values():
            stacks = [(stack, True) for stack in _apart(seat, crowd)]
            stacks += [(stack, False) for stack in _parties(seat, crowd)]
            found = [one for stack, cc in stacks for one in _into(seat, form, stack, cc=cc)]
            for _, advance in sorted(found, key=lambda one: one[0]):
                at = LocationId(seat.position.unit(advance["units"][0]).at)
                if _looks_back(seat, form, at, advance):
                    yield {**advance, "crest": True}
                yield advance


def _into(
    seat: Seat, form: Form, stack: tuple[Unit, ...], *, cc: bool
) -> Iterator[tuple[float, Nouns]]:
    """A stack's advances to where enemies are, or to where none are, if it is better off there; and
    what is wrong with each of them.
    """
    at, goals = stack[0].at, seat.goals(stack)
    caution = _caution(seat, at, goals)
    stay = _price(seat, at, goals, caution) - GAIN
    for to in sorted({to for unit in stack for to in form["units"][unit.id]}):
        price = _advanced(seat, stack, to, goals, caution)
        able = sorted(u.id for u in stack if _walks(form, u, to))
        if able and price < stay and _is_held(seat, to) is cc:
            yield price, {"verb": "advance", "units": able, "to": to}


def _is_held(seat: Seat, to: str) -> bool:
    """Whether enemies are in a Location, or a "?" of theirs."""
    enemies = seat.position.personnel_at(LocationId(to), seat.side.enemy)
    return bool(enemies) or bool(covers_at(seat.position, LocationId(to), seat.side.enemy))


def _looks_back(seat: Seat, form: Form, at: LocationId, advance: Nouns) -> bool:
    """B20.9: whether all may end in Crest status, and are better off so: they face where they come
    from, and an enemy nearest to them is on that side.
    """
    flags = (flag["units"] for flag in form.get("flags", ()) if flag["name"] == "crest")
    if not any(all(advance["to"] in of.get(u, ()) for u in advance["units"]) for of in flags):
        return False
    to, position = LocationId(advance["to"]), seat.position
    nearest = min(seat.threats(), key=lambda one: (position.range(to, one), one), default=None)
    return nearest is not None and position.range(at, nearest) < position.range(to, nearest)


def _walks(form: Form, unit: Unit, to: str) -> bool:
    note = form["units"][unit.id].get(to)
    return note is not None and "CX" not in note


def _advanced(
    seat: Seat, stack: tuple[Unit, ...], to: str, goals: Sequence[Any], caution: float
) -> float:
    """What is wrong with a Location after an advance; the enemy there counts by the odds."""
    at = LocationId(to)
    price = _price(seat, at, goals, caution)
    enemies = seat.position.personnel_at(at, seat.side.enemy)
    suspected = covers_at(seat.position, at, seat.side.enemy)
    if not enemies and not suspected:
        takes = seat.takes_at_last(at) and any(not is_smc(unit) for unit in stack)
        return price + _crowd(seat, stack, at) - takes * LAST_CHANCE
    ours = sum(values(unit).cc_fp for unit in (*stack, *_others(seat, stack, at)))
    known = sum(values(unit).cc_fp for unit in enemies if not unit.broken)
    theirs = known + SQUAD_FP * SUSPECTED * suspected
    wanted = hex_of(at) in goals and seat.turns_left == 1
    return (
        price - CAUTION
        if ours >= theirs * (LAST_CC_ODDS if wanted else CC_ODDS)
        else price + CAUTION
    )


def _takes_control(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """A26.11: one squad comes into the open, as its turn ends, where nobody but it is seen: what
    lies under a "?" Controls nothing.
    """
    position, last = seat.position, seat.position.clock.phase is Phase.APH
    for form in seat.offered("give_up_concealment") if last else ():
        wanted = seat.wanted()
        able = [one["value"] for one in form["slots"][0]["of"]]
        for at, stack in seat.by_location(able).items():
            mmc = [unit for unit in stack if good_order(unit) and not is_smc(unit)]
            real = [unit for unit in mmc if not is_dummy(unit)]
            counts = hex_of(at) in wanted and at == position.board.locations(hex_of(at))[0]
            if counts and real and not position.personnel_in(hex_of(at), seat.side.enemy):
                yield {"verb": "give_up_concealment", "units": [real[0].id]}


def _close_combat(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """All who can, against whom they are likeliest to hurt."""
    for form in seat.offered("cc_attack"):
        attacks = []
        for targets in (form["targets"], *([one] for one in form["targets"])):
            command: Nouns = {"verb": "cc_attack", "units": form["units"], "targets": targets}
            command["leader"] = next(iter(form.get("leaders", ())), None)
            card = seat.card(command)
            if card is not None:
                attacks.append((-_killed(card) * len(targets), len(targets), command))
        attacks.sort(key=lambda attack: attack[:2])
        yield from (command for _, _, command in attacks)


def _killed(card: dict[str, Any]) -> int:
    return sum(one["n"] for one in card["chances"] if one["result"] == "Elim")


Way = Callable[[Seat, SupportsRandom], Iterator[Nouns]]

WAYS: tuple[Way, ...] = (
    _answers,
    set_up,
    _choices,
    _rallies,
    _reacts,
    _fires,
    _clears,
    come_in,
    _moves,
    _frees_himself,
    _leaves_blazes,
    _routs,
    _advances,
    _takes_control,
    _close_combat,
)
"""What he would like to do, by the offers that he has; each looks for its own."""
