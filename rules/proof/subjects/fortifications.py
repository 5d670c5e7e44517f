"""Hidden Fortifications (A12.33): which there are, where, and who is in a hidden pillbox."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of, location, pillbox_location
from rules.chapters.concealment.a12_fortifications import FortificationShown
from rules.chapters.concealment.a12_hidden import HiddenPlaced
from rules.chapters.works.b_fortifiable import charge_levels, roadblock_sides, takes
from rules.forces.sealed import Veiled
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.fact import Fact
from rules.kernel.ids import CounterId
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.view import wire
from rules.kernel.world import World
from rules.play.firing.set_charges import SetOff
from rules.play.firing.special_weapons import PlaceCharge
from rules.play.giving_up import ShowFortification
from rules.play.moving.entering import Enter
from rules.play.moving.move_commands import EndMove, Move
from rules.play.reaction import Pass, PassPhase, PassUnit
from rules.play.ruleset import AslRules
from rules.position.fortifications import Entrenchment, FortifiedLocation, Pillbox, Wire
from rules.position.hidden_fortifications import (
    ENTRENCHMENTS,
    Fortification,
    FortificationKind,
    HiddenFortification,
    fortification_leaf,
    label_of,
)
from rules.position.position import good_order, is_dummy
from rules.position.roadblocks import Roadblock
from rules.position.set_charges import SetCharge
from rules.proof.forging import texts_of
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.covers import hide
from rules.proof.subjects.mines import write_leaves
from rules.proof.subjects.subject import Subject, hidden_sides
from rules.proof.twins import Variation

_FIRST: Final = 93_000  # of ids that are never drawn in so short a game


def vary_fortifications(
    rules: AslRules,
    world: World,
    x: Audience,
    rng: SupportsRandom,
    kinds: Sequence[FortificationKind] = tuple(FortificationKind),
) -> bool:
    """A12.33: there may be one more of some kinds, or one fewer, where no enemy sees it."""
    owners = [side for side in hidden_sides(x) if _areas(rules, side)]
    if not owners:
        return False
    owner = rng.choice(owners)
    records = [one for one in world.all(HiddenFortification) if one.owner is owner]
    records = [one for one in records if unseal(one.what).kind in kinds]
    if records and one_in(rng, 2):
        take_away(world, rng.choice(records))
        return True
    found = _choose(rules, world, owner, rng, rng.choice(kinds))
    if found is None:
        return False
    lay(world, owner, found, _setters(world, owner, found, rng))
    if found.kind is FortificationKind.PILLBOX and _is_there(world, owner) and one_in(rng, 2):
        hide(world, owner, pillbox_location(found.at), rng)
    return True


def vary_records(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """Which of its owner's records a Fortification is: nobody else is shown any."""
    found = [one for one in world.all(HiddenFortification) if one.owner in hidden_sides(x)]
    found = [one for one in found if one.owner is found[0].owner]
    ids = [record.id for record in found]
    rng.shuffle(ids)
    for record in found:
        world.drop(record)
    for record, id_ in zip(found, ids, strict=True):
        world.add(replace(record, id=id_))
    return len(ids) > 1


def _setters(
    world: World, owner: Side, what: Fortification, rng: SupportsRandom
) -> tuple[CounterId, ...]:
    """A23.7: of a DC somebody of its side who may set it off; else nobody is in it."""
    own = sorted(unit.counter for unit in enemies_of(world, owner.enemy))
    if what.kind is not FortificationKind.CHARGE or not own:
        return ()
    return (rng.choice(own),)


def lay(
    world: World, owner: Side, what: Fortification, setters: tuple[CounterId, ...] = ()
) -> None:
    """Record a hidden Fortification, and keep the sealed leaves true to it."""
    used = {record.id for record in world.all(HiddenFortification)}
    ids = (f"f{owner.value}{number}" for number in range(_FIRST, 2 * _FIRST))
    id_ = next(one for one in ids if one not in used)
    inside = Secret(setters, owner)
    world.add(HiddenFortification(id=id_, owner=owner, what=Secret(what, owner), inside=inside))
    write_leaves(world, owner, {label_of(what): fortification_leaf(what)})


def take_away(world: World, record: HiddenFortification) -> None:
    """Take a record away, with whoever is in it if it is a pillbox."""
    what = unseal(record.what)
    world.drop(record)
    write_leaves(world, record.owner, {label_of(what): "none"})
    if what.kind is FortificationKind.PILLBOX:
        inside = pillbox_location(what.at)
        for veiled in world.all(Veiled):
            if unseal(veiled.what).at == inside:
                world.drop(veiled)


def _areas(rules: AslRules, side: Side) -> tuple[HexId, ...]:
    """Where a side may have hidden Fortifications."""
    groups = rules.scenario.sides[side].at_start
    return tuple(at for group in groups if group.fortifications.words for at in group.area)


