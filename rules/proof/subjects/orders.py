"""Standing orders (A8.1, A4.2): what a side passes, and how it goes on, without being asked."""

from typing import Any

from rules.forces.entities import Clock, FireOrder, StandingOrder
from rules.forces.phases import Stage
from rules.kernel.audience import Audience
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.moving.move_commands import END_MOVE
from rules.play.orders.giving import IDLE_PHASES
from rules.position.position import CLOCK
from rules.proof.players import SupportsRandom, further
from rules.proof.subjects.subject import Subject, hidden_sides
from rules.proof.twins import Variation


def _standing_order(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A8.1: what a side has made up its mind to pass, and when, is its own business."""
    clock = world.get(Clock, CLOCK)
    if clock.stage is not Stage.PLAY:
        return False
    order = world.get(StandingOrder, rng.choice(hidden_sides(x)).value)
    changes = [_breaks, _fire, _idle] + ([] if order.owner is clock.phasing else [_phase])
    world.change(order, **rng.choice(changes)(order, rng))
    return True


def _breaks(order: StandingOrder, rng: SupportsRandom) -> dict[str, Any]:
    return {"breaks": order.breaks.with_value(not unseal(order.breaks))}


def _phase(order: StandingOrder, rng: SupportsRandom) -> dict[str, Any]:
    return {"phase": order.phase.with_value(not unseal(order.phase))}


def _fire(order: StandingOrder, rng: SupportsRandom) -> dict[str, Any]:
    ordered = (None, FireOrder(), FireOrder(fp=8), FireOrder(chance=30), FireOrder(near=3))
    others = [one for one in ordered if one != unseal(order.fire)]
    return {"fire": order.fire.with_value(rng.choice(others))}


def _idle(order: StandingOrder, rng: SupportsRandom) -> dict[str, Any]:
    phases = () if unseal(order.idle) else tuple(rng.sample(sorted(IDLE_PHASES), k=3))
    return {"idle": order.idle.with_value(phases)}


def _nobody_moves(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A4.2: at rest nobody is on his way: a path is varied as the move is made (`_path`)."""
    return False


def _path(command: dict[str, Any], rng: SupportsRandom) -> dict[str, Any] | None:
    """A4.2: so is how far those who move will go, and whether that was drawn at all; they stop at
    the end of a path, or are asked there.
    """
    if command["verb"] != "move":
        return None
    step = {name: said for name, said in command.items() if name != "then"}
    return step if command.get("then") else {**step, "then": further(rng, step, END_MOVE.verb)}


ORDERS = Subject(
    lambda rules: (
        Variation("standing order", _standing_order, ()),
        Variation("planned move", _nobody_moves, (), unheard=_path),
    )
)
