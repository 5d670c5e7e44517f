"""C7.3, C8: the To Kill tables by their printed numbers, range, HE and its equivalents."""

from __future__ import annotations

import pytest

from rules.forces.guns import gun_ids, gun_type
from rules.tables import (
    Shot,
    aerial_af,
    ap_equivalency,
    armor_factors,
    canister_fp,
    has_heat,
    he_fp,
    he_tk,
    heat_equivalency,
    heat_tk,
    latw_equivalency,
    other_tk,
    tk_at_range,
    tk_guns,
    tk_number,
    unarmored_tk,
)

# By Basic TK#, as the charts have it; behind a stroke whose guns.
AP = """
4   MG 39F 7.62
5   ATR 12.7 15 42F
6   44F 20L
7   20LL 25LL 37*
8   37 47* 57* 70*
9   37L 40 57 65* 76*
10  40L 45L 47 75*
11  37LL 45LL 47L 50 88*
12  76 84*
13  50L 76L/russian 76L/japanese 88 120*
14  75 105
15  57L 57LL
16  76LL/russian
17  75L 76L 76L/american 80L 83L 83LL 85L 150* 152*
19  77L 200L
20  88L 90L/italian
21  90L 105L 150 152 155
23  75LL 76LL
25  122L
27  88LL 100L 120L
28  150L 155L
32  140L
33  128L 170L
"""
APCR = """
10  37L
12  28LL 45L
13  45LL 47L
14  40LL 50 76L/russian
17  50L
18  57LL 76LL/russian
19  85L
20  75L 76L
22  76L/american
23  88L
27  90L
"""
APDS = """
18  57L
25  76LL
"""
HEAT = """
11  57 65 94
12  70
13  BAZ43 75 76
14  100
15  PIAT 105 114
16  BAZ44 BAZ45 95
17  122
21  150
22  PFk
26  PSK stick
31  PF
"""

# Hexes and what they add: AP of 25, 57, 65mm; APCR of 57, 75mm; APDS. x is no effect.
AT_RANGE = """
0    2  1  1  3  3  1
1    2  1  1  3  3  1
2    1  1  0  2  2  0
6    1  0  0  1  1  0
7    0  0  0  0  0  0
12   0  0  0  0  0  0
13   0  0  0 -2 -1  0
18   0  0  0 -2 -1  0
24  -1 -1 -1 -4 -3  0
30  -2 -2 -1 -6 -4 -1
36  -3 -2 -2  x -5 -2
42  -4 -3 -2  x -6 -3
48  -5 -4 -3  x -7 -4
54   x -4 -3  x  x  x
60   x -5 -4  x  x  x
66   x  x -4  x  x  x
78   x  x -5  x  x  x
79   x  x  x  x  x  x
"""
COLUMNS = (
    (25, Shot.AP), (57, Shot.AP), (65, Shot.AP), (57, Shot.APCR), (75, Shot.APCR), (76, Shot.APDS),
)  # fmt: skip


def listed(chart: str) -> dict[str, int]:
    rows = [line.split() for line in chart.strip().splitlines()]
    return {gun: int(number) for number, *guns in rows for gun in guns}


@pytest.mark.rule("C7.31")
@pytest.mark.parametrize(
    ("shot", "chart"), [(Shot.AP, AP), (Shot.APCR, APCR), (Shot.APDS, APDS)], ids=str
)
def test_c7_31_every_basic_number(shot: Shot, chart: str) -> None:
    table = {}
    for row in tk_guns():
        gun, _, nation = row.partition("/")
        number = tk_number(gun, shot, nation or None)
        if number is not None:
            table[row] = number
    assert table == listed(chart)


@pytest.mark.rule("C7.31")
def test_c7_31_whose_gun_it_is() -> None:
    numbers = [tk_number("76L", Shot.AP, nation) for nation in ("russian", "german", None)]
    assert numbers == [13, 17, 17]
    with pytest.raises(KeyError):
        tk_number("61L", Shot.AP)


@pytest.mark.rule("C7.31")
def test_c7_31_every_gun_that_has_ap_has_a_number() -> None:
    rows = set(tk_guns())
    known = {row for row in rows if "/" not in row and tk_number(row, Shot.AP) is not None}
    for gun in (gun_type(name) for name in gun_ids("german") + gun_ids("british")):
        assert not gun.ap or gun.apcr_only or gun.tk or str(gun.bore) in known, gun.id


@pytest.mark.rule("C7.24")
@pytest.mark.parametrize("line", AT_RANGE.strip().splitlines(), ids=lambda line: line.split()[0])
def test_c7_24_every_band(line: str) -> None:
    distance, *said = line.split()
    added = [tk_at_range(mm, shot, int(distance)) for mm, shot in COLUMNS]
    assert ["x" if value is None else str(value) for value in added] == said