def _choose(
    rules: AslRules, world: World, owner: Side, rng: SupportsRandom, kind: FortificationKind
) -> Fortification | None:
    """One of a kind that could be there unseen."""
    board = rules.board
    taken = _taken(world, kind)
    hexes = [at for at in _areas(rules, owner) if takes(board, kind, at) and at not in taken]
    eyes = [unit.at for unit in enemies_of(world, owner) if good_order(unit)]
    rng.shuffle(hexes)
    stands = {hex_of(unit.at) for unit in world.all(Unit)}
    close = {there for at in stands for _, there in board.neighbours(at)} | stands
    by_nearness = sorted(hexes, key=lambda at: at not in close)
    if kind in _NEVER_SEEN:  # from its own Location neither
        among = {hex_of(at) for at in eyes}
        at = min(by_nearness, key=lambda at: at not in among, default=None)
        return None if at is None else _made(board, kind, at, rng)
    unseen = (at for at in by_nearness if not any(_sees(board, eye, at) for eye in eyes))
    at = next(unseen, None)
    return None if at is None else _made(board, kind, at, rng)


_NEVER_SEEN: Final = frozenset({FortificationKind.CHARGE, FortificationKind.BUILDING})


def _made(board: Board, kind: FortificationKind, at: HexId, rng: SupportsRandom) -> Fortification:
    match kind:
        case FortificationKind.FOXHOLES:
            return Fortification(kind=kind, at=at, squads=1 + rng.randrange(3))
        case FortificationKind.ROADBLOCK:
            return Fortification(kind=kind, at=at, facing=rng.choice(roadblock_sides(board, at)))
        case FortificationKind.PILLBOX:
            facing = rng.randrange(6)
            return Fortification(kind=kind, at=at, facing=facing, squads=2, ca=3, nca=5)
        case FortificationKind.CHARGE:
            return Fortification(kind=kind, at=at, level=rng.choice(charge_levels(board, at)))
        case _:
            return Fortification(kind=kind, at=at)


def _taken(world: World, kind: FortificationKind) -> set[HexId]:
    """Where one of the kind lies, in the open or hidden, or one that excludes it."""
    alike = ENTRENCHMENTS if kind in ENTRENCHMENTS else {kind}
    hidden = (unseal(one.what) for one in world.all(HiddenFortification))
    found = {one.at for one in hidden if one.kind in alike}
    found |= {one.at for one in world.all(Wire)} | {one.at for one in world.all(Entrenchment)}
    found |= {hex_of(one.at) for one in world.all(SetCharge)}
    found |= {hex_of(one.at) for one in world.all(FortifiedLocation)}
    found |= {one.at for one in world.all(Pillbox)} | {one.at for one in world.all(Roadblock)}
    return found


def enemies_of(world: World, owner: Side) -> Iterator[Unit]:
    """All of the other side that is real, seen or not."""
    sealed = (unseal(one.what) for one in world.all(Veiled))
    there = (*world.all(Unit), *(what for what in sealed if isinstance(what, Unit)))
    return (one for one in there if one.side is not owner and not is_dummy(one))


def _is_there(world: World, side: Side) -> bool:
    return any(True for _ in enemies_of(world, side.enemy))


def _sees(board: Board, source: LocationId, hex_id: HexId) -> bool:
    return not board.los(source, board.locations(hex_id)[0]).blocked


_IN_A_MOVE: Final = (Move, EndMove, PlaceCharge, Pass, PassUnit, PassPhase)


def _matters(fact: FortificationShown, sent: Sequence[Command]) -> bool:
    """B23.9: nobody sees that a building is fortified; by moves alone that is found out only where
    they lead into it, and by no DC before it goes off.
    """
    if fact.what.kind is not FortificationKind.BUILDING:
        return True
    here = location(fact.what.at, fact.what.level)
    into = any(isinstance(command, Move) and command.to == here for command in sent)
    return into or not all(isinstance(command, _IN_A_MOVE) for command in sent)


def is_due(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """A12.33: one is shown by its owner, by who is in it and acts, or to a Good Order enemy, be it
    that he comes onto the map and breaks at once.
    """
    if not isinstance(fact, FortificationShown) or not _matters(fact, sent):
        return False
    if any(isinstance(command, ShowFortification | SetOff | Enter) for command in sent):
        return True
    texts = {text for command in sent for text in texts_of(msgspec.json.decode(wire(command)))}
    word = f"{fact.what.kind} {fact.what.at}"
    if any(text.startswith(word) for text in texts):  # A14.21: to turn a Sniper away
        return True
    if any(veiled.id in texts for veiled in before.all(Veiled)):
        return True
    enemies = (one for world in (before, now) for one in enemies_of(world, fact.side))
    return any(good_order(one) for one in enemies)


FORTIFICATIONS = Subject(
    lambda rules: (
        Variation(
            "hidden Fortifications",
            partial(vary_fortifications, rules),
            (FortificationShown, HiddenPlaced),
        ),
        Variation("which Fortification is which", vary_records, (), only_names=True),
    ),
    told={FortificationShown: is_due},
)
