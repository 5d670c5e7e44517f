"""How worlds of the test world may differ without X's noticing; written from its rules.

A piece that is hidden or covered shows neither what it is nor that it is there; a cover shows
that there is at least one piece. Mines show nothing until they are told.
"""

from typing import Final

import msgspec

from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.players import SupportsRandom, one_in
from rules.kernel.secret import Secret
from rules.kernel.toy.entities import (
    NEAR,
    Cover,
    Mines,
    Orders,
    Piece,
    PieceType,
    hidden,
    is_open,
    members,
    visible_at,
)
from rules.kernel.toy.questions import FACTS
from rules.kernel.twins import Variation, Variations
from rules.kernel.unseal import unseal
from rules.kernel.world import World

_FRESH = 900  # ids from here on are never issued in so short a game


def _side(x: Audience, rng: SupportsRandom) -> Side:
    """One of the sides whose secrets X does not know."""
    return rng.choice([side for side in Side if side is not side_of(x)])


def _unseen(world: World, side: Side) -> list[Piece]:
    return [piece for piece in world.all(Piece) if piece.side is side and not is_open(piece.type)]


def _untold(world: World, side: Side) -> list[Mines]:
    return [mines for mines in world.all(Mines) if mines.side is side and not is_open(mines.at)]


def _new_id(world: World, side: Side, rng: SupportsRandom) -> str:
    taken = {entity.id for entity in world}
    free = (f"p{side.value}{number}" for number in range(_FRESH + rng.randrange(50), 2 * _FRESH))
    return next(id_ for id_ in free if id_ not in taken)


def _free_hexes(world: World, side: Side) -> list[str]:
    """Where a hidden piece may be: not where the other side is seen."""
    return [at for at in NEAR if not visible_at(world, side.enemy, at)]


def _mineable(world: World, side: Side) -> list[str]:
    laid = {unseal(mines.at) for mines in world.all(Mines) if mines.side is side}
    return [at for at in NEAR if at not in laid]


def _piece(world: World, side: Side, at: str, under: str | None, rng: SupportsRandom) -> Piece:
    type_ = rng.choice(tuple(PieceType))
    if under is None and type_ is PieceType.DUMMY:
        type_ = PieceType.SQUAD
    return Piece(
        id=_new_id(world, side, rng),
        side=side,
        type=Secret(type_, side),
        at=Secret(at, side),
        under=Secret(under, side),
        broken=Secret(False, side),
        done=Secret(one_in(rng, 3), side),
    )


def vary_type(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """What an unseen piece is."""
    unseen = _unseen(world, _side(x, rng))
    if not unseen:
        return False
    piece = rng.choice(unseen)
    real = [PieceType.SQUAD, PieceType.LEADER, PieceType.GUN]
    covered = unseal(piece.under) is not None
    others = [t for t in (PieceType if covered else real) if t is not unseal(piece.type)]
    world.change(piece, type=piece.type.with_value(rng.choice(others)))
    return True


def vary_strength(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """How strong mines are whose strength was not told."""
    side = _side(x, rng)
    dark = [m for m in world.all(Mines) if m.side is side and not is_open(m.strength)]
    if not dark:
        return False
    mines = rng.choice(dark)
    strengths = [strength for strength in (4, 6, 7, 8, 10) if strength != unseal(mines.strength)]
    world.change(mines, strength=mines.strength.with_value(rng.choice(strengths)))
    return True


def vary_hidden(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """How many hidden pieces there are: one more, or one less."""
    side = _side(x, rng)
    there, free = hidden(world, side), _free_hexes(world, side)
    if there and one_in(rng, 2):
        world.drop(rng.choice(there))
        return True
    if free:
        world.add(_piece(world, side, rng.choice(free), None, rng))
    return bool(free)


def vary_height(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """How many pieces lie under a cover: at least one."""
    side = _side(x, rng)
    covers = [cover for cover in world.all(Cover) if cover.side is side]
    if not covers:
        return False
    cover = rng.choice(covers)
    under = members(world, cover.id)
    if len(under) > 1 and one_in(rng, 2):
        world.drop(rng.choice(under))
    else:
        world.add(_piece(world, side, cover.at, cover.id, rng))
    return True


def vary_place(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """Where a hidden piece is."""
    side = _side(x, rng)
    there, free = hidden(world, side), _free_hexes(world, side)
    if not there or not free:
        return False
    piece = rng.choice(there)
    world.change(piece, at=piece.at.with_value(rng.choice(free)))
    return True


def vary_minefields(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """Whether there are mines, and where."""
    side = _side(x, rng)
    there, free = _untold(world, side), _mineable(world, side)
    if there and free and one_in(rng, 2):
        mines = rng.choice(there)
        world.change(mines, at=mines.at.with_value(rng.choice(free)))
    elif there and one_in(rng, 2):
        world.drop(rng.choice(there))
    elif free:
        id_ = f"m{side.value}{_FRESH + len(world.all(Mines))}"
        if world.find(Mines, id_) is not None:
            return False
        power = Secret(4 + rng.randrange(7), side)
        world.add(Mines(id=id_, side=side, at=Secret(rng.choice(free), side), strength=power))
    else:
        return False
    return True


def vary_who(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """Which of the unseen pieces is which: their ids change hands, and nothing else."""
    pieces = _unseen(world, _side(x, rng))
    ids = [piece.id for piece in pieces]
    rng.shuffle(ids)
    for piece in pieces:
        world.drop(piece)
    for piece, id_ in zip(pieces, ids, strict=True):
        world.add(msgspec.structs.replace(piece, id=id_))
    return len(pieces) > 1


def vary_seats(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """Which unseen piece is where: real ones change places, covers and all."""
    pieces = [
        piece
        for piece in _unseen(world, _side(x, rng))
        if unseal(piece.type) is not PieceType.DUMMY
    ]
    seats = [(unseal(piece.at), unseal(piece.under)) for piece in pieces]
    rng.shuffle(seats)
    for piece, (at, under) in zip(pieces, seats, strict=True):
        world.change(piece, at=piece.at.with_value(at), under=piece.under.with_value(under))
    return len(pieces) > 1


def vary_orders(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """What a side told the server to do for it, and what it did in secret."""
    side = _side(x, rng)
    mine = world.get(Orders, side.value)
    flip = mine.passing.with_value(not unseal(mine.passing))
    listened = mine.listened.with_value(one_in(rng, 2))
    world.change(mine, passing=flip, listened=listened)
    return True


def vary_done(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """Which unseen pieces have acted this turn."""
    unseen = _unseen(world, _side(x, rng))
    if not unseen:
        return False
    piece = rng.choice(unseen)
    world.change(piece, done=piece.done.with_value(not unseal(piece.done)))
    return True


VARIATIONS: Final = Variations(
    kinds=(
        Variation("what a piece is", vary_type),
        Variation("strength of mines", vary_strength),
        Variation("hidden pieces", vary_hidden),
        Variation("height of a stack", vary_height),
        Variation("place of a hidden piece", vary_place),
        Variation("minefields", vary_minefields),
        Variation("who is who", vary_who),
        Variation("who is where", vary_seats),
        Variation("standing orders", vary_orders),
        Variation("who has acted", vary_done),
    ),
    facts=FACTS,
)
