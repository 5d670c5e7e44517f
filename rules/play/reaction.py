"""Defensive First Fire: the DEFENDER's window at every expenditure of MF or MP (A8.1).

Whether a window opens at an expenditure must not depend on anything hidden: what everybody knows
decides it (`windows`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from rules.board.locations import LocationId
from rules.chapters.fire.a07_groups import FiredBefore
from rules.chapters.terms.a06_vertices import Aspect, aspect_of
from rules.chapters.terms.a07_shot import FireKind, Shot
from rules.forces.goer import Goer
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.procedure import ask
from rules.kernel.secret import Public, Secret
from rules.kernel.view import Now, Offer
from rules.kernel.world import id_order
from rules.play.activity import AslCommand
from rules.play.checks import place
from rules.play.firing.fire import Fire, fire_offer
from rules.play.firing.fire_at_movers import (
    FIRE_AT_MOVERS,
    SERVE_AT_MOVERS,
    attacks,
    carry_out,
    proposed,
    shot_at,
)
from rules.play.firing.first_fires import AnyFirstFire, Group, Movers, Shots
from rules.play.firing.molotovs import MOLOTOV_AT_MOVERS
from rules.play.firing.shooting import SHOOT_MOVERS, SHOOT_MOVERS_IN_DESPERATION
from rules.play.firing.showing import STRIP_CONCEALMENT
from rules.play.firing.snap_shots import SNAP_SHOT
from rules.play.firing.special_weapons import FLAME_MOVERS, THROW_AT_MOVERS
from rules.play.firing.windows import opens
from rules.play.giving_up import GIVE_UP_CONCEALMENT, GiveUpConcealment
from rules.play.moving.plans import forget_plan
from rules.play.orders.standing import order_pass_phase, order_pass_unit
from rules.play.page.offers import ButtonOffer
from rules.play.part import AslQuestion, not_now
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import is_smc


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


FIRST_FIRES: tuple[AnyFirstFire, ...] = (
    FIRE_AT_MOVERS,
    SERVE_AT_MOVERS,
    SHOOT_MOVERS,
    SHOOT_MOVERS_IN_DESPERATION,
    MOLOTOV_AT_MOVERS,
    FLAME_MOVERS,
    THROW_AT_MOVERS,
    STRIP_CONCEALMENT,
    SNAP_SHOT,
)
"""What the DEFENDER may do to movers, in the order in which it is offered."""

_WAYS = {one.command: one for one in FIRST_FIRES}

_ON_THE_IFT = (FIRE_AT_MOVERS, SERVE_AT_MOVERS, SNAP_SHOT)

_PASSES = (
    ButtonOffer(verb="pass", label="Pass", key="p", rule="A8.1"),
    ButtonOffer(verb="pass_unit", label="Pass this unit", key="u", rule="A8.1", stands="wider"),
    ButtonOffer(verb="pass_phase", label="Pass this phase", key="m", rule="A8.1", stands="wider"),
)


Crossed: TypeAlias = Mapping[LocationId, int]
"""The hexside over which those in a Location have just come (A8.15)."""


@dataclass(frozen=True, kw_only=True)
class FireWindow(AslQuestion[AslCommand]):
    """Fire at those who just spent MF or MP, Location by Location, or pass. `movers` has what else
    the DEFENDER may know: who has shot at this expenditure, from which Locations everybody knows.
    """

    answers: ClassVar = (*_WAYS, GiveUpConcealment, Pass, PassUnit, PassPhase)
    groups: Public[tuple[Group, ...]]
    fired_from: Public[tuple[LocationId, ...]] = ()
    within: Public[bool] = False
    snapped: Secret[tuple[ShownId, ...]]
    shooters: Secret[tuple[ShownId, ...]]

    @property
    def movers(self) -> Movers:
        """Whom it is about, for the side that is asked."""
        return Movers(
            side=self.side,
            groups=self.groups,
            before=FiredBefore(self.fired_from, self.shooters.for_(self.side) or ()),
            snapped=self.snapped.for_(self.side) or (),
            within=self.within,
        )

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        ways = (offer for way in FIRST_FIRES for offer in self._of(position, way))
        return (*ways, *GIVE_UP_CONCEALMENT.offers(position, self.side), *_PASSES)

    def otherwise(self, position: Knowledge) -> Iterator[Offer]:
        """Attacks that are not made on the IFT with the firers' FP."""
        ways = (way for way in FIRST_FIRES if way not in _ON_THE_IFT)
        return (offer for way in ways for offer in self._of(position, way))

    def _of(self, position: Knowledge, way: AnyFirstFire) -> Iterator[Offer]:
        movers = self.movers.only(position, way.whom)
        if movers.groups and (way.within or not self.within):
            yield from way.offers(position, movers)

    def attacks(self, position: Knowledge) -> Sequence[Shot]:
        """The attacks on the IFT from each Location that can make one, the most harmful first."""
        return attacks(position, self.movers.only(position, FIRE_AT_MOVERS.whom))

    def shot(self, position: Knowledge, command: Fire) -> Shot:
        """The attack that an answer declares, as its side knows it."""
        return shot_at(position, self.movers.there(command.at), command)

    def refuse(self, position: Knowledge, command: Command) -> None:
        match command:
            case Pass() | PassUnit() | PassPhase():
                return
            case GiveUpConcealment():
                GIVE_UP_CONCEALMENT.refuse(position, self.side, command)
            case _:
                way = _WAYS.get(type(command))
                if way is None or (self.within and not way.within):
                    raise not_now(command, "A8.1")
                way.refuse(position, self.movers.only(position, way.whom), command)

    def answer(self, command: Command) -> AslCommand:
        if not isinstance(command, self.answers):
            raise TypeError(f"{command.verb} is no reaction")
        return command

    def now(self, position: Knowledge, audience: Audience) -> Now:
        what = " and ".join(_told(position, group) for group in self.groups)
        mine = audience is self.side.audience
        text = f"Fire at {what}, or pass." if mine else f"may fire at {what}."
        return Now(
            side=self.side,
            kind="window",
            text=text,
            sub=FireKind.FIRST.value,
            focus=tuple(group.at for group in self.groups),
            units=self.movers.units,
            rule="A8.1",
        )


