"""C5 The Cases of the firer: what of it, and of its crew, tells on the To Hit DR."""

from collections.abc import Iterator

from rules.board.locations import hex_of
from rules.board.terrain import Terrain
from rules.chapters.fire.a07_drm import direction
from rules.chapters.fire.a09_two_smc import is_alone
from rules.chapters.fire.a21_captured import WORSE
from rules.chapters.ordnance.c02_ordnance import Case, Mount, OrdnanceAim, OrdnancePart
from rules.chapters.ordnance.c13_latw import is_hemmed_in
from rules.chapters.terms.a07_shot import FireKind
from rules.kernel.view import Modifier
from rules.position.law import NamedQuestion, Rule
from rules.position.position import is_leader


def _in_afph(aim: OrdnanceAim) -> Iterator[Modifier]:
    """C5.2: Case B, for what is on the ground, in the AFPh, if it has not awaited that."""
    if aim.ordnance.mount is Mount.GROUND and _is_advancing(aim):
        terrain = aim.position.board.terrain(hex_of(aim.origin))
        cramped = terrain is Terrain.WOODS or terrain.is_rubble or terrain.is_building
        yield Modifier("C5.2", "Case B, in the AFPh", 3 if cramped else 2)


def _as_latw(aim: OrdnanceAim) -> Iterator[Modifier]:
    """C5.3: Case C3, for LATW in the AFPh, and for Backblast out of a building or rubble; neither
    in Opportunity Fire.
    """
    if aim.ordnance.mount is not Mount.SHOULDER:
        return
    if _is_advancing(aim):
        yield Modifier("C5.3", "Case C3, in the AFPh", 2)
    blasts = aim.ordnance.backblast and is_hemmed_in(aim.part)
    if blasts and not aim.part.is_opportunity and not aim.shot.desperate:
        yield Modifier("C5.3", "Case C3, Backblast", 2)


def _is_advancing(aim: OrdnanceAim) -> bool:
    return aim.shot.kind is FireKind.ADVANCING and not aim.part.is_opportunity


def _pinned(aim: OrdnanceAim) -> Iterator[Modifier]:
    """C5.4: Case D."""
    if any(unit.pinned for unit in aim.firers):
        yield Modifier("C5.4", "pinned firer", 2)


def _in_one_hex(aim: OrdnanceAim) -> Iterator[Modifier]:
    """C5.5: Case E."""
    if aim.los.range == 0:
        yield Modifier("C5.5", "Case E, in its own hex", 4 if _is_cramped(aim.part) else 2)


def _is_cramped(part: OrdnancePart) -> bool:
    woods = part.position.board.terrain(hex_of(part.at)) is Terrain.WOODS
    return woods or is_hemmed_in(part)


def _captured(aim: OrdnanceAim) -> Iterator[Modifier]:
    """A21.13, C5.8: Case H."""
    if aim.ordnance.owner is not aim.ordnance.side:
        yield Modifier("C5.8", "Case H, captured", WORSE)


def _by_one_man(aim: OrdnanceAim) -> Iterator[Modifier]:
    """A15.23: a hero fires a BAZ or PSK by himself, with +1."""
    alone = aim.ordnance.backblast and is_alone(aim.part)
    if alone and not any(map(is_leader, aim.firers)):
        yield Modifier("A15.23", "fired by one man", 1)


FIRER_CASES: NamedQuestion[Case] = NamedQuestion(
    "FIRER_CASES",
    (
        Rule("A7.531", direction),
        Rule("C5.2", _in_afph),
        Rule("C5.3", _as_latw),
        Rule("C5.5", _in_one_hex),
        Rule("C5.4", _pinned),
        Rule("C5.8", _captured),
        Rule("A15.23", _by_one_man),
    ),
)
"""C5: the DRM of the To Hit DR that come of the firer."""
