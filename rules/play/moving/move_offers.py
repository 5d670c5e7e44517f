"""What is offered to who may move (A4.1): where each unit can go and by which ways, whom it can
overrun, and its errands.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from msgspec.structs import replace

from rules.board.locations import is_on_cliff
from rules.chapters.ground.b_entry import Entry
from rules.chapters.movement.a04_movement import as_movers, may_assault, mf_left, next_entries
from rules.chapters.movement.a04_overrun import overruns
from rules.chapters.terms.a04_bypass import spoken
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.ids import ShownId
from rules.kernel.memo import asked_once
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.view import Offer
from rules.play.moving.errand import AnyErrand
from rules.play.moving.move_commands import END_MOVE
from rules.play.moving.moves import APART, CHEAPER_WAYS
from rules.play.page.offers import Flag, Nouns, UnitsTo
from rules.position.knowledge import Knowledge
from rules.position.position import acts_under, is_dummy, is_smc

_Onward: TypeAlias = Callable[[Knowledge, tuple[Unit, ...]], tuple[Entry, ...]]


_WaysOf: TypeAlias = dict[ShownId, tuple[tuple[Entry, ...], dict[str, tuple[ShownId, ...]]]]


def move_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterator[UnitsTo]:
    """Where each of the units may go, by itself or with a SMC of them whom it needs for it."""
    found: _WaysOf = {}
    for unit in units:
        ways, needed = _ways(position, unit, _company(unit, units), ways_on)
        found[unit.id] = _unnamed(ways), needed
    offer = UnitsTo(
        verb="move",
        label="Move",
        key="g",
        rule="A4.1",
        primary=True,
        planned=END_MOVE.verb,
        units={},
    )
    return _filled(position, offer, found)


def ways_on(position: Knowledge, units: tuple[Unit, ...]) -> tuple[Entry, ...]:
    """Where a stack may go next; asked of one unit again and again."""
    return _alone(position, units[0]) if len(units) == 1 else next_entries(position, units)


@asked_once
def _alone(position: Knowledge, unit: Unit) -> tuple[Entry, ...]:
    return next_entries(position, (unit,))


def overrun_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterator[Offer]:
    """A4.15: where each of the units may overrun a SMC, if need be with a SMC who helps it on; a
    SMC with a MMC.
    """
    found: _WaysOf = {}
    apart: dict[ShownId, tuple[Entry, ...]] = {}
    for unit in (unit for unit in units if not is_dummy(unit)):
        mates = tuple(o for o in units if o.at == unit.at and is_smc(o) is not is_smc(unit))
        ways, needed = _ways(position, unit, mates, overruns)
        found[unit.id] = _unnamed(ways), needed
        apart[unit.id] = tuple(way for way in ways if way not in found[unit.id][0])
    offer = UnitsTo(verb="overrun", label="Infantry OVR", rule="A4.15", units={})
    yield from _filled(position, offer, found)
    yield from _offer_of(_OVERRUN, "Infantry OVR by a special way", apart)


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
                    for manner, (label, rule) in CHEAPER_WAYS.items()
                    if manner in cheap
                ),
            ),
        )


def _unnamed(ways: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The ways to where one can go without saying by which: not by Bypass alone, nor only by a way
    that nobody goes who does not say so.
    """
    others = {way.to for way in ways if not _must_be_named(way)}
    return tuple(way for way in ways if way.to in others)


def _must_be_named(way: Entry) -> bool:
    return bool(way.sides) or way.manner in APART


