"""Concealed stacks (A12.1) and hidden units (A12.3): what is under a "?", and how much of it; who
is hidden where.

They are tried on a position of their own too (`rules/proof/covers.py`).
"""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from rules.board.locations import LocationId, hex_of, is_pillbox
from rules.board.terrain import Terrain
from rules.chapters.close_combat.a11_concealed import AmbushDrm, StateShown, StrengthShown
from rules.chapters.concealment.a12_check_facts import (
    ChecksUnderCover,
    DetectionDr,
    DummyPicked,
    PinnedUnderCover,
    ProvedReal,
)
from rules.chapters.concealment.a12_hidden import HiddenPlaced
from rules.chapters.concealment.a12_search_casualties import SearchCasualty
from rules.chapters.concealment.a12_shown_watchers import WatcherShown
from rules.chapters.concealment.a12_unseen_facts import (
    FireFromCover,
    RecoveryFromCover,
    ResidualFromCover,
    ShownInActing,
)
from rules.chapters.concealment.a12_unseen_tries import TriedFromCover
from rules.chapters.concealment.a12_unseen_weapons import WeaponFromCover
from rules.chapters.concealment.covers import ActorNamed, CounterRevealed, CoverRemoved, dummy
from rules.chapters.movement.a05_stacking import FREE_SMC, LIMIT_HALVES
from rules.chapters.rubble.b24_clearance import Clearing
from rules.chapters.snipers.a14_covers import SniperCount
from rules.chapters.water.e06_facts import SwimFromCover
from rules.forces.entities import Clock
from rules.forces.lookup import dummy_type, unit_type, unit_types
from rules.forces.manner import Posture
from rules.forces.phases import Phase, Stage
from rules.forces.sealed import Sealed, Veiled
from rules.forces.seen import COVER_MARKS, Cover
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.command import Command
from rules.kernel.fact import Fact
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.view import wire
from rules.kernel.world import World
from rules.play.choices import Choose
from rules.play.firing.special_weapons import ThrowCharge
from rules.play.rallying.rally_all import RallyAll
from rules.play.ruleset import AslRules
from rules.position.daisy_chains import LaidChain
from rules.position.fire import Blaze
from rules.position.fortifications import Pillbox
from rules.position.mines import BoobyTraps
from rules.position.placed_charges import Charge
from rules.position.position import CLOCK, HIDDEN, is_dummy
from rules.position.rubble import Rubble
from rules.position.set_charges import SetCharge
from rules.position.snipers import Sniper
from rules.proof.forging import texts_of
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.control import is_denied
from rules.proof.subjects.riders import is_rider_seen, vary_riders
from rules.proof.subjects.searches import is_searched
from rules.proof.subjects.subject import Subject
from rules.proof.twins import Variation

_FRESH: Final = 900  # ids from here on are never issued in so short a game


