"""A12.33 Fortifications at setup: which are recorded where, within what the OB grants."""

from collections.abc import Iterable, Iterator

from rules.board.locations import HexId, LocationId, location, pillbox_location
from rules.chapters.works.b_fortifiable import (
    building_levels,
    charge_levels,
    roadblock_sides,
    takes,
)
from rules.forces.counter_kinds import UNIT
from rules.forces.halves import half_ids
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.slots import Filler, Slot, SlotsOffer, Value, filler
from rules.kernel.view import Offer
from rules.play.activity import PieceNoun, VertexNoun
from rules.play.setup.activity import SetupActivity, SilentCommand, placed_by
from rules.play.setup.deploying import is_squad
from rules.play.vertices import one_vertex, refuse_vertex
from rules.position.asl_table import AslTable
from rules.position.fortifications import (
    MOST_SQUADS,
    Entrenchment,
    FortifiedLocation,
    is_wired,
    pillbox_in,
)
from rules.position.hidden_fortifications import (
    ENTRENCHMENTS,
    PARTS,
    Fortification,
    FortificationKind,
    HiddenFortification,
    fortification_label,
    fortification_leaf,
    known_hidden,
    label_of,
    recorded,
)
from rules.position.knowledge import Knowledge
from rules.scenarios.types import Group, Piece, Scenario, SideCard

_RULES = {
    FortificationKind.WIRE: "B26.1",
    FortificationKind.FOXHOLES: "B27.12",
    FortificationKind.TRENCH: "B27.5",
    FortificationKind.ROADBLOCK: "B29.1",
    FortificationKind.PILLBOX: "B30.1",
    FortificationKind.CHARGE: "A23.7",
    FortificationKind.BUILDING: "B23.9",
}


class Fortify(SilentCommand, frozen=True, kw_only=True, tag="fortify"):
    """Record a hidden Fortification in a hex: foxholes for so many squads, a roadblock `facing` a
    hexside, a pillbox with that printed on it and its CA around a vertex, a DC Set at a level with
    who may set it off, a Fortified Building Location at a level.
    """

    words = (
        "fortify {hex} with {kind} [level {level}] [for {squads}] [facing {facing}] "
        "[CA {ca}] [printed {printed}] [by {setter}]"
    )
    hex: HexId
    kind: FortificationKind
    squads: int = 0
    facing: int = 0
    printed: str = ""
    ca: VertexNoun = 0
    level: int = 0
    setter: PieceNoun = ""


class TakeDown(SilentCommand, frozen=True, kw_only=True, tag="take_down"):
    """Take back what is recorded of a kind in a hex."""

    words = "take down {kind} in {hex}"
    kind: FortificationKind
    hex: HexId


# -- what is left ---------------------------------------------------------------------------------


def _groups(card: SideCard) -> Iterator[Group]:
    return (group for group in card.at_start if group.fortifications.words)


def _recorded(position: Knowledge, side: Side, group: Group) -> list[Fortification]:
    return [one for one in recorded(position.view, side) if one.at in group.area]


def _left(position: Knowledge, side: Side, group: Group, kind: FortificationKind) -> int:
    """How many of a kind a group has not recorded yet; of foxholes, for how many squads."""
    of, there = group.fortifications, _recorded(position, side, group)
    total = {
        FortificationKind.WIRE: of.wire,
        FortificationKind.FOXHOLES: of.foxholes,
        FortificationKind.TRENCH: of.trenches,
        FortificationKind.ROADBLOCK: of.roadblocks,
        FortificationKind.PILLBOX: len(of.pillboxes),
        FortificationKind.CHARGE: of.charges,
        FortificationKind.BUILDING: of.buildings,
    }[kind]
    is_dug = kind is FortificationKind.FOXHOLES
    return total - sum(one.squads if is_dug else 1 for one in there if one.kind is kind)


def _pillboxes_left(position: Knowledge, side: Side, group: Group) -> list[str]:
    left = list(group.fortifications.pillboxes)
    for one in _recorded(position, side, group):
        if one.kind is FortificationKind.PILLBOX:
            left.remove(one.printed)
    return left


