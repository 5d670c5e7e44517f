"""B24.1 Rubble in play: a DC brings a building down, and what was upstairs may fall next door."""

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of, level_of, location
from rules.board.rubble import RUBBLE
from rules.board.terrain import Terrain
from rules.chapters.rubble.b24_buried import Rubbled, bury, bury_upon
from rules.kernel.audience import Audience, Side
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.fire import Blaze
from rules.position.rubble import Rubble, rubble
from rules.tables import IftKind, IftResult

COLLAPSES = 6
FALLS = 7


def may_be_rubbled(board: Board, at: LocationId) -> bool:
    """B24.11: whether a Location is one of a building, in a hex that may become rubble."""
    inside = board.kind(at) in {LocationKind.GROUND, LocationKind.UPPER_LEVEL}
    return inside and board.terrain(hex_of(at)).is_building


def bring_down(table: AslTable, side: Side, at: LocationId, result: IftResult) -> bool:
    """B24.11: whether a KIA turns a Location of a building, and what is above it, into rubble; if
    it does that is done. By a dr, one more for stone, of no more than the number of the KIA.
    """
    board = table.truth.board
    if result.kind is not IftKind.KIA or not may_be_rubbled(board, at):
        return False
    stone = board.terrain(hex_of(at)) is Terrain.STONE_BUILDING
    mods = (Modifier("B24.11", "stone", 1),) if stone else ()
    where = table.board.name(at)
    total, _ = _die(table, side, at, f"Rubble in {where} ({result.number})", mods)
    if total > result.number:
        return False
    table.log("fire", f"{where} is rubble", side=side, rule="B24.11", at=(at,), result="rubble")
    _come_down(table, side, hex_of(at), level_of(at))
    return True


def collapse(table: AslTable, side: Side, at: LocationId) -> None:
    """B25.66: a Location of a building is rubble, and so is what is above it, by no DR."""
    _come_down(table, side, hex_of(at), level_of(at))


def _come_down(table: AslTable, side: Side, hex_id: HexId, level: int) -> None:
    """B24.11: a building comes down in a hex from a level up, perhaps as a whole; what has come
    down from above the ground may fall (B24.12).
    """
    board = table.truth.board
    top, material = board.upper_levels(hex_id), RUBBLE[board.terrain(hex_id)]
    upper = top - max(level, 1) + 1 if top else 0
    if level and _collapses(table, side, hex_id, top - level):
        level = 0
    where = Rubbled(hex_id, level)
    burning = next((one for one in table.world.all(Blaze) if where.brings_down(one.at)), None)
    bury(table, where)
    _lay(table, hex_id, material, where.lowest)
    if upper:
        _fall(table, side, hex_id, upper, burning)


def _lay(table: AslTable, hex_id: HexId, material: Terrain, level: int) -> None:
    """B24.1: rubble from a level up, in the place of what lay higher up in the hex."""
    new = rubble(hex_id, material, level=level)
    for old in table.world.all(Rubble):
        if old.id == new.id:
            table.world.drop(old)
    table.world.add(new)


def _collapses(table: AslTable, side: Side, hex_id: HexId, above: int) -> bool:
    """B24.11: the whole hex by a dr of 6, one more for each level above the one struck."""
    where = table.board.name(hex_id)
    mods = (Modifier("B24.11", "levels above", above),) if above else ()
    total, _ = _die(table, side, location(hex_id), f"Collapse of {where} ({COLLAPSES})", mods)
    if total < COLLAPSES:
        return False
    table.log("fire", f"All of {where} collapses", side=side, rule="B24.11", result="rubble")
    return True


def _die(
    table: AslTable, side: Side, at: LocationId, text: str, mods: tuple[Modifier, ...]
) -> tuple[int, tuple[int, ...]]:
    return _rolled(table, side, at, Purpose("rubble", text, "B24.11", side), 1, mods)


def _rolled(
    table: AslTable,
    side: Side,
    at: LocationId,
    purpose: Purpose,
    count: int,
    mods: tuple[Modifier, ...],
) -> tuple[int, tuple[int, ...]]:
    """A dr, or the coloured die of a DR, as it is finally, and all dice."""
    roll = table.roll(purpose, count)
    total = roll.dice[0] + sum(mod.value for mod in mods)
    table.log(
        "roll", purpose.text, side=side, rule=purpose.rule, at=(at,), roll=roll, mods=mods,
        result=f"Final {total}",
    )  # fmt: skip
    return total, roll.dice


def _fall(table: AslTable, side: Side, hex_id: HexId, upper: int, burning: Blaze | None) -> None:
    """B24.12: a DR whose coloured die, one more for each upper level that came down, is 7 or more
    has the rubble fall in the direction of the white die.
    """
    at, where = location(hex_id), table.board.name(hex_id)
    purpose = Purpose("rubble", f"Falling rubble of {where} ({FALLS})", "B24.12", side)
    mods = (Modifier("B24.12", "upper levels", upper),)
    total, (_, white) = _rolled(table, side, at, purpose, 2, mods)
    to = dict(table.board.neighbours(hex_id)).get(white - 1)
    if total < FALLS or to is None:
        return
    if table.truth.board.bridge(to) is not None:
        _fall_upon_bridge(table, side, to)
        return
    if not takes_rubble(table.truth.board, to):
        return
    text = f"Rubble falls from {where} into {table.board.name(to)}"
    table.log("fire", text, side=side, rule="B24.12", at=(location(to), at), result="rubble")
    _fall_upon(table, side, to, RUBBLE[table.board.terrain(hex_id)])
    alight = any(blaze.at == location(to) for blaze in table.world.all(Blaze))
    if burning is not None and not alight:
        id_ = table.kernel.new_id(Audience.PUBLIC, "f")
        table.world.add(Blaze(id=id_, at=location(to), fresh=True, by=burning.by))
        text = f"A Blaze in {table.board.name(to)}"
        table.log("fire", text, side=side, rule="B24.121", at=(location(to),))


def takes_rubble(board: Board, hex_id: HexId) -> bool:
    """B24.121: whether what falls into a hex is rubble there: not in Water Obstacles."""
    return board.kind(location(hex_id)) in {LocationKind.GROUND, LocationKind.DEPRESSION}


def _fall_upon_bridge(table: AslTable, side: Side, hex_id: HexId) -> None:
    """B24.121: a bridge stays; who is on it is lost, and nobody beneath it."""
    on_it = table.board.locations(hex_id)[-1]
    text = f"Rubble falls onto the bridge in {table.board.name(hex_id)}"
    table.log("fire", text, side=side, rule="B24.121", at=(on_it,), result="rubble")
    bury_upon(table, Rubbled(hex_id, level_of(on_it)))


def _fall_upon(table: AslTable, side: Side, hex_id: HexId, material: Terrain) -> None:
    """B24.121: all in the hex is lost, and a building there comes down from the ground up."""
    terrain = table.truth.board.terrain(hex_id)
    if terrain.is_building:
        _come_down(table, side, hex_id, 0)
        return
    bury(table, Rubbled(hex_id))
    if not terrain.is_rubble:
        table.world.add(rubble(hex_id, material, fallen=True))
