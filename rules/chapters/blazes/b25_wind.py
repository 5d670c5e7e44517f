"""B25.6 Wind: its direction, the Wind Change DR of each RPh, and Gusts."""

from collections.abc import Mapping

from rules.board.locations import HexId
from rules.chapters.blazes.b25_collapse import collapse_in_fire
from rules.forces.entities import Conditions, Wind
from rules.kernel.dice import Roll
from rules.kernel.table import Purpose
from rules.position.asl_table import AslTable
from rules.position.position import CONDITIONS, Position

SIDES = 6
TURNS_AT, GUSTS_AT = 2, 12
"""The Wind Change DR at which the wind changes, and that of Gusts (B25.65, B25.651)."""
_TURNS: Mapping[int, int] = {1: 1, 2: 2, 3: -1, 4: -2}
_RISES, _FALLS = 5, 6
_RISING: Mapping[Wind, Wind] = {
    Wind.NONE: Wind.MILD_BREEZE,
    Wind.MILD_BREEZE: Wind.HEAVY_WINDS,
    Wind.HEAVY_WINDS: Wind.MILD_BREEZE,
}
_FALLING: Mapping[Wind, Wind] = {
    Wind.NONE: Wind.MILD_BREEZE,
    Wind.MILD_BREEZE: Wind.NONE,
    Wind.HEAVY_WINDS: Wind.MILD_BREEZE,
}


def off_the_wind(side: int, wind_to: int) -> int:
    """B25.64: how far a hexside is from the one that the wind blows to: 0 downwind, 3 upwind."""
    off = (side - wind_to) % SIDES
    return min(off, SIDES - off)


def downwind(position: Position, hex_id: HexId, wind_to: int) -> HexId | None:
    """B25.64: the hex directly downwind of one, None off the map."""
    return dict(position.board.neighbours(hex_id)).get(wind_to)


async def change_of_wind(table: AslTable) -> None:
    """B25.65: the Wind Change DR of the RPh, where the wind may change; the Gusts of the last
    Player Turn are over. None is made as the first Player Turn begins: that follows from setup,
    before the dice are due.
    """
    clock = table.clock
    at_start = clock.turn == 1 and clock.phasing is clock.first
    if at_start or not table.truth.conditions.changes:
        return
    table.world.change(_conditions(table), gusts_to=None)
    roll = _roll(table, "Wind Change", "B25.65", 2)
    if roll.total == TURNS_AT:
        _tell(table, "Wind Change", "B25.65", roll, "the wind changes")
        _change(table)
    elif roll.total == GUSTS_AT:
        _tell(table, "Wind Change", "B25.65", roll, "Gusts")
        _gusts(table)
        collapse_in_fire(table)
    else:
        _tell(table, "Wind Change", "B25.65", roll, "no change")


def _change(table: AslTable) -> None:
    """B25.65: a dr of four turns the wind, if any blows; of five it rises, of six it falls."""
    roll = _roll(table, "how the wind changes", "B25.65", 1)
    now = _conditions(table)
    if roll.total in _TURNS:
        if now.wind_to is not None:
            to = (now.wind_to + _TURNS[roll.total]) % SIDES
            now = table.world.change(now, wind_to=to)
    else:
        force = (_RISING if roll.total == _RISES else _FALLING)[now.wind]
        to_now = None if force is Wind.NONE else now.wind_to
        now = table.world.change(now, wind=force, wind_to=to_now)
    _tell(table, "How the wind changes", "B25.65", roll, in_words(now))
    if now.wind is not Wind.NONE and now.wind_to is None:
        now = table.world.change(now, wind_to=_direction(table))
    table.settle()


def _gusts(table: AslTable) -> None:
    """B25.651: Gusts for this Player Turn, to where the wind blows; in still air a dr says."""
    to = _conditions(table).wind_to
    gusts_to = _direction(table) if to is None else to
    table.world.change(_conditions(table), gusts_to=gusts_to)


def _direction(table: AslTable) -> int:
    """B25.64: the hexside that it blows to."""
    roll = _roll(table, "Wind Direction", "B25.64", 1)
    to = roll.total - 1
    _tell(table, "Wind Direction", "B25.64", roll, f"to hexside {to}")
    return to


def in_words(now: Conditions) -> str:
    """The wind as players say it."""
    if now.wind is Wind.NONE:
        return "no wind"
    return now.wind.value if now.wind_to is None else f"{now.wind.value} to hexside {now.wind_to}"


def _conditions(table: AslTable) -> Conditions:
    return table.world.get(Conditions, CONDITIONS)


def _roll(table: AslTable, what: str, rule: str, count: int) -> Roll:
    return table.roll(Purpose("wind", what, rule, table.clock.phasing), count)


def _tell(table: AslTable, what: str, rule: str, roll: Roll, result: str) -> None:
    side = table.clock.phasing
    table.log("roll", what, side=side, rule=rule, roll=roll, result=result)
