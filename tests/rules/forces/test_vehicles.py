"""The vehicles against figures typed again, the digest of all rows, and what a bad row is told."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec
import pytest

from rules.data import DataError
from rules.forces import ForceError, nation, nations
from rules.forces.armament import AmmunitionKind, Month, carried
from rules.forces.mounts import Mount
from rules.forces.rows import Rows
from rules.forces.vehicle_reading import VEHICLE_FIELDS, read_vehicle
from rules.forces.vehicle_types import (
    ArmamentKind,
    Armor,
    DispenserKind,
    GroundPressure,
    Moves,
    VehicleMg,
    VehicleType,
    WeaponPlace,
)
from rules.forces.vehicles import vehicle_ids, vehicle_type
from rules.tables import Shot, heat_tk, tk_number

if TYPE_CHECKING:
    from pathlib import Path

# How many vehicles, and how the digest of their values begins. Whoever changes a row says so here.
COUNTED: dict[str, tuple[int, str]] = {
    "allied-minor": (48, "b34d76196def"),
    "american": (63, "ffc46525edc1"),
    "axis-minor": (67, "ece5dec63098"),
    "british": (127, "7f9bca36c75f"),
    "finnish": (32, "f4930dd31c9b"),
    "french": (57, "1276dc1a8d6a"),
    "german": (118, "380e48ce3b4d"),
    "italian": (41, "28545e9d55ce"),
    "russian": (81, "185982da982d"),
}

# Guns in a turret that does not turn, and one in the rear of one that does.
ODDLY_MOUNTED = {"rus-kv-2", "rus-su-76m", "alm-bel-t-13-ii-b"}

# Type and number of MP, size, AF of hull and turret, where = is the same, MA with ROF and B#,
# mount, OT, ground pressure, and CS# or cs#. The letter r is for red.
COMMON = """
ame-2-5-ton          truck 28  0  ★     =     -            -   -  N cs7
ame-dukw             truck 27  -1 ★     =     -            -   -  N cs7
ame-m10-gmc          FT    15  0  8/3   =     76L/2        ST  ot N 7
ame-m18-gmc          FT    24  +1 3/1   =     76L/2        T   ot N 6
ame-m24              FT    18  0  6/3   6/4   75/1         T   -  N 5
ame-m3-ht            HT    20r +1 0/0   1/0   AAMG/1       -   ot N 5
ame-m4a1             FT    13  -1 11/4  8/6   75/1         T   -  N 5r
ame-m4a3             FT    15  -1 8/4   8/6   75/1         T   -  N 5r
ame-m4a3-76-w        FT    15  -1 11/4  8/6   76L/1        T   -  N 6
ame-m4a3e2           FT    12  -1 18/8  18/11 75/1         T   -  N 6
ame-m5a1             FT    17  +1 6/3   6/4   37LL/1       ST  -  N 4
ame-m8               AC    36  +1 2/1   2/2   37LL/2       ST  ot L 4
ame-quarter-ton-jeep truck 37  +2 ★     =     -            -   -  L cs2
bri-3-ton-lorry      truck 24  -1 ★     =     -            -   -  N cs7
bri-carrier-a        FT    16  +2 0/0   =     BMG/1        -   ot L 3
bri-churchill-vii    FT    8   -1 14/11 =     75/1         T   -  N 7
bri-cromwell-iv      FT    18  0  6/4   8/6   75/1         T   -  N 5
bri-crusader-iii     FT    15r +1 4/3   6/4   57L/1        ST  -  H 3r
bri-matilda-ii       FT    9r  0  11/8  8/8   40L/2        T   -  H 5
bri-sherman-v-a      FT    13  -1 8/4   8/6   75/1         T   -  N 5r
bri-sherman-vc-a     FT    13  -1 8/4   8/6   76LL/1       T   -  N 5r
ger-jgdpz-38-t       FT    13  +1 14/3  =     75L/0        NT  -  N 4
ger-jgdpz-iv-70      FT    11  +1 14/3  14/4  75LL/1       NT  -  N 4
ger-kfz-1            truck 30  +2 ★     =     -            -   -  L cs2
ger-marder-iii-t-h   FT    14  0  4/1   3/1   75L/1/B11    NT  ot L 4r
ger-opel-6700-blitz  truck 28  0  ★     =     -            -   -  N cs6
ger-psw-222          AC    33  +1 1/1   =     20L(4)/2/B11 ST  ot N 3
ger-psw-231-8-rad    AC    35  0  2/1   1/1   20L(4)/2/B11 ST  -  L 4
ger-psw-234-2        AC    33  0  4/1   =     50L/2        ST  -  N 4
ger-pzkpfw-38-t-e    FT    14  +1 4/2   4/3   37L/1        ST  -  L 4
ger-pzkpfw-iif       FT    14  +1 3/1   3/1   20L(4)/2/B11 RST -  L 3
ger-pzkpfw-iiij      FT    13  0  6/3   6/4   50L/2        T   -  N 6
ger-pzkpfw-iiil      FT    13  0  6/3   8/4   50L/2        T   -  N 5
ger-pzkpfw-iiin      FT    13  0  6/3   6/4   75*/1        T   -  N 5
ger-pzkpfw-ivd       FT    14  0  3/2   3/3   75*/1        T   -  N 5
ger-pzkpfw-ivf2      FT    14  0  6/3   6/4   75L/1        T   -  N 6
ger-pzkpfw-ivh       FT    13  0  8/3   6/4   75L/1        T   -  N 6
ger-pzkpfw-vg        FT    15  -1 18/6  14/6  75LL/1       ST  -  N 6
ger-pzkpfw-vib       FT    11r -2 26/8  18/11 88LL/1       ST  -  H 6
ger-pzkpfw-vie       FT    12r -1 11/8  14/8  88L/1        ST  -  N 6
ger-sdkfz-7          HT    17  0  ★     =     -            -   -  N cs6
ger-spw-250-1        HT    18  +1 1/1   =     AAMG/1       -   ot N 4
ger-spw-251-1        HT    16  +1 1/1   =     AAMG/1       -   ot N 5
ger-stug-iiig        FT    13  +1 8/3   =     75L/1        NT  -  N 4
rus-bt-7-m37         FT    23r 0  2/1   1/2   45L/1/B11    RST -  N 3
rus-gaz-mm           truck 25  +1 ★     =     -            -   -  N cs6
rus-is-2m            FT    13  0  26/11 18/11 122L/0/B11   ST  -  N 6
rus-kv-1-m41         FT    11r -1 11/8  11/11 76L/0        RST -  N 6
rus-su-76m           FT    16  +1 4/1   3/1   76L/2        NT  ot L 4r
rus-su-85            FT    16  0  11/6  =     85L/1        NT  -  N 5
rus-t-26-m33         FT    12r 0  1/1   2/1   45L/1/B11    RST -  N 3
rus-t-34-85          FT    16  0  11/6  11/8  85L/1        T   -  N 6
rus-t-34-m41         FT    17r 0  11/6  8/6   76L/0        RST -  L 5
rus-t-34-m43         FT    16  0  11/6  11/6  76L/1        RST -  N 5
rus-t-60-m42         FT    15  +1 6/3   4/2   20LL(4)/1    1MT -  L 2
"""

GOOD = (
    "ger-tank: {name: Tank, type: MT, dates: 42-45, bpv: 70, moves: FT, mp: 13, size: 1, "
    "weight: 25, hull: 8/3, turret: 6/4, cs: 6, mount: T, ma: T75L, rof: 1, bmg: 3, "
    "ammo: [A5@42], dispensers: [sD5], pp: 5, t: 9}"
)
BAD = [
    ("moves: FT", "moves: FTC", "moves", "must be one of FT"),
    ("mp: 13", "mp: 13 blue", "mp", "must be MP"),
    ("mp: 13", "mp: 130", "mp", "at most 40"),
    ("size: 1", "size: 3", "size", "at most 2"),
    ("weight: 25", "weight: heavy", "weight", "must be tons"),
    ("hull: 8/3", "hull: 8/5", "hull", "must be AF, ★ for none, not 5"),
    ("hull: 8/3", "hull: 8/3/3/3", "hull", "three facings"),
    ("turret: 6/4", "turret: 6/-", "turret", "must be AF"),
    ("cs: 6", "cs: 6 green", "cs", "must be a CS#"),
    ("mount: T", "mount: 2MT", "mount", "must be one of T"),
    ("ma: T75L", "ma: 75L", "ma", "where and what"),
    ("ma: T75L", "ma: T75X", "ma", "a calibre and a length"),
    ("ma: T75L, rof", "rof", "rof", "there is no MA"),
    ("rof: 1", "rof: 1, b: 11, x: 11", "x", "not both"),
    ("bmg: 3", "bmg: opt", "bmg", "must be the FP of a MG"),
    ("bmg: 3", "bmg: many", "bmg", "must be the FP of a MG"),
    ("sD5", "sX5", "dispensers[0]", "must be a smoke dispenser"),
    ("bmg: 3", "bmg: 3, gp: M", "gp", "must be one of L, H"),
    ("bmg: 3", "bmg: 3, sa: B37, sas: 3", "sas", "at most 2"),
    ("t: 9}", "t: 9, wheels: 6}", "wheels", "unknown field"),
]  # fmt: skip


def folder(tmp_path: Path, *rows: str) -> Path:
    (tmp_path / "german.yaml").write_text("\n".join(("nation: german", "", *rows)), "utf-8")
    return tmp_path


def written(tmp_path: Path, old: str = "", new: str = "") -> VehicleType:
    """The good row with something else in it."""
    rows = Rows(folder(tmp_path, "", GOOD.replace(old, new)))
    return read_vehicle(rows.read("ger-tank", VEHICLE_FIELDS))


@pytest.mark.parametrize("of", COUNTED)
def test_every_vehicle_of_a_nation(of: str) -> None:
    vehicles = [vehicle_type(name) for name in vehicle_ids(of)]
    said = hashlib.sha256(b"\n".join(msgspec.json.encode(one) for one in vehicles)).hexdigest()

    assert [one.id for one in vehicles] == sorted(one.id for one in vehicles)
    assert {one.nation for one in vehicles} == {of} == {nation(of).id}
    for one in vehicles:
        _holds_together(one)
    assert (len(vehicles), said[:12]) == COUNTED[of]


def _holds_together(one: VehicleType) -> None:
    """What is so of every vehicle, whatever it is."""
    assert one.hull.is_armored or not one.turret.is_armored, one.id
    assert one.ma is not None or one.sa is None, one.id
    assert not one.passengers_cs or not one.is_afv or one.passengers, one.id
    gun = one.ma
    if gun is not None and gun.kind is ArmamentKind.GUN:
        assert gun.place in {WeaponPlace.TURRET, WeaponPlace.BOW, WeaponPlace.REAR}, one.id
        assert one.mount is not None, one.id
        turns = gun.place is WeaponPlace.TURRET
        assert turns is one.mount.is_turret or one.id in ODDLY_MOUNTED, one.id
        if gun.ap:
            assert tk_number(str(gun.bore), Shot.AP, gun.made_by) is not None, one.id
        heat = [round_ for round_ in one.ammunition if round_.kind is AmmunitionKind.HEAT]
        assert all(heat_tk("stick" if r.stick else f"{gun.bore.mm:g}") for r in heat if gun.bore)


def test_every_nation_has_vehicles() -> None:
    assert set(COUNTED) == {nation.id for nation in nations()}
    assert len(vehicle_ids()) == sum(count for count, _ in COUNTED.values())


@pytest.mark.rule("D1")
@pytest.mark.parametrize("line", COMMON.strip().splitlines(), ids=lambda line: line.split()[0])
def test_common_vehicles(line: str) -> None:
    name, moves, mp, size, hull, turret, ma, mount, ot, pressure, cs = line.split()
    one = vehicle_type(name)
    assert one.moves is Moves(moves)
    assert f"{one.mp}{'r' if one.red_mp else ''}" == mp
    assert one.size == int(size)
    assert one.hull == _armor(hull)
    assert one.turret == (one.hull if turret == "=" else _armor(turret, one.turret.rear))
    if ma != "-":
        assert _shown(one) == ma
    if mount != "-":
        assert one.mount is Mount(mount)
    assert one.open_topped is (ot == "ot")
    assert one.pressure is GroundPressure(pressure)
    assert f"{'cs' if one.passengers_cs else ''}{one.cs}{'r' if one.red_cs else ''}" == cs


def _armor(said: str, rear: int | None = 0) -> Armor:
    """Front and side/rear, as a list has them; a rear without armor is in another column there."""
    if said == "★":
        return Armor(None, None, None)
    front, side = (int(word) for word in said.split("/"))
    return Armor(front, side, side if rear is not None else None)


def _shown(one: VehicleType) -> str:
    """The MA of a vehicle with its ROF, and its B# if that is printed."""
    assert one.ma is not None
    bore = {WeaponPlace.ANTIAIRCRAFT: "AAMG", WeaponPlace.BOW: "BMG"}
    what = str(one.ma.bore) if one.ma.bore else bore[one.ma.place or WeaponPlace.BOW]
    ife = f"({one.ma.ife})" if one.ma.ife else ""
    b = f"/B{one.ma.breakdown}" if one.ma.breakdown < 12 else ""
    return f"{what}{ife}/{one.ma.rof}{b}"


