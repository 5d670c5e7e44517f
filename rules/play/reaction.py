"""Defensive First Fire: the DEFENDER's window at every expenditure of MF (A8.1).

Whether a window opens at an expenditure must not depend on anything hidden: what everybody knows
decides it (`windows`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import msgspec

from rules.board.locations import LocationId
from rules.chapters.a06_vertices import Aspect, aspect_of
from rules.chapters.a07_direction import eligible_directors
from rules.chapters.a07_fire import shares, total_fp
from rules.chapters.a07_groups import FiredBefore, is_further_shot, refuse_second_group
from rules.chapters.a07_resolution import mixed
from rules.chapters.a07_shot import FireKind, Shot
from rules.forces.entities import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.procedure import ask
from rules.kernel.refused import Refused
from rules.kernel.secret import Public, Secret
from rules.kernel.view import Now, Offer
from rules.kernel.world import id_order
from rules.play.activity import AslCommand
from rules.play.after_fire import fire_shot
from rules.play.checks import place
from rules.play.fire import Fire, checked_shot, chosen_firers, declared_shot, fire_offer
from rules.play.first_fires import AnyFirstFire, Movers
from rules.play.giving_up import GIVE_UP_CONCEALMENT, GiveUpConcealment
from rules.play.molotovs import MOLOTOV_AT_MOVERS
from rules.play.odds import chance_of_harm
from rules.play.offers import ButtonOffer, FireOffer, Proposal
from rules.play.orders import forget_plan, order_pass_phase, order_pass_unit
from rules.play.part import AslQuestion, not_now
from rules.play.shooting import SHOOT_MOVERS, SHOOT_MOVERS_IN_DESPERATION
from rules.play.showing import STRIP_CONCEALMENT
from rules.play.snap_shots import SnapShot, snap_offers
from rules.play.special_weapons import FLAME_MOVERS, THROW_AT_MOVERS
from rules.play.two_smc import FireTogether, pair_offers
from rules.play.windows import opens
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import is_leader, is_smc, leadership, vantage


class Pass(AslCommand, frozen=True, kw_only=True, tag="pass"):
    """Do not fire at this expenditure."""

    words = "pass"


class PassUnit(AslCommand, frozen=True, kw_only=True, tag="pass_unit"):
    """Do not fire at the units now moving any more."""

    words = "pass unit"

    def heard(self) -> Command:
        return Pass()


class PassPhase(AslCommand, frozen=True, kw_only=True, tag="pass_phase"):
    """Do not fire any more in this MPh."""

    words = "pass phase"

    def heard(self) -> Command:
        return Pass()


Reaction = Fire | SnapShot | Pass | PassUnit | PassPhase | AslCommand

FIRST_FIRES: tuple[AnyFirstFire, ...] = (
    SHOOT_MOVERS,
    SHOOT_MOVERS_IN_DESPERATION,
    MOLOTOV_AT_MOVERS,
    FLAME_MOVERS,
    THROW_AT_MOVERS,
    STRIP_CONCEALMENT,
)
"""What the DEFENDER may attack movers with besides fire on the IFT."""

_OTHERWISE = {one.command: one for one in FIRST_FIRES}

_PASSES = (
    ButtonOffer(verb="pass", label="Pass", key="p", rule="A8.1"),
    ButtonOffer(verb="pass_unit", label="Pass this unit", key="u", rule="A8.1", stands="wider"),
    ButtonOffer(verb="pass_phase", label="Pass this phase", key="m", rule="A8.1", stands="wider"),
)


@dataclass(frozen=True, kw_only=True)
class FireWindow(AslQuestion[Reaction]):
    """Fire at the units that just spent MF in a Location, or pass.

    `fired_from` are the Locations that have fired at this expenditure already: their units had
    to fire together, but for further shots of a MG that keeps its ROF, and of `shooters`, once for
    each of their shots, if the MF spent allow them another (A7.55, A8.14). `sides` are the
    hexsides along which the movers are in Bypass (A4.34), `crest` says that they are in Crest
    status (B20.9), `crossed` is the hexside over which they have just come, and `snapped` have made
    a Snap Shot at it (A8.15). `within` says that those in their Location alone fire (A12.151).
    """

    answers: ClassVar = (
        Fire,
        FireTogether,
        SnapShot,
        *_OTHERWISE,
        GiveUpConcealment,
        Pass,
        PassUnit,
        PassPhase,
    )
    movers: Public[tuple[ShownId, ...]]
    at: Public[LocationId]
    fired_from: Public[tuple[LocationId, ...]] = ()
    sides: Public[tuple[int, ...]] = ()
    crest: Public[bool] = False
    crossed: Public[int | None] = None
    within: Public[bool] = False
    snapped: Secret[tuple[ShownId, ...]]
    shooters: Secret[tuple[ShownId, ...]]

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        fire = self._fire(position)
        others = (*self._pairs(position), *self.otherwise(position), *self._snaps(position))
        rest = (*others, *GIVE_UP_CONCEALMENT.offers(position, self.side), *_PASSES)
        if fire is None:
            return rest
        return (msgspec.structs.replace(fire, ranked=self._ranked(position, fire)), *rest)

    def _fire(self, position: Knowledge) -> FireOffer | None:
        able = self._able(position)
        return fire_offer(position, able, FireKind.FIRST, (self.at,), self.movers, self.aspect)

    def _able(self, position: Knowledge) -> tuple[Unit, ...]:
        return tuple(u for u in position.units(self.side) if self._may_fire(position, u))

    def _pairs(self, position: Knowledge) -> Sequence[Offer]:
        """A9.12: one offer for each two SMC who may fire a MG together."""
        able, first = self._able(position), FireKind.FIRST
        return tuple(pair_offers(position, able, first, (self.at,), self.movers, self.aspect))

    def otherwise(self, position: Knowledge) -> Sequence[Offer]:
        """Attacks that are not made on the IFT with the firers' FP."""
        ways = () if self.within else FIRST_FIRES
        return [one for way in ways for one in way.offers(position, self.about)]

    def attacks(self, position: Knowledge) -> Sequence[Shot]:
        """The attack from each Location that can make one, the most harmful first."""
        fire = self._fire(position)
        return () if fire is None else [shot for shot, _ in self._best_first(position, fire)]

    @property
    def about(self) -> Movers:
        """Whom it is about."""
        return Movers(self.side, self.movers, self.at)

    @property
    def aspect(self) -> Aspect:
        """How the movers are in their hex."""
        return Aspect(self.sides, crest=self.crest, entered=self.crossed)

    @property
    def _snapped(self) -> tuple[ShownId, ...]:
        return self.snapped.for_(self.side) or ()

    @property
    def _before(self) -> FiredBefore:
        return FiredBefore(self.fired_from, self.shooters.for_(self.side) or ())

    def _snaps(self, position: Knowledge) -> Sequence[Offer]:
        if self.crossed is None:
            return ()
        able = (unit for unit in position.units(self.side) if unit.id not in self._snapped)
        return tuple(snap_offers(position, able, self.at, self.crossed))

    def _may_fire(self, position: Knowledge, unit: Unit) -> bool:
        """A7.55: whether its Location has not fired yet, or it has a further shot."""
        if self.within and unit.at != self.at:
            return False
        if unit.at not in self.fired_from or self._before.is_next(position, unit):
            return True
        return any(is_further_shot(gun) for gun in position.weapons_of(unit))

    def _ranked(self, position: Knowledge, fire: FireOffer) -> tuple[Proposal, ...]:
        return tuple(
            Proposal(
                units=command.units,
                at=command.at,
                directors=command.directors,
                text=_proposal_text(position, shot),
            )
            for shot, command in self._best_first(position, fire)
        )

    def _best_first(self, position: Knowledge, fire: FireOffer) -> list[tuple[Shot, Fire]]:
        """One attack for each Location or Crest that may fire: all its units that have not fired
        yet, or else those that have, under its best leader.
        """
        by_origin: dict[LocationId, list[ShownId]] = {}
        units = [position.unit(unit_id) for unit_id in fire.units]
        units.sort(key=lambda unit: unit.fired is not None)
        for unit in units:
            group = by_origin.setdefault(vantage(unit), [])
            if not group or unit.fired is None or position.unit(group[0]).fired is not None:
                group.append(unit.id)
        commands = [self.proposed(position, ids, at) for at, ids in by_origin.items()]
        shots = [(self.shot(position, command), command) for command in commands]
        shots.sort(key=lambda pair: (-chance_of_harm(position, pair[0]), pair[0].units))
        return shots

    def proposed(self, position: Knowledge, ids: Sequence[ShownId], origin: LocationId) -> Fire:
        """The attack of those units of a Location, under its best leader."""
        everybody = Fire(units=tuple(ids), at=self.at)
        command = self._without_leaders(position, everybody)
        leaders = eligible_directors(position, self.shot(position, command), origin)
        leader = min(leaders, key=lambda u: (leadership(u), u.id), default=None)
        if leader is not None and leadership(leader) <= 0:
            return msgspec.structs.replace(command, directors=(leader.id,))
        return everybody

    def _without_leaders(self, position: Knowledge, command: Fire) -> Fire:
        """The same attack, if others make it too, without those who might rather direct it."""
        others = tuple(one for one in command.units if not is_leader(position.unit(one)))
        return msgspec.structs.replace(command, units=others or command.units)

    def shot(self, position: Knowledge, command: Fire) -> Shot:
        """The attack that an answer declares, as its side knows it: at the moving units alone."""
        firers = chosen_firers(position, FireKind.FIRST, command)
        return declared_shot(position, FireKind.FIRST, command, firers, self.movers, self.aspect)

    def refuse(self, position: Knowledge, command: Command) -> None:
        match command:
            case Pass() | PassUnit() | PassPhase():
                return
            case Fire():
                if command.at != self.at:
                    raise Refused("A8.1", "Only the moving units may be fired at now.")
                self._refuse_from_elsewhere(position, command)
                shot = self._checked(position, command, self.aspect)
                refuse_second_group(position, shot, self._before)
            case SnapShot():
                self._refuse_snap(position, command)
            case GiveUpConcealment():
                GIVE_UP_CONCEALMENT.refuse(position, self.side, command)
            case _ if type(command) in _OTHERWISE and not self.within:
                _OTHERWISE[type(command)].refuse(position, self.about, command)
            case _:
                raise not_now(command, "A8.1")

    def _refuse_from_elsewhere(self, position: Knowledge, command: Fire) -> None:
        there = {unit.id for unit in position.units_at(self.at, self.side)}
        if self.within and not {*command.firing, *command.directors} <= there:
            raise Refused("A12.151", "Only those who were concealed there may fire now.")

    def _checked(self, position: Knowledge, command: Fire, aspect: Aspect) -> Shot:
        return checked_shot(position, self.side, FireKind.FIRST, command, self.movers, aspect)

    def _refuse_snap(self, position: Knowledge, command: SnapShot) -> None:
        """A8.15: once from each unit, by who has all of the hexside in LOS and is not beyond it."""
        if self.crossed is None:
            raise Refused("A8.15", "Nobody has just come over a hexside.")
        if set(command.units) & set(self._snapped):
            raise Refused("A8.15", "It has made its Snap Shot at that hexside.")
        shot = self._checked(position, command.at(self.at), Aspect(crossed=self.crossed))
        if self.at in shot.places(position):
            raise Refused("A8.15", "Who enters one's own hex is not under a Snap Shot.")

    def answer(self, command: Command) -> Reaction:
        if not isinstance(command, self.answers):
            raise TypeError(f"{command.verb} is no reaction")
        return command

    def now(self, position: Knowledge, audience: Audience) -> Now:
        movers = position.names_of(sorted(self.movers, key=id_order))
        what = f"the {movers} in {place(position, self.at)}"
        mine = audience is self.side.audience
        text = f"Fire at {what}, or pass." if mine else f"may fire at {what}."
        return Now(
            side=self.side,
            kind="window",
            text=text,
            sub=FireKind.FIRST.value,
            focus=(self.at,),
            units=self.movers,
            rule="A8.1",
        )


