"""What a DEFENDER may do at an expenditure of MF or MP besides passing (A8.1). Each way says at
which movers it may be made; `reaction` lists them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from rules.board.locations import LocationId
from rules.chapters.fire.a07_groups import FiredBefore
from rules.chapters.terms.a06_vertices import Aspect
from rules.forces.goer import Goer
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.procedure import Procedure
from rules.kernel.refused import Refused
from rules.kernel.view import Offer
from rules.play.activity import AslCommand
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position

NOBODY_FIRED: Final = FiredBefore(())


@dataclass(frozen=True)
class Group:
    """The movers of one Location, and how they are seen there: along hexsides in Bypass (A4.34), in
    Crest status (B20.9), and over which hexside they have just come (A8.15).
    """

    units: tuple[ShownId, ...]
    at: LocationId
    aspect: Aspect

    @property
    def crossed(self) -> int | None:
        return self.aspect.entered


@dataclass(frozen=True)
class Movers:
    """Whom a side may attack as they spend MF or MP, Location by Location.

    `before` is what has fired at this expenditure already: its units had to fire together, but for
    further shots (A7.55, A8.14). `snapped` have made a Snap Shot at it (A8.15). `within` says that
    those in their Location alone fire (A12.151).
    """

    side: Side
    groups: tuple[Group, ...]
    before: FiredBefore = NOBODY_FIRED
    snapped: tuple[ShownId, ...] = ()
    within: bool = False

    @property
    def units(self) -> tuple[ShownId, ...]:
        """All of them."""
        return tuple(one for group in self.groups for one in group.units)

    @property
    def places(self) -> tuple[LocationId, ...]:
        """Where they are."""
        return tuple(group.at for group in self.groups)

    def there(self, at: LocationId) -> Group:
        """Those in a Location. Raises Refused if none is there."""
        for group in self.groups:
            if group.at == at:
                return group
        raise Refused("A8.1", "Only the moving units may be fired at now.")

    def only(self, position: Position, whom: Callable[[Goer], bool]) -> "Movers":
        """Those of them whom an attack may be made at."""
        groups = (replace(one, units=_such(position, one.units, whom)) for one in self.groups)
        return replace(self, groups=tuple(one for one in groups if one.units))


def movers_of(position: Position, group: Group) -> tuple[Goer, ...]:
    """Those of a group that are there, as everybody sees them."""
    found = (position.mover(shown_id) for shown_id in group.units)
    return tuple(one for one in found if one is not None)


def _such(
    position: Position, shown: tuple[ShownId, ...], whom: Callable[[Goer], bool]
) -> tuple[ShownId, ...]:
    found = ((one, position.mover(one)) for one in shown)
    return tuple(one for one, goer in found if goer is not None and whom(goer))


@dataclass(frozen=True)
class Shots:
    """What an attack was, as far as later ones at the same expenditure depend on it: from where, by
    whom, and who has made a Snap Shot.
    """

    origins: tuple[LocationId, ...] = ()
    firers: tuple[CounterId, ...] = ()
    snapped: tuple[ShownId, ...] = ()

    def then(self, later: "Shots | None") -> "Shots":
        """These and others after them."""
        if later is None:
            return self
        return Shots(
            (*self.origins, *later.origins),
            (*self.firers, *later.firers),
            (*self.snapped, *later.snapped),
        )


C = TypeVar("C", bound=AslCommand)


@dataclass(frozen=True)
class FirstFire(Generic[C]):
    """An attack that the DEFENDER may make at movers such as `whom` says.

    `offers` and `refuse` are given what he knows; `refuse` raises Refused. `act` is carried out
    with what the table knows, and returns what later attacks have to know of it. Whoever meets
    movers that have bypassed him may make only what is made `within` a Location (A12.151).
    """

    command: type[C]
    whom: Callable[[Goer], bool]
    offers: Callable[[Knowledge, Movers], Iterable[Offer]]
    refuse: Callable[[Knowledge, Movers, C], None]
    act: Callable[[AslTable, Movers, C], Procedure[Shots | None]]
    within: bool = False


AnyFirstFire = FirstFire[Any]