@pytest.mark.rule("D1.2")
def test_d1_2_armored_unarmored_and_partially_armored() -> None:
    tank, truck = vehicle_type("ger-pzkpfw-ivh"), vehicle_type("rus-gaz-mm")
    assert tank.is_afv
    assert not tank.is_partially_armored
    assert not truck.is_afv
    assert not truck.is_partially_armored
    marder = vehicle_type("ger-marder-iii-t-h")
    assert marder.turret == Armor(3, 1, None)
    assert marder.hull == Armor(4, 1, 1)
    assert marder.is_partially_armored


@pytest.mark.rule("B28.42")
def test_b28_42_a_hull_af_of_0() -> None:
    assert vehicle_type("ame-m3-ht").has_hull_af_0
    assert not vehicle_type("ger-spw-251-1").has_hull_af_0


@pytest.mark.rule("D1.6")
def test_d1_6_boxed_and_circled_turrets() -> None:
    panther = vehicle_type("ger-pzkpfw-vg")
    assert (panther.hull, panther.turret) == (Armor(18, 6, 6), Armor(14, 6, 6))
    assert vehicle_type("rus-t-34-m41").turret == Armor(8, 6, 6)
    assert vehicle_type("rus-kv-1-m42").turret == Armor(14, 11, 11)


@pytest.mark.rule("D1.8")
def test_d1_8_machine_guns() -> None:
    kv = vehicle_type("rus-kv-1-m41")
    assert (kv.bmg, kv.cmg) == (VehicleMg(fp=2), VehicleMg(fp=4, rear=2))
    assert kv.aamg == VehicleMg(fp=2, optional=True)
    assert vehicle_type("rus-is-2m").fixed_bmg
    assert vehicle_type("rus-t-28-m34").bmg == VehicleMg(fp=2, number=2)
    assert vehicle_type("ita-fiat-611b").cmg == VehicleMg(fp=0, rear=2)
    assert vehicle_type("rus-t-26-m33").cmg == VehicleMg(
        fp=4, optional=True, rear=2, rear_optional=True
    )


