"""Concealed units and Dummies in a Blaze, behind bocage, in a pillbox and beside a pontoon bridge:
a position of their own, and leaks about what they do there that the check must find.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Final

import msgspec

from rules.board.locations import LocationId, hex_of, is_pillbox
from rules.chapters.blazes.b25_leaving import leave_blaze
from rules.chapters.concealment.covers import add_cover, add_dummy
from rules.chapters.ground import b09_walls
from rules.chapters.movement.passage import Ids
from rules.forces.phases import Phase
from rules.forces.sealed import Veiled
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.game import Game
from rules.kernel.ids import CounterId
from rules.kernel.unseal import unseal
from rules.kernel.world import View, World
from rules.play.activity import Guise
from rules.play.moving import expenditure
from rules.play.rallying import leaving_blazes
from rules.play.rallying.leaving_blazes import LeaveBlaze
from rules.play.reaction import Crossed, reaction_window
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.goers import label
from rules.position.position import Position, is_dummy
from rules.proof import players
from rules.proof.plants import Form, SpoiltDocument, swapped
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.covers import COVERS, vary_real
from rules.proof.subjects.subject import Subject
from rules.proof.trials import TrialGame, trial
from rules.proof.twins import Maker, Variation
from rules.proof.variations import variations

OWNER: Final = Side.A
_DUMMY: Final = "ger-dummy"
_DECOY: Final = LocationId("inline:J4/0")
_HEROES: Final = ("ger-hero", "ger-9-1-hero", "ger-8-0-hero")
_SEEN: Final = 3  # starts of which in one enemies who are not broken look on
_AT_ONCE: Final = 5
_VIEW: Final = 5
_STARTS: Final = (
    (Phase.RTPH, OWNER),
    (Phase.RTPH, OWNER),
    (Phase.MPH, OWNER),
    (Phase.APH, OWNER),
    (Phase.PFPH, OWNER),
    (Phase.MPH, OWNER.enemy),
    (Phase.MPH, OWNER.enemy),
)
_TRIAL: Final = trial("sheltered")


class ShelteredGame(TrialGame):
    """A game that begins with the position."""

    @classmethod
    def begin(cls, rules: AslRules) -> Game:
        return _begun(Phase.RTPH, OWNER, cls)


def _begun(phase: Phase, phasing: Side, kind: type[Game] = Game) -> Game:
    return _TRIAL.game(kind, arrange=_with_decoy, phase=phase, phasing=phasing, active=phasing)


def _with_decoy(asl: AslTable) -> None:
    add_dummy(asl, OWNER, _DECOY, add_cover(asl, OWNER, _DECOY), _DUMMY)


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """A phase in which those under the "?" leave, claim or move, or in which enemies come near."""
    phase, phasing = rng.choice(_STARTS)
    game = _begun(phase, phasing)
    if phasing is OWNER and not one_in(rng, _SEEN):
        asl = _TRIAL.rules.asl(game._table())
        for unit in asl.truth.personnel(OWNER.enemy):
            asl.change(unit.counter, broken=True, dm=True)
        game.world.take_changes()
        game.refresh()
    return game


def vary_heroes(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.1: which heroes they are that lie under a "?"."""
    found = [one for one in world.all(Veiled) if one.owner is not side_of(x) and _is_hero(one)]
    for veiled in found:
        unit = msgspec.structs.replace(unseal(veiled.what), type=rng.choice(_HEROES))
        world.change(veiled, what=veiled.what.with_value(unit))
    return bool(found)


