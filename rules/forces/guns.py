"""Guns: what their counters say (C2), a row of `data/guns` each, read when it is asked for.

Start with `gun_type("ger-7-5cm-pak-40")`.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from rules.forces.armament import (
    Ammunition,
    Bore,
    Period,
    read_bore,
    read_lacks,
    read_period,
    read_round,
)
from rules.forces.mounts import Mount
from rules.forces.rows import Rows, written
from rules.forces.types import ForceError

if TYPE_CHECKING:
    from rules.data import Node
    from rules.forces.rows import Row

NO_BREAKDOWN = 12
"""C2.28: the B# of a Gun that has none printed."""
LEAST_BREAKDOWN = 9

_LIMBERED = ("type", "gun", "rof", "ife", "b", "m", "size", "mount")
GUN_FIELDS = (
    "name", "of", "type", "gun", "lacks", "rof", "ife", "b", "x", "low_ammo", "repair", "ife_b",
    "range", "m", "circled_m", "size", "mount", "qsu", "rfnm", "nm", "no_if", "shield", "acquires",
    "tows", "horse_drawn", "apcr", "made", "tk", "tk_rolls", "black", "dm_pp", "ammo", "limbered",
    "dates", "bpv", "notes",
)  # fmt: skip
_RANGE = re.compile(r"(?:(\d+)-)?(\d+)")


class GunKind(Enum):
    """C2.1: the types of Guns; the value is the word on the counter."""

    __hash__ = object.__hash__  # a part of keys, and that of enumerations is slow

    AT = "AT"
    INF = "INF"
    ART = "ART"
    AA = "AA"
    MTR = "MTR"
    RCL = "RCL"


class LimberedSide(Struct, frozen=True, kw_only=True):
    """C10.24: what a Gun is that fires while it is limbered, where the side differs or not."""

    kind: GunKind
    bore: Bore
    rof: int
    ife: int
    breakdown: int
    manhandling: int | None
    size: int
    mount: Mount


class GunType(Struct, frozen=True, kw_only=True):
    """The printed values of one kind of Gun.

    `bore` is calibre and barrel (C2.2), `ap` and `he` whether it has these (C2.21). `rof` is 0
    without a boxed number (C2.24), `ife` 0 without IFE (C2.29). `breakdown` is its B#, or its X#
    if `x` says so (C2.28), circled if `low_ammo` (D3.71), `ife_breakdown` that of its IFE; a dr of
    `repair` or less mends it (A9.72). `range` is in hexes, None without a printed one, `min_range`
    its least (C2.25). `manhandling` is its M#, None if it cannot be pushed, circled if it takes
    longer to hook up (C2.27, C10.11). `size` is the DRM of its size as a target (C2.271, Case P).
    `qsu` is Quick Set Up (C10.2), `rfnm` and `nm` are C10.25 and C10.26. `shield` is its Gunshield
    (C11.5), `intensive` whether it may use Intensive Fire (C5.6), `acquires` whether it may acquire
    (C6.5), `tows` whether it can be towed (C10.1). `apcr_only` fires by the APCR tables alone
    (C3). `made_by` is the nation whose Basic TK# it has (C7.31), `tk` one of AP of its own,
    `tk_rolls` how many TK DR a hit makes; `black_th` the black TH numbers whatever its nation.
    `dm_pp` is its weight dismantled (C9.2). `origin` is whose it is among the Minors. `notes` are
    those of its listing that these values do not say; a dagger marks what changes a printed value.
    """

    id: str
    nation: str
    origin: str | None
    name: str
    kind: GunKind
    bore: Bore
    ap: bool
    he: bool
    rof: int
    ife: int
    breakdown: int
    x: bool
    low_ammo: bool
    ife_breakdown: int | None
    repair: int
    min_range: int
    range: int | None
    manhandling: int | None
    circled_m: bool
    size: int
    mount: Mount
    qsu: bool
    rfnm: bool
    nm: bool
    intensive: bool
    shield: bool
    acquires: bool
    tows: bool
    horse_drawn: bool
    apcr_only: bool
    made_by: str
    tk: int | None
    tk_rolls: int
    black_th: bool
    dm_pp: int | None
    ammunition: tuple[Ammunition, ...]
    limbered: LimberedSide | None
    dates: Period
    bpv: int
    notes: tuple[str, ...]


@cache
def gun_type(name: str) -> GunType:
    """The Gun of that id (`ger-7-5cm-pak-40`) or ForceError, which is a KeyError."""
    try:
        row = _rows().read(name, GUN_FIELDS)
    except KeyError:
        raise ForceError("Gun", name) from None
    return read_gun(row)


def gun_ids(nation: str | None = None) -> tuple[str, ...]:
    """The ids of the Guns of a nation or of all, by which none of them is read."""
    return _rows().ids(nation)


