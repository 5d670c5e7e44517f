"""A7.6, A7.53, A4.6 The DRM of a fire attack, against each of its targets by itself (A.5)."""

from collections.abc import Iterator

from rules.board.locations import is_on_cliff
from rules.chapters.fire.a07_encircled import encircled_drm
from rules.chapters.fire.a07_exposed import as_it_goes
from rules.chapters.fire.a07_target_drm import of_aim, target_drm
from rules.chapters.fire.a24_smoke import out_of_smoke
from rules.chapters.fire.b16_wet_firers import is_in_water
from rules.chapters.ground.b_posture import has_ffnam
from rules.chapters.ground.b_terrain import is_open
from rules.chapters.mines.b28_trails import on_a_trail
from rules.chapters.movement.a04_double_time import cx_drm
from rules.chapters.movement.a05_stacking import firers_overstacked
from rules.chapters.terms.a07_shot import Aim, FireDrm, FireKind, Firer, Shot
from rules.chapters.works.b26_wire import from_on_top
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.law import NamedQuestion, Rule
from rules.position.position import (
    Position,
    is_hero,
    leadership,
    name,
    values,
    weapon_values,
)


def direction(aim: Aim) -> Iterator[Modifier]:
    """A7.531, A7.53: the leader who directs; of several, one in each Location of the group, the
    worst.
    """
    leaders = [aim.position.unit(leader_id) for leader_id in aim.shot.directors]
    leader = max(leaders, key=leadership, default=None)
    if leader is not None:
        yield Modifier("A7.531", f"{name(leader)} directs", leadership(leader))


def hindrances(aim: Aim) -> Iterator[Modifier]:
    """A6.7: what the LOS passes."""
    name_of = aim.position.board.name
    for found in aim.los.hindrances:
        yield Modifier(found.rule, f"{found.terrain} in {name_of(found.hex)}", found.value)


def _tem(aim: Aim) -> Iterator[Modifier]:
    """B9.31, B10.31: the one TEM of the target."""
    if aim.tem is not None:
        yield aim.tem


def movement(aim: Aim) -> Iterator[Modifier]:
    """A4.6: FFNAM unless it is Assault Movement; FFMO in the open, unhindered and without any TEM.
    Hazardous Movement instead of both, in any phase (A4.62), as of climbers (B11.42).

    In the MPh alone, not while fording, which has a DRM of its own (B21.41), nor as one swims
    (E6.3), not under a Snap Shot (A8.15), and not on horseback (A13.5).
    """
    target = as_it_goes(aim.position, aim.target)
    if target.horse is not None:
        return
    if is_on_cliff(target.at) or (target.hazardous and not target.pinned):
        yield Modifier("A4.62", "Hazardous Movement", -2)
        return
    moves = aim.shot.kind is FireKind.FIRST and target.moving and not target.pinned
    if not moves or aim.shot.is_snap or is_in_water(aim.position, target):
        return
    if has_ffnam(target):
        yield Modifier("A4.6", "FFNAM", -1)
    is_in_open = is_open(aim.position, target, aim.origin, aim.los)
    if is_in_open and not aim.los.hindrances and aim.tem is None:
        yield Modifier("A4.6", "FFMO", -1)


def heroism(aim: Aim) -> Iterator[Modifier]:
    """A15.24, A15.21: each hero who fires at his Normal Range, wherever the others are; not one
    who directs.
    """
    for firer in aim.shot.firers:
        yield from heroism_of(aim, aim.position.unit(firer.unit), _reach(aim, firer))


def heroism_of(aim: Aim, unit: Unit, reach: int) -> Iterator[Modifier]:
    """A15.24: the same of one, with what has that Normal Range."""
    if is_hero(unit) and aim.position.range(unit.at, aim.shot.at) <= reach:
        yield Modifier("A15.24", f"heroism of {name(unit)}", -1)


def _reach(aim: Aim, firer: Firer) -> int:
    """The Normal Range of what a unit fires."""
    unit = aim.position.unit(firer.unit)
    weapons = (gun for gun in aim.position.weapons_of(unit) if gun.id in firer.weapons)
    return max(values(unit).range, *(weapon_values(gun).range for gun in weapons), 0)


FIRE_DRM: NamedQuestion[FireDrm] = NamedQuestion(
    "FIRE_DRM",
    (
        Rule("A7.531", direction),
        Rule("A6.7", hindrances),
        Rule("A24.8", out_of_smoke),
        Rule("B9.31", _tem),
        Rule("A4.6", movement),
        Rule("A4.51", cx_drm),
        Rule("A7.7", encircled_drm),
        Rule("A5.12", firers_overstacked),
        Rule("A15.24", heroism),
        Rule("B26.31", from_on_top),
        Rule("B13.4212", on_a_trail),
        Rule("A7.6", of_aim(target_drm)),
    ),
)
"""The DRM of a fire attack against one of its targets."""


def modifiers(position: Position, shot: Shot, target: Unit) -> tuple[Modifier, ...]:
    """A7.6, A7.52: the DRM of an attack against one of its targets (A.5).

    Each rule counts once, as it is along the line where it is worst for the attack.
    """
    aims = [Aim(position, shot, target, origin) for origin in shot.origins(position)]
    if len(aims) == 1:
        return position.law.ledger(FIRE_DRM, aims[0])
    found: list[Modifier] = []
    for ask in position.law.asks(FIRE_DRM):
        lines = [tuple(ask(aim)) for aim in aims]
        found += max(lines, key=lambda line: sum(entry.value for entry in line))
    return tuple(found)


def total(ledger: tuple[Modifier, ...]) -> int:
    """The sum of a ledger."""
    return sum(entry.value for entry in ledger)