@pytest.mark.rule("C7.24")
@pytest.mark.parametrize(
    ("mm", "shot", "at_2"),
    [(26, Shot.AP, 1), (58, Shot.AP, 0), (28, Shot.APCR, 2), (12.7, Shot.AP, 1)],
)
def test_c7_24_bands_of_calibre(mm: float, shot: Shot, at_2: int) -> None:
    assert tk_at_range(mm, shot, 2) == at_2


@pytest.mark.rule("C7.24")
def test_c7_24_a_50l_at_the_rear_of_a_kv_at_25_hexes() -> None:
    basic, added = tk_number("50L", Shot.AP, "german"), tk_at_range(50, Shot.AP, 25)
    assert basic is not None
    assert added is not None
    assert basic + 1 + added - 8 == 4


@pytest.mark.rule("C7.33")
def test_c7_33_heat() -> None:
    numbers = listed(HEAT)
    assert {weapon: heat_tk(weapon) for weapon in numbers} == numbers
    with pytest.raises(KeyError):
        heat_tk("88")


@pytest.mark.rule("C7.34")
@pytest.mark.parametrize(
    ("mm", "armored", "unarmored"),
    [
        (15, None, None),
        (20, 3, 6),
        (29, 3, 6),
        (30, 4, 8),
        (40, 5, 9),
        (50, 6, 10),
        (69, 6, 10),
        (70, 7, 12),
        (80, 8, 14),
        (100, 10, 16),
        (120, 12, 18),
        (149, 12, 18),
        (150, 16, 20),
        (203, 16, 20),
    ],
)
def test_c7_34_he(mm: float, armored: int | None, unarmored: int | None) -> None:
    assert (he_tk(mm, armored=True), he_tk(mm, armored=False)) == (armored, unarmored)


@pytest.mark.rule("C7.31")
@pytest.mark.parametrize(
    ("mm", "number"),
    [
        (15, None),
        (20, 7),
        (28, 7),
        (37, 8),
        (57, 8),
        (65, 9),
        (84, 9),
        (85, 10),
        (95, 10),
        (100, 11),
    ],
)
def test_c7_31_unarmored(mm: float, number: int | None) -> None:
    assert unarmored_tk(mm) == number
    assert unarmored_tk(75, heat=True) == 11


@pytest.mark.rule("C7.34")
@pytest.mark.parametrize(
    ("weapon", "armored", "unarmored"),
    [("DC", 16, None), ("FT", 8, None), ("MOL", 6, None), ("MOL-Projector", 6, 9)],
)
def test_c7_34_what_no_calibre_decides(weapon: str, armored: int, unarmored: int | None) -> None:
    assert (other_tk(weapon, armored=True), other_tk(weapon, armored=False)) == (armored, unarmored)


@pytest.mark.rule("C3.3")
@pytest.mark.parametrize(
    ("mm", "fp", "heat"),
    [
        (19, None, None),
        (20, 1, None),
        (30, 2, 1),
        (37, 4, 2),
        (50, 6, 4),
        (60, 8, 6),
        (70, 12, 8),
        (80, 16, 12),
        (100, 20, 16),
        (120, 24, 20),
        (150, 30, 24),
        (200, 36, 30),
        (380, 36, 30),
    ],
)
def test_c3_3_he_and_c8_31_heat_on_the_ift(mm: float, fp: int | None, heat: int | None) -> None:
    assert (he_fp(mm), heat_equivalency(mm)) == (fp, heat)


@pytest.mark.rule("C8.31")
def test_c8_31_equivalents() -> None:
    assert [ap_equivalency(mm) for mm in (20, 36, 37, 88)] == [1, 1, 2, 2]
    said = {"BAZ": 8, "PIAT": 8, "PSK": 12, "PFk": 12, "stick": 12, "PF": 16}
    assert {weapon: latw_equivalency(weapon) for weapon in said} == said


@pytest.mark.rule("C8.3")
@pytest.mark.parametrize(
    ("nation", "year", "month", "there"),
    [
        ("german", 1942, 4, False),
        ("german", 1942, 5, True),
        ("american", 1942, 12, False),
        ("british", 1943, 1, True),
        ("russian", 1944, 6, True),
        ("finnish", 1940, 1, True),
    ],
)
def test_c8_3_heat_from_when_on(nation: str, year: int, month: int, there: bool) -> None:
    assert has_heat(nation, year, month) is there


@pytest.mark.rule("C8.4")
def test_c8_4_canister() -> None:
    fp = [canister_fp(mm) for mm in (20, 37, 57, 75, 76, 105)]
    assert fp == [None, 12, 16, 20, 20, 24]


@pytest.mark.rule("C7.12")
def test_c7_12_armor_from_above() -> None:
    assert armor_factors() == (0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26)
    assert [aerial_af(af) for af in armor_factors()] == [0, 0, 1, 2, 3, 3, 4, 4, 4, 4, 4]
    with pytest.raises(KeyError):
        aerial_af(5)