@pytest.mark.rule("D1.3")
def test_d1_3_main_and_secondary_armament() -> None:
    lee = vehicle_type("ame-m3-mt")
    assert lee.ma is not None
    assert lee.sa is not None
    assert (str(lee.ma.bore), lee.ma.place, lee.mount) == ("37LL", WeaponPlace.TURRET, Mount.FAST)
    assert (str(lee.sa.bore), lee.sa.place) == ("75", WeaponPlace.BOW)
    flame = vehicle_type("ger-spw-251-16").ma
    assert flame is not None
    assert (flame.kind, flame.place, flame.fp) == (ArmamentKind.FT, WeaponPlace.SIDE, 24)
    assert (flame.x, flame.breakdown) == (True, 11)
    carrier = vehicle_type("bri-carrier-a").ma
    assert carrier is not None
    assert (carrier.kind, carrier.place) == (ArmamentKind.MG, WeaponPlace.BOW)
    assert vehicle_type("rus-gaz-mm").ma is None
    howitzer = vehicle_type("ger-stupz-iv").ma
    assert howitzer is not None
    assert not howitzer.ap
    assert not howitzer.intensive


@pytest.mark.rule("C7.31")
def test_c7_31_whose_gun_it_is() -> None:
    captured, own = vehicle_type("fin-sotka-r").ma, vehicle_type("ger-pzkpfw-ivh").ma
    assert captured is not None
    assert own is not None
    assert (captured.made_by, own.made_by) == ("russian", "german")
    assert tk_number(str(captured.bore), Shot.APCR, captured.made_by) == 14
    grant = vehicle_type("bri-grant-a").sa
    assert grant is not None
    assert grant.tk == 13


