"""Counters that hide: putting them under a "?", and bringing them into the open (A12.1).

When a side gains or loses a "?" is for the rules that call this. So far there is one, which keeps
all others safe: whoever is told to act stands in the open first.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from rules.board.locations import LocationId
from rules.forces.entities import Cover, Dummy, Sealed, Unit, Veiled, Weapon
from rules.forces.lookup import unit_type, weapon_type
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import ShownId
from rules.kernel.secret import Secret
from rules.kernel.view import LogLine
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge

TypeWord = Annotated[str, Meta(pattern=r"^[a-z0-9-]+$")]
"""The id of a type of counter."""

Letter = Annotated[str, Meta(pattern=r"^[\w .'-]*$", max_length=30)]
"""The letter or the name on a counter."""


class CounterRevealed(AslFact, frozen=True, kw_only=True, tag="CounterRevealed"):
    """A counter under a "?" is placed in the open."""

    rule: ClassVar[str] = "A12.1"
    tells: ClassVar[tuple[str, ...]] = ("type", "letter")
    gives_away: ClassVar[str] = "what one counter under a “?” is; not how many are left there"
    side: Side
    at: LocationId
    type: TypeWord
    letter: Letter
    is_weapon: bool = False

    def line(self, position: Knowledge) -> LogLine:
        printed = weapon_type(self.type).name if self.is_weapon else unit_type(self.type).strength
        text = f"{f'{printed} {self.letter}'.strip()} in {position.board.name(self.at)}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.1", at=(self.at,))


class CoverRemoved(AslFact, frozen=True, kw_only=True, tag="CoverRemoved"):
    """Nothing is left under a "?", or nothing but Dummies."""

    rule: ClassVar[str] = "A12.1"
    tells: ClassVar[tuple[str, ...]] = ("at",)
    gives_away: ClassVar[str] = "that nothing but Dummies is left under a “?”"
    side: Side
    at: LocationId

    def line(self, position: Knowledge) -> LogLine:
        text = f"nothing is left under a ? in {position.board.name(self.at)}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.1", at=(self.at,))


def add_cover(table: AslTable, side: Side, at: LocationId) -> ShownId:
    """A new "?", by an id that nobody has seen before."""
    id_ = table.kernel.new_id(Audience.PUBLIC, "c")
    return table.world.add(Cover(id=id_, side=side, at=at)).id


def conceal(table: AslTable, units: Iterable[Unit], cover: ShownId) -> None:
    """Units in the open go under a "?", with the support weapons they possess."""
    for unit in units:
        weapons = table.truth.weapons_of(unit)
        table.drop(unit)
        id_ = _seal(table, replace(unit, under=cover)).id
        for weapon in weapons:
            table.drop(weapon)
            _seal(table, replace(weapon, under=cover, holder=id_))


def add_dummy(table: AslTable, side: Side, at: LocationId, cover: ShownId) -> None:
    """A12.11: a Dummy under a "?"."""
    _seal(table, Dummy(id=ShownId(""), side=side, at=at, under=cover))


def _seal(table: AslTable, counter: Sealed) -> Veiled:
    """Put a counter into an envelope, by an id that its owner alone is shown."""
    owner = counter.side
    id_ = table.kernel.new_id(owner.audience, "w" if isinstance(counter, Weapon) else "u")
    what: Secret[Sealed] = Secret(replace(counter, id=id_), owner)
    return table.world.add(Veiled(id=id_, owner=owner, what=what))


def into_the_open(table: AslTable, ids: Iterable[str]) -> Mapping[str, ShownId]:
    """A12.1: those of the counters that are veiled are placed in the open, with what they possess.
    Returns their new ids by the old ones.

    They come in the order of how they look, under ids that nobody has seen before: neither their
    owner's order nor the ids by which he knew them show. A "?" with nothing left under it goes.
    """
    truth = table.truth
    wanted = set(ids)
    units = sorted((u for u in truth.units() if u.under is not None and u.id in wanted), key=_looks)
    shown: dict[str, ShownId] = {}
    for unit in units:
        weapons = sorted(truth.weapons_of(unit), key=_looks)
        shown[unit.id] = _open(table, unit, None)
        for weapon in weapons:
            shown[weapon.id] = _open(table, weapon, shown[unit.id])
    for cover_id in sorted({unit.under for unit in units if unit.under}):
        _tidy(table, cover_id)
    return shown


def _looks(counter: Unit | Weapon) -> tuple[str, str, str, str]:
    return counter.side, counter.at, counter.type, counter.letter


def _open(table: AslTable, counter: Unit | Weapon, holder: ShownId | None) -> ShownId:
    is_weapon = isinstance(counter, Weapon)
    table.tell(
        CounterRevealed(
            side=counter.side,
            at=counter.at,
            type=counter.type,
            letter=counter.letter,
            is_weapon=is_weapon,
        )
    )
    table.drop(counter)
    id_ = table.kernel.new_id(Audience.PUBLIC, "w" if is_weapon else "u")
    if isinstance(counter, Weapon):
        table.world.add(replace(counter, id=id_, under=None, holder=holder))
    else:
        table.world.add(replace(counter, id=id_, under=None))
    return id_


def _tidy(table: AslTable, cover_id: ShownId) -> None:
    """A12.11: a "?" over nothing but Dummies goes, and they with it."""
    left = table.truth.under(cover_id)
    if any(not isinstance(counter, Dummy) for counter in left):
        return
    cover = table.world.get(Cover, cover_id)
    table.tell(CoverRemoved(side=cover.side, at=cover.at))
    for dummy in left:
        table.drop(dummy)
    table.world.drop(cover)
