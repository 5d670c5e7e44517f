"""B25.66 Burning buildings collapse: on an Original Wind Change DR of 12 one of them does."""

from rules.board.locations import hex_of
from rules.chapters.morale.a_random_selection import drawn
from rules.chapters.rubble.b24_rubble import collapse, may_be_rubbled
from rules.position.asl_table import AslTable
from rules.position.fire import Blaze


def collapse_in_fire(table: AslTable) -> None:
    """B25.66: by Random Selection one of the Locations of buildings that blaze, with all levels
    above it, is burning rubble.
    """
    side = table.clock.phasing
    board = table.truth.board
    ablaze = tuple(
        (blaze.id, f"Blaze in {table.board.name(blaze.at)}", side)
        for blaze in table.world.all(Blaze)
        if board.terrain(hex_of(blaze.at)).is_building
    )
    for chosen in drawn(table, ablaze, 1, "collapse"):
        blaze = table.world.find(Blaze, chosen)
        if blaze is not None and may_be_rubbled(table.truth.board, blaze.at):
            where = table.board.name(blaze.at)
            text = f"{where} collapses in the fire"
            table.log("fire", text, side=side, rule="B25.66", at=(blaze.at,), result="rubble")
            collapse(table, side, blaze.at)
    table.settle()
