"""B28 Minefields at setup: what is recorded where, within what the OB grants, and sealed."""

from collections.abc import Iterable, Iterator, Mapping

from rules.board.board import Board
from rules.board.locations import HexId
from rules.board.terrain import RoadKind
from rules.chapters.mines.b28_facts import KnownMinesSetUp
from rules.chapters.mines.b28_known import lines_between, lines_from
from rules.chapters.mines.b28_minefields import (
    AP_STRENGTHS,
    NoMines,
    at_factors_label,
    at_presence_label,
    presence_label,
    strength_label,
    traps_label,
)
from rules.forces.entities import Minefield, MineMarker
from rules.kernel.audience import Audience, Side
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.unseal import unseal
from rules.kernel.view import Offer
from rules.play.page.mine_records import (
    AP_FOR_AT,
    ap_records,
    at_records,
    dummies,
    dummies_allowed,
    fitting,
    known_spent,
    lines,
    mine_hexes,
    rule_bar,
    spent,
    terrain_bar,
    traps,
)
from rules.play.page.offers import MinesOffer
from rules.play.setup.activity import SetupActivity, SilentCommand
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.mines import AtMarker, AtMines, DummyMines, MineArrow, MineKind, MineLine
from rules.scenarios.types import Scenario, SideCard

MOST_AT = 5


class RecordMines(SilentCommand, frozen=True, kw_only=True, tag="record_mines"):
    """Record an A-P minefield of that strength in a hex, or change the one recorded there."""

    words = "record mines {hex} {strength}"
    hex: HexId
    strength: int


class EraseMines(SilentCommand, frozen=True, kw_only=True, tag="erase_mines"):
    """Take a recorded minefield back."""

    words = "erase mines {hex}"
    hex: HexId


class LayMines(SilentCommand, frozen=True, kw_only=True, tag="lay_mines"):
    """Record something other than hidden A-P mines in a hex: how many factors, none of a Dummy."""

    words = "lay {kind} mines {hex} [of {factors}]"
    kind: MineKind
    hex: HexId
    factors: int = 0


class TakeUpMines(SilentCommand, frozen=True, kw_only=True, tag="take_up_mines"):
    """Take back what was recorded so."""

    words = "take up {kind} mines {hex}"
    kind: MineKind
    hex: HexId


class MarkLine(SilentCommand, frozen=True, kw_only=True, tag="mark_line"):
    """Set up two counters that point at each other: every hex from one to the other is Known to
    hold mines. On an Alternate Hex Grain `over` is the hex after the first.
    """

    words = "line of mines {start} to {end} [over {over}]"
    start: HexId
    end: HexId
    over: HexId | None = None


class UnmarkLine(SilentCommand, frozen=True, kw_only=True, tag="unmark_line"):
    """Take the two counters back."""

    words = "no line of mines {start} to {end}"
    start: HexId
    end: HexId


# -- A-P mines ------------------------------------------------------------------------------------


def _mines_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    card = scenario.sides[side]
    if not card.mines:
        return
    bars = {at: _ap_bar(scenario, position, side, at) for at in mine_hexes(card)}
    yield MinesOffer(
        verb="record_mines",
        label="Record a minefield",
        rule="B28.1",
        strengths=AP_STRENGTHS,
        left=card.mines - spent(position, side),
        total=card.mines,
        hexes=tuple(at for at, bar in bars.items() if bar is None),
        why_not={at: (bar.rule, bar.why) for at, bar in bars.items() if bar is not None},
    )


def _ap_bar(scenario: Scenario, position: Knowledge, side: Side, at: HexId) -> NoMines | None:
    """B28.1, B28.46: why no hidden A-P mines may lie in a hex."""
    if at in ap_records(position, side, known=True) or at in dummies(position, side):
        return NoMines("B28.46", "A hex holds one minefield, and yours of that hex is Known.")
    return terrain_bar(scenario, position.board, at)


