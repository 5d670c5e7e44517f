"""B30 Pillboxes: who gets in and out, what they shelter from, and whose they are.

A pillbox is a Location of its own in its hex (`Board.with_pillboxes`); that nothing is seen out of
it but in its Covered Arc is a veil (`overlays`).
"""

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of, is_pillbox
from rules.board.terrain import Terrain
from rules.chapters.ground.b30_pillbox_tem import faces
from rules.chapters.ground.b_barriers import Barrier
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.position.adjacency import accessible, accessible_from
from rules.position.asl_table import AslTable
from rules.position.concealed_fighters import concealed_at
from rules.position.fortifications import (
    FREE_SMC,
    Pillbox,
    is_wired,
    pillbox_at,
    pillbox_in,
)
from rules.position.marker import MarkerFace
from rules.position.position import (
    Position,
    good_order,
    is_armed,
    is_smc,
    name,
    values,
)

# -- in and out -----------------------------------------------------------------------------------


def entry_bar(position: Position, units: tuple[Unit, ...], to: LocationId) -> Barrier | None:
    """B30.4: why units may not enter a pillbox together, in any phase, or None if they may."""
    pillbox = pillbox_at(position.view, to)
    if pillbox is None:
        return None
    side, where = units[0].side, position.board.name(to)
    if pillbox.hidden or position.foes_at(to, side):
        return _closed(pillbox, where)
    ground = position.board.locations(pillbox.at)[0]
    outside = position.foes_at(ground, side)
    if any(is_armed(position, enemy) and not enemy.disrupted for enemy in outside):
        return Barrier("B30.4", f"An enemy before the {where} keeps everybody out of it.")
    wired = any(unit.posture is Posture.ON_WIRE for unit in units)
    if wired or (units[0].at != ground and is_wired(position.view, pillbox.at)):
        return Barrier("B26.32", f"Nobody enters the {where} from on top of Wire.")
    if not _holds(position, pillbox, to, units):
        return Barrier("B30.1", f"There is no room in the {where}.")
    return None


def _closed(pillbox: Pillbox, where: str) -> Barrier:
    if pillbox.hidden:
        return Barrier("A12.33", f"The {where} is hidden: it is shown before anybody goes in.")
    return Barrier("B30.4", f"Enemies hold the {where}.")


def _holds(position: Position, pillbox: Pillbox, at: LocationId, units: tuple[Unit, ...]) -> bool:
    """B30.1, A5.6: whether a pillbox has room for units besides those who are in it."""
    inside = position.personnel_at(at, units[0].side)
    together = {unit.counter: unit for unit in (*inside, *units)}.values()
    halves = sum(values(unit).halves for unit in together)
    return halves <= 2 * pillbox.squads and sum(map(is_smc, together)) <= FREE_SMC


# -- fire -----------------------------------------------------------------------------------------


def within_charge(position: Position, origin: LocationId, to: LocationId) -> bool:
    """A23.3, B30.34: whether a DC may come from one Location into another: they are ADJACENT, or
    that is a pillbox and its hex is next to it; out of a pillbox into its own hex alone.
    """
    if is_pillbox(origin) and hex_of(origin) != hex_of(to):
        return False
    if position.adjacent(origin, to):
        return True
    pillbox = pillbox_at(position.view, to)
    board = position.board
    return pillbox is not None and accessible(board, origin, board.locations(pillbox.at)[0])


def around(position: Position, origin: LocationId) -> tuple[LocationId, ...]:
    """The Locations that a DC might be meant for: those next to one, and the pillboxes there."""
    near = accessible_from(position.board, origin)
    inside = (at for one in near for at in position.board.locations(hex_of(one)) if is_pillbox(at))
    return tuple(sorted({*near, *inside} - {origin}))


def small_arms_bar(
    position: Position, origin: LocationId, at: LocationId, met: frozenset[int] = frozenset()
) -> Barrier | None:
    """B30.2, B30.3: why nothing but FT and ordnance is fired from one Location at another, if it is
    for a pillbox that is one of them. `met` are the hexsides there that a mover has just crossed or
    goes along in Bypass: out of a pillbox he is fired at over those of its CA.
    """
    if is_pillbox(at) and not faces(position, at, origin):
        where = position.board.name(at)
        return Barrier("B30.3", f"From outside its CA small arms do nothing to the {where}.")
    pillbox = pillbox_at(position.view, origin)
    if pillbox is not None and hex_of(at) == pillbox.at and met & arc_sides(pillbox):
        return None
    return outward_bar(position, origin, at)


