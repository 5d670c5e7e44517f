"""The Guns against figures typed again, the digest of all rows, and what a bad row is told."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec
import pytest

from rules.data import DataError
from rules.forces import ForceError, nation, nations
from rules.forces.armament import AmmunitionKind, Barrel, Bore, Month, carried
from rules.forces.guns import GUN_FIELDS, GunKind, gun_ids, gun_type, read_gun
from rules.forces.mounts import Mount
from rules.forces.rows import Rows

if TYPE_CHECKING:
    from pathlib import Path

# How many Guns, and how the digest of their values begins. Whoever changes a row says so here.
COUNTED: dict[str, tuple[int, str]] = {
    "allied-minor": (32, "d9b332faaa08"),
    "american": (22, "1232d9f68111"),
    "axis-minor": (73, "6d7ed6c1eee9"),
    "british": (23, "f1578232e1c7"),
    "finnish": (35, "070aebcfbadd"),
    "french": (17, "3c1a7ed4998b"),
    "german": (29, "951b14365589"),
    "italian": (18, "2d6f4f1b41f7"),
    "russian": (27, "87b2d3da2240"),
}

# Type and calibre, ROF and IFE, B#, range, M# where c is circled, size, mount, and q for QSU.
COMMON = """
ger-3-7cm-pak-35-36      AT  37L  3 -  12 0-120  12  +1 NT q
ger-5cm-pak-38           AT  50L  3 -  12 0-75   10  +1 NT q
ger-7-5cm-pak-40         AT  75L  2 -  12 0-192  8   +1 NT q
ger-8-8cm-pak-43         AT  88LL 2 -  12 0-379  4c  0  T  -
ger-8-8cm-flak-18-o-36   AA  88L  2 -  12 0-370  4c  -1 T  -
ger-2cm-flak-30          AA  20L  3 4  11 0-120  10  +1 T  -
ger-7-5cm-leig-18        INF 75*  2 -  12 0-115  10  +1 NT q
ger-15cm-sig-33          INF 150* - -  12 0-118  6c  -1 NT -
ger-10-5cm-lefh-18       ART 105  1 -  12 0-266  6c  0  NT -
ger-8cm-grw-34           MTR 81*  3 -  12 2-60   11  +1 NT q
ger-12cm-grw-42          MTR 120* 2 -  12 12-151 9c  +1 NT q
ger-10-5cm-lg-42         RCL 105* - -  11 0-182  10  0  T  q
rus-45mm-ptp-obr-32      AT  45L  3 -  12 0-110  11  +1 NT q
rus-57mm-ptp-obr-43      AT  57LL 3 -  12 0-210  10  +1 NT q
rus-76-2mm-p-obr-39      ART 76L  2 -  12 0-332  9   0  NT q
rus-76-2mm-pp-obr-27     INF 76*  2 -  12 0-214  8   +1 NT q
rus-82mm-bm-obr-37       MTR 82*  3 -  12 3-78   11  +1 NT q
rus-37mm-zp-obr-39       AA  37L  3 8  12 0-200  8   0  T  -
rus-100mm-ptp-obr-44     AT  100L 1 -  12 0-525  4c  0  NT -
rus-122mm-g-obr-10-30    ART 122* 1 -  11 0-223  8c  0  NT -
ame-m3a1-37mm-at-gun     AT  37LL 2 -  12 0-292  12  +1 NT q
ame-m1-57mm-at-gun       AT  57L  3 -  12 0-247  10  +1 NT q
ame-m5-3-in-at-gun       AT  76L  1 -  12 0-366  7   0  NT q
ame-m1-40mm-aa-gun       AA  40L  3 8  12 0-247  8   0  T  -
ame-m3-105mm-howitzer    ART 105* 1 -  12 0-166  10c 0  NT -
ame-m1-81mm-mortar       MTR 81*  3 -  12 3-75   11  +1 NT q
bri-oqf-2-pounder        AT  40L  3 -  12 0-183  10  +1 T  -
bri-oqf-6-pounder-7-cwt  AT  57L  3 -  12 0-225  10  +1 NT q
bri-oqf-17-pounder       AT  76LL 2 -  12 0-263  6c  0  NT -
bri-oqf-25-pounder-short ART 88*  - -  11 0-233  10  +1 NT q
bri-oml-3-in-mortar      MTR 76*  2 -  12 6-36   11  +1 NT q
fin-20-pstk-40           AT  20L  2 6  11 0-50   12  +1 NT q
ita-cannone-da-47-32     AT  47   3 -  12 0-107  12  +1 NT q
"""

GOOD = (
    "ger-pak: {name: PaK, type: AT, gun: 75L, rof: 2, range: 192, m: 8, mount: NT, "
    "ammo: [A5@42, s7], dates: 42-45, bpv: 43}"
)
BAD = [
    ("type: AT", "type: ATG", "type", "must be one of AT"),
    ("75L", "75M", "gun", "a calibre and a length"),
    ("rof: 2", "rof: 4", "rof", "at most 3"),
    ("rof: 2", "rof: 2, b: 11, x: 11", "x", "not both"),
    ("rof: 2", "rof: 2, b: 8", "b", "at least 9"),
    ("rof: 2", "rof: 2, low_ammo: true", "low_ammo", "below 12"),
    ("range: 192", "range: 192-60", "range", "least range"),
    ("range: 192", "range: far", "range", "must be a range"),
    ("type: AT", "type: MTR", "", "no AP"),
    ("mount: NT", "mount: RST", "mount", "must be one of T"),
    ("mount: NT", "mount: NT, wheels: 2", "wheels", "unknown field"),
    ("bpv: 43", "bpv: 430", "bpv", "at most 80"),
    ("A5@42", "B5@42", "ammo[0]", "must be ammunition"),
    ("A5@42", "A5@42 CBI", "ammo[0]", "limited to one of"),
    ("42-45", "13/42-45", "dates", "twelve months"),
    ("42-45", "45-42", "dates", "ends before"),
    ("42-45", "1942", "dates", "must be dates"),
    (", dates: 42-45", "", "", "'dates' is missing"),
    ("type: AT", "type: AT, lacks: IR", "lacks", "must be one of AP"),
    ("type: AT", "type: AT, limbered: {rate: 1}", "limbered.rate", "unknown field"),
]  # fmt: skip


def folder(tmp_path: Path, *rows: str) -> Path:
    (tmp_path / "german.yaml").write_text("\n".join(("nation: german", "", *rows)), "utf-8")
    return tmp_path


@pytest.mark.parametrize("of", COUNTED)
def test_every_gun_of_a_nation(of: str) -> None:
    guns = [gun_type(name) for name in gun_ids(of)]
    said = hashlib.sha256(b"\n".join(msgspec.json.encode(gun) for gun in guns)).hexdigest()

    assert [gun.id for gun in guns] == sorted(gun.id for gun in guns)
    assert {gun.nation for gun in guns} == {of} == {nation(of).id}
    assert (len(guns), said[:12]) == COUNTED[of]


def test_every_nation_has_guns() -> None:
    assert set(COUNTED) == {nation.id for nation in nations()}
    assert len(gun_ids()) == sum(count for count, _ in COUNTED.values())


@pytest.mark.rule("C2.2")
@pytest.mark.parametrize("line", COMMON.strip().splitlines(), ids=lambda line: line.split()[0])
def test_common_guns(line: str) -> None:
    name, kind, bore, rof, ife, breakdown, reach, m, size, mount, qsu = line.split()
    gun = gun_type(name)
    assert gun.kind is GunKind(kind)
    assert str(gun.bore) == bore
    assert gun.rof == int(rof.replace("-", "0"))
    assert gun.ife == int(ife.replace("-", "0"))
    assert gun.breakdown == int(breakdown)
    assert f"{gun.min_range}-{gun.range}" == reach
    assert f"{gun.manhandling}{'c' if gun.circled_m else ''}" == m
    assert gun.size == int(size)
    assert gun.mount is Mount(mount)
    assert gun.qsu is (qsu == "q")


@pytest.mark.rule("C2.21")
def test_c2_21_over_and_underscores() -> None:
    assert not gun_type("ger-15cm-sig-33").ap
    assert gun_type("ger-15cm-sig-33").he
    assert not gun_type("bri-oqf-17-pounder").he
    smoke_mortar = gun_type("fin-81-savunheitin-m-42")
    assert not smoke_mortar.ap
    assert not smoke_mortar.he


@pytest.mark.rule("C2.2")
def test_c2_2_calibre_and_barrel() -> None:
    assert gun_type("ger-8-8cm-pak-43").bore == Bore(88, Barrel.EXTRA_LONG)
    assert str(gun_type("ame-m51-multiple-50-cal-mg-carriage").bore) == "12.7"


@pytest.mark.rule("C7.31")
def test_c7_31_whose_gun_it_is() -> None:
    assert gun_type("fin-76-k-36-r").made_by == "russian"
    assert gun_type("ger-7-62cm-pak-36r").made_by == "german"
    assert gun_type("axm-rom-resita-m43").tk == 18


@pytest.mark.rule("C10.24")
def test_c10_24_the_limbered_side_says_what_differs() -> None:
    limbered = gun_type("ger-8-8cm-pak-43").limbered
    assert limbered is not None
    assert (str(limbered.bore), limbered.rof, limbered.breakdown) == ("88L", 1, 11)
    assert (limbered.manhandling, limbered.size, limbered.mount) == (4, -1, Mount.FAST)
    assert gun_type("ger-7-5cm-pak-40").limbered is None


@pytest.mark.rule("C11.5")
def test_c11_5_at_and_inf_guns_have_gunshields() -> None:
    assert gun_type("ger-7-5cm-pak-40").shield
    assert not gun_type("ger-10-5cm-lefh-18").shield
    assert not gun_type("ita-cannone-da-47-32").shield


@pytest.mark.rule("C8.9")
@pytest.mark.parametrize(
    ("when", "number"),
    [((1941, 12), None), ((1942, 1), 5), ((1943, 6), 4), ((1944, 12), 3), ((1945, 1), None)],
)
def test_c8_9_depletion_numbers_by_year(when: tuple[int, int], number: int | None) -> None:
    rounds = gun_type("ger-7-5cm-pak-40").ammunition
    apcr = carried(rounds, AmmunitionKind.APCR, Month(*when))
    assert (apcr and apcr.number) == number
    smoke = carried(rounds, AmmunitionKind.SMOKE, Month(*when))
    assert smoke is not None
    assert smoke.number == 7


@pytest.mark.rule("C8.9")
def test_c8_9_ammunition_of_one_theatre() -> None:
    rounds, june = gun_type("ame-m1-57mm-at-gun").ammunition, Month(1944, 6)
    assert carried(rounds, AmmunitionKind.APDS, june) is None
    there = carried(rounds, AmmunitionKind.APDS, june, frozenset({"ETO"}))
    assert there is not None
    assert there.number == 4
    assert carried(rounds, AmmunitionKind.APDS, Month(1944, 5), frozenset({"ETO"})) is None


@pytest.mark.rule("C8.31")
def test_c8_31_a_stick_round() -> None:
    (stick,) = [
        round_
        for round_ in gun_type("ger-3-7cm-pak-35-36").ammunition
        if round_.kind is AmmunitionKind.HEAT
    ]
    assert (stick.number, stick.stick) == (6, 9)


def test_dates_of_service() -> None:
    dates = gun_type("ger-7-5cm-pak-97-38").dates
    assert (dates.first, dates.last) == (Month(1941, 9), Month(1944, 12))
    assert dates.covers(Month(1944, 12))
    assert not dates.covers(Month(1945, 1))


def test_what_is_no_gun() -> None:
    with pytest.raises(KeyError, match="no Gun has the id 'ger-pak'"):
        gun_type("ger-pak")
    with pytest.raises(ForceError):
        gun_type("ger-467")
    assert gun_ids("martian") == ()


@pytest.mark.parametrize(("old", "new", "field", "message"), BAD, ids=[row[1] for row in BAD])
def test_bad_row(tmp_path: Path, old: str, new: str, field: str, message: str) -> None:
    assert GOOD.count(old) == 1
    rows = Rows(folder(tmp_path, "", GOOD.replace(old, new)))
    with pytest.raises(DataError) as caught:
        read_gun(rows.read("ger-pak", GUN_FIELDS))
    assert caught.value.line == 4
    assert caught.value.field == f"ger-pak.{field}".rstrip(".")
    assert message in caught.value.message


def test_only_the_row_that_is_asked_for_is_read(tmp_path: Path) -> None:
    rows = Rows(folder(tmp_path, GOOD, "ger-torn: {name: [}"))
    assert rows.ids("german") == ("ger-pak", "ger-torn")
    assert read_gun(rows.read("ger-pak", GUN_FIELDS)).name == "PaK"
    with pytest.raises(DataError, match=r"german\.yaml:4"):
        rows.read("ger-torn", GUN_FIELDS)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([GOOD, GOOD], "5: ger-pak: is listed already"),
        (["  " + GOOD], "must be a row"),
        (["guns:"], "must be a row"),
    ],
    ids=["twice", "indented", "no row"],
)
def test_lines_that_are_no_rows(tmp_path: Path, lines: list[str], message: str) -> None:
    with pytest.raises(DataError) as caught:
        Rows(folder(tmp_path, "# comment", *lines))
    assert message in str(caught.value)
