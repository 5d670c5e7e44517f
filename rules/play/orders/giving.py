"""Giving standing orders and taking them back, at any time and unheard (`orders`, `obeying`)."""

from collections.abc import Iterable, Iterator

from rules.board.locations import LocationId
from rules.forces.entities import FireOrder, StandingOrder
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.command import Command
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer
from rules.kernel.view import Offer
from rules.play.activity import AslCommand, Interjection
from rules.play.checks import place
from rules.play.orders.standing import (
    order_breaks,
    order_fire,
    order_idle,
    order_of,
    order_pass_phase,
    order_pass_unit,
)
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.tables.ift import IFT_COLUMNS

CHANCES = tuple(range(10, 100, 10))
"""The chances of harm, in per cent, that an order may name."""

DISTANCES = tuple(range(1, 13))
"""The distances, in hexes, that an order may name."""

IDLE_PHASES = {
    Phase.RPH: "RPh: nobody to rally, nothing to repair or recover",
    Phase.PFPH: "PFPh: no attack to make",
    Phase.DFPH: "DFPh: no attack to make",
    Phase.AFPH: "AFPh: no attack to make",
    Phase.RTPH: "RtPh: nobody who could rout",
    Phase.CCPH: "CCPh: no Close Combat left",
}
"""The phases that may end by themselves, and when."""


class OrderFire(AslCommand, frozen=True, kw_only=True, tag="order_fire"):
    """Be asked about First Fire only when one of these holds (A8.1), until it is taken back."""

    timeless = True
    words = (
        "order fire [with {fp} FP] [with {chance} percent] [within {near}] [guarding {guards}]"
        " [watching {watches}]"
    )
    fp: int = 0
    chance: int = 0
    near: int = 0
    guards: LocationId | None = None
    watches: LocationId | None = None

    def heard(self) -> Command | None:
        return None


class OrderIdle(AslCommand, frozen=True, kw_only=True, tag="order_idle"):
    """Have one's part of a phase ended whenever nothing is left to do in it."""

    timeless = True
    words = "order idle {phase}"
    phase: Phase

    def heard(self) -> Command | None:
        return None


class AskAgain(AslCommand, frozen=True, kw_only=True, tag="ask_again"):
    """Take back a standing order."""

    timeless = True
    words = "ask again about {what}"
    what: str

    def heard(self) -> Command | None:
        return None


def _places(position: Knowledge, side: Side) -> tuple[LocationId, ...]:
    """Where a side has units: what it may want guarded or watched."""
    return tuple(sorted({unit.at for unit in position.personnel(side)}))


def _fire_offers(position: Knowledge, side: Side) -> Iterator[Offer]:
    if order_of(position, side) is None:
        return
    places = tuple(Filler(value=at, label=place(position, at)) for at in _places(position, side))
    yield SlotsOffer(
        verb="order_fire",
        label="Ask me about First Fire only …",
        hint="One of these is enough; with none you are never asked.",
        rule="A8.1",
        stands="orders",
        slots=(
            *_CONDITIONS,
            Slot(
                name="guards",
                kind="place",
                label="when they come to, or next to",
                of=places,
                empty="–",
            ),
            Slot(
                name="watches",
                kind="place",
                label="when they come into LOS of",
                of=places,
                empty="–",
            ),
        ),
    )


def _numbers(name: str, label: str, values: Iterable[int], unit: str) -> Slot:
    of = tuple(Filler(value=value, label=f"{value} {unit}") for value in values)
    return Slot(name=name, kind="number", label=label, of=of, empty="–")


_CONDITIONS = (
    _numbers("fp", "when I could attack with at least", IFT_COLUMNS, "FP"),
    _numbers("chance", "when the chance of harm is at least", CHANCES, "%"),
    _numbers("near", "when they come this near to a unit of mine:", DISTANCES, "hexes"),
)


def _refuse_fire(position: Knowledge, side: Side, command: OrderFire) -> None:
    if order_of(position, side) is None:
        raise Refused("A8.1", "Orders are given once play has begun.")
    for value, allowed, what in (
        (command.fp, IFT_COLUMNS, "FP"),
        (command.chance, CHANCES, "per cent"),
        (command.near, DISTANCES, "hexes"),
    ):
        if value and value not in allowed:
            raise Refused("A8.1", f"{value} {what} is none of {', '.join(map(str, allowed))}.")
    places = _places(position, side)
    for at in (command.guards, command.watches):
        if at is not None and at not in places:
            raise Refused("A8.1", f"No unit of yours is in {place(position, at)}.")