@cache
def _rows() -> Rows:
    return Rows(Path(__file__).parent / "data" / "guns")


def read_gun(row: Row) -> GunType:
    """The Gun of a row. Raises DataError."""
    ap, he = read_lacks(row.fields.get("lacks"))
    least, most = _range(row)
    gun = GunType(
        id=row.id,
        nation=row.nation,
        origin=row.text("of"),
        name=row["name"].text(),
        kind=_kind(row["type"]),
        bore=read_bore(row["gun"]),
        ap=ap,
        he=he,
        rof=row.integer("rof", 1, 3),
        ife=row.integer("ife", 4, 24),
        breakdown=_breakdown(row),
        x="x" in row.fields,
        low_ammo=row.flag("low_ammo"),
        ife_breakdown=row.perhaps("ife_b", LEAST_BREAKDOWN, NO_BREAKDOWN),
        repair=row.integer("repair", 1, 3, otherwise=1),
        min_range=least,
        range=most,
        manhandling=row.perhaps("m", -4, 12),
        circled_m=row.flag("circled_m"),
        size=row.integer("size", -2, 2),
        mount=_mount(row["mount"]),
        qsu=row.flag("qsu"),
        rfnm=row.flag("rfnm"),
        nm=row.flag("nm"),
        intensive=not row.flag("no_if"),
        shield=row.flag("shield", otherwise=_kind(row["type"]) in {GunKind.AT, GunKind.INF}),
        acquires=row.flag("acquires", otherwise=True),
        tows=row.flag("tows", otherwise=True),
        horse_drawn=row.flag("horse_drawn"),
        apcr_only=row.flag("apcr"),
        made_by=row.text("made") or row.nation,
        tk=row.perhaps("tk", 4, 33),
        tk_rolls=row.integer("tk_rolls", 2, 4, otherwise=1),
        black_th=row.flag("black"),
        dm_pp=row.perhaps("dm_pp", 1, 9),
        ammunition=tuple(read_round(node) for node in row.items("ammo")),
        limbered=None,
        dates=read_period(row["dates"]),
        bpv=row["bpv"].integer(10, 80),
        notes=row.words("notes"),
    )
    _check(row, gun)
    side = row.fields.get("limbered")
    return gun if side is None else _limberable(gun, side)


def _kind(node: Node) -> GunKind:
    return GunKind(node.choice(kind.value for kind in GunKind))


def _mount(node: Node) -> Mount:
    return Mount(node.choice((Mount.FAST.value, Mount.SLOW.value, Mount.NONE.value)))


def _breakdown(row: Row) -> int:
    """C2.28: the B#, or the X#, of which a row has one at most."""
    if "b" in row.fields and "x" in row.fields:
        raise row["x"].error("has a B# or an X#, not both")
    at = "x" if "x" in row.fields else "b"
    return row.integer(at, LEAST_BREAKDOWN, NO_BREAKDOWN, otherwise=NO_BREAKDOWN)


def _range(row: Row) -> tuple[int, int | None]:
    node = row.fields.get("range")
    if node is None:
        return 0, None
    match = _RANGE.fullmatch(written(node))
    if match is None:
        raise node.error(f"must be a range, such as 192 or 2-60, not {written(node)}")
    return int(match[1] or 0), int(match[2])


def _check(row: Row, gun: GunType) -> None:
    """What must be so of all Guns, whatever the row says."""
    if gun.range is not None and gun.min_range >= gun.range:
        raise row["range"].error("the least range is below the greatest")
    if gun.kind is GunKind.MTR and (gun.ap or not gun.min_range):
        raise row.node.error("a mortar has a least range and no AP")
    if gun.low_ammo and gun.breakdown == NO_BREAKDOWN:
        raise row["low_ammo"].error("a circled B# is below 12")


def _limberable(gun: GunType, side: Node) -> GunType:
    """C10.24: the Gun with its limbered side, which has the values of the other where it says
    nothing.
    """
    side.only(_LIMBERED)
    said = dict(side.pairs())
    kind, bore, mount = said.get("type"), said.get("gun"), said.get("mount")

    def number(name: str, otherwise: int, least: int, most: int) -> int:
        return said[name].integer(least, most) if name in said else otherwise

    m = said.get("m")
    limbered = LimberedSide(
        kind=gun.kind if kind is None else _kind(kind),
        bore=gun.bore if bore is None else read_bore(bore),
        rof=number("rof", gun.rof, 0, 3),
        ife=number("ife", gun.ife, 4, 24),
        breakdown=number("b", gun.breakdown, LEAST_BREAKDOWN, NO_BREAKDOWN),
        manhandling=gun.manhandling if m is None else m.integer(-4, 12),
        size=number("size", gun.size, -2, 2),
        mount=gun.mount if mount is None else _mount(mount),
    )
    return replace(gun, limbered=limbered)
