"""Who sees what.

`Position.line` is a LOS as a line on the map: what is ADJACENT, what hinders, which TEM holds and
whether FFMO applies follow from that, whoever looks, and it is the same both ways (A6.5). Whether
somebody sees something is asked here, since that depends on who looks, on what is looked at, and on
where each of them is: a pillbox is looked out of within its CA alone (B30.2), and who stands in the
light does not see into the dark. What sees need not be seen.
"""

from collections.abc import Iterable
from typing import Final

from rules.board.locations import LocationId
from rules.board.los import Los
from rules.forces.goer import Goer
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.kernel.memo import asked_once
from rules.position import sight_limits
from rules.position.bocage import RULE as BOCAGE
from rules.position.bocage import hidden_behind
from rules.position.eyes import Eye, LookedAt
from rules.position.goers import is_personnel
from rules.position.position import Position, vantage
from rules.position.sight_limits import SightLimit
from rules.position.sunken import RULE as SUNKEN
from rules.position.sunken import wall_over

OWN_HEXSIDES: Final = frozenset({SUNKEN, BOCAGE})
"""By which rules hexsides of its own hex hide a unit, and not all of its Location."""


def eye_of(goer: Goer) -> Eye:
    """The eye of something that goes, where it is now."""
    return Eye(vantage(goer), goer)


def sees(position: Position, eye: Eye, what: LookedAt) -> bool:
    """A6.1: whether somebody sees something."""
    return not los_of(position, eye, what).blocked


def los_of(position: Position, eye: Eye, what: LookedAt) -> Los:
    """The LOS of who looks to something: blocked if that is not seen, for whatever reason. What
    hexsides of his own hex do to his LOS to a Location is asked by itself (`hidden_at_home`).
    """
    los = los_outwards(position, eye, what)
    if los.blocked or eye.who is None or isinstance(what, str):
        return los
    return barred_as(los, hidden_at_home(position, eye, what.at))


def los_outwards(position: Position, eye: Eye, what: LookedAt) -> Los:
    """The same whatever hexsides of his own hex do to who looks.

    A LOS to a unit in Crest status goes to the Crest, or else INTO its hex (B20.9). One beneath an
    entrenchment is not seen over every wall (B27.2), nor one without Wall Advantage through bocage
    (B9.521).
    """
    if isinstance(what, str):
        return limited(position, eye, position.line(eye.at, what), what)
    los = position.line(eye.at, vantage(what))
    los = position.line(eye.at, what.at) if los.blocked else los
    return limited(position, eye, _from_behind(position, what, los), what.at, (what,))


def hidden_at_home(position: Position, eye: Eye, at: LocationId) -> Los | None:
    """B27.2, B9.521: the LOS that reaches who looks from a Location, which is as his own to there
    (A6.5), if hexsides of his own hex bar it; None if they do not.
    """
    if eye.who is None:
        return None
    back = _from_behind(position, eye.who, position.line(at, eye.at))
    return back if back.rule in OWN_HEXSIDES else None


def hides_from(position: Position, eye: Eye, goer: Goer) -> bool:
    """Whether something hides it from who looks that does not hide its Location: hexsides of its
    own hex, or what limits sight.
    """
    if los_outwards(position, eye, goer).rule in OWN_HEXSIDES:
        return True
    return _limit_of(position, eye, goer.at, goer) is not None


def barred_as(los: Los, barred: Los | None) -> Los:
    """A LOS, barred by what bars another one, if that is."""
    if barred is None:
        return los
    return los.barred(barred.by or "", barred.rule or "", barred.why or "")


def limited(
    position: Position, eye: Eye, los: Los, at: LocationId, who: Iterable[Goer] = ()
) -> Los:
    """A LOS that goes to a Location, if nothing limits the sight of who looks: to those there, of
    whom one has to be seen, or if none is meant to the Location.
    """
    if los.blocked or not _limits(position):
        return los
    found = [_limit_of(position, eye, at, one) for one in tuple(who) or (None,)]
    barred = found[0] if all(found) else None
    return los if barred is None else los.barred(barred[0].by, barred[0].rule, barred[1])


def _limit_of(
    position: Position, eye: Eye, at: LocationId, what: Goer | None
) -> tuple[SightLimit, str] | None:
    for limit in _limits(position):
        why = limit.limits(position, eye, at, what)
        if why is not None:
            return limit, why
    return None


@asked_once
def _limits(position: Position) -> tuple[SightLimit, ...]:
    return tuple(one for one in sight_limits.SIGHT_LIMITS if one.lies(position))


def _from_behind(position: Position, goer: Goer, los: Los) -> Los:
    """A LOS that comes to a unit, if nothing of its own hexsides hides it."""
    if not is_personnel(goer):
        return los
    return _over_bocage(position, goer, _over_walls(position, goer, los))


def _over_bocage(position: Position, unit: Unit, los: Los) -> Los:
    if not hidden_behind(position.board, los, unit):
        return los
    where = position.board.name(unit.at)
    why = f"bocage of {where} is between it and who has no Wall Advantage there"
    return los.barred("bocage", BOCAGE, why)


def _over_walls(position: Position, unit: Unit, los: Los) -> Los:
    if unit.posture is not Posture.BENEATH:
        return los
    fence = wall_over(position.view, position.board, los, unit.at)
    if fence is None:
        return los
    where = position.board.name(unit.at)
    why = f"a {fence} of {where} is between it and who is beneath the entrenchment there"
    return los.barred(fence, SUNKEN, why)
