"""Steps of a path on foot, and on horseback (A4.1, A13.3), for previews of it (`gait`)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from rules.board.locations import LocationId, hex_of
from rules.chapters.ground.b20_crest import goes_ahead
from rules.chapters.ground.b_entry import Entry
from rules.chapters.mines.b28_minefields import meets_mines
from rules.chapters.mines.b28_trails import is_past_the_mines, leaves_by_trail
from rules.chapters.morale.a19_inexperience import would_be_unled
from rules.chapters.movement.a04_movement import as_movers, having_gone, mf_left, next_entries
from rules.chapters.terms.a04_bypass import is_bypassing, spoken
from rules.chapters.terms.a06_vertices import Aspect
from rules.forces.entities import Minefield, MineMarker
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.view import Modifier
from rules.play.checks import own_stack
from rules.play.moving.gait import Threat
from rules.play.moving.move_commands import Move
from rules.play.moving.move_refusals import refuse_mover, refuse_step
from rules.position.knowledge import Knowledge

_LABELS: Final[Mapping[Manner, str]] = {
    Manner.TERRAIN: "through the terrain",
    Manner.ROAD: "by the road",
    Manner.SHELLHOLES: "past the shellholes",
    **{way: f"in Bypass along the {spoken(way.sides)}" for way in Manner if way.sides},
    Manner.TRENCH: "through the trench",
    Manner.UP_TRENCH: "into the trench",
    Manner.CREST: "into Crest status",
    Manner.TRAIL: "along the trail break",
    Manner.WOODS_TRAIL: "by the trail break, into the mines",
    Manner.CLEARING: "to clear the mines",
    Manner.RUBBLE_TRAIL: "by the trail break through the rubble",
    Manner.CLEARING_RUBBLE: "to clear the rubble",
}


@dataclass(frozen=True)
class OnFoot:
    """A stack that has come so far: `start` is what it was where the path began."""

    position: Knowledge
    start: tuple[Unit, ...]
    units: tuple[Unit, ...]
    measure: str = "MF"

    @property
    def side(self) -> Side:
        return self.units[0].side

    @property
    def at(self) -> LocationId:
        return self.units[0].at

    @property
    def spent(self) -> int:
        """A4.1: the half MF that the dearest of them has paid."""
        pairs = zip(self.start, self.units, strict=True)
        return max(after.mf_spent - before.mf_spent for before, after in pairs)

    @property
    def left(self) -> int:
        return min(mf_left(self.position.law, unit) for unit in self.units)

    @property
    def state(self) -> tuple[LocationId, bool, tuple[int, ...]]:
        """Where they are, whether they have kept to the road (B3.4), and where in Bypass (A4.3)."""
        kept = not any(unit.off_road for unit in self.units)
        return self.at, kept, self.units[0].sides

    @property
    def may_stay(self) -> bool:
        """A4.3: nobody stops in Bypass."""
        return not is_bypassing(self.units[0])

    def onward(self) -> Sequence["StepOnFoot"]:
        return [StepOnFoot(self, entry) for entry in next_entries(self.position, self.units)]

    def refuse(self, to: LocationId) -> None:
        refuse_step(self.position, self.units, Move(units=self.ids, to=to))

    @property
    def ids(self) -> tuple[ShownId, ...]:
        return tuple(unit.id for unit in self.units)


@dataclass(frozen=True)
class StepOnFoot:
    """One of the ways on for a stack."""

    before: OnFoot
    entry: Entry

    @property
    def to(self) -> LocationId:
        return self.entry.to

    @property
    def way(self) -> str:
        return self.entry.manner

    @property
    def label(self) -> str:
        return _LABELS[self.entry.manner]

    @property
    def aspect(self) -> Aspect:
        return Aspect(self.entry.sides, crest=self.entry.facing is not None)

    @property
    def cost(self) -> tuple[Modifier, ...]:
        return self.entry.cost

    @property
    def is_particular(self) -> bool:
        """Bypass (A4.3), and straight into Crest status (B20.9)."""
        return bool(self.entry.sides) or self.entry.facing is not None

    @cached_property
    def commands(self) -> tuple[Move, ...]:
        return (Move(units=self.before.ids, to=self.entry.to, manner=self.entry.manner),)

    def threats(self) -> Iterator[Threat]:
        return _mines(self.before, self.entry)

    def made(self) -> OnFoot:
        """The units as they are then; a Green squad may find or leave a leader (A19.3)."""
        position, entry = self.before.position, self.entry
        gone = tuple(having_gone(position.law, unit, entry) for unit in self.before.units)
        companions = (*gone, *position.personnel_at(entry.to, self.before.side))
        gone = tuple(replace(unit, unled=would_be_unled(unit, companions)) for unit in gone)
        return OnFoot(position, self.before.start, as_movers(position, gone))


def on_foot(position: Knowledge, side: Side, unit_ids: tuple[ShownId, ...]) -> OnFoot:
    """Units of a side as a path of theirs begins. Raises Refused for units that may not move at
    all, or are none of the side's in one Location.
    """
    units = own_stack(position, side, unit_ids)
    for unit in units:
        refuse_mover(position, unit)
    movers = as_movers(position, units)
    return OnFoot(position, movers, movers)


def _mines(before: OnFoot, entry: Entry) -> Iterator[Threat]:
    """B28.41: known mines attack whoever leaves their hex and whoever enters it, but for those at
    the Crest above them (B20.97).
    """
    position, origin, to = before.position, before.at, entry.to
    met = meets_mines(position.board, origin, to)
    safe = all(leaves_by_trail(position, unit, to) for unit in before.units)
    leaves = not safe and not goes_ahead(position.board, before.units, to)
    enters = entry.facing is None and not is_past_the_mines(entry.manner)
    leaving = ((origin, "leaving"),) if leaves else ()
    entering = ((to, "entering"),) if enters else ()
    steps = (*leaving, *entering)
    for at, doing in (step for step in steps if hex_of(step[0]) in met):
        for strength in mines_known(position, before.side, at):
            words = f"{strength} FP" if strength else "unknown strength"
            text = f"mines attack on {doing} {position.board.name(hex_of(at))}: {words}"
            yield Threat(rule="B28.41", text=text)


def mines_known(position: Knowledge, side: Side, at: LocationId) -> Iterator[int | None]:
    """The strengths of the minefields of a hex that a side knows: those on the board, with None
    while the strength is secret, and its own records.
    """
    own = {
        hex_id: record.strength.for_(side)
        for record in position.view.all(Minefield)
        if (hex_id := record.at.for_(side)) is not None
    }
    if hex_of(at) in own:
        yield own[hex_of(at)]
        return
    for marker in position.view.all(MineMarker):
        if marker.at == hex_of(at):
            yield marker.strength
