"""The words on counters: what everybody sees of the state of a unit, a weapon or a "?".

One list for each kind, a line for each word; `STATUS` of static/js/counters.js draws them. What
does not follow from the counter alone, as that its Location is Encircled, is a marker of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Generic, TypeVar

from rules.board.locations import is_on_cliff
from rules.chapters.terms.a04_bypass import STRETCHES, spoken
from rules.forces.fired import Fired
from rules.forces.manner import Facing, Posture
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.forces.weapons import Weapon

C = TypeVar("C")


@dataclass(frozen=True)
class Badge(Generic[C]):
    """A word, the rule that gives the state, and whether a counter is in it."""

    word: str
    rule: str
    is_so: Callable[[C], bool]


def _says(word: str, rule: str, field: str) -> Badge[Any]:
    """A badge for a field that is true or false."""
    return Badge(word, rule, attrgetter(field))


def _fire_mark(mark: Fired, rule: str) -> Badge[Unit | Weapon]:
    return Badge(mark.value, rule, lambda counter: counter.fired is mark)


def _along(sides: tuple[int, ...]) -> Badge[Unit]:
    return Badge(f"along the {spoken(sides)}", "A4.3", lambda unit: unit.sides == sides)


def _facing(facing: Facing) -> Badge[Unit]:
    def is_so(unit: Unit) -> bool:
        return unit.posture is Posture.CREST and unit.sides == facing.front

    return Badge(f"facing the {facing}", "B20.9", is_so)


def _posture(posture: Posture, rule: str) -> Badge[Unit]:
    return Badge(posture.value, rule, lambda unit: unit.posture is posture)


FIRE_MARKS: tuple[Badge[Any], ...] = (
    _fire_mark(Fired.PREP, "A3.2"),
    _fire_mark(Fired.BOUNDING, "A7.25"),
    _fire_mark(Fired.FIRST, "A8.1"),
    _fire_mark(Fired.FINAL, "A8.4"),
)

POSTURES: tuple[Badge[Any], ...] = (
    _posture(Posture.BENEATH, "B27.1"),
    _posture(Posture.ON_WIRE, "B26.3"),
    _posture(Posture.BYPASS, "A4.3"),
    _posture(Posture.CREST, "B20.9"),
    *map(_facing, Facing),
    *(_along(stretch.sides) for stretch in STRETCHES),
)

UNIT_BADGES: tuple[Badge[Any], ...] = (
    _says("dm", "A10.62", "dm"),
    _says("pin", "A7.8", "pinned"),
    _says("wounded", "A17.2", "wounded"),
    _says("melee", "A11.15", "melee"),
    _says("moved", "A4.2", "moved"),
    _says("below top", "A12.16", "below_top"),
    _says("wa", "B9.32", "wall_advantage"),
    *FIRE_MARKS,
    _says("cx", "A4.51", "cx"),
    _says("ti", "A4.8", "ti"),
    _says("berserk", "A15.4", "berserk"),
    _says("fanatic", "A10.8", "fanatic"),
    _says("disrupted", "A19.12", "disrupted"),
    _says("heroic", "A15.21", "heroic"),
    _says("unarmed", "A20.5", "unarmed"),
    Badge("prisoner", "A20.5", lambda unit: unit.guard is not None),
    *POSTURES,
    _says("swims", "E6.2", "swims"),
    _says("on a fording line", "E6.6", "on_line"),
    Badge("mounted", "A13.1", lambda unit: unit.horse is not None),
    _says("aboard", "E5.21", "in_boat"),
    _says("on the water line", "E5.531", "water_line"),
    Badge("climbing", "B11.41", lambda unit: is_on_cliff(unit.at)),
)

WEAPON_BADGES: tuple[Badge[Any], ...] = (
    *FIRE_MARKS,
    _says("malfunctioned", "A9.7", "malfunctioned"),
    _says("dismantled", "A9.8", "dm"),
    _says("laid", "B28.531", "laid"),
)

COVER_BADGES: tuple[Badge[Any], ...] = (_says("moved", "A4.2", "moved"), *POSTURES)


def words(badges: tuple[Badge[Any], ...], counter: Unit | Weapon | Cover) -> tuple[str, ...]:
    """The words on a counter, in the order of the list."""
    return tuple(badge.word for badge in badges if badge.is_so(counter))
