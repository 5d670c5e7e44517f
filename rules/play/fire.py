"""The fire phases: PFPh, DFPh and AFPh (A3.2, A3.4, A3.5); and the checks of any declared
attack.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.board.locations import LocationId
from rules.chapters.a07_eligibility import (
    refuse_firer,
    refuse_second_group,
    refuse_target,
    targets_for,
)
from rules.chapters.a07_fire import (
    KIND_OF_PHASE,
    FireKind,
    Shot,
    attack_column,
    eligible_directors,
    shares,
    total_fp,
)
from rules.chapters.a07_resolution import resolve_shot
from rules.forces.asl_table import AslTable
from rules.forces.entities import Phase, Unit
from rules.forces.position import Position
from rules.kernel.audience import Side
from rules.kernel.procedure import Procedure
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.view import Offer
from rules.play.checks import own_stack, place
from rules.play.commands import EndPhase, Fire
from rules.play.offers import END_PHASE, FireOffer
from rules.play.part import not_now
from rules.play.sequence import end_phase

_SENTENCES: dict[Phase, tuple[str, str]] = {
    Phase.PFPH: ("Prep Fire with units that will not move, or go on.", "Prep Fires."),
    Phase.DFPH: ("Final Fire at any enemy, or go on.", "makes Final Fire."),
    Phase.AFPH: ("Advancing Fire with units that have not Prep Fired, or go on.", "Advance Fires."),
}


@dataclass(frozen=True)
class FirePart:
    """A fire phase at rest: the active side fires, as often as it has somebody to fire with."""

    phase: Phase

    @property
    def kind(self) -> FireKind:
        return KIND_OF_PHASE[self.phase]

    def offers(self, position: Position, side: Side) -> Sequence[Offer]:
        targets = position.locations_of(side.enemy)
        fire = fire_offer(position, position.units(side), self.kind, targets)
        return [*([fire] if fire else []), END_PHASE]

    def refuse(self, position: Position, side: Side, command: Command) -> None:
        match command:
            case EndPhase():
                return
            case Fire():
                refuse_fire(position, side, self.kind, command)
                units = own_stack(position, side, command.units)
                refuse_second_group(position, units, command.at)
            case _:
                raise not_now(command)

    def begin(self, table: AslTable, side: Side, command: Command) -> Procedure[None]:
        if isinstance(command, Fire):
            return resolve_shot(table, declared_shot(table.position, self.kind, command))
        return end_phase(table)

    def sentence(self, position: Position) -> tuple[str, str]:
        return _SENTENCES[self.phase]


def declared_shot(position: Position, kind: FireKind, command: Fire) -> Shot:
    """The attack that a command declares: outside First Fire at all in the Location (A7.4).

    In a Melee both sides' units are attacked (A11.15).
    """
    origin = position.unit(command.units[0]).at
    side = position.unit(command.units[0]).side
    there = position.units_at(command.at)
    hit = [u.id for u in there if u.side is not side or u.melee]
    return Shot(
        kind=kind,
        units=command.units,
        origin=origin,
        at=command.at,
        targets=tuple(hit),
        director=command.director,
    )


def refuse_fire(position: Position, side: Side, kind: FireKind, command: Fire) -> None:
    """Raise Refused if that attack may not be declared; every firer is asked by itself."""
    units = own_stack(position, side, command.units)
    if command.at not in position.locations_of(side.enemy):
        raise Refused("A7.4", f"There is no enemy in {place(position, command.at)}.")
    for unit in units:
        refuse_firer(position, unit, kind)
        refuse_target(position, unit, command.at, kind)
    directors = {leader.id for leader in eligible_directors(position, units, kind)}
    if command.director is not None and command.director not in directors:
        raise Refused("A7.53", "That leader may not direct this attack.")
    shot = declared_shot(position, kind, command)
    if attack_column(position, shot, total_fp(shares(position, shot)), cowers=False) is None:
        raise Refused("A7.3", "Less than 1 FP is no attack.")


def fire_offer(
    position: Position,
    firers: tuple[Unit, ...],
    kind: FireKind,
    candidates: tuple[LocationId, ...],
) -> FireOffer | None:
    """Those of the units that may fire at one of those Locations, and their leaders."""
    units: dict[str, tuple[str, ...]] = {}
    for unit in firers:
        spent = {u.fired_at for u in position.units_at(unit.at, unit.side)} - {None}
        open_ = tuple(at for at in candidates if kind is FireKind.FIRST or at not in spent)
        targets = targets_for(position, unit, kind, open_)
        if targets and _has_attack(position, unit.id, targets, kind):
            units[unit.id] = targets
    if not units:
        return None
    directors: dict[str, list[str]] = {}
    for unit_id in units:
        for leader in eligible_directors(position, (position.unit(unit_id),), kind):
            directors.setdefault(leader.id, []).append(unit_id)
    return FireOffer(
        verb="fire",
        label=kind.value,
        key="f",
        rule="A7",
        primary=True,
        units=units,
        directors={leader: tuple(ids) for leader, ids in sorted(directors.items())},
    )


def _has_attack(
    position: Position, unit_id: str, targets: tuple[LocationId, ...], kind: FireKind
) -> bool:
    """Whether the unit alone makes at least one FP at one of them; less helps only others."""
    origin = position.unit(unit_id).at
    shots = (Shot(kind, (unit_id,), origin, at, ()) for at in targets)
    return any(total_fp(shares(position, shot)) >= 1 for shot in shots)
