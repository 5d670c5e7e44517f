"""What may be tried in the test world: commands, what is offered, and what is refused.

All of it is judged by what a side knows; what it does not know strikes in `rules`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Question
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, SlotsOffer, choice, one_unit
from rules.kernel.unseal import unseal
from rules.kernel.view import ButtonOffer, Offer
from rules.kernel.world import View, World
from rules.proof.toy.entities import (
    FIREPOWER,
    NEAR,
    Cover,
    Piece,
    clock,
    is_open,
    members,
    orders,
    seen_hexes,
)
from rules.proof.toy.questions import GoOn, Window


class Move(Command, frozen=True, kw_only=True, tag="move"):
    """Move pieces from one hex into the next."""

    units: tuple[str, ...]
    to: str


class Fire(Command, frozen=True, kw_only=True, tag="fire"):
    """Fire at what is seen in a hex: in one's turn, or at what has just moved."""

    units: tuple[str, ...]
    at: str


class Pass(Command, frozen=True, kw_only=True, tag="pass"):
    """Do not fire."""


class MoveOn(Command, frozen=True, kw_only=True, tag="move_on"):
    """Go on to another hex."""

    option: str


class EndMove(Command, frozen=True, kw_only=True, tag="end_move"):
    """Stay where one is."""


class Conceal(Command, frozen=True, kw_only=True, tag="conceal"):
    """Put a "?" over a piece that no enemy is near to."""

    unit: str


class EndTurn(Command, frozen=True, kw_only=True, tag="end_turn"):
    """Let the other side play."""


class Sneak(Command, frozen=True, kw_only=True, tag="sneak"):
    """Shift hidden pieces unseen."""

    units: tuple[str, ...]
    to: str


class Listen(Command, frozen=True, kw_only=True, tag="listen"):
    """Roll in secret to hear whether somebody is in a hex."""

    option: str


class StandBy(Command, frozen=True, kw_only=True, tag="stand_by"):
    """Standing order: pass whenever asked to fire."""


class StandDown(Command, frozen=True, kw_only=True, tag="stand_down"):
    """Cancel the standing order."""


Beside = StandBy | StandDown | Sneak | Listen
COMMANDS: tuple[type[Command], ...] = (
    Move,
    Fire,
    Pass,
    MoveOn,
    EndMove,
    Conceal,
    EndTurn,
    Sneak,
    Listen,
    StandBy,
    StandDown,
)


class UnitsToOffer(Offer, frozen=True, kw_only=True, tag="units_to"):
    units: Mapping[str, Mapping[str, str]]
    together: bool = True


class FireOffer(Offer, frozen=True, kw_only=True, tag="fire"):
    units: Mapping[str, Sequence[str]]


# -- what a side knows ----------------------------------------------------------------------------


def mine(known: View, side: Side) -> tuple[Piece, ...]:
    """A side's own pieces."""
    return tuple(piece for piece in known.all(Piece) if piece.side is side)


def place(piece: Piece) -> str:
    """Where one's own piece is."""
    return piece.at.for_(piece.side) or ""


def is_able(piece: Piece) -> bool:
    """Whether a piece may still act this turn."""
    return not piece.broken.for_(piece.side) and not piece.done.for_(piece.side)


def is_hidden(piece: Piece) -> bool:
    """Whether a piece of one's own is neither covered nor in the open."""
    return not is_open(piece.type) and piece.under.for_(piece.side) is None


def can_fire(piece: Piece) -> bool:
    """Whether there is anything to fire with."""
    type_ = piece.type.for_(piece.side)
    return is_able(piece) and type_ is not None and FIREPOWER[type_] > 0


def reaches(at: str, target: str) -> bool:
    """Whether fire reaches: the same hex or the next."""
    return at == target or target in NEAR[at]


def ways(known: View, side: Side, at: str) -> list[str]:
    """Where one may go from a hex: not where an enemy is seen."""
    seen = seen_hexes(known, side.enemy)
    return [to for to in NEAR[at] if to not in seen]


# -- offers ---------------------------------------------------------------------------------------


