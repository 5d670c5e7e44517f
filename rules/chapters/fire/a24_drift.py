"""A24.3, A24.6 What becomes of SMOKE that lasts: it disperses, drifts, and is blown away."""

from collections.abc import Iterator

from rules.board.locations import HexId, LocationId, hex_of, level_of
from rules.chapters.blazes.b25_wind import downwind
from rules.forces.entities import Wind
from rules.kernel.audience import Audience
from rules.position.asl_table import AslTable
from rules.position.fire import Blaze
from rules.position.position import Position
from rules.position.smoke import Cloud, Smoke

_STANDING = frozenset({Cloud.FULL, Cloud.DISPERSED})


def disperse_own(table: AslTable) -> None:
    """A24.3: at the start of his PFPh the ATTACKER's Dispersed SMOKE goes, and what was full is
    Dispersed.
    """
    own = (one for one in table.world.all(Smoke) if one.side is table.clock.phasing)
    _disperse(table, tuple(own))


def disperse_in_gusts(table: AslTable) -> None:
    """A24.62: Gusts do the same to all SMOKE, in the RPh and once more in the AFPh."""
    if table.truth.conditions.gusts_to is not None:
        _disperse(table, table.world.all(Smoke))


def _disperse(table: AslTable, clouds: tuple[Smoke, ...]) -> None:
    for cloud in clouds:
        if cloud.cloud is Cloud.DISPERSED:
            table.world.drop(cloud)
        elif cloud.cloud is Cloud.FULL:
            table.world.change(cloud, cloud=Cloud.DISPERSED)
    table.settle()


def drift(table: AslTable) -> None:
    """A24.61: in a Mild Breeze SMOKE drifts downwind, as many hexes as it hinders."""
    for source in _sources(table.truth):
        there = {one.at for one in table.world.all(Smoke) if one.source == source.id}
        for at in _reached(table.truth, source):
            if at not in there:
                table.world.add(_drifting(table, source, at))


def _drifting(table: AslTable, source: Smoke | Blaze, at: LocationId) -> Smoke:
    return Smoke(
        id=table.kernel.new_id(Audience.PUBLIC, "s"),
        at=at,
        cloud=Cloud.DRIFTING,
        wp=isinstance(source, Smoke) and source.wp,
        side=source.side if isinstance(source, Smoke) else None,
        source=source.id,
        level=table.board.absolute(source.at),
    )


def settle_drift(table: AslTable) -> None:
    """A24.61: what drifts goes with its source, when the wind changes, and where a source that has
    dispersed does not reach any more.
    """
    drifting = [one for one in table.world.all(Smoke) if one.cloud is Cloud.DRIFTING]
    if not drifting:
        return
    reach = {one.id: frozenset(_reached(table.truth, one)) for one in _sources(table.truth)}
    for cloud in drifting:
        if cloud.at not in reach.get(cloud.source or "", ()):
            table.world.drop(cloud)


def blow_away(table: AslTable) -> None:
    """A24.6: Heavy Winds remove all SMOKE."""
    clouds = table.world.all(Smoke)
    if clouds and table.truth.conditions.wind is Wind.HEAVY_WINDS:
        for cloud in clouds:
            table.world.drop(cloud)


def _sources(position: Position) -> tuple[Smoke | Blaze, ...]:
    standing = (one for one in position.view.all(Smoke) if one.cloud in _STANDING)
    return (*standing, *position.view.all(Blaze))


def _reached(position: Position, source: Smoke | Blaze) -> Iterator[LocationId]:
    """A24.61: where SMOKE drifts to: straight downwind on the ground, neither out of nor into an
    Interior Building Hex.
    """
    weather, here = position.conditions, hex_of(source.at)
    if weather.wind is not Wind.MILD_BREEZE or weather.wind_to is None:
        return
    for _ in range(source.value):
        if position.board.interior_building_hex(here):
            return
        onward = downwind(position, here, weather.wind_to)
        if onward is None or position.board.interior_building_hex(onward):
            return
        here = onward
        yield _ground(position, here)


def _ground(position: Position, hex_id: HexId) -> LocationId:
    return next(at for at in position.board.locations(hex_id) if level_of(at) == 0)
