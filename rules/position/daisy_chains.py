"""B28.531 Daisy Chains: which are laid across a road, and what of them is seen."""

from collections.abc import Iterator

import msgspec

from rules.board.locations import HexId
from rules.forces.entities import Clock
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Public, Secret
from rules.kernel.world import View
from rules.position.marker import MarkerFace


class Laying(msgspec.Struct, frozen=True, kw_only=True):
    """Which Daisy Chain is laid where, who did it, and in which part of which Player Turn."""

    at: HexId
    weapon: CounterId
    by: CounterId
    turn: int
    phasing: Side
    phase: Phase


class LaidChain(Entity, frozen=True, kw_only=True, tag="laid_chain"):
    """The owner's record of a Daisy Chain that is laid. Until it is `shown` its counter stays with
    who laid it; from then on this says alone that he used it as a SW.
    """

    owner: Public[Side]
    what: Secret[Laying]
    shown: Public[bool] = False


def layings(view: View, side: Side) -> Iterator[tuple[LaidChain, Laying]]:
    """What a side has laid, as that side knows, each record with what it says."""
    for record in view.all(LaidChain):
        what = record.what.for_(side)
        if what is not None and record.owner is side:
            yield record, what


def is_laid_unseen(view: View, weapon: Weapon) -> bool:
    """Whether a weapon is a Daisy Chain that lies elsewhere than its counter."""
    found = layings(view, weapon.side)
    return any(what.weapon == weapon.counter and not record.shown for record, what in found)


def laid_by(view: View, clock: Clock, unit: Unit) -> tuple[Laying, ...]:
    """What a unit has laid in this Player Turn."""
    now = (clock.turn, clock.phasing)
    found = (what for _, what in layings(view, unit.side) if what.by == unit.counter)
    return tuple(what for what in found if (what.turn, what.phasing) == now)


def has_prep_laid(view: View, clock: Clock, unit: Unit) -> bool:
    """B28.531, A3.2: whether a unit has laid one in the PFPh: a SW that it used there."""
    return any(what.phase is Phase.PFPH for what in laid_by(view, clock, unit))


def chains_used(view: View, clock: Clock, unit: Unit) -> tuple[str, ...]:
    """B28.531, A7.35: the Daisy Chains that a unit has used as SW in this fire phase, of which the
    MPh and the DFPh are one.
    """
    laid = laid_by(view, clock, unit)
    if not laid:
        return ()
    defending = frozenset({Phase.MPH, Phase.DFPH})
    phases = defending if clock.phase in defending else frozenset({clock.phase})
    return tuple(what.weapon for what in laid if what.phase in phases)


def laid_chain_face(record: LaidChain, side: Side | None) -> MarkerFace | None:
    """A Daisy Chain as its owner sees his record; once it has been seen, for the rest of the Player
    Turn.
    """
    what = record.what.for_(side)
    if what is None:
        return None
    seen = ", seen" if record.shown else ""
    return MarkerFace(
        id=ShownId(record.id),
        at=what.at,
        name=f"your record: a Daisy Chain across the road{seen}",
        letters="Ch",
        side=record.owner,
        picture="chain",
        secret=True,
    )
