"""From the YAML value tables to typed values; what does not fit is a DataError by line and field.

`classes.yaml` holds what no nation decides; every other file of the folder is one nation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar, get_args

from rules.data import load_yaml
from rules.forces.types import Grade, Nation, UnitClass, UnitType, WeaponKind, WeaponType
from rules.tables import he_fp

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from rules.data import Node

CLASSES = "classes.yaml"
GRADES: tuple[Grade, ...] = get_args(Grade)
MARKS = ("AF", "SF", "ULM")
MMC_GROUPS = {
    "squads": UnitClass.SQUAD,
    "half_squads": UnitClass.HS,
    "crews": UnitClass.CREW,
}
MMC_FIELDS = (
    "class",
    "strength",
    "marks",
    "smoke",
    "broken",
    "boxed",
    "half",
    "worse",
    "better",
    "heat_of_battle",
)
NATION_FIELDS = (
    "id",
    "name",
    "adjective",
    "prefixes",
    "deploys",
    "steady",
    "leaderless_deploy",
    "heat_of_battle_drm",
    "early_surrender",
    "leader_creation_drm",
    "wp_from",
)
WP_YEARS = (1936, 1953)
WEAPON_FIELDS = (
    "kind",
    "strength",
    "rof",
    "b",
    "x",
    "repair",
    "pp",
    "dm_pp",
    "dm_as",
    "tube",
    "th",
    "tk",
    "contact",
)
MOST_IN_CHAIN = 5
"""B28.5: of A-T mines in a hex."""

NEVER = 13
"""A B# that no DR reaches."""

Value = TypeVar("Value", UnitType, WeaponType)

DUMMY_MORALE = 7

_FIGURES = re.compile(r"(\d+)-(\d+)-(\d+)")
_LEADER = re.compile(r"(\d+)(?:-(\d)|\+(\d))")
_WEAPON = re.compile(r"(\d+)-(\d+)")
_TUBE = re.compile(r"(\d+)\*? \[(\d+)-(\d+)\]")


@dataclass(frozen=True, slots=True)
class Forces:
    """Everything the value tables hold, by id."""

    nations: dict[str, Nation] = field(default_factory=dict)
    units: dict[str, UnitType] = field(default_factory=dict)
    weapons: dict[str, WeaponType] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Size:
    """What a unit's size decides; `cc_fp` is 0 for MMC, whose printed FP counts in CC."""

    us_number: int
    halves: int
    mf: int
    ipc: int
    cc_fp: int


@dataclass(frozen=True, slots=True)
class _Common:
    """What `classes.yaml` holds."""

    sizes: Mapping[UnitClass, _Size]
    hero: Node
    hero_wounded: Node
    leaders: Mapping[str, int]
    weapons: Mapping[WeaponKind, Node]


def read_forces(folder: Path) -> Forces:
    """Read every nation of a folder of value tables. Raises DataError."""
    common = _common(load_yaml(folder / CLASSES))
    forces = Forces()
    for path in sorted(folder.glob("*.yaml")):
        if path.name != CLASSES:
            _read_nation(load_yaml(path), common, forces)
    return forces


def _read_nation(root: Node, common: _Common, forces: Forces) -> None:
    root.only(("nation", *MMC_GROUPS, "leaders", "commissars", "weapons"))
    nation = _nation(root["nation"])
    if nation.id in forces.nations:
        raise root["nation"]["id"].error(f"{nation.id} has a file already")
    forces.nations[nation.id] = nation
    prefixes = tuple(prefix.text() for prefix in root["nation"]["prefixes"].items())
    for group, cls in MMC_GROUPS.items():
        for name, row in root[group].pairs():
            _put(forces.units, name, _mmc(name, row, nation.id, cls, common.sizes[cls]), row)
            _check_id(name, row, prefixes, cls)
    _check_halves(root["squads"], forces.units)
    _check_ladders(root["squads"], forces.units)
    _check_ladders(root["half_squads"], forces.units)
    _read_leaders(root, nation.id, prefixes[0], common, forces)
    for hero in _heroes(nation.id, prefixes[0], common):
        _put(forces.units, hero.id, hero, root["nation"])
    dummy = _dummy(f"{prefixes[0]}-dummy", nation.id, common)
    _put(forces.units, dummy.id, dummy, root["nation"])
    for name, row in root["weapons"].pairs():
        if name.partition("-")[0] not in prefixes:
            raise row.error(f"id must begin with {' or '.join(prefixes)}")
        _put(forces.weapons, name, _weapon(name, row, nation.id, common), row)
    _check_dismantled(root["weapons"], forces.weapons)
    for chain in _daisy_chains(nation.id, prefixes[0]):
        _put(forces.weapons, chain.id, chain, root["nation"])


