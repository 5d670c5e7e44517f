"""Who sees what of the test world."""

from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.entity import Entity
from rules.kernel.view import Face
from rules.proof.toy.entities import (
    TURNS,
    Clock,
    Cover,
    Minefield,
    Mines,
    Note,
    Orders,
    Piece,
    Seal,
    is_open,
)


class ClockFace(Face, frozen=True, kw_only=True, tag="clock"):
    stage: str
    turn: int
    turns: int
    phasing: Side
    winner: Side | None


class CoverFace(Face, frozen=True, kw_only=True, tag="cover"):
    side: Side
    at: str


class PieceFace(Face, frozen=True, kw_only=True, tag="piece"):
    side: Side
    type: str
    at: str
    under: str | None
    state: str
    broken: bool
    done: bool


class MineRecordFace(Face, frozen=True, kw_only=True, tag="mine_record"):
    side: Side
    at: str
    strength: int
    known: str


class MinefieldFace(Face, frozen=True, kw_only=True, tag="minefield"):
    side: Side
    at: str
    strength: int | None


class OrdersFace(Face, frozen=True, kw_only=True, tag="orders"):
    side: Side
    passing: bool


class NoteFace(Face, frozen=True, kw_only=True, tag="note"):
    side: Side
    at: str
    heard: bool | None


class SealFace(Face, frozen=True, kw_only=True, tag="seal"):
    side: Side
    root: str
    opened: tuple[dict[str, str], ...]


def face(entity: Entity, audience: Audience) -> Face | None:  # noqa: PLR0911 - one for each kind
    """What an audience sees of an entity, or None if nothing."""
    match entity:
        case Clock():
            return _clock(entity)
        case Cover():
            return CoverFace(id=entity.id, side=entity.side, at=entity.at)
        case Minefield():
            return MinefieldFace(
                id=entity.id, side=entity.side, at=entity.at, strength=entity.strength
            )
        case Seal():
            return _seal(entity)
        case Piece():
            return _piece(entity, audience)
        case Mines():
            return _mines(entity) if side_of(audience) is entity.side else None
        case Note():
            return _note(entity) if side_of(audience) is entity.side else None
        case Orders():
            return _orders(entity) if side_of(audience) is entity.side else None
        case _:
            raise TypeError(f"no face for {type(entity).__name__}")


def _clock(clock: Clock) -> ClockFace:
    return ClockFace(
        id=clock.id,
        stage="over" if clock.over else "play",
        turn=clock.turn,
        turns=TURNS,
        phasing=clock.phasing,
        winner=clock.winner,
    )


def _seal(seal: Seal) -> SealFace:
    opened = tuple(
        {"leaf": one.leaf.label, "value": one.leaf.value, "proof": " ".join(one.path)}
        for one in seal.opened
    )
    return SealFace(id=seal.id, side=seal.side, root=seal.root, opened=opened)


def _piece(piece: Piece, audience: Audience) -> PieceFace | None:
    reader = side_of(audience)
    if not is_open(piece.type) and reader is not piece.side:
        return None
    type_, at = piece.type.for_(piece.side), piece.at.for_(piece.side)
    if type_ is None or at is None:
        return None
    under = piece.under.for_(reader)
    shown = "open" if is_open(piece.type) else "covered" if under else "hidden"
    return PieceFace(
        id=piece.id,
        side=piece.side,
        type=type_,
        at=at,
        under=under,
        state=shown,
        broken=piece.broken.for_(piece.side) is True,
        done=piece.done.for_(piece.side) is True,
    )


def _mines(mines: Mines) -> MineRecordFace | None:
    at, strength = mines.at.for_(mines.side), mines.strength.for_(mines.side)
    if at is None or strength is None:
        return None
    known = "presence" if is_open(mines.at) else "secret"
    known = "strength" if is_open(mines.strength) else known
    return MineRecordFace(id=mines.id, side=mines.side, at=at, strength=strength, known=known)


def _note(note: Note) -> NoteFace | None:
    at = note.at.for_(note.side)
    heard = note.heard.for_(note.side)
    return None if at is None else NoteFace(id=note.id, side=note.side, at=at, heard=heard)


def _orders(orders: Orders) -> OrdersFace:
    return OrdersFace(
        id=orders.id, side=orders.side, passing=orders.passing.for_(orders.side) is True
    )
