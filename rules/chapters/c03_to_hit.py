"""C3 To Hit, as far as support weapons need it: light mortars at the Area (C9), LATW at Infantry
(C13).

A shot is a `Shot` whose one firer fires one weapon and nothing else. A first DR hits those of its
targets against whom it is low enough, each with DRM of its own; a second on the IFT attacks them. A
DRM counts for the one DR or for the other (C.3).
"""

import enum
from collections.abc import Iterable, Iterator

from rules.board.locations import is_pillbox
from rules.chapters.a04_dash import dash_factor
from rules.chapters.a04_double_time import cx_drm
from rules.chapters.a05_stacking import firers_overstacked, target_overstacked
from rules.chapters.a07_drm import direction, heroism, hindrances, movement, total
from rules.chapters.a07_encircled import encircled_drm
from rules.chapters.a07_shot import Aim, FireDrm, Firing, Shot
from rules.chapters.a07_target_drm import of_aim
from rules.chapters.a12_hideouts import nobody_seen
from rules.chapters.a13_cavalry import cavalry_drm
from rules.chapters.a21_captured import captured_to_hit
from rules.chapters.a24_smoke import out_of_smoke
from rules.chapters.b16_wet_firers import fording_drm
from rules.chapters.b26_wire import from_on_top
from rules.chapters.c02_ordnance import is_mortar, part_of, weapon_of
from rules.chapters.c06_acquisition import acquired
from rules.chapters.c09_mortars import in_afph
from rules.chapters.c13_latw import as_latw, needs_two
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.law import NamedQuestion, Rule
from rules.position.position import Position, weapon_values
from rules.tables import area_number

BEST_DR = 2
IMPROBABLE_HIT = 3
"""The second dr up to which an Original 2 hits though the DRM let nothing hit (C3.6)."""


class Verdict(enum.Enum):
    """What a To Hit DR does to one target; the value says it in the log."""

    MISS = "miss"
    HIT = "hit"
    CRITICAL = "Critical Hit"


def to_hit_number(part: Firing) -> int:
    """C3, C13: the Basic TH#; that of LATW is printed on the counter for each range."""
    weapon = weapon_of(part)
    if is_mortar(weapon):
        return area_number(part.distance)
    return weapon_values(weapon).to_hit[part.distance]


def _pinned(aim: Aim) -> Iterator[Modifier]:
    """C5.4: Case D."""
    if any(unit.pinned for unit in aim.firers):
        yield Modifier("C5.4", "pinned firer", 2)


def _concealed(aim: Aim) -> Iterator[Modifier]:
    """C6.2, A12.13: Case K, but in a pillbox (B30.7); a hit then has its full FP."""
    if aim.target.under is not None and not is_pillbox(aim.target.at):
        yield Modifier("C6.2", "concealed target", 2)


def _tem(aim: Aim) -> Iterator[Modifier]:
    """C6.8: Case Q, of the Infantry target type; at the Area the TEM counts on the IFT."""
    if aim.tem is not None and not is_mortar(weapon_of(part_of(aim.position, aim.shot))):
        yield aim.tem


def _movement(aim: Aim) -> Iterable[Modifier]:
    """C6.13: Cases J3 and J4, FFNAM and FFMO; not within one hex (C5.5)."""
    return () if aim.los.range == 0 else movement(aim)


def _dash(aim: Aim) -> Iterator[Modifier]:
    """C6.1: Case J, for Infantry that Dashes across a road."""
    if any(dash_factor(part_of(aim.position, aim.shot), aim.target)):
        yield Modifier("C6.1", "Dash", 2)


TO_HIT_DRM: NamedQuestion[FireDrm] = NamedQuestion(
    "TO_HIT_DRM",
    (
        Rule("A7.531", direction),
        Rule("C5.2", in_afph),
        Rule("C5.3", as_latw),
        Rule("C5.4", _pinned),
        Rule("C5.8", captured_to_hit),
        Rule("A12.13", _concealed),
        Rule("A15.23", needs_two),
        Rule("A6.7", hindrances),
        Rule("A24.8", out_of_smoke),
        Rule("C6.8", _tem),
        Rule("B21.41", of_aim(fording_drm)),
        Rule("C6.13", _movement),
        Rule("C6.1", _dash),
        Rule("C6.5", acquired),
        Rule("A13.5", of_aim(cavalry_drm)),
        Rule("A4.51", cx_drm),
        Rule("A7.7", encircled_drm),
        Rule("A5.12", firers_overstacked),
        Rule("A5.131", of_aim(target_overstacked)),
        Rule("A15.24", heroism),
        Rule("B26.31", from_on_top),
    ),
)
"""The DRM of the To Hit DR against one of the targets."""


def to_hit_drm(position: Position, shot: Shot, target: Unit) -> tuple[Modifier, ...]:
    """C4-C6: the ledger of the To Hit DR against one of the targets."""
    (origin,) = shot.origins(position)
    return position.law.ledger(TO_HIT_DRM, Aim(position, shot, target, origin))


def is_doubtful(number: int, drm: int) -> bool:
    """C3.6, C3.7: whether an Original 2 needs a second dr: it would hit by itself alone, or not
    even so.
    """
    return BEST_DR + drm >= number


def verdict(number: int, drm: int, original: int, second: int | None) -> Verdict:
    """C3, C3.6, C3.7: what a To Hit DR does; `second` is the dr after a doubtful Original 2."""
    if original == BEST_DR and is_doubtful(number, drm):
        return _by_second(second or 1, improbable=BEST_DR + drm > number)
    if original == BEST_DR:
        return Verdict.CRITICAL
    return Verdict.HIT if original + drm <= number else Verdict.MISS


def _by_second(second: int, *, improbable: bool) -> Verdict:
    if second == 1:
        return Verdict.CRITICAL
    return Verdict.MISS if improbable and second > IMPROBABLE_HIT else Verdict.HIT


def chance_to_hit(number: int, drm: int) -> int:
    """In how many of the 36 rolls a shot hits, an improbable hit counted as none."""
    dice = range(1, 7)
    return sum(one + other + drm <= number for one in dice for other in dice)


def best_target(position: Position, shot: Shot) -> tuple[Modifier, ...]:
    """The ledger against the target that is the easiest to hit; if none is known, against whoever
    may be hidden there.
    """
    unseen = nobody_seen(shot.at, position.unit(shot.units[0]).side.enemy)
    there = position.targets(shot.targets) or (unseen,)
    return min((to_hit_drm(position, shot, unit) for unit in there), key=total)
