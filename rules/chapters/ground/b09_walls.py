"""B9 Walls, hedges, bocage and roadblocks (B29): their TEM, and Wall Advantage; and which one TEM a
target has.

A unit that must claim Wall Advantage does so by itself the moment it can (B9.323); one with a TEM
of its own claims it, and gives it up, if its side says so (B9.322).
"""

from collections.abc import Iterator

from rules.board.board import Board
from rules.board.locations import (
    HexId,
    LocationId,
    hex_of,
    is_on_cliff,
    is_pillbox,
    level_of,
    location,
)
from rules.board.los import Los
from rules.board.terrain import HexsideTerrain
from rules.chapters.ground.b10_height import height_advantage
from rules.chapters.ground.b20_crest_tem import crest_tem
from rules.chapters.ground.b30_pillbox_tem import pillbox_tem
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_terrain import hex_tem, in_hex_tem, less_by_height
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.kernel.memo import asked_once
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import Position, is_armed, name, names, vantage
from rules.position.roadblocks import roadblocked, roadblocks_of
from rules.position.sunken import met

ROADBLOCK = "roadblock"
BOCAGE = HexsideTerrain.BOCAGE.value
_TEM = {"wall": 2, "hedge": 1, BOCAGE: 2, ROADBLOCK: 2}
_RULES = {BOCAGE: "B9.5", ROADBLOCK: "B29.3"}


def hexside_tem(
    position: Position, target: LocationId, origin: LocationId, los: Los
) -> Modifier | None:
    """B9.3: the best TEM of the walls and hedges of the target's hex that the LOS crosses, or along
    whose hexspine it comes (B9.2), or None if that is none.

    Only a unit on the wall's own level has it (B9.35), and firers high above it take from it: one
    for each level that they are above the hex in excess of the range (B9.33), but for bocage.
    """
    board = position.board
    found = []
    for hex_id, side in met(board, hex_of(target), los):
        fence = _fence(position, hex_id, side)
        if fence is not None and _shelters(board, (target, origin), hex_id, side):
            found.append(Modifier(_RULES.get(fence, "B9.3"), fence, _TEM[fence]))
    left = [tem for tem in (_looked_over(tem, los) for tem in found) if tem is not None]
    return max(left, key=lambda modifier: modifier.value, default=None)


def unfenced(
    position: Position, target: LocationId, origin: LocationId, los: Los
) -> Iterator[tuple[HexId, int]]:
    """B29.3: the hexsides that the LOS meets as it enters the target's hex, on which nothing
    stands, and a roadblock would shelter it.
    """
    board = position.board
    for hex_id, side in met(board, hex_of(target), los):
        is_free = _fence(position, hex_id, side) is None
        if is_free and _shelters(board, (target, origin), hex_id, side):
            yield hex_id, side


def _looked_over(tem: Modifier, los: Los) -> Modifier | None:
    """B9.33: what height leaves of it; nobody looks over bocage so."""
    return tem if tem.label == BOCAGE else less_by_height(tem, los)


def fence_tem(position: Position, hex_id: HexId, side: int) -> Modifier | None:
    """B9.3: the TEM of what stands on a hexside, or None if that is nothing."""
    fence = _fence(position, hex_id, side)
    return None if fence is None else Modifier(_RULES.get(fence, "B9.3"), fence, _TEM[fence])


def _fence(position: Position, hex_id: HexId, side: int) -> str | None:
    """B9.1, B29.1: the wall, hedge or roadblock on a hexside."""
    hexside = position.board.hexside(hex_id, side)
    if hexside is not None and hexside.has_tem:
        return hexside.value
    return ROADBLOCK if roadblocked(position.view, position.board, hex_id, side) else None