# -- where ----------------------------------------------------------------------------------------


def _is_free(position: Knowledge, side: Side, kind: FortificationKind, at: HexId) -> bool:
    """B26.1, B27.5, B30.1: whether there is none yet that excludes it."""
    there = {one.kind for one in recorded(position.view, side) if one.at == at}
    match kind:
        case FortificationKind.WIRE:
            return kind not in there and not is_wired(position.view, at)
        case FortificationKind.PILLBOX:
            return kind not in there and pillbox_in(position.view, at) is None
        case FortificationKind.ROADBLOCK:
            return bool(_free_sides(position, side, at))
        case FortificationKind.CHARGE:
            return kind not in there
        case FortificationKind.BUILDING:
            return _next_level(position, side, at) is not None
        case _:
            dug = any(one.at == at for one in position.view.all(Entrenchment))
            return not there & ENTRENCHMENTS and not dug


def _free_sides(position: Knowledge, side: Side, at: HexId) -> tuple[int, ...]:
    taken = {
        one.facing
        for one in recorded(position.view, side)
        if one.at == at and one.kind is FortificationKind.ROADBLOCK
    }
    return tuple(one for one in roadblock_sides(position.board, at) if one not in taken)


def _next_level(position: Knowledge, side: Side, at: HexId) -> int | None:
    """B23.9: the level of a hex that is to be fortified next, from the ground up."""
    known = recorded(position.view, side)
    done = {one.level for one in known if (one.kind, one.at) == (FortificationKind.BUILDING, at)}
    shown = {one.at for one in position.view.all(FortifiedLocation)}
    levels = building_levels(position.board, at)
    free = (level for level in levels if level not in done and location(at, level) not in shown)
    return next(free, None)


def _hexes(position: Knowledge, side: Side, group: Group, kind: FortificationKind) -> list[HexId]:
    board = position.board
    fit = (at for at in group.area if takes(board, kind, at))
    return [at for at in fit if _is_free(position, side, kind, at)]


# -- recording ------------------------------------------------------------------------------------


def _offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    for group in _groups(scenario.sides[side]):
        for kind in FortificationKind:
            left = _left(position, side, group, kind)
            hexes = _hexes(position, side, group, kind) if left > 0 else []
            if hexes:
                slots = (
                    Slot(name="hex", kind="hex", of=tuple(map(filler, hexes))),
                    Slot(name="kind", kind="option", of=(Filler(value=kind, label=kind.words),)),
                    *_more_slots(position, scenario.sides[side], group, kind),
                )
                label = f"Hide {kind.words} ({left} left)"
                yield SlotsOffer(verb="fortify", label=label, rule=_RULES[kind], slots=slots)


def _more_slots(
    position: Knowledge, card: SideCard, group: Group, kind: FortificationKind
) -> Iterator[Slot]:
    """What else has to be said of a kind."""
    side = card.side
    match kind:
        case FortificationKind.FOXHOLES:
            most = min(MOST_SQUADS, _left(position, side, group, kind))
            of = tuple(Filler(value=n, label=f"for {n}") for n in range(1, most + 1))
            yield Slot(name="squads", kind="number", of=of)
        case FortificationKind.ROADBLOCK:
            allows: dict[str, tuple[Value | bool, ...]] = {
                at: _free_sides(position, side, at) for at in _hexes(position, side, group, kind)
            }
            yield Slot(
                name="facing", kind="number", label="hexside", of=_turns(), by="hex", allows=allows
            )
        case FortificationKind.PILLBOX:
            printed = sorted(set(_pillboxes_left(position, side, group)))
            yield Slot(name="printed", kind="option", of=tuple(map(filler, printed)))
            yield one_vertex("ca", "CA")
        case FortificationKind.CHARGE:
            yield from _charge_slots(position, side, card, group)
        case FortificationKind.BUILDING:
            hexes = _hexes(position, side, group, kind)
            levels = {at: _next_level(position, side, at) or 0 for at in hexes}
            of = tuple(Filler(value=n, label=f"level {n}") for n in sorted(set(levels.values())))
            upward: dict[str, tuple[Value | bool, ...]] = {at: (n,) for at, n in levels.items()}
            yield Slot(name="level", kind="number", of=of, by="hex", allows=upward)
        case _:
            pass


