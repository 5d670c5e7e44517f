"""B16.32, B20.6, B21.41-B21.42: firing with wet feet, and being fired at in a ford or as one swims
(E6.3).
"""

from rules.board.locations import HexId, LocationKind, hex_of
from rules.board.terrain import StreamDepth, Terrain
from rules.chapters.ground.b19_depressions import stream_depth
from rules.chapters.ground.b20_crest_tem import is_in_crest
from rules.chapters.terms.a07_factors import HALF, Factor
from rules.chapters.terms.a07_shot import Firing
from rules.chapters.water.e05_firing import passenger_factors
from rules.forces.types import WeaponKind
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.position import Position

HAZARDOUS = Modifier("B21.41", "Hazardous Movement, fording", -2)


def is_in_water(position: Position, unit: Unit) -> bool:
    """B21.41, E6.1: whether a unit is in a Water Obstacle, fording or swimming."""
    return position.board.kind(unit.at) is LocationKind.WATER


def is_out_of_water(position: Position, unit: Unit) -> bool:
    """B21.41, E6.1: nobody is pinned in a ford, nor as he swims."""
    return not is_in_water(position, unit)


def is_fording(position: Position, unit: Unit) -> bool:
    """B21.41: whether a unit stands in a Water Obstacle, by a ford or a fording line (E6.6): it is
    under Hazardous Movement in every phase, as no swimmer is (E6.3).
    """
    return is_in_water(position, unit) and not unit.swims and not unit.in_boat


def fording_drm(position: Position, unit: Unit) -> tuple[Modifier, ...]:
    """B21.41: Hazardous Movement, for an attack at a unit that fords."""
    return (HAZARDOUS,) if is_fording(position, unit) else ()


def swimmer_factor(firing: Firing, target: Unit) -> tuple[Factor, ...]:
    """E6.3: all fire but that of HE is halved against a swimmer."""
    return (Factor("E6.3", "swimmer", HALF),) if target.swims else ()


def is_wet(position: Position, unit: Unit) -> bool:
    """B16.32, B20.6, B21.42: whether a unit stands in marsh or water."""
    return _wet_ground(position, unit) is not None


def wet_factors(firing: Firing) -> tuple[Factor, ...]:
    """B16.32, B20.6, B21.42: from marsh, IN a stream and in a ford one fires with Area Fire; of MG
    only a LMG does, in a ford none.
    """
    if firing.unit.in_boat:
        return passenger_factors(firing)
    where = _wet_ground(firing.position, firing.unit)
    if where is None:
        return ()
    fires = firing.type is None or (
        firing.type.kind is WeaponKind.LMG and not is_fording(firing.position, firing.unit)
    )
    rule, label = where
    return (Factor(rule, label, HALF if fires else HALF * 0),)


def _wet_ground(position: Position, unit: Unit) -> tuple[str, str] | None:
    """Rule and words of the water that a unit stands in, or None if it is dry, as at the Crest."""
    board, here = position.board, hex_of(unit.at)
    match board.kind(unit.at):
        case LocationKind.WATER:
            return "B21.42", "fording"
        case LocationKind.BRIDGE:
            return None
        case LocationKind.DEPRESSION if is_in_crest(unit):
            return None
        case LocationKind.DEPRESSION if _is_shallow(position, here):
            return "B20.6", "IN a shallow stream"
        case _:
            marsh = board.terrain(here) is Terrain.MARSH
            return ("B16.32", "in marsh") if marsh else None


def _is_shallow(position: Position, hex_id: HexId) -> bool:
    """B20.4, B20.8: whether a stream has water there; a ford may be dry."""
    return stream_depth(position.board, hex_id) not in {None, StreamDepth.DRY}
