"""The MPh (A3.3, A4): a stack moves hex by hex, and each expenditure may be fired on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_detection import send_back, show_another
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import mf_text
from rules.chapters.movement.a04_movement import as_movers, goes_on, may_move, mf_left, next_entries
from rules.chapters.movement.a04_overrun import lone_enemy, overruns
from rules.chapters.movement.a04_portage import portaged_by_another
from rules.chapters.movement.passage import Ids
from rules.chapters.terms.a04_bypass import is_bypassing, stop_bar
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.command import Command
from rules.kernel.ids import ShownId
from rules.kernel.memo import asked_once
from rules.kernel.procedure import ask
from rules.kernel.refused import Refused
from rules.kernel.secret import Public, Secret
from rules.kernel.view import Now, Offer
from rules.play.activity import Activity, AnyActivity
from rules.play.checks import own_stack
from rules.play.combat.unarmed import attack_unarmed
from rules.play.errands import ERRANDS
from rules.play.moving.bypassed import meet_the_bypassed
from rules.play.moving.errand import AnyErrand, ErrandCommand
from rules.play.moving.expenditure import (
    Spent,
    able_to_go_on,
    end_action,
    end_move_of,
    nobody_moves,
    places_of,
    under_fire,
)
from rules.play.moving.going_on import follow, met, next_step, refuse_plan
from rules.play.moving.move_commands import END_MOVE, EndMove, Move, NextStep, Overrun
from rules.play.moving.move_offers import errand_offers, move_offers, named_alone, overrun_offers
from rules.play.moving.move_refusals import refuse_errand, refuse_mover, refuse_step
from rules.play.moving.moves import Spending, errand_of, spenders
from rules.play.moving.overrun import FoundOverrun, dare, fight_overrun, get_away
from rules.play.moving.plans import forget_plan, plan_of
from rules.play.moving.spending import spend
from rules.play.part import AslQuestion, not_now
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import names


@dataclass(frozen=True, kw_only=True)
class ContinueMove(AslQuestion[Spending | EndMove]):
    """Where the moving units go next, what else they do there, or whether they stop. A part of them
    may go on by itself (A4.2).
    """

    answers: ClassVar = (Move, Overrun, *(errand.command for errand in ERRANDS), EndMove)
    movers: Secret[tuple[ShownId, ...]]
    shown: Public[tuple[ShownId, ...]]
    at: Public[LocationId]

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        units = self._units(position, self.side)
        move = [*move_offers(position, units), *named_alone(position, units)]
        errands = [offer for errand in ERRANDS for offer in errand_offers(position, errand, units)]
        stay = [] if stay_bar(position, units) else [END_MOVE]
        return [*move, *overrun_offers(position, units), *errands, *stay]

    def refuse(self, position: Knowledge, command: Command) -> None:
        match command:
            case EndMove():
                bar = stay_bar(position, self._units(position, self.side))
                if bar is not None:
                    raise Refused(bar.rule, bar.why)
            case Move():
                units = own_stack(position, self.side, command.units)
                if not set(command.units) <= set(self.movers.for_(self.side) or ()):
                    raise Refused("A4.2", "Another unit is still moving.")
                if command.assault and not all(unit.assault for unit in units):
                    raise Refused("A4.61", "Assault Movement is declared before the first MF.")
                refuse_step(position, units, command)
                refuse_plan(position, command)
            case ErrandCommand():
                refuse_errand(position, self._units(position, self.side), command)
            case _:
                raise not_now(command, "A4.2")

    def answer(self, command: Command) -> Spending | EndMove:
        if not isinstance(command, Move | ErrandCommand | EndMove):
            raise TypeError(f"{command.verb} is no way to go on")
        return command

    def now(self, position: Knowledge, audience: Audience) -> Now:
        own = self.movers.for_(side_of(audience))
        units = self._units(position, side_of(audience))
        text = f"moves the {position.names_of(self.shown)}."
        if own is not None:
            stack = as_movers(position, units)
            left = mf_text(min(mf_left(position.law, unit) for unit in stack))
            text = f"Move the {names(units)} on ({left} MF left), or stop."
        return Now(
            side=self.side,
            kind="continue",
            text=text,
            focus=(self.at,),
            units=self.shown if own is None else own,
            rule="A4.2",
        )

    def _units(self, position: Knowledge, reader: Side | None) -> tuple[Unit, ...]:
        """The units that move, for a reader who knows which they are."""
        return tuple(position.unit(unit_id) for unit_id in self.movers.for_(reader) or ())


def goes_on_by_itself(position: Knowledge, question: ContinueMove) -> NextStep | None:
    """The next step of the path that the side has drawn, if it still can be made."""
    plan = plan_of(position, question.side)
    step = None if plan is None else next_step(plan, question.side)
    if step is None:
        return None
    try:
        question.refuse(position, step)
    except Refused:
        return None
    return step


def stay_bar(position: Knowledge, units: tuple[Unit, ...]) -> Barrier | None:
    """A4.3: why those who are asked how they go on may not stop here, or None if they may."""
    stuck = not is_bypassing(units[0]) or not goes_on(position, as_movers(position, units))
    return None if stuck else stop_bar()


@asked_once
def _movers(position: Knowledge, side: Side) -> tuple[Unit, ...]:
    return tuple(piece for piece in position.pieces(side) if may_move(position, piece))


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    movers = _movers(position, side)
    return [*move_offers(position, movers), *named_alone(position, movers)]


def _overrun_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return overrun_offers(position, _movers(position, side))


def _refuse(position: Knowledge, side: Side, command: Move) -> None:
    units = own_stack(position, side, command.units)
    for unit in units:
        refuse_mover(position, unit)
    refuse_step(position, units, command)
    refuse_plan(position, command)


async def move_stack(table: AslTable, side: Side, command: Spending) -> None:
    """A4.2: move a stack; it may split, and every part is moved to its end before the next."""
    await _move_parts(table, side, [table.counters(spenders(command))], command)


async def move_in(table: AslTable, side: Side, entered: Ids) -> None:
    """A2.5: units have spent their first MF on entering the map; they are fired at, and go on."""
    await under_fire(table, Spent(entered), places_of(table, entered))
    went_on = _calm(table, able_to_go_on(table, entered))
    await _move_parts(table, side, [went_on] if went_on else [], None)


async def _move_parts(
    table: AslTable, side: Side, parts: list[Ids], step: Spending | EndMove | None
) -> None:
    while parts:
        part = tuple(unit.counter for unit in table.alive(parts.pop()))
        if not part:
            continue
        if step is None:
            step = await _next_step(table, side, part)
        follow(table, side, step)
        if isinstance(step, EndMove):
            end_move_of(table, part)
        elif isinstance(step, ErrandCommand) and errand_of(step).is_free:
            await errand_of(step).act(table, step)
            parts += _still_moving(table, part)
        else:
            going = table.counters(spenders(step))
            rest = tuple(unit_id for unit_id in part if unit_id not in going)
            seen = met(table, side)
            match step:
                case Overrun():
                    able = await _overrun(table, going, step)
                case Move():
                    able = await attack_unarmed(table, await _step(table, going, step))
                case _:
                    able = await spend(table, going, step)
            went_on = () if _halts(step) else _calm(table, able)
            if set(went_on) != set(going) or met(table, side) != seen:
                forget_plan(table, side)
            parts += [ids for ids in (rest, went_on) if ids]
        step = None
    forget_plan(table, side)
    await meet_the_bypassed(table, side)
    end_action(table, side)


def _halts(step: Spending) -> bool:
    """E5.21: whether who was on that errand goes on in another move alone."""
    return isinstance(step, ErrandCommand) and errand_of(step).halts


def _still_moving(table: AslTable, part: Ids) -> list[Ids]:
    """What is left of a part once somebody in it may have left the map."""
    there = tuple(unit.counter for unit in table.alive(part) if not unit.moved)
    return [there] if there else []


async def _next_step(table: AslTable, side: Side, part: Ids) -> Spending | EndMove:
    """Ask how to go on, unless no unit of the part has the MF to do anything; who is under a "?" is
    asked all the same, since his MF are a secret (A12.16).
    """
    position = table.known(side)
    units = tuple(position.unit_of(unit_id) for unit_id in part)
    if not any(unit.under for unit in units) and not _can_spend(position, units):
        return EndMove()
    ids = tuple(unit.id for unit in units)
    shown, at = position.shown(units), units[0].at
    return await ask(ContinueMove(side=side, movers=Secret(ids, side), shown=shown, at=at))


def _can_spend(position: Knowledge, units: tuple[Unit, ...]) -> bool:
    """Whether any of the units can go on, by itself or with the others, or be on an errand; or
    could if it dropped what another has portaged.
    """
    if any(portaged_by_another(position, unit) for unit in units):
        return True
    stacks = (units, *((unit,) for unit in units))
    if any(next_entries(position, stack) or overruns(position, stack) for stack in stacks):
        return True
    return any(any(errand_offers(position, e, units)) for e in ERRANDS if not e.is_free)


async def _step(table: AslTable, going: Ids, step: Move) -> Ids:
    """A4.2, A12.15: a step, and the OVR of whom it has found; returns who may go on."""
    found = FoundOverrun(table, step.to)
    able = await spend(table, going, step, found.get_away, found.dares)
    await found.fight()
    return able_to_go_on(table, able)


async def _overrun(table: AslTable, going: Ids, step: Overrun) -> Ids:
    """A4.15: those of a stack who dare it enter the Location of a SMC; returns who may go on. If
    somebody concealed is shown beside him it is a step into a Location that is held (A12.15).
    """
    side = table.alive(going)[0].side
    smc = lone_enemy(table.known(side), step.to, side)
    if smc is None:
        raise RuntimeError(f"nobody is overrun in {step.to}, though it was accepted")
    if show_another(table, step.to, smc.side):
        return await spend(table, going, step.plain(), meets=send_back)
    daring = await dare(table, going, smc.counter)
    if not daring:
        return ()
    await spend(table, daring, step, partial(get_away, table, smc.counter, step.to))
    await fight_overrun(table, smc.counter, step.to, daring)
    return able_to_go_on(table, daring)


def _calm(table: AslTable, unit_ids: Ids) -> Ids:
    """A15.43: who goes berserk on the way leaves the stack, and charges with the MF left to it."""
    return tuple(unit.counter for unit in table.alive(unit_ids) if not unit.berserk)


def _errand_at_rest(errand: AnyErrand) -> AnyActivity:
    """An errand as what a unit may begin its MPh with; what is free does not begin it."""

    def offers(position: Knowledge, side: Side) -> Iterable[Offer]:
        return errand_offers(position, errand, _movers(position, side))

    def refuse(position: Knowledge, side: Side, command: ErrandCommand) -> None:
        if not errand.is_free:
            for unit in own_stack(position, side, errand.spenders(command)):
                refuse_mover(position, unit)
        refuse_errand(position, _movers(position, side), command)

    async def begin(table: AslTable, side: Side, command: ErrandCommand) -> None:
        if errand.is_free:
            await errand.act(table, command)
            nobody_moves(table, side)
        else:
            await move_stack(table, side, command)

    return Activity(errand.command, offers, refuse, begin)


MOVE = Activity(Move, _offers, _refuse, move_stack)


OVERRUN = Activity(Overrun, _overrun_offers, _refuse, move_stack)


ERRANDS_AT_REST = tuple(_errand_at_rest(errand) for errand in ERRANDS)
