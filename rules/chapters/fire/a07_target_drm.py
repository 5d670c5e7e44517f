"""What makes a target easier to hurt, whatever attacks it on the IFT: fire, Residual FP, a Fire
Lane, a DC.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from rules.chapters.fire.a22_other_weapons import against_possessor
from rules.chapters.fire.b16_wet_firers import fording_drm
from rules.chapters.movement.a05_stacking import target_overstacked
from rules.chapters.movement.a13_cavalry import cavalry_drm
from rules.chapters.terms.a07_shot import FireDrm
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.law import NamedQuestion, Rule
from rules.position.position import Position

TargetDrm: TypeAlias = Callable[[Position, Unit], Iterable[Modifier]]

TARGET_DRM: NamedQuestion[TargetDrm] = NamedQuestion(
    "TARGET_DRM",
    (
        Rule("B21.41", fording_drm),
        Rule("A13.5", cavalry_drm),
        Rule("A5.131", target_overstacked),
        Rule("A22.4", against_possessor),
    ),
)
"""The DRM of any attack on the IFT, but for mines and a FT, that come of what its target is."""


def target_drm(position: Position, unit: Unit) -> tuple[Modifier, ...]:
    """A7.6: those against one unit, as it is seen."""
    return position.law.ledger(TARGET_DRM, position, unit)


def of_aim(ask: TargetDrm) -> FireDrm:
    """One of those questions, or all, as a question about a fire attack."""
    return lambda aim: ask(aim.position, aim.target)
