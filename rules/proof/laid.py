"""Known Minefields, Dummies, A-T mines and Booby Traps on the board of a scenario whose card grants
them for this, and leaks about them that the check must find.
"""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from typing import Any, Final

from rules.board.locations import HexId, LocationId, hex_of
from rules.board.terrain import RoadKind
from rules.chapters.mines import b28_minefields
from rules.chapters.mines.b28_in_view import is_seen
from rules.chapters.mines.b28_minefields import may_not_lay
from rules.forces.entities import Clock, Minefield, MineMarker, SideState
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import HmacDice
from rules.kernel.game import Game
from rules.kernel.ids import CounterId
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.page.mine_records import mine_hexes, spent
from rules.play.ruleset import AslRules
from rules.play.setup.mines import MOST_AT
from rules.position.asl_table import AslTable
from rules.position.mines import AtMarker, AtMines, BoobyTraps, DummyMines, MoreDummies
from rules.position.position import CLOCK
from rules.proof.plants import Form, SpoiltDocument, swapped
from rules.proof.players import SupportsRandom, one_in
from rules.proof.positions import start as start_of
from rules.proof.subjects.laid import lay_at_mines, vary_at_mines, vary_traps
from rules.proof.subjects.mines import write_mines
from rules.proof.twins import Maker
from rules.proof.variations import variations
from rules.scenarios.loader import load_scenario
from rules.scenarios.types import Group, SideCard

OWNER: Final = Side.B
MARKED: Final = 4  # counters of Known mines of a start
KNOWN: Final = 24
DUMMIES: Final = 4
_HIGH: Final = (5, 6)
_HIGHEST: Final = (6, 6)
_IN_VIEW: Final = 71  # a number of no counter of a start
_LOADED: Final = (1, 2)


@cache
def rules() -> AslRules:
    """The rules of a scenario whose side with mines has Known ones too."""
    scenario = load_scenario("first-light")
    cards = {**scenario.sides, OWNER: _granted(scenario.sides[OWNER])}
    return AslRules(replace(scenario, sides=cards))


def _granted(card: SideCard) -> SideCard:
    return replace(card, groups=tuple(_with_known(group) for group in card.groups))


def _with_known(group: Group) -> Group:
    return replace(group, known_mines=KNOWN, dummy_mines=DUMMIES) if group.mines else group


def start(maker: Maker, rng: SupportsRandom) -> Game | None:
    """A position of the scenario's with counters of Known mines close to the units, or a setup in
    which they are still unseen.
    """
    game = start_of(maker, rng)
    if game is None:
        return None
    world, played = game.world, rules()
    state = world.get(SideState, OWNER.value)
    searched = state.sealed and one_in(rng, 4)
    if searched:
        _let(world, Phase.MPH)
    elif state.sealed and one_in(rng, 3):
        _let(world, Phase.RPH)
    buried = state.sealed and not searched and one_in(rng, 3)
    for at in _places(played, game, rng) if buried else ():
        lay_at_mines(world, OWNER, at, 1)
    for at in () if searched or buried else _places(played, game, rng):
        id_ = f"m{len(world.all(MineMarker)) + 70}"
        if state.sealed:
            world.add(MineMarker(id=id_, at=at, strength=None, side=OWNER, proved=False))
        _put(game, at, id_ if state.sealed else None, rng)
    if state.sealed and one_in(rng, 2):
        _put_in_view(game, rng)
    for vary in (vary_at_mines, vary_traps):
        vary(played, world, OWNER.enemy.audience, rng)
    world.take_changes()
    return game


def _let(world: World, phase: Phase) -> None:
    """A phase of the enemy: his MPh, in which he may Search where no counter gives away what is
    laid, or his RPh, in which a TC of who Deploys may set off a Booby Trap.
    """
    enemy = OWNER.enemy
    world.change(world.get(Clock, CLOCK), phase=phase, phasing=enemy, active=enemy)


def _places(played: AslRules, game: Game, rng: SupportsRandom) -> list[HexId]:
    """Hexes of the area that hold no mines yet, those next to units first."""
    world, board = game.world, played.board
    taken = {unseal(record.at) for record in world.all(Minefield)}
    taken |= {marker.at for marker in world.all(MineMarker)}
    area = mine_hexes(played.scenario.sides[OWNER])
    free = [at for at in area if at not in taken and may_not_lay(board, at) is None]
    rng.shuffle(free)
    stands = {hex_of(unit.at) for unit in world.all(Unit)}

    def far(at: HexId) -> int:
        return min((board.distance(at, there) for there in stands), default=0)

    return sorted(free, key=far)[:MARKED]


