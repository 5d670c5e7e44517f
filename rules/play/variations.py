"""How the secrets of an ASL game may vary without the other side's noticing: for the secrecy check.

Written from the rules (B28.1, B28.41, A2.9), not from the face code, or one mistake would excuse
the other.
"""

from rules.board.locations import HexId, hex_of
from rules.chapters.b28_facts import MineEffect, MinesPresent, MineStrength
from rules.chapters.b28_minefields import (
    AP_STRENGTHS,
    may_not_lay,
    presence_label,
    strength_label,
)
from rules.forces.entities import Clock, Envelope, Minefield, Placement, Stage, StandingOrder
from rules.forces.position import CLOCK
from rules.kernel.audience import Audience, Side
from rules.kernel.players import SupportsRandom
from rules.kernel.ruleset import Command
from rules.kernel.seal import Leaf
from rules.kernel.secret import Secret
from rules.kernel.twins import Variation, Variations
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.commands import Advance, Move, Rout, SealSetup
from rules.play.ruleset import AslRules
from rules.play.setup import mine_hexes, setup_area
from rules.play.setup_facts import SetupRevealed

FACTS = (MinesPresent, MineStrength, MineEffect, SetupRevealed)


def variations(rules: AslRules) -> Variations:
    """What may differ in a game of that scenario."""
    by_rules = _Vary(rules)
    return Variations(
        kinds=(
            Variation("mine strength", by_rules.strength),
            Variation("mine place", by_rules.place),
            Variation("mine existence", by_rules.existence),
            Variation("setup place", by_rules.setup_place),
            Variation("setup existence", by_rules.setup_existence),
            Variation("standing order", by_rules.standing_order),
        ),
        facts=FACTS,
        stir=by_rules.stir,
    )


def hidden_sides(x: Audience) -> tuple[Side, ...]:
    """The sides whose secrets that audience may not know."""
    return tuple(side for side in Side if side.audience is not x)


