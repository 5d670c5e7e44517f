"""Fire on the IFT at movers (A8.1): which attacks a side can make, and which harm most."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from rules.board.locations import LocationId
from rules.chapters.fire.a07_direction import eligible_directors
from rules.chapters.fire.a07_fire import shares, total_fp
from rules.chapters.fire.a07_groups import is_further_shot, refuse_second_group
from rules.chapters.fire.a07_resolution import mixed
from rules.chapters.terms.a07_shot import FireKind, Shot
from rules.forces.units import Unit
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.view import Offer
from rules.play.after_fire import fire_shot
from rules.play.checks import place
from rules.play.firing.fire import Fire, checked_shot, chosen_firers, declared_shot, fire_offer
from rules.play.firing.first_fires import FirstFire, Group, Movers, Shots
from rules.play.firing.two_smc import FireTogether, pair_offers
from rules.play.page.odds import chance_of_harm
from rules.play.page.offers import FireOffer, Proposal
from rules.position.asl_table import AslTable
from rules.position.goers import is_personnel
from rules.position.knowledge import Knowledge
from rules.position.position import is_leader, leadership, vantage

V = TypeVar("V")

_FIRST = FireKind.FIRST


# -- what is offered -----------------------------------------------------------------------------


def _offers(position: Knowledge, movers: Movers) -> Iterable[Offer]:
    """One offer, wherever they are."""
    fires = tuple(_fires(position, movers))
    if fires:
        ranked = tuple(
            _proposal(position, movers, shot, command)
            for shot, command in _best_first(position, fires)
        )
        yield msgspec.structs.replace(_joined([offer for _, offer in fires]), ranked=ranked)


def _joined(offers: Sequence[FireOffer]) -> FireOffer:
    """The offers of fire at several Locations as one."""
    if len(offers) == 1:
        return offers[0]
    return msgspec.structs.replace(
        offers[0],
        units=_all_of([offer.units for offer in offers]),
        weapons=_all_of([offer.weapons for offer in offers]),
        directors=_all_of([offer.directors for offer in offers]),
        sprays=_all_of([offer.sprays for offer in offers]),
        lanes=_all_of([offer.lanes for offer in offers]),
    )


def _all_of(parts: Iterable[Mapping[ShownId, tuple[V, ...]]]) -> dict[ShownId, tuple[V, ...]]:
    found: dict[ShownId, dict[V, None]] = {}
    for part in parts:
        for key, values in part.items():
            found.setdefault(key, {}).update(dict.fromkeys(values))
    return {key: tuple(values) for key, values in found.items()}


def _fires(position: Knowledge, movers: Movers) -> Iterator[tuple[Group, FireOffer]]:
    able = _able(position, movers)
    for group in movers.groups:
        here = _there(able, movers, group)
        offer = fire_offer(position, here, _FIRST, (group.at,), group.units, group.aspect)
        if offer is not None:
            yield group, offer


def _pairs(position: Knowledge, movers: Movers) -> Iterable[Offer]:
    """A9.12: one offer for each two SMC who may fire a MG together."""
    able = _able(position, movers)
    for group in movers.groups:
        here = _there(able, movers, group)
        yield from pair_offers(position, here, _FIRST, (group.at,), group.units, group.aspect)


def _able(position: Knowledge, movers: Movers) -> tuple[Unit, ...]:
    """A7.55: those whose Location has not fired yet, or who have a further shot."""
    return tuple(u for u in position.personnel(movers.side) if _has_shot(position, movers, u))


def _has_shot(position: Knowledge, movers: Movers, unit: Unit) -> bool:
    if unit.at not in movers.before.origins or movers.before.is_next(position, unit):
        return True
    return any(is_further_shot(gun) for gun in position.weapons_of(unit))


def _there(able: tuple[Unit, ...], movers: Movers, group: Group) -> tuple[Unit, ...]:
    """A12.151: of the able those in the movers' Location, if nobody else may fire."""
    return tuple(u for u in able if u.at == group.at) if movers.within else able