def vary_real(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.11: what is under a "?" may be real, or a Dummy."""
    found = _covered(world, x)
    if not found:
        return False
    veiled = rng.choice(found)
    what = unseal(veiled.what)
    _empty_hands(world, veiled.id)
    if isinstance(what, Unit) and is_dummy(what):
        _fill(world, veiled, _unit(world, veiled, rng))
    else:
        type_ = dummy_type(unit_type(what.type).nation)
        _fill(world, veiled, dummy(what.id, what.side, what.at, ShownId(what.under or ""), type_))
    return True


def vary_who(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.1: which of a side's counters are under which "?"."""
    differs = [_mix(world, x, side, rng) for side in Side]
    stands = {one.id: unseal(one.what) for one in world.all(Veiled)}
    for veiled in world.all(Veiled):
        what = unseal(veiled.what)
        if isinstance(what, Weapon) and what.holder in stands:
            holder = stands[what.holder]
            _fill(world, veiled, replace(what, at=holder.at, under=holder.under))
    return any(differs)


def _mix(world: World, x: Audience, side: Side, rng: SupportsRandom) -> bool:
    """Put the units and Dummies of a side under each other's "?"."""
    found = [one for one in _covered(world, x) if one.owner is side]
    seats = [(unseal(one.what).at, unseal(one.what).under) for one in found]
    rng.shuffle(seats)
    for veiled, (at, under) in zip(found, seats, strict=True):
        _fill(world, veiled, replace(unseal(veiled.what), at=at, under=under))
    return len(set(seats)) > 1


def vary_height(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.1: how many counters are under a "?": at least one."""
    found = _covered(world, x)
    if not found:
        return False
    veiled = rng.choice(found)
    under = unseal(veiled.what).under
    others = [one for one in found if unseal(one.what).under == under and one is not veiled]
    if others and one_in(rng, 2):
        _empty_hands(world, veiled.id)
        world.drop(veiled)
        return True
    add_unit(world, veiled, rng)
    return True


def vary_ids(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """Which of the owner's ids a counter has: nobody else is shown any."""
    found = _covered(world, x)
    ids = [veiled.id for veiled in found]
    rng.shuffle(ids)
    renamed = dict(zip((veiled.id for veiled in found), ids, strict=True))
    for veiled in found:
        world.drop(veiled)
    for veiled in found:
        id_ = renamed[veiled.id]
        what: Secret[Sealed] = veiled.what.with_value(replace(unseal(veiled.what), id=id_))
        world.add(Veiled(id=id_, owner=veiled.owner, what=what))
    for veiled in world.all(Veiled):
        what_ = unseal(veiled.what)
        if isinstance(what_, Weapon) and what_.holder in renamed:
            _fill(world, veiled, replace(what_, holder=renamed[what_.holder]))
    return len(ids) > 1


def vary_hidden(rules: AslRules, world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.3: whether a unit is hidden somewhere, and where."""
    owners = [side for side in Side if side is not side_of(x) and _any_unit(world, side)]
    if not owners or not (world.all(Veiled) or _hides(rules)):
        return False
    owner = rng.choice(owners)
    sealed = ((one, unseal(one.what)) for one in world.all(Veiled) if one.owner is owner)
    hidden = [one for one, what in sealed if _is_hidden(one) and not _is_below_top(what)]
    if hidden and one_in(rng, 2):
        world.drop(rng.choice(hidden))
        return True
    places = [at for at in _hiding_places(rules) if not _is_held(world, at, owner.enemy)]
    if not places:
        return False
    hide(world, owner, rng.choice(places), rng)
    return True


def _hides(rules: AslRules) -> bool:
    """Whether a card gives leave to hide units."""
    return any(group.hidden for card in rules.scenario.sides.values() for group in card.at_start)


def hide(world: World, owner: Side, at: LocationId, rng: SupportsRandom) -> None:
    """Put a unit of that side into a Location, hidden."""
    like = _any_unit(world, owner)
    if like is None:
        raise ValueError("that side has nobody")
    name, id_ = _free_name(world, rng), _fresh(world, owner, rng)
    unit = Unit(
        id=id_, side=owner, counter=CounterId(name), type=like.type, letter=name, at=at,
        under=HIDDEN,
    )  # fmt: skip
    world.add(Veiled(id=id_, owner=owner, what=Secret[Sealed](unit, owner)))


def _any_unit(world: World, side: Side) -> Unit | None:
    sealed = (unseal(one.what) for one in world.all(Veiled))
    there = (*world.all(Unit), *(what for what in sealed if isinstance(what, Unit)))
    return next((one for one in there if one.side is side and not is_dummy(one)), None)


def _is_hidden(veiled: Veiled) -> bool:
    what = unseal(veiled.what)
    return isinstance(what, Unit) and what.under == HIDDEN


def _is_below_top(what: Sealed) -> bool:
    """A12.16: whether others may have looked at it."""
    return isinstance(what, Unit) and what.below_top


def _hiding_places(rules: AslRules) -> list[LocationId]:
    board = rules.board
    ground = (board.locations(hex_id)[0] for hex_id in board.hexes)
    return [at for at in ground if board.terrain(hex_of(at)) is Terrain.WOODS]


def _is_held(world: World, at: LocationId, side: Side) -> bool:
    return any(unit.at == at and unit.side is side for unit in world.all(Unit))


def _covered(world: World, x: Audience) -> list[Veiled]:
    """The units and Dummies under a "?" that X may not know."""
    return [
        veiled
        for veiled in world.all(Veiled)
        if veiled.owner is not side_of(x)
        and not isinstance(unseal(veiled.what), Weapon)
        and not _is_hidden(veiled)
        and not _is_shown(world, veiled)
    ]


def _is_shown(world: World, veiled: Veiled) -> bool:
    """A11.19: whether everybody has seen in a CC that goes on what it is."""
    return world.get(Cover, unseal(veiled.what).under or "").type is not None


def _empty_hands(world: World, holder: str) -> None:
    """Take what a veiled unit possesses off the board."""
    for veiled in world.all(Veiled):
        what = unseal(veiled.what)
        if isinstance(what, Weapon) and what.holder == holder:
            world.drop(veiled)


def _fill(world: World, veiled: Veiled, what: Sealed) -> None:
    sealed = _marked(world, what) if isinstance(what, Unit) else what
    world.change(world.get(Veiled, veiled.id), what=veiled.what.with_value(sealed))


def _marked(world: World, unit: Unit) -> Unit:
    """A unit with the marks that everybody sees on its "?"."""
    cover = world.get(Cover, unit.under or "")
    return replace(unit, **{mark: getattr(cover, mark) for mark in COVER_MARKS})


def _unit(world: World, beside: Veiled, rng: SupportsRandom) -> Unit:
    """A unit that might lie there instead."""
    what = unseal(beside.what)
    name = _free_name(world, rng)
    return Unit(
        id=what.id,
        side=what.side,
        counter=CounterId(name),
        type=rng.choice(_types(world, what)),
        letter=name,
        at=what.at,
        under=what.under,
    )


def _types(world: World, like: Sealed) -> list[str]:
    """Types that a unit might have instead: those of its nation."""
    of = {"squad", "hs", "leader"}
    units = unit_types(unit_type(like.type).nation)
    return [one.id for one in units if one.cls.value in of and not one.commissar]


def _free_name(world: World, rng: SupportsRandom) -> str:
    free = (f"x{number}" for number in range(rng.randrange(_FRESH), 2 * _FRESH))
    return next(one for one in free if one not in _letters(world))


def _letters(world: World) -> set[str]:
    """Those of all units that are in the world: one counter is one unit."""
    hidden = (unseal(veiled.what) for veiled in world.all(Veiled))
    there = (*world.all(Unit), *(what for what in hidden if isinstance(what, Unit)))
    return {unit.letter for unit in there}


def add_unit(world: World, beside: Veiled, rng: SupportsRandom) -> None:
    """Put another unit under the same "?"."""
    id_ = _fresh(world, beside.owner, rng)
    unit = _marked(world, replace(_unit(world, beside, rng), id=id_))
    what: Secret[Sealed] = Secret(unit, beside.owner)
    world.add(Veiled(id=id_, owner=beside.owner, what=what))


def _fresh(world: World, owner: Side, rng: SupportsRandom) -> ShownId:
    numbers = range(_FRESH + rng.randrange(50), 2 * _FRESH)
    free = (f"u{owner.value}{number}" for number in numbers)
    return ShownId(next(id_ for id_ in free if world.find(Veiled, id_) is None))


def is_due(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """A12.1, A12.14: who is told to act stands in the open first, or is seen as he does; and who is
    in a hex that others move into or fire at may be found or hit there. Where both sides are, none
    is left (A11.19, A12.151), nor as the game ends (A26.15).
    """
    if now.get(Clock, CLOCK).stage is Stage.OVER or _is_met(fact, before):
        return True
    if _is_in_shown_pillbox(fact, before, now) or _is_destroyed(fact, before, now):
        return True
    if is_searched(fact, before, now, sent) or _is_beset(fact, before, now):
        return True
    if _is_at_charge(fact, before) or _is_at_work(fact, before) or _is_laid(fact, before):
        return True
    if any(of(fact, before, sent) for of in (_is_stripped, _is_beside_a_thrower, _is_rallied)):
        return True
    texts = {text for command in sent for text in texts_of(msgspec.json.decode(wire(command)))}
    hexes = {text.partition("/")[0] for text in texts}
    place = str(getattr(fact, "at", ""))
    met = place.partition("/")[0] in hexes or _is_fought_in(now, place)
    met = met or is_rider_seen(fact, before) or _is_crowded(fact, now)
    met = met or is_denied(fact, before, now) or _is_trapped(fact, before, texts)
    return met or any(veiled.id in texts for veiled in before.all(Veiled))


def _is_trapped(fact: Fact, before: World, texts: Collection[str]) -> bool:
    """B28.9: whether a Booby Trap may have struck who is beside somebody who was named."""
    at = getattr(fact, "at", None)
    there = any(unit.at == at and unit.id in texts for unit in before.all(Unit))
    return there and bool(before.all(BoobyTraps))


def _is_crowded(fact: Fact, now: World) -> bool:
    """A12.14: whether there are too many of that side, once they are in the open."""
    at, side = getattr(fact, "at", None), getattr(fact, "side", None)
    there = [unit_type(u.type).halves for u in now.all(Unit) if u.at == at and u.side is side]
    return sum(there) + (there.count(0) > FREE_SMC) > LIMIT_HALVES


def _is_in_shown_pillbox(fact: Fact, before: World, now: World) -> bool:
    """B30.7: who is in a hidden pillbox lies under a "?" when it is shown."""
    at = LocationId(str(getattr(fact, "at", "")))
    if not (isinstance(fact, HiddenPlaced) and is_pillbox(at)):
        return False
    found, was = (world.find(Pillbox, hex_of(at)) for world in (now, before))
    return found is not None and was is None


def _is_stripped(fact: Fact, before: World, sent: Sequence[Command]) -> bool:
    """A12.1: whether somebody concealed was chosen to show himself, by where he is, before a "?" of
    the other side.
    """
    at, side = getattr(fact, "at", None), getattr(fact, "side", None)
    chosen = {command.option for command in sent if isinstance(command, Choose)}
    sealed = (unseal(veiled.what) for veiled in before.all(Veiled))
    shown = any(one.at in chosen and one.side is not side for one in sealed)
    return shown and any(one.at == at and one.side is side for one in before.all(Cover))


def _is_at_charge(fact: Fact, before: World) -> bool:
    """A23.3, A23.7: whether a DC lay there that may have gone off."""
    at = getattr(fact, "at", None)
    places = [one.at for one in before.all(Charge)] + [one.at for one in before.all(SetCharge)]
    return at in places


def _is_at_work(fact: Fact, before: World) -> bool:
    """B24.7, A23.3, A23.7: whether somebody was clearing something there, Setting a DC, or had
    Placed one out of there.
    """
    works = [one.at for one in before.all(Clearing)] + [one.at for one in before.all(SetCharge)]
    works += [one.origin for one in before.all(Charge)]
    return getattr(fact, "at", None) in works


def _is_rallied(fact: Fact, before: World, sent: Sequence[Command]) -> bool:
    """A10.6: whether somebody rallied all whom he can, and so named nobody."""
    return isinstance(fact, TriedFromCover) and any(isinstance(one, RallyAll) for one in sent)


def _is_beside_a_thrower(fact: Fact, before: World, sent: Sequence[Command]) -> bool:
    """A23.6: whether a DC was thrown out of that Location, which it attacks too."""
    thrown = {command.weapon for command in sent if isinstance(command, ThrowCharge)}
    at = getattr(fact, "at", None)
    return any(one.id in thrown and one.at == at for one in before.all(Weapon))


def _is_laid(fact: Fact, before: World) -> bool:
    """B28.531: whether it is a Daisy Chain that was laid there unseen, and is seen now."""
    laid = [unseal(one.what).at for one in before.all(LaidChain) if not one.shown]
    is_chain = isinstance(fact, CounterRevealed) and "-chain-" in fact.type
    return is_chain and str(getattr(fact, "at", "")).partition("/")[0] in laid


def _is_bypassed(fact: Fact, before: World) -> bool:
    """A12.151: whether somebody was in Bypass there, whose move may have ended."""
    sealed = (unseal(veiled.what) for veiled in before.all(Veiled))
    pieces = (*before.all(Unit), *(one for one in sealed if isinstance(one, Unit)))
    at = getattr(fact, "at", None)
    return any(one.at == at and one.posture is Posture.BYPASS for one in pieces)


def _is_beset(fact: Fact, before: World, now: World) -> bool:
    """A12.151, A10.2: what happens to those beside them bears on them."""
    return _is_bypassed(fact, before) or _has_lost_a_leader(fact, before, now)


def _has_lost_a_leader(fact: Fact, before: World, now: World) -> bool:
    """A10.2, A12.141: whether a leader of theirs in the open has broken or died there, for which
    those beside him take a LLMC or LLTC.
    """
    at, side = getattr(fact, "at", None), getattr(fact, "side", None)
    stands = {one.id for one in now.all(Unit) if not one.broken}
    here = (one for one in before.all(Unit) if one.at == at and one.side is side)
    leaders = (
        one for one in here if unit_type(one.type).cls is UnitClass.LEADER and not one.broken
    )
    return any(one.id not in stands for one in leaders)


def _is_destroyed(fact: Fact, before: World, now: World) -> bool:
    """B24.11, B25.4: whether rubble or a Blaze has killed whoever was there."""
    return _is_buried(fact, before, now) or _is_burnt(fact, before, now)


def _is_buried(fact: Fact, before: World, now: World) -> bool:
    """B24.11: whoever is under rubble that has come down dies in the open."""
    came = {one.at for one in now.all(Rubble)} - {one.at for one in before.all(Rubble)}
    place = str(getattr(fact, "at", "")).partition("/")[0]
    return bool(came) and any(place == one.at for one in now.all(Rubble))


def _is_burnt(fact: Fact, before: World, now: World) -> bool:
    """B25.4: who is in a Blaze as the RtPh ends dies in the open, in a pillbox there too."""
    place = str(getattr(fact, "at", "")).partition("/")[0]
    burns = any(place == hex_of(one.at) for one in before.all(Blaze))
    phases = [world.get(Clock, CLOCK).phase for world in (before, now)]
    return burns and phases[0] is Phase.RTPH and phases[1] is not Phase.RTPH


def _is_fought_in(now: World, at: str) -> bool:
    """A11.19: whether the CCPh has come and both sides are there, who are all in the open then."""
    there = {unit.side for unit in now.all(Unit) if unit.at == at}
    return len(there) == len(Side) and now.get(Clock, CLOCK).phase is Phase.CCPH


def _is_met(fact: Fact, before: World) -> bool:
    """Whether the other side had somebody, a "?" or who is hidden in the Location of that."""
    at, side = getattr(fact, "at", None), getattr(fact, "side", None)
    there = [(one.at, one.side) for one in before.all(Unit)]
    there += [(one.at, one.side) for one in before.all(Cover)]
    there += [(what.at, what.side) for what in (unseal(one.what) for one in before.all(Veiled))]
    return any(one == at and whose is not side for one, whose in there)


def is_called(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """A14.23: a Sniper that somebody has let attack may hit a "?"; then its contents come into the
    open as far as they are harmed or seen.
    """
    attacks = any(isinstance(command, Choose) for command in sent)
    return attacks and any(True for _ in before.all(Sniper)) and bool(before.all(Cover))


def is_due_or_called(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """Either of the two."""
    return is_due(fact, before, now, sent) or is_called(fact, before, now, sent)


COVERS = Subject(
    lambda rules: (
        Variation("real or Dummy", vary_real),
        Variation("who is under a ?", vary_who),
        Variation("height of a ?", vary_height),
        Variation("who is who under a ?", vary_ids, only_names=True),
        Variation("hidden units", partial(vary_hidden, rules)),
        Variation("who rides under a ?", partial(vary_riders, rules)),
    ),
    told={
        CounterRevealed: is_due_or_called,
        CoverRemoved: is_due_or_called,
        ActorNamed: is_due,
        WatcherShown: is_due,
        SniperCount: is_called,
        HiddenPlaced: is_due,
        FireFromCover: is_due,
        ShownInActing: is_due,
        RecoveryFromCover: is_due,
        ResidualFromCover: is_due,
        WeaponFromCover: is_due,
        TriedFromCover: is_due,
        SwimFromCover: is_due,
        ChecksUnderCover: is_due_or_called,
        PinnedUnderCover: is_due_or_called,
        ProvedReal: is_due,
        DummyPicked: is_due,
        DetectionDr: is_due,
        StrengthShown: is_due,
        AmbushDrm: is_due,
        StateShown: is_due,
        SearchCasualty: is_searched,
    },
)
