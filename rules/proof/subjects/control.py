"""Control by the truth (A26.15): what was gained or denied by those whom nobody saw."""

from collections.abc import Sequence
from typing import Final

from rules.board.locations import LocationId, hex_of
from rules.chapters.victory.a26_control import ControlPutRight, control_id, hex_of_control
from rules.forces.entities import Clock, Control, Goal, Objective
from rules.forces.phases import Stage
from rules.kernel.audience import Audience
from rules.kernel.command import Command
from rules.kernel.fact import Fact
from rules.kernel.secret import Secret
from rules.kernel.world import World
from rules.play.ruleset import AslRules
from rules.position.position import CLOCK
from rules.position.real_control import RealControl
from rules.proof.players import SupportsRandom
from rules.proof.subjects.subject import Subject
from rules.proof.twins import Variation


def vary_control(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A26.15: somebody may have passed there unseen, of either side."""
    found = world.all(Control)
    if not found or world.get(Clock, CLOCK).stage is not Stage.PLAY:
        return False
    control = rng.choice(found)
    real = world.find(RealControl, control.id)
    if real is None:
        owner = control.side.enemy
        at = Secret(hex_of_control(control), owner)
        world.add(RealControl(id=control.id, owner=owner, at=at))
    else:
        world.drop(real)
    return True


def _is_put_right(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """A26.15: the game is over, or Control counts for what would have ended it."""
    if now.get(Clock, CLOCK).stage is Stage.OVER:
        return True
    return isinstance(fact, ControlPutRight) and _ends_now(before, now, _id_of(fact))


def is_denied(fact: Fact, before: World, now: World) -> bool:
    """A26.15: whether Control was put right in whose hex or building somebody is shown."""
    lost = (one for one in before.all(Control) if now.get(Control, one.id).side is not one.side)
    at = getattr(fact, "at", None)
    return at is not None and any(_ends_now(before, now, one.id) for one in lost)


def _id_of(fact: ControlPutRight) -> str:
    place = fact.at if fact.of is Goal.LOCATION else hex_of(LocationId(fact.at))
    return control_id(fact.of, place)


def _ends_now(before: World, now: World, control: str) -> bool:
    """Whether an objective that is looked at between these moments counts that Control."""
    was, clock = before.get(Clock, CLOCK), now.get(Clock, CLOCK)
    due = (one for one in before.all(Objective) if one.at_once or one.turn == was.turn)
    return was.phase is not clock.phase and any(control in one.of for one in due)


def _kinds(rules: AslRules) -> tuple[Variation, ...]:
    places = {Goal.HEX, Goal.BUILDING, Goal.LOCATION}
    counted = any(one.kind in places for one in rules.scenario.victory.conditions)
    return (Variation("Control", vary_control, (ControlPutRight,)),) if counted else ()


CONTROL: Final = Subject(_kinds, told={ControlPutRight: _is_put_right})
