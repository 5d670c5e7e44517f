"""Daisy Chains (B28.531): which of those that somebody has are laid, and where."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from rules.board.board import Board
from rules.board.locations import HexId, hex_of
from rules.chapters.mines.b28_daisy_chains import ChainShown, is_chain
from rules.chapters.mines.b28_in_view import surface
from rules.forces.entities import Clock
from rules.forces.phases import Stage
from rules.forces.sealed import Veiled
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.fact import Fact
from rules.kernel.ids import ShownId
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.daisy_chains import LayChain
from rules.play.ruleset import AslRules
from rules.position.daisy_chains import LaidChain, Laying
from rules.position.position import CLOCK, good_order
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.fortifications import enemies_of
from rules.proof.subjects.subject import Subject, hidden_sides
from rules.proof.twins import Variation

_FIRST: Final = 94_000  # of ids that are never drawn in so short a game


def vary_chains(rules: AslRules, world: World, x: Audience, rng: SupportsRandom) -> bool:
    """B28.531: one that nobody has seen may be laid elsewhere, or not at all, or one more."""
    if world.get(Clock, CLOCK).stage is not Stage.PLAY:
        return False
    laid = [one for one in _unseen(world) if one.owner in hidden_sides(x)]
    if laid and one_in(rng, 3):
        world.drop(rng.choice(laid))
        return True
    carried = {gun.counter: (gun, unit) for gun, unit in _carried(world, x)}
    if not carried:
        return False
    weapon, unit = carried[rng.choice(sorted(carried))]
    hexes = [
        at for at in _roads(rules.board, unit) if _is_out_of_sight(rules.board, world, unit, at)
    ]
    if not hexes:
        return False
    for record in laid:
        if unseal(record.what).weapon == weapon.counter:
            world.drop(record)
    _note(world, weapon, unit, rng.choice(hexes))
    return True


def _note(world: World, weapon: Weapon, unit: Unit, at: HexId) -> None:
    clock = world.get(Clock, CLOCK)
    used = {one.id for one in world.all(LaidChain)}
    ids = (ShownId(f"k{unit.side.value}{n}") for n in range(_FIRST, 2 * _FIRST))
    what = Laying(
        at=at, weapon=weapon.counter, by=unit.counter, turn=0, phasing=unit.side, phase=clock.phase
    )
    id_ = next(one for one in ids if one not in used)
    world.add(LaidChain(id=id_, owner=unit.side, what=Secret(what, unit.side)))


def _unseen(world: World) -> Iterator[LaidChain]:
    return (record for record in world.all(LaidChain) if not record.shown)


def _carried(world: World, x: Audience) -> Iterator[tuple[Weapon, Unit]]:
    sealed = tuple(unseal(one.what) for one in world.all(Veiled))
    units = {one.id: one for one in (*world.all(Unit), *sealed) if isinstance(one, Unit)}
    for one in (*world.all(Weapon), *sealed):
        if isinstance(one, Weapon) and is_chain(one) and one.holder in units:
            unit = units[one.holder]
            if unit.side in hidden_sides(x):
                yield one, unit


def _roads(board: Board, unit: Unit) -> list[HexId]:
    around = (at for _, at in board.neighbours(hex_of(unit.at)))
    return [at for at in around if board.road(at) is not None]


def _is_out_of_sight(board: Board, world: World, unit: Unit, at: HexId) -> bool:
    eyes = (one.at for one in enemies_of(world, unit.side) if good_order(one))
    return all(board.los(eye, surface(board, at)).blocked for eye in eyes)


def _laid(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """B28.531: one is shown that was laid unseen, or is being laid in that very hex."""
    if not isinstance(fact, ChainShown):
        return False
    laying = any(isinstance(one, LayChain) and one.hex == fact.hex for one in sent)
    there = (one for one in _unseen(before) if one.owner is fact.side)
    return laying or any(unseal(one.what).at == fact.hex for one in there)


def _kinds(rules: AslRules) -> tuple[Variation, ...]:
    chained = any(_has_chain(rules, side) for side in Side)
    return (
        (Variation("Daisy Chain", partial(vary_chains, rules), (ChainShown,)),) if chained else ()
    )


def _has_chain(rules: AslRules, side: Side) -> bool:
    return any(
        "-chain-" in one.type for group in rules.scenario.sides[side].groups for one in group.pieces
    )


DAISY_CHAINS = Subject(_kinds, told={ChainShown: _laid})
"""Laid in the Player Turns of a game that are over already: nobody has used a SW for it now."""
