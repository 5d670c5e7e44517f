"""Putting a case's position on the table, and the synthetic scenario that it is played under."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.board.board import Board
from rules.board.locations import HexId, LocationId
from rules.cases.words import Names, Said
from rules.forces.entities import (
    Clock,
    Control,
    Minefield,
    MineMarker,
    Phase,
    Stage,
    Unit,
    Weapon,
)
from rules.forces.lookup import nation
from rules.forces.position import CLOCK
from rules.kernel.audience import Audience, Side
from rules.kernel.counters import Counters
from rules.kernel.dice import Dice
from rules.kernel.game import Game, Ledger
from rules.kernel.seal import MerkleSealer
from rules.kernel.secret import Secret
from rules.kernel.world import World
from rules.play.ruleset import AslRules
from rules.scenarios.types import Group, Piece, Role, Scenario, SideCard, SpecialRule, Victory

SEAL_KEY = b"the cases' own"
NO_VICTORY = Victory(Side.A, (), 1, "None.")


@dataclass(frozen=True)
class Mines:
    """A hidden minefield of the position, and what the enemy has found out of it."""

    at: HexId
    owner: Side
    strength: int
    presence_known: bool = False
    strength_known: bool = False


@dataclass(frozen=True)
class Force:
    """What one side sets up at the start of a case that begins with setup."""

    area: tuple[HexId, ...] = ()
    area_text: str = ""
    pieces: tuple[Piece, ...] = ()
    mines: int = 0


@dataclass(frozen=True)
class Table:
    """Everything that is on the table when the script begins.

    `clock` are the fields of the clock, None if the case begins with setup.
    """

    board: Board
    names: Names
    nations: Mapping[Side, str]
    clock: Mapping[str, Any] | None
    turns: int
    first: Side
    units: Mapping[str, Said] = field(default_factory=dict)
    weapons: Mapping[str, Said] = field(default_factory=dict)
    mines: tuple[Mines, ...] = ()
    control: Mapping[HexId, Side] = field(default_factory=dict)
    victory: Victory = NO_VICTORY
    ssr: tuple[SpecialRule, ...] = ()
    forces: Mapping[Side, Force] = field(default_factory=dict)
    order: tuple[Side, ...] = (Side.B, Side.A)

    def without_mines(self) -> "Table":
        """The same table, on which nobody has laid mines."""
        return replace(self, mines=())


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
        turns=table.turns,
        half_turn=False,
        first=table.first,
        setup=table.order,
        sides={side: _card(table, side) for side in Side},
        ssr=table.ssr,
        victory=table.victory,
        balance={},
    )


def new_game(rules: AslRules, dice: Dice) -> Game:
    """A game at the start of its setup; every change is checked by a round trip through storage."""
    return Game.new(rules, dice=dice, sealer=MerkleSealer(SEAL_KEY), check=True)


def game_at(table: Table, rules: AslRules, dice: Dice) -> Game:
    """A game that stands as the table says."""
    world = new_game(rules, dice).world
    ids = Counters()
    if table.clock is not None:
        world.change(world.get(Clock, CLOCK), stage=Stage.PLAY, **table.clock)
        _put_units(table, world, ids)
        _put_weapons(table, world, ids)
    for mines in table.mines:
        _put_mines(mines, world, ids)
    for hex_id, side in table.control.items():
        world.change(world.get(Control, hex_id), side=side)
    world.take_changes()
    ledger = Ledger(counters=ids)
    game = Game(rules, world, dice=dice, sealer=MerkleSealer(SEAL_KEY), ledger=ledger)
    game.refresh()
    return game


def default_active(phase: Phase, phasing: Side) -> Side:
    """Whose part of a phase it is unless a case says otherwise."""
    return phasing.enemy if phase is Phase.DFPH else phasing


def _card(table: Table, side: Side) -> SideCard:
    force = table.forces.get(side) or _force_on_board(table, side)
    role: Role = "attacks" if side is table.victory.side else "defends"
    group = Group("Force", force.area_text, force.area, force.pieces, force.mines)
    adjective = nation(table.nations[side]).adjective
    return SideCard(side, table.nations[side], adjective, role, elr=5, san=0, groups=(group,))


def _force_on_board(table: Table, side: Side) -> Force:
    units = [(name, said, False) for name, said in table.units.items()]
    weapons = [(name, said, True) for name, said in table.weapons.items()]
    pieces = tuple(
        Piece(name, said.type or "", is_weapon, name)
        for name, said, is_weapon in (*units, *weapons)
        if table.names.sides[name] is side
    )
    factors = sum(mines.strength for mines in table.mines if mines.owner is side)
    return Force(pieces=pieces, mines=factors)


def _put_units(table: Table, world: World, counters: Counters) -> None:
    """Units get their ids in the order of the file, as if the OB listed them so."""
    ids = {name: f"u{n}" for n, name in enumerate(table.units, 1)}
    counters.ids[Audience.PUBLIC] += len(ids)
    for name, said in table.units.items():
        fields = dict(said.fields)
        if "director" in fields:
            fields["director"] = ids[fields["director"]]
        world.add(
            Unit(id=ids[name], side=table.names.sides[name], counter=name, letter=name, **fields)
        )


def _put_weapons(table: Table, world: World, counters: Counters) -> None:
    holders = {unit.counter: unit for unit in world.all(Unit)}
    for name, said in table.weapons.items():
        counters.ids[Audience.PUBLIC] += 1
        holder = holders.get(said.fields["holder"])
        at: LocationId = said.fields["at"] if holder is None else holder.at
        world.add(
            Weapon(
                id=f"w{counters.ids[Audience.PUBLIC]}",
                side=table.names.sides[name],
                counter=name,
                letter=name,
                type=said.fields["type"],
                holder=None if holder is None else holder.id,
                at=at,
            )
        )


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
        units={piece.id: piece.type for _, piece in listed if not piece.is_weapon},
        weapons={piece.id: piece.type for _, piece in listed if piece.is_weapon},
        sides={piece.id: side for side, piece in listed},
    )
