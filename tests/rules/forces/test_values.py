"""The value tables against figures typed again from the charts, nation by nation."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.forces import (
    ForceError,
    UnitClass,
    WeaponKind,
    nation,
    nations,
    unit_type,
    unit_types,
    weapon_type,
    weapon_types,
)

# Squad: id, Class, underscored figures (f FP, r range, m morale), smoke, broken morale
# of the squad, then HS id, its underscored morale and broken morale. b = boxed.
MMC = """
ger-838  E frm 3 8   ger-338  m 7
ger-548  E fr- 2 8   ger-238  - 7
ger-468  E -r- 2 8   ger-248  - 7
ger-467  1 -r- 1 7   ger-247  - 6
ger-447  2 -r- - 7   ger-237  - 6
ger-436  C -r- - 5   ger-236  - 4
ger-537  2 f-- 1 7   ger-237v - 6
ss-838   E frm 3 9   ss-338   m 8
ss-658   E -rm 2 9   ss-348   m 8
ss-548   E frm 2 9   ss-238   m 8
ss-468   E -rm 2 9   ss-248   m 8
ss-447   E -rm - 8   ss-237   m 7
rus-628  E fr- - 8   rus-328  - 7
rus-628n 2 -rm - 9   rus-328n m 8
rus-458  E --- - 8   rus-248  - 7
rus-527  1 fr- - 7   rus-227  - 6
rus-447  1 --- - 7   rus-237  - 6
rus-426  C --- - 5   rus-226  - 4
ame-747  E frm 3 8   ame-337  m 7
ame-667  E f-- 3 8   ame-347  - 7
ame-666  1 f-- 3 8   ame-346  - 7
ame-546  2 f-- 2 7   ame-236  - 6
ame-536  G f-- 2 7   ame-226  - 6
ame-447  2 --- 1 7   ame-237  - 6
ame-336  G --- - 6   ame-126  - 5
bri-648  E frm 2 8   bri-338  m 7
bri-458  E --- 2 8   bri-248  - 7
bri-457  1 --- 2 7   bri-247  - 6
bri-447  2 --- - 7   bri-237  - 6
bri-436  G --- - 6   bri-226  - 5
fre-458  E --- 1 7   fre-248  - 6
fre-457  1 --- - 6   fre-237  - 5
fre-437  G --- - 6   fre-227  - 5
alm-458  E --- 1 7   alm-248  - 6
alm-457  1 --- - 6   alm-237  - 5
alm-437  G --- - 6   alm-227  - 5
axm-447  E --- 1 7   axm-247  - 6
axm-537  1 f-- 1 6   axm-227  - 5
axm-347  1 --- - 6   axm-137  - 5
axm-336  C --- - 5   axm-126  - 4
ita-447  E --- 1 7   ita-247  - 6
ita-347  1 --- - 6   ita-137  - 5
ita-346  1 --- - 5   ita-136  - 4
ita-336  C --- - 5   ita-126  - 4
fin-838  E frm - 8b  fin-338  m 7b
fin-648  1 fr- - 8b  fin-248  - 7b
fin-548  1 fr- - 8b  fin-238  - 7b
fin-447  2 f-- - 7b  fin-237  - 6b
fin-538  G fr- - 8b  fin-238g - 7b
fin-437  C --- - 6   fin-227  - 5
"""
ROWS = [row.split() for row in MMC.split("\n") if row]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_squad_and_its_half_have_the_printed_values(row: list[str]) -> None:
    name, grade, marks, smoke, broken, half_name, half_mark, half_broken = row
    squad, half = unit_type(name), unit_type(half_name)
    digits = name.partition("-")[2]
    half_digits = half_name.partition("-")[2]

    assert squad.cls is UnitClass.SQUAD
    assert (squad.fp, squad.range, squad.morale) == tuple(int(digit) for digit in digits[:3])
    assert squad.strength == "-".join(digits[:3])
    assert (squad.grade, squad.half) == (grade, half_name)
    assert squad.assault_fire is (marks[0] == "f")
    assert squad.spraying_fire is (marks[1] == "r")
    assert squad.underscored_morale is (marks[2] == "m")
    assert squad.smoke == (None if smoke == "-" else int(smoke))
    assert squad.broken_morale == int(broken[0])
    assert squad.self_rally is broken.endswith("b")

    assert half.cls is UnitClass.HS
    assert (half.fp, half.range, half.morale) == tuple(int(digit) for digit in half_digits[:3])
    assert half.underscored_morale is (half_mark == "m")
    assert half.broken_morale == int(half_broken[0])
    assert half.self_rally is half_broken.endswith("b")
    assert (half.smoke, half.assault_fire, half.spraying_fire) == (None, False, False)


def test_no_squad_and_no_half_squad_beside_those_of_the_chart() -> None:
    listed = {row[0] for row in ROWS} | {row[5] for row in ROWS}
    known = {unit.id for unit in unit_types() if unit.cls in {UnitClass.SQUAD, UnitClass.HS}}
    assert known == listed


# Infantry crew and its broken morale, vehicle crew and its broken morale; all boxed.
CREWS = [
    ("ger", "2-2-8", 8, "1-2-7", 7),
    ("rus", "2-2-8", 8, "1-2-7", 7),
    ("bri", "2-2-8", 8, "1-2-7", 7),
    ("fin", "2-2-8", 8, "1-2-7", 7),
    ("ame", "2-2-7", 8, "1-2-6", 7),
    ("fre", "2-2-8", 7, "1-2-7", 6),
    ("alm", "2-2-8", 7, "1-2-7", 6),
    ("ita", "2-2-7", 7, "1-2-6", 5),
    ("axm", "2-2-7", 7, "1-2-6", 5),
]


@pytest.mark.parametrize(("prefix", "infantry", "broken", "vehicle", "vehicle_broken"), CREWS)
def test_crews(prefix: str, infantry: str, broken: int, vehicle: str, vehicle_broken: int) -> None:
    crew = unit_type(f"{prefix}-crew-{infantry.replace('-', '')}")
    other = unit_type(f"{prefix}-crew-{vehicle.replace('-', '')}")
    assert (crew.strength, crew.broken_morale, crew.self_rally) == (infantry, broken, True)
    assert (other.strength, other.broken_morale, other.self_rally) == (
        vehicle,
        vehicle_broken,
        True,
    )
    assert (crew.grade, other.grade) == ("E", None)


# A leader's morale, DRM and broken morale.
LEADERS = {
    "10-3": (10, -3, 10),
    "10-2": (10, -2, 10),
    "9-2": (9, -2, 9),
    "9-1": (9, -1, 9),
    "8-1": (8, -1, 8),
    "8-0": (8, 0, 8),
    "7-0": (7, 0, 7),
    "6+1": (6, 1, 6),
}
FINNISH_LEADERS = {
    "10-1": (10, -1, 10),
    "10-0": (10, 0, 10),
    "9-1": (9, -1, 9),
    "9-0": (9, 0, 9),
    "8-0": (8, 0, 8),
    "8+1": (8, 1, 8),
}


@pytest.mark.parametrize("of", [nation.id for nation in nations()])
def test_leaders(of: str) -> None:
    leaders = {
        unit.strength: (unit.morale, unit.leadership, unit.broken_morale)
        for unit in unit_types(of)
        if unit.cls is UnitClass.LEADER and unit.broken_morale and not unit.commissar
    }
    assert leaders == (FINNISH_LEADERS if of == "finnish" else LEADERS)


def test_leader_ids_write_a_plus_as_p() -> None:
    assert unit_type("ger-6p1").leadership == 1
    assert unit_type("fin-8p1").leadership == 1
    assert unit_type("rus-8-1").leadership == -1


@pytest.mark.rule("A15.2")
def test_hero() -> None:
    hero = unit_type("bri-hero")
    assert (hero.strength, hero.fp, hero.range, hero.morale) == ("1-4-9", 1, 4, 9)
    assert (hero.mf, hero.us_number, hero.halves, hero.broken_morale) == (6, 1, 0, 0)


@pytest.mark.parametrize(
    ("name", "us_number", "halves", "mf", "ipc", "cc_fp"),
    [
        ("ger-467", 3, 2, 4, 3, 4),
        ("ger-247", 2, 1, 4, 3, 2),
        ("ger-crew-127", 2, 1, 4, 3, 1),
        ("ger-9-2", 1, 0, 6, 1, 1),
        ("ger-hero", 1, 0, 6, 1, 1),
    ],
)
def test_size(name: str, us_number: int, halves: int, mf: int, ipc: int, cc_fp: int) -> None:
    unit = unit_type(name)
    assert (unit.us_number, unit.halves, unit.mf, unit.ipc, unit.cc_fp) == (
        us_number,
        halves,
        mf,
        ipc,
        cc_fp,
    )


# id, FP-range, ROF, B#, R#, PP, dismantled PP
WEAPONS = """
ger-lmg    3-8  1 12 1 1 -
ger-mmg   5-12  2 12 2 3 2
ger-hmg   7-16  3 12 3 4 2
rus-lmg    2-6  1 11 1 1 -
rus-mmg   4-10  2 11 2 5 -
rus-hmg   6-12  3 12 3 5 -
rus-50cal 8-16  3 12 2 5 3
ame-lmg    2-6  1 11 1 1 -
ame-mmg   4-10  2 12 2 3 2
ame-hmg   6-12  3 12 3 5 3
ame-50cal 8-16  3 12 2 5 3
bri-lmg    2-7  1 12 1 1 -
bri-mmg   4-12  2 12 2 4 2
bri-hmg   6-14  3 12 3 5 3
fre-lmg    2-6  1 11 1 1 -
fre-mmg   4-11  2 12 2 4 2
fre-hmg   6-12  3 11 3 5 3
ita-lmg    2-5  1 11 1 1 -
ita-mmg   4-10  2 11 2 4 2
ita-hmg   6-12  3 11 3 5 3
fin-lmg    3-8  1 12 1 1 -
fin-mmg   5-12  2 12 2 3 2
fin-hmg   7-16  3 12 3 4 2
axm-lmg    2-7  1 11 1 1 -
axm-mmg   4-10  2 11 2 4 2
axm-hmg   6-12  3 11 3 5 3
alm-lmg    2-6  1 11 1 1 -
alm-mmg   4-11  2 12 2 4 2
alm-hmg   6-12  3 12 3 5 3
alm-50cal 8-14  2 12 2 5 3
"""
WEAPON_ROWS = [row.split() for row in WEAPONS.split("\n") if row]


@pytest.mark.parametrize("row", WEAPON_ROWS, ids=[row[0] for row in WEAPON_ROWS])
def test_weapon_has_the_printed_values(row: list[str]) -> None:
    name, strength, rof, breakdown, repair, pp, dm_pp = row
    weapon = weapon_type(name)
    assert weapon.strength == strength
    assert (weapon.rof, weapon.breakdown, weapon.repair) == (int(rof), int(breakdown), int(repair))
    assert weapon.pp == int(pp)
    assert weapon.dm_pp == (None if dm_pp == "-" else int(dm_pp))


# id, strength, ROF, B# or X#, R#, PP, dismantled PP, To Hit numbers from range 0
OTHERS = """
ft         24-1      0 X10 0 1 - -
dc         30-1      0 X12 0 1 - -
atr        1-12      0 B12 1 1 - -
ger-mtr    50[2-13]  3 B12 1 5 3 -
rus-mtr    50[3-20]  3 B12 1 4 2 -
ame-mtr    60[3-45]  3 B12 1 5 3 -
bri-mtr    51[2-11]  2 B12 1 4 2 -
bri-mtr8   51[2-8]   1 B11 1 3 - -
ita-mtr    45[2-13]  2 B11 1 4 2 -
axm-mtr    50[2-13]  3 B11 1 5 3 -
ita-20l    1-12      2 B12 1 4 - -
fin-atr    1-12      1 B12 1 4 - -
ame-baz43  8-4       0 X10 0 1 - 11,9,8,7,4
ame-baz44  8-4       0 X11 0 1 - 11,9,8,7,4
ame-baz45  8-5       0 X11 0 1 - 11,10,9,8,6,4
ger-psk    12-4      0 X10 0 1 - 11,9,8,7,4
bri-piat   8-3       0 B10 2 1 - 11,9,7,5
"""
OTHER_ROWS = [row.split() for row in OTHERS.split("\n") if row]
PREFIXES = ("alm", "ame", "axm", "bri", "fin", "fre", "ger", "ita", "rus")


def _those_of(name: str) -> list[str]:
    """The weapon of that id, or those of all nations that another row does not give."""
    if "-" in name:
        return [name]
    own = {row[0] for row in OTHER_ROWS}
    return [f"{prefix}-{name}" for prefix in PREFIXES if f"{prefix}-{name}" not in own]


@pytest.mark.parametrize("row", OTHER_ROWS, ids=[row[0] for row in OTHER_ROWS])
def test_other_support_weapons_have_the_printed_values(row: list[str]) -> None:
    name, strength, rof, number, repair, pp, dm_pp, to_hit = row
    for weapon in map(weapon_type, _those_of(name)):
        assert weapon.strength.replace(" ", "") == strength
        assert weapon.rof == int(rof)
        assert (number[0] == "X", weapon.breakdown) == (weapon.x, int(number[1:]))
        assert weapon.x_number == (weapon.breakdown if weapon.x else None)
        assert (weapon.repair, weapon.pp) == (int(repair), int(pp))
        assert weapon.dm_pp == (None if dm_pp == "-" else int(dm_pp))
        assert ",".join(map(str, weapon.to_hit)) == ("" if to_hit == "-" else to_hit)
        assert not weapon.kind.is_mg


def test_a_light_mortar_has_the_he_of_its_calibre() -> None:
    of_he = {name: weapon_type(name).fp for name in ("ger-mtr", "bri-mtr", "ame-mtr")}
    assert of_he == {"ger-mtr": 6, "bri-mtr": 6, "ame-mtr": 8}


RADIOS = dict.fromkeys(PREFIXES, 8) | {"fre": 7}


def test_radios_have_their_contact_number() -> None:
    radios = {f"{prefix}-radio": number for prefix, number in RADIOS.items()}
    radios |= {"rus-radio41": 6, "rus-radio42": 7}
    known = {w.id: w.contact for w in weapon_types() if w.kind is WeaponKind.RADIO}
    assert known == radios


def test_no_weapon_beside_those_of_the_chart() -> None:
    others = {weapon for row in OTHER_ROWS for weapon in _those_of(row[0])}
    guns = {row[0] for row in WEAPON_ROWS}
    radios = {weapon.id for weapon in weapon_types() if weapon.kind is WeaponKind.RADIO}
    chains = {weapon.id for weapon in weapon_types() if weapon.kind is WeaponKind.DAISY_CHAIN}
    assert {weapon.id for weapon in weapon_types()} == guns | others | radios | chains


@pytest.mark.rule("B28.531i")
def test_a_daisy_chain_weighs_a_pp_for_each_at_mine() -> None:
    chains = [weapon for weapon in weapon_types() if weapon.kind is WeaponKind.DAISY_CHAIN]
    assert len(chains) == 5 * len(nations())
    for chain in chains:
        factors = int(chain.id.rpartition("-")[2])
        assert (chain.factors, chain.pp, chain.strength) == (factors, factors, f"AT{factors}")


# A19.13 Replacement: each counter, and by what it is Replaced; `!` what has nothing worse.
LADDERS = """
ger-468 ger-467 ger-447 ger-436 !
ger-548 ger-447
ger-537 ger-436
ger-838 !
ger-248 ger-247 ger-237 ger-236 !
ger-238 ger-237
ger-237v ger-236
ger-338 !
ss-658 !
rus-628 rus-527 rus-426 !
rus-458 rus-447 rus-426
rus-328 rus-227 rus-226 !
rus-248 rus-237 rus-226
rus-628n !
ame-667 ame-666 ame-546 ame-536 !
ame-447 ame-336 !
ame-347 ame-346 ame-236 ame-226 !
ame-237 ame-126 !
ame-747 !
bri-458 bri-457 bri-447 bri-436 !
bri-248 bri-247 bri-237 bri-226 !
bri-648 !
fre-458 fre-457 fre-437 !
fre-248 fre-237 fre-227 !
alm-458 alm-457 alm-437 !
alm-248 alm-237 alm-227 !
ita-447 ita-346 ita-336 !
ita-347 ita-336
ita-247 ita-136 ita-126 !
ita-137 ita-126
fin-648 fin-538 !
fin-548 fin-447 fin-437 !
fin-248 fin-238g !
fin-238 fin-237 fin-227 !
axm-447 axm-347 axm-336 !
axm-537 axm-336
axm-247 axm-137 axm-126 !
axm-227 axm-126
ger-10-3 ger-10-2 ger-9-2 ger-9-1 ger-8-1 ger-8-0 ger-7-0 ger-6p1 !
fin-10-1 fin-10-0 fin-9-1 fin-9-0 fin-8-0 fin-8p1 !
"""
# A15.3 Battle Hardening: each counter, and what it becomes; `!` what has nothing better.
HARDENED = """
ger-436 ger-447 ger-467 ger-468 !
ger-537 !
ger-548 !
ger-236 ger-237 ger-247 ger-248 !
ss-447 !
rus-426 rus-527 rus-628 !
rus-447 rus-458 !
rus-226 rus-227 rus-328 !
rus-237 rus-248 !
rus-628n !
ame-536 ame-546 ame-666 ame-667 !
ame-336 ame-447 ame-667
ame-226 ame-236 ame-346 ame-347 !
ame-126 ame-237 ame-347
bri-436 bri-447 bri-457 bri-458 !
bri-226 bri-237 bri-247 bri-248 !
fre-437 fre-457 fre-458 !
fre-227 fre-237 fre-248 !
alm-437 alm-457 alm-458 !
alm-227 alm-237 alm-248 !
ita-336 ita-346 ita-447 !
ita-347 ita-447
ita-126 ita-136 ita-247 !
ita-137 ita-247
fin-437 fin-538 fin-548 !
fin-447 fin-548
fin-227 fin-238g fin-238 !
fin-237 fin-238
axm-336 axm-347 axm-447 !
axm-537 !
axm-126 axm-137 axm-247 !
axm-227 axm-247
ger-6p1 ger-7-0 ger-8-0 ger-8-1 ger-9-1 ger-9-2 ger-10-2 ger-10-3 !
fin-8p1 fin-8-0 fin-9-0 fin-9-1 fin-10-0 fin-10-1 !
"""


def _steps(ladders: str) -> list[tuple[str, str | None]]:
    rows = [row.split() for row in ladders.split("\n") if row]
    pairs = [pair for row in rows for pair in pairwise(row)]
    return [(name, None if other == "!" else other) for name, other in pairs]


@pytest.mark.rule("A19.13")
@pytest.mark.parametrize(("name", "other"), _steps(LADDERS))
def test_a19_13_by_what_a_unit_is_replaced(name: str, other: str | None) -> None:
    assert unit_type(name).worse == other


@pytest.mark.rule("A15.3")
@pytest.mark.parametrize(("name", "other"), _steps(HARDENED))
def test_a15_3_what_battle_hardening_makes_of_a_unit(name: str, other: str | None) -> None:
    assert unit_type(name).better == other


@pytest.mark.rule("A15.21")
def test_a_heroic_leader_keeps_his_leadership_and_the_higher_morale_level() -> None:
    heroic = [unit_type(f"ger-{leader}-hero") for leader in ("10-2", "8-1", "6p1")]
    assert [(unit.morale, unit.leadership) for unit in heroic] == [(10, -2), (9, -1), (9, 1)]
    assert {(unit.fp, unit.range, unit.broken_morale) for unit in heroic} == {(1, 4, 0)}
    assert unit_type("ger-8-1").hero == heroic[1].id
    assert heroic[1].better == "ger-9-1-hero"


@pytest.mark.rule("A25.22")
def test_russian_commissars() -> None:
    found = [unit for unit in unit_types() if unit.commissar]
    assert [unit.id for unit in found] == ["rus-com-10-0", "rus-com-9-0", "rus-com-8p1"]
    assert [unit.broken_morale for unit in found] == [10, 9, 8]


@pytest.mark.rule("A25.25")
def test_nkvd_are_steadier_in_the_heat_of_battle() -> None:
    found = {unit.id for unit in unit_types() if unit.heat_of_battle_drm}
    assert found == {"rus-628n", "rus-328n"}


@pytest.mark.rule("A15.2")
def test_a_hero_has_a_wounded_side() -> None:
    assert unit_type("ger-hero").hurt == "ger-hero-wounded"
    assert unit_type("ger-hero-wounded").strength == "1-3-8"


@pytest.mark.rule("A9.8")
def test_a9_8_a_dismantled_weapon_weighs_half_rounded_up() -> None:
    for weapon in weapon_types():
        if weapon.dm_pp is not None:
            assert weapon.dm_pp == -(-weapon.pp // 2), weapon.id


def test_dismantled_german_mg_fire_as_lmg() -> None:
    light = weapon_type("ger-lmg")
    assert light.kind is WeaponKind.LMG
    assert {weapon_type("ger-mmg").dm_as, weapon_type("ger-hmg").dm_as} == {light.id}


# Nation: Heat of Battle DRM, Leader Creation drm, early Surrender.
NATIONS = {
    "german": (0, -1, False),
    "russian": (2, 1, False),
    "american": (0, -1, False),
    "british": (-1, -1, False),
    "french": (1, 0, False),
    "allied-minor": (2, 0, False),
    "axis-minor": (3, 0, True),
    "italian": (3, 1, True),
    "finnish": (-1, None, False),
}


@pytest.mark.rule("A15.1")
@pytest.mark.rule("A18.2")
def test_what_nationality_adds_to_heat_of_battle_and_leader_creation() -> None:
    known = {
        of.id: (of.heat_of_battle_drm, of.leader_creation_drm, of.early_surrender)
        for of in nations()
    }
    assert known == NATIONS


@pytest.mark.rule("A1.31")
@pytest.mark.parametrize(
    ("name", "may"),
    [
        ("ger-436", True),
        ("rus-628", False),
        ("rus-426", False),
        ("ita-447", True),
        ("ita-347", False),
        ("axm-336", True),
        ("fin-437", True),
        ("ger-247", False),
    ],
)
def test_a1_31_who_may_deploy(name: str, may: bool) -> None:
    unit = unit_type(name)
    assert nation(unit.nation).may_deploy(unit) is may


@pytest.mark.rule("A25.71")
def test_a25_71_only_finns_need_no_leader_to_deploy() -> None:
    assert [of.id for of in nations() if of.leaderless_deploy] == ["finnish"]


@pytest.mark.rule("A7.9")
@pytest.mark.parametrize(
    ("name", "cowers"),
    [
        ("ger-838", True),
        ("bri-648", False),
        ("bri-457", False),
        ("bri-247", False),
        ("bri-447", True),
        ("bri-436", True),
        ("bri-crew-228", False),
        ("bri-crew-127", True),
        ("fin-538", False),
        ("fin-crew-127", False),
        ("fin-437", True),
        ("fin-227", True),
        ("ger-8-0", False),
        ("rus-hero", False),
    ],
)
def test_a7_9_who_cowers(name: str, cowers: bool) -> None:
    unit = unit_type(name)
    assert nation(unit.nation).cowers(unit) is cowers


def test_unknown_ids_are_refused_by_name() -> None:
    with pytest.raises(ForceError, match="no unit type has the id 'ger-999'"):
        unit_type("ger-999")
    with pytest.raises(ForceError, match="no weapon type has the id 'ger-laser'"):
        weapon_type("ger-laser")
    with pytest.raises(ForceError, match="no nation has the id 'martian'"):
        nation("martian")
