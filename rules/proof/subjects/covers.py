"""Concealed stacks (A12.1): what is under a "?", and how much of it.

No card conceals anything yet. With the rules that do, this joins `SUBJECTS` by its line; until then
it is tried on a position of its own (`rules/proof/covers.py`).
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from rules.chapters.covers import CounterRevealed, CoverRemoved
from rules.forces.entities import Dummy, Sealed, Unit, Veiled, Weapon
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.command import Command
from rules.kernel.fact import Fact
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.view import wire
from rules.kernel.world import World
from rules.proof.forging import texts_of
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.subject import Subject
from rules.proof.twins import Variation

TYPES: Final = ("ger-467", "ger-447", "ger-248", "ger-8-1", "ger-7-0")
_FRESH: Final = 900  # ids from here on are never issued in so short a game


def vary_real(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.11: what is under a "?" may be real, or a Dummy."""
    found = _covered(world, x)
    if not found:
        return False
    veiled = rng.choice(found)
    what = unseal(veiled.what)
    _empty_hands(world, veiled.id)
    if isinstance(what, Dummy):
        _fill(world, veiled, _unit(world, veiled, rng))
    else:
        _fill(world, veiled, Dummy(id=what.id, side=what.side, at=what.at, under=what.under))
    return True


def vary_who(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.1: which of a side's counters are under which "?"."""
    found = _covered(world, x)
    seats = [(unseal(one.what).at, unseal(one.what).under) for one in found]
    rng.shuffle(seats)
    for veiled, (at, under) in zip(found, seats, strict=True):
        _fill(world, veiled, replace(unseal(veiled.what), at=at, under=under))
    stands = {one.id: unseal(one.what) for one in world.all(Veiled)}
    for veiled in world.all(Veiled):
        what = unseal(veiled.what)
        if isinstance(what, Weapon) and what.holder in stands:
            holder = stands[what.holder]
            _fill(world, veiled, replace(what, at=holder.at, under=holder.under))
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


def _covered(world: World, x: Audience) -> list[Veiled]:
    """The units and Dummies under a "?" that X may not know."""
    return [
        veiled
        for veiled in world.all(Veiled)
        if veiled.owner is not side_of(x) and not isinstance(unseal(veiled.what), Weapon)
    ]


def _empty_hands(world: World, holder: str) -> None:
    """Take what a veiled unit possesses off the board."""
    for veiled in world.all(Veiled):
        what = unseal(veiled.what)
        if isinstance(what, Weapon) and what.holder == holder:
            world.drop(veiled)


def _fill(world: World, veiled: Veiled, what: Sealed) -> None:
    world.change(world.get(Veiled, veiled.id), what=veiled.what.with_value(what))


def _unit(world: World, beside: Veiled, rng: SupportsRandom) -> Unit:
    """A unit that might lie there instead."""
    what = unseal(beside.what)
    free = (f"x{number}" for number in range(rng.randrange(_FRESH), 2 * _FRESH))
    name = next(one for one in free if one not in _letters(world))
    return Unit(
        id=what.id,
        side=what.side,
        counter=CounterId(name),
        type=rng.choice(TYPES),
        letter=name,
        at=what.at,
        under=what.under,
    )


def _letters(world: World) -> set[str]:
    """Those of all units that are in the world: one counter is one unit."""
    hidden = (unseal(veiled.what) for veiled in world.all(Veiled))
    there = (*world.all(Unit), *(what for what in hidden if isinstance(what, Unit)))
    return {unit.letter for unit in there}


def add_unit(world: World, beside: Veiled, rng: SupportsRandom) -> None:
    """Put another unit under the same "?"."""
    id_ = _fresh(world, beside.owner, rng)
    what: Secret[Sealed] = Secret(replace(_unit(world, beside, rng), id=id_), beside.owner)
    world.add(Veiled(id=id_, owner=beside.owner, what=what))


def _fresh(world: World, owner: Side, rng: SupportsRandom) -> ShownId:
    numbers = range(_FRESH + rng.randrange(50), 2 * _FRESH)
    free = (f"u{owner.value}{number}" for number in numbers)
    return ShownId(next(id_ for id_ in free if world.find(Veiled, id_) is None))


def is_due(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """A12.1: whoever is told to act stands in the open first, and nobody else does."""
    texts = {text for command in sent for text in texts_of(msgspec.json.decode(wire(command)))}
    return any(veiled.id in texts for veiled in before.all(Veiled))


COVERS = Subject(
    lambda rules: (
        Variation("real or Dummy", vary_real),
        Variation("who is under a ?", vary_who),
        Variation("height of a ?", vary_height),
        Variation("who is who under a ?", vary_ids, only_names=True),
    ),
    told={CounterRevealed: is_due, CoverRemoved: is_due},
)
