"""B21.121, E5.23 Where the Current takes boats, and how they come to be Beached."""

from rules.board.locations import HexId, hex_of, location
from rules.chapters.movement.relocation import relocate
from rules.chapters.water.e06_drowning import LOWER, danger_at
from rules.kernel.dice import Roll
from rules.kernel.table import Purpose
from rules.position.asl_table import AslTable
from rules.position.boats import Boat, banks, boat_name, holders, passengers
from rules.position.decisions import Decision, Option

BEACHES = 1
"""E5.23: the dr on which an abandoned boat is Beached where it has drifted to."""

_AFLOAT = "afloat"


async def drift_boats(table: AslTable) -> None:
    """B21.121, E5.23: at the end of an APh the ATTACKER's boats that are afloat drift, in a Heavy
    Current those of the DEFENDER too; none that was launched or has landed in this Player Turn.
    """
    phasing = table.clock.phasing
    boats = (boat for boat in table.world.all(Boat) if boat.beached is None and not boat.ashore)
    afloat = [boat for boat in boats if not boat.settled]
    for boat in sorted(afloat, key=lambda one: one.side is not phasing):
        danger = danger_at(table.truth, hex_of(boat.at))
        if danger.drifts and (boat.side is phasing or danger.in_enemy_aph):
            await _drift(table, boat.id, danger.drifts)


async def _drift(table: AslTable, boat_id: str, drifts: tuple[HexId, ...]) -> None:
    """B21.121: of two hexes downstream into the lower by a dr of 1-3, into the higher by 4-6."""
    boat = table.world.get(Boat, boat_id)
    roll, to = None, drifts[0]
    if len(drifts) > 1:
        roll = _dr(table, boat, f"Drift dr of the {boat_name(boat)}", "B21.121")
        to = drifts[-1 if roll.total > LOWER else 0]
    here, there = table.board.name(boat.at), table.board.name(to)
    text = f"The {boat_name(boat)} drifts {here} → {there}"
    at = (location(to), boat.at)
    table.log("move", text, side=boat.side, rule="B21.121", at=at, roll=roll)
    carry(table, boat, to)
    table.settle()
    await _beach_after_drift(table, boat_id)


def carry(table: AslTable, boat: Boat, to: HexId) -> None:
    """Put a boat, with all that is aboard, into another water hex, afloat. Captives go with their
    Guard.
    """
    aboard = passengers(table.truth, boat)
    ids = tuple(unit.counter for unit in aboard if unit.guard is None)
    table.world.change(boat, at=location(to), beached=None)
    relocate(table, ids, location(to))
    for unit in table.alive(tuple(unit.counter for unit in aboard)):
        table.change(unit.counter, aboard=boat.id)


async def _beach_after_drift(table: AslTable, boat_id: str) -> None:
    """E5.23: Passengers may Beach it where it comes to; an abandoned boat is Beached by a dr."""
    boat = table.world.get(Boat, boat_id)
    shores = banks(table.truth, hex_of(boat.at))
    if not shores:
        return
    if holders(table.truth, boat):
        chosen = await _asked(table, boat, shores)
    else:
        chosen = _cast_up(table, boat, shores)
    if chosen is not None:
        beach(table, table.world.get(Boat, boat_id), chosen)


async def _asked(table: AslTable, boat: Boat, shores: tuple[HexId, ...]) -> HexId | None:
    board = table.board
    stays = Option(value=_AFLOAT, label="stays afloat")
    lands = tuple(
        Option(value=location(shore), label=f"Beached at {board.name(shore)}", at=location(shore))
        for shore in shores
    )
    chosen = await table.decide(
        Decision(
            side=holders(table.truth, boat)[0].side,
            rule="E5.23",
            label="The boat",
            ours=f"The {boat_name(boat)} has drifted to {board.name(boat.at)}: is it Beached?",
            theirs="decides whether a boat is Beached.",
            options=(stays, *lands),
            units=tuple(unit.id for unit in holders(table.truth, boat)),
            at=boat.at,
        )
    )
    return next((shore for shore in shores if location(shore) == chosen), None)


def _cast_up(table: AslTable, boat: Boat, shores: tuple[HexId, ...]) -> HexId | None:
    """E5.23: Beached on a dr of 1, at the shore nearest a Random Direction; of two as near the
    first clockwise.
    """
    called = boat_name(boat)
    if _dr(table, boat, f"whether the abandoned {called} is Beached", "E5.23").total != BEACHES:
        return None
    direction = _dr(table, boat, f"Random Direction of the {called}", "E5.23").total - 1
    sides = {there: side for side, there in table.board.neighbours(hex_of(boat.at))}
    return min(shores, key=lambda one: (_turn(sides[one], direction), sides[one]))


def _turn(side: int, direction: int) -> int:
    """How many hexsides lie between two, the shorter way round."""
    apart = abs(side - direction) % 6
    return min(apart, 6 - apart)


def beach(table: AslTable, boat: Boat, shore: HexId) -> None:
    """E5.23: a boat is Beached: it has landed in this Player Turn."""
    table.world.change(boat, beached=shore, settled=True)
    text = f"The {boat_name(boat)} is Beached at {table.board.name(shore)}"
    table.log("move", text, side=boat.side, rule="E5.23", at=(boat.at,))


def _dr(table: AslTable, boat: Boat, what: str, rule: str) -> Roll:
    return table.roll(Purpose("drift", what, rule, boat.side, at=boat.at))
