"""Stacks that are looked into by LOS alone (A12.16): who lies unseen beneath their tops."""

from collections.abc import Sequence

from msgspec.structs import replace

from rules.chapters.concealment.a12_inspection import StackInspected
from rules.chapters.concealment.covers import CounterRevealed
from rules.forces.lookup import unit_type, unit_types
from rules.forces.sealed import Sealed, Veiled
from rules.forces.units import Unit
from rules.kernel.audience import Audience, side_of
from rules.kernel.command import Command
from rules.kernel.fact import Fact
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.position.stacks import StackSeen
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.covers import is_due_or_called
from rules.proof.subjects.subject import Subject
from rules.proof.twins import Variation


def _unknown(world: World, x: Audience) -> list[tuple[Veiled, Unit]]:
    """Who lies beneath the top of a stack that X has not looked into."""
    side = side_of(x)
    seen = {one.at.for_(side) for one in world.all(StackSeen) if one.owner is side}
    sealed = ((veiled, unseal(veiled.what)) for veiled in world.all(Veiled) if veiled.owner != side)
    units = ((veiled, what) for veiled, what in sealed if isinstance(what, Unit))
    return [(veiled, what) for veiled, what in units if what.below_top and what.at not in seen]


def vary_below(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.16: of what type somebody beneath the top is."""
    found = _unknown(world, x)
    if not found:
        return False
    veiled, unit = rng.choice(found)
    printed = unit_type(unit.type)
    others = [one.id for one in unit_types(printed.nation) if one.cls is printed.cls]
    sealed: Sealed = replace(unit, type=rng.choice(others))
    world.change(veiled, what=veiled.what.with_value(sealed))
    return sealed.type != unit.type


def vary_height(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.16: how many lie beneath the top, if anybody does."""
    found = _unknown(world, x)
    if not found:
        return False
    veiled, unit = rng.choice(found)
    if unit_type(unit.type).cls.is_smc and one_in(rng, 2):
        id_ = ShownId(f"{unit.id}9")
        twin = replace(unit, id=id_, counter=CounterId("twin"), letter="twin")
        world.add(Veiled(id=id_, owner=unit.side, what=Secret[Sealed](twin, unit.side)))
        return True
    for other in world.all(Veiled):
        if getattr(unseal(other.what), "holder", None) == unit.id:
            world.drop(other)
    world.drop(veiled)
    return True


def _is_due(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """A12.16: who lay beneath the top of a stack there may be seen by any enemy."""
    sealed = (unseal(veiled.what) for veiled in before.all(Veiled))
    below = {what.at for what in sealed if isinstance(what, Unit) and what.below_top}
    return getattr(fact, "at", None) in below or is_due_or_called(fact, before, now, sent)


def _is_seen_from_cover(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """Whether the other side has somebody under a "?" to look into a stack."""
    side = getattr(fact, "side", None)
    return any(one.owner is not side for world in (before, now) for one in world.all(Veiled))


INSPECTION = Subject(
    lambda rules: (
        Variation("who is beneath a top", vary_below),
        Variation("how many are beneath a top", vary_height),
    ),
    told={CounterRevealed: _is_due, StackInspected: _is_seen_from_cover},
)
