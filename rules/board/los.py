"""The LOS between two Locations as the rules speak of it (A6): what the grid found, by hex."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.board.geometry import Cell
from rules.board.grid.answers import GridLos, Hindrance, Obstruction
from rules.board.grid.terrain import TerrainTable
from rules.board.locations import HexId
from rules.board.sighting import Sighting

_LEVELS = re.compile(r", \d+ Level$")
_HINDRANCE_RULES = {
    "brush": "B12.2",
    "grain": "B15.2",
    "orchard": "B14.2",
    "orchard, out of season": "B14.2",
    "stone bridge": "B6.2",
    "wooden bridge": "B6.2",
}
_NOT_TERRAIN = {
    Obstruction.GROUND: "ground",
    Obstruction.BLIND_CREST: "Crest Line",
    Obstruction.LEAVING_BUILDING: "building",
    Obstruction.OTHER_FLOOR: "building",
    Obstruction.EXITS_DEPRESSION: "ground",
    Obstruction.ENTERS_DEPRESSION: "ground",
    Obstruction.EXITS_CREST: "Crest Line",
    Obstruction.ENTERS_CREST: "Crest Line",
    Obstruction.HINDRANCES: "hindrances",
    Obstruction.BRIDGE: "bridge",
}


@dataclass(frozen=True, slots=True)
class LosHindrance:
    """One hex that hinders a LOS: its terrain, the DRM it adds, and the rule."""

    hex: HexId
    terrain: str
    value: int
    rule: str


@dataclass(frozen=True, slots=True)
class Los:
    """What a LOS meets from source to target.

    A blocked LOS says in which hex (`at`), by what (`by`, terrain as players say it, or such as
    "Crest Line"), by which rule, `why` in words, and at which `place` in picture units; of several
    obstacles it names the one nearest to the source. `hindrances` come in order of range; a LOS
    blocked by an obstacle has none. `range` is in hexes, `rise` how many levels the target is above
    the source. `crossed` are the hexsides of the target hex that the line crosses or touches as it
    enters: two if it enters through a vertex, along a hexspine.
    """

    blocked: bool
    at: HexId | None
    by: str | None
    rule: str | None
    hindrances: tuple[LosHindrance, ...]
    range: int
    crossed: tuple[int, ...]
    rise: int = 0
    place: tuple[float, float] | None = None
    why: str | None = None
    where: tuple[str, ...] = ()

    @property
    def hindrance(self) -> int:
        """The sum of the Hindrance DRM."""
        return sum(hindrance.value for hindrance in self.hindrances)

    def barred(self, by: str, rule: str, why: str) -> "Los":
        """This LOS blocked by something that is in no hex, such as the night."""
        return replace(self, blocked=True, by=by, rule=rule, why=why, hindrances=(), where=())

    def explain(self) -> str:
        """The answer in words, with the rules it follows from."""
        ends = f"Range {self.range}, {_levels(self.rise)}."
        each = ", ".join(
            f"{one.terrain} in {name} +{one.value} ({one.rule})"
            for name, one in zip(self.where, self.hindrances, strict=True)
        )
        if self.blocked:
            met = f" Hindrances: {each}." if each else ""
            return f"{ends} Blocked: {self.why} ({self.rule}).{met}"
        return f"{ends} Clear, Hindrance +{self.hindrance}: {each}." if each else f"{ends} Clear."


def los_of(
    found: GridLos,
    sighting: Sighting,
    hex_at: Callable[[Cell], HexId | None],
    name_of: Callable[[HexId], str],
    crossed: tuple[int, ...],
) -> Los:
    """What the rules say of an answer of a grid: its hexes, which may not be in play, by what they
    are called on the map."""
    at = None if found.at is None else hex_at(sighting.cell(found.at))
    kept = found.hindrances if found.obstruction in {None, Obstruction.HINDRANCES} else ()
    hindrances = tuple(
        _hindrance(hex, one) for one in kept if (hex := hex_at(sighting.cell(one.hex))) is not None
    )
    los = Los(
        blocked=found.blocked,
        at=at,
        by=None,
        rule=found.rule,
        hindrances=hindrances,
        range=found.range,
        crossed=crossed,
        rise=found.rise,
        place=None if found.pixel is None else sighting.place(found.pixel),
        where=tuple(name_of(one.hex) for one in hindrances),
    )
    if found.obstruction is None:
        return los
    by = _NOT_TERRAIN.get(found.obstruction) or _spoken_of(found.by, sighting.board.table)
    where = "a hex that is not in play" if at is None else name_of(at)
    return replace(los, by=by, why=found.obstruction.words.format(by=by, at=where))


def spoken(terrain: str) -> str:
    """A terrain of the grid's table as players say it: "stone building", whatever its levels."""
    return _LEVELS.sub("", terrain).lower()


def _spoken_of(terrain: str | None, table: TerrainTable) -> str:
    """What blocks: terrain, or where it has no height of its own the ground it lies on."""
    if terrain is None:
        return "ground"
    kind = table.named(terrain)
    return spoken(terrain) if kind.height or kind.half_level else "ground"


def _hindrance(hex: HexId, found: Hindrance) -> LosHindrance:
    word = spoken(found.terrain)
    return LosHindrance(hex, word, found.value, _HINDRANCE_RULES.get(word, found.rule))


def _levels(rise: int) -> str:
    if not rise:
        return "same level"
    return f"{abs(rise)} level{'s' * (abs(rise) > 1)} {'up' if rise > 0 else 'down'}"
