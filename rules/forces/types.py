"""What a counter is, apart from the game it stands in: unit types, weapon types, nations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

Grade = Literal["E", "1", "2", "G", "C"]
"""Class of an MMC: Elite, 1st Line, 2nd Line, Green, Conscript."""


class ForceError(KeyError):
    """No unit type, weapon type or nation has that id."""

    def __init__(self, what: str, name: str) -> None:
        super().__init__(name)
        self.what = what
        self.name = name

    def __str__(self) -> str:
        return f"no {self.what} has the id {self.name!r}"


class UnitClass(Enum):
    """The kinds of Personnel counters; the value is the word the wire uses. A Dummy stands for
    whatever its owner wants it taken for (A12.11).
    """

    __hash__ = object.__hash__  # a part of many keys, and that of enumerations is slow

    SQUAD = "squad"
    HS = "hs"
    CREW = "crew"
    LEADER = "leader"
    HERO = "hero"
    DUMMY = "dummy"

    @property
    def is_smc(self) -> bool:
        """A leader or hero; everything else is a MMC (A1.11, A1.12)."""
        return self is UnitClass.LEADER or self is UnitClass.HERO


@dataclass(frozen=True, slots=True)
class UnitType:
    """The printed values of one kind of Personnel counter.

    `fp` is what the unit fires with on the IFT and `range` its Normal Range in hexes: both 0 for
    a leader, who has neither (A1.21, A1.22). `cc_fp` is what it has in CC. `broken_morale` is 0 for
    a hero, who never breaks (A15.2). `self_rally` is the boxed broken morale. `leadership` is a
    leader's DRM, -1 for an 8-1. `smoke` is the exponent, None where no grenades can be placed.
    `half` names the HS a squad Deploys into. `worse` is what Replaces it by ELR (A19.13), `better`
    what it is after Battle Hardening (A15.3), `hurt` the wounded side of a hero (A15.2); None where
    there is none. `hero` is what a leader is once he is heroic (A15.21). `commissar` marks those of
    A25.22. `heat_of_battle_drm` is a DRM of A15.1 beside its nation's. `halves` is its stacking
    value in half squads (A5.1).
    `mf` and `ipc` are those of a unit in Good Order before leaders, wounds and inexperience
    (A4.11, A4.42, A19.31).
    """

    id: str
    nation: str
    cls: UnitClass
    grade: Grade | None
    strength: str
    fp: int
    range: int
    morale: int
    broken_morale: int
    self_rally: bool
    leadership: int | None
    smoke: int | None
    assault_fire: bool
    spraying_fire: bool
    underscored_morale: bool
    half: str | None
    us_number: int
    halves: int
    mf: int
    cc_fp: int
    ipc: int
    worse: str | None = None
    better: str | None = None
    hurt: str | None = None
    hero: str | None = None
    commissar: bool = False
    heat_of_battle_drm: int = 0


class WeaponKind(Enum):
    """The kinds of support weapons; the value is the name on the counter."""

    __hash__ = object.__hash__  # a part of many keys, and that of enumerations is slow

    LMG = "LMG"
    MMG = "MMG"
    HMG = "HMG"
    FIFTY_CAL = ".50 cal"
    FT = "FT"
    DC = "DC"
    ATR = "ATR"
    MTR = "MTR"
    BAZ = "BAZ"
    PSK = "PSK"
    PIAT = "PIAT"
    RADIO = "RADIO"
    DAISY_CHAIN = "Daisy Chain"

    @property
    def is_mg(self) -> bool:
        """A machine gun, which fires on the IFT and may Spray (A9.1)."""
        return self in _MACHINE_GUNS

    @property
    def is_ordnance(self) -> bool:
        """Light mortars and LATW, which roll To Hit (C3)."""
        return self in _ORDNANCE


_MACHINE_GUNS = frozenset({WeaponKind.LMG, WeaponKind.MMG, WeaponKind.HMG, WeaponKind.FIFTY_CAL})
_ORDNANCE = frozenset({WeaponKind.MTR, WeaponKind.BAZ, WeaponKind.PSK, WeaponKind.PIAT})


@dataclass(frozen=True, slots=True)
class WeaponType:
    """The printed values of one kind of support weapon.

    `fp` is that on the IFT, for ordnance of its HE, and `range` is in hexes, `min_range` a mortar's
    least. It malfunctions on an Original DR of `breakdown` or more (A9.7), or is gone if that is an
    X# (`x`), and a dr of `repair` or less mends it (A9.72). `calibre` is a mortar's in mm, `to_hit`
    the number printed for each range from 0, `tk` the Basic TK#, `contact` a radio's number. `pp`
    is its weight assembled, `dm_pp` dismantled (A9.8), None
    where it cannot be; `dm_as` is the weapon it may fire as while dismantled. `factors` are the A-T
    mines of a Daisy Chain, which has nothing else of all this but its weight (B28.531).
    """

    id: str
    nation: str
    kind: WeaponKind
    name: str
    fp: int
    range: int
    rof: int
    breakdown: int
    repair: int
    pp: int
    dm_pp: int | None
    dm_as: str | None
    spraying_fire: bool
    x: bool = False
    min_range: int = 0
    calibre: int | None = None
    to_hit: tuple[int, ...] = ()
    tk: int | None = None
    contact: int | None = None
    factors: int = 0

    @property
    def x_number(self) -> int | None:
        """The Original DR that removes it, if it has an X#."""
        return self.breakdown if self.x else None

    @property
    def strength(self) -> str:
        """FP and range as the counter shows them: `3-8`; a mortar's calibre and ranges; how many
        A-T mines a Daisy Chain has.
        """
        if self.factors:
            return f"AT{self.factors}"
        if self.calibre is not None:
            return f"{self.calibre} [{self.min_range}-{self.range}]"
        return f"{self.fp}-{self.range}"


@dataclass(frozen=True, slots=True)
class Nation:
    """What the rules fix by nationality (A25).

    `deploys` and `steady` list Classes, None standing for counters without one; ask `may_deploy`
    and `cowers`. `leaderless_deploy` frees Deployment and Recombination of the need for a leader
    (A25.71). `heat_of_battle_drm` is the nationality's own share (A15.1), beside what Class and
    state add; `early_surrender` is the lower Surrender result of its non-elite units.
    `leader_creation_drm` is a drm of A18.2, None where no leaders are created. `wp_from` is the
    year from which its squads have WP grenades, None if they never do (A24.3).
    """

    id: str
    name: str
    adjective: str
    deploys: frozenset[Grade | None]
    steady: frozenset[Grade | None]
    leaderless_deploy: bool
    heat_of_battle_drm: int
    early_surrender: bool
    leader_creation_drm: int | None
    wp_from: int | None = None

    def may_deploy(self, unit: UnitType) -> bool:
        """A1.31: whether the nationality lets this squad Deploy; Guards are freed elsewhere."""
        return unit.cls is UnitClass.SQUAD and unit.grade in self.deploys

    def cowers(self, unit: UnitType) -> bool:
        """A7.9: whether Doubles can make this unit Cower, as far as its kind and nation decide."""
        return not unit.cls.is_smc and unit.grade not in self.steady
