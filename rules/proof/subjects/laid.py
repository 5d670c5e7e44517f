"""What else is laid (B28): A-T mines, Booby Traps, and what lies under counters of Known mines."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from rules.board.locations import HexId
from rules.chapters.concealment.a12_searched_mines import MinesFound
from rules.chapters.mines.b28_facts import (
    AtFactors,
    BoobyTrapSprung,
    DummyFound,
    KnownMinesSetUp,
    MineEffect,
    MinesPresent,
    MineStrength,
    TrapDr,
)
from rules.chapters.mines.b28_minefields import (
    AP_STRENGTHS,
    at_factors_label,
    at_presence_label,
    may_not_lay,
    traps_label,
)
from rules.forces.entities import Minefield, MineMarker, SideState
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.entity import Entity
from rules.kernel.fact import Fact
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.page.mine_records import mine_hexes
from rules.play.ruleset import AslRules
from rules.play.setup.mines import MOST_AT
from rules.play.setup.placing import SealSetup
from rules.position.mines import (
    AtMarker,
    AtMines,
    BoobyTraps,
    DummyMines,
    MineLine,
    MoreDummies,
    TrapLevel,
)
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.mines import trodden, write_leaves, write_mines
from rules.proof.subjects.searches import is_searched
from rules.proof.subjects.subject import Subject, hidden_sides
from rules.proof.twins import Variation

MOST_MORE: Final = 3  # B28.47: half a dr
_FIRST: Final = 91_000  # of ids that are never drawn in so short a game


def _unused(world: World, kind: type[Entity], letter: str, owner: Side) -> str:
    used = {one.id for one in world.all(kind)}
    numbers = (f"{letter}{owner.value}{n}" for n in range(_FIRST, _FIRST + 900))
    return next(id_ for id_ in numbers if id_ not in used)


def _miners(rules: AslRules, x: Audience) -> list[Side]:
    return [side for side in hidden_sides(x) if rules.scenario.sides[side].mines]


def vary_at_mines(rules: AslRules, world: World, x: Audience, rng: SupportsRandom) -> bool:
    """B28.5: hidden A-T mines lie in any hex of their area, or in none, with 1 to 5 factors."""
    owners = _miners(rules, x)
    if not owners:
        return False
    owner = rng.choice(owners)
    laid = [one for one in world.all(AtMines) if one.owner is owner and not one.in_view]
    if laid and one_in(rng, 2):
        gone = rng.choice(laid)
        world.drop(gone)
        _write_at(world, owner, unseal(gone.at), 0)
        return True
    taken = {unseal(one.at) for one in laid}
    area = mine_hexes(rules.scenario.sides[owner])
    free = [at for at in area if at not in taken and may_not_lay(rules.board, at) is None]
    if not free:
        return False
    lay_at_mines(world, owner, rng.choice(free), rng.randrange(MOST_AT) + 1)
    return True


def lay_at_mines(
    world: World, owner: Side, at: HexId, factors: int, *, in_view: bool = False
) -> None:
    """Lay A-T mines in a hex, hidden or in view, with their leaf."""
    id_ = _unused(world, AtMines, "t", owner)
    where, number = Secret(at, owner), Secret(factors, owner)
    world.add(AtMines(id=id_, owner=owner, at=where, factors=number, in_view=in_view))
    _write_at(world, owner, at, factors)


def _write_at(world: World, owner: Side, at: HexId, factors: int) -> None:
    values = {
        at_presence_label(at): "A-T" if factors else "none",
        at_factors_label(at): str(factors),
    }
    write_leaves(world, owner, values)


def vary_traps(rules: AslRules, world: World, x: Audience, rng: SupportsRandom) -> bool:
    """B28.9: a side has Booby Traps of any level on a board, or none."""
    owners = _miners(rules, x)
    if not owners:
        return False
    owner = rng.choice(owners)
    possible = world.get(SideState, owner.value).traps
    if not possible:
        return False
    board = rng.choice(possible)
    had = [one for one in world.all(BoobyTraps) if one.owner is owner]
    level = rng.choice((None, *TrapLevel))
    changed = False
    for one in had:
        if unseal(one.board) == board:
            world.drop(one)
            changed = True
    if level is not None:
        id_ = _unused(world, BoobyTraps, "b", owner)
        where, what = Secret(board, owner), Secret(level, owner)
        world.add(BoobyTraps(id=id_, owner=owner, board=where, level=what))
        changed = True
    write_leaves(world, owner, {traps_label(board): level.value if level else "none"})
    return changed


def vary_what_is_marked(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """B28.47: under a counter of Known mines that nobody has met there may be mines of any
    strength, or none.
    """
    unproved = [one for one in world.all(MineMarker) if not one.proved and not one.dummy]
    markers = [one for one in unproved if one.side in hidden_sides(x)]
    if not markers:
        return False
    marker = rng.choice(markers)
    owner, at = marker.side, marker.at
    if owner is None:
        return False
    record = next((r for r in world.all(Minefield) if unseal(r.marker) == marker.id), None)
    strength = rng.choice((None, *AP_STRENGTHS))
    if record is not None:
        world.drop(record)
    for dummy in world.all(DummyMines):
        if dummy.owner is owner and unseal(dummy.at) == at:
            world.drop(dummy)
    if strength is None:
        id_ = _unused(world, DummyMines, "d", owner)
        world.add(DummyMines(id=id_, owner=owner, at=Secret(at, owner)))
    else:
        world.add(_known_record(world, marker, owner, strength))
    write_mines(world, owner, at, strength)
    return True


def _known_record(world: World, marker: MineMarker, owner: Side, strength: int) -> Minefield:
    return Minefield(
        id=_unused(world, Minefield, "r", owner),
        owner=owner,
        at=Secret(marker.at, owner),
        strength=Secret(strength, owner),
        marker=Secret[str | None](marker.id, owner),
        strength_known=Secret(False, owner),
        known=True,
    )


def vary_strength_of_known(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """B28.45: the strength of a Known Minefield that was met, but not told yet."""
    records = [
        one
        for one in world.all(Minefield)
        if one.known and one.owner in hidden_sides(x) and not unseal(one.strength_known)
    ]
    if not records:
        return False
    record, strength = rng.choice(records), rng.choice(AP_STRENGTHS)
    world.change(record, strength=record.strength.with_value(strength))
    write_mines(world, record.owner, unseal(record.at), strength)
    return True


def vary_number_in_view(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """B28.53: how many A-T mines lie in view, until somebody sees it."""
    unseen = {(m.side, m.at) for m in world.all(AtMarker) if m.factors is None}
    records = [
        one
        for one in world.all(AtMines)
        if (one.owner, unseal(one.at)) in unseen and one.owner in hidden_sides(x)
    ]
    if not records:
        return False
    record, factors = rng.choice(records), rng.randrange(MOST_AT) + 1
    world.change(record, factors=record.factors.with_value(factors))
    _write_at(world, record.owner, unseal(record.at), factors)
    return True


def vary_setup(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """B28.45: until a side has sealed its setup, nobody knows which counters of mines it has set
    up.
    """
    unsealed = {side for side in hidden_sides(x) if not world.get(SideState, side.value).sealed}
    of_mines = [one for one in world.all(Minefield) if one.known and one.owner in unsealed]
    dummies = [one for one in world.all(DummyMines) if one.owner in unsealed]
    at_mines = [one for one in world.all(AtMines) if one.in_view and one.owner in unsealed]
    lines = [one for one in world.all(MineLine) if one.owner in unsealed]
    if lines or not (of_mines or dummies or at_mines):
        return False
    world.drop(rng.choice([*dummies] or [*at_mines, *of_mines]))
    return True


def vary_more_dummies(rules: AslRules, world: World, x: Audience, rng: SupportsRandom) -> bool:
    """B28.47: whether a side has made its Secret dr for more Dummies, and what it has brought; at
    least those that it has set up.
    """
    owners = [side for side in hidden_sides(x) if rules.scenario.sides[side].dummy_mines]
    if not owners:
        return False
    owner = rng.choice(owners)
    placed = sum(one.owner is owner for one in world.all(DummyMines))
    needed = placed - rules.scenario.sides[owner].dummy_mines
    old = world.find(MoreDummies, owner.value)
    before = None if old is None else unseal(old.number)
    possible = (*range(max(0, needed), MOST_MORE + 1), *(() if needed > 0 else (None,)))
    others = [number for number in possible if number != before]
    if not others:
        return False
    number = rng.choice(others)
    if old is not None:
        world.drop(old)
    if number is not None:
        world.add(MoreDummies(id=owner.value, owner=owner, number=Secret(number, owner)))
    return True


def _kinds(rules: AslRules) -> tuple[Variation, ...]:
    met = (DummyFound, MinesPresent, MineEffect, MineStrength)
    return (
        Variation("A-T mines", partial(vary_at_mines, rules), (MinesFound,)),
        Variation("Booby Traps", partial(vary_traps, rules), (BoobyTrapSprung,)),
        Variation("Dummy or mines", vary_what_is_marked, met),
        Variation("strength of Known mines", vary_strength_of_known, (MineEffect, MineStrength)),
        Variation("number of A-T mines in view", vary_number_in_view, (AtFactors,)),
        Variation("more Dummies", partial(vary_more_dummies, rules), ()),
        Variation("setup of Known mines", vary_setup, (KnownMinesSetUp, AtFactors)),
    )


def _sealed(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """B28.45: the counters are shown when a setup is sealed."""
    return any(isinstance(one, SealSetup) for one in sent)


def _entered(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """B28.47: a Dummy is told to who enters its hex, or Searches it."""
    trod = isinstance(fact, DummyFound) and fact.hex in trodden(before, now, sent)
    return trod or is_searched(fact, before, now, sent)


def _bought(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """B28.9: a trap goes off where there are some on a board that the hex is on."""
    return isinstance(fact, BoobyTrapSprung | TrapDr) and bool(before.all(BoobyTraps))


def _in_view(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """B28.53: the number is told of mines whose counter is there."""
    markers = (*before.all(AtMarker), *now.all(AtMarker))
    return isinstance(fact, AtFactors) and any(one.at == fact.hex for one in markers)


LAID = Subject(
    _kinds,
    told={
        KnownMinesSetUp: _sealed,
        DummyFound: _entered,
        BoobyTrapSprung: _bought,
        TrapDr: _bought,
        AtFactors: _in_view,
    },
)
