"""What lies where at the start, and the seals over it."""

from collections.abc import Iterable

from rules.kernel.audience import Audience, Side
from rules.kernel.seal import Leaf, Sealer
from rules.kernel.secret import Secret
from rules.kernel.table import Table
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.proof.toy.entities import (
    NEAR,
    Clock,
    Cover,
    Mines,
    Orders,
    Piece,
    PieceType,
    Seal,
)

SQUAD, LEADER, GUN, DUMMY = PieceType
LABELS = tuple(f"{at} {what}" for what in ("presence", "strength") for at in NEAR)


def lay_out(table: Table) -> None:
    """Everything that the game starts with."""
    table.world.add(Clock(id="1", turn=1, phasing=Side.A, over=False, winner=None))
    for side in Side:
        no = Secret(False, side)
        table.world.add(Orders(id=side.value, side=side, passing=no, listened=no, sneaked=no))
    add_stack(table, Side.A, "A1", (SQUAD, LEADER, DUMMY))
    add_stack(table, Side.A, "A2", (SQUAD, GUN))
    add_piece(table, Side.A, "B1", SQUAD, None)
    add_stack(table, Side.B, "C1", (SQUAD, DUMMY))
    add_stack(table, Side.B, "C2", (LEADER,))
    add_piece(table, Side.B, "B2", SQUAD, None)
    add_piece(table, Side.B, "C1", GUN, None)
    for side, at, strength in ((Side.B, "B1", 8), (Side.B, "B2", 6), (Side.A, "C2", 7)):
        add_mines(table, side, at, strength)
    for side in Side:
        root = table.sealer.root(leaves(table.world, side, table.sealer))
        table.world.add(Seal(id=side.value, side=side, root=root, opened=()))


def add_piece(table: Table, side: Side, at: str, type_: PieceType, cover: str | None) -> None:
    """A piece under a cover, or hidden."""
    table.world.add(
        Piece(
            id=table.new_id(side.audience, "p"),
            side=side,
            type=Secret(type_, side),
            at=Secret(at, side),
            under=Secret(cover, side),
            broken=Secret(False, side),
            done=Secret(False, side),
        )
    )


def add_cover(table: Table, side: Side, at: str) -> Cover:
    """A new "?", with an id that nobody has seen before."""
    return table.world.add(Cover(id=table.new_id(Audience.PUBLIC, "c"), side=side, at=at))


def add_stack(table: Table, side: Side, at: str, types: Iterable[PieceType]) -> None:
    """Pieces under a cover of their own."""
    cover = add_cover(table, side, at)
    for type_ in types:
        add_piece(table, side, at, type_, cover.id)


def add_mines(table: Table, side: Side, at: str, strength: int) -> None:
    """Mines that nobody but their owner knows."""
    id_ = table.new_id(side.audience, "m")
    where, power = Secret(at, side), Secret(strength, side)
    table.world.add(Mines(id=id_, side=side, at=where, strength=power))


def leaves(world: World, side: Side, sealer: Sealer) -> list[Leaf]:
    """T4: a side's sealed facts. Two a hex, whatever is there, in an order that tells nothing."""
    laid = {unseal(m.at): unseal(m.strength) for m in world.all(Mines) if m.side is side}
    facts = [(f"{at} presence", "yes" if at in laid else "no") for at in NEAR]
    facts += [(f"{at} strength", str(laid.get(at, 0))) for at in NEAR]
    sealed = [Leaf(label, value, sealer.salt(f"{side.value} {label}")) for label, value in facts]
    return sorted(sealed, key=lambda leaf: (leaf.salt, leaf.label))


def open_leaf(table: Table, side: Side, label: str) -> None:
    """Publish a leaf whose fact has just been told."""
    sealed = leaves(table.world, side, table.sealer)
    seal = table.world.get(Seal, side.value)
    index = next(i for i, leaf in enumerate(sealed) if leaf.label == label)
    opening = table.sealer.opening(sealed, index)
    table.world.change(seal, opened=(*seal.opened, opening))
