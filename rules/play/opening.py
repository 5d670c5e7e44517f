"""What lies on the table before anybody sets up: one list, each line made of a scenario card."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from msgspec.structs import replace

from rules.board.locations import HexId
from rules.chapters.victory.a26_control import control_id
from rules.forces.entities import Clock, Conditions, Control, Goal, Objective, SideState
from rules.forces.lookup import dummy_type
from rules.forces.phases import Phase, Stage
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Secret
from rules.play.orders.standing import new_order
from rules.play.setup.carriers import strongest_first
from rules.position.position import CLOCK, CONDITIONS
from rules.position.reserves import Reserve, SealedReserve, StackOffMap, dummy_ids
from rules.position.water import WATERS, Waters
from rules.scenarios.special import laid_out_by
from rules.scenarios.types import Group, Scenario, SideCard

Laid: TypeAlias = Callable[[Scenario], Iterable[Entity]]


def laid_out(card: Scenario) -> Iterator[Entity]:
    """All of it, in order."""
    for laid in OPENING:
        yield from laid(card)


def _clock(card: Scenario) -> Iterator[Entity]:
    """A3: the first Player Turn is about to begin, and the first side to set up."""
    yield Clock(
        id=CLOCK,
        stage=Stage.SETUP,
        turn=1,
        turns=card.turns,
        first=card.first,
        half_turn=card.half_turn,
        phase=Phase.RPH,
        phasing=card.first,
        active=card.setup[0],
    )


def _conditions(card: Scenario) -> Iterator[Entity]:
    """B25.5, B25.63: the year, and the weather of the start."""
    weather = card.weather
    yield Conditions(
        id=CONDITIONS,
        year=card.year,
        ec=weather.ec,
        wind=weather.wind,
        wind_to=weather.wind_to,
        changes=weather.changes,
        deep_snow=weather.deep_snow,
    )


def _waters(card: Scenario) -> Iterator[Entity]:
    """B21.12: what the card says of the water."""
    water = card.water
    if water is not None:
        yield Waters(
            id=WATERS,
            current=water.current,
            depth=water.depth,
            frigid=water.frigid,
            flows=water.flows,
        )


def _mission(card: Scenario) -> Iterator[Entity]:
    """A26: what wins, and that its enemy still Controls it."""
    victory, listed = card.victory, dict[str, Goal]()
    for number, one in enumerate(victory.conditions, 1):
        of = tuple(control_id(one.kind, place) for place in one.of)
        if one.kind is not Goal.EXIT:
            listed |= dict.fromkeys(of, one.kind)
        yield Objective(
            id=str(number), side=victory.side, counts=one.kind, at_least=one.at_least, of=of,
            turn=one.turn, at_once=one.at_once,
        )  # fmt: skip
    for place, kind in listed.items():
        yield Control(id=place, side=victory.side.enemy, of=kind)


def _sides(card: Scenario) -> Iterator[Entity]:
    """A2.9: neither side has set up, or passed anything; its ELR and SAN (A19.1, A14.1), and
    whether it may hide entrenchments, roadblocks (A12.33) or units (A12.3).
    """
    for side, printed in card.sides.items():
        yield SideState(
            id=side.value,
            side=side,
            elr=printed.elr,
            san=printed.san,
            entrenches=_digs(printed),
            bars_roads=any(one.fortifications.roadblocks for one in printed.at_start),
            fortifies=any(one.fortifications.buildings for one in printed.at_start),
            hides=_hides(printed),
            hideouts=_hideouts(printed),
            unseen=card.every_window or _hides(printed) or _digs(printed),
        )
        yield new_order(side)


def _hides(printed: SideCard) -> bool:
    """A12.3, B30.7: whether units of it may have been set up hidden."""
    return any(one.hidden or one.fortifications.pillboxes for one in printed.at_start)


def _hideouts(printed: SideCard) -> tuple[HexId, ...]:
    """A12.3: the hexes in which its card lets units of it be hidden."""
    hexes = (hex_id for one in printed.at_start if one.hidden for hex_id in one.area)
    return tuple(sorted(set(hexes)))


def _digs(printed: SideCard) -> bool:
    granted = (group.fortifications for group in printed.at_start)
    return any(one.foxholes or one.trenches for one in granted)


def _special(card: Scenario) -> Iterator[Entity]:
    """What the special rules lay out."""
    for rule in card.ssr:
        yield from laid_out_by(rule)


def _reserves(card: Scenario) -> Iterator[Entity]:
    """A2.5: who enters later waits off the map; the strongest MMC of a group bring its weapons."""
    for printed in card.sides.values():
        dummies: tuple[str, ...] = ()
        for index, group in enumerate(printed.groups):
            if group.turn is not None and group.concealment:
                new = dummy_ids(printed.side, group.concealment, len(dummies))
                yield from _unseen(printed, index, group.turn, new)
                dummies += new
            elif group.turn is not None:
                yield from _waiting(printed.side, group, group.turn)


def _waiting(side: Side, group: Group, turn: int) -> Iterator[Reserve]:
    carriers = iter(strongest_first(group.pieces))
    for piece in group.pieces:
        yield Reserve(
            id=ShownId(piece.id),
            side=side,
            counter=CounterId(piece.id),
            type=piece.type,
            letter=piece.letter,
            turn=turn,
            hexes=group.area,
            holder=ShownId(next(carriers).id) if piece.kind.is_held else None,
        )


def _unseen(printed: SideCard, index: int, turn: int, names: tuple[str, ...]) -> Iterator[Entity]:
    """A12.12: a group with "?" waits in envelopes, beneath one of them that everybody sees; every
    two of its "?" are a Dummy (A12.11).
    """
    side, group = printed.side, printed.groups[index]
    stack = StackOffMap(id=f"late-{side.value}-{index}", side=side, turn=turn, hexes=group.area)
    yield stack
    dummies = (
        Reserve(
            id=ShownId(name),
            side=side,
            counter=CounterId(name),
            type=dummy_type(printed.nation),
            letter=name.rpartition("-")[2],
            turn=turn,
            hexes=group.area,
        )
        for name in names
    )
    for one in (*_waiting(side, group, turn), *dummies):
        sealed = replace(one, stack=ShownId(stack.id))
        yield SealedReserve(id=one.id, owner=side, what=Secret(sealed, side))


OPENING: tuple[Laid, ...] = (_clock, _conditions, _waters, _mission, _sides, _special, _reserves)