def _charge_slots(position: Knowledge, side: Side, card: SideCard, group: Group) -> Iterator[Slot]:
    """A23.7: at which level it is Set, and who may set it off."""
    hexes = _hexes(position, side, group, FortificationKind.CHARGE)
    levels = {at: charge_levels(position.board, at) for at in hexes}
    every = sorted({level for of in levels.values() for level in of})
    of = tuple(Filler(value=level, label=f"level {level}") for level in every)
    allows: dict[str, tuple[Value | bool, ...]] = dict(levels.items())
    yield Slot(name="level", kind="number", label="level", of=of, by="hex", allows=allows)
    setters = tuple(Filler(value=one.id, label=one.letter) for one in _setters(card))
    yield Slot(name="setter", kind="option", label="set off by", of=setters)


def _setters(card: SideCard) -> tuple[Piece, ...]:
    """A23.7: who of an OB may have Set a DC before play: all Personnel."""
    return tuple(piece for piece in card.set_up if piece.kind is UNIT)


def _turns() -> tuple[Filler, ...]:
    return tuple(Filler(value=n, label=str(n)) for n in range(6))


def _refuse(scenario: Scenario, position: Knowledge, side: Side, command: Fortify) -> None:
    kind, at, rule = command.kind, command.hex, _RULES[command.kind]
    group = next((one for one in _groups(scenario.sides[side]) if at in one.area), None)
    if group is None:
        raise Refused("A2.9", "That hex is outside the setup area of your Fortifications.")
    where = position.board.name(at)
    left = _left(position, side, group, kind)
    if left <= 0:
        raise Refused(rule, f"{group.name} has no {kind.words} left.")
    if not takes(position.board, kind, at):
        raise Refused(rule, f"{where} takes no {kind.words}.")
    if not _is_free(position, side, kind, at):
        raise Refused(rule, f"{where} has one already.")
    _refuse_particulars(position, side, group, command)
    if kind is FortificationKind.CHARGE:
        _refuse_charge(position, scenario.sides[side], command)


def _refuse_particulars(position: Knowledge, side: Side, group: Group, command: Fortify) -> None:
    """What is said of a Fortification besides its hex."""
    kind, rule = command.kind, _RULES[command.kind]
    left = _left(position, side, group, kind)
    match kind:
        case FortificationKind.FOXHOLES if not 1 <= command.squads <= min(MOST_SQUADS, left):
            raise Refused(rule, "Foxholes are for 1 to 3 squads, and no more than the OB has.")
        case FortificationKind.ROADBLOCK:
            if command.facing not in _free_sides(position, side, command.hex):
                raise Refused(rule, "No road leads that way, or it is blocked already.")
        case FortificationKind.PILLBOX:
            if command.printed not in _pillboxes_left(position, side, group):
                raise Refused(rule, f"{group.name} has no such pillbox left.")
            refuse_vertex(command.ca, rule)
        case FortificationKind.BUILDING:
            level = _next_level(position, side, command.hex)
            if command.level != level:
                raise Refused(rule, f"From the ground up: level {level} comes next there.")
        case _:
            pass


def _refuse_charge(position: Knowledge, card: SideCard, command: Fortify) -> None:
    if command.level not in charge_levels(position.board, command.hex):
        raise Refused("A23.7", "There is no such Location.")
    if command.setter not in {piece.id for piece in _setters(card)}:
        raise Refused("A23.7", "Say which unit of yours sets it off.")


async def _fortify(scenario: Scenario, table: AslTable, side: Side, command: Fortify) -> None:
    what = Secret(_as_recorded(command), side)
    inside = Secret(_who_sets_off(scenario.sides[side], command), side)
    id_ = table.kernel.drawn_id(side.audience, "f")
    record = HiddenFortification(id=id_, owner=side, what=what, inside=inside)
    table.world.add(record)


