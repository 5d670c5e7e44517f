"""Putting a case's position on the table, and the synthetic scenario that it is played under."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec.structs import replace as replaced

from rules.board.board import Board
from rules.board.locations import HexId, LocationId
from rules.cases.counters import Counter
from rules.cases.words import Names, Said
from rules.chapters.concealment.covers import dummy
from rules.forces.counter_kinds import UNIT, WEAPON, kind_of
from rules.forces.entities import Clock, Control, Goal, Minefield, MineMarker
from rules.forces.lookup import nation
from rules.forces.phases import Phase, Stage
from rules.forces.sealed import HELD, Sealed, Veiled
from rules.forces.seen import COVER_MARKS, Cover
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.counters import Counters
from rules.kernel.dice import Dice
from rules.kernel.game import Game, Ledger
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.seal import MerkleSealer
from rules.kernel.secret import Secret
from rules.kernel.world import World
from rules.play.ruleset import AslRules
from rules.position.position import CLOCK
from rules.position.reserves import Reserve, SealedReserve, StackOffMap
from rules.scenarios.types import (
    NO_FORTIFICATIONS,
    Condition,
    Fortifications,
    Group,
    Piece,
    Role,
    Scenario,
    SideCard,
    SpecialRule,
    Victory,
    Water,
    Weather,
)

SEAL_KEY = b"the cases' own"


class ListedOrder(MerkleSealer):
    """Seals that draw no order: whoever plays in one that nobody can know does so as listed."""

    def salt(self, context: str) -> str:
        return "" if context.startswith("order:") else super().salt(context)


MINES = "mines"
NO_VICTORY = Victory(Side.A, (Condition(Goal.HEX, 1),), "None.")


@dataclass(frozen=True)
class Mines:
    """A hidden minefield of the position, and what the enemy has found out of it."""

    at: HexId
    owner: Side
    strength: int
    presence_known: bool = False
    strength_known: bool = False


@dataclass(frozen=True)
class Dummies:
    """A12.11: how many Dummies are under a "?", alone or with units."""

    under: ShownId
    side: Side
    at: LocationId
    type: str
    count: int = 1


@dataclass(frozen=True)
class Force:
    """What one side sets up at the start of a case that begins with setup."""

    area: tuple[HexId, ...] = ()
    area_text: str = ""
    pieces: tuple[Piece, ...] = ()
    mines: int = 0
    known_mines: int = 0
    dummy_mines: int = 0
    concealment: int = 0
    hidden: int = 0
    fortifications: Fortifications = NO_FORTIFICATIONS


@dataclass(frozen=True)
class Reinforcements:
    """Who of a side waits off the map: when and where they enter (A2.5), and the hex before which
    they have been set up off the map, as far back as that.
    """

    turn: int
    area: tuple[HexId, ...]
    pieces: tuple[Piece, ...]
    beside: HexId | None = None
    back: int = 0
    concealment: int = 0


@dataclass(frozen=True)
class SideSaid:
    """What a case says of a side: its nations, the main one first, its ELR and its SAN, and what
    its OB granted of Fortifications and of units to hide.
    """

    nations: tuple[str, ...]
    elr: int = 5
    san: int = 0
    fortifications: Fortifications = NO_FORTIFICATIONS
    hidden: int = 0


@dataclass(frozen=True)
class Table:
    """Everything that is on the table when the script begins.

    `clock` are the fields of the clock, or None if the case begins with setup. `seen_windows` says
    that the DEFENDER is asked only where, as everybody can see, somebody might fire.
    """

    board: Board
    names: Names
    sides: Mapping[Side, SideSaid]
    clock: Mapping[str, Any] | None
    turns: int
    first: Side
    year: int
    weather: Weather
    water: Water | None = None
    units: Mapping[str, Said] = field(default_factory=dict)
    weapons: Mapping[str, Said] = field(default_factory=dict)
    mines: tuple[Mines, ...] = ()
    dummies: tuple[Dummies, ...] = ()
    counters: tuple[Counter, ...] = ()
    control: Mapping[str, Side] = field(default_factory=dict)
    victory: Victory = NO_VICTORY
    ssr: tuple[SpecialRule, ...] = ()
    forces: Mapping[Side, Force] = field(default_factory=dict)
    reinforcements: Mapping[Side, Reinforcements] = field(default_factory=dict)
    order: tuple[Side, ...] = (Side.B, Side.A)
    half_turn: bool = False
    seen_windows: bool = False

    def without(self, what: str) -> "Table":
        """The same table, on which nobody has laid mines, or without what stands there by a name:
        a unit with what it possesses, a weapon, any other counter.
        """
        if what == MINES:
            return replace(self, mines=())
        units = {name: said for name, said in self.units.items() if name != what}
        weapons = {
            name: said
            for name, said in self.weapons.items()
            if what not in {name, said.fields.get("holder")}
        }
        counters = tuple(counter for counter in self.counters if counter.key != what)
        return replace(self, units=units, weapons=weapons, counters=counters)

    def names_of_counters(self) -> tuple[str, ...]:
        """By what it may be asked to be without."""
        return (MINES, *self.units, *self.weapons, *(counter.key for counter in self.counters))


def scenario_of(table: Table) -> Scenario:
    """The scenario card that stands behind a case's position."""
    return Scenario(
        id="case",
        title="Case",
        date="",
        place="",
        intro="",
        board=table.board.id,
        month=table.board.month,
        year=table.year,
        weather=table.weather,
        turns=table.turns,
        half_turn=table.half_turn,
        first=table.first,
        setup=table.order,
        sides={side: _card(table, side) for side in Side},
        ssr=table.ssr,
        victory=table.victory,
        balance={},
        water=table.water,
        every_window=not table.seen_windows,
    )