def offers(known: View, side: Side, question: Question[Any] | None) -> list[Offer]:
    """What a side may try."""
    if clock(known).over:
        return []
    return [*_main_offers(known, side, question), *_beside_offers(known, side, question)]


def _main_offers(known: View, side: Side, question: Question[Any] | None) -> list[Offer]:
    if question is None:
        return _turn_offers(known, side) if clock(known).phasing is side else []
    if question.side is not side:
        return []
    if isinstance(question, Window):
        shots = {
            p.id: [question.at] for p in _firers(known, side) if reaches(place(p), question.at)
        }
        fire = [FireOffer(verb="fire", label="Fire", units=shots)] if shots else []
        return [*fire, ButtonOffer(verb="pass", label="Pass", primary=True)]
    options = tuple(Filler(value=to, label=to) for to in _next_hexes(known, question))
    go_on = [choice("move_on", "Move on", "", options)] if options else []
    return [*go_on, ButtonOffer(verb="end_move", label="End the move", primary=True)]


def _firers(known: View, side: Side) -> list[Piece]:
    return [piece for piece in mine(known, side) if can_fire(piece)]


def _next_hexes(known: View, question: Question[Any]) -> list[str]:
    return ways(known, question.side, question.at) if isinstance(question, GoOn) else []


def _turn_offers(known: View, side: Side) -> list[Offer]:
    found: list[Offer] = []
    for at in NEAR:
        to = dict.fromkeys(ways(known, side, at), "1 MF")
        units = {p.id: to for p in mine(known, side) if _can_move(p) and place(p) == at}
        if to and units:
            found.append(UnitsToOffer(verb="move", label=f"Move from {at}", units=units))
    enemies = sorted(seen_hexes(known, side.enemy))
    shots = {p.id: [at for at in enemies if reaches(place(p), at)] for p in _firers(known, side)}
    shots = {unit: targets for unit, targets in shots.items() if targets}
    if shots:
        found.append(FireOffer(verb="fire", label="Fire", units=shots))
    shy = one_unit(ShownId(p.id) for p in mine(known, side) if _can_conceal(known, p))
    if shy.of:
        found.append(SlotsOffer(verb="conceal", label="Conceal", slots=(shy,)))
    return [*found, ButtonOffer(verb="end_turn", label="End the turn")]


def _can_move(piece: Piece) -> bool:
    return is_able(piece) and not is_hidden(piece)


def _can_conceal(known: View, piece: Piece) -> bool:
    near = seen_hexes(known, piece.side.enemy)
    calm = not any(reaches(place(piece), at) for at in near)
    return calm and is_open(piece.type) and is_able(piece)


def _beside_offers(known: View, side: Side, question: Question[Any] | None) -> list[Offer]:
    mine_ = orders(known, side)
    if mine_.passing.for_(side):
        found: list[Offer] = [ButtonOffer(verb="stand_down", label="Ask me again")]
    else:
        found = [ButtonOffer(verb="stand_by", label="Pass for me")]
    if question is not None:
        return found
    if not mine_.listened.for_(side):
        options = tuple(Filler(value=at, label=at) for at in NEAR)
        found.append(choice("listen", "Listen", "", options))
    if not mine_.sneaked.for_(side):
        found += _sneak_offers(known, side)
    return found


def _sneak_offers(known: View, side: Side) -> list[Offer]:
    found: list[Offer] = []
    for at in NEAR:
        to = dict.fromkeys(ways(known, side, at), "unseen")
        units = {p.id: to for p in mine(known, side) if is_hidden(p) and place(p) == at}
        if to and units:
            found.append(UnitsToOffer(verb="sneak", label=f"Sneak from {at}", units=units))
    return found


# -- refusals -------------------------------------------------------------------------------------


def refuse(known: View, side: Side, question: Question[Any] | None, command: Command) -> None:
    """Raise Refused if that side, knowing that, may not do this now."""
    if clock(known).over:
        raise Refused("T8", "The game is over.", code="closed")
    if isinstance(command, StandBy | StandDown):
        return
    _refuse_out_of_turn(known, side, question, command)
    match command:
        case Move():
            _refuse_way(known, side, _chosen(known, side, command.units, _can_move), command.to)
        case Fire():
            _refuse_fire(known, side, question, command)
        case MoveOn():
            if question is None or command.option not in _next_hexes(known, question):
                raise Refused("T3", "They cannot go there.")
        case Conceal():
            (piece,) = _chosen(known, side, (command.unit,), is_able)
            if not _can_conceal(known, piece):
                raise Refused("T5", "It cannot be concealed here.")
        case _:
            _refuse_unseen(known, side, command)