def named_alone(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    """A4.3, B28.61: the hexes that units have the MF to bypass, or to enter by a way such as a
    Trail Break, and not to enter otherwise: for each Location that they are in.
    """
    for at in sorted({unit.at for unit in units}):
        there = [unit for unit in units if unit.at == at]
        ways = {unit.id: _named_alone(position, unit) for unit in there}
        name = position.board.name(at)
        bypass = {one: tuple(w for w in found if w.sides) for one, found in ways.items()}
        yield from _offer_of(_BYPASS, f"Bypass from {name}", bypass)
        apart = {one: tuple(w for w in found if not w.sides) for one, found in ways.items()}
        yield from _offer_of(_SPECIAL, f"Special ways from {name}", apart)


def _named_alone(position: Knowledge, unit: Unit) -> tuple[Entry, ...]:
    ways = _alone(position, unit)
    kept = set(_unnamed(ways))
    return tuple(way for way in ways if way not in kept)


@dataclass(frozen=True, slots=True)
class _Named:
    """How ways are offered that have to be named: the verb, the rule, what stands before the place
    and the way, and what a way is called.
    """

    verb: str
    rule: str
    to: str
    by: str
    called: Callable[[Entry], str]


def _bypassing(way: Entry) -> str:
    return spoken(way.sides)


def _said(way: Entry) -> str:
    return CHEAPER_WAYS[way.manner][0]


_BYPASS = _Named("move", "A4.3", "round", "along", _bypassing)
_SPECIAL = _Named("move", "A4.1", "to", "by", _said)
_OVERRUN = _Named("overrun", "A4.15", "in", "by", _said)


def _offer_of(
    named: _Named, label: str, ways: Mapping[ShownId, tuple[Entry, ...]]
) -> Iterator[SlotsOffer]:
    able = {unit_id: found for unit_id, found in ways.items() if found}
    if not able:
        return
    everything = [way for found in able.values() for way in found]
    costs = {way.to: way.text for way in everything}
    manners = {to: tuple(dict.fromkeys(w.manner for w in everything if w.to == to)) for to in costs}
    called = {way.manner: named.called(way) for way in everything}
    yield SlotsOffer(
        verb=named.verb,
        label=label,
        rule=named.rule,
        slots=(
            Slot(name="units", kind="units", of=tuple(map(filler, able))),
            Slot(
                name="to",
                kind="place",
                label=named.to,
                of=tuple(Filler(value=to, label=cost, at=to) for to, cost in costs.items()),
                by="units",
                allows={
                    unit_id: tuple(dict.fromkeys(way.to for way in found))
                    for unit_id, found in able.items()
                },
            ),
            Slot(
                name="manner",
                kind="option",
                label=named.by,
                of=tuple(Filler(value=one, label=text) for one, text in called.items()),
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
    ways = {(way.to, way.manner): way for way in alone}
    needed: dict[str, dict[ShownId, None]] = {}
    for other in company:
        for way in ways_of(position, (unit, other)):
            if (way.to, way.manner) not in known:
                ways.setdefault((way.to, way.manner), way)
                needed.setdefault(way.to, {})[other.id] = None
    reached = {way.to for way in alone}
    return tuple(ways.values()), {to: (*ids,) for to, ids in needed.items() if to not in reached}


def _company(unit: Unit, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The SMC who may help a MMC on by going with it."""
    if is_smc(unit):
        return ()
    return tuple(one for one in units if is_smc(one) and _goes_with(unit, one))


def _goes_with(unit: Unit, other: Unit) -> bool:
    """A12.11: whether they may move together: in one Location, both in the open or both not."""
    return other.at == unit.at and acts_under(other) == acts_under(unit)


def errand_offers(
    position: Knowledge, errand: AnyErrand, units: tuple[Unit, ...]
) -> Iterable[Offer]:
    """What is offered of an errand to those who have the MF for it (A4.1, A4.61)."""
    able = {
        mover.id
        for mover, halves in _spare(position, units)
        if errand.halves <= halves
        and (errand.on_cliffs or not is_on_cliff(mover.at))
        and (errand.on_horse or mover.horse is None)
    }
    return errand.offers(position, tuple(unit for unit in units if unit.id in able))


@asked_once
def _spare(position: Knowledge, units: tuple[Unit, ...]) -> tuple[tuple[Unit, int], ...]:
    """Those ashore who may be on an errand, and the half MF that they have for it with the others
    of their Location, under Assault Movement not all of them (A4.61).
    """
    units = tuple(unit for unit in units if not is_dummy(unit))
    stacks = ([mate for mate in units if mate.at == at] for at in sorted({u.at for u in units}))
    return tuple(
        (mover, max(0, mf_left(position.law, mover) - mover.assault))
        for stack in stacks
        for mover in as_movers(position, tuple(stack))
        if not mover.swims and not mover.in_boat
    )


def _notes(ways: tuple[Entry, ...]) -> dict[str, str]:
    """What entry costs, by Location; the dearer way counts, since the cheaper must be chosen."""
    return {way.to: way.text for way in ways}


def _choices(ways: tuple[Entry, ...]) -> dict[Manner, tuple[str, ...]]:
    """The Locations with a cheaper way beside the usual one, by what that way is."""
    covered = {way.to for way in ways if way.manner not in CHEAPER_WAYS}
    cheap = [way for way in ways if way.manner in CHEAPER_WAYS and way.to in covered]
    return {
        manner: tuple(sorted(way.to for way in cheap if way.manner is manner))
        for manner in CHEAPER_WAYS
        if any(way.manner is manner for way in cheap)
    }


def _kept(units: dict[ShownId, tuple[str, ...]]) -> dict[ShownId, tuple[str, ...]]:
    return {unit_id: places for unit_id, places in units.items() if places}
