"""A12.33 Hidden entrenchments and roadblocks that are shown as those behind them are fired at, for
the sake of their TEM.

Most are found by who has a LOS to fire along. What is left are those in Concealment Terrain, under
fire from beyond 16 hexes, and a roadblock out of LOS in the hex before the target's. Nothing that
is fired is fired at who is in a hidden pillbox: it is a Location of its own, of which nobody knows.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.concealment.a12_claimed_roadblocks import Barred, could_shelter, lies_on
from rules.chapters.concealment.a12_hidden import show_fortification
from rules.chapters.concealment.a12_watchers import NEAR
from rules.chapters.ground.a12_terrain import is_concealment_terrain
from rules.chapters.terms.a07_shot import Shot
from rules.chapters.works.b29_roadblocks import COMPASS
from rules.forces.entities import SideState
from rules.forces.manner import Posture
from rules.forces.seen import Cover
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.hidden_fortifications import (
    ENTRENCHMENTS,
    Fortification,
    FortificationKind,
    HiddenFortification,
    known_hidden,
)
from rules.position.knowledge import Knowledge

S = TypeVar("S", bound=Shot)

NOTHING = "nothing"


async def claim_tem(table: AslTable, shot: S, *, to_hit: bool = False) -> S:
    """A12.33: before an attack is carried out, whoever is fired at may show what shelters him, to
    claim its TEM, or forgo it: under a "?" the entrenchments that he is in, and a roadblock over
    which the LOS comes, after which nothing else helps him. He is asked whether he has any or not.
    Returns the attack as it is then: a "?" of which a part is in them has come apart.
    """
    side = shot.side(table.truth).enemy
    targets, others = table.counters(shot.targets), table.counters(shot.also_targets)
    origins = shot.origins(table.truth)
    while shelters := _possible(table.public, side, shot, origins, to_hit=to_hit):
        options = tuple(_options(table, side, shelters))
        claimed = await table.decide(_decision(side, shot.at), options)
        if claimed == NOTHING:
            break
        shown = [one for one in _hidden(table, side, shelters) if _word(one[1]) == claimed]
        for record, _ in shown:
            show_fortification(table, record)
        shot = replace(shot, targets=_shown(table, targets), also_targets=_shown(table, others))
        if any(what.kind is FortificationKind.ROADBLOCK for _, what in shown):
            break
    return shot


@dataclass(frozen=True)
class _Shelters:
    """Where something could be hidden, for all that everybody knows, of which the TEM would help:
    entrenchments in hexes, roadblocks on hexsides.
    """

    entrenchments: frozenset[HexId]
    roadblocks: frozenset[Barred]

    def __bool__(self) -> bool:
        return bool(self.entrenchments or self.roadblocks)


def _shown(table: AslTable, counters: tuple[CounterId, ...]) -> tuple[ShownId, ...]:
    return table.truth.shown(table.alive(counters))


def _possible(
    public: Knowledge, side: Side, shot: Shot, origins: tuple[LocationId, ...], *, to_hit: bool
) -> _Shelters:
    """What there could be: the OB grants it, and either somebody under a "?" that stays where it is
    is fired at from so far that entrenchments would not be found, or a roadblock would not be.
    """
    granted, barred = public.view.get(SideState, side.value), frozenset[Barred]()
    covers = tuple(_covers(public, shot)) if granted.entrenches else ()
    near = (hex_of(one.at) for one in covers)
    could = any(_could_be_in_one(public, origins, one) for one in covers)
    if granted.bars_roads:
        barred = could_shelter(public, side, shot, origins, to_hit=to_hit)
    return _Shelters(frozenset(near) if could else frozenset(), barred)


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
        label="Show a hidden Fortification",
        ours="Do you show Fortifications, to claim their TEM?",
        theirs="may show Fortifications, to claim their TEM.",
        options=(Option(value=NOTHING, label="Show nothing"),),
        units=(),
        at=at,
    )


def _word(what: Fortification) -> str:
    """What its owner says to show it, which everybody hears: nothing of which record it is."""
    side = f" {what.facing}" if what.kind is FortificationKind.ROADBLOCK else ""
    return f"{what.kind} {what.at}{side}"


def _hidden(
    table: AslTable, owner: Side, shelters: _Shelters
) -> Iterator[tuple[HiddenFortification, Fortification]]:
    """What its owner may show there."""
    for record, what in known_hidden(table.world, lambda secret: secret.for_(owner)):
        if record.owner is owner and _helps(table.public, what, shelters):
            yield record, what


def _helps(public: Knowledge, what: Fortification, shelters: _Shelters) -> bool:
    if what.kind is FortificationKind.ROADBLOCK:
        return lies_on(public, what, shelters.roadblocks)
    return what.kind in ENTRENCHMENTS and what.at in shelters.entrenchments


def _options(table: AslTable, side: Side, shelters: _Shelters) -> Iterator[Option]:
    for _, what in _hidden(table, side, shelters):
        at = table.board.locations(what.at)[0]
        yield Option(value=_word(what), label=_label(table, what), at=at)


def _label(table: AslTable, what: Fortification) -> str:
    label = f"{what.called} in {table.board.name(what.at)}"
    is_roadblock = what.kind is FortificationKind.ROADBLOCK
    return f"{label}, {COMPASS[what.facing]} side" if is_roadblock else label
