"""A9.12 Two SMC who fire a MG together in play, in a fire phase and at movers."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.board.locations import LocationId
from rules.chapters.fire.a07_direction import eligible_directors
from rules.chapters.fire.a07_eligibility import locations_of_targets
from rules.chapters.fire.a07_fire import shares, total_fp
from rules.chapters.fire.a07_groups import fired_from, refuse_second_group
from rules.chapters.fire.a07_resolution import mixed
from rules.chapters.fire.a09_fire_lanes import lane_ends
from rules.chapters.fire.a09_two_smc import paired_firer, possible_mates
from rules.chapters.terms.a06_vertices import Aspect
from rules.chapters.terms.a07_shot import KIND_OF_PHASE, FireKind, Shot
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, Value, filler
from rules.kernel.view import Offer
from rules.play.activity import Activity, UnitNoun
from rules.play.firing.fire import FIRE, Fire, checked_shot
from rules.position.knowledge import Knowledge
from rules.position.position import leadership, name, vantage, weapon_values


class FireTogether(Fire, frozen=True, kw_only=True, tag="fire_together"):
    """Let two SMC fire the MG of one of them: he is the only one of the `units`. `others` fire in
    one Fire Group with them (A7.5).
    """

    words = (
        "serve {units} by {mate} at {at} [joined by {others}] [director {directors}] [lane {lane}]"
    )
    mate: UnitNoun
    others: tuple[UnitNoun, ...] = ()

    @property
    def served_by(self) -> ShownId | None:
        return self.mate

    @property
    def firing(self) -> tuple[ShownId, ...]:
        return (*self.units, *self.others)


def pair_offers(
    position: Knowledge,
    firers: Iterable[Unit],
    kind: FireKind,
    places: tuple[LocationId, ...],
    movers: tuple[ShownId, ...] | None = None,
    aspect: Aspect | None = None,
) -> Iterator[Offer]:
    """A9.12: one offer for each of the SMC with a MG and each mate he may fire it with, and who may
    join them.
    """
    able = tuple(firers)
    for unit in able:
        if not any(weapon_values(gun).kind.is_mg for gun in position.weapons_of(unit)):
            continue
        for mate in possible_mates(position, unit, kind):

            def tried(command: FireTogether, side: Side = unit.side) -> Shot | None:
                return _tried(position, side, kind, command, movers, aspect)

            told = [FireTogether(units=(unit.id,), mate=mate.id, at=at) for at in places]
            shots = {one.at: shot for one in told if (shot := tried(one)) is not None}
            near = [one.id for one in able if position.range(one.at, unit.at) <= 1]
            joined = {
                one.at: tuple(
                    other for other in near if tried(replace(one, others=(other,))) is not None
                )
                for one in told
                if one.at in shots
            }
            if shots:
                yield _offer(position, (unit, mate), shots, joined)


def _tried(
    position: Knowledge,
    side: Side,
    kind: FireKind,
    command: FireTogether,
    movers: tuple[ShownId, ...] | None,
    aspect: Aspect | None,
) -> Shot | None:
    """The shot of a command, None if it may not be made."""
    try:
        shot = checked_shot(position, side, kind, command, movers, aspect)
        if movers is None:
            refuse_second_group(position, shot, fired_from(position, shot))
    except Refused:
        return None
    return shot


def _offer(
    position: Knowledge,
    pair: tuple[Unit, Unit],
    shots: dict[LocationId, Shot],
    joined: dict[LocationId, tuple[ShownId, ...]],
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
        *_more(joined),
        *_under(eligible_directors(position, next(iter(shots.values())), vantage(unit))),
        *_lanes(position, shots),
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


def _more(joined: dict[LocationId, tuple[ShownId, ...]]) -> Iterator[Slot]:
    """A7.5: who may fire at each Location in one Fire Group with them."""
    there = tuple(dict.fromkeys(one for some in joined.values() for one in some))
    if there:
        allows: dict[str, tuple[Value | bool, ...]] = {
            at: (None, *some) for at, some in joined.items()
        }
        of = tuple(map(filler, there))
        yield Slot(
            name="others", kind="units", label="joined by", of=of, by="at", allows=allows,
            empty="nobody else",
        )  # fmt: skip


def _lanes(position: Knowledge, shots: dict[LocationId, Shot]) -> Iterator[Slot]:
    """A9.22: where the counter of a Fire Lane may go."""
    ends = {at: _lane_ends(position, shot) for at, shot in shots.items()}
    there = tuple(dict.fromkeys(end for some in ends.values() for end in some))
    if there:
        allows: dict[str, tuple[Value | bool, ...]] = {
            at: (None, *some) for at, some in ends.items()
        }
        of = tuple(Filler(value=end, label=position.board.name(end), at=end) for end in there)
        yield Slot(
            name="lane", kind="place", label="Fire Lane to", of=of, by="at", allows=allows,
            empty="no Fire Lane",
        )  # fmt: skip


def _lane_ends(position: Knowledge, shot: Shot) -> tuple[LocationId, ...]:
    guns = (part for part in shot.firings(position) if part.weapon is not None)
    return tuple(dict.fromkeys(end for gun in guns for end in lane_ends(gun)))


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
    firers = position.personnel(side)
    return pair_offers(position, firers, kind, locations_of_targets(position, side))


FIRE_TOGETHER = Activity(FireTogether, _offers, FIRE.refuse, FIRE.begin)
