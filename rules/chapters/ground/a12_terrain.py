"""A12.12 Concealment Terrain, as the Terrain Charts print it in red."""

from typing import Final

from rules.board.locations import LocationId, LocationKind, hex_of, is_pillbox
from rules.board.terrain import Terrain
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.position.position import Position

_CONCEALS: Final = frozenset(
    {Terrain.BRUSH, Terrain.VINEYARD, Terrain.WOODS, Terrain.ORCHARD, Terrain.MARSH, Terrain.HUTS}
)


def is_concealment_terrain(position: Position, at: LocationId) -> bool:
    """A12.12: whether a Location is Concealment Terrain: growth in its season, buildings, rubble
    and pillboxes; neither bridges nor what is open.
    """
    board, terrain = position.board, position.board.terrain(hex_of(at))
    if is_pillbox(at):
        return True
    if board.kind(at) in {LocationKind.BRIDGE, LocationKind.WATER}:
        return False
    grain = terrain is Terrain.GRAIN and board.grain_in_season
    return grain or terrain in _CONCEALS or terrain.is_building or terrain.is_rubble


def is_in_concealment_terrain(position: Position, unit: Unit) -> bool:
    """The same of where in its Location a unit is: not at the Crest, nor round the obstacle."""
    if unit.posture in {Posture.CREST, Posture.BYPASS}:
        return False
    return is_concealment_terrain(position, unit.at)