def new_game(rules: AslRules, dice: Dice) -> Game:
    """A game at the start of its setup; every change is checked by a round trip through storage."""
    return Game.new(rules, dice=dice, sealer=ListedOrder(SEAL_KEY), check=True)


def game_at(table: Table, rules: AslRules, dice: Dice) -> Game:
    """A game that stands as the table says."""
    world, ledger = world_at(table, rules, dice)
    game = Game(rules, world, dice=dice, sealer=ListedOrder(SEAL_KEY), ledger=ledger)
    game.refresh()
    return game


def world_at(table: Table, rules: AslRules, dice: Dice) -> tuple[World, Ledger]:
    """What is on a table, and the numbers used for it so far."""
    world = new_game(rules, dice).world
    ids, held = Counters(), [one for one in table.counters if one.kind in HELD]
    if table.clock is not None:
        world.change(world.get(Clock, CLOCK), stage=Stage.PLAY, **table.clock)
        _put_units(table, world, ids)
        _put_weapons(table, world, ids)
        for counter in held:
            counter.put(world)
        _veil(world, ids)
    for dummies in table.dummies:
        _put_dummies(dummies, world, ids)
    for side, waiting in table.reinforcements.items():
        _set_up_off_map(world, side, waiting)
    for mines in table.mines:
        _put_mines(mines, world, ids)
    for counter in table.counters:
        if counter not in held:
            counter.put(world)
    for place, side in table.control.items():
        world.change(world.get(Control, place), side=side)
    world.take_changes()
    return world, Ledger(counters=ids)


def _set_up_off_map(world: World, side: Side, waiting: Reinforcements) -> None:
    where = {"beside": waiting.beside, "back": waiting.back}
    for one in world.all(Reserve):
        if one.side is side:
            world.change(one, **where)
    for stack in world.all(StackOffMap):
        if stack.side is side:
            world.change(stack, **where)
    for sealed in world.all(SealedReserve):
        what = sealed.what.for_(side)
        if what is not None:
            world.change(sealed, what=sealed.what.with_value(replaced(what, **where)))


def default_active(phase: Phase, phasing: Side) -> Side:
    """Whose part of a phase it is unless a case says otherwise."""
    return phasing.enemy if phase is Phase.DFPH else phasing


def _card(table: Table, side: Side) -> SideCard:
    force = table.forces.get(side) or _force_on_board(table, side)
    role: Role = "attacks" if side is table.victory.side else "defends"
    unseen = (force.concealment, force.hidden, force.fortifications)
    more = (force.known_mines, force.dummy_mines, *unseen)
    groups = [Group("Force", force.area_text, force.area, force.pieces, force.mines, None, *more)]
    waiting = table.reinforcements.get(side)
    if waiting is not None:
        late = Group("Late", "", waiting.area, waiting.pieces, 0, turn=waiting.turn)
        groups.append(replace(late, concealment=waiting.concealment))
    said = table.sides[side]
    name = nation(said.nations[0]).adjective
    return SideCard(
        side, said.nations, name, role, elr=said.elr, san=said.san, groups=tuple(groups)
    )


def _force_on_board(table: Table, side: Side) -> Force:
    units = [(name, said, UNIT) for name, said in table.units.items()]
    weapons = [(name, said, WEAPON) for name, said in table.weapons.items()]
    pieces = tuple(
        Piece(name, said.type or "", kind, name)
        for name, said, kind in (*units, *weapons)
        if table.names.sides[name] is side
    )
    factors = sum(mines.strength for mines in table.mines if mines.owner is side)
    said = table.sides[side]
    area = table.board.hexes if said.hidden else ()
    return Force(
        area=tuple(area),
        pieces=pieces,
        mines=factors,
        fortifications=said.fortifications,
        hidden=said.hidden,
    )


def _put_units(table: Table, world: World, counters: Counters) -> None:
    """Units get their ids in the order of the file, as if the OB listed them so."""
    ids = _ids(table)
    counters.ids[Audience.PUBLIC] += sum(not _is_unseen(table, name) for name in table.units)
    for name, said in table.units.items():
        fields = dict(said.fields)
        if "director" in fields:
            fields["director"] = ids[fields["director"]]
        if "attacked_by" in fields:
            fields["attacked_by"] = tuple(ids[attacker] for attacker in fields["attacked_by"])
        world.add(
            Unit(
                id=ids[name],
                side=table.names.sides[name],
                counter=CounterId(name),
                letter=name,
                **fields,
            )
        )