def _who_sets_off(card: SideCard, command: Fortify) -> tuple[CounterId, ...]:
    """A23.7: of a DC its unit, or the HS as which that is set up; of all else nobody."""
    if command.kind is not FortificationKind.CHARGE:
        return ()
    piece = card.piece(command.setter)
    ids = (piece.id, *half_ids(piece.id)) if is_squad(piece) else (piece.id,)
    return tuple(map(CounterId, ids))


def _as_recorded(command: Fortify) -> Fortification:
    """What a command records: of each kind what belongs to it."""
    kind, at = command.kind, command.hex
    match kind:
        case FortificationKind.FOXHOLES:
            return Fortification(kind=kind, at=at, squads=command.squads)
        case FortificationKind.ROADBLOCK:
            return Fortification(kind=kind, at=at, facing=command.facing)
        case FortificationKind.PILLBOX:
            squads, ca, nca = map(int, command.printed.split("+"))
            return Fortification(kind=kind, at=at, facing=command.ca, squads=squads, ca=ca, nca=nca)
        case FortificationKind.CHARGE | FortificationKind.BUILDING:
            return Fortification(kind=kind, at=at, level=command.level)
        case _:
            return Fortification(kind=kind, at=at)


# -- taking back ----------------------------------------------------------------------------------


def _down_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    for kind in FortificationKind:
        there = {one.at for one in recorded(position.view, side) if one.kind is kind}
        hexes = tuple(sorted(at for at in there if not _is_manned(position, side, kind, at)))
        if hexes:
            slots = (
                Slot(name="hex", kind="hex", of=tuple(map(filler, hexes))),
                Slot(name="kind", kind="option", of=(Filler(value=kind, label=kind.words),)),
            )
            label = f"Take back {kind.words}"
            yield SlotsOffer(verb="take_down", label=label, rule=_RULES[kind], slots=slots)


def _is_manned(position: Knowledge, side: Side, kind: FortificationKind, at: HexId) -> bool:
    inside = pillbox_location(at)
    return kind is FortificationKind.PILLBOX and inside in placed_by(position, side).values()


def _refuse_down(scenario: Scenario, position: Knowledge, side: Side, command: TakeDown) -> None:
    there = recorded(position.view, side)
    if not any(one.at == command.hex and one.kind is command.kind for one in there):
        raise Refused(_RULES[command.kind], "None of that kind is recorded there.")
    if _is_manned(position, side, command.kind, command.hex):
        raise Refused("B30.1", "Units are placed in it.")


async def _take_down(scenario: Scenario, table: AslTable, side: Side, command: TakeDown) -> None:
    for record, what in tuple(known_hidden(table.world, lambda secret: secret.for_(side))):
        if record.owner is side and what.at == command.hex and what.kind is command.kind:
            table.world.drop(record)


# -- the seal -------------------------------------------------------------------------------------


def fortification_labels(card: SideCard) -> tuple[str, ...]:
    """What a side's seal says something of: each hex and kind that it might have recorded."""
    return tuple(
        fortification_label(kind, at, part)
        for group in _groups(card)
        for at in group.area
        for kind in FortificationKind
        for part in PARTS.get(kind, range(1))
    )


def fortification_leaves(table: AslTable, card: SideCard) -> Iterator[tuple[str, str]]:
    """B28.1 likewise: a leaf for each of these, whatever is recorded there."""
    found = dict.fromkeys(fortification_labels(card), "none")
    for one in recorded(table.known(card.side).view, card.side):
        found[label_of(one)] = fortification_leaf(one)
    yield from found.items()


def shelters(table: AslTable, side: Side) -> frozenset[LocationId]:
    """B30.7: the hidden pillboxes of a side: who is set up in one is hidden as well."""
    there = recorded(table.known(side).view, side)
    pillboxes = (one for one in there if one.kind is FortificationKind.PILLBOX)
    return frozenset(pillbox_location(one.at) for one in pillboxes)


FORTIFYING_SETUP = (
    SetupActivity(Fortify, _offers, _refuse, _fortify),
    SetupActivity(TakeDown, _down_offers, _refuse_down, _take_down),
)
"""What is done about Fortifications at setup."""
