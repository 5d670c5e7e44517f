"""Cavalry under a "?" (A12.121): whether whoever is there rides, and when he is seen."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.chapters.concealment.a12_riders import is_veiled_rider
from rules.chapters.concealment.a12_watchers import as_enemies_see, watchers
from rules.chapters.movement.a13_cavalry import rides_at
from rules.forces.sealed import Veiled
from rules.forces.units import Unit
from rules.kernel.audience import Audience, side_of
from rules.kernel.fact import Fact
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.ruleset import AslRules
from rules.position.horses import Horses, Mounted, horse_for
from rules.position.position import Position
from rules.position.truth import Truth
from rules.proof.players import SupportsRandom, one_in


def vary_riders(rules: AslRules, world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A13.1: units under a "?", or hidden, ride or walk, where anybody does and no enemy sees
    them.
    """
    if not _is_anybody_mounted(world):
        return False
    truth = Truth.of(world, rules.board, rules.law)
    able = [
        (veiled, unit)
        for veiled, unit in _units_under(world)
        if veiled.owner is not side_of(x) and _may_ride(truth, unit)
    ]
    if not able:
        return False
    stacks = sorted({(unit.at, unit.under or "") for _, unit in able})
    chosen = {stack for stack in stacks if one_in(rng, 2)} or {rng.choice(stacks)}
    for veiled, unit in able:
        if (unit.at, unit.under or "") in chosen:
            horse = None if unit.mounted else horse_for(unit)
            world.change(veiled, what=veiled.what.with_value(replace(unit, horse=horse)))
    return True


def _units_under(world: World) -> Iterator[tuple[Veiled, Unit]]:
    for veiled in world.all(Veiled):
        unit = unseal(veiled.what)
        if isinstance(unit, Unit):
            yield veiled, unit


def _is_anybody_mounted(world: World) -> bool:
    granted = bool(world.all(Mounted)) or bool(world.all(Horses))
    return granted or any(unit.mounted for unit in world.all(Unit))


def _may_ride(truth: Position, unit: Unit) -> bool:
    """Whether a unit under a "?" could as well ride there, with nobody having seen it."""
    if horse_for(unit) is None or unit.posture is not None or not rides_at(truth, unit.at):
        return False
    return not watchers(truth, as_enemies_see(truth, unit))


def is_rider_seen(fact: Fact, before: World) -> bool:
    """A12.121, case H: whether somebody rode there under a "?", whom any enemy who comes in view
    finds.
    """
    at, side = getattr(fact, "at", None), getattr(fact, "side", None)
    units = (unit for _, unit in _units_under(before))
    return any(one.at == at and one.side is side and is_veiled_rider(one) for one in units)