def _read_leaders(root: Node, nation: str, prefix: str, common: _Common, forces: Forces) -> None:
    """The leaders of a nation, its Commissars, and what the leaders are once they are heroic."""
    nodes = tuple(root["leaders"].items())
    leaders = _ladder([_leader(node, nation, prefix, common) for node in nodes])
    for node, leader in zip(nodes, leaders, strict=True):
        _put(forces.units, leader.id, replace(leader, hero=_heroic_id(leader.id)), node)
    commissars = root.get("commissars")
    for node in () if commissars is None else commissars.items():
        commissar = replace(_leader(node, nation, f"{prefix}-com", common), commissar=True)
        _put(forces.units, commissar.id, commissar, node)
    for node, leader in zip(nodes, leaders, strict=True):
        _put(forces.units, _heroic_id(leader.id), _heroic(leader, common), node)


def _put(register: dict[str, Value], name: str, value: Value, row: Node) -> None:
    if name in register:
        raise row.error(f"{name} is listed already")
    register[name] = value


def _common(root: Node) -> _Common:
    root.only(("units", "hero", "hero_wounded", "leaders", "weapons"))
    sizes = {cls: _size(root["units"][cls.value]) for cls in UnitClass}
    root["units"].only(cls.value for cls in UnitClass)
    leaders = {strength: node.integer(1, 10) for strength, node in root["leaders"].pairs()}
    listed = tuple(kind for kind in WeaponKind if kind is not WeaponKind.DAISY_CHAIN)
    weapons: dict[WeaponKind, Node] = {kind: root["weapons"][kind.value] for kind in listed}
    root["weapons"].only(kind.value for kind in listed)
    return _Common(sizes, root["hero"], root["hero_wounded"], leaders, weapons)


def _size(row: Node) -> _Size:
    row.only(("us_number", "halves", "mf", "ipc", "cc_fp"))
    cc_fp = row.get("cc_fp")
    return _Size(
        us_number=row["us_number"].integer(1, 3),
        halves=row["halves"].integer(0, 2),
        mf=row["mf"].integer(1),
        ipc=row["ipc"].integer(0),
        cc_fp=0 if cc_fp is None else cc_fp.integer(1),
    )


def _nation(row: Node) -> Nation:
    row.only(NATION_FIELDS)
    steady = row.get("steady")
    creation, wp = row["leader_creation_drm"], row.get("wp_from")
    return Nation(
        id=row["id"].text(),
        name=row["name"].text(),
        adjective=row["adjective"].text(),
        deploys=frozenset(_grade(node) for node in row["deploys"].items()),
        steady=frozenset(_grade(node) for node in steady.items()) if steady else frozenset(),
        leaderless_deploy=_flag(row, "leaderless_deploy"),
        heat_of_battle_drm=row["heat_of_battle_drm"].integer(-1, 4),
        early_surrender=_flag(row, "early_surrender"),
        leader_creation_drm=None if creation.value == "none" else creation.integer(-1, 1),
        wp_from=None if wp is None else wp.integer(*WP_YEARS),
    )


def _grade(node: Node) -> Grade | None:
    word = node.choice((*GRADES, "none"))
    return next((grade for grade in GRADES if grade == word), None)


def _flag(row: Node, name: str) -> bool:
    node = row.get(name)
    return node is not None and node.flag()


def _mmc(name: str, row: Node, nation: str, cls: UnitClass, size: _Size) -> UnitType:
    row.only(MMC_FIELDS)
    grade, half, smoke = row.get("class"), row.get("half"), row.get("smoke")
    worse, better, drm = row.get("worse"), row.get("better"), row.get("heat_of_battle")
    fp, reach, morale = _figures(row["strength"])
    marks = _marks(row)
    if cls is not UnitClass.CREW and grade is None:
        raise row.error("field 'class' is missing")
    if (half is None) is (cls is UnitClass.SQUAD):
        raise row.error("a squad, and only a squad, names its half")
    return UnitType(
        id=name,
        nation=nation,
        cls=cls,
        grade=None if grade is None else _grade(grade),
        strength=row["strength"].text(),
        fp=fp,
        range=reach,
        morale=morale,
        broken_morale=row["broken"].integer(1, 10),
        self_rally=cls is UnitClass.CREW or _flag(row, "boxed"),
        leadership=None,
        smoke=None if smoke is None else smoke.integer(1, 5),
        assault_fire="AF" in marks,
        spraying_fire="SF" in marks,
        underscored_morale="ULM" in marks,
        half=None if half is None else half.text(),
        us_number=size.us_number,
        halves=size.halves,
        mf=size.mf,
        cc_fp=fp,
        ipc=size.ipc,
        worse=None if worse is None else worse.text(),
        better=None if better is None else better.text(),
        heat_of_battle_drm=0 if drm is None else drm.integer(-1, 1),
    )