def _order_fire(table: AslTable, side: Side, command: OrderFire) -> None:
    order_fire(
        table,
        side,
        FireOrder(
            fp=command.fp,
            chance=command.chance,
            near=command.near,
            guards=command.guards,
            watches=command.watches,
        ),
    )


def _idle(position: Knowledge, side: Side) -> tuple[Phase, ...]:
    order = order_of(position, side)
    return () if order is None else order.idle.for_(side) or ()


def _idle_offers(position: Knowledge, side: Side) -> Iterator[Offer]:
    said = _idle(position, side)
    of = tuple(
        Filler(value=p.value, label=words) for p, words in IDLE_PHASES.items() if p not in said
    )
    if of and order_of(position, side) is not None:
        yield SlotsOffer(
            verb="order_idle",
            label="End for me, when nothing is left",
            rule="A3",
            stands="orders",
            slots=(Slot(name="phase", kind="option", label="the", of=of),),
        )


def _refuse_idle(position: Knowledge, side: Side, command: OrderIdle) -> None:
    if order_of(position, side) is None:
        raise Refused("A3", "Orders are given once play has begun.")
    if command.phase not in IDLE_PHASES:
        raise Refused("A3", f"The {command.phase.value} never ends by itself.")
    if command.phase in _idle(position, side):
        raise Refused("A3", f"The {command.phase.value} ends by itself already.")


def _order_idle(table: AslTable, side: Side, command: OrderIdle) -> None:
    order_idle(table, side, (*_idle(table.known(side), side), command.phase))


def standing(position: Knowledge, side: Side) -> dict[str, str]:
    """What stands of a side's orders, each in words, by the name under which it is taken back."""
    order = order_of(position, side)
    return {} if order is None else dict(_standing(position, side, order))


def _standing(position: Knowledge, side: Side, order: StandingOrder) -> Iterator[tuple[str, str]]:
    fire = order.fire.for_(side)
    if order.units.for_(side):
        yield "units", "First Fire at the stack now moving: pass"
    if order.phase.for_(side):
        yield "phase", "First Fire in this MPh: pass"
    if fire is not None:
        yield "fire", f"First Fire: {_fire_words(position, fire)}"
    if order.breaks.for_(side):
        yield "breaks", "Voluntary Break: never"
    for phase in order.idle.for_(side) or ():
        yield phase.value, f"End the {IDLE_PHASES[phase]}"


def _fire_words(position: Knowledge, fire: FireOrder) -> str:
    said = [
        f"with {fire.fp} FP or more" if fire.fp else "",
        f"with a chance of harm of {fire.chance}% or more" if fire.chance else "",
        f"within {fire.near} of my units" if fire.near else "",
        f"at or next to {place(position, fire.guards)}" if fire.guards else "",
        f"in LOS of {place(position, fire.watches)}" if fire.watches else "",
    ]
    words = ", or ".join(filter(None, said))
    return f"ask me only {words}" if words else "pass, always"


def _ask_offers(position: Knowledge, side: Side) -> Iterator[Offer]:
    of = tuple(Filler(value=k, label=words) for k, words in standing(position, side).items())
    if of:
        slot = Slot(name="what", kind="option", of=of)
        yield SlotsOffer(
            verb="ask_again",
            label="Ordered; ask me again about",
            rule="A8.1",
            stands="orders",
            slots=(slot,),
        )


def _refuse_to_ask(position: Knowledge, side: Side, command: AskAgain) -> None:
    if command.what not in standing(position, side):
        raise Refused("A8.1", "No standing order of yours has that name.")


def _ask_again(table: AslTable, side: Side, command: AskAgain) -> None:
    match command.what:
        case "units":
            order_pass_unit(table, side, ())
        case "phase":
            order_pass_phase(table, side, passes=False)
        case "fire":
            order_fire(table, side, None)
        case "breaks":
            order_breaks(table, side, never=False)
        case phase:
            said = _idle(table.known(side), side)
            order_idle(table, side, tuple(one for one in said if one.value != phase))


ORDER_FIRE = Interjection(OrderFire, _fire_offers, _refuse_fire, _order_fire)
ORDER_IDLE = Interjection(OrderIdle, _idle_offers, _refuse_idle, _order_idle)
ASK_AGAIN = Interjection(AskAgain, _ask_offers, _refuse_to_ask, _ask_again)