def _proposal(position: Knowledge, movers: Movers, shot: Shot, command: Fire) -> Proposal:
    fp = mixed(total_fp(shares(position, shot)))
    text = f"{fp} FP from {place(position, shot.places(position)[0])}"
    if len(movers.groups) > 1:
        text = f"{text} at {place(position, command.at)}"
    return Proposal(units=command.units, at=command.at, directors=command.directors, text=text)


# -- the attacks that a side can make ------------------------------------------------------------


def attacks(position: Knowledge, movers: Movers) -> Sequence[Shot]:
    """The attack from each Location that can make one, the most harmful first."""
    return [shot for shot, _ in _best_first(position, tuple(_fires(position, movers)))]


def _best_first(
    position: Knowledge, fires: Sequence[tuple[Group, FireOffer]]
) -> list[tuple[Shot, Fire]]:
    found = [one for group, offer in fires for one in _from_each(position, group, offer)]
    found.sort(key=lambda pair: (-chance_of_harm(position, pair[0]), pair[0].units))
    return found


def _from_each(position: Knowledge, group: Group, offer: FireOffer) -> Iterator[tuple[Shot, Fire]]:
    """One attack for each Location or Crest that may fire: all its units that have not fired yet,
    or else those that have, under its best leader.
    """
    by_origin: dict[LocationId, list[ShownId]] = {}
    units = [position.unit(unit_id) for unit_id in offer.units]
    units.sort(key=lambda unit: unit.fired is not None)
    for unit in units:
        firers = by_origin.setdefault(vantage(unit), [])
        if not firers or unit.fired is None or position.unit(firers[0]).fired is not None:
            firers.append(unit.id)
    for origin, ids in by_origin.items():
        command = proposed(position, group, ids, origin)
        yield shot_at(position, group, command), command


def proposed(position: Knowledge, group: Group, ids: Sequence[ShownId], origin: LocationId) -> Fire:
    """The attack of those units of a Location, under its best leader."""
    everybody = Fire(units=tuple(ids), at=group.at)
    command = _without_leaders(position, everybody)
    leaders = eligible_directors(position, shot_at(position, group, command), origin)
    leader = min(leaders, key=lambda u: (leadership(u), u.id), default=None)
    if leader is not None and leadership(leader) <= 0:
        return msgspec.structs.replace(command, directors=(leader.id,))
    return everybody


def _without_leaders(position: Knowledge, command: Fire) -> Fire:
    """The same attack, if others make it too, without those who might rather direct it."""
    others = tuple(one for one in command.units if not is_leader(position.unit(one)))
    return msgspec.structs.replace(command, units=others or command.units)


def shot_at(position: Knowledge, group: Group, command: Fire) -> Shot:
    """The attack that a command declares, as its side knows it: at the moving units alone."""
    firers = chosen_firers(position, _FIRST, command)
    return declared_shot(position, _FIRST, command, firers, group.units, group.aspect)


# -- refused, and carried out --------------------------------------------------------------------


def _refuse(position: Knowledge, movers: Movers, command: Fire) -> None:
    group = movers.there(command.at)
    there = {unit.id for unit in position.personnel_at(group.at, movers.side)}
    if movers.within and not {*command.firing, *command.directors} <= there:
        raise Refused("A12.151", "Only those who were concealed there may fire now.")
    shot = checked_shot(position, movers.side, _FIRST, command, group.units, group.aspect)
    refuse_second_group(position, shot, movers.before)


async def _fire(table: AslTable, movers: Movers, command: Fire) -> Shots:
    return await carry_out(table, movers.there(command.at), command)


async def carry_out(table: AslTable, group: Group, command: Fire) -> Shots:
    """The attack that a command declares, at a group."""
    firers = chosen_firers(table.known(table.clock.phasing.enemy), _FIRST, command)
    shot = declared_shot(table.truth, _FIRST, command, firers, group.units, group.aspect)
    shots = Shots(origins=shot.places(table.truth), firers=table.counters(shot.units))
    await fire_shot(table, shot)
    return shots


FIRE_AT_MOVERS = FirstFire(Fire, is_personnel, _offers, _refuse, _fire, within=True)
SERVE_AT_MOVERS = FirstFire(FireTogether, is_personnel, _pairs, _refuse, _fire, within=True)
