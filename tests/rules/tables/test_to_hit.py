"""C3 to C6: the To Hit table cell by cell, as it is read downwards, its colours and its DRM."""

from __future__ import annotations

import pytest

from rules.forces import nations
from rules.tables import (
    TargetType,
    ThAddition,
    area_number,
    basic_number,
    has_red_numbers,
    th_addition,
    th_additions,
    to_hit_drm,
    to_hit_drms,
    turning_drm,
)

# The farthest hex of each band, but of the last a hex beyond.
BANDS = (6, 12, 18, 24, 30, 36, 42, 48, 54, 55)

# Band by band: Vehicle black/red, Infantry black/red, Area.
NUMBERS = """
10/10  8/8   7
9/8    7/6   7
8/7    6/5   8
7/6    5/4   8
6/5    4/3   7
6/4    3/2   7
5/3    2/1   6
4/2    1/0   6
3/1    0/-1  5
2/0   -1/-2  5
"""

# Band by band: *, L, LL, APCR, SMOKE, up to 57mm, up to 40mm.
ADDED = """
 0 0 0  0 2  0  0
 0 0 0  0 2  0  0
-1 1 1 -1 0 -1 -1
-1 1 1 -1 0 -1 -1
-1 1 2 -2 0 -2 -1
-1 1 2 -2 0 -2 -1
-1 1 2 -3 0 -3 -1
-1 1 2 -3 0 -3 -1
-1 1 2 -4 0 -4 -1
-1 1 2 -4 0 -4 -1
"""
ADDITIONS = (
    ThAddition.SHORT,
    ThAddition.LONG,
    ThAddition.EXTRA_LONG,
    ThAddition.APCR,
    ThAddition.SMOKE,
    ThAddition.UP_TO_57,
    ThAddition.UP_TO_40,
)


def rows(chart: str) -> list[tuple[int, str]]:
    return list(zip(BANDS, chart.strip().splitlines(), strict=True))


@pytest.mark.rule("C3.3")
@pytest.mark.parametrize(("far", "line"), rows(NUMBERS))
def test_c3_3_every_basic_number(far: int, line: str) -> None:
    vehicle, infantry, area = line.split()
    for target, said in ((TargetType.VEHICLE, vehicle), (TargetType.INFANTRY, infantry)):
        numbers = [basic_number(target, far, red=red) for red in (False, True)]
        assert "/".join(str(number) for number in numbers) == said
    assert basic_number(TargetType.AREA, far, red=True) == area_number(far) == int(area)


@pytest.mark.rule("C3.3")
def test_c3_3_bands_begin_after_one_another() -> None:
    numbers = [basic_number(TargetType.VEHICLE, far, red=True) for far in (0, 1, 7, 13, 49, 200)]
    assert numbers == [10, 10, 8, 7, 1, 0]


@pytest.mark.rule("C4.1")
@pytest.mark.parametrize(("far", "line"), rows(ADDED))
def test_c4_1_every_addition(far: int, line: str) -> None:
    said = [int(number) for number in line.split()]
    assert [th_addition(addition, far) for addition in ADDITIONS] == said


@pytest.mark.rule("C4.1")
@pytest.mark.parametrize(
    ("mm", "barrel", "additions"),
    [
        (75, "", ()),
        (75, "*", (ThAddition.SHORT,)),
        (88, "LL", (ThAddition.EXTRA_LONG,)),
        (57, "L", (ThAddition.LONG, ThAddition.UP_TO_57)),
        (58, "L", (ThAddition.LONG,)),
        (40, "L", (ThAddition.LONG, ThAddition.UP_TO_57, ThAddition.UP_TO_40)),
        (41, "", (ThAddition.UP_TO_57,)),
        (12.7, "", (ThAddition.UP_TO_57, ThAddition.UP_TO_40)),
    ],
)
def test_c4_1_what_a_weapon_adds(mm: float, barrel: str, additions: tuple[ThAddition, ...]) -> None:
    assert th_additions(mm, barrel) == additions


@pytest.mark.rule("C4.1")
def test_c4_1_a_40ll_with_apcr_at_25_hexes() -> None:
    added = (*th_additions(40, "LL"), ThAddition.APCR)
    basic = basic_number(TargetType.VEHICLE, 25, red=False)
    assert basic + sum(th_addition(addition, 25) for addition in added) == 3


@pytest.mark.rule("C3.3")
@pytest.mark.parametrize(
    ("nation", "year", "afv", "red"),
    [
        ("german", 1940, False, False),
        ("british", 1945, True, False),
        ("russian", 1945, False, True),
        ("american", 1943, False, True),
        ("american", 1944, True, False),
        ("french", 1940, False, False),
        ("french", 1940, True, True),
        ("finnish", 1944, True, True),
    ],
)
def test_c3_3_colours(nation: str, year: int, afv: bool, red: bool) -> None:
    assert has_red_numbers(nation, year, afv=afv) is red


@pytest.mark.rule("C3.3")
def test_c3_3_every_nation_has_its_colours() -> None:
    for nation in nations():
        assert has_red_numbers(nation.id, 1939, afv=True) in {True, False}
    with pytest.raises(KeyError):
        has_red_numbers("martian", 1939, afv=True)


@pytest.mark.rule("C5.1")
@pytest.mark.parametrize(
    ("mount", "drm"),
    [("T", [0, 1, 2, 3]), ("ST", [0, 2, 3, 4]), ("NT", [0, 3, 4, 5])],
)
def test_c5_1_turning(mount: str, drm: list[int]) -> None:
    assert [turning_drm(mount, hexspines) for hexspines in range(4)] == drm


CASES = """
B +2  B/terrain +3  C/AAMG 0  C/stabilized +1  C/turret +2  C/NT +3  C1 +1  C2 +2  C3 +2
C3/backblast +2  D +2  E +2  F +2  G +5  H/captured +2  H/non-qualified +2  I +1  CX +1
J +2  J1 +3  J2 +4  J3 -1  J4 -1  K +2  L/1 -2  L/2 -1  M -2  N/1 -1  N/2 -2  O -2  R +1
"""


@pytest.mark.rule("C5")
def test_c5_c6_the_drm_of_the_cases() -> None:
    words = CASES.split()
    for case, value in zip(words[::2], words[1::2], strict=True):
        assert to_hit_drm(case).value == int(value)


@pytest.mark.rule("C5")
def test_c5_c6_every_case_has_its_letter_rule_and_meaning() -> None:
    letters = {drm.name[0] for drm in to_hit_drms() if len(drm.name.split("/")[0]) <= 2}
    assert letters - {"C"} == set("ABDEFGHIJKLMNOPQR")
    assert all(drm.rule and drm.meaning and "_" not in drm.meaning for drm in to_hit_drms())
    assert to_hit_drm("Q").value is None
    with pytest.raises(KeyError):
        to_hit_drm("S")
