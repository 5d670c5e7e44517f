"""What a DEFENDER may do in his window beside firing on the IFT: attacks of weapons that have
theirs (A8.1).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.board.locations import LocationId
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Procedure
from rules.kernel.view import Offer
from rules.play.activity import AslCommand
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


@dataclass(frozen=True)
class Movers:
    """Whom a window is about: the units that have spent MF, and where."""

    side: Side
    units: tuple[ShownId, ...]
    at: LocationId


C = TypeVar("C", bound=AslCommand)


@dataclass(frozen=True)
class FirstFire(Generic[C]):
    """An attack that the DEFENDER may make at moving units.

    `offers` and `refuse` are given what he knows; `refuse` raises Refused. `act` is carried out
    with what the table knows.
    """

    command: type[C]
    offers: Callable[[Knowledge, Movers], Iterable[Offer]]
    refuse: Callable[[Knowledge, Movers, C], None]
    act: Callable[[AslTable, Movers, C], Procedure[None]]


AnyFirstFire = FirstFire[Any]
