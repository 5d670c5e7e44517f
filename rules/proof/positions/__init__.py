"""Positions from which pairs of worlds are played: both sides a few hexes apart, mines between.

They are written as cases are (docs/cases.md), without a script; the board and the nations are
those of the scenario that `scenario` names. What a file says is where things stand. Phase,
strengths, who is broken, and what is known already, are drawn anew for each game, so that one
file gives many positions.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from rules.board.locations import HexId, LocationId
from rules.cases.position import Mines, Table, default_active, world_at
from rules.cases.reading import read_position
from rules.cases.words import Said
from rules.chapters.concealment.seals import open_leaf
from rules.chapters.mines.b28_minefields import (
    AP_STRENGTHS,
    may_not_lay,
    presence_label,
    strength_label,
)
from rules.forces.counter_kinds import UNIT, WEAPON
from rules.forces.entities import Minefield, Placement, SideState
from rules.forces.lookup import unit_type
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.dice import ScriptedDice
from rules.kernel.game import Game
from rules.kernel.secret import Secret
from rules.kernel.table import Table as KernelTable
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.page.mine_records import mine_hexes
from rules.play.ruleset import AslRules
from rules.play.setup.placing import setup_area
from rules.play.setup.seals import seal_setup
from rules.play.setup.traps import boards_of_traps
from rules.position.asl_table import AslTable
from rules.proof.players import SupportsRandom, one_in
from rules.proof.twins import Maker
from rules.scenarios.balance import without_balance
from rules.scenarios.types import Group, SideCard

FILES: Final = Path(__file__).parent
PHASES: Final = (
    *(Phase.MPH,) * 5,
    *(Phase.APH,) * 2,
    *(Phase.RTPH,) * 2,
    *(Phase.PFPH,) * 3,
    *(Phase.DFPH,) * 3,
    *(Phase.AFPH,) * 2,
    *(Phase.RPH,) * 4,
    *(Phase.CCPH,) * 3,
)
"""The phases of a start, as often as they come: mines are met where units move."""

_SETUPS: Final = 6  # starts of which one is a setup that waits for its seal
_HEIGHTS: Final = (1, 1, 2, 3)  # how many units a group puts in a Location at setup
_MASTER: Final = b"a start"
_BOUND: Final = ("guard", "berserk", "posture", "unarmed")


def start(maker: Maker, rng: SupportsRandom, subject: str = "") -> Game | None:
    """A game of the scenario's, at rest where secrets are close, or None if there is none; of all
    its positions, or of those of one subject.
    """
    rules = maker.rules
    if not isinstance(rules, AslRules):
        raise TypeError("these are positions of scenarios")
    if one_in(rng, _SETUPS):
        return about_to_seal(maker, rng, rules.scenario.setup[:1])
    tables = [_read(path, rules) for path in files(without_balance(rules.scenario.id)[0], subject)]
    if not tables:
        return None
    card = rules.scenario
    last = card.first if card.half_turn else card.first.enemy
    world, ledger = world_at(_altered(rng.choice(tables), last, rng), rules, ScriptedDice())
    game = maker.unshown(_MASTER, World(world), ledger)
    _seal(rules.asl(game._table()), rules)
    rules.settle(game._table())  # what follows from where things stand is there at rest
    game._close_shares()
    game.world.take_changes()
    return game


def about_to_seal(maker: Maker, rng: SupportsRandom, sides: tuple[Side, ...]) -> Game:
    """A2.9: these sides have placed everything, in stacks or apart, and have only to seal it; the
    first of them has recorded its mines.
    """
    rules = maker.rules
    if not isinstance(rules, AslRules):
        raise TypeError("these are setups of scenarios")
    game = maker.new(_MASTER)
    for card in (rules.scenario.sides[side] for side in sides):
        for group in card.at_start:
            area = list(setup_area(rules.board, group.area))
            rng.shuffle(area)
            for placement in _placed(card.side, group, area, rng):
                game.world.add(placement)
    _record_mines(game, rules, rules.scenario.sides[sides[0]], rng)
    game.world.take_changes()
    return game


def _record_mines(game: Game, rules: AslRules, card: SideCard, rng: SupportsRandom) -> None:
    barred, table = rules.scenario.no_mines, game._table()
    hexes = [h for h in mine_hexes(card) if h not in barred and not may_not_lay(rules.board, h)]
    rng.shuffle(hexes)
    left = rng.randrange(card.mines + 1)
    for hex_id in hexes:
        strength = rng.choice(AP_STRENGTHS)
        left -= strength
        if left >= 0:
            game.world.add(_record(table, card.side, hex_id, strength))


def _placed(
    side: Side, group: Group, area: list[LocationId], rng: SupportsRandom
) -> Iterator[Placement]:
    """Units of a group, as many to a Location as it draws, and weapons with those who carry
    them.
    """
    units = [piece for piece in group.pieces if piece.kind is UNIT]
    weapons = [piece for piece in group.pieces if piece.kind is WEAPON]
    height = rng.choice(_HEIGHTS)
    stands = {unit.id: area[number // height] for number, unit in enumerate(units)}
    carriers = [unit.id for unit in units if not unit_type(unit.type).cls.is_smc]
    holders = {weapon.id: one for weapon, one in zip(weapons, carriers, strict=False)}
    for piece in group.pieces:
        holder = holders.get(piece.id)
        at = Secret(stands[holder or piece.id], side)
        yield Placement(id=piece.id, owner=side, at=at, holder=Secret[str | None](holder, side))


def _record(table: KernelTable, side: Side, at: HexId, strength: int) -> Minefield:
    return Minefield(
        id=table.drawn_id(side.audience, "r"),
        owner=side,
        at=Secret(at, side),
        strength=Secret(strength, side),
        marker=Secret[str | None](None, side),
        strength_known=Secret(False, side),
    )


def files(scenario_id: str, subject: str = "") -> tuple[Path, ...]:
    """The positions of a scenario, or those of them that are about a subject."""
    about = f"-{subject}" if subject else ""
    return tuple(sorted(FILES.glob(f"{scenario_id}{about}*.yaml")))


_TABLES: Final[dict[tuple[Path, str], Table]] = {}


def _read(path: Path, rules: AslRules) -> Table:
    key = (path, rules.scenario.id)
    if key not in _TABLES:
        _TABLES[key] = read_position(path, rules)
    return _TABLES[key]


def _altered(table: Table, last: Side, rng: SupportsRandom) -> Table:
    """The same table at another moment: turn, phase, mines and who is broken are drawn. The game
    is often about to end: `last` has the last Player Turn.
    """
    phase, phasing = rng.choice(PHASES), rng.choice(tuple(Side))
    turn = rng.choice((1 + rng.randrange(table.turns), table.turns))
    if phase is Phase.CCPH and not one_in(rng, 3):
        turn, phasing = table.turns, last
    clock = {
        **(table.clock or {}),
        "turn": turn,
        "phase": phase,
        "phasing": phasing,
        "active": default_active(phase, phasing),
    }
    few = one_in(rng, 2)
    mines = [_drawn(one, rng) for one in table.mines if not (few and one_in(rng, 2))]
    if mines and one_in(rng, 4):
        mines.append(replace(_drawn(rng.choice(mines), rng), owner=rng.choice(tuple(Side))))
        mines = [m for at, m in enumerate(mines) if (m.at, m.owner) not in _earlier(mines, at)]
    plain = _plain(table)
    broken = {
        name: _maybe_broken(said, phase, rng) if name in plain else said
        for name, said in table.units.items()
    }
    if phase is Phase.CCPH:
        broken |= _in_one_place(table, broken, rng)
    return replace(table, clock=clock, mines=tuple(mines), units=broken)


def _in_one_place(table: Table, units: Mapping[str, Said], rng: SupportsRandom) -> dict[str, Said]:
    """A11.1: a unit that has come to where an enemy is."""
    plain = _plain(table)
    mine, others = (
        sorted(name for name in plain if table.names.sides[name] is side) for side in Side
    )
    goer, at = rng.choice(mine), units[rng.choice(others)].fields["at"]
    return {goer: replace(units[goer], fields={**units[goer].fields, "at": at})}


def _plain(table: Table) -> set[str]:
    """Who may be broken or elsewhere: neither captives nor their guards, nor the berserk, nor who
    is in or on something.
    """
    guards = {said.fields.get("guard") for said in table.units.values()}
    return {
        name
        for name, said in table.units.items()
        if name not in guards and not any(said.fields.get(word) for word in _BOUND)
    }


def _earlier(mines: list[Mines], end: int) -> set[tuple[Any, Side]]:
    return {(one.at, one.owner) for one in mines[:end]}


def _drawn(mines: Mines, rng: SupportsRandom) -> Mines:
    """Those mines with any strength, and known as far as chance will have it."""
    known = rng.randrange(6)
    return replace(
        mines,
        strength=rng.choice(AP_STRENGTHS),
        presence_known=known < 2,  # noqa: PLR2004 - one in three
        strength_known=known == 0,
    )


def _maybe_broken(said: Said, phase: Phase, rng: SupportsRandom) -> Said:
    """In the Rout and Rally Phases, two units of three are broken."""
    if phase not in {Phase.RTPH, Phase.RPH} or one_in(rng, 3):
        return said
    return replace(said, fields={**said.fields, "broken": True, "dm": True})


def _seal(table: AslTable, rules: AslRules) -> None:
    """A2.9: both sides have sealed their setup, and what is known of it is opened; for which boards
    each could have bought Booby Traps everybody can tell (B28.9).
    """
    for side, card in rules.scenario.sides.items():
        seal_setup(table, card)
        possible = boards_of_traps(rules.scenario, table.public, side)
        table.world.change(table.world.get(SideState, side.value), sealed=True, traps=possible)
    for record in table.world.all(Minefield):
        for label, is_known in (
            (presence_label(unseal(record.at)), unseal(record.marker) is not None),
            (strength_label(unseal(record.at)), unseal(record.strength_known)),
        ):
            if is_known:
                open_leaf(table, record.owner, label)