class _Vary:
    """The variations of one scenario. Each changes a world in place; False if it found nothing."""

    def __init__(self, rules: AslRules) -> None:
        self._rules = rules

    def strength(self, world: World, x: Audience, rng: SupportsRandom) -> bool:
        """B28.41: a strength not revealed yet may be any of the three."""
        records = [r for r in _records(world, x) if not unseal(r.strength_known)]
        if not records:
            return False
        record = rng.choice(records)
        others = [s for s in AP_STRENGTHS if s != unseal(record.strength)]
        changed = world.change(record, strength=record.strength.with_value(rng.choice(others)))
        self._write(world, changed.owner, unseal(changed.at), unseal(changed.strength))
        return True

    def place(self, world: World, x: Audience, rng: SupportsRandom) -> bool:
        """B28.1: a minefield nobody has met may lie in any other hex of its area."""
        records = [r for r in _records(world, x) if unseal(r.marker) is None]
        if not records:
            return False
        record = rng.choice(records)
        free = self._free(world, record.owner)
        if not free:
            return False
        old, new, strength = unseal(record.at), rng.choice(free), unseal(record.strength)
        world.change(record, at=record.at.with_value(new))
        self._write(world, record.owner, old, None)
        self._write(world, record.owner, new, strength)
        return True

    def existence(self, world: World, x: Audience, rng: SupportsRandom) -> bool:
        """B28.1: there may be one minefield more, or one fewer, among those nobody has met."""
        owners = [side for side in hidden_sides(x) if self._rules.scenario.sides[side].mines]
        if not owners:
            return False
        owner = rng.choice(owners)
        unmet = [r for r in _records(world, x) if r.owner is owner and unseal(r.marker) is None]
        if unmet and rng.random() < 0.5:  # noqa: PLR2004 - evens
            gone = rng.choice(unmet)
            world.drop(gone)
            self._write(world, owner, unseal(gone.at), None)
            return True
        free = self._free(world, owner)
        if not free:
            return False
        at, strength = rng.choice(free), rng.choice(AP_STRENGTHS)
        world.add(_new_record(world, owner, at, strength))
        self._write(world, owner, at, strength)
        return True

    def setup_place(self, world: World, x: Audience, rng: SupportsRandom) -> bool:
        """A2.9: until a side has sealed its setup, its counters may stand anywhere in
        their area.
        """
        placements = _placements(world, x)
        if not placements:
            return False
        at = unseal(rng.choice(placements).at)
        moved = [p for p in placements if unseal(p.at) == at]
        card = self._rules.scenario.sides[moved[0].owner]
        groups = [g for g in card.groups if any(p.id == moved[0].id for p in g.pieces)]
        target = rng.choice(setup_area(self._rules.board, groups[0].area))
        taken = {unseal(p.at) for p in placements}
        if target in taken:
            return False
        for placement in moved:
            world.change(placement, at=placement.at.with_value(target))
        return True

    def setup_existence(self, world: World, x: Audience, rng: SupportsRandom) -> bool:
        """A2.9: how many counters have been placed so far is its side's own business."""
        placements = _placements(world, x)
        if not placements:
            return False
        gone = rng.choice(placements)
        for placement in placements:
            if placement.id == gone.id or unseal(placement.holder) == gone.id:
                world.drop(placement)
        return True

    def standing_order(self, world: World, x: Audience, rng: SupportsRandom) -> bool:
        """A8.1: what a side has made up its mind to pass is its own business."""
        clock = world.get(Clock, CLOCK)
        if clock.stage is not Stage.PLAY:
            return False
        order = world.get(StandingOrder, rng.choice(hidden_sides(x)).value)
        if order.owner is clock.phasing or rng.random() < 0.5:  # noqa: PLR2004 - evens
            world.change(order, breaks=order.breaks.with_value(not unseal(order.breaks)))
        else:
            world.change(order, phase=order.phase.with_value(not unseal(order.phase)))
        return True

    def stir(self, world: World, command: Command, rng: SupportsRandom) -> bool:
        """B28.1: lay a minefield where a unit is about to go, if there could have been one.

        True as well for a command that tells something without that.
        """
        if not isinstance(command, Move | Advance | Rout):
            return isinstance(command, SealSetup)
        there = hex_of(command.to)
        for owner in Side:
            if self._rules.scenario.sides[owner].mines and there in self._free(world, owner):
                strength = rng.choice(AP_STRENGTHS)
                world.add(_new_record(world, owner, there, strength))
                self._write(world, owner, there, strength)
                return True
        return False

    def _free(self, world: World, owner: Side) -> list[HexId]:
        """The hexes that could be mined and are not."""
        board, scenario = self._rules.board, self._rules.scenario
        taken = {unseal(r.at) for r in world.all(Minefield) if r.owner is owner}
        barred = taken | scenario.no_mines
        hexes = mine_hexes(scenario.sides[owner])
        return [h for h in hexes if h not in barred and may_not_lay(board, h) is None]

    def _write(self, world: World, owner: Side, at: HexId, strength: int | None) -> None:
        """Keep the sealed leaves true to the records, so that the twin could have been played."""
        envelope = world.find(Envelope, owner.value)
        if envelope is None:
            return
        values = {
            presence_label(at): "A-P" if strength else "none",
            strength_label(at): str(strength or 0),
        }
        leaves = tuple(
            Leaf(leaf.label, values.get(leaf.label, leaf.value), leaf.salt)
            for leaf in unseal(envelope.leaves)
        )
        world.change(envelope, leaves=envelope.leaves.with_value(leaves))


def _records(world: World, x: Audience) -> list[Minefield]:
    return [r for r in world.all(Minefield) if r.owner in hidden_sides(x)]


def _placements(world: World, x: Audience) -> list[Placement]:
    return [p for p in world.all(Placement) if p.owner in hidden_sides(x)]


def _new_record(world: World, owner: Side, at: HexId, strength: int) -> Minefield:
    used = {record.id for record in world.all(Minefield)}
    number = next(n for n in range(900, 2000) if f"r{owner.value}{n}" not in used)
    return Minefield(
        id=f"r{owner.value}{number}",
        owner=owner,
        at=Secret(at, owner),
        strength=Secret(strength, owner),
        marker=Secret[str | None](None, owner),
        strength_known=Secret(False, owner),
    )
