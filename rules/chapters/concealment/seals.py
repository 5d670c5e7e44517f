"""Sealing a side's secret records at the end of setup, and opening single leaves at each reveal.

The number of leaves is fixed by the scenario: two for every hex where the side may lay mines,
mined or not.
"""

from rules.forces.entities import Envelope, Seal
from rules.kernel.audience import Side
from rules.kernel.seal import Leaf
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.position.asl_table import AslTable


class BrokenSeal(RuntimeError):
    """A leaf that does not lead to the published root: the record was tampered with."""


def seal_records(table: AslTable, side: Side, records: dict[str, str]) -> None:
    """Commit to what each label says; the leaves are ordered by their salts, which nobody can
    guess.
    """
    sealer = table.kernel.sealer
    leaves = [
        Leaf(label, value, sealer.salt(f"{side}:{label}"))
        for label, value in sorted(records.items())
    ]
    leaves.sort(key=lambda leaf: leaf.salt)
    table.world.add(Envelope(id=side.value, owner=side, leaves=Secret(tuple(leaves), side)))
    table.world.add(Seal(id=side.value, side=side, root=sealer.root(leaves)))


def sealed_leaves(world: World, side: Side) -> tuple[Leaf, ...]:
    """Every leaf under a side's seal, none if it sealed nothing: for the end of the game."""
    envelope = world.find(Envelope, side.value)
    return unseal(envelope.leaves) if envelope is not None else ()


def open_leaf(table: AslTable, side: Side, label: str) -> None:
    """Publish one leaf and its proof, checked against the root. Nothing to open if nothing of that
    was sealed.

    Raises BrokenSeal if the proof does not hold.
    """
    envelope = table.world.find(Envelope, side.value)
    if envelope is None:
        return
    leaves = unseal(envelope.leaves)
    index = next((i for i, leaf in enumerate(leaves) if leaf.label == label), None)
    if index is None:
        return
    opening = table.kernel.sealer.opening(leaves, index)
    seal = table.world.get(Seal, side.value)
    if not table.kernel.sealer.is_valid(opening, seal.root):
        raise BrokenSeal(f"{label} of side {side} does not fit its seal")
    table.world.change(seal, opened=(*seal.opened, opening))
