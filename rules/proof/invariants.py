"""What must hold in every position, whoever played how: for random play and for tests.

Counters are conserved, nobody stands where he may not, every secret has one owner, and what
clients were sent adds up to what the server has.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.board.locations import LocationKind, hex_of
from rules.chapters.mines.b28_minefields import AP_STRENGTHS
from rules.chapters.movement.a05_stacking import within_limit
from rules.chapters.terms.a04_bypass import is_bypassing
from rules.forces.counter_kinds import UNIT, WEAPON
from rules.forces.entities import Minefield, MineMarker, Placement
from rules.forces.lookup import unit_type
from rules.forces.manner import Posture
from rules.forces.phases import Phase, Stage
from rules.forces.sealed import Veiled
from rules.forces.seen import Cover
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.document import Document, apply_frame
from rules.kernel.entity import Entity, has_secrets
from rules.kernel.game import Game, Step
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.play.ruleset import AslRules
from rules.position.position import is_dummy, is_smc, values
from rules.position.reserves import Reserve
from rules.position.truth import Truth

if TYPE_CHECKING:
    from rules.board.board import Board
    from rules.board.locations import LocationId
    from rules.forces.types import UnitType

SHARED_PHASES = (Phase.APH, Phase.CCPH)


_TAKING_BACK = (b'"agree"', b'"take_back_freely"')


def _takes_back(step: Step) -> bool:
    """Whether an action may have been taken back by it."""
    return any(verb in bytes(step.input.command) for verb in _TAKING_BACK)


class Watch:
    """Follows one game and says what is wrong after each step."""

    def __init__(self, game: Game, rules: AslRules) -> None:
        self._game = game
        self._rules = rules
        self._replayed: dict[Audience, Document] = dict(game.documents)
        self._offered = {audience: game.offers(audience) for audience in Audience}
        self._lost: set[str] = set()
        self._counters = self._present()

    def after(self, step: Step) -> Iterator[str]:
        """The faults that a step left behind, in words."""
        yield from self._replay(step)
        yield from self._offers(step)
        yield from self._conservation(was_taken_back=_takes_back(step))
        yield from self._positions()
        yield from self._stacking()
        yield from self._secrets()
        yield from self._covers()

    def _replay(self, step: Step) -> Iterator[str]:
        """Old document plus bulletin equals new document; so does the replay of all bulletins."""
        for bulletin in step.bulletins:
            before = self._replayed[bulletin.audience]
            self._replayed[bulletin.audience] = apply_frame(before, bulletin.frame)
        for audience in Audience:
            if self._replayed[audience] != self._game.documents[audience]:
                yield f"the replayed document of {audience} is not the live one"

    def _offers(self, step: Step) -> Iterator[str]:
        """Offers go with bulletins: who is told nothing may do what he could before."""
        for audience in Audience:
            offers = self._game.offers(audience)
            if offers != self._offered[audience] and step.bulletin(audience) is None:
                yield f"other offers for {audience.value}, who is told nothing"
            self._offered[audience] = offers

    def _covers(self) -> Iterator[str]:
        """A "?" is over something, which is where it is; nothing in the open is under one."""
        world = self._game.world
        envelopes = [(veiled.owner, unseal(veiled.what)) for veiled in world.all(Veiled)]
        sealed = [one for _, one in envelopes]
        places = {(one.under, owner, one.at) for owner, one in envelopes if one.under}
        covers = {(cover.id, cover.side, cover.at) for cover in world.all(Cover)}
        if places != covers:
            yield f"what is veiled is not under its ?: {sorted(places ^ covers)}"
        there: tuple[Unit | Weapon, ...] = (*world.all(Unit), *world.all(Weapon))
        strays = [one.id for one in there if one.under is not None]
        if strays or any(one.under is None for one in sealed):
            yield f"in the open and under a ? at once: {strays}"
        if [veiled.id for veiled in world.all(Veiled)] != [one.id for one in sealed]:
            yield "an envelope has another id than what is in it"

    def _conservation(self, *, was_taken_back: bool) -> Iterator[str]:
        """No counter appears twice, out of nothing, or again after it was lost."""
        now = self._present()
        came_back = now & self._lost
        if came_back and not was_taken_back:
            yield f"counters came back: {sorted(came_back)}"
        self._lost -= came_back
        if self._in_play and not was_taken_back:
            self._lost |= self._counters - now
        self._counters = now
        of_ob = {piece.id for side in Side for piece in self._rules.scenario.sides[side].pieces}
        created = {unit.counter for unit in self._units if unit.counter not in of_ob}
        if any(not counter.startswith("created") for counter in created):
            yield f"counters that no OB has: {sorted(created)}"
        if len({unit.counter for unit in self._units}) != len(self._units):
            yield "a counter is on the board twice"

    def _positions(self) -> Iterator[str]:
        position = self._truth
        for weapon in position.weapons():
            holder = position.view.find(Unit, weapon.holder or "")
            if weapon.holder and (holder is None or holder.at != weapon.at):
                yield f"{weapon.id} is not with its holder"
        if position.clock.stage is not Stage.PLAY:
            return
        for at in position.locations_of(Side.A):
            both = all(_barring(_out_of_boats(position.personnel_at(at, side))) for side in Side)
            held = any(unit.melee or unit.berserk for unit in position.personnel_at(at))
            shared = position.clock.phase in SHARED_PHASES or _is_overrun(position, at)
            shared = shared or _is_found_in_passing(position, at)
            if both and not held and not shared:
                yield f"both sides stand in {at} outside Melee"
        for unit in position.personnel():
            if not _can_stand(self._truth.board, unit):
                yield f"{unit.id} is in {unit.at}, where nobody can be"
            if values(unit).nation not in self._rules.scenario.sides[unit.side].nations:
                yield f"{unit.id} changed nation"
            yield from _state(position, unit)

    def _stacking(self) -> Iterator[str]:
        """A5.1: nobody is overstacked while the sides set up; in play the limit may be exceeded."""
        if self._in_play:
            return
        stacks: dict[tuple[Side, LocationId], list[UnitType]] = {}
        for unit in self._units:
            stacks.setdefault((unit.side, unit.at), []).append(values(unit))
        for placed in self._game.world.all(Placement):
            piece = self._rules.scenario.sides[placed.owner].piece(placed.id)
            if piece.kind is UNIT:
                stack = stacks.setdefault((placed.owner, unseal(placed.at)), [])
                stack.append(unit_type(piece.type))
        for (side, at), types in stacks.items():
            if not within_limit(self._truth, at, types):
                yield f"side {side} is overstacked in {at} at setup"

    def _secrets(self) -> Iterator[str]:
        """One owner per secret; a minefield has a legal strength, a hex of its own, and
        its marker.
        """
        for entity in self._game.world:
            yield from _owners(entity)
        records = self._game.world.all(Minefield)
        places = [(record.owner, unseal(record.at)) for record in records]
        if len(set(places)) != len(places):
            yield "two minefields of one side in a hex"
        for record in records:
            if unseal(record.strength) not in AP_STRENGTHS:
                yield f"{record.id} has an illegal strength"
            marker = unseal(record.marker)
            if marker and self._game.world.find(MineMarker, marker) is None:
                yield f"{record.id} has lost its marker"

    @property
    def _truth(self) -> Truth:
        return Truth.of(self._game.world, self._rules.board, self._rules.law)

    @property
    def _units(self) -> tuple[Unit, ...]:
        return tuple(one for one in self._truth.pieces() if not is_dummy(one))

    @property
    def _in_play(self) -> bool:
        return self._truth.clock.stage is not Stage.SETUP

    def _present(self) -> set[str]:
        position = self._truth
        placed = {placement.id for placement in self._game.world.all(Placement)}
        reserves = position.view.all(Reserve)
        waiting = {
            one.counter for one in reserves if one.counter_kind is WEAPON or not _is_dummy(one)
        }
        units = {unit.counter for unit in self._units}
        return placed | waiting | units | {weapon.counter for weapon in position.weapons()}


def _is_dummy(waiting: Reserve) -> bool:
    return unit_type(waiting.type).cls is UnitClass.DUMMY


def _barring(units: "tuple[Unit, ...]") -> "tuple[Unit, ...]":
    """Those whose Location enemies do not enter in the MPh: no captives, nor the unarmed (A20.54)
    or the Disrupted (A19.12).
    """
    return tuple(unit for unit in units if not unit.unarmed and not unit.disrupted)


def _is_overrun(position: Truth, at: "LocationId") -> bool:
    """A4.15: whether units that are on the move are where one SMC is all that bars them, or CC is
    being fought there: whom a leader was created for may have gone by Infiltration.
    """
    if position.clock.fighting == at:
        return True
    attacker = position.clock.phasing
    mover = any(unit.moving for unit in position.personnel_at(at, attacker))
    foes = _barring(position.personnel_at(at, attacker.enemy))
    return mover and len(foes) == 1 and is_smc(foes[0])


def _out_of_boats(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """E5.3, E5.6: Passengers of boats are held by nobody in their Location, and hold nobody."""
    return tuple(unit for unit in units if not unit.in_boat)


def _is_found_in_passing(position: Truth, at: "LocationId") -> bool:
    """A12.151: whether a Bypass is, or may have ended, where a "?" has come into the open."""
    if position.clock.phase in {Phase.DFPH, Phase.AFPH, Phase.RTPH}:
        return True
    there = position.personnel_at(at, position.clock.phasing)
    came = (unit for unit in there if unit.entered_from is not None)
    return any(unit.pinned or unit.broken or unit.moved or is_bypassing(unit) for unit in came)


def _state(position: Truth, unit: Unit) -> Iterator[str]:
    """States that go together: a prisoner is unarmed and with its Guard (A20.5), who is in Bypass
    is so along hexsides (A4.3).
    """
    if unit.guard is not None:
        guard = position.counter(unit.guard)
        if guard is None or guard.side is unit.side or guard.at != unit.at:
            yield f"{unit.id} is not with its Guard"
        if not unit.unarmed:
            yield f"{unit.id} is a prisoner, and armed"
    if (unit.posture in {Posture.BYPASS, Posture.CREST}) != bool(unit.sides):
        yield f"{unit.id} is in Bypass of nothing"


def _can_stand(board: "Board", unit: Unit) -> bool:
    """A2.8, B21.4, E6.1: a Location there is; in water that cannot be forded one swims."""
    if not board.has_location(unit.at):
        return False
    wet = board.kind(unit.at) is LocationKind.WATER
    borne = unit.swims or unit.in_boat
    return board.ford(hex_of(unit.at)) or borne or unit.water_line if wet else not borne


def _owners(entity: Entity) -> Iterator[str]:
    kind = type(entity)
    if not has_secrets(kind):  # nor could it be stored with any
        return
    owner = getattr(entity, "owner", None)
    for field in entity.__struct_fields__:
        value = getattr(entity, field)
        if isinstance(value, Secret) and value.audiences != {owner}:
            yield f"{kind.__name__} {entity.id}: {field} is not its owner's alone"
