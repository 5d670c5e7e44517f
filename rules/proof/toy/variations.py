"""How worlds of the test world may differ without X's noticing; written from its rules.

A piece that is hidden or covered shows neither what it is nor that it is there; a cover shows
that there is at least one piece. Mines show nothing until they are told.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.command import Command
from rules.kernel.entity import Entity
from rules.kernel.fact import Fact
from rules.kernel.game import Game
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.proof.players import SupportsRandom, one_in
from rules.proof.seals import weak_openings
from rules.proof.toy.commands import EndTurn, Fire, Listen, Move, MoveOn
from rules.proof.toy.entities import (
    NEAR,
    Cover,
    Mines,
    Note,
    Orders,
    Piece,
    PieceType,
    Seal,
    clock,
    hidden,
    is_open,
    members,
    visible_at,
)
from rules.proof.toy.procedures import tell_presence
from rules.proof.toy.questions import (
    FACTS,
    CheckResult,
    CoverRemoved,
    MineResult,
    MinesPresent,
    MineStrength,
    Noise,
    Outcome,
    PieceRevealed,
    StackCount,
)
from rules.proof.toy.setup import add_mines
from rules.proof.twins import Maker, Variation, Variations

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
    strengths = [strength for strength in range(2, 13) if strength != unseal(mines.strength)]
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
    return _exchange(world, _unseen(world, _side(x, rng)), rng)


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


def vary_records(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """Which record is which: the ids of mines and notes change hands, and nothing else."""
    side = _side(x, rng)
    mines = [record for record in world.all(Mines) if record.side is side]
    notes = [note for note in world.all(Note) if note.side is side]
    return _exchange(world, mines, rng) | _exchange(world, notes, rng)


def _exchange(world: World, entities: Sequence[Entity], rng: SupportsRandom) -> bool:
    """Let the ids of entities of a kind change hands."""
    ids = [entity.id for entity in entities]
    rng.shuffle(ids)
    for entity in entities:
        world.drop(entity)
    for entity, id_ in zip(entities, ids, strict=True):
        world.add(msgspec.structs.replace(entity, id=id_))
    return len(entities) > 1


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """A game at its beginning with other pieces in it and more of them together, and with mines of
    both sides in half of the hexes, of any strength, some of them known already.
    """
    game = maker.new(b"start")
    world, table = game.world, game._table()
    for piece in [*world.all(Piece), *world.all(Piece)]:
        if one_in(rng, 4):
            _join(world, piece, rng)
    for piece in world.all(Piece):
        if one_in(rng, 3):
            fresh = rng.choice([PieceType.SQUAD, PieceType.LEADER, PieceType.GUN])
            world.change(piece, type=piece.type.with_value(fresh))
    for mines in world.all(Mines):
        world.drop(mines)
    for side in Side:
        for at in rng.sample(tuple(NEAR), k=3):
            add_mines(table, side, at, 2 + rng.randrange(11))
    for mines in world.all(Mines):
        if one_in(rng, 4):
            tell_presence(table, mines)
    now = clock(world)
    world.change(now, phasing=rng.choice(tuple(Side)), turn=1 + rng.randrange(3))
    world.take_changes()
    return game


def _join(world: World, piece: Piece, rng: SupportsRandom) -> None:
    """Let another piece lie where one is, under the same cover, or hidden as it is."""
    world.add(_piece(world, piece.side, unseal(piece.at), unseal(piece.under), rng))


def is_due(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """T4 to T8: mines are told to whoever enters them, strengths after a hit, the rest when pieces
    have fired, are found or have been hit, and who won at the end.
    """
    entered = {one.to for one in sent if isinstance(one, Move)}
    entered |= {one.option for one in sent if isinstance(one, MoveOn)}
    match fact:
        case MinesPresent() | MineResult() | MineStrength():
            return fact.at in entered
        case Noise():
            return any(isinstance(one, Listen) and one.option == fact.at for one in sent)
        case Outcome():
            return any(isinstance(one, EndTurn) for one in sent)
        case PieceRevealed() | CoverRemoved() | StackCount() | CheckResult():
            return any(isinstance(one, Move | Fire | MoveOn | EndTurn) for one in sent)
        case _:
            return False


def weak_seals(world: World) -> Iterator[str]:
    """T4: a leaf that was opened helps nobody to guess another."""
    for seal in world.all(Seal):
        yield from weak_openings([opening.leaf for opening in seal.opened])


VARIATIONS: Final = Variations(
    kinds=(
        Variation("what a piece is", vary_type),
        Variation(
            "strength of mines",
            vary_strength,
            (MineResult, MineStrength),
        ),
        Variation("hidden pieces", vary_hidden),
        Variation("height of a stack", vary_height),
        Variation("place of a hidden piece", vary_place),
        Variation("minefields", vary_minefields, (MinesPresent,)),
        Variation("who is who", vary_who, only_names=True),
        Variation("which record is which", vary_records, (), only_names=True),
        Variation("who is where", vary_seats),
        Variation("standing orders", vary_orders, ()),
        Variation("who has acted", vary_done, ()),
    ),
    facts=FACTS,
    starts=start,
    due=is_due,
    audit=weak_seals,
)
