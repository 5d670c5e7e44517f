"""A26.15: whose Control something is by the truth, where everybody takes it for his enemy's."""

from rules.board.locations import HexId
from rules.forces.entities import Control
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.secret import Public, Secret
from rules.kernel.world import View


class RealControl(Entity, frozen=True, kw_only=True, tag="real_control"):
    """Its owner has gained or kept Control by those whom nobody sees, or not everybody. Its id is
    that of the Control. The server keeps it for itself: what its owner may not know, as who hides
    there, is in it too.
    """

    owner: Public[Side]
    at: Secret[HexId]


def as_seen(view: View, control: Control) -> Side:
    """Who has Control by what everybody sees."""
    return control.side


def by_truth(view: View, control: Control) -> Side:
    """Who really has it, with all whom nobody sees."""
    real = view.find(RealControl, control.id)
    return control.side if real is None else real.owner