def _refuse_mines(
    scenario: Scenario, position: Knowledge, side: Side, command: RecordMines
) -> None:
    card = scenario.sides[side]
    if not card.mines:
        raise Refused("B28.1", "Your OB allots no minefields.")
    _refuse_strength(command.strength)
    _refuse_outside(position, card, command.hex)
    _refuse_barred(_ap_bar(scenario, position, side, command.hex))
    replaced = ap_records(position, side).get(command.hex, 0)
    _refuse_cost(card, position, command.strength, replaced, _STRENGTHS)


def _refuse_strength(strength: int) -> None:
    if strength not in AP_STRENGTHS:
        raise Refused("B28.1", "A-P minefields must have 6, 8 or 12 factors.")


def _refuse_outside(position: Knowledge, card: SideCard, at: HexId) -> None:
    if not position.board.has(at):
        raise Refused("", f"There is no hex {at!r} on this board.")
    if at not in mine_hexes(card):
        raise Refused("A2.9", "That hex is outside your setup area.")


def _refuse_barred(bar: NoMines | None) -> None:
    if bar is not None:
        raise Refused(bar.rule, bar.why)


_STRENGTHS: Mapping[str, int] = {f"{one} factors": one for one in AP_STRENGTHS}
_AT_MINES: Mapping[str, int] = {
    f"{number} A-T {'factor' if number == 1 else 'factors'}": AP_FOR_AT * number
    for number in range(1, MOST_AT + 1)
}


def _refuse_cost(
    card: SideCard, position: Knowledge, chosen: int, replaced: int, sizes: Mapping[str, int]
) -> None:
    others = spent(position, card.side) - replaced
    if others + chosen > card.mines:
        would = fitting(card.mines - others, sizes)
        why = f"{others + chosen} factors used, only {card.mines} available: {would}."
        raise Refused("B28.1", why)


async def _record(scenario: Scenario, table: AslTable, side: Side, command: RecordMines) -> None:
    _put_ap(table, side, command.hex, command.strength, known=False)


def _put_ap(table: AslTable, side: Side, at: HexId, factors: int, *, known: bool) -> None:
    old = _ap_record(table, side, at)
    strength = Secret(factors, side)
    if old is not None:
        table.world.change(old, strength=strength)
        return
    table.world.add(
        Minefield(
            id=table.kernel.drawn_id(side.audience, "r"),
            owner=side,
            at=Secret(at, side),
            strength=strength,
            marker=Secret[str | None](None, side),
            strength_known=Secret(False, side),
            known=known,
        )
    )


def _ap_record(table: AslTable, side: Side, at: HexId) -> Minefield | None:
    records = (r for r in table.world.all(Minefield) if r.owner is side)
    return next((record for record in records if unseal(record.at) == at), None)


def _erase_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    hexes = tuple(sorted(ap_records(position, side)))
    if hexes:
        of = tuple(Filler(value=hex_id, label="Take back") for hex_id in hexes)
        yield SlotsOffer(
            verb="erase_mines",
            label="Take back the minefield",
            rule="B28.1",
            slots=(Slot(name="hex", kind="hex", of=of),),
        )


def _refuse_erasing(
    scenario: Scenario, position: Knowledge, side: Side, command: EraseMines
) -> None:
    if command.hex not in ap_records(position, side):
        raise Refused("B28.1", "No minefield is recorded there.")


async def _erase(scenario: Scenario, table: AslTable, side: Side, command: EraseMines) -> None:
    _drop_ap(table, side, command.hex)


def _drop_ap(table: AslTable, side: Side, at: HexId) -> None:
    record = _ap_record(table, side, at)
    if record is not None:
        table.world.drop(record)


# -- A-T mines, Known Minefields, Dummies ---------------------------------------------------------

_CALLED = {
    MineKind.AT: ("Record A-T mines", "B28.5"),
    MineKind.VISIBLE: ("Set up A-T mines in view", "B28.53"),
    MineKind.KNOWN: ("Set up a Known Minefield", "B28.45"),
    MineKind.DUMMY: ("Set up a Dummy Minefield", "B28.47"),
}


