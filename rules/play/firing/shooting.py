"""C3 Light mortars and LATW in play: shots with a To Hit DR, in all fire phases and at movers."""

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from rules.board.locations import LocationId
from rules.chapters.fire.a07_direction import eligible_directors, refuse_direction
from rules.chapters.fire.a07_drm import total
from rules.chapters.fire.a07_eligibility import locations_of_enemies
from rules.chapters.fire.a07_resolution import mixed
from rules.chapters.fire.a08_again import refuse_shots
from rules.chapters.fire.a09_two_smc import possible_mates, refuse_mates
from rules.chapters.ordnance.c02_kinds import find_ordnance, ordnance_name, ordnance_of
from rules.chapters.ordnance.c02_ordnance import Ordnance, ToHitShot
from rules.chapters.ordnance.c03_effects import he_fp, seen_struck
from rules.chapters.ordnance.c03_may_fire import declared_to_hit, to_hit_bar
from rules.chapters.ordnance.c03_to_hit import best_target, chance_to_hit, to_hit_number
from rules.chapters.terms.a07_shot import KIND_OF_PHASE, FireKind
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun, WeaponNoun
from rules.play.after_fire import shoot_to_hit
from rules.play.checks import on_board, own_unit
from rules.play.firing.first_fires import FirstFire, Movers
from rules.position.asl_table import AslTable
from rules.position.goers import is_personnel
from rules.position.knowledge import Knowledge
from rules.position.position import Position, leadership


class Shoot(AslCommand, frozen=True, kw_only=True, tag="shoot"):
    """Fire a light mortar or LATW, perhaps under a leader; a SMC a BAZ or PSK with a mate."""

    desperate: ClassVar[bool] = False
    guise = Guise.UNSEEN
    attacks = ("at",)
    attacks_hex = True

    words = "shoot {weapon} at {at} [director {director}] [by {mate}]"
    weapon: WeaponNoun
    at: LocationId
    director: UnitNoun | None = None
    mate: UnitNoun | None = None


class ShootInDesperation(Shoot, frozen=True, kw_only=True, tag="shoot_in_desperation"):
    """The same with a BAZ or PSK in a building or rubble, bearing its Backblast (C13.81)."""

    desperate = True
    guise = Guise.OPEN  # its Backblast is seen

    words = "shoot {weapon} at {at} [director {director}] [by {mate}] in desperation"


def _piece(position: Position, id_: str) -> Ordnance:
    """What fires. Raises Refused if it is no ordnance, or nobody mans it."""
    ordnance = find_ordnance(position, id_)
    if ordnance is not None:
        return ordnance
    called = ordnance_name(position, id_)
    if called is None:
        raise Refused("C3", "Only mortars and LATW are fired so.")
    raise Refused("A4.43", f"Nobody has that {called}.")


def _shot(
    position: Position, command: Shoot, kind: FireKind, movers: tuple[ShownId, ...] | None
) -> ToHitShot:
    ordnance = _piece(position, command.weapon)
    shot = declared_to_hit(position, ordnance, ordnance.fires[0], command.at, kind, movers)
    return replace(
        shot,
        firers=tuple(replace(firer, mate=command.mate) for firer in shot.firers),
        directors=() if command.director is None else (command.director,),
        desperate=command.desperate,
    )


def _refuse_shot(
    position: Knowledge,
    side: Side,
    command: Shoot,
    kind: FireKind,
    movers: tuple[ShownId, ...] | None,
) -> None:
    if _piece(position, command.weapon).side is not side:
        raise Refused("", "That unit is not yours.", code="seat")
    on_board(position, command.at)
    shot = _shot(position, command, kind, movers)
    if command.mate is not None:
        own_unit(position, side, command.mate)
    refuse_mates(position, shot)
    bar = to_hit_bar(position, shot)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    refuse_direction(position, shot)
    refuse_shots(position, shot)


def _may(
    position: Knowledge,
    side: Side,
    command: Shoot,
    kind: FireKind,
    movers: tuple[ShownId, ...] | None,
) -> bool:
    try:
        _refuse_shot(position, side, command, kind, movers)
    except Refused:
        return False
    return True


def _offers(
    position: Knowledge,
    side: Side,
    way: type[Shoot],
    kind: FireKind,
    places: Iterable[LocationId],
    movers: tuple[ShownId, ...] | None,
) -> Iterable[Offer]:
    """One offer for each piece that has a target, and each mate: where to, and under whom."""
    there = tuple(places)
    for ordnance in ordnance_of(position, side):
        if way.desperate and not ordnance.backblast:
            continue
        for mate in _mates(position, ordnance, kind):
            all_ = (way(weapon=ordnance.id, at=at, mate=mate) for at in there)
            able = [one for one in all_ if _may(position, side, one, kind, movers)]
            if able:
                shots = {one.at: _shot(position, one, kind, movers) for one in able}
                yield _offer(position, way, shots)


