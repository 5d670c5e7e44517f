"""A7.4, A12.3, A7.308 Whom an attack on a Location strikes, whatever it attacks with: who is seen
there, who is hidden there, and what nobody is in or on. Fire on the IFT, To Hit, FT and DC ask it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_hidden import hidden_at
from rules.chapters.terms.a07_shot import FireKind, Shot
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.position.asl_table import AslTable
from rules.position.position import ANY_DUMMY, HIDDEN, Position
from rules.position.unmanned import Unmanned, as_target, unmanned_at

T = TypeVar("T")


@dataclass(frozen=True)
class Struck:
    """Whom an attack strikes. `seen` is what everybody sees of them, each "?" as one target
    (A12.13); `hidden` are those of whom nobody hears unless it has an effect on them (A12.3),
    `unmanned` what nobody is in or on (A7.308). `seeks` says, as everybody knows, that it would
    strike whoever is hidden there. `nobody` stands in for them, of whom FP and DRM are asked where
    nothing is seen (A7.4).
    """

    seen: tuple[ShownId, ...]
    nobody: Unit
    hidden: tuple[Unit, ...] = ()
    unmanned: tuple[Unmanned, ...] = ()
    seeks: bool = False

    def as_seen(self, position: Position) -> tuple[Unit, ...]:
        """What everybody sees it strike: units and "?", else what nobody is in or on, else whoever
        may be hidden there.
        """
        alone = tuple(map(as_target, self.unmanned))
        return position.targets(self.seen) or alone or (self.nobody,)

    def each_seen(self, table: AslTable, ask: Callable[[Unit], T]) -> dict[CounterId, T]:
        """What is asked of each target that is seen, for all that are under it."""
        found: dict[CounterId, T] = {}
        for target in table.truth.targets(self.seen):
            found |= dict.fromkeys(table.counters((target.id,)), ask(target))
        return found

    def each_hidden(self, ask: Callable[[Unit], T]) -> dict[CounterId, T]:
        """The same of those who are hidden."""
        return {unit.counter: ask(unit) for unit in self.hidden}

    def each_unmanned(self, ask: Callable[[Unit], T]) -> dict[str, T]:
        """The same of what nobody is in or on, by its own id."""
        return {one.id: ask(as_target(one)) for one in self.unmanned}


def by_fire(position: Position, shot: Shot) -> Struck:
    """A7.4: whom an attack of Fire strikes, as far as that is seen: its targets, and what the enemy
    has there that nobody is in or on; not in First Fire, which is at the movers (A8.1), nor if it
    is at the Crest alone.
    """
    enemy = shot.side(position).enemy
    spares = shot.kind is FireKind.FIRST or shot.aspect.crest
    unmanned = () if spares else unmanned_at(position, shot.at, enemy)
    return Struck(shot.targets, nobody_seen(shot.at, enemy), unmanned=unmanned)


def unseen_at(
    table: AslTable, places: Iterable[LocationId], sides: Iterable[Side]
) -> tuple[Unit, ...]:
    """A12.3: who of some sides is hidden in Locations that are attacked."""
    whose = tuple(sides)
    return tuple(unit for at in places for side in whose for unit in hidden_at(table, at, side))


def unmanned_there(position: Position, at: LocationId) -> tuple[Unmanned, ...]:
    """A7.308: what nobody is in or on in a Location, whosever it is."""
    return tuple(one for side in Side for one in unmanned_at(position, at, side))


def all_there(
    table: AslTable, seen: tuple[ShownId, ...], at: LocationId, by: Side, hides: Iterable[Side]
) -> Struck:
    """A22.1, A23.3: whom an attack with FP of its own strikes in a Location: beside what is seen,
    who `hides` there, and what nobody is in or on, whosever it is.
    """
    hidden, unmanned = unseen_at(table, (at,), hides), unmanned_there(table.truth, at)
    return Struck(seen, nobody_seen(at, by.enemy), hidden, unmanned, seeks=True)


def movers_alone(seen: tuple[ShownId, ...], at: LocationId, by: Side) -> Struck:
    """A8.1: whom one strikes that is made at movers."""
    return Struck(seen, nobody_seen(at, by.enemy))


def everybody_at(position: Position, at: LocationId) -> tuple[ShownId, ...]:
    """What is shown of both sides in a Location: units, and then each "?"."""
    units = tuple(unit.id for unit in position.personnel_at(at) if unit.under is None)
    return (*units, *(cover.id for cover in position.covers() if cover.at == at))


def nobody_seen(at: LocationId, side: Side) -> Unit:
    """Who stands in for whoever of a side may be hidden in a Location."""
    return Unit(
        id=ShownId(HIDDEN),
        side=side,
        counter=CounterId(HIDDEN),
        type=ANY_DUMMY,
        letter="",
        at=at,
        under=HIDDEN,
    )