def _laid(position: Knowledge, side: Side, kind: MineKind) -> dict[HexId, int]:
    """What a side has recorded of a kind, and the factors."""
    match kind:
        case MineKind.AT:
            return at_records(position, side)
        case MineKind.VISIBLE:
            return at_records(position, side, in_view=True)
        case MineKind.KNOWN:
            return ap_records(position, side, known=True)
        case MineKind.DUMMY:
            return dict.fromkeys(dummies(position, side), 0)


def _lay_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    card = scenario.sides[side]
    for kind, (label, rule) in _CALLED.items():
        taken = _laid(position, side, kind)
        factors = _affordable(card, position, kind)
        free = (at for at in mine_hexes(card) if at not in taken)
        hexes = tuple(at for at in free if _lay_bar(scenario, position, side, kind, at) is None)
        if factors and hexes:
            slots = (
                Slot(name="hex", kind="hex", of=tuple(map(filler, hexes))),
                Slot(name="kind", kind="option", of=(Filler(value=kind, label=kind.words),)),
                Slot(name="factors", kind="number", of=tuple(map(filler, factors))),
            )
            text = f"{label} ({_left_of(card, position, kind)} left)"
            yield SlotsOffer(verb="lay_mines", label=text, rule=rule, slots=slots)


def _left_of(card: SideCard, position: Knowledge, kind: MineKind) -> str:
    """The running total of what a kind is paid with."""
    match kind:
        case MineKind.AT | MineKind.VISIBLE:
            return f"{card.mines - spent(position, card.side)} factors"
        case MineKind.KNOWN:
            return f"{card.known_mines - known_spent(position, card.side)} Known factors"
        case MineKind.DUMMY:
            return str(dummies_allowed(card, position) - len(dummies(position, card.side)))


def _affordable(card: SideCard, position: Knowledge, kind: MineKind) -> tuple[int, ...]:
    """The factors that one more of a kind may have."""
    match kind:
        case MineKind.AT | MineKind.VISIBLE:
            most = (card.mines - spent(position, card.side)) // AP_FOR_AT
            return tuple(range(1, min(most, MOST_AT) + 1))
        case MineKind.KNOWN:
            left = card.known_mines - known_spent(position, card.side)
            return tuple(strength for strength in AP_STRENGTHS if strength <= left)
        case MineKind.DUMMY:
            left = dummies_allowed(card, position) - len(dummies(position, card.side))
            return (0,) if left > 0 else ()


def _lay_bar(
    scenario: Scenario, position: Knowledge, side: Side, kind: MineKind, at: HexId
) -> NoMines | None:
    """Why nothing of a kind may lie in a hex: the terrain, or what lies there."""
    if kind is MineKind.VISIBLE:
        return rule_bar(scenario, at) or _soft(position.board, at)
    known, hidden = ap_records(position, side, known=True), ap_records(position, side)
    others: dict[MineKind, Iterable[HexId]] = {
        MineKind.AT: (*known, *dummies(position, side)),
        MineKind.KNOWN: (*hidden, *at_records(position, side), *dummies(position, side)),
        MineKind.DUMMY: (*hidden, *at_records(position, side), *known),
    }
    if at in others[kind]:
        return NoMines("B28.46", "A hex holds one minefield, and yours of that hex is another.")
    return terrain_bar(scenario, position.board, at)


def _soft(board: Board, at: HexId) -> NoMines | None:
    """B28.53: A-T mines lie in view only where others may not."""
    if board.bridge(at) is not None or board.road(at) is RoadKind.PAVED:
        return None
    return NoMines("B28.53", "A-T mines are in view on a paved road or bridge only.")


