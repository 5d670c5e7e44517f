"""Standing orders (A8.1, A4.2): what a side passes, and how it goes on, without being asked."""

from functools import partial
from typing import Any

from rules.board.locations import hex_of, location
from rules.forces.entities import Clock, FireOrder, PlannedMove, Stage, StandingOrder, Stride, Unit
from rules.kernel.audience import Audience
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.giving_orders import IDLE_PHASES
from rules.play.ruleset import AslRules
from rules.position.position import CLOCK
from rules.proof.players import SupportsRandom
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


def _planned_move(rules: AslRules, world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A4.2: so is how far those who are moving will go, and whether that was drawn at all."""
    clock = world.get(Clock, CLOCK)
    side = clock.phasing
    movers = tuple(unit for unit in world.all(Unit) if unit.moving and unit.side is side)
    if clock.stage is not Stage.PLAY or side not in hidden_sides(x) or not movers:
        return False
    plan = world.find(PlannedMove, side.value)
    if plan is not None and rng.random() < 0.5:  # noqa: PLR2004 - evens
        world.drop(plan)
        return True
    at = rng.choice(movers).at
    units = tuple(unit.id for unit in movers if unit.at == at)
    around = [there for _, there in rules.board.neighbours(hex_of(at))]
    legs = (Stride(to=location(rng.choice(around))),) if rng.random() < 0.8 else ()  # noqa: PLR2004
    stops = not legs or rng.random() < 0.5  # noqa: PLR2004 - evens
    if plan is not None:
        world.drop(plan)
    world.add(
        PlannedMove(
            id=side.value,
            owner=side,
            units=Secret(units, side),
            legs=Secret(legs, side),
            stops=Secret(stops, side),
        )
    )
    return True


ORDERS = Subject(
    lambda rules: (
        Variation("standing order", _standing_order, ()),
        Variation("planned move", partial(_planned_move, rules), ()),
    )
)
