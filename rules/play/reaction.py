"""Defensive First Fire: the DEFENDER's window at every expenditure of MF (A8.1).

A window opens at each expenditure, LOS or not, units or not: whether one opens must not depend
on anything hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from rules.board.locations import LocationId
from rules.chapters.a07_fire import FireKind, Shot, eligible_directors, shares, total_fp
from rules.chapters.a07_resolution import mixed, resolve_shot
from rules.forces.asl_table import AslTable
from rules.forces.position import Position, leadership, names
from rules.kernel.audience import Audience, Side
from rules.kernel.procedure import ask
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.view import Now, Offer
from rules.kernel.world import World
from rules.play.checks import own_stack, place
from rules.play.commands import Fire, Pass, PassPhase, PassUnit
from rules.play.fire import fire_offer, refuse_fire
from rules.play.odds import chance_of_harm
from rules.play.offers import ButtonOffer, FireOffer, Proposal
from rules.play.orders import covers, order_pass_phase, order_pass_unit
from rules.play.part import AslQuestion, not_now

Reaction = Fire | Pass | PassUnit | PassPhase

_PASSES = (
    ButtonOffer(verb="pass", label="Pass", key="p", rule="A8.1"),
    ButtonOffer(verb="pass_unit", label="Pass this unit", key="u", rule="A8.1"),
    ButtonOffer(verb="pass_phase", label="Pass this phase", key="m", rule="A8.1"),
)


@dataclass(frozen=True, kw_only=True)
class FireWindow(AslQuestion[Reaction]):
    """Fire at the units that just spent MF in a Location, or pass.

    `fired_from` are the Locations that have fired at this expenditure already: their units had
    to fire together (A7.55).
    """

    movers: tuple[str, ...]
    at: LocationId
    fired_from: tuple[LocationId, ...] = ()

    def offers(self, position: Position) -> Sequence[Offer]:
        able = tuple(u for u in position.units(self.side) if u.at not in self.fired_from)
        fire = fire_offer(position, able, FireKind.FIRST, (self.at,))
        if fire is None:
            return _PASSES
        return (msgspec.structs.replace(fire, ranked=self._ranked(position, fire)), *_PASSES)

    def _ranked(self, position: Position, fire: FireOffer) -> tuple[Proposal, ...]:
        """One proposal for each Location that may fire: all its units, under its best leader."""
        by_origin: dict[LocationId, list[str]] = {}
        for unit_id in fire.units:
            by_origin.setdefault(position.unit(unit_id).at, []).append(unit_id)
        commands = [self._proposed(position, tuple(ids)) for ids in by_origin.values()]
        shots = [(first_fire(position, self.movers, command), command) for command in commands]
        shots.sort(key=lambda pair: (-chance_of_harm(position, pair[0]), pair[0].origin))
        return tuple(
            Proposal(
                units=command.units,
                at=command.at,
                director=command.director,
                text=_proposal_text(position, shot),
            )
            for shot, command in shots
        )

    def _proposed(self, position: Position, unit_ids: tuple[str, ...]) -> Fire:
        units = tuple(position.unit(unit_id) for unit_id in unit_ids)
        leaders = eligible_directors(position, units, FireKind.FIRST)
        leader = min(leaders, key=lambda u: (leadership(u), u.id), default=None)
        helps = leader is not None and leadership(leader) <= 0
        director = leader.id if leader is not None and helps else None
        return Fire(units=unit_ids, at=self.at, director=director)

    def refuse(self, position: Position, command: Command) -> None:
        match command:
            case Pass() | PassUnit() | PassPhase():
                return
            case Fire():
                if command.at != self.at:
                    raise Refused("A8.1", "Only the moving units may be fired at now.")
                refuse_fire(position, self.side, FireKind.FIRST, command)
                origin = own_stack(position, self.side, command.units)[0].at
                if origin in self.fired_from:
                    raise Refused(
                        "A7.55", "Units of one Location fire together at one expenditure."
                    )
            case _:
                raise not_now(command, "A8.1")

    def answer(self, command: Command) -> Reaction:
        if not isinstance(command, Fire | Pass | PassUnit | PassPhase):
            raise TypeError(f"{command.verb} is no reaction")
        return command

    def now(self, position: Position, audience: Audience) -> Now:
        movers = tuple(u for u in position.units() if u.id in self.movers)
        what = f"the {names(movers)} in {place(position, self.at)}"
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


def _proposal_text(position: Position, shot: Shot) -> str:
    fp = mixed(total_fp(shares(position, shot)))
    return f"{fp} FP from {place(position, shot.origin)}"


async def reaction_window(table: AslTable, side: Side, movers: tuple[str, ...]) -> None:
    """A8.1: let the DEFENDER fire at the movers, as often as he has firers, until he passes."""
    fired_from: tuple[LocationId, ...] = ()
    while True:
        alive = table.alive(movers)
        if not alive:
            return
        ids, at = tuple(unit.id for unit in alive), alive[0].at
        answer = await ask(FireWindow(side=side, movers=ids, at=at, fired_from=fired_from))
        if not isinstance(answer, Fire):
            _note_order(table, side, ids, answer)
            return
        shot = first_fire(table.position, ids, answer)
        fired_from = (*fired_from, shot.origin)
        await resolve_shot(table, shot)


def first_fire(position: Position, movers: tuple[str, ...], command: Fire) -> Shot:
    """A8.1: the attack that a reaction declares: at the moving units alone."""
    origin = position.unit(command.units[0]).at
    kind = FireKind.FIRST
    return Shot(kind, command.units, origin, command.at, movers, command.director)


def standing_pass(world: World, window: FireWindow) -> Pass | None:
    """The pass that the DEFENDER's own standing order gives, if there is one."""
    return Pass() if covers(world, window.side, window.movers) else None


def _note_order(table: AslTable, side: Side, movers: tuple[str, ...], answer: Reaction) -> None:
    if isinstance(answer, PassUnit):
        order_pass_unit(table, side, movers)
    elif isinstance(answer, PassPhase):
        order_pass_phase(table, side)
