"""What a seal says of the counters of an OB (A12.12, A12.3): where each is set up, and how."""

from collections.abc import Iterator

from rules.forces.entities import Placement
from rules.forces.halves import half_ids
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.position.asl_table import AslTable
from rules.position.position import HIDDEN, is_dummy
from rules.scenarios.types import SideCard

_DUMMIES = "Dummies"


def counter_labels(card: SideCard) -> tuple[str, ...]:
    """One for each counter of an OB that may conceal or hide any, and one for its Dummies; none of
    other OB, whose counters everybody sees.
    """
    if not card.may_conceal:
        return ()
    return (*(_label(piece.id) for piece in card.set_up), _DUMMIES)


def counter_leaves(table: AslTable, card: SideCard) -> Iterator[tuple[str, str]]:
    """What these say as the setup is sealed; of a squad that has Deployed, what its HS do."""
    if not card.may_conceal:
        return
    truth, side = table.truth, card.side
    units: dict[str, Unit] = {unit.counter: unit for unit in truth.pieces(side)}
    stands = {one: _unit_stand(table, unit) for one, unit in units.items()}
    for unit in units.values():
        held = truth.belongings_of(unit)
        stands |= {one.counter: _held_stand(table, unit) for one in held}
    stands |= dict(_beneath(table, side))
    for piece in card.set_up:
        found = (stands.get(one) for one in (piece.id, *half_ids(piece.id)))
        yield _label(piece.id), "; ".join(one for one in found if one is not None)
    dummies = sorted(stands[one] for one, unit in units.items() if is_dummy(unit))
    yield _DUMMIES, "; ".join(dummies) or "none"


def _label(piece_id: str) -> str:
    return f"counter {piece_id}"


def _unit_stand(table: AslTable, unit: Unit) -> str:
    return f"{table.board.name(unit.at)}, {_how(unit.under)}"


def _held_stand(table: AslTable, holder: Unit) -> str:
    return f"{_unit_stand(table, holder)}, with {holder.counter}"


def _beneath(table: AslTable, side: Side) -> Iterator[tuple[str, str]]:
    """The same of counters beneath the top of a stack in the open (A2.9), with who has them."""
    for one in table.world.all(Placement):
        if one.owner is side:
            at, holder = one.at.for_(side), one.holder.for_(side)
            if at is not None:
                stand = f"{table.board.name(at)}, {_how(None)}"
                yield one.id, f"{stand}, with {holder}" if holder else stand


def _how(under: ShownId | None) -> str:
    """How a counter lies there."""
    if under is None:
        return "in the open"
    return "hidden" if under == HIDDEN else "under ?"
