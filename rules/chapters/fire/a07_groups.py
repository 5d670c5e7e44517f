"""A7.5 Fire Groups: which units may fire together, and which must."""

from dataclasses import dataclass

from rules.board.locations import LocationId
from rules.chapters.fire.a08_again import Again, again_as_unit
from rules.chapters.terms.a07_shot import Firing, Shot
from rules.chapters.works.b30_pillboxes import group_bar
from rules.forces.fired import Fired
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.position.position import Position, name, weapon_values


def refuse_group(position: Position, units: tuple[Unit, ...]) -> None:
    """A7.5, A7.54: raise Refused unless units may be one Fire Group: in one Location, or in a chain
    of Locations each ADJACENT to another; the berserk only in one, and those in pillboxes too
    (B30.2).
    """
    bar = group_bar(tuple(unit.at for unit in units))
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if len({unit.aboard for unit in units}) > 1:
        raise Refused("E5.4", "Those in a boat fire as a group within their own boat alone.")
    left = list(dict.fromkeys(unit.at for unit in units))
    reached = [left.pop(0)]
    for at in reached:
        found = [one for one in left if position.adjacent(at, one)]
        reached += found
        left = [one for one in left if one not in found]
    if left:
        raise Refused("A7.5", "A Fire Group is in one Location, or in ADJACENT ones.")
    wild = next((unit for unit in units if unit.berserk), None)
    if wild is not None and len(reached) > 1:
        raise Refused("A7.54", f"{name(wild)} is berserk and fires with its own Location alone.")


@dataclass(frozen=True)
class FiredBefore:
    """A7.55: the Locations that have fired at a target already, at one expenditure in the MPh, and
    there the units that have, each as often as it has.
    """

    origins: tuple[LocationId, ...]
    units: tuple[ShownId, ...] = ()

    def is_next(self, position: Position, unit: Unit) -> bool:
        """Whether a unit that has fired may do so again, because nobody of its Location has fired
        more often: he who has had to be joined.
        """
        shots = self.units.count(unit.id)
        others = position.personnel_at(unit.at, unit.side)
        return shots > 0 and all(self.units.count(other.id) <= shots for other in others)


def refuse_second_group(position: Position, shot: Shot, before: FiredBefore) -> None:
    """A7.55: what fires from one Location at one target fires as one FG, but for the further shots
    of a weapon that has kept its ROF, and of a unit that has fired and uses Subsequent First Fire
    or FPF at a target that has spent the MF for it (A8.14).
    """
    for part in shot.firings(position):
        if part.unit.at not in before.origins or _goes_on(position, part, before):
            continue
        raise Refused("A7.55", "That Location has been fired at from here already: one FG fires.")


def _goes_on(position: Position, part: Firing, before: FiredBefore) -> bool:
    """Whether a part fires again, rather than for the first time after others."""
    if part.goes_on:
        return True
    return before.is_next(position, part.unit) and again_as_unit(part) is not Again.NO


def fired_from(position: Position, shot: Shot) -> FiredBefore:
    """A7.55: those Locations of an attack from which its target has been fired at in this phase;
    ordnance joins no FG and keeps nobody from one.
    """
    found = []
    for origin in shot.places(position):
        side = shot.side(position)
        boats = {position.unit(one).aboard for one in shot.units}
        units = tuple(u for u in position.personnel_at(origin, side) if u.aboard in boats)
        spots = {unit.fired_at for unit in units}
        guns = (gun for unit in units for gun in position.weapons_of(unit))
        spots |= {gun.fired_at for gun in guns if not weapon_values(gun).kind.is_ordnance}
        if shot.at in spots:
            found.append(origin)
    return FiredBefore(tuple(found))


def is_further_shot(weapon: Weapon) -> bool:
    """A9.2, A7.55: whether a weapon that has fired in this phase goes on by its ROF."""
    return weapon.fired_at is not None and weapon.fired in {None, Fired.BOUNDING}