@pytest.mark.rule("C8.9")
@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("ger-pzkpfw-iiil", (None, 6, 5, 4, None)),
        ("ger-pzkpfw-ivh", (None, 5, 4, 3, None)),
        ("rus-t-34-m41", (None, 4, 5, 6, None)),
        ("rus-t-34-m43", (None, 4, 5, 6, 7)),
        ("rus-t-34-85", (None, None, None, 5, 6)),
        ("ame-m4a3-76-w", (None, None, None, 4, 5)),
        ("ger-stug-iiig", (None, 6, 5, 4, None)),
    ],
)
def test_c8_9_apcr_from_1941_on(name: str, numbers: tuple[int | None, ...]) -> None:
    rounds = vehicle_type(name).ammunition
    found = [carried(rounds, AmmunitionKind.APCR, Month(year, 12)) for year in range(1941, 1946)]
    assert tuple(round_ and round_.number for round_ in found) == numbers


@pytest.mark.rule("D13")
def test_d13_smoke_dispensers() -> None:
    (pots,) = vehicle_type("ame-m10-gmc").dispensers
    assert (pots.kind, pots.number) == (DispenserKind.POTS, 5)
    (near,) = vehicle_type("ger-pzkpfw-vg").dispensers
    assert near.kind is DispenserKind.CLOSE_DEFENCE
    assert not near.is_to_be_had(Month(1943, 12))
    assert near.is_to_be_had(Month(1945, 5))


