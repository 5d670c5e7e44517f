"""How counters come into a Location, and where in it they are (A4.3, B20.9, B27)."""

import enum


class Posture(enum.StrEnum):
    """Where in its Location a unit is, if not simply there: in its foxhole or trench (B27), on top
    of Wire (B26), in Bypass of its obstacle (A4.3), or in Crest status in its Depression (B20.9).
    """

    BENEATH = "beneath"
    ON_WIRE = "on wire"
    BYPASS = "bypass"
    CREST = "at the crest"


class Manner(enum.StrEnum):
    """In which way a Location is entered."""

    TERRAIN = "terrain"
    ROAD = "road"  # B3.4: at the road rate
    SHELLHOLES = "shellholes"  # B2.4: past them, for 1 MF
    BYPASS_0 = "bypass 0"  # A4.3: along a hexside, or two that meet
    BYPASS_1 = "bypass 1"
    BYPASS_2 = "bypass 2"
    BYPASS_3 = "bypass 3"
    BYPASS_4 = "bypass 4"
    BYPASS_5 = "bypass 5"
    BYPASS_0_1 = "bypass 0-1"
    BYPASS_1_2 = "bypass 1-2"
    BYPASS_2_3 = "bypass 2-3"
    BYPASS_3_4 = "bypass 3-4"
    BYPASS_4_5 = "bypass 4-5"
    BYPASS_5_0 = "bypass 5-0"
    TRENCH = "trench"  # B27.5: through a trench out of the next
    UP_TRENCH = "up-trench"  # B27.6: from lower ground into a trench
    CREST = "crest"  # B20.9: straight into Crest status, over no Depression hexside
    TRAIL = "trail"  # B28.61: along a Trail Break through mines
    WOODS_TRAIL = "woods-trail"  # B13.421: along one through woods, but not past the mines
    CLEARING = "clearing"  # B24.74: to clear mines, by a partial Trail Break
    RUBBLE_TRAIL = "rubble-trail"  # B24.71: along a Trail Break through rubble
    CLEARING_RUBBLE = "clearing-rubble"  # B24.71: to clear rubble

    @property
    def exposed(self) -> bool:
        """A4.132, B2.4: whether the hex gives no cover to who enters it so."""
        return self is Manner.ROAD or self is Manner.SHELLHOLES or bool(self.sides)

    @property
    def sides(self) -> tuple[int, ...]:
        """A4.3: the hexsides of the hex along which it leads, clockwise; none if not in Bypass."""
        way, _, sides = self.value.partition(" ")
        return tuple(map(int, sides.split("-"))) if way == "bypass" else ()

    @property
    def posture(self) -> Posture | None:
        """How who has come so is in the hex: in Bypass, in its trench (B27.5), or in Crest status
        (B20.9).
        """
        if self in {Manner.TRENCH, Manner.UP_TRENCH}:
            return Posture.BENEATH
        if self is Manner.CREST:
            return Posture.CREST
        return Posture.BYPASS if self.sides else None


class Facing(enum.StrEnum):
    """The middle one of the three hexsides that a unit in Crest status faces (B20.9)."""

    NORTH = "north"
    NORTHEAST = "northeast"
    SOUTHEAST = "southeast"
    SOUTH = "south"
    SOUTHWEST = "southwest"
    NORTHWEST = "northwest"

    @property
    def front(self) -> tuple[int, ...]:
        """The three hexsides, clockwise."""
        middle = tuple(Facing).index(self)
        return ((middle - 1) % 6, middle, (middle + 1) % 6)