def _refuse_laying(scenario: Scenario, position: Knowledge, side: Side, command: LayMines) -> None:
    card, kind = scenario.sides[side], command.kind
    _refuse_outside(position, card, command.hex)
    replaced = _laid(position, side, kind).get(command.hex)
    match kind:
        case MineKind.AT | MineKind.VISIBLE:
            if not 1 <= command.factors <= MOST_AT:
                raise Refused("B28.5", "An A-T minefield has 1 to 5 factors.")
            chosen, instead = AP_FOR_AT * command.factors, AP_FOR_AT * (replaced or 0)
            _refuse_cost(card, position, chosen, instead, _AT_MINES)
        case MineKind.KNOWN:
            _refuse_strength(command.factors)
            others = known_spent(position, side) - (replaced or 0)
            if others + command.factors > card.known_mines:
                used, would = (
                    others + command.factors,
                    fitting(card.known_mines - others, _STRENGTHS),
                )
                why = f"{used} Known factors used, only {card.known_mines} available: {would}."
                raise Refused("B28.45", why)
        case MineKind.DUMMY:
            _refuse_dummy(card, position, command, there=replaced is not None)
    _refuse_barred(_lay_bar(scenario, position, side, kind, command.hex))


def _refuse_dummy(card: SideCard, position: Knowledge, command: LayMines, *, there: bool) -> None:
    if command.factors or there:
        raise Refused("B28.47", "A Dummy Minefield has no factors, and a hex one counter.")
    if len(dummies(position, card.side)) >= dummies_allowed(card, position):
        raise Refused("B28.47", "You have no Dummy Minefield left.")


async def _lay(scenario: Scenario, table: AslTable, side: Side, command: LayMines) -> None:
    match command.kind:
        case MineKind.AT | MineKind.VISIBLE:
            _put_at(table, side, command)
        case MineKind.KNOWN:
            _put_ap(table, side, command.hex, command.factors, known=True)
        case MineKind.DUMMY:
            id_ = table.kernel.drawn_id(side.audience, "d")
            table.world.add(DummyMines(id=id_, owner=side, at=Secret(command.hex, side)))


def _put_at(table: AslTable, side: Side, command: LayMines) -> None:
    old = _at_record(table, side, command.hex)
    if old is not None:
        table.world.change(old, factors=old.factors.with_value(command.factors))
        return
    table.world.add(
        AtMines(
            id=table.kernel.drawn_id(side.audience, "t"),
            owner=side,
            at=Secret(command.hex, side),
            factors=Secret(command.factors, side),
            in_view=command.kind is MineKind.VISIBLE,
        )
    )


def _at_record(table: AslTable, side: Side, at: HexId) -> AtMines | None:
    records = (r for r in table.world.all(AtMines) if r.owner is side)
    return next((record for record in records if unseal(record.at) == at), None)


def _take_up_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    for kind in MineKind:
        hexes = tuple(sorted(_laid(position, side, kind)))
        if hexes:
            slots = (
                Slot(name="hex", kind="hex", of=tuple(map(filler, hexes))),
                Slot(name="kind", kind="option", of=(Filler(value=kind, label=kind.words),)),
            )
            label = f"Take back {kind.words}"
            yield SlotsOffer(verb="take_up_mines", label=label, rule=_CALLED[kind][1], slots=slots)


def _refuse_taking_up(
    scenario: Scenario, position: Knowledge, side: Side, command: TakeUpMines
) -> None:
    if command.hex not in _laid(position, side, command.kind):
        raise Refused(_CALLED[command.kind][1], "Nothing of that kind is recorded there.")


async def _take_up(scenario: Scenario, table: AslTable, side: Side, command: TakeUpMines) -> None:
    match command.kind:
        case MineKind.AT | MineKind.VISIBLE:
            record = _at_record(table, side, command.hex)
            if record is not None:
                table.world.drop(record)
        case MineKind.KNOWN:
            _drop_ap(table, side, command.hex)
        case MineKind.DUMMY:
            for dummy in table.world.all(DummyMines):
                if dummy.owner is side and unseal(dummy.at) == command.hex:
                    table.world.drop(dummy)