def _proposal_text(position: Knowledge, shot: Shot) -> str:
    fp = mixed(total_fp(shares(position, shot)))
    return f"{fp} FP from {place(position, shot.places(position)[0])}"


async def reaction_window(
    table: AslTable,
    side: Side,
    movers: tuple[CounterId, ...],
    crossed: int | None = None,
    *,
    entered: bool = False,
    within: bool = False,
) -> None:
    """A8.1: let the DEFENDER fire at the movers, as often as he has firers, until he passes;
    `crossed` is the hexside over which they have just come (A8.15), and `entered` says that they
    have come into the Location: whoever is there must fire first (A8.312). With `within` nobody
    fires but those who are in their Location (A12.151).
    """
    shooters = await _fire_of_duty(table, side, movers) if entered else ()
    fired_from = tuple(dict.fromkeys(unit.at for unit in table.alive(shooters)))
    snapped: tuple[ShownId, ...] = ()
    while True:
        alive = table.alive(movers)
        if not alive:
            return
        ids, at, aspect = table.truth.shown(alive), alive[0].at, aspect_of(alive[0])
        if not opens(table.public, side, at, aspect, crossed):
            return
        window = FireWindow(
            side=side,
            movers=ids,
            at=at,
            fired_from=fired_from,
            sides=aspect.sides,
            crest=aspect.crest,
            crossed=crossed,
            within=within,
            snapped=Secret(snapped, side),
            shooters=Secret(_shown_each(table, shooters), side),
        )
        answer = await ask(window)
        if not isinstance(answer, Pass | PassUnit | PassPhase):
            forget_plan(table, side.enemy)
        match answer:
            case Fire():
                shot = _declared(table, answer, ids, window.aspect)
                fired_from = (*fired_from, *shot.places(table.truth))
                shooters = (*shooters, *table.counters(shot.units))
            case SnapShot():
                shot = _declared(table, answer.at(at), ids, Aspect(crossed=crossed))
                snapped = (*snapped, *answer.units)
            case GiveUpConcealment():
                await GIVE_UP_CONCEALMENT.begin(table, side, answer)
                continue
            case _ if type(answer) in _OTHERWISE:
                await _OTHERWISE[type(answer)].act(table, Movers(side, ids, at), answer)
                continue
            case _:
                _note_order(table, side, ids, answer)
                return
        await fire_shot(table, shot)


