"""A9.21, A4.41 Where and when a MMG or HMG is too heavy to be turned or to be fired."""

from rules.board.locations import hex_of, level_of
from rules.board.terrain import Terrain
from rules.chapters.terms.a07_shot import FireKind, Firing
from rules.forces.types import WeaponKind
from rules.kernel.refused import Refused

_HEAVY = frozenset({WeaponKind.MMG, WeaponKind.HMG, WeaponKind.FIFTY_CAL})


def refuse_heavy(part: Firing) -> None:
    """Raise Refused if a heavy MG may not fire there now for what it has done before."""
    if part.type is None or part.type.kind not in _HEAVY or part.weapon is None:
        return
    advancing = part.shot.kind is FireKind.ADVANCING
    if advancing and part.weapon.portaged_by is not None and not part.is_opportunity:
        raise Refused("A4.41", f"{part.label} has moved and does not fire in the AFPh.")
    if _is_hemmed_in(part) and not _is_in_field(part):
        raise Refused("A9.21", f"{part.label} fires on within the Covered Arc of its last shot.")


def _is_hemmed_in(part: Firing) -> bool:
    """A9.21: in woods, rubble or a building it is not turned between its shots."""
    terrain = part.position.board.terrain(hex_of(part.unit.at))
    return terrain is Terrain.WOODS or terrain.is_rubble or terrain.is_building


def _is_in_field(part: Firing) -> bool:
    """A9.21: whether the target is in a Covered Arc that the last shot was in, or in the Location
    of the MG itself; after a shot up or down the stairs, that way again.
    """
    here, to = part.unit.at, part.shot.at
    last = None if part.weapon is None else part.weapon.fired_at
    if last is None or here in {last, to}:
        return True
    if hex_of(last) == hex_of(here):
        up = level_of(last) > level_of(here)
        return hex_of(to) == hex_of(here) and (level_of(to) > level_of(here)) == up
    board, own = part.position.board, hex_of(here)
    return bool(board.arcs(own, hex_of(last)) & board.arcs(own, hex_of(to)))