# -- lines of Known mines -------------------------------------------------------------------------


def _line_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    card = scenario.sides[side]
    if not card.known_mines:
        return
    area = mine_hexes(card)
    ways = {at: _ways(position.board, frozenset(area), at) for at in area}
    starts = tuple(at for at in area if ways[at])
    if starts:
        ends = tuple(at for at in area if any(at in found for found in ways.values()))
        allows: dict[str, tuple[str | int | bool | None, ...]] = {
            at: tuple(ways[at]) for at in starts
        }
        slots = (
            Slot(name="start", kind="hex", of=tuple(map(filler, starts))),
            Slot(name="end", kind="hex", of=tuple(map(filler, ends)), by="start", allows=allows),
        )
        yield SlotsOffer(
            verb="mark_line", label="Set up a line of mines", rule="B28.46", slots=slots
        )


def _ways(board: Board, area: frozenset[HexId], start: HexId) -> tuple[HexId, ...]:
    """The hexes that a single line leads to from a hex, within the area."""
    found = lines_from(board, start).items()
    return tuple(
        sorted(end for end, lines in found if len(lines) == 1 and area.issuperset(lines[0]))
    )


def _refuse_line(scenario: Scenario, position: Knowledge, side: Side, command: MarkLine) -> None:
    card = scenario.sides[side]
    if not card.known_mines:
        raise Refused("B28.46", "Your OB allots no Known Minefields.")
    for at in (command.start, command.end):
        _refuse_outside(position, card, at)
    hexes = _line(position, command)
    for at in hexes:
        _refuse_outside(position, card, at)
    if hexes in lines(position, side) or hexes[::-1] in lines(position, side):
        raise Refused("B28.46", "That line is set up already.")


def _line(position: Knowledge, command: MarkLine) -> tuple[HexId, ...]:
    """B28.46: the hexes of the line that is meant."""
    found = lines_between(position.board, command.start, command.end)
    if command.over is not None:
        found = tuple(one for one in found if one[1] == command.over)
    if not found:
        why = "Both arrows must lie on one Hex Grain or Alternate Hex Grain and face each other."
        raise Refused("B28.46", why)
    if len(found) > 1:
        raise Refused("B28.46", "Two lines lead there: say which hex comes after the first.")
    return found[0]


async def _mark(scenario: Scenario, table: AslTable, side: Side, command: MarkLine) -> None:
    hexes = _line(table.known(side), command)
    id_ = table.kernel.drawn_id(side.audience, "l")
    table.world.add(MineLine(id=id_, owner=side, hexes=Secret(hexes, side)))


def _unmark_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    for line in lines(position, side):
        slots = (
            Slot(name="start", kind="hex", of=(filler(line[0]),)),
            Slot(name="end", kind="hex", of=(filler(line[-1]),)),
        )
        label = "Take back the line of mines"
        yield SlotsOffer(verb="unmark_line", label=label, rule="B28.46", slots=slots)


def _refuse_unmarking(
    scenario: Scenario, position: Knowledge, side: Side, command: UnmarkLine
) -> None:
    if not any(_is_between(line, command) for line in lines(position, side)):
        raise Refused("B28.46", "There is no line of yours between those hexes.")


async def _unmark(scenario: Scenario, table: AslTable, side: Side, command: UnmarkLine) -> None:
    for record in table.world.all(MineLine):
        if record.owner is side and _is_between(unseal(record.hexes), command):
            table.world.drop(record)


def _is_between(line: tuple[HexId, ...], command: UnmarkLine) -> bool:
    return {line[0], line[-1]} == {command.start, command.end}


# -- the seal -------------------------------------------------------------------------------------


def why_not_sealed(card: SideCard, position: Knowledge) -> str:
    """B28.46, B28.47: what is still wrong with a side's mines, or ""."""
    if len(dummies(position, card.side)) > dummies_allowed(card, position):
        return "More Dummy Minefields are set up than you have."
    known = ap_records(position, card.side, known=True)
    for line in lines(position, card.side):
        if not set(line) & set(known):
            return "A line of Known mines holds mines in one of its hexes at least."
    return ""