def _figures(node: Node) -> tuple[int, int, int]:
    match = _FIGURES.fullmatch(node.text())
    if match is None:
        raise node.error(f"must be FP-range-morale, not {node.text()}")
    return int(match[1]), int(match[2]), int(match[3])


def _marks(row: Node) -> frozenset[str]:
    node = row.get("marks")
    return frozenset(mark.choice(MARKS) for mark in node.items()) if node else frozenset()


def _leader(node: Node, nation: str, prefix: str, common: _Common) -> UnitType:
    strength = node.text()
    match = _LEADER.fullmatch(strength)
    if match is None or strength not in common.leaders:
        raise node.error(f"no leader {strength} in {CLASSES}")
    name = f"{prefix}-{strength.replace('+', 'p')}"
    return replace(
        _smc(name, nation, UnitClass.LEADER, strength, common),
        morale=int(match[1]),
        broken_morale=common.leaders[strength],
        self_rally=True,
        leadership=int(match[3]) if match[3] else -int(match[2]),
    )


def _ladder(leaders: list[UnitType]) -> list[UnitType]:
    """A19.1, A15.3: the leaders of a nation, listed from the best, each with those beside it."""
    ids = [None, *(leader.id for leader in leaders), None]
    return [
        replace(leader, better=ids[place], worse=ids[place + 2])
        for place, leader in enumerate(leaders)
    ]


def _heroic(leader: UnitType, common: _Common) -> UnitType:
    """A15.21: a leader with the FP and Normal Range of a hero, and the higher Morale Level of the
    two; he hardens as leaders do.
    """
    fp, reach, morale = _figures(common.hero)
    return replace(
        leader,
        id=_heroic_id(leader.id),
        fp=fp,
        range=reach,
        morale=max(morale, leader.morale),
        broken_morale=0,
        self_rally=False,
        worse=None,
        better=None if leader.better is None else _heroic_id(leader.better),
    )


def _heroic_id(name: str) -> str:
    return f"{name}-hero"


def _heroes(nation: str, prefix: str, common: _Common) -> tuple[UnitType, UnitType]:
    """A15.2: a nation's hero, unhurt and wounded."""
    unhurt = _hero(f"{prefix}-hero", nation, common.hero, common)
    wounded = _hero(f"{prefix}-hero-wounded", nation, common.hero_wounded, common)
    return replace(unhurt, hurt=wounded.id), wounded


def _hero(name: str, nation: str, figures: Node, common: _Common) -> UnitType:
    fp, reach, morale = _figures(figures)
    blank = _smc(name, nation, UnitClass.HERO, figures.text(), common)
    return replace(blank, fp=fp, range=reach, morale=morale)


def _dummy(name: str, nation: str, common: _Common) -> UnitType:
    """A12.11, A12.14: a Dummy, whose Morale Level counts when it is attacked unseen."""
    blank = _smc(name, nation, UnitClass.DUMMY, "Dummy", common)
    return replace(blank, morale=DUMMY_MORALE)


def _smc(name: str, nation: str, cls: UnitClass, strength: str, common: _Common) -> UnitType:
    """A counter without figures: what leaders, heroes and Dummies have in common."""
    size = common.sizes[cls]
    return UnitType(
        id=name,
        nation=nation,
        cls=cls,
        grade=None,
        strength=strength,
        fp=0,
        range=0,
        morale=0,
        broken_morale=0,
        self_rally=False,
        leadership=None,
        smoke=None,
        assault_fire=False,
        spraying_fire=False,
        underscored_morale=False,
        half=None,
        us_number=size.us_number,
        halves=size.halves,
        mf=size.mf,
        cc_fp=size.cc_fp,
        ipc=size.ipc,
    )


def _weapon(name: str, row: Node, nation: str, common: _Common) -> WeaponType:
    row.only(WEAPON_FIELDS)
    kind = WeaponKind(row["kind"].choice(kind.value for kind in WeaponKind))
    usual = common.weapons[kind]
    usual.only(WEAPON_FIELDS)
    dm_pp, dm_as = row.get("dm_pp"), row.get("dm_as")
    tk, contact = (row.get(field) or usual.get(field) for field in ("tk", "contact"))
    to_hit = row.get("th") or usual.get("th")
    x = _flag(usual, "x")
    weapon = WeaponType(
        id=name,
        nation=nation,
        kind=kind,
        name=kind.value,
        fp=0,
        range=0,
        rof=_stated(row, usual, "rof").integer(0, 3),
        breakdown=_stated(row, usual, "b").integer(2, 12),
        repair=0 if x else _stated(row, usual, "repair").integer(1, 5),
        pp=_stated(row, usual, "pp").integer(0),
        dm_pp=None if dm_pp is None else dm_pp.integer(0),
        dm_as=None if dm_as is None else dm_as.text(),
        spraying_fire=kind.is_mg,
        x=x,
        to_hit=() if to_hit is None else tuple(th.integer(0, 12) for th in to_hit.items()),
        tk=None if tk is None else tk.integer(1),
        contact=None if contact is None else contact.integer(2, 12),
    )
    tube = row.get("tube")
    return _armed(weapon, _stated(row, usual, "strength")) if tube is None else _tube(weapon, tube)