def _ids(table: Table) -> Mapping[str, ShownId]:
    """By which ids everybody is shown the counters of a case: units first, and then weapons. Those
    of what nobody is shown come last, so that they leave no gap.
    """
    units = [(name, "u") for name in table.units]
    weapons = [(name, "w") for name in table.weapons]
    in_order = sorted((*units, *weapons), key=lambda named: _is_unseen(table, named[0]))
    return {name: ShownId(f"{letter}{n}") for n, (name, letter) in enumerate(in_order, 1)}


def _is_unseen(table: Table, name: str) -> bool:
    """Whether a unit, or who possesses a weapon, is under a "?" or hidden."""
    weapon = table.weapons.get(name)
    said = table.units.get(name if weapon is None else weapon.fields.get("holder") or "")
    return said is not None and said.fields.get("under") is not None


def _put_weapons(table: Table, world: World, counters: Counters) -> None:
    ids, holders = _ids(table), {unit.counter: unit for unit in world.all(Unit)}
    counters.ids[Audience.PUBLIC] += sum(not _is_unseen(table, name) for name in table.weapons)
    for name, said in table.weapons.items():
        fields = dict(said.fields)
        holder = holders.get(fields.pop("holder"))
        at: LocationId = fields.pop("at") if holder is None else holder.at
        world.add(
            Weapon(
                id=ids[name],
                side=table.names.sides[name],
                counter=CounterId(name),
                letter=name,
                holder=None if holder is None else holder.id,
                at=at,
                **fields,
            )
        )


def _veil(world: World, counters: Counters) -> None:
    """Units that are under a "?", or hidden, go into envelopes with what they have; the "?" are
    those that units name.
    """
    for unit in [unit for unit in world.all(Unit) if unit.under is not None]:
        if unit.under:
            marks = {mark: getattr(unit, mark) for mark in COVER_MARKS}
            _put_cover(world, counters, Cover(id=unit.under, side=unit.side, at=unit.at, **marks))
        holder = _sealed(world, counters, unit)
        for one in (one for kind in HELD for one in world.all(kind) if one.holder == unit.id):
            _sealed(world, counters, replaced(one, under=unit.under, holder=holder))


def _put_cover(world: World, counters: Counters, cover: Cover) -> Cover:
    """A "?", with what everybody sees of the first that is named under it."""
    found = world.find(Cover, cover.id)
    if found is not None:
        return found
    so_far = counters.ids[Audience.PUBLIC]
    counters.ids[Audience.PUBLIC] = max(int(cover.id[1:]), so_far)
    return world.add(cover)


def _put_dummies(dummies: Dummies, world: World, counters: Counters) -> None:
    owner = dummies.side
    cover = _put_cover(world, counters, Cover(id=dummies.under, side=owner, at=dummies.at))
    marks = {mark: getattr(cover, mark) for mark in COVER_MARKS}
    for _ in range(dummies.count):
        counters.ids[owner.audience] += 1
        id_ = ShownId(f"u{owner.value}{counters.ids[owner.audience]}")
        one = replaced(dummy(id_, owner, dummies.at, dummies.under, dummies.type), **marks)
        world.add(Veiled(id=id_, owner=owner, what=Secret[Sealed](one, owner)))


def _sealed(world: World, counters: Counters, counter: Sealed) -> ShownId:
    owner = counter.side
    counters.ids[owner.audience] += 1
    letter = kind_of(counter).id_letter
    id_ = ShownId(f"{letter}{owner.value}{counters.ids[owner.audience]}")
    world.drop(world.get(type(counter), counter.id))
    what: Secret[Sealed] = Secret(replaced(counter, id=id_), owner)
    world.add(Veiled(id=id_, owner=owner, what=what))
    return id_


def _put_mines(mines: Mines, world: World, counters: Counters) -> None:
    owner, marker = mines.owner, None
    if mines.presence_known:
        counters.ids[Audience.PUBLIC] += 1
        marker = f"m{counters.ids[Audience.PUBLIC]}"
        shown = mines.strength if mines.strength_known else None
        world.add(MineMarker(id=marker, at=mines.at, strength=shown))
    counters.ids[owner.audience] += 1
    world.add(
        Minefield(
            id=f"r{owner.value}{counters.ids[owner.audience]}",
            owner=owner,
            at=Secret(mines.at, owner),
            strength=Secret(mines.strength, owner),
            marker=Secret(marker, owner),
            strength_known=Secret(mines.strength_known, owner),
        )
    )


def names_on(board: Board, pieces: Iterable[tuple[Side, Piece]]) -> Names:
    """The names that a board and counters give."""
    listed = tuple(pieces)
    return Names(
        board=board,
        units={piece.id: piece.type for _, piece in listed if piece.kind is UNIT},
        weapons={piece.id: piece.type for _, piece in listed if piece.kind.is_held},
        sides={piece.id: side for side, piece in listed},
    )
