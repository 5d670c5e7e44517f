"""B25.1 Flames: how they are started, and that there are some."""

from rules.board.locations import LocationId, hex_of, is_pillbox, location
from rules.chapters.ground.b25_burnable import burns, ec_drm
from rules.kernel.audience import Audience, Side
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.fire import Blaze, Flame
from rules.position.position import Position


def has_blaze(position: Position, at: LocationId) -> bool:
    """Whether there is a Blaze in a Location; around a pillbox there is one in it too (B25.4)."""
    ground = location(hex_of(at)) if is_pillbox(at) else at
    return any(blaze.at == ground for blaze in position.view.all(Blaze))


def flames_at(position: Position, at: LocationId) -> tuple[Flame, ...]:
    """The Flames of a Location."""
    return tuple(flame for flame in position.view.all(Flame) if flame.at == at)


def is_burning(position: Position, at: LocationId) -> bool:
    """Whether there is a Flame or a Blaze in a Location."""
    return has_blaze(position, at) or bool(flames_at(position, at))


def set_alight(table: AslTable, at: LocationId, rule: str, by: tuple[Side, ...] = ()) -> None:
    """B25.1: a Flame more in a Location; it does not grow in this Player Turn. `by` are the sides
    that meant it to burn (A26.16).
    """
    id_ = table.kernel.new_id(Audience.PUBLIC, "f")
    table.world.add(Flame(id=id_, at=at, fresh=True, by=by))
    table.log("roll", f"A Flame in {table.board.name(at)}", rule=rule, at=(at,))


def kindle(
    table: AslTable,
    at: LocationId,
    side: Side,
    what: str,
    rule: str,
    mods: tuple[Modifier, ...],
    *,
    meant: bool = False,
) -> bool:
    """B25.11: a Kindling DR in a Location: a Flame if the Final DR is its Kindling Number or more.

    Nothing is rolled for what is not Burnable, or blazes already. A fire that was `meant` is the
    side's own (A26.16).
    """
    needed = burns(table.truth, at)
    if needed is None or has_blaze(table.truth, at):
        return False
    purpose = Purpose("kindling", f"{what} in {table.board.name(at)}", rule, side)
    roll = table.roll(purpose, 2)
    lit = roll.total + sum(mod.value for mod in mods) >= needed.kindling
    table.log(
        "roll",
        f"{what} in {table.board.name(at)} (Kindling Number {needed.kindling})",
        side=side,
        rule=rule,
        at=(at,),
        roll=roll,
        mods=mods,
        result="Flame" if lit else "no Flame",
    )
    if lit:
        set_alight(table, at, rule, (side,) if meant else ())
    return lit


def catch_fire(table: AslTable, at: LocationId, side: Side, what: str, rule: str) -> None:
    """B25.12, B25.13: what an attack sets on fire beside its targets, by the EC."""
    kindle(table, at, side, what, rule, tuple(ec_drm(table.truth, at)))
