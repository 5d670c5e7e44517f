"""What Guns and the armament of vehicles have in common: calibre, ammunition, dates of service."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from rules.forces.rows import written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.data import Node

LIMITED_TO = ("PTO", "ETO", "Croatian", "Romanian", "Slovakian")
"""Where, or whose, ammunition can be that not all Guns of a row have."""

_BORE = re.compile(r"(\d+(?:\.\d+)?)(\*|LL?)?")
_DATE = r"(?:(\d{1,2})/)?(\d\d)"
_PERIOD = re.compile(rf"{_DATE}(?:(-)(?:{_DATE})?)?")
_CENTURY = 1900
_DECEMBER = 12


class Barrel(Enum):
    """C2.2: the length of a barrel, as it stands behind the calibre."""

    __hash__ = object.__hash__  # a part of keys, and that of enumerations is slow

    SHORT = "*"
    NORMAL = ""
    LONG = "L"
    EXTRA_LONG = "LL"


class Bore(Struct, frozen=True):
    """C2.2: calibre in mm and length of the barrel: `75L` is 75mm and long."""

    mm: float
    barrel: Barrel

    def __str__(self) -> str:
        return f"{self.mm:g}{self.barrel.value}"


class Month(NamedTuple):
    """A month of a year, in their order."""

    year: int
    month: int


class Period(Struct, frozen=True):
    """From one month to another, both included; without a last one it goes on."""

    first: Month
    last: Month | None

    def covers(self, when: Month) -> bool:
        """Whether that month is in it."""
        return self.first <= when and (self.last is None or when <= self.last)


class AmmunitionKind(Enum):
    """C8: ammunition, as the counter's letters have it; IR by E1.93."""

    __hash__ = object.__hash__  # a part of keys, and that of enumerations is slow

    AP = "AP"
    HE = "HE"
    APCR = "A"
    APDS = "D"
    HEAT = "H"
    CANISTER = "C"
    SMOKE = "s"
    WP = "WP"
    IR = "IR"


class Ammunition(Struct, frozen=True):
    """C8.9: one Depletion Number as printed; `A4` with the year 1941 is APCR 4 in 1941.

    `number` is None where there is enough of it. `stick` is the number in brackets behind that of
    a HEAT round stuck on the muzzle, `H6[9]` (C8.31). `when` is None if it is to be had always.
    `only` says where or whose Guns have it, one of `LIMITED_TO`.
    """

    kind: AmmunitionKind
    number: int | None
    stick: int | None = None
    when: Period | None = None
    only: str | None = None

    def is_to_be_had(self, when: Month) -> bool:
        """Whether it is to be had in that month, wherever it may be."""
        return self.when is None or self.when.covers(when)


def carried(
    ammunition: Iterable[Ammunition],
    kind: AmmunitionKind,
    when: Month,
    limits: frozenset[str] = frozenset(),
) -> Ammunition | None:
    """C8.9: the Depletion Number of that kind in that month, None without such ammunition.

    `limits` are those of `LIMITED_TO` that hold for the Gun.
    """
    for round_ in ammunition:
        here = round_.only is None or round_.only in limits
        if round_.kind is kind and here and round_.is_to_be_had(when):
            return round_
    return None


def read_bore(node: Node, text: str | None = None) -> Bore:
    """The calibre and barrel of `75L`, in this field. Raises DataError."""
    said = written(node) if text is None else text
    match = _BORE.fullmatch(said)
    if match is None:
        raise node.error(f"must be a calibre and a length, such as 75L, not {said}")
    return Bore(float(match[1]), Barrel(match[2] or ""))


def read_lacks(node: Node | None) -> tuple[bool, bool]:
    """C2.21: whether there is AP and HE, by what a row says it lacks (over- and underscore)."""
    lacking = "" if node is None else node.choice(("AP", "HE", "AP+HE"))
    return "AP" not in lacking, "HE" not in lacking


def read_period(node: Node, text: str | None = None) -> Period:
    """Dates of service: `45`, `12/39`, `8/42-45`, or `43-` without an end.

    Raises DataError.
    """
    said = written(node).zfill(2) if text is None else text
    match = _PERIOD.fullmatch(said)
    if match is None:
        raise node.error(f"must be dates, such as 8/42-45, not {said}")
    month, year, goes_on, last_month, last_year = match.groups()
    first = Month(_CENTURY + int(year), int(month or 1))
    if goes_on is None:
        return _period(node, first, Month(first.year, int(month or _DECEMBER)))
    if last_year is None:
        return _period(node, first, None)
    return _period(node, first, Month(_CENTURY + int(last_year), int(last_month or _DECEMBER)))


def _period(node: Node, first: Month, last: Month | None) -> Period:
    months = (first.month, first.month if last is None else last.month)
    if not all(1 <= month <= _DECEMBER for month in months):
        raise node.error("there are twelve months")
    if last is not None and last < first:
        raise node.error("ends before it begins")
    return Period(first, last)


_ROUND = re.compile(r"(AP|HE|WP|IR|[ADHCs])(\d+)?(?:\[(\d+)\])?(?:@(\S+)?(?: ?([A-Z]\w+))?)?")


def read_round(node: Node) -> Ammunition:
    """C8.9: `A4@41`, `s7`, `H6[9]`, `C7@43- PTO`: kind, Depletion Number, dates and limits.

    Raises DataError.
    """
    match = _ROUND.fullmatch(node.text())
    if match is None:
        raise node.error(f"must be ammunition, such as A4@41, not {node.text()}")
    kind, number, stick, when, only = match.groups()
    if only is None and when in LIMITED_TO:
        when, only = None, when
    if only is not None and only not in LIMITED_TO:
        raise node.error(f"must be limited to one of {', '.join(LIMITED_TO)}, not {only}")
    return Ammunition(
        kind=AmmunitionKind(kind),
        number=None if number is None else int(number),
        stick=None if stick is None else int(stick),
        when=None if when is None else read_period(node, when),
        only=only,
    )