def _refuse_unseen(known: View, side: Side, command: Command) -> None:
    match command:
        case Sneak():
            pieces = _chosen(known, side, command.units, is_hidden)
            _refuse_way(known, side, pieces, command.to)
            if orders(known, side).sneaked.for_(side):
                raise Refused("T7", "You have sneaked this turn.")
        case Listen():
            if command.option not in NEAR or orders(known, side).listened.for_(side):
                raise Refused("T7", "You cannot listen there now.")
        case _:
            pass


def _refuse_out_of_turn(
    known: View, side: Side, question: Question[Any] | None, command: Command
) -> None:
    if question is not None and question.side is not side:
        raise Refused("T2", "It is not your decision.")
    allowed: tuple[type[Command], ...]
    match question:
        case Window():
            allowed = (Fire, Pass)
        case GoOn():
            allowed = (MoveOn, EndMove)
        case _ if clock(known).phasing is side:
            allowed = (Move, Fire, Conceal, EndTurn, Sneak, Listen)
        case _:
            allowed = (Sneak, Listen)
    if not isinstance(command, allowed):
        raise Refused("T2", "That cannot be done now.")


def _chosen(known: View, side: Side, ids: Sequence[str], is_fit: Any) -> list[Piece]:
    """The pieces named. Raises Refused if one is not there, not one's own or not fit for it."""
    pieces = {piece.id: piece for piece in mine(known, side) if is_fit(piece)}
    if not ids or len(set(ids)) != len(ids) or not set(ids) <= set(pieces):
        raise Refused("T1", "Those pieces cannot do that.")
    return [pieces[id_] for id_ in ids]


def _refuse_way(known: View, side: Side, pieces: Iterable[Piece], to: str) -> None:
    places = {place(piece) for piece in pieces}
    if len(places) > 1:
        raise Refused("T3", "They must start together.")
    if to not in ways(known, side, places.pop()):
        raise Refused("T3", "They cannot go there.")


def _refuse_fire(known: View, side: Side, question: Question[Any] | None, command: Fire) -> None:
    pieces = _chosen(known, side, command.units, can_fire)
    targets = {question.at} if isinstance(question, Window) else seen_hexes(known, side.enemy)
    if command.at not in targets or not all(reaches(place(p), command.at) for p in pieces):
        raise Refused("T6", "They cannot fire there.")


# -- how a command looks --------------------------------------------------------------------------


def command_face(  # noqa: PLR0911 - one for each kind of command
    world: World, side: Side, command: Command, audience: Audience
) -> str | None:
    """How an audience would describe a command, or None if it hears nothing of it."""
    if audience is side.audience:
        return repr(command)
    match command:
        case StandBy() | StandDown() | Sneak() | Listen():
            return None
        case Move():
            return f"move {_group_face(world, command.units)} to {command.to}"
        case Fire():
            return f"fire {_group_face(world, command.units)} at {command.at}"
        case MoveOn():
            return f"move on to {command.option}"
        case Conceal():
            return f"conceal {command.unit}"
        case _:
            return command.verb


def _group_face(world: World, ids: Sequence[str]) -> str:
    """Which covers, whole or in part, which open pieces, and from where unseen ones show up."""
    chosen = set(ids)
    pieces = [world.get(Piece, id_) for id_ in ids]
    parts = [piece.id for piece in pieces if is_open(piece.type)]
    parts += [f"unseen in {unseal(piece.at)}" for piece in pieces if is_hidden(piece)]
    for cover in world.all(Cover):
        under = {piece.id for piece in members(world, cover.id)}
        if under & chosen:
            parts.append(f"{cover.id} {'whole' if under <= chosen else 'part'}")
    return ", ".join(sorted(parts))
