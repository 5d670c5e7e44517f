"""Who waits off the map under a "?" (A12.12): which of them in which stack, and with what."""

from typing import Final

from msgspec.structs import replace

from rules.forces.counter_kinds import UNIT, WEAPON
from rules.forces.lookup import unit_type
from rules.forces.types import UnitClass
from rules.kernel.audience import Audience
from rules.kernel.ids import ShownId
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.ruleset import AslRules
from rules.position.reserves import Reserve, SealedReserve
from rules.proof.players import SupportsRandom
from rules.proof.subjects.subject import Subject, hidden_sides
from rules.proof.twins import Variation


def vary_who_waits(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.12: which of a group, Dummies among them, are in which of its stacks off the map."""
    units = [one for one in _sealed(world, x) if unseal(one.what).counter_kind is UNIT]
    if not units:
        return False
    group = _group(unseal(rng.choice(units).what))
    units = [one for one in units if _group(unseal(one.what)) == group]
    seats = [_seat(unseal(one.what)) for one in units]
    rng.shuffle(seats)
    for one, (beside, back, stack, double) in zip(units, seats, strict=True):
        there = replace(unseal(one.what), beside=beside, back=back, stack=stack, double_time=double)
        world.change(one, what=one.what.with_value(there))
    _follow(world)
    return len(set(seats)) > 1


def vary_who_carries(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.12: who of them brings which weapon."""
    sealed = [(one, unseal(one.what)) for one in _sealed(world, x)]
    guns = [(one, what) for one, what in sealed if what.counter_kind is WEAPON]
    if not guns:
        return False
    one, gun = rng.choice(guns)
    able = [what.id for _, what in sealed if _carries(what) and what.id != gun.holder]
    if not able:
        return False
    world.change(one, what=one.what.with_value(replace(gun, holder=rng.choice(able))))
    _follow(world)
    return True


def _sealed(world: World, x: Audience) -> list[SealedReserve]:
    return [one for one in world.all(SealedReserve) if one.owner in hidden_sides(x)]


def _carries(what: Reserve) -> bool:
    if what.counter_kind is WEAPON:
        return False
    cls = unit_type(what.type).cls
    return not cls.is_smc and cls is not UnitClass.DUMMY


def _group(what: Reserve) -> tuple[str, int, tuple[str, ...]]:
    return what.side.value, what.turn, what.hexes


def _seat(what: Reserve) -> tuple[str | None, int, ShownId | None, bool]:
    return what.beside, what.back, what.stack, what.double_time


def _follow(world: World) -> None:
    """Weapons are in the stacks of those who carry them."""
    stacks = {one.id: unseal(one.what).stack for one in world.all(SealedReserve)}
    for one in world.all(SealedReserve):
        what = unseal(one.what)
        if what.counter_kind is WEAPON and what.holder in stacks:
            moved = replace(what, stack=stacks[what.holder])
            world.change(one, what=one.what.with_value(moved))


def _kinds(rules: AslRules) -> tuple[Variation, ...]:
    if not any(
        group.turn and group.concealment
        for card in rules.scenario.sides.values()
        for group in card.groups
    ):
        return ()
    return (
        Variation("who waits in which stack", vary_who_waits),
        Variation("who waits with which weapon", vary_who_carries),
    )


WAITING: Final = Subject(_kinds)
"""Those who wait off the map under a "?"."""