def _put_in_view(game: Game, rng: SupportsRandom) -> None:
    """A-T mines on a paved road that no enemy sees yet (B28.53)."""
    world, played = game.world, rules()
    table, board = played.asl(game._table()), played.board
    area = list(mine_hexes(played.scenario.sides[OWNER]))
    rng.shuffle(area)
    for at in area:
        marker = AtMarker(id=f"t{_IN_VIEW}", side=OWNER, at=at)
        if board.road(at) is RoadKind.PAVED and not is_seen(table.truth, marker):
            world.add(marker)
            lay_at_mines(world, OWNER, at, 1 + rng.randrange(MOST_AT), in_view=True)
            return


def _put(game: Game, at: HexId, marker: str | None, rng: SupportsRandom) -> None:
    world = game.world
    if one_in(rng, 2):
        id_ = game._table().drawn_id(OWNER.audience, "d")
        world.add(DummyMines(id=id_, owner=OWNER, at=Secret(at, OWNER)))
        return
    strength = rng.choice((6, 8, 12))
    world.add(
        Minefield(
            id=game._table().drawn_id(OWNER.audience, "r"),
            owner=OWNER,
            at=Secret(at, OWNER),
            strength=Secret(strength, OWNER),
            marker=Secret(marker, OWNER),
            strength_known=Secret(False, OWNER),
            known=True,
        )
    )
    write_mines(world, OWNER, at, strength)


class TrapDice(HmacDice):
    """Dice by which every third DR is an 11 or a 12: few TC would set off a Booby Trap else."""

    def roll(
        self, audience: Audience, n: int, count: int, entropy: str, called: str = ""
    ) -> tuple[int, ...]:
        *dice, extra = super().roll(audience, n, count + 1, entropy, called)
        if count == len(_HIGH) and extra in _LOADED:
            return _HIGH if dice[0] % 2 else _HIGHEST
        return tuple(dice)


def sound() -> Maker:
    """Games without any leak."""
    return _maker()


def _maker(game: type[Game] = Game, within: Callable[[], Any] = nullcontext) -> Maker:
    return Maker(rules(), game, within, TrapDice)


VARIATIONS: Final = replace(
    variations(rules(), starts=start), about=frozenset({"deploy", "search"})
)
"""How the secrets of such a game may vary."""


# -- leaks ----------------------------------------------------------------------------------------


class DummyLooksOtherwise(SpoiltDocument):
    """Shows a Dummy Minefield as one before anybody has met it."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        dummies = {unseal(one.at) for one in self.world.all(DummyMines)}
        for face in faces.values():
            if face["k"] == "minefield" and face["at"] in dummies:
                face["type"] = "A-P "


class UnspentFactors(SpoiltDocument):
    """Shows the factors that a side has left."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        played = self.rules
        if not isinstance(played, AslRules):
            raise TypeError("these are games of ASL")
        side = OWNER
        used = spent(played.asl(self._table()).known(side), side)
        for face in faces.values():
            if face["k"] == "tray" and face["side"] == side.value:
                face["left"] = played.scenario.sides[side].mines - used


class DrForDummies(SpoiltDocument):
    """Shows how many Dummies a Secret dr has brought."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        numbers = {one.owner.value: unseal(one.number) for one in self.world.all(MoreDummies)}
        for face in faces.values():
            if face["k"] == "tray":
                face["more"] = numbers.get(face["side"])


class TrapsOnTheTray(SpoiltDocument):
    """Shows that a side has Booby Traps."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        owners = {one.owner.value for one in self.world.all(BoobyTraps)}
        for face in faces.values():
            if face["k"] == "tray":
                face["wary"] = face["side"] in owners


_met = b28_minefields._met


def rattle(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, to: LocationId
) -> tuple[HexId, ...]:
    """Lets those who go onto A-T mines hear something."""
    if any(unseal(one.at) == hex_of(to) for one in table.world.all(AtMines)):
        table.log("system", "something clicks")
    return _met(table, unit_ids, origin, to)


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "Known mines: a Dummy's face": lambda: _maker(DummyLooksOtherwise),
    "mines: factors left": lambda: _maker(UnspentFactors),
    "Known mines: the dr for Dummies": lambda: _maker(DrForDummies),
    "traps: on the tray": lambda: _maker(TrapsOnTheTray),
    "A-T mines: heard by Infantry": lambda: _maker(
        within=lambda: swapped(b28_minefields, "_met", rattle)
    ),
}
"""What is planted about them, by name."""
