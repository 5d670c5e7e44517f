"""What the counter of a vehicle says (D1), apart from the game it stands in."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from rules.forces.armament import Ammunition, Bore, Month, Period
from rules.forces.mounts import Mount


class Moves(Enum):
    """D1.1-D1.15: the types of MP; the value is the column of the Terrain Chart."""

    __hash__ = object.__hash__  # a part of keys, and that of enumerations is slow

    FULLY_TRACKED = "FT"
    HALFTRACK = "HT"
    ARMORED_CAR = "AC"
    TRUCK = "truck"


class GroundPressure(Enum):
    """D1.4: Low, Normal or High; the value is the letter on the counter."""

    __hash__ = object.__hash__  # a part of keys, and that of enumerations is slow

    LOW = "L"
    NORMAL = "N"
    HIGH = "H"


class Armor(Struct, frozen=True):
    """D1.6: the Armor Factors of hull or turret by facing, None where it has no armor (D1.2)."""

    front: int | None
    side: int | None
    rear: int | None

    @property
    def factors(self) -> tuple[int | None, ...]:
        """Those of the three facings."""
        return self.front, self.side, self.rear

    @property
    def is_armored(self) -> bool:
        """Whether any facing has armor."""
        return any(factor is not None for factor in self.factors)


class ArmamentKind(Enum):
    """D1.3: what kind of weapon a MA or SA is."""

    __hash__ = object.__hash__  # a part of keys, and that of enumerations is slow

    GUN = "gun"
    MG = "MG"
    FT = "FT"
    ATR = "ATR"


class WeaponPlace(Enum):
    """D1.3: where a weapon of a vehicle is; the value is the letter on the counter."""

    __hash__ = object.__hash__  # a part of keys, and that of enumerations is slow

    TURRET = "T"
    BOW = "B"
    REAR = "R"
    SIDE = "S"
    COAXIAL = "C"
    ANTIAIRCRAFT = "AA"


class Armament(Struct, frozen=True, kw_only=True):
    """D1.3: a MA or SA.

    A Gun has a `bore`, a FT its `fp`; the FP of a MG is in that of the MG of its `place`, None if
    its row says no place. `rof`, `ife`, `breakdown` and `x` are as of a Gun, `low_ammo` a circled
    B# (D3.71), `intensive` whether it may use Intensive Fire (C5.6). `number` is how many there
    are of it. `made_by` is the nation whose Basic TK# it has (C7.31), `tk` is one of AP of its own.
    """

    kind: ArmamentKind
    place: WeaponPlace | None
    made_by: str
    bore: Bore | None
    fp: int | None
    ap: bool
    he: bool
    rof: int = 0
    ife: int = 0
    breakdown: int = 12
    x: bool = False
    low_ammo: bool = False
    intensive: bool = True
    number: int = 1
    tk: int | None = None


class VehicleMg(Struct, frozen=True, kw_only=True):
    """D1.8: the FP of bow, coaxial or AA MG. `fp` is 0 if there is none but another.

    `number` is how many there are of it, `alternative` another FP that it has instead on some
    counters. `optional` says that only some vehicles have it (D1.8). `rear` is the FP of a rear MG,
    `side` that of those at the sides, `sides` their number.
    """

    fp: int
    number: int = 1
    alternative: int = 0
    optional: bool = False
    rear: int = 0
    rear_optional: bool = False
    side: int = 0
    sides: int = 0


class DispenserKind(Enum):
    """D13: smoke dispensers; the value is what the counter has."""

    __hash__ = object.__hash__  # a part of keys, and that of enumerations is slow

    DISCHARGERS = "sD"
    MORTAR = "sM"
    POTS = "sP"
    CLOSE_DEFENCE = "sN"


class Dispenser(Struct, frozen=True):
    """D13.1: a smoke dispenser, its usage number, and when it is to be had, None for always."""

    kind: DispenserKind
    number: int
    when: Period | None = None

    def is_to_be_had(self, when: Month) -> bool:
        """Whether vehicles have it in that month."""
        return self.when is None or self.when.covers(when)


class VehicleType(Struct, frozen=True, kw_only=True):
    """The printed values of one kind of vehicle.

    `kind` is the abbreviation of its listing (LT, TD, ht, …). `moves` is its type of MP (D1.1),
    `mp` its MP, unreliable if `red_mp` (D2.51), `amphibious` those in water or None (D16.2).
    `size` is its DRM as a target (D1.7, C6.7), `weight` is in tons (D10.42), None where it is not
    listed. `turret` is the armor of the turret or superstructure. `open_topped` is OT (D1.2).
    `mount` is that of its MA (D1.31), None where the counter has none, as for an AAMG. `cs` is the
    CS# or, with `passengers_cs`, the cs# of a vehicle without an inherent crew (D5.6), `red_cs`
    burns easily (D5.7). `passengers` and `riders` are PP (D6.1, D6.8), `towing` the T# (D1.5),
    which holds from `tows_from` on if that is a date. `radio` is False for ® (D14.1).
    `black_th` has the black TH numbers whatever its nation (C3). `gyro` and `schuerzen` may be
    given it by a special rule (D11). `dispensers` are those of SMOKE (D13). `bpv` is None where it
    is not listed. `origin` is whose it is among the Minors. `notes` are those of its listing that
    these values do not say; a dagger marks what changes a printed value.
    """

    id: str
    nation: str
    origin: str | None
    name: str
    kind: str
    moves: Moves
    mp: int
    red_mp: bool
    amphibious: int | None
    pressure: GroundPressure
    size: int
    weight: float | None
    hull: Armor
    turret: Armor
    open_topped: bool
    radio: bool
    cs: int | None
    red_cs: bool
    passengers_cs: bool
    mount: Mount | None
    ma: Armament | None
    sa: Armament | None
    bmg: VehicleMg | None
    cmg: VehicleMg | None
    aamg: VehicleMg | None
    fixed_bmg: bool
    black_th: bool
    gyro: bool
    schuerzen: bool
    ammunition: tuple[Ammunition, ...]
    dispensers: tuple[Dispenser, ...]
    passengers: int
    riders: int
    towing: int | None
    tows_from: Period | None
    dates: Period
    bpv: int | None
    notes: tuple[str, ...]

    @property
    def is_afv(self) -> bool:
        """D1.2: whether it has an AF, be it 0."""
        return self.hull.is_armored

    @property
    def is_partially_armored(self) -> bool:
        """D1.2: an AFV that some facing of hull or turret leaves without armor."""
        return self.is_afv and None in {*self.hull.factors, *self.turret.factors}

    @property
    def has_hull_af_0(self) -> bool:
        """B28.42: whether some hull AF is 0, so that mines take it for unarmored."""
        return 0 in self.hull.factors