def _daisy_chains(nation: str, prefix: str) -> Iterator[WeaponType]:
    """B28.531: the Daisy Chains of a nation, by their A-T mines, of which each weighs one PP; none
    fires, and none breaks down.
    """
    for factors in range(1, MOST_IN_CHAIN + 1):
        yield WeaponType(
            id=f"{prefix}-chain-{factors}",
            nation=nation,
            kind=WeaponKind.DAISY_CHAIN,
            name=WeaponKind.DAISY_CHAIN.value,
            fp=0,
            range=0,
            rof=0,
            breakdown=NEVER,
            repair=0,
            pp=factors,
            dm_pp=None,
            dm_as=None,
            spraying_fire=False,
            factors=factors,
        )


def _armed(weapon: WeaponType, strength: Node) -> WeaponType:
    match = _WEAPON.fullmatch(strength.text())
    if match is None:
        raise strength.error(f"must be FP-range, not {strength.text()}")
    return replace(weapon, fp=int(match[1]), range=int(match[2]))


def _tube(weapon: WeaponType, node: Node) -> WeaponType:
    match = _TUBE.fullmatch(node.text())
    if match is None:
        raise node.error(f"must be calibre [least-greatest range], not {node.text()}")
    calibre = int(match[1])
    fp = he_fp(calibre)
    if fp is None:
        raise node.error(f"there is no HE of {calibre}mm")
    return replace(weapon, fp=fp, range=int(match[3]), min_range=int(match[2]), calibre=calibre)


def _stated(row: Node, usual: Node, name: str) -> Node:
    """A row's own value, or its kind's; where neither has one, it is missing in the row."""
    return row.get(name) or usual.get(name) or row[name]


def _check_id(name: str, row: Node, prefixes: tuple[str, ...], cls: UnitClass) -> None:
    """An id says what it stands for: `ger-467`, `fin-238g`, `ger-crew-228`."""
    digits = row["strength"].text().replace("-", "")
    word = "crew-" if cls is UnitClass.CREW else ""
    good = [f"{prefix}-{word}{digits}" for prefix in prefixes]
    if not any(re.fullmatch(f"{start}[a-z]?", name) for start in good):
        raise row.error(f"id must be {' or '.join(good)}, a letter may follow")


def _check_halves(squads: Node, units: Mapping[str, UnitType]) -> None:
    """A squad's half is a HS of its Class and nation (A1.3)."""
    for name, row in squads.pairs():
        squad, half = units[name], units.get(row["half"].text())
        if half is None or half.cls is not UnitClass.HS or half.nation != squad.nation:
            raise row["half"].error(f"{row['half'].text()} is no HS of this nation")
        if half.grade != squad.grade:
            raise row["half"].error(f"{half.id} is of another Class")


def _check_ladders(rows: Node, units: Mapping[str, UnitType]) -> None:
    """A19.13, A15.3: who is Replaced or Hardened keeps his size, changes Class, and no figure of
    the worse one is higher.
    """
    for name, row in rows.pairs():
        for step, ahead in (("worse", False), ("better", True)):
            node = row.get(step)
            if node is not None:
                _check_step(units[name], units.get(node.text()), node, ahead=ahead)


def _check_step(unit: UnitType, other: UnitType | None, node: Node, *, ahead: bool) -> None:
    if other is None or (other.cls, other.nation) != (unit.cls, unit.nation):
        raise node.error(f"{node.text()} is no {unit.cls.value} of this nation")
    low, high = (unit, other) if ahead else (other, unit)
    grades = [GRADES.index(of.grade) for of in (low, high) if of.grade is not None]
    figures = zip(_strengths(low), _strengths(high), strict=True)
    if grades != sorted(grades, reverse=True) or grades[0] == grades[-1]:
        raise node.error(f"{other.id} is not of a {'higher' if ahead else 'lower'} Class")
    if any(worse > better for worse, better in figures):
        raise node.error(f"{other.id} has a figure that is {'lower' if ahead else 'higher'}")


def _strengths(unit: UnitType) -> tuple[int, int, int]:
    return unit.fp, unit.range, unit.morale


def _check_dismantled(rows: Node, weapons: Mapping[str, WeaponType]) -> None:
    for _, row in rows.pairs():
        other = row.get("dm_as")
        if other is not None and other.text() not in weapons:
            raise other.error(f"no weapon {other.text()}")