def _mates(position: Knowledge, ordnance: Ordnance, kind: FireKind) -> tuple[ShownId | None, ...]:
    """A9.12: nobody, or each SMC with whom a SMC may fire it."""
    pairs = ordnance.crew if ordnance.backblast else ()
    mates = (mate for unit in pairs for mate in possible_mates(position, unit, kind))
    return (None, *(mate.id for mate in mates))


def _offer(position: Knowledge, way: type[Shoot], shots: dict[LocationId, ToHitShot]) -> SlotsOffer:
    places = tuple(
        Filler(value=at, label=_odds(position, shot), at=at) for at, shot in shots.items()
    )
    shot = next(iter(shots.values()))
    part = shot.part(position)
    guns = (Filler(value=part.id, label=part.label, unit=part.by),)
    slots = [
        Slot(name="weapon", kind="option", of=guns),
        Slot(name="at", kind="place", of=places),
    ]
    if shot.mates:
        slots.append(
            Slot(name="mate", kind="unit", label="with", of=tuple(map(filler, shot.mates)))
        )
    leaders = eligible_directors(position, shot, part.at)
    if leaders:
        best = min(leadership(one) for one in leaders)
        of = tuple(filler(one.id) for one in leaders)
        label = f"under a leader ({best:+d})"
        slots.append(Slot(name="director", kind="unit", label=label, of=of, empty="nobody directs"))
    how = ", in Desperation" if way.desperate else ""
    verb = str(way.__struct_config__.tag)
    return SlotsOffer(verb=verb, label=f"Fire the {part.label}{how}", rule="C3", slots=tuple(slots))


def _odds(position: Knowledge, shot: ToHitShot) -> str:
    """`E7: TH 7, DRM +1, 15/36; 4 FP`."""
    part = shot.part(position)
    number = to_hit_number(part)
    drm = total(best_target(position, seen_struck(position, shot), shot))
    fp = mixed(he_fp(part))
    chance = chance_to_hit(number, drm)
    where = position.board.name(shot.at)
    return f"{where}: TH {number}, DRM {drm:+d}, {chance}/36; {fp} FP"


# -- in a fire phase ------------------------------------------------------------------------------


def _kind(position: Knowledge) -> FireKind:
    return KIND_OF_PHASE[position.clock.phase]


def _in_phase(way: type[Shoot]) -> Activity[Shoot]:
    def offers(position: Knowledge, side: Side) -> Iterable[Offer]:
        enemies = locations_of_enemies(position, side)
        return _offers(position, side, way, _kind(position), enemies, None)

    return Activity(way, offers, _refuse, _shoot)


def _refuse(position: Knowledge, side: Side, command: Shoot) -> None:
    _refuse_shot(position, side, command, _kind(position), None)


async def _shoot(table: AslTable, side: Side, command: Shoot) -> None:
    await _carry_out(table, command, KIND_OF_PHASE[table.clock.phase], None)


async def _carry_out(
    table: AslTable, command: Shoot, kind: FireKind, movers: tuple[ShownId, ...] | None
) -> None:
    await shoot_to_hit(table, _shot(table.truth, command, kind, movers))


SHOOT = _in_phase(Shoot)
SHOOT_IN_DESPERATION = _in_phase(ShootInDesperation)


# -- at movers ------------------------------------------------------------------------------------


def _at_movers(way: type[Shoot]) -> FirstFire[Shoot]:
    def offers(position: Knowledge, movers: Movers) -> Iterable[Offer]:
        for group in movers.groups:
            at, first = (group.at,), FireKind.FIRST
            yield from _offers(position, movers.side, way, first, at, group.units)

    return FirstFire(way, is_personnel, offers, _refuse_in_window, _shoot_movers)


def _refuse_in_window(position: Knowledge, movers: Movers, command: Shoot) -> None:
    group = movers.there(command.at)
    _refuse_shot(position, movers.side, command, FireKind.FIRST, group.units)


async def _shoot_movers(table: AslTable, movers: Movers, command: Shoot) -> None:
    await _carry_out(table, command, FireKind.FIRST, movers.there(command.at).units)


SHOOT_MOVERS = _at_movers(Shoot)
SHOOT_MOVERS_IN_DESPERATION = _at_movers(ShootInDesperation)
