"""A setup that is not sealed yet (A2.9): what has been placed, and where."""

from collections.abc import Sequence
from functools import partial

from rules.forces.entities import Placement, SideState
from rules.forces.halves import squad_of, with_other_half
from rules.forces.manner import Facing
from rules.forces.units import Unit
from rules.kernel.audience import Audience
from rules.kernel.command import Command
from rules.kernel.fact import Fact
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.ruleset import AslRules
from rules.play.setup.facts import SetupRevealed, StacksOpened
from rules.play.setup.placing import SealSetup, setup_area
from rules.position.coverings import SetupCrest
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.subject import Subject, hidden_sides
from rules.proof.twins import Variation


def _setup_place(rules: AslRules, world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A2.9: until a side has sealed its setup, its counters may stand anywhere in
    their area.
    """
    placements = _unsealed(world, x)
    if not placements:
        return False
    at = unseal(rng.choice(placements).at)
    moved = [p for p in placements if unseal(p.at) == at]
    card = rules.scenario.sides[moved[0].owner]
    piece = squad_of(moved[0].id) or moved[0].id
    groups = [g for g in card.groups if any(p.id == piece for p in g.pieces)]
    target = rng.choice(setup_area(rules.board, groups[0].area))
    taken = {unseal(p.at) for p in placements}
    if target in taken:
        return False
    for placement in moved:
        world.change(placement, at=placement.at.with_value(target))
    return True


def _setup_existence(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A2.9: how many counters have been placed so far is its side's own business."""
    placements = _unsealed(world, x)
    if not placements:
        return False
    gone = with_other_half(rng.choice(placements).id)
    for placement in placements:
        if placement.id in gone or unseal(placement.holder) in gone:
            world.drop(placement)
    return True


def _setup_crest(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """B20.9: which of its counters a side sets up at the Crest, and what they face."""
    records = [one for one in world.all(SetupCrest) if one.owner in hidden_sides(x)]
    if not records:
        return False
    record = rng.choice(records)
    if one_in(rng, 2):
        world.drop(record)
        return True
    facing = rng.choice(tuple(Facing))
    world.change(record, facing=record.facing.with_value(facing))
    return True


def _setup_beneath(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A2.9: what lies beneath the top of a stack in the open is seen as play begins."""
    beneath = [p for p in _placements(world, x) if _has_sealed(world, p)]
    units = [p for p in beneath if unseal(p.holder) is None]
    if not units:
        return False
    unit = rng.choice(units)
    tops = [one.at for one in world.all(Unit) if one.side is unit.owner]
    to = rng.choice(tops)
    if to == unseal(unit.at):
        return False
    for one in beneath:
        if unit.id in {one.id, unseal(one.holder)}:
            world.change(one, at=one.at.with_value(to))
    return True


def _setup_handing(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A2.9: who in a stack has its weapons is seen as play begins."""
    beneath = [p for p in _placements(world, x) if _has_sealed(world, p)]
    weapons = [p for p in beneath if unseal(p.holder) is not None]
    if not weapons:
        return False
    weapon = rng.choice(weapons)
    at = unseal(weapon.at)
    others = [p.id for p in beneath if unseal(p.holder) is None and unseal(p.at) == at]
    others += [u.counter for u in world.all(Unit) if u.at == at and u.side is weapon.owner]
    holder = rng.choice(others)
    world.change(weapon, holder=weapon.holder.with_value(holder))
    return True


def _placements(world: World, x: Audience) -> list[Placement]:
    return [p for p in world.all(Placement) if p.owner in hidden_sides(x)]


def _unsealed(world: World, x: Audience) -> list[Placement]:
    return [p for p in _placements(world, x) if not _has_sealed(world, p)]


def _has_sealed(world: World, placed: Placement) -> bool:
    return world.get(SideState, placed.owner.value).sealed


def _sealed(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """A2.9: a setup is told when it is sealed."""
    return any(isinstance(one, SealSetup) for one in sent)


def _stir(rules: AslRules, world: World, command: Command, rng: SupportsRandom) -> bool:
    """A2.9: whoever seals his setup tells of it."""
    return isinstance(command, SealSetup)


def _kinds(rules: AslRules) -> tuple[Variation, ...]:
    return (
        Variation("setup place", partial(_setup_place, rules), (SetupRevealed, StacksOpened)),
        Variation("setup existence", _setup_existence, (SetupRevealed, StacksOpened)),
        Variation("setup crest", _setup_crest, (SetupRevealed,)),
        Variation("setup beneath", _setup_beneath, (StacksOpened,)),
        Variation("setup handing", _setup_handing, (StacksOpened,)),
    )


SETUPS = Subject(_kinds, told={SetupRevealed: _sealed, StacksOpened: _sealed}, stir=_stir)