@pytest.mark.rule("D1.5")
def test_d1_5_passengers_and_towing() -> None:
    half_track, lorry = vehicle_type("ger-spw-251-1"), vehicle_type("bri-3-ton-lorry")
    assert (half_track.passengers, half_track.towing) == (15, 7)
    assert (lorry.passengers, lorry.towing) == (36, -4)
    carrier = vehicle_type("bri-carrier-a")
    assert carrier.tows_from is not None
    assert carrier.tows_from.first == Month(1944, 1)


@pytest.mark.rule("D11.1")
def test_d11_gyrostabilizers_and_schuerzen() -> None:
    assert vehicle_type("ame-m4a1").gyro
    assert not vehicle_type("ame-m10-gmc").gyro
    assert vehicle_type("ger-pzkpfw-ivh").schuerzen
    assert not vehicle_type("ger-pzkpfw-ivd").schuerzen


@pytest.mark.rule("C3.3")
def test_c3_3_german_vehicles_of_axis_minors_have_black_numbers() -> None:
    assert vehicle_type("axm-com-pzkpfw-iiin-g").black_th
    assert not vehicle_type("axm-com-s-35-f").black_th


@pytest.mark.rule("D14.1")
def test_d14_1_radioless() -> None:
    assert not vehicle_type("rus-t-60-m42").radio
    assert vehicle_type("ger-pzkpfw-ivh").radio


@pytest.mark.rule("D16.2")
def test_d16_2_amphibious_mp() -> None:
    assert vehicle_type("ame-dukw").amphibious == 3
    assert vehicle_type("ame-m4a1").amphibious is None


def test_what_is_no_vehicle() -> None:
    with pytest.raises(KeyError, match="no vehicle has the id 'ger-maus'"):
        vehicle_type("ger-maus")
    with pytest.raises(ForceError):
        vehicle_type("ger-7-5cm-pak-40")
    assert vehicle_ids("martian") == ()


@pytest.mark.parametrize(("old", "new", "field", "message"), BAD, ids=[row[1] for row in BAD])
def test_bad_row(tmp_path: Path, old: str, new: str, field: str, message: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(DataError) as caught:
        written(tmp_path, old, new)
    assert caught.value.line == 4
    assert caught.value.field == f"ger-tank.{field}".rstrip(".")
    assert message in caught.value.message


def test_what_a_row_leaves_out(tmp_path: Path) -> None:
    plain = written(tmp_path, ", turret: 6/4, cs: 6, mount: T, ma: T75L, rof: 1, bmg: 3", "")
    assert plain.turret == plain.hull == Armor(8, 3, 3)
    assert (plain.ma, plain.mount, plain.bmg, plain.cs) == (None, None, None, None)
    assert plain.pressure is GroundPressure.NORMAL
    assert plain.radio
