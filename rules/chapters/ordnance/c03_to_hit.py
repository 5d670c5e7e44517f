"""C3 To Hit, as far as support weapons need it: light mortars at the Area (C9), LATW at Infantry
(C13).

A first DR hits those of the targets against whom it is low enough, each with DRM of its own; a
second on the IFT attacks them. A DRM counts for the one DR or for the other (C.3).
"""

import enum
from collections.abc import Iterator

from rules.chapters.fire.a07_drm import heroism_of, total
from rules.chapters.fire.a07_encircled import encircled_drm
from rules.chapters.fire.a07_struck import Struck
from rules.chapters.fire.a07_target_drm import of_aim
from rules.chapters.movement.a04_double_time import cx_drm
from rules.chapters.movement.a05_stacking import firers_overstacked, target_overstacked
from rules.chapters.ordnance.c02_ordnance import (
    Case,
    OrdnanceAim,
    OrdnancePart,
    ToHitShot,
)
from rules.chapters.ordnance.c05_firer import FIRER_CASES
from rules.chapters.ordnance.c06_target import TARGET_CASES
from rules.chapters.works.b26_wire import from_on_top
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.law import NamedQuestion, Rule
from rules.position.position import Position, values

BEST_DR = 2
IMPROBABLE_HIT = 3
"""The second dr up to which an Original 2 hits though the DRM let nothing hit (C3.6)."""


class Verdict(enum.Enum):
    """What a To Hit DR does to one target; the value says it in the log."""

    MISS = "miss"
    HIT = "hit"
    CRITICAL = "Critical Hit"


def to_hit_number(part: OrdnancePart) -> int:
    """C3: the Basic TH#."""
    return part.load.target.number(part)


def _heroism(aim: OrdnanceAim) -> Iterator[Modifier]:
    """A15.24: each hero of the crew, at the Normal Range of what he fires."""
    for unit in aim.firers:
        yield from heroism_of(aim, unit, max(values(unit).range, aim.part.reach))


FIRE_CASES: NamedQuestion[Case] = NamedQuestion(
    "FIRE_CASES",
    (
        Rule("A4.51", cx_drm),
        Rule("A7.7", encircled_drm),
        Rule("A5.12", firers_overstacked),
        Rule("A5.131", of_aim(target_overstacked)),
        Rule("A15.24", _heroism),
        Rule("B26.31", from_on_top),
    ),
)
"""The DRM of the To Hit DR that are no Cases, but those of any fire by Personnel."""


def to_hit_drm(position: Position, shot: ToHitShot, target: Unit) -> tuple[Modifier, ...]:
    """C5, C6: the ledger of the To Hit DR against one of the targets."""
    law, aim = position.law, shot.part(position).aim_at(target)
    return (
        *law.ledger(FIRER_CASES, aim),
        *law.ledger(TARGET_CASES, aim),
        *law.ledger(FIRE_CASES, aim),
    )


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


def best_target(position: Position, struck: Struck, shot: ToHitShot) -> tuple[Modifier, ...]:
    """The ledger against the target that is the easiest to hit; if none is known, against whoever
    may be hidden there.
    """
    there = struck.as_seen(position)
    return min((to_hit_drm(position, shot, unit) for unit in there), key=total)
