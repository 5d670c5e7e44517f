"""A9.12 Two SMC who fire a MG together in play, in a fire phase and at movers."""

from collections.abc import Iterable, Iterator

from rules.board.locations import LocationId
from rules.chapters.a06_vertices import Aspect
from rules.chapters.a07_direction import eligible_directors
from rules.chapters.a07_eligibility import locations_of_enemies
from rules.chapters.a07_fire import shares, total_fp
from rules.chapters.a07_groups import fired_from, refuse_second_group
from rules.chapters.a07_resolution import mixed
from rules.chapters.a07_shot import KIND_OF_PHASE, FireKind, Shot
from rules.chapters.a09_two_smc import paired_firer, possible_mates
from rules.forces.entities import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.view import Offer
from rules.play.activity import Activity, UnitNoun
from rules.play.fire import FIRE, Fire, checked_shot
from rules.position.knowledge import Knowledge
from rules.position.position import leadership, name, vantage, weapon_values


class FireTogether(Fire, frozen=True, kw_only=True, tag="fire_together"):
    """Let two SMC fire the MG of one of them: he is the only one of the `units`."""

    words = "serve {units} by {mate} at {at} [director {directors}]"
    mate: UnitNoun

    @property
    def served_by(self) -> ShownId | None:
        return self.mate


def pair_offers(
    position: Knowledge,
    firers: Iterable[Unit],
    kind: FireKind,
    places: tuple[LocationId, ...],
    movers: tuple[ShownId, ...] | None = None,
    aspect: Aspect | None = None,
) -> Iterator[Offer]:
    """A9.12: one offer for each of the SMC with a MG and each mate he may fire it with."""
    for unit in firers:
        if not any(weapon_values(gun).kind.is_mg for gun in position.weapons_of(unit)):
            continue
        for mate in possible_mates(position, unit, kind):
            shots = dict(_shots(position, (unit, mate), kind, places, movers, aspect))
            if shots:
                yield _offer(position, (unit, mate), shots)


def _shots(
    position: Knowledge,
    pair: tuple[Unit, Unit],
    kind: FireKind,
    places: tuple[LocationId, ...],
    movers: tuple[ShownId, ...] | None,
    aspect: Aspect | None,
) -> Iterator[tuple[LocationId, Shot]]:
    unit, mate = pair
    for at in places:
        command = FireTogether(units=(unit.id,), mate=mate.id, at=at)
        try:
            shot = checked_shot(position, unit.side, kind, command, movers, aspect)
            if movers is None:
                refuse_second_group(position, shot, fired_from(position, shot))
        except Refused:
            continue
        yield at, shot


def _offer(
    position: Knowledge, pair: tuple[Unit, Unit], shots: dict[LocationId, Shot]
) -> SlotsOffer:
    unit, mate = pair
    slots = [
        Slot(name="units", kind="units", of=(filler(unit.id),)),
        Slot(name="mate", kind="unit", label="with", of=(filler(mate.id),)),
        Slot(
            name="at",
            kind="place",
            of=tuple(
                Filler(value=at, label=_called(position, shot), at=at) for at, shot in shots.items()
            ),
        ),
        *_under(eligible_directors(position, next(iter(shots.values())), vantage(unit))),
    ]
    (gun_id,) = paired_firer(position, unit.id, mate.id).weapons
    gun = next(one for one in position.weapons_of(unit) if one.id == gun_id)
    return SlotsOffer(
        verb="fire_together",
        label=f"{name(unit)} and {name(mate)} fire the {weapon_values(gun).name}",
        rule="A9.12",
        slots=tuple(slots),
        odds=True,
    )


def _under(leaders: Iterable[Unit]) -> Iterator[Slot]:
    """The best of them, who may direct."""
    best = min(leaders, key=lambda one: (leadership(one), one.id), default=None)
    if best is not None:
        yield Slot(
            name="directors",
            kind="units",
            label="director",
            of=(filler(best.id),),
            empty="nobody",
        )


def _called(position: Knowledge, shot: Shot) -> str:
    return f"{position.board.name(shot.at)}: {mixed(total_fp(shares(position, shot)))} FP"


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    kind = KIND_OF_PHASE[position.clock.phase]
    firers = position.units(side)
    return pair_offers(position, firers, kind, locations_of_enemies(position, side))


FIRE_TOGETHER = Activity(FireTogether, _offers, FIRE.refuse, FIRE.begin)
