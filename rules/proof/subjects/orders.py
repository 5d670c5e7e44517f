"""Standing orders (A8.1): what a side passes without being asked."""

from rules.forces.entities import Clock, Stage, StandingOrder
from rules.kernel.audience import Audience
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.position.position import CLOCK
from rules.proof.players import SupportsRandom
from rules.proof.subjects.subject import Subject, hidden_sides
from rules.proof.twins import Variation


def _standing_order(world: World, x: Audience, rng: SupportsRandom) -> bool:
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


ORDERS = Subject(lambda rules: (Variation("standing order", _standing_order, ()),))
