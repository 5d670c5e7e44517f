"""Minefields (B28): where they lie, how strong they are, and which record is which."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.concealment.a12_searched_mines import MinesFound
from rules.chapters.mines.b28_facts import MineEffect, MinesPresent, MineStrength
from rules.chapters.mines.b28_minefields import (
    AP_STRENGTHS,
    may_not_lay,
    presence_label,
    strength_label,
)
from rules.forces.entities import Envelope, Minefield, MineMarker
from rules.forces.sealed import Veiled
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.fact import Fact
from rules.kernel.seal import Leaf
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.moving.advance import Advance
from rules.play.moving.move_commands import Move
from rules.play.page.mine_records import mine_hexes
from rules.play.rallying.rout import RoutTo
from rules.play.ruleset import AslRules
from rules.play.setup.seals import sealed_labels
from rules.proof.players import SupportsRandom
from rules.proof.seals import weaknesses
from rules.proof.subjects.searches import is_searched
from rules.proof.subjects.subject import Subject, hidden_sides
from rules.proof.twins import Variation


class _Vary:
    """The variations of one scenario. Each changes a world in place; False if it found nothing."""

    def __init__(self, rules: AslRules) -> None:
        self._rules = rules

    def strength(self, world: World, x: Audience, rng: SupportsRandom) -> bool:
        """B28.41: a strength not revealed yet may be any of the three."""
        records = [r for r in _records(world, x) if not unseal(r.strength_known)]
        if not records:
            return False
        record = rng.choice(records)
        others = [s for s in AP_STRENGTHS if s != unseal(record.strength)]
        changed = world.change(record, strength=record.strength.with_value(rng.choice(others)))
        write_mines(world, changed.owner, unseal(changed.at), unseal(changed.strength))
        return True

    def place(self, world: World, x: Audience, rng: SupportsRandom) -> bool:
        """B28.1: a minefield nobody has met may lie in any other hex of its area."""
        records = [r for r in _records(world, x) if unseal(r.marker) is None]
        if not records:
            return False
        record = rng.choice(records)
        free = self._free(world, record.owner)
        if not free:
            return False
        old, new = unseal(record.at), self._telling(world, free, rng)
        strength = unseal(record.strength)
        world.change(record, at=record.at.with_value(new))
        write_mines(world, record.owner, old, None)
        write_mines(world, record.owner, new, strength)
        return True

    def existence(self, world: World, x: Audience, rng: SupportsRandom) -> bool:
        """B28.1: there may be one minefield more, or one fewer, among those nobody has met."""
        owners = [side for side in hidden_sides(x) if self._rules.scenario.sides[side].mines]
        if not owners:
            return False
        owner = rng.choice(owners)
        unmet = [r for r in _records(world, x) if r.owner is owner and unseal(r.marker) is None]
        if unmet and rng.random() < 0.5:  # noqa: PLR2004 - evens
            gone = rng.choice(unmet)
            world.drop(gone)
            write_mines(world, owner, unseal(gone.at), None)
            return True
        free = self._free(world, owner)
        if not free:
            return False
        at, strength = self._telling(world, free, rng), rng.choice(AP_STRENGTHS)
        world.add(_new_record(world, owner, at, strength))
        write_mines(world, owner, at, strength)
        return True

    def identity(self, world: World, x: Audience, rng: SupportsRandom) -> bool:
        """B28.1: which of its records a minefield is, is nobody else's business."""
        records = [r for r in _records(world, x) if r.owner is rng.choice(hidden_sides(x))]
        ids = [record.id for record in records]
        rng.shuffle(ids)
        for record in records:
            world.drop(record)
        for record, id_ in zip(records, ids, strict=True):
            world.add(msgspec.structs.replace(record, id=id_))
        return len(records) > 1

    def weak_seals(self, world: World) -> Iterator[str]:
        """B28.1: a sealed record is a leaf like all others: two for every hex that could be mined,
        each with a salt of its own that nobody can guess, in the order of the salts.
        """
        for envelope in world.all(Envelope):
            leaves = unseal(envelope.leaves)
            card = self._rules.scenario.sides[envelope.owner]
            if len(leaves) != len(sealed_labels(self._rules.board, card)):
                yield "the number of sealed leaves"
            yield from weaknesses(leaves)

    def stir(self, world: World, command: Command, rng: SupportsRandom) -> bool:
        """B28.1: lay a minefield where a unit is about to go, if there could have been one."""
        if not isinstance(command, Move | Advance | RoutTo):
            return False
        there = hex_of(command.to)
        for owner in Side:
            if self._rules.scenario.sides[owner].mines and there in self._free(world, owner):
                strength = rng.choice(AP_STRENGTHS)
                world.add(_new_record(world, owner, there, strength))
                write_mines(world, owner, there, strength)
                return True
        return False

    def _telling(self, world: World, hexes: list[HexId], rng: SupportsRandom) -> HexId:
        """One of some hexes; mostly one with units in it, or next to units."""
        stands = {hex_of(unit.at) for unit in world.all(Unit)}
        around = {there for at in stands for _, there in self._rules.board.neighbours(at)}
        near = rng.choice((stands, stands, around, around, set(hexes)))
        return rng.choice([at for at in hexes if at in near] or hexes)

    def _free(self, world: World, owner: Side) -> list[HexId]:
        """The hexes that could be mined and are not."""
        board, scenario = self._rules.board, self._rules.scenario
        taken = {unseal(r.at) for r in world.all(Minefield) if r.owner is owner}
        taken |= {marker.at for marker in world.all(MineMarker) if marker.side is owner}
        barred = taken | scenario.no_mines
        hexes = mine_hexes(scenario.sides[owner])
        return [h for h in hexes if h not in barred and may_not_lay(board, h) is None]


