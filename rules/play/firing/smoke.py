"""A24.1 SMOKE grenades, which a squad places in its MPh; and what is seen of SMOKE."""

from collections.abc import Iterable

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_stripping import strip_assaulting
from rules.chapters.fire.a24_smoke import (
    exponent,
    grenade_drm,
    has_phosphorus,
    place_grenade,
    placement_bar,
    placement_cost,
    placer_bar,
    smoke_targets,
)
from rules.chapters.works.b30_contents import show_attackers
from rules.forces.units import Unit
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, Value
from rules.kernel.view import Modifier, Offer
from rules.play.activity import Guise, UnitNoun
from rules.play.checks import on_board
from rules.play.moving.errand import (
    Errand,
    ErrandCommand,
    one_of_movers,
    refuse_mates,
    waiting_slot,
)
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.marker import MarkerFace
from rules.position.position import name
from rules.position.smoke import Cloud, Smoke


class PlaceSmoke(ErrandCommand, frozen=True, kw_only=True, tag="smoke"):
    """Try to place a SMOKE grenade, or one of WP. Others may spend the MF with the squad, and so
    stay in its stack.
    """

    words = "smoke {to} by {unit} [with {others}] [wp]"
    guise = Guise.UNSEEN
    unit: UnitNoun
    to: LocationId
    others: tuple[UnitNoun, ...] = ()
    wp: bool = False


def _offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = {unit.id: smoke_targets(position, unit) for unit in units}
    able = {unit_id: places for unit_id, places in able.items() if places}
    if not able:
        return
    places = sorted({to for some in able.values() for to in some})
    of = tuple(Filler(value=to, label=position.board.name(to), at=to) for to in places)
    allows: dict[str, tuple[Value | bool, ...]] = dict(able.items())
    users = tuple(Filler(value=one, label=_odds_of(position.unit(one))) for one in able)
    slots = (
        Slot(name="unit", kind="unit", of=users),
        Slot(name="to", kind="place", of=of, by="unit", allows=allows),
        waiting_slot(position, units, able),
        *_wp_slot(position, able),
    )
    hint = "1 MF in its own hex, 2 MF into an ADJACENT one."
    yield SlotsOffer(verb="smoke", label="Place SMOKE", hint=hint, rule="A24.1", slots=slots)


def _odds_of(unit: Unit) -> str:
    """A24.1: the highest dr that will do."""
    best = exponent(unit, wp=False) - sum(mod.value for mod in grenade_drm(unit))
    return f"{name(unit)}, dr {best} or less" if best > 0 else f"{name(unit)}, no dr will do"


def _wp_slot(position: Knowledge, able: Iterable[ShownId]) -> Iterable[Slot]:
    """A24.3: WP instead, for those who have it."""
    allows: dict[str, tuple[Value | bool, ...]] = {
        unit_id: (True,) if has_phosphorus(position, position.unit(unit_id)) else ()
        for unit_id in able
    }
    if any(allows.values()):
        label = "WP, exponent less one"
        yield Slot(name="wp", kind="flag", label=label, by="unit", allows=allows)


def _refuse(position: Knowledge, movers: tuple[Unit, ...], command: PlaceSmoke) -> None:
    unit = one_of_movers(movers, command.unit)
    refuse_mates(movers, unit, command.others)
    to = on_board(position, command.to)
    bar = placer_bar(position, unit, wp=command.wp) or placement_bar(position, unit, to)
    if bar is not None:
        raise Refused(bar.rule, bar.why)


def _adds(position: Knowledge, command: PlaceSmoke) -> tuple[Modifier, ...]:
    return placement_cost(position, position.unit(command.unit), command.to)


async def _place(table: AslTable, command: PlaceSmoke) -> None:
    unit = table.counter(command.unit)
    await strip_assaulting(table, unit)
    origin, side = table.unit(unit).at, table.unit(unit).side
    await place_grenade(table, unit, command.to, wp=command.wp)
    show_attackers(table, side, (origin,))


SMOKE = Errand(
    PlaceSmoke,
    _offers,
    _refuse,
    lambda command: (command.unit, *command.others),
    (Modifier("A24.1", "SMOKE grenade", 2),),
    _place,
    _adds,
)
"""A24.1: for one MF, or two."""


def smoke_face(cloud: Smoke) -> MarkerFace:
    """What everybody sees of SMOKE: its place and its Hindrance."""
    what = "WP" if cloud.wp else "SMOKE"
    said = "" if cloud.cloud in {Cloud.GRENADE, Cloud.FULL} else f", {cloud.cloud}"
    return MarkerFace(
        id=cloud.id,
        at=cloud.at,
        name=f"{what} +{cloud.value}{said}",
        letters=f"{'WP' if cloud.wp else ''}+{cloud.value}",
        picture="drift" if cloud.cloud is Cloud.DRIFTING else "wp" if cloud.wp else "smoke",
    )