def terrain_effect(
    position: Position, target: Unit, los: Los, firers: tuple[Unit, ...]
) -> Modifier | None:
    """B9.31, B10.31: the one TEM that a target has against firers of one Location: in-hex or
    hexside, that of Crest status (B20.92), or else that of its height.

    With Wall Advantage the hexside's alone. Without it the better of the two, but the hexside's
    only against firers who do not have Wall Advantage over it themselves; a firer that is not
    adjacent never has. Inside a pillbox there is that of the pillbox and no other (B30.3), on a
    cliff none (B11.42), nor as one swims (E6.3) or is in a boat (E5.5).
    """
    origin = vantage(firers[0])
    if is_pillbox(target.at):
        return pillbox_tem(position, target.at, origin)
    if is_on_cliff(target.at) or target.swims or target.in_boat:
        return None
    tem = crest_tem(position, target, origin, los) or _better_tem(position, target, los, firers)
    return tem or height_advantage(position.board, target, origin, los)


def _better_tem(
    position: Position, target: Unit, los: Los, firers: tuple[Unit, ...]
) -> Modifier | None:
    own = in_hex_tem(position, target, los)
    wall = hexside_tem(position, target.at, vantage(firers[0]), los)
    if wall is None or target.wall_advantage:
        return wall if target.wall_advantage else own
    adjacent = los.range == 1
    if adjacent and any(firer.wall_advantage for firer in firers):
        return own
    return wall if own is None or wall.value > own.value else own


def _shelters(board: Board, ends: tuple[LocationId, LocationId], hex_id: HexId, side: int) -> bool:
    """B9.35, B9.6: whether a wall or hedge can matter to a target, the first of the ends of a LOS:
    it stands on its level, and if on a hillside, the other end is on that level too.
    """
    wall = _wall_level(board, hex_id, side)
    hillside = wall != _lower_level(board, hex_id, side)
    return {board.absolute(end) for end in ends[: 1 + hillside]} == {wall}


def lose_wall_advantage(table: AslTable) -> None:
    """B9.32: who may no longer have Wall Advantage loses it at once: first who claimed it, then who
    had it beside him.
    """
    for shares in (False, True):
        position = table.truth
        for unit in position.personnel():
            is_helpless = unit.broken or not is_armed(position, unit)
            if not unit.wall_advantage or is_helpless is not shares:
                continue
            if not (_may_share(position, unit) if shares else _may_have(position, unit)):
                table.change(unit.counter, wall_advantage=False)


def claim_wall_advantage(table: AslTable) -> None:
    """B9.323: who must claim Wall Advantage has it as soon as no enemy bars him.

    Where both sides could at the same moment, the ATTACKER is first (docs/rulings.md).
    """
    attacker = table.clock.phasing
    for side in (attacker, attacker.enemy):
        position = table.truth
        for unit in position.personnel(side):
            if unit.wall_advantage or not _must_claim(position, unit):
                continue
            if not _barred(position, unit):
                table.change(unit.counter, wall_advantage=True)
    position = table.truth
    for unit in position.personnel():
        if not unit.wall_advantage and _may_share(position, unit):
            table.change(unit.counter, wall_advantage=True)


def _must_claim(position: Position, unit: Unit) -> bool:
    """B9.323: who may have Wall Advantage, and has no in-hex TEM."""
    return _may_have(position, unit) and hex_tem(position, hex_of(unit.at)) is None


def _may_have(position: Position, unit: Unit) -> bool:
    """B9.32: armed, unbroken, behind a wall or hedge, not sharing with an enemy, prisoners apart;
    neither entrenched nor on Wire (B26.33, B27.2).
    """
    return not unit.broken and _is_behind(position, unit) and is_armed(position, unit)


def _may_share(position: Position, unit: Unit) -> bool:
    """B9.32: the broken and the unarmed have it as, and as long as, somebody of theirs has it in
    their Location.
    """
    if unit.guard is not None or not _is_behind(position, unit):
        return False
    if not unit.broken and is_armed(position, unit):
        return False
    mates = position.personnel_at(unit.at, unit.side)
    return any(mate.wall_advantage and _may_have(position, mate) for mate in mates)