def arc_sides(pillbox: Pillbox) -> frozenset[int]:
    """B30.2: the two hexsides that a pillbox looks out over."""
    return frozenset({pillbox.facing, (pillbox.facing - 1) % 6})


def outward_bar(position: Position, origin: LocationId, at: LocationId) -> Barrier | None:
    """B30.2: why nobody fires from one Location at another: from inside a pillbox into its hex."""
    if is_pillbox(origin) and hex_of(origin) == hex_of(at):
        why = (
            "Out of a pillbox one fires into its own hex at who crosses a hexside of its CA alone."
        )
        return Barrier("B30.2", why)
    return None


def group_bar(origins: tuple[LocationId, ...]) -> Barrier | None:
    """B30.2: why units in several Locations are no Fire Group, if it is for a pillbox."""
    if len(set(origins)) > 1 and any(map(is_pillbox, origins)):
        return Barrier("B30.2", "Who is in a pillbox joins no Fire Group with those outside.")
    return None


# -- Close Combat ---------------------------------------------------------------------------------


def fighters_at(position: Position, at: LocationId, side: Side | None = None) -> tuple[Unit, ...]:
    """B30.6: who is in the CC of a Location: those in it, and of a side that has nobody free there
    those in the pillbox of the hex.
    """
    found = _fighting(position, at, side)
    pillbox = pillbox_in(position.view, hex_of(at))
    if pillbox is None or is_pillbox(at):
        return found
    inside = _fighting(position, position.board.locations(pillbox.at)[-1], side)
    outside = {unit.side for unit in found if unit.guard is None}
    return (*found, *(unit for unit in inside if unit.side not in outside))


def _fighting(position: Position, at: LocationId, side: Side | None) -> tuple[Unit, ...]:
    """A11.19: those in the open, and those under a "?" of whom everybody has seen what they are."""
    there = tuple(unit for unit in position.personnel_at(at, side) if unit.under is None)
    return (*there, *concealed_at(position, at, side))


def fighting_foes(position: Position, at: LocationId, side: Side) -> tuple[Unit, ...]:
    """B30.6: the foes of a side in the CC of a Location."""
    return tuple(unit for unit in fighters_at(position, at, side.enemy) if unit.guard is None)


# -- Control --------------------------------------------------------------------------------------


def take_pillboxes(table: AslTable) -> None:
    """A26.11: a side Controls a pillbox by entering it with an armed Good Order MMC."""
    position: Position = table.truth
    for pillbox in table.world.all(Pillbox):
        inside = position.personnel_at(position.board.locations(pillbox.at)[-1])
        for unit in inside:
            able = good_order(unit) and is_armed(position, unit) and not is_smc(unit)
            if able and unit.side is not pillbox.side:
                table.world.change(pillbox, side=unit.side)
                text = f"{name(unit)} takes Control of the {position.board.name(unit.at)}"
                table.log("system", text, side=unit.side, rule="A26.11", at=(unit.at,))
                break


# -- setup ----------------------------------------------------------------------------------------

_GROUND = frozenset(
    {
        Terrain.OPEN_GROUND,
        Terrain.SHELLHOLES,
        Terrain.BRUSH,
        Terrain.ORCHARD,
        Terrain.GRAIN,
        Terrain.WOODS,
    }
)


def takes_pillbox(board: Board, hex_id: HexId) -> bool:
    """B30.1: whether a pillbox may be set up in a hex."""
    on_ground = board.kind(board.locations(hex_id)[0]) is LocationKind.GROUND
    bridged = board.bridge(hex_id) is not None
    return on_ground and not bridged and board.terrain(hex_id) in _GROUND


def pillbox_face(pillbox: Pillbox) -> MarkerFace:
    """What everybody sees of a pillbox: what is printed on it, and its Covered Arc."""
    printed = f"{pillbox.squads}+{pillbox.ca}+{pillbox.nca}"
    room = f"room for {pillbox.squads}, TEM {pillbox.ca} in its CA, {pillbox.nca} elsewhere"
    return MarkerFace(
        id=f"pillbox {pillbox.id}",
        at=pillbox.at,
        name=f"Pillbox: {room}",
        letters=printed,
        side=pillbox.side,
        picture=f"pillbox-{pillbox.facing}",
    )
