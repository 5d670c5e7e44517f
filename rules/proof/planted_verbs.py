"""Leaks planted in single verbs and procedures: digging, special weapons, captives, the map's edge.

Each is searched for in the standing positions of its subject alone, so that a verb which random
play seldom comes to is reached in time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final

from rules.board.locations import LocationId, hex_of
from rules.chapters.close_combat.a20_guards import takers
from rules.chapters.concealment.a12_mopping_up import mop_up_bar
from rules.chapters.fire.a22_flamethrowers import flame_bar
from rules.chapters.fire.a23_demolition import throwing_bar
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import Entry
from rules.chapters.movement.a02_entry import may_enter
from rules.chapters.movement.a02_map_edge import exit_bar
from rules.chapters.ordnance import c03_effects
from rules.chapters.ordnance.c02_ordnance import ToHitShot
from rules.chapters.ordnance.c03_to_hit import to_hit_drm
from rules.chapters.works import b27_entrenchments
from rules.forces.entities import Minefield
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.game import Game
from rules.kernel.unseal import unseal
from rules.kernel.view import Modifier
from rules.play.combat import custody
from rules.play.firing import special_weapons
from rules.play.moving import entering, exiting
from rules.play.rallying import mopping_up
from rules.play.ruleset import AslRules
from rules.position.knowledge import Knowledge
from rules.position.position import Position
from rules.position.reserves import Reserve
from rules.proof.plants import KnownHoldsAll, Peeks, swapped, with_peeks
from rules.proof.twins import Maker

_MINED: Final = Modifier("B28.1", "mined", 0)
_UNWISE: Final = Barrier("B28.1", "That would not be wise.")


@dataclass(frozen=True)
class Slip:
    """One wrong function in place of a right one, and whether it is given all that is hidden."""

    owner: ModuleType
    name: str
    instead: Any
    knows_all: bool = False


def _is_mined(position: Position, at: LocationId) -> bool:
    return hex_of(at) in _unmet(position)


def _unmet(position: Position) -> set[str]:
    records = position.view.all(Minefield)
    return {unseal(record.at) for record in records if unseal(record.marker) is None}


def _is_odd(position: Position) -> bool:
    """Whether an odd number of minefields is left that nobody has met."""
    return len(_unmet(position)) % 2 == 1


def _with_mines(
    position: Position, at: LocationId, ledger: Sequence[Modifier]
) -> tuple[Modifier, ...]:
    return (*ledger, _MINED) if _is_mined(position, at) else tuple(ledger)


# -- entrenchments ---------------------------------------------------------------------------------

_digging_drm = b27_entrenchments.digging_drm


def digging_on_mines(position: Position, unit: Unit, leader: Unit | None) -> tuple[Modifier, ...]:
    """A DRM of 0 for whoever digs on mines."""
    return _with_mines(position, unit.at, _digging_drm(position, unit, leader))


# -- demolition charges, flamethrowers, mortars ---------------------------------------------------


def throws_without_mines(
    position: Knowledge, unit: Unit, weapon: Weapon, to: LocationId
) -> Barrier | None:
    """Offers to throw a DC by the number of minefields left."""
    return throwing_bar(position, unit, weapon, to) or (_UNWISE if _is_odd(position) else None)


def flames_without_mines(
    position: Knowledge, unit: Unit, weapon: Weapon, at: LocationId
) -> Barrier | None:
    """Offers to fire a FT by the number of minefields left."""
    return flame_bar(position, unit, weapon, at) or (_UNWISE if _is_odd(position) else None)


def to_hit_on_mines(position: Position, shot: ToHitShot, target: Unit) -> tuple[Modifier, ...]:
    """A DRM of 0 To Hit who stands on mines."""
    return _with_mines(position, target.at, to_hit_drm(position, shot, target))


# -- captives and houses --------------------------------------------------------------------------


def takers_without_mines(position: Position, prisoner: Unit) -> tuple[Unit, ...]:
    """Offers to hand captives over by the number of minefields left."""
    return () if _is_odd(position) else takers(position, prisoner)


def mops_up_without_mines(position: Knowledge, unit: Unit) -> Barrier | None:
    """Offers no Mopping Up as long as an odd number of minefields is left."""
    return mop_up_bar(position, unit) or (_UNWISE if _is_odd(position) else None)


# -- the map's edge -------------------------------------------------------------------------------


def exit_without_mines(position: Position, units: tuple[Unit, ...]) -> Barrier | None:
    """Offers nobody on mines to leave the map."""
    return exit_bar(position, units) or (_UNWISE if _is_mined(position, units[0].at) else None)


def entry_without_mines(position: Position, waiting: Reserve) -> dict[LocationId, Entry]:
    """Offers nobody to enter the map over mines."""
    ways = may_enter(position, waiting)
    return {to: way for to, way in ways.items() if not _is_mined(position, to)}


SLIPS: Final[Mapping[str, Mapping[str, Slip]]] = {
    "works": {
        "digging: a DRM of 0": Slip(b27_entrenchments, "digging_drm", digging_on_mines),
        "DC: whether it is thrown": Slip(
            special_weapons, "throwing_bar", throws_without_mines, knows_all=True
        ),
        "FT: whether it is fired": Slip(
            special_weapons, "flame_bar", flames_without_mines, knows_all=True
        ),
        "To Hit: a DRM of 0": Slip(c03_effects, "to_hit_drm", to_hit_on_mines),
    },
    "captives": {
        "captives: to whom they go": Slip(custody, "takers", takers_without_mines, knows_all=True),
        "Mopping Up: whether it is offered": Slip(
            mopping_up, "mop_up_bar", mops_up_without_mines, knows_all=True
        ),
    },
    "edge": {
        "exit: whether it is offered": Slip(
            exiting, "exit_bar", exit_without_mines, knows_all=True
        ),
        "entry: where it is offered": Slip(
            entering, "may_enter", entry_without_mines, knows_all=True
        ),
    },
}
"""The leaks by the standing positions in which they are searched for (`rules.proof.positions`)."""


def slips_in(rules: AslRules, subject: str, look: Peeks) -> Mapping[str, Callable[[], Maker]]:
    """The leaks of a subject, planted in a scenario."""
    return {name: _planted(rules, slip, look) for name, slip in SLIPS[subject].items()}


def _planted(rules: AslRules, slip: Slip, look: Peeks) -> Callable[[], Maker]:
    game = with_peeks(KnownHoldsAll, look) if slip.knows_all else Game
    return lambda: Maker(rules, game, lambda: swapped(slip.owner, slip.name, slip.instead))