def _is_behind(position: Position, unit: Unit) -> bool:
    if unit.posture is not None or not _walls(position, unit.at):
        return False
    return not position.foes_at(unit.at, unit.side)


def claim_bar(position: Position, unit: Unit) -> Barrier | None:
    """B9.322: why a unit may not claim Wall Advantage of its own will, or None if it may."""
    if unit.wall_advantage:
        return Barrier("B9.322", f"{name(unit)} has Wall Advantage.")
    if unit.pinned or unit.ti or not _may_have(position, unit):
        return Barrier("B9.32", f"{name(unit)} cannot claim Wall Advantage there.")
    if _barred(position, unit):
        return Barrier("B9.32", "An enemy across the wall or hedge has Wall Advantage.")
    return None


def forfeit_bar(position: Position, unit: Unit) -> Barrier | None:
    """B9.322, B9.323: why a unit may not give it up, or None if it may."""
    if not unit.wall_advantage:
        return Barrier("B9.322", f"{name(unit)} has no Wall Advantage.")
    if unit.pinned or unit.ti:
        return Barrier("B9.322", f"{name(unit)} is pinned or TI.")
    if _must_claim(position, unit):
        return Barrier("B9.323", f"{name(unit)} has no other TEM, and must keep it.")
    return None


def set_wall_advantage(table: AslTable, unit_ids: tuple[CounterId, ...], *, has: bool) -> None:
    """B9.322: units claim Wall Advantage, or give it up."""
    for unit in table.alive(unit_ids):
        table.change(unit.counter, wall_advantage=has)
    units = table.alive(unit_ids)
    text = f"{names(units)}: Wall Advantage {'claimed' if has else 'given up'}"
    table.log("move", text, side=units[0].side, rule="B9.322", at=(units[0].at,))


def _barred(position: Position, unit: Unit) -> bool:
    """B9.32: an enemy across a shared hexside that holds Wall Advantage over it bars it."""
    return any(
        enemy.wall_advantage
        for neighbour in _walls(position, unit.at)
        for enemy in position.personnel_at(neighbour, unit.side.enemy)
        if unit.at in _walls(position, neighbour)
    )


def _walls(position: Position, at: LocationId) -> tuple[LocationId, ...]:
    """The Locations across the walls, hedges and roadblocks that a Location has on its own level:
    none from an upper level, a bridge, a pillbox or a cliff (B9.32, B9.35).
    """
    if level_of(at) > 0 or is_pillbox(at) or is_on_cliff(at):
        return ()
    board, here = position.board, hex_of(at)
    blocks = tuple(side for side, _ in roadblocks_of(position.view, board, here))
    return _across_fences(board, at, blocks)


@asked_once
def _across_fences(board: Board, at: LocationId, blocks: tuple[int, ...]) -> tuple[LocationId, ...]:
    here = hex_of(at)
    return tuple(
        location(neighbour)
        for side, neighbour in board.neighbours(here)
        if (side in blocks or _is_fenced(board, here, side))
        and board.absolute(at) == _wall_level(board, here, side)
    )


def _is_fenced(board: Board, hex_id: HexId, side: int) -> bool:
    hexside = board.hexside(hex_id, side)
    return hexside is not None and hexside.has_tem


def _wall_level(board: Board, hex_id: HexId, side: int) -> int:
    """B9.35: a wall between hexes of different levels stands on the higher."""
    across = _across(board, hex_id, side)
    return max(board.ground_level(hex_id), board.ground_level(across))


def _lower_level(board: Board, hex_id: HexId, side: int) -> int:
    across = _across(board, hex_id, side)
    return min(board.ground_level(hex_id), board.ground_level(across))


def _across(board: Board, hex_id: HexId, side: int) -> HexId:
    """The hex on the other side of a hexside; the hex itself at the edge of the map."""
    return dict(board.neighbours(hex_id)).get(side, hex_id)
