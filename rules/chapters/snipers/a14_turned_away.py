"""A14.21 Hidden entrenchments and Fortified Building Locations that are shown to turn a Sniper away
to another hex as near.
"""

from collections.abc import Iterator

from rules.board.geometry import Cell
from rules.board.locations import LocationId, hex_of, location
from rules.chapters.concealment.a12_hidden import show_fortification
from rules.chapters.snipers.a14_targets import nearest_places
from rules.forces.entities import SideState
from rules.forces.manner import Posture
from rules.kernel.audience import Side
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.fortifications import fortified_at
from rules.position.hidden_fortifications import (
    ENTRENCHMENTS,
    Fortification,
    FortificationKind,
    HiddenFortification,
    known_hidden,
)
from rules.position.knowledge import Knowledge

NOTHING = "nothing"


async def show_against_sniper(table: AslTable, side: Side, origin: Cell) -> None:
    """A14.21: before hexes as near as each other are compared, the enemy of that Sniper may show
    entrenchments there, with the "?" in them, and Fortified Building Locations. He is asked whether
    he has any or not.
    """
    while is_asked(table.public, side, origin):
        shown = await table.decide(_decision(side.enemy), tuple(_options(table, side, origin)))
        if shown == NOTHING:
            return
        for record, what in tuple(_shelters(table, side.enemy)):
            if _word(what) == shown:
                show_fortification(table, record)


def is_asked(public: Knowledge, side: Side, origin: Cell) -> bool:
    """Whether, for all that everybody knows, it could turn the Sniper away: several hexes are as
    near, and somebody there could be in an entrenchment, or in a Fortified Location, that the OB
    grants.
    """
    near = nearest_places(public, side, origin)
    if len({hex_of(at) for at in near}) <= 1:
        return False
    granted = public.view.get(SideState, side.enemy.value)
    could_dig = granted.entrenches and _could_be_entrenched(public, side.enemy, near)
    return could_dig or (granted.fortifies and any(_may_be_fortified(public, at) for at in near))


def _could_be_entrenched(public: Knowledge, owner: Side, near: tuple[LocationId, ...]) -> bool:
    """Who is in the open in one has shown it by that; under a "?" one may be in it unseen."""
    hexes = {hex_of(at) for at in near}
    return any(
        hex_of(cover.at) in hexes and cover.posture is not Posture.BENEATH
        for cover in public.covers(owner)
    )


def _may_be_fortified(public: Knowledge, at: LocationId) -> bool:
    known = fortified_at(public.view, public.board, at)
    return public.board.terrain(hex_of(at)).is_building and known is None


def _decision(owner: Side) -> Decision:
    return Decision(
        side=owner,
        rule="A14.21",
        label="Show a hidden Fortification",
        ours="Do you show Fortifications, to turn the Sniper away?",
        theirs="may show Fortifications, to turn the Sniper away.",
        options=(Option(value=NOTHING, label="Show nothing"),),
        units=(),
    )


def _word(what: Fortification) -> str:
    """What its owner says to show it, which everybody hears: nothing of which record it is."""
    return f"{what.kind} {location(what.at, what.level) if what.level else what.at}"


_SHELTERS = frozenset({*ENTRENCHMENTS, FortificationKind.BUILDING})


def _shelters(table: AslTable, owner: Side) -> Iterator[tuple[HiddenFortification, Fortification]]:
    for record, what in known_hidden(table.world, lambda secret: secret.for_(owner)):
        if record.owner is owner and what.kind in _SHELTERS:
            yield record, what


def _options(table: AslTable, side: Side, origin: Cell) -> Iterator[Option]:
    """What its owner may show in those hexes."""
    near = nearest_places(table.public, side, origin)
    for _, what in _shelters(table, side.enemy):
        at = location(what.at, what.level)
        is_building = what.kind is FortificationKind.BUILDING
        if at in near if is_building else what.at in {hex_of(one) for one in near}:
            label = f"{what.called} in {table.board.name(at)}"
            yield Option(value=_word(what), label=label, at=at)
