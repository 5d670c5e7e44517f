"""Which activities make up each part of the sequence of play, and what may be done at any time."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.chapters.movement.a02_entry import sets_up
from rules.forces.entities import Clock
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.play.activity import AnyActivity, AnyInterjection, AslCommand
from rules.play.combat.cc_phase import CLOSE_COMBAT, END_CLOSE_COMBAT, cc_sentence
from rules.play.combat.cc_questions import DeclareAttack, LeaveCombat, StackSmc
from rules.play.combat.custody import ABANDON, HAND_OVER, MASSACRE
from rules.play.daisy_chains import LAY_CHAIN, SHOW_CHAIN
from rules.play.decisions import MakeDecision
from rules.play.draw import DRAWS
from rules.play.firing.fire import FIRE
from rules.play.firing.keep_rof import KeepRof
from rules.play.firing.kindling import KINDLE
from rules.play.firing.molotovs import THROW_MOLOTOV
from rules.play.firing.opportunity import OPPORTUNITY_FIRE
from rules.play.firing.set_charges import SET_OFF
from rules.play.firing.shooting import SHOOT, SHOOT_IN_DESPERATION
from rules.play.firing.special_weapons import FLAME, THROW
from rules.play.firing.two_smc import FIRE_TOGETHER
from rules.play.firing.weapon_handling import DISABLE, DISMANTLE
from rules.play.giving_up import GIVE_UP_CONCEALMENT, SHOW_FORTIFICATION, SHOW_HIDDEN
from rules.play.moving.advance import ADVANCE
from rules.play.moving.boarding import EMBARK_IN_APH
from rules.play.moving.boats import BEACH, PADDLE, PUSH_OFF
from rules.play.moving.charges import CHARGE, ContinueCharge, after_charges
from rules.play.moving.clearing import CLEAR
from rules.play.moving.crest import CLAIM_CREST, GO_IN
from rules.play.moving.dash import DASH
from rules.play.moving.digging import ADVANCE_BENEATH, DIG
from rules.play.moving.entering import (
    DEPLOY_OFF_MAP,
    ENTER,
    ENTER_IN_APH,
    GIVE_WEAPON,
    SET_UP_OFF_MAP,
    after_entry,
    after_last_entry,
    after_set_up,
)
from rules.play.moving.exiting import EXIT_IN_APH
from rules.play.moving.fording_lines import CUT_LINE
from rules.play.moving.minimum_move import MINIMUM_MOVE
from rules.play.moving.movement import ERRANDS_AT_REST, MOVE, OVERRUN, ContinueMove
from rules.play.moving.plans import HALT_MOVE
from rules.play.moving.possession import DROP, RECOVER, TRANSFER
from rules.play.moving.searching import ChooseCasualtyDr
from rules.play.moving.swimming import SWIM
from rules.play.moving.waiting import DEPLOY_WAITING, DOUBLE_TIME_WAITING
from rules.play.orders.giving import ASK_AGAIN, ORDER_FIRE, ORDER_IDLE
from rules.play.part import END_PHASE_OFFER, Aims, AslQuestion, Part, Sentence, always
from rules.play.phase_end import END_PHASE
from rules.play.rallying.deploying import ASK_RALLY, DEPLOY, DEPLOY_GUARD, RECOMBINE, SKIP_RALLY
from rules.play.rallying.leaving_blazes import LEAVE_BLAZE
from rules.play.rallying.mopping_up import MOP_UP
from rules.play.rallying.rally import END_RALLY, KEEP_DM, RALLY, MakeLeaderCreation
from rules.play.rallying.rally_all import RALLY_ALL
from rules.play.rallying.repairs import REPAIR
from rules.play.rallying.rout import BREAK_VOLUNTARILY, NEVER_BREAK, ROUT, ContinueRout
from rules.play.reaction import FireWindow
from rules.play.resign import RESIGN
from rules.play.setup.placing import SETUP
from rules.play.wall_advantage import CLAIM, FORFEIT
from rules.position.knowledge import Knowledge

BREAKING = Part(
    (BREAK_VOLUNTARILY, NEVER_BREAK, END_PHASE),
    always("Break units voluntarily, or go on.", "may break units voluntarily."),
    aims=Aims((("break units voluntarily", (BREAK_VOLUNTARILY,)),), "Nobody can break voluntarily"),
)
"""The start of the RtPh, before anybody routs (A10.41)."""


def _rph(position: Knowledge) -> Sentence:
    """A2.51: before anything else of the RPh all who are due are set up off the map."""
    if sets_up(position, position.clock.active):
        return "Set up off the map those who are to enter this turn.", "sets up off the map."
    return "Rally your broken units, repair weapons, Deploy, or go on.", "rallies."


_ATTACKS: tuple[AnyActivity, ...] = (
    FIRE,
    FIRE_TOGETHER,
    SHOOT,
    SHOOT_IN_DESPERATION,
    THROW_MOLOTOV,
    FLAME,
    THROW,
    SET_OFF,
)

_IN_THE_RPH = Aims(
    (
        ("rally your broken units", (RALLY, RALLY_ALL, KEEP_DM)),
        ("repair weapons", (REPAIR,)),
        ("Recover or Transfer weapons", (RECOVER, TRANSFER, GIVE_WEAPON)),
        ("Deploy or Recombine", (DEPLOY, DEPLOY_OFF_MAP, DEPLOY_WAITING, RECOMBINE)),
    ),
    "Nobody is left to rally, nothing to repair",
)
_IN_THE_MPH = (CHARGE, MOVE, OVERRUN, ENTER, DASH, MINIMUM_MOVE, SWIM, PADDLE, BEACH, PUSH_OFF)
_IN_THE_RTPH = Aims(
    (
        ("rout your broken units one at a time", (ROUT,)),
        ("leave what burns", (LEAVE_BLAZE,)),
    ),
    "Nobody is left to rout",
)
_IN_THE_APH = (ADVANCE, ADVANCE_BENEATH, EMBARK_IN_APH, ENTER_IN_APH, EXIT_IN_APH)


def _attacks(words: str, spent: str) -> Aims:
    return Aims(((words, _ATTACKS),), spent)


_AFTER_CHARGES: tuple[AnyActivity, ...] = (
    MOVE,
    OVERRUN,
    ENTER,
    DOUBLE_TIME_WAITING,
    DASH,
    MINIMUM_MOVE,
    *ERRANDS_AT_REST,
    SWIM,
    PADDLE,
    BEACH,
    PUSH_OFF,
    GIVE_UP_CONCEALMENT,
    SHOW_HIDDEN,
    SHOW_FORTIFICATION,
    DEPLOY_GUARD,
    after_entry(END_PHASE),
)
_AFTER_SET_UP: tuple[AnyActivity, ...] = (
    RALLY,
    RALLY_ALL,
    KEEP_DM,
    REPAIR,
    RECOVER,
    RECOMBINE,
    DEPLOY,
    TRANSFER,
    HAND_OVER,
    ABANDON,
    CLAIM,
    FORFEIT,
    GIVE_UP_CONCEALMENT,
    SHOW_HIDDEN,
    SHOW_FORTIFICATION,
    END_RALLY,
    SKIP_RALLY,
)

PHASES: Mapping[Phase, Part] = {
    Phase.RPH: Part(
        (
            SET_UP_OFF_MAP,
            GIVE_WEAPON,
            DEPLOY_OFF_MAP,
            after_set_up(DEPLOY_WAITING),
            *(after_set_up(one) for one in _AFTER_SET_UP),
        ),
        _rph,
        aims=_IN_THE_RPH,
    ),
    Phase.PFPH: Part(
        (
            FIRE,
            FIRE_TOGETHER,
            SHOOT,
            SHOOT_IN_DESPERATION,
            THROW_MOLOTOV,
            OPPORTUNITY_FIRE,
            FLAME,
            THROW,
            SET_OFF,
            DIG,
            KINDLE,
            MOP_UP,
            DISMANTLE,
            DISABLE,
            DEPLOY_GUARD,
            MASSACRE,
            CUT_LINE,
            GIVE_UP_CONCEALMENT,
            SHOW_HIDDEN,
            SHOW_FORTIFICATION,
            END_PHASE,
        ),
        always("Prep Fire with units that will not move, or go on.", "Prep Fires."),
        aims=_attacks("Prep Fire with units that will not move", "Nobody can Prep Fire"),
    ),
    Phase.MPH: Part(
        (CHARGE, *(after_charges(one) for one in _AFTER_CHARGES)),
        always("Move a unit or stack, or end your MPh.", "moves."),
        aims=Aims((("move a unit or stack", _IN_THE_MPH),), "Nobody can move any more"),
    ),
    Phase.DFPH: Part(
        (
            FIRE,
            FIRE_TOGETHER,
            SHOOT,
            SHOOT_IN_DESPERATION,
            THROW_MOLOTOV,
            FLAME,
            THROW,
            SET_OFF,
            CLEAR,
            DISMANTLE,
            DISABLE,
            DEPLOY_GUARD,
            MASSACRE,
            CUT_LINE,
            GIVE_UP_CONCEALMENT,
            SHOW_HIDDEN,
            SHOW_FORTIFICATION,
            END_PHASE,
        ),
        always("Final Fire at any enemy, or go on.", "makes Final Fire."),
        aims=_attacks("Final Fire at any enemy", "Nobody can make Final Fire"),
    ),
    Phase.AFPH: Part(
        (
            FIRE,
            FIRE_TOGETHER,
            SHOOT,
            SHOOT_IN_DESPERATION,
            THROW_MOLOTOV,
            FLAME,
            THROW,
            SET_OFF,
            DEPLOY_GUARD,
            MASSACRE,
            CUT_LINE,
            GIVE_UP_CONCEALMENT,
            SHOW_HIDDEN,
            SHOW_FORTIFICATION,
            END_PHASE,
        ),
        always("Advancing Fire with units that have not Prep Fired, or go on.", "Advance Fires."),
        aims=_attacks(
            "Advancing Fire with units that have not Prep Fired", "Nobody can make Advancing Fire"
        ),
    ),
    Phase.RTPH: Part(
        (
            ROUT,
            LEAVE_BLAZE,
            DEPLOY_GUARD,
            GIVE_UP_CONCEALMENT,
            SHOW_HIDDEN,
            SHOW_FORTIFICATION,
            END_PHASE,
        ),
        always("Rout your broken units one at a time, or go on.", "routs."),
        aims=_IN_THE_RTPH,
    ),
    Phase.APH: Part(
        (
            ADVANCE,
            ADVANCE_BENEATH,
            EMBARK_IN_APH,
            PUSH_OFF,
            CLAIM_CREST,
            GO_IN,
            DEPLOY_GUARD,
            ENTER_IN_APH,
            EXIT_IN_APH,
            TRANSFER,
            HAND_OVER,
            ABANDON,
            DROP,
            CLAIM,
            FORFEIT,
            GIVE_UP_CONCEALMENT,
            SHOW_HIDDEN,
            SHOW_FORTIFICATION,
            after_last_entry(END_PHASE),
        ),
        always("Advance your Infantry one hex, or go on.", "advances."),
        aims=Aims((("advance your Infantry one hex", _IN_THE_APH),), "Nobody can advance"),
    ),
    Phase.CCPH: Part((CLOSE_COMBAT, END_CLOSE_COMBAT), cc_sentence),
}

MATTERS: Mapping[Phase, tuple[AnyActivity, ...]] = {
    Phase.RPH: (SET_UP_OFF_MAP, GIVE_WEAPON, RALLY, REPAIR, RECOVER),
    Phase.PFPH: _ATTACKS,
    Phase.DFPH: (*_ATTACKS, CLEAR),
    Phase.AFPH: _ATTACKS,
    Phase.RTPH: (ROUT, LEAVE_BLAZE),
    Phase.CCPH: (CLOSE_COMBAT,),
}
"""What a side may do in a phase that it would want to be asked about, whatever it has ordered."""

ANY_TIME: tuple[AnyInterjection, ...] = (
    HALT_MOVE,
    ASK_RALLY,
    ASK_AGAIN,
    ORDER_FIRE,
    ORDER_IDLE,
    LAY_CHAIN,
    SHOW_CHAIN,
    RESIGN,
    *DRAWS,
)
"""What a side may do whoever is asked, in the order in which it is offered."""

QUESTIONS: tuple[type[AslQuestion[Any]], ...] = (
    FireWindow,
    KeepRof,
    ContinueMove,
    ContinueCharge,
    ContinueRout,
    MakeLeaderCreation,
    MakeDecision,
    StackSmc,
    DeclareAttack,
    LeaveCombat,
    ChooseCasualtyDr,
)
"""The questions inside actions."""


def part_of(clock: Clock) -> Part:
    """Which part of the sequence of play it is now, setup apart."""
    return BREAKING if clock.breaking else PHASES[clock.phase]


def nothing_left(position: Knowledge, side: Side) -> bool:
    """Whether a side may end its part of the phase, and can do nothing that matters there."""
    offered = part_of(position.clock).offers(position, side)
    ends = any(one.verb == END_PHASE_OFFER.verb for one in offered)
    matters = MATTERS.get(position.clock.phase, ())
    return ends and not any(True for one in matters for _ in one.offers(position, side))


def _commands() -> Iterator[type[AslCommand]]:
    yield from (activity.command for activity in SETUP)
    for part in (*PHASES.values(), BREAKING):
        yield from (activity.command for activity in part.activities)
    for question in QUESTIONS:
        yield from question.answers
    yield from (one.command for one in ANY_TIME)


COMMANDS: tuple[type[AslCommand], ...] = tuple(dict.fromkeys(_commands()))
"""Every command, once."""
