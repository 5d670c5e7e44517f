"""Positions that no play could lead to are refused, so that a slip is not taken for a case."""

from collections.abc import Callable, Iterator, Mapping

from rules.cases.words import Names, Said
from rules.chapters.movement.a05_stacking import LIMIT_HALVES
from rules.data import Node
from rules.forces.lookup import unit_type
from rules.forces.types import UnitClass

MOST_MF = 8
"""What Double Time and a leader give a squad, so that it cannot pay for more (A5.11)."""

Units = Mapping[str, Said]


def check_possible(units: Node | None, weapons: Node | None, said: Units, names: Names) -> None:
    """Raise DataError, with the line of the counter, for what cannot be."""
    for name, node in () if units is None else units.pairs():
        for fault in (one for look in _FAULTS for one in look(name, said, names)):
            raise node.error(fault)
    for name, node in () if weapons is None else weapons.pairs():
        if name in said:
            raise node.error(f"{name} is a unit already")


def _of_its_kind(name: str, units: Units, names: Names) -> Iterator[str]:
    """What is said of a SMC alone, or of a MMC alone."""
    printed, fields = unit_type(names.units[name]), units[name].fields
    for word in ("wounded", "heroic"):
        if fields.get(word) and not printed.cls.is_smc:
            yield f"a MMC is never {word}"
    replaced = printed.cls is not UnitClass.LEADER or printed.worse is not None
    if fields.get("disrupted") and printed.cls.is_smc and replaced:  # A19.12
        yield "a SMC is never disrupted, but a leader who cannot be Replaced"


_EXCLUDES = {"dm": ("broken", True), "berserk": ("broken", False)}


def _at_once(name: str, units: Units, names: Names) -> Iterator[str]:
    """What is not so together."""
    fields = units[name].fields
    for word, (other, needed) in _EXCLUDES.items():
        if fields.get(word) and bool(fields.get(other)) is not needed:
            yield f"{word} {'goes only' if needed else 'does not go'} with {other}"


def _together(name: str, units: Units, names: Names) -> Iterator[str]:
    """Who is with an enemy: in Melee, or as his prisoner."""
    at, own = units[name].fields["at"], names.sides[name]
    others = [one for one, said in units.items() if said.fields["at"] == at]
    if units[name].fields.get("melee") and all(names.sides[one] is own for one in others):
        yield "is in Melee with nobody"
    guard = units[name].fields.get("guard")
    if guard is not None and guard not in others:
        yield f"its guard {guard} is not with it"
    if guard is not None and names.sides.get(guard) is own:
        yield f"its guard {guard} is of its own side"


def _stacked(name: str, units: Units, names: Names) -> Iterator[str]:
    """A5.11: nobody has the MF to enter a Location that is overstacked by as many as that."""
    at = units[name].fields["at"]
    halves = sum(
        unit_type(names.units[one]).halves
        for one, said in units.items()
        if said.fields["at"] == at and names.sides[one] is names.sides[name]
    )
    if halves > LIMIT_HALVES + 2 * MOST_MF:
        yield f"{halves / 2:g} squads are in one Location, and nobody could have entered (A5.11)"


_FAULTS: tuple[Callable[[str, Units, Names], Iterator[str]], ...] = (
    _of_its_kind,
    _at_once,
    _together,
    _stacked,
)
