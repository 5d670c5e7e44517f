"""From a row of `data/vehicles` to a VehicleType; what does not fit is a DataError."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rules.forces.armament import read_bore, read_lacks, read_period, read_round
from rules.forces.mounts import Mount
from rules.forces.rows import written
from rules.forces.vehicle_types import (
    Armament,
    ArmamentKind,
    Armor,
    Dispenser,
    DispenserKind,
    GroundPressure,
    Moves,
    VehicleMg,
    VehicleType,
    WeaponPlace,
)
from rules.tables import armor_factors

if TYPE_CHECKING:
    from rules.data import Node
    from rules.forces.rows import Row

VEHICLE_FIELDS = (
    "name", "of", "type", "dates", "bpv", "moves", "mp", "amphibious", "gp", "size", "weight",
    "hull", "turret", "ot", "radioless", "cs", "mount", "ma", "lacks", "rof", "ife", "b", "x",
    "low_ammo", "no_if", "made", "black", "sa", "sa_lacks", "sas", "sa_tk", "bmg", "cmg", "aamg",
    "fixed_bmg", "gyro", "schuerzen", "ammo", "dispensers", "pp", "riders", "t", "t_from", "notes",
)  # fmt: skip
MOST_MP = 40
UNARMORED = "★"
OF_MA = ("lacks", "rof", "ife", "b", "x", "low_ammo", "no_if", "made")
"""What only a row with a MA has."""

_MP = re.compile(r"(\d+)( red)?")
_CS = re.compile(r"(\d)( red)?( passengers)?")
_MG_ARMAMENT = {
    "BMG": WeaponPlace.BOW,
    "CMG": WeaponPlace.COAXIAL,
    "AAMG": WeaponPlace.ANTIAIRCRAFT,
    "MG": None,
}
_ARMAMENT = re.compile(r"([TBRS])(?:F(\d+)|(ATR)|(.+))")
_MG = re.compile(
    r"(?P<optional>opt )?(?:(?P<fp>\d+)(?:x(?P<number>\d))?(?: or (?P<alternative>\d+))?)?"
    r"(?P<rear_optional> opt)?(?: ?R(?P<rear>\d)| S(?P<side>\d)x(?P<sides>\d))?"
)
_DISPENSER = re.compile(r"(s[DMNP])(\d+)(?:@(\S+))?")


def read_vehicle(row: Row) -> VehicleType:
    """The vehicle of a row. Raises DataError."""
    mp, red_mp, _ = _marked(row["mp"], _MP, "MP, such as 13 or 11 red")
    if not 1 <= mp <= MOST_MP:
        raise row["mp"].error(f"must be at most {MOST_MP}")
    cs, red_cs, passengers_cs = _cs(row)
    hull = _armor(row["hull"])
    turret = row.fields.get("turret")
    return VehicleType(
        id=row.id,
        nation=row.nation,
        origin=row.text("of"),
        name=written(row["name"]),
        kind=row["type"].text(),
        moves=Moves(row["moves"].choice(moves.value for moves in Moves)),
        mp=mp,
        red_mp=red_mp,
        amphibious=row.perhaps("amphibious", 1, 9),
        pressure=_pressure(row),
        size=row.integer("size", -2, 2),
        weight=_weight(row),
        hull=hull,
        turret=hull if turret is None else _armor(turret),
        open_topped=row.flag("ot"),
        radio=not row.flag("radioless"),
        cs=cs,
        red_cs=red_cs,
        passengers_cs=passengers_cs,
        mount=_mount(row),
        ma=_main(row),
        sa=_secondary(row),
        bmg=_mg(row, "bmg"),
        cmg=_mg(row, "cmg"),
        aamg=_mg(row, "aamg"),
        fixed_bmg=row.flag("fixed_bmg"),
        black_th=row.flag("black"),
        gyro=row.flag("gyro"),
        schuerzen=row.flag("schuerzen"),
        ammunition=tuple(read_round(node) for node in row.items("ammo")),
        dispensers=tuple(_dispenser(node) for node in row.items("dispensers")),
        passengers=row.integer("pp", 1, 40),
        riders=row.integer("riders", 1, 14),
        towing=row.perhaps("t", -4, 12),
        tows_from=None if (since := row.fields.get("t_from")) is None else read_period(since),
        dates=read_period(row["dates"]),
        bpv=row.perhaps("bpv", 8, 120),
        notes=row.words("notes"),
    )


def _marked(node: Node, pattern: re.Pattern[str], what: str) -> tuple[int, bool, bool]:
    """A number and the two words that may follow it."""
    match = pattern.fullmatch(written(node))
    if match is None:
        raise node.error(f"must be {what}, not {written(node)}")
    number, *marks = (*match.groups(), None)
    return int(number), marks[0] is not None, marks[1] is not None


def _cs(row: Row) -> tuple[int | None, bool, bool]:
    """D5.6, D5.7: the number, whether it is red, and whether it is one for Passengers alone."""
    node = row.fields.get("cs")
    if node is None:
        return None, False, False
    return _marked(node, _CS, "a CS#, such as 5 red or 6 passengers")


def _pressure(row: Row) -> GroundPressure:
    node = row.fields.get("gp")
    return GroundPressure.NORMAL if node is None else GroundPressure(node.choice(("L", "H")))


def _weight(row: Row) -> float | None:
    node = row.fields.get("weight")
    if node is None:
        return None
    if not isinstance(node.value, (int, float)) or isinstance(node.value, bool):
        raise node.error("must be tons")
    return float(node.value)


def _armor(node: Node) -> Armor:
    """D1.6: `8/3`, `1/1/★` or `★`: the last figure stands for those that are left out."""
    words = written(node).split("/")
    factors = [_factor(node, word) for word in words]
    front, side, rear = (*factors, factors[-1], factors[-1])[:3]
    if len(words) > 3:  # noqa: PLR2004 - front, side and rear
        raise node.error("has three facings")
    return Armor(front, side, rear)


def _factor(node: Node, word: str) -> int | None:
    if word == UNARMORED:
        return None
    if not word.isdecimal() or int(word) not in armor_factors():
        raise node.error(f"must be AF, {UNARMORED} for none, not {word}")
    return int(word)


def _mount(row: Row) -> Mount | None:
    node = row.fields.get("mount")
    return None if node is None else Mount(node.choice(mount.value for mount in Mount))


def _main(row: Row) -> Armament | None:
    """D1.3: the MA; a row without one has none of its values."""
    node = row.fields.get("ma")
    if node is None:
        for name in OF_MA:
            if name in row.fields:
                raise row[name].error("there is no MA")
        return None
    if "b" in row.fields and "x" in row.fields:
        raise row["x"].error("has a B# or an X#, not both")
    return replace(
        _armament(node, row.fields.get("lacks"), row.text("made") or row.nation),
        rof=row.integer("rof", 1, 3),
        ife=row.integer("ife", 4, 24),
        breakdown=row.integer("x" if "x" in row.fields else "b", 9, 12, otherwise=12),
        x="x" in row.fields,
        low_ammo=row.flag("low_ammo"),
        intensive=not row.flag("no_if"),
    )


def _secondary(row: Row) -> Armament | None:
    """D1.34: the SA."""
    node = row.fields.get("sa")
    if node is None:
        return None
    armament = _armament(node, row.fields.get("sa_lacks"), row.nation)
    number = row.integer("sas", 2, 2, otherwise=1)
    return replace(armament, number=number, tk=row.perhaps("sa_tk", 4, 33))


def _armament(node: Node, lacks: Node | None, made_by: str) -> Armament:
    """What a field says of a MA or SA, and what ammunition that lacks."""
    kind, place, text, fp = _weapon(node)
    ap, he = read_lacks(lacks)
    bore = None if text is None else read_bore(node, text)
    return Armament(kind=kind, place=place, made_by=made_by, bore=bore, fp=fp, ap=ap, he=he)


def _weapon(node: Node) -> tuple[ArmamentKind, WeaponPlace | None, str | None, int | None]:
    """`CMG`, `T75L`, `BF24` or `BATR`: what it is and where, its calibre, the FP of a FT."""
    said = node.text()
    if said in _MG_ARMAMENT:
        return ArmamentKind.MG, _MG_ARMAMENT[said], None, None
    match = _ARMAMENT.fullmatch(said)
    if match is None:
        raise node.error(f"must be where and what, such as T75L, BF24 or CMG, not {said}")
    place, fp, atr, bore = match.groups()
    if fp is not None:
        return ArmamentKind.FT, WeaponPlace(place), None, int(fp)
    return (ArmamentKind.ATR if atr else ArmamentKind.GUN), WeaponPlace(place), bore, None


def _mg(row: Row, name: str) -> VehicleMg | None:
    """D1.8: `4`, `opt 2`, `2x2`, `4 R2`, `R2`, `opt 2 or 4`: FP, number, and a rear MG."""
    node = row.fields.get(name)
    if node is None:
        return None
    match = _MG.fullmatch(written(node))
    if match is None or not written(node).strip("opt "):
        raise node.error(f"must be the FP of a MG, not {written(node)}")
    figures = ("fp", "number", "alternative", "rear", "side", "sides")
    fp, number, alternative, rear, side, sides = (int(match[figure] or 0) for figure in figures)
    return VehicleMg(
        fp=fp,
        number=number or 1,
        alternative=alternative,
        optional=match["optional"] is not None,
        rear=rear,
        rear_optional=match["rear_optional"] is not None,
        side=side,
        sides=sides,
    )


def _dispenser(node: Node) -> Dispenser:
    """D13: `sD7`, `sM8@44-`: what it is, its usage number, and from when on."""
    match = _DISPENSER.fullmatch(node.text())
    if match is None:
        raise node.error(f"must be a smoke dispenser, such as sD7, not {node.text()}")
    kind, number, when = match.groups()
    return Dispenser(
        DispenserKind(kind), int(number), None if when is None else read_period(node, when)
    )