def _told(position: Knowledge, group: Group) -> str:
    who = position.names_of(sorted(group.units, key=id_order))
    return f"the {who} in {place(position, group.at)}"


def groups_of(table: AslTable, movers: tuple[Goer, ...], crossed: Crossed) -> tuple[Group, ...]:
    """Movers by Location, as everybody sees them there, in an order that tells nothing."""
    there: dict[LocationId, list[Goer]] = {}
    for goer in movers:
        there.setdefault(goer.at, []).append(goer)
    return tuple(
        Group(
            units=table.truth.shown(goers),
            at=at,
            aspect=replace(aspect_of(goers[0]), entered=crossed.get(at)),
        )
        for at, goers in sorted(there.items())
    )


async def reaction_window(
    table: AslTable,
    side: Side,
    movers: tuple[CounterId, ...],
    crossed: Crossed | None = None,
    *,
    entered: bool = False,
    within: bool = False,
) -> None:
    """A8.1: let the DEFENDER fire at the movers, as often as he has firers, until he passes.
    `entered` says that they have come into their Location: whoever is there must fire first
    (A8.312). With `within` nobody fires but those who are in their Location (A12.151).
    """
    over = crossed or {}
    shots = await _fire_of_duty(table, side, movers) if entered else Shots()
    while True:
        groups = groups_of(table, table.goers(movers), over)
        if not any(opens(table.public, side, group) for group in groups):
            return
        window = FireWindow(
            side=side,
            groups=groups,
            fired_from=shots.origins,
            within=within,
            snapped=Secret(shots.snapped, side),
            shooters=Secret(_shown_each(table, shots.firers), side),
        )
        answer = await ask(window)
        if isinstance(answer, Pass | PassUnit | PassPhase):
            _note_order(table, side, window.movers.units, answer)
            return
        forget_plan(table, side.enemy)
        shots = shots.then(await _react(table, window, answer))


async def _react(table: AslTable, window: FireWindow, answer: AslCommand) -> Shots | None:
    """Do what the DEFENDER has chosen; returns what later shots have to know of it."""
    if isinstance(answer, GiveUpConcealment):
        await GIVE_UP_CONCEALMENT.begin(table, window.side, answer)
        return None
    way = _WAYS[type(answer)]
    return await way.act(table, window.movers.only(table.public, way.whom), answer)


async def _fire_of_duty(table: AslTable, side: Side, movers: tuple[CounterId, ...]) -> Shots:
    """A8.312: all Known Infantry that can fire at a MMC that enters its Location does, as one Fire
    Group; not at Passengers, nor as such (E5.6).
    """
    shots = Shots()
    for group in groups_of(table, table.goers(movers), {}):
        there = tuple(unit for unit in table.alive(movers) if unit.at == group.at)
        if any(not is_smc(unit) and not unit.in_boat for unit in there):
            in_place = replace(group, aspect=Aspect(there[0].sides))
            shots = shots.then(await _must_fire(table, side, in_place))
    return shots


async def _must_fire(table: AslTable, side: Side, group: Group) -> Shots:
    public, at = table.public, (group.at,)
    there = tuple(
        u for u in public.personnel_at(group.at, side) if not u.in_boat and u.horse is None
    )
    offer = fire_offer(public, there, FireKind.FIRST, at, group.units, group.aspect)
    if offer is None:
        return Shots()
    command = proposed(public, group, tuple(offer.units), group.at)
    who = public.names_of((*command.units, *command.directors))
    table.log("fire", f"{who} must fire at who comes in", side=side, rule="A8.312", at=at)
    shots = await carry_out(table, group, command)
    places = dict.fromkeys(unit.at for unit in table.alive(shots.firers))
    return replace(shots, origins=tuple(places))


def _shown_each(table: AslTable, units: tuple[CounterId, ...]) -> tuple[ShownId, ...]:
    """Those of the units that are still there, as often as they are named."""
    return tuple(unit.id for one in units for unit in table.alive((one,)))


def _note_order(
    table: AslTable, side: Side, movers: tuple[ShownId, ...], answer: Pass | PassUnit | PassPhase
) -> None:
    if isinstance(answer, PassUnit):
        order_pass_unit(table, side, movers)
    elif isinstance(answer, PassPhase):
        order_pass_phase(table, side)
