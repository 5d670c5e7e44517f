"""What a LOS meets: the answer, complete enough to be put into words."""

from dataclasses import dataclass
from enum import Enum, unique
from typing import Final

from rules.board.grid import ground

BLOCKING_HINDRANCE: Final = 6


@unique
class Obstruction(Enum):
    """Why a LOS is blocked: the number the compiled rules use, the rule, and words.

    In the words, `{by}` is the terrain and `{at}` the hex.
    """

    GROUND = ground.GROUND, "A6.2", "the ground in {at} is higher than both ends"
    HIGHER = ground.HIGHER, "A6.2", "{by} in {at} is higher than both ends"
    AS_HIGH = (
        ground.AS_HIGH,
        "A6.2",
        "{by} in {at} is as high as the higher end: only from above it could one see beyond",
    )
    HALF_LEVEL = ground.HALF_LEVEL, "A6.21", "{by} in {at} rises half a level between level ends"
    SPLIT = ground.SPLIT_TERRAIN, "A6.21", "{by} in {at} stands between ends at its base level"
    BLIND = ground.BLIND, "A6.4", "the lower end is in a Blind Hex behind {by} in {at}"
    BLIND_CREST = (
        ground.BLIND_CREST,
        "B10.23",
        "the lower end is in a Blind Hex below the Crest Line in {at}",
    )
    LEAVING_BUILDING = (
        ground.LEAVING_BUILDING,
        "A6.8",
        "the line to another level does not leave the building before {at}",
    )
    EXITS_DEPRESSION = (
        ground.EXITS_DEPRESSION,
        "A6.3",
        "the line out of the Depression is shut off by the ground in {at}",
    )
    ENTERS_DEPRESSION = (
        ground.ENTERS_DEPRESSION,
        "A6.3",
        "the line into the Depression is shut off by the ground in {at}",
    )
    EXITS_CREST = (
        ground.EXITS_CREST,
        "B19.51",
        "the line leaves through a vertex of a Crest-Line Depression hexside",
    )
    ENTERS_CREST = (
        ground.ENTERS_CREST,
        "B19.51",
        "the line enters through a vertex of a Crest-Line Depression hexside",
    )
    HEXSIDE = ground.HEXSIDE_TERRAIN, "B9.2", "{by} along a hexside of {at} is in between"
    BOCAGE = ground.HIGH_HEXSIDE, "B9.52", "{by} along a hexside of {at} is in between"
    PARTITION = ground.PARTITION_WALL, "B23.71", "the {by} in {at} is in between"
    HINDRANCES = ground.HINDRANCES, "B.10", "hindrances add up to six or more by {at}"
    HILLOCK = ground.HILLOCK_BETWEEN, "F6", "a hillock in {at} is in between"
    OTHER_FLOOR = 101, "B23.25", "the floors of {at} are not joined by a stairway"
    BRIDGE = 102, "B6.2", "one end is on the bridge in {at}, the other below it"

    def __init__(self, code: int, rule: str, words: str) -> None:
        self.code = code
        self.rule = rule
        self.words = words


OBSTRUCTIONS: Final = {obstruction.code: obstruction for obstruction in Obstruction}


@dataclass(frozen=True, slots=True)
class Hindrance:
    """One hex that hinders a LOS: what it is, the DRM it adds, its range from the source."""

    hex: str
    terrain: str
    value: int
    range: int
    rule: str = "A6.7"


@dataclass(frozen=True, slots=True)
class GridLos:
    """What a LOS meets from source to target.

    A blocked LOS says in which hex (`at`) and at which pixel, by what terrain (`by`) and why; it is
    the first obstruction from the source, or if the line is clear that way and not the other
    (`found_from_target`), the first from the target. `hindrances` come in order of range, one for
    each range from one of the ends; those of a blocked LOS are what it had met. `hindrance` is the
    total DRM. `range` is in hexes, `rise` the level of the target above that of the source.
    `along` says that the line runs along hexsides.
    """

    range: int
    rise: int
    obstruction: Obstruction | None = None
    at: str | None = None
    pixel: tuple[int, int] | None = None
    by: str | None = None
    found_from_target: bool = False
    hindrances: tuple[Hindrance, ...] = ()
    hindrance: int = 0
    along: bool = False

    @property
    def blocked(self) -> bool:
        """Whether there is no LOS."""
        return self.obstruction is not None

    @property
    def rule(self) -> str | None:
        """The rule by which it is blocked."""
        return None if self.obstruction is None else self.obstruction.rule

    def explain(self) -> str:
        """The answer in words, for the log and the thread tool."""
        where = f"Range {self.range}, {_rise(self.rise)}."
        if self.obstruction is not None:
            why = self.obstruction.words.format(by=self.by, at=self.at)
            return f"{where} Blocked: {why} ({self.obstruction.rule})."
        if not self.hindrance:
            return f"{where} Clear."
        each = ", ".join(
            f"{hindrance.hex} {hindrance.terrain} +{hindrance.value}"
            for hindrance in self.hindrances
        )
        return f"{where} Clear, hindered +{self.hindrance}: {each} (A6.7)."


def _rise(levels: int) -> str:
    if not levels:
        return "same level"
    unit = "level" if abs(levels) == 1 else "levels"
    return f"{abs(levels)} {unit} {'up' if levels > 0 else 'down'}"