async def _fire_of_duty(
    table: AslTable, side: Side, movers: tuple[CounterId, ...]
) -> tuple[CounterId, ...]:
    """A8.312: all Known Infantry that can fire at a MMC that enters its Location does, as one Fire
    Group; not at Passengers, nor as such (E5.6). Returns who fired.
    """
    alive = table.alive(movers)
    if all(is_smc(unit) or unit.aboard is not None for unit in alive):
        return ()
    ids, at, sides = table.truth.shown(alive), alive[0].at, alive[0].sides
    nobody: Secret[tuple[ShownId, ...]] = Secret((), side)
    window = FireWindow(side=side, movers=ids, at=at, sides=sides, snapped=nobody, shooters=nobody)
    units = table.public.units_at(at, side)
    there = tuple(unit for unit in units if unit.aboard is None and unit.horse is None)
    offer = fire_offer(table.public, there, FireKind.FIRST, (at,), ids, Aspect(sides))
    if offer is None:
        return ()
    command = window.proposed(table.public, tuple(offer.units), at)
    who = table.public.names_of((*command.units, *command.directors))
    table.log("fire", f"{who} must fire at who comes in", side=side, rule="A8.312", at=(at,))
    shot = _declared(table, command, ids, Aspect(sides))
    shooters = table.counters(shot.units)
    await fire_shot(table, shot)
    return shooters


def _shown_each(table: AslTable, units: tuple[CounterId, ...]) -> tuple[ShownId, ...]:
    """Those of the units that are still there, as often as they are named."""
    return tuple(unit.id for one in units for unit in table.alive((one,)))


def _declared(table: AslTable, command: Fire, movers: tuple[ShownId, ...], aspect: Aspect) -> Shot:
    side = table.clock.phasing.enemy
    firers = chosen_firers(table.known(side), FireKind.FIRST, command)
    return declared_shot(table.truth, FireKind.FIRST, command, firers, movers, aspect)


def _note_order(table: AslTable, side: Side, movers: tuple[ShownId, ...], answer: Reaction) -> None:
    if isinstance(answer, PassUnit):
        order_pass_unit(table, side, movers)
    elif isinstance(answer, PassPhase):
        order_pass_phase(table, side)
