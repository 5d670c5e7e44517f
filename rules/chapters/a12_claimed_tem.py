"""A12.33 Hidden entrenchments that are shown as those in them are fired at, for the sake of their
TEM.

Most are found by who has a LOS to fire along. What is left are those in Concealment Terrain, under
fire from beyond 16 hexes.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from rules.board.locations import LocationId, hex_of
from rules.chapters.a07_shot import Shot
from rules.chapters.a12_hidden import show_fortification
from rules.chapters.a12_terrain import is_concealment_terrain
from rules.chapters.a12_watchers import NEAR
from rules.forces.entities import Cover, Posture, SideState
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
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


async def claim_tem(table: AslTable, shot: Shot) -> Shot:
    """A12.33: before an attack is carried out, whoever is fired at under a "?" may show the
    entrenchments that he is in, to claim their TEM, or forgo it. He is asked whether he has any or
    not. Returns the attack as it is then: a "?" of which a part is in them has come apart.
    """
    side = table.unit(table.counter(shot.units[0])).side.enemy
    targets, others = table.counters(shot.targets), table.counters(shot.also_targets)
    origins = shot.origins(table.truth)
    while is_asked(table.public, side, shot, origins):
        claimed = await table.decide(_decision(side, shot.at), tuple(_options(table, side, shot)))
        if claimed == NOTHING:
            break
        for record, what in tuple(_entrenchments(table, side)):
            if _word(what) == claimed:
                show_fortification(table, record)
        shot = replace(shot, targets=_shown(table, targets), also_targets=_shown(table, others))
    return shot


def _shown(table: AslTable, counters: tuple[CounterId, ...]) -> tuple[ShownId, ...]:
    return table.truth.shown(table.alive(counters))


def is_asked(public: Knowledge, side: Side, shot: Shot, origins: Collection[LocationId]) -> bool:
    """Whether, for all that everybody knows, there could be some: the OB grants them, and somebody
    under a "?" that stays where it is is fired at from so far that they would not be found.
    """
    if not public.view.get(SideState, side.value).entrenches:
        return False
    return any(_could_be_in_one(public, origins, cover) for cover in _covers(public, shot))


def _covers(public: Knowledge, shot: Shot) -> Iterator[Cover]:
    wanted = {*shot.targets, *shot.also_targets}
    yield from (cover for cover in public.covers() if cover.id in wanted)


def _could_be_in_one(public: Knowledge, origins: Collection[LocationId], cover: Cover) -> bool:
    nearest = min(public.range(origin, cover.at) for origin in origins)
    hides = is_concealment_terrain(public, cover.at) and nearest > NEAR
    return hides and not cover.moving and cover.posture is not Posture.BENEATH


def _decision(owner: Side, at: LocationId) -> Decision:
    return Decision(
        side=owner,
        rule="A12.33",
        label="Show a hidden entrenchment",
        ours="Do you show entrenchments, to claim their TEM?",
        theirs="may show entrenchments, to claim their TEM.",
        options=(Option(value=NOTHING, label="Show nothing"),),
        units=(),
        at=at,
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


def _options(table: AslTable, side: Side, shot: Shot) -> Iterator[Option]:
    """What its owner may show there."""
    near = {hex_of(cover.at) for cover in _covers(table.public, shot)}
    for _, what in _entrenchments(table, side):
        if what.at in near:
            label = f"{what.called} in {table.board.name(what.at)}"
            yield Option(value=_word(what), label=label, at=table.board.locations(what.at)[0])
