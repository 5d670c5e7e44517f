"""B24.11, B24.121 What is lost where rubble comes down: units, weapons, Fortifications, fire."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, get_type_hints

from rules.board.locations import HexId, LocationId, hex_of, is_pillbox, level_of, location
from rules.chapters.concealment.a12_hidden import come_out
from rules.chapters.concealment.covers import uncover
from rules.chapters.morale.elimination import eliminate
from rules.forces.entities import FireLane
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.entity import Entity
from rules.kernel.secret import Public, Secret
from rules.kernel.unseal import unseal
from rules.position.asl_table import AslTable
from rules.position.fire import Blaze, Flame
from rules.position.fortifications import FortifiedLocation
from rules.position.hidden_fortifications import FortificationKind, HiddenFortification
from rules.position.placed_charges import Charge
from rules.position.position import HIDDEN, name
from rules.position.smoke import Smoke


@dataclass(frozen=True)
class Rubbled:
    """A hex that becomes rubble: all from a level up comes down. From level 1 up nobody is hurt on
    the ground, but there is rubble there; from a higher one what is below stands still (B24.1).
    """

    hex: HexId
    level: int = 0

    @property
    def lowest(self) -> int:
        """The lowest level that rubble lies on."""
        return self.level if self.level > 1 else 0

    @property
    def below(self) -> LocationId:
        """The uppermost Location that there still is."""
        return location(self.hex, max(self.lowest - 1, 0))

    def brings_down(self, at: LocationId) -> bool:
        """Whether a Location, or what is above it, comes down from above the ground."""
        return hex_of(at) == self.hex and level_of(at) >= max(self.level, 1)

    def buries(self, at: LocationId) -> bool:
        """Whether what is in a Location is lost."""
        return hex_of(at) == self.hex and level_of(at) >= self.level

    def ends(self, at: LocationId) -> bool:
        """Whether there is no such Location any more."""
        if hex_of(at) != self.hex:
            return False
        return level_of(at) > level_of(self.below) or (is_pillbox(at) and not self.lowest)


Lost: TypeAlias = Callable[[Any, Rubbled], bool]
"""Whether an entity is gone once a hex is rubble."""


def _if_buried(one: Any, where: Rubbled) -> bool:
    return where.buries(one.at)


def _if_in_hex(one: Any, where: Rubbled) -> bool:
    return hex_of(one.at) == where.hex


def _if_rubble(one: FortifiedLocation, where: Rubbled) -> bool:
    return hex_of(one.at) == where.hex and level_of(one.at) >= where.lowest


def _with_location(one: Any, where: Rubbled) -> bool:
    return where.ends(one.at)


def _from_origin(one: FireLane, where: Rubbled) -> bool:
    return where.buries(one.origin) or where.ends(one.at)


def _on_ground(one: Any, where: Rubbled) -> bool:
    return where.level == 0 and one.at == where.hex


def _recorded(one: Any, where: Rubbled) -> bool:
    """Of what is hidden nobody but its owner hears."""
    return where.level == 0 and bool(unseal(one.at) == where.hex)


def _hidden(one: HiddenFortification, where: Rubbled) -> bool:
    what = unseal(one.what)
    if what.kind is FortificationKind.CHARGE:
        return where.buries(location(what.at, what.level))
    if what.kind is FortificationKind.BUILDING:
        return what.at == where.hex and what.level >= where.lowest
    return where.level == 0 and what.at == where.hex


OTHERWISE: Mapping[type[Entity], Lost] = {
    FireLane: _from_origin,
    Flame: _if_in_hex,
    FortifiedLocation: _if_rubble,
    HiddenFortification: _hidden,
    Smoke: _with_location,
}
"""What is lost in another way than its place says."""

STAYS: Mapping[str, str] = {
    "acquired": "C6.5: it goes with the mortar or its unit; the hex stays acquired",
    "blaze": "it comes down burning",
    "clearing": "B24.7: broken off once those at it are gone",
    "cover": "what is under it comes into the open first",
    "covering": "before play",
    "fording_line": "E6.6: it is over water, where no rubble comes to lie",
    "labor": "B24.8: it goes with those under it",
    "mine_arrow": "B28.46: the line goes on, over a hex without mines",
    "placement": "before play",
    "real_control": "A26.15: no counter; Control of rubble is judged as of any place",
    "rubble": "rubble that lies there already stays",
    "setup_crest": "before play",
    "side": "A12.3: where its OB may hide somebody is no counter",
    "sniper": "A14.01: no unit; it lies in no Location",
    "stack_seen": "A12.16: it goes with those beneath the top, who come into the open",
    "unit": "eliminated, with all that this means",
    "weapon": "lost, in its envelope too",
}
"""What has a place and is not simply lost there, by its tag, and why."""

_BY_PLACE: Mapping[object, Lost] = {
    Public[LocationId]: _if_buried,
    Public[HexId]: _on_ground,
    Secret[HexId]: _recorded,
}


def fate_of(kind: type[Entity]) -> Lost | None:
    """B24.11: when rubble eliminates what is of a kind, or None if never: whatever lies in the hex
    or Location that it is `at`, unless it is listed above.
    """
    if kind.__struct_config__.tag in STAYS:
        return None
    at = get_type_hints(kind, include_extras=True).get("at")
    return OTHERWISE.get(kind) or _BY_PLACE.get(at)


def bury(table: AslTable, where: Rubbled) -> None:
    """B24.11, B24.121: whatever is under the rubble is eliminated, whoever knew of it; it burns if
    any of what came down did. Those below are in rubble now.
    """
    _bury_units(table, where)
    _bury_others(table, where, fate_of)
    _bring_blazes_down(table, where)
    _correct(table, where)


def bury_upon(table: AslTable, where: Rubbled) -> None:
    """B24.121: the same of what falls onto a bridge, which stays, as does all beneath it."""
    _bury_units(table, where)
    _bury_others(table, where, lambda kind: _if_buried if fate_of(kind) is _if_buried else None)


def _bury_others(
    table: AslTable, where: Rubbled, fate: Callable[[type[Entity]], Lost | None]
) -> None:
    for kind, there in table.world.tables():
        lost = fate(kind)
        if lost is not None:
            for one in there:
                if lost(one, where):
                    table.world.drop(one)


def _bury_units(table: AslTable, where: Rubbled) -> None:
    for cover in table.public.covers():
        if where.buries(cover.at):
            uncover(table, cover.id)
    hidden = (unit for unit in table.truth.pieces() if unit.under == HIDDEN)
    come_out(table, [unit for unit in hidden if where.buries(unit.at)])
    for weapon in table.truth.weapons():
        if where.buries(weapon.at):
            table.drop(weapon)
    for unit in table.truth.personnel():
        if where.buries(unit.at):
            eliminate(table, unit.counter, f"{name(unit)} is buried", "B24.11")


def _bring_blazes_down(table: AslTable, where: Rubbled) -> None:
    """B24.121: a Blaze above falls burning, onto what there still is below."""
    there = [
        blaze
        for blaze in table.world.all(Blaze)
        if hex_of(blaze.at) == where.hex and level_of(blaze.at) >= level_of(where.below)
    ]
    for blaze in there[1:]:
        table.world.drop(blaze)
    for blaze in there[:1]:
        table.world.change(blaze, at=where.below)


_PAST = ("fired_at", "entered_from", "dash_to")


def _correct(table: AslTable, where: Rubbled) -> None:
    """What names a Location that is gone names what is left below it."""
    for piece in table.truth.pieces():
        fields = dict(_moved(piece, where, _PAST))
        if fields:
            table.put(piece, **fields)
    for weapon in table.truth.weapons():
        fields = dict(_moved(weapon, where, _PAST[:1]))
        if fields:
            table.put(weapon, **fields)
    for charge in table.world.all(Charge):
        if where.ends(charge.origin):
            table.world.change(charge, origin=where.below)


def _moved(
    one: Unit | Weapon, where: Rubbled, fields: tuple[str, ...]
) -> Iterator[tuple[str, Any]]:
    for field in fields:
        at = getattr(one, field)
        if at is not None and where.ends(at):
            yield field, where.below