def vary_several(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.11: what is real and what a Dummy, in many places at once."""
    varied = [vary_real(world, x, rng) for _ in range(_AT_ONCE)]
    return any(varied)


def _is_hero(veiled: Veiled) -> bool:
    return unseal(veiled.what).type in _HEROES


_SHELTERS: Final = Subject(
    lambda rules: (
        Variation(
            "what is real", vary_several
        ),  # before ids are exchanged: a Dummy is named by its
        *(one for one in COVERS.kinds(rules) if one.kind != "hidden units"),
        Variation("which heroes", vary_heroes),
    ),
    told=COVERS.told,
)

VARIATIONS: Final = variations(_TRIAL.rules, (_SHELTERS,), start)


# -- leaks ----------------------------------------------------------------------------------------


async def leave_by_name(table: AslTable, unit_id: CounterId, to: LocationId) -> None:
    """Says who leaves a Blaze before he comes into the open."""
    (unit,) = table.alive((unit_id,))
    table.log("move", f"{label(unit)} runs out of the flames", side=unit.side)
    await leave_blaze(table, unit_id, to)


async def leave_with_company(table: AslTable, unit_id: CounterId, to: LocationId) -> None:
    """Leaves a blank for each real unit that stays in the Blaze under a "?"."""
    (unit,) = table.alive((unit_id,))
    left = sum(1 for one in _real(table.world) if one.at == unit.at)
    table.log("move", f"They leave the{' ' * left} flames", side=unit.side)
    await leave_blaze(table, unit_id, to)


def _real(view: View) -> Iterator[Unit]:
    """Those under a "?" who are no Dummies."""
    for veiled in view.all(Veiled):
        what = unseal(veiled.what)
        if isinstance(what, Unit) and not is_dummy(what):
            yield what


class AdvantageUnderCover(SpoiltDocument):
    """Shows Wall Advantage on a "?" if somebody real lies under it."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        board = _TRIAL.rules.board
        real = _real(self.world)
        held = {one.under for one in real if b09_walls._across_fences(board, one.at, ())}
        for face in faces.values():
            if face.get("id") in held:
                face["wall_advantage"] = True


_barred = b09_walls._barred


def barred_unseen(position: Position, unit: Unit) -> bool:
    """Lets real units under a "?" across the bocage bar Wall Advantage, and Dummies not."""
    across = b09_walls._walls(position, unit.at)
    veiled = (one for one in position.pieces(unit.side.enemy) if one.under and not is_dummy(one))
    return _barred(position, unit) or any(one.at in across for one in veiled)


async def window_by_who_looks_out(
    table: AslTable,
    side: Side,
    movers: Ids,
    crossed: Crossed | None = None,
    *,
    entered: bool = False,
    within: bool = False,
) -> None:
    """Asks nobody to fire at who moves in view of a pillbox that holds no real unit."""
    there = {hex_of(unit.at) for unit in table.alive(movers)}
    inside = [one for one in _real(table.world) if is_pillbox(one.at)]
    boxes = {hex_of(cover.at) for cover in table.public.covers(side) if is_pillbox(cover.at)}
    if inside or not any(table.board.distance(one, box) <= _VIEW for one in there for box in boxes):
        await reaction_window(table, side, movers, crossed, entered=entered, within=within)


@contextmanager
def _leaving(value: object) -> Iterator[None]:
    """Another way to leave a Blaze, under the "?" until it is lost on the way."""
    with swapped(LeaveBlaze, "guise", Guise.COVERED), swapped(leaving_blazes, "leave_blaze", value):
        yield


@contextmanager
def _willing(owner: object, name: str, value: object) -> Iterator[None]:
    """One wrong function in place of a right one, while Wall Advantage is claimed as often as
    anything is done.
    """
    weights = {**players.WEIGHTS, "claim_wa": 1.0, "forfeit_wa": 1.0}
    with swapped(players, "WEIGHTS", weights), swapped(owner, name, value):
        yield


def _maker(within: Callable[[], AbstractContextManager[None]]) -> Callable[[], Maker]:
    return lambda: Maker(_TRIAL.rules, ShelteredGame, within)


class _Shown(AdvantageUnderCover, ShelteredGame):
    """The position, shown so."""


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "Blaze: who leaves it, by name": _maker(lambda: _leaving(leave_by_name)),
    "Blaze: how many stay in it": _maker(
        lambda: swapped(leaving_blazes, "leave_blaze", leave_with_company)
    ),
    "bocage: Wall Advantage under a ?": lambda: Maker(_TRIAL.rules, _Shown),
    "bocage: barred by who is under a ?": _maker(
        lambda: _willing(b09_walls, "_barred", barred_unseen)
    ),
    "pillbox: a window by who looks out": _maker(
        lambda: swapped(expenditure, "reaction_window", window_by_who_looks_out)
    ),
}
"""Leaks about who is under a "?" in such places."""


def sound() -> Maker:
    """The same without a leak."""
    return Maker(_TRIAL.rules, ShelteredGame)
