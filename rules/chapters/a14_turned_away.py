"""A14.21 Hidden entrenchments that are shown to turn a Sniper away to another hex as near."""

from collections.abc import Iterator

from rules.board.geometry import Cell
from rules.board.locations import hex_of, location
from rules.chapters.a12_hidden import show_fortification
from rules.chapters.a14_targets import nearest_places
from rules.forces.entities import Posture, SideState
from rules.kernel.audience import Side
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.hidden_fortifications import (
    ENTRENCHMENTS,
    Fortification,
    HiddenFortification,
    known_hidden,
)
from rules.position.knowledge import Knowledge

NOTHING = "nothing"


async def show_against_sniper(table: AslTable, side: Side, origin: Cell) -> None:
    """A14.21: before hexes as near as each other are compared, the enemy of that Sniper may show
    entrenchments there, with the "?" in them. He is asked whether he has any or not.
    """
    while is_asked(table.public, side, origin):
        shown = await table.decide(_decision(side.enemy), tuple(_options(table, side, origin)))
        if shown == NOTHING:
            return
        for record, what in tuple(_entrenchments(table, side.enemy)):
            if _word(what) == shown:
                show_fortification(table, record)


def is_asked(public: Knowledge, side: Side, origin: Cell) -> bool:
    """Whether, for all that everybody knows, it could turn the Sniper away: several hexes are as
    near, somebody under a "?" there could be in an entrenchment, and the OB grants any.
    """
    near = {hex_of(at) for at in nearest_places(public, side, origin)}
    could_be = (
        hex_of(cover.at) in near and cover.posture is not Posture.BENEATH
        for cover in public.covers(side.enemy)
    )
    granted = public.view.get(SideState, side.enemy.value).entrenches
    return granted and len(near) > 1 and any(could_be)


def _decision(owner: Side) -> Decision:
    return Decision(
        side=owner,
        rule="A14.21",
        label="Show a hidden entrenchment",
        ours="Do you show entrenchments, to turn the Sniper away?",
        theirs="may show entrenchments, to turn the Sniper away.",
        options=(Option(value=NOTHING, label="Show nothing"),),
        units=(),
    )


def _word(what: Fortification) -> str:
    """What its owner says to show it, which everybody hears: nothing of which record it is."""
    return f"{what.kind} {what.at}"


def _entrenchments(
    table: AslTable, owner: Side
) -> Iterator[tuple[HiddenFortification, Fortification]]:
    for record, what in known_hidden(table.world, lambda secret: secret.for_(owner)):
        if record.owner is owner and what.kind in ENTRENCHMENTS:
            yield record, what


def _options(table: AslTable, side: Side, origin: Cell) -> Iterator[Option]:
    """What its owner may show in those hexes."""
    near = {hex_of(at) for at in nearest_places(table.public, side, origin)}
    for _, what in _entrenchments(table, side.enemy):
        if what.at in near:
            where = table.board.name(what.at)
            label, at = f"{what.called} in {where}", location(what.at, 0)
            yield Option(value=_word(what), label=label, at=at)