def put_known_mines(table: AslTable, card: SideCard) -> None:
    """B28.45: the counters of what everybody sees go on the board as the setup is sealed."""
    side, position = card.side, table.known(card.side)
    marked = lines(position, side)
    hexes = {*ap_records(position, side, known=True), *dummies(position, side)}
    hexes |= {at for line in marked for at in line}
    in_view = at_records(position, side, in_view=True)
    if not hexes and not in_view:
        return
    for at in sorted(hexes):
        _put_marker(table, side, at)
    for line in marked:
        for one, other in ((line[0], line[-1]), (line[-1], line[0])):
            id_ = table.kernel.drawn_id(Audience.PUBLIC, "k")
            table.world.add(MineArrow(id=id_, side=side, at=one, other=other))
    for at in sorted(in_view):
        id_ = table.kernel.drawn_id(Audience.PUBLIC, "t")
        table.world.add(AtMarker(id=id_, side=side, at=at))
    table.tell(
        KnownMinesSetUp(
            side=side, hexes=tuple(sorted(hexes)), lines=marked, at_mines=tuple(sorted(in_view))
        )
    )


def _put_marker(table: AslTable, side: Side, at: HexId) -> None:
    marker = table.kernel.drawn_id(Audience.PUBLIC, "m")
    table.world.add(MineMarker(id=marker, at=at, strength=None, side=side, proved=False))
    record = _ap_record(table, side, at)
    if record is not None:
        table.world.change(record, marker=record.marker.with_value(marker))


def mine_leaves(table: AslTable, card: SideCard) -> Iterator[tuple[str, str]]:
    """What a side commits to of its minefields, those it has and those it has not: four leaves for
    every hex that could be mined, presence and strength of A-P mines, presence and factors of A-T
    mines, each to be opened alone; and one for the Booby Traps of each board.
    """
    position, side = table.known(card.side), card.side
    ap = {**ap_records(position, side), **ap_records(position, side, known=True)}
    at_mines = {**at_records(position, side), **at_records(position, side, in_view=True)}
    for hex_id in mine_hexes(card):
        strength, factors = ap.get(hex_id, 0), at_mines.get(hex_id, 0)
        yield presence_label(hex_id), "A-P" if strength else "none"
        yield strength_label(hex_id), str(strength)
        yield at_presence_label(hex_id), "A-T" if factors else "none"
        yield at_factors_label(hex_id), str(factors)
    levels = traps(position, side)
    for board in trap_boards(table.board, card):
        yield traps_label(board), levels[board].value if board in levels else "none"


def trap_boards(board: Board, card: SideCard) -> tuple[str, ...]:
    """The boards of the map, if a side has factors that could be spent on Booby Traps."""
    return tuple(sheet.board for sheet in board.names.sheets) if card.mines else ()


def mine_labels(board: Board, card: SideCard) -> tuple[str, ...]:
    """What these say something of, whatever is recorded: fixed by the scenario."""
    labels = (presence_label, strength_label, at_presence_label, at_factors_label)
    by_hex = (label(at) for at in mine_hexes(card) for label in labels)
    return (*by_hex, *map(traps_label, trap_boards(board, card)))


MINE_SETUP = (
    SetupActivity(RecordMines, _mines_offers, _refuse_mines, _record),
    SetupActivity(EraseMines, _erase_offers, _refuse_erasing, _erase),
    SetupActivity(LayMines, _lay_offers, _refuse_laying, _lay),
    SetupActivity(TakeUpMines, _take_up_offers, _refuse_taking_up, _take_up),
    SetupActivity(MarkLine, _line_offers, _refuse_line, _mark),
    SetupActivity(UnmarkLine, _unmark_offers, _refuse_unmarking, _unmark),
)
"""What is recorded of mines at setup."""
