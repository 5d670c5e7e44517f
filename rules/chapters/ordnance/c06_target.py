"""C6 The Cases of the target: what of it, and of the way there, tells on the To Hit DR."""

from collections.abc import Iterable, Iterator

from rules.board.locations import is_pillbox
from rules.chapters.fire.a07_drm import hindrances, movement
from rules.chapters.fire.a07_target_drm import of_aim
from rules.chapters.fire.a24_smoke import out_of_smoke
from rules.chapters.fire.b16_wet_firers import fording_drm
from rules.chapters.movement.a04_dash import is_dashing
from rules.chapters.movement.a13_cavalry import cavalry_drm
from rules.chapters.ordnance.c02_ordnance import Case, OrdnanceAim
from rules.chapters.ordnance.c06_acquisition import acquired
from rules.kernel.view import Modifier
from rules.position.law import NamedQuestion, Rule


def _concealed(aim: OrdnanceAim) -> Iterator[Modifier]:
    """C6.2, A12.13: Case K, but in a pillbox (B30.7); a hit then has its full FP."""
    if aim.target.under is not None and not is_pillbox(aim.target.at):
        yield Modifier("C6.2", "concealed target", 2)


def _tem(aim: OrdnanceAim) -> Iterator[Modifier]:
    """C6.8: Case Q, but where the TEM counts on the IFT (C3.33)."""
    if aim.tem is not None and aim.part.load.target.shelter is None:
        yield aim.tem


def _movement(aim: OrdnanceAim) -> Iterable[Modifier]:
    """C6.13: Cases J3 and J4, FFNAM and FFMO; not within one hex (C5.5)."""
    return () if aim.los.range == 0 else movement(aim)


def _dash(aim: OrdnanceAim) -> Iterator[Modifier]:
    """C6.1: Case J, for Infantry that Dashes across a road."""
    kind, target = aim.shot.kind, aim.target
    if any(is_dashing(aim.position, kind, firer, target) for firer in aim.firers):
        yield Modifier("C6.1", "Dash", 2)


TARGET_CASES: NamedQuestion[Case] = NamedQuestion(
    "TARGET_CASES",
    (
        Rule("A12.13", _concealed),
        Rule("A6.7", hindrances),
        Rule("A24.8", out_of_smoke),
        Rule("C6.8", _tem),
        Rule("B21.41", of_aim(fording_drm)),
        Rule("C6.13", _movement),
        Rule("C6.1", _dash),
        Rule("C6.5", acquired),
        Rule("A13.5", of_aim(cavalry_drm)),
    ),
)
"""C6: the DRM of the To Hit DR that come of the target, and of what lies on the way there."""