def write_mines(world: World, owner: Side, at: HexId, strength: int | None) -> None:
    """Keep the sealed leaves true to the records, so that the twin could have been played."""
    values = {
        presence_label(at): "A-P" if strength else "none",
        strength_label(at): str(strength or 0),
    }
    write_leaves(world, owner, values)


def write_leaves(world: World, owner: Side, values: Mapping[str, str]) -> None:
    """Have some of a side's leaves say something else, if it has sealed its setup."""
    envelope = world.find(Envelope, owner.value)
    if envelope is None:
        return
    leaves = tuple(
        Leaf(leaf.label, values.get(leaf.label, leaf.value), leaf.salt)
        for leaf in unseal(envelope.leaves)
    )
    world.change(envelope, leaves=envelope.leaves.with_value(leaves))


def _records(world: World, x: Audience) -> list[Minefield]:
    """The hidden minefields; what lies under the counters of Known ones is varied with Dummies."""
    return [r for r in world.all(Minefield) if r.owner in hidden_sides(x) and not r.known]


def _new_record(world: World, owner: Side, at: HexId, strength: int) -> Minefield:
    used = {record.id for record in world.all(Minefield)}
    number = next(n for n in range(90_000, 99_000) if f"r{owner.value}{n}" not in used)
    return Minefield(
        id=f"r{owner.value}{number}",
        owner=owner,
        at=Secret(at, owner),
        strength=Secret(strength, owner),
        marker=Secret[str | None](None, owner),
        strength_known=Secret(False, owner),
    )


def _met(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """B28.41: mines are told to those who leave their hex or enter it, or try to."""
    if not isinstance(fact, MinesPresent | MineEffect | MineStrength):
        return False
    return fact.hex in trodden(before, now, sent) or is_searched(fact, before, now, sent)


def trodden(before: World, now: World, sent: Sequence[Command]) -> set[HexId]:
    """The hexes that units were sent from or to, or that they have left or come to, be it off their
    horses (B28.43).
    """
    named = {text for command in sent for text in _texts(msgspec.to_builtins(command))}
    places = {hex_of(LocationId(text)) for text in named if "/" in text}
    was, stands = _places(before), _places(now)
    moved = {id_ for id_ in (*was, *stands) if was.get(id_) != stands.get(id_)}
    for id_ in moved | (named & {*was, *stands}):
        places |= {hex_of(at) for at in (was.get(id_), stands.get(id_)) if at is not None}
    return places | _dismounted(before, now)


def _dismounted(before: World, now: World) -> set[HexId]:
    """Where riders have come to the ground."""
    rode = {unit.id for unit in before.all(Unit) if unit.horse is not None}
    return {hex_of(unit.at) for unit in now.all(Unit) if unit.id in rode and unit.horse is None}


def _places(world: World) -> dict[str, LocationId]:
    """Where units are, in the open and under a "?"."""
    sealed = (unseal(veiled.what) for veiled in world.all(Veiled))
    return {one.id: one.at for one in (*world.all(Unit), *world.all(Cover), *sealed)}


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list() | tuple():
            for item in value:
                yield from _texts(item)
        case dict():
            yield from _texts(list(value.values()))
        case _:
            pass


def _kinds(rules: AslRules) -> tuple[Variation, ...]:
    by_rules = _Vary(rules)
    return (
        Variation("mine strength", by_rules.strength, (MineEffect, MineStrength)),
        Variation("mine place", by_rules.place, (MinesPresent, MinesFound)),
        Variation("mine existence", by_rules.existence, (MinesPresent, MinesFound)),
        Variation("which record is which", by_rules.identity, (), only_names=True),
    )


MINES = Subject(
    _kinds,
    told={
        MinesPresent: _met,
        MineStrength: _met,
        MineEffect: _met,
        MinesFound: is_searched,
    },
    stir=lambda rules, world, command, rng: _Vary(rules).stir(world, command, rng),
    audit=lambda rules, world: _Vary(rules).weak_seals(world),
)
