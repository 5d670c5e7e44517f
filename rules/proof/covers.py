"""Concealed stacks in a position of their own, and leaks about them that the check must find.

This stands apart from the scenarios, whose games come to few such stacks; `leakcheck --planted`
searches for these leaks beside those of each scenario.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from rules.board.locations import HexId, LocationId
from rules.chapters.close_combat import a11_concealed
from rules.chapters.concealment import a12_searching
from rules.chapters.concealment import covers as chapter
from rules.chapters.concealment.a12_under_attack import announce
from rules.chapters.concealment.covers import CounterRevealed, add_cover, conceal
from rules.chapters.fire import a07_results
from rules.chapters.morale.a_random_selection import Entry, drawn
from rules.chapters.snipers import a14_covers
from rules.chapters.terms.a07_shot import Shot
from rules.forces.entities import Clock, Minefield, SideState
from rules.forces.phases import Phase
from rules.forces.sealed import Sealed, Veiled
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.document import Document
from rules.kernel.game import Game
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.procedure import Question
from rules.kernel.secret import Secret
from rules.kernel.table import Table
from rules.kernel.unseal import unseal
from rules.kernel.view import LogLine, Now, wire
from rules.kernel.world import Known, World
from rules.play import after_fire
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.goers import label
from rules.position.position import CLOCK, is_dummy
from rules.proof.covered import OWNER, SAN, CoveredGame, LoadedDice, covered, trial_rules
from rules.proof.planted_searches import leave_out_the_empty, parted_by_id
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.covers import COVERS, add_unit, hide
from rules.proof.subjects.mines import MINES
from rules.proof.twins import Maker
from rules.proof.variations import variations

_AMBUSH: Final = LocationId("inline:H4/0")
_MINED: Final = (HexId("inline:D3"), HexId("inline:E4"))
_STRENGTH: Final = 8
_COMERS: Final = frozenset({CounterId("r1"), CounterId("ko")})
_CLOSE: Final = CounterId("r3")
_BESIDE: Final = LocationId("inline:F4/0")
_NEXT: Final = LocationId("inline:G4/0")
_CROWDED: Final = 3  # counters under a "?" of a start, which gets no more then


# -- where it begins, and how it may vary ---------------------------------------------------------


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position before anybody has come into the open, with more under some of the "?": where
    several come into the open at once, their order is there to be seen. Often they are about to
    Prep Fire, and many a DR of theirs calls a Sniper.
    """
    game = covered(OWNER.enemy if one_in(rng, 4) else OWNER, rules=trial_rules())
    state = game.world.get(SideState, OWNER.enemy.value)
    game.world.change(state, san=SAN)
    clock = game.world.get(Clock, CLOCK)
    if clock.phasing is OWNER and one_in(rng, 2):
        game.world.change(clock, phase=Phase.PFPH)
    _crowd(game.world, rng)
    if one_in(rng, 2):
        hide(game.world, OWNER, _AMBUSH, rng)
    if one_in(rng, 3):
        _come_close(game)
    elif one_in(rng, 2):
        _come_in(game, rng)
    game.world.take_changes()
    return game


def searched_start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position where a Russian who stands beside some of the "?" and a hidden unit may Search,
    and is the last to move.
    """
    game = covered(OWNER.enemy, rules=trial_rules())
    _crowd(game.world, rng)
    _come_close(game)
    hide(game.world, OWNER, _NEXT, rng)
    for unit in game.world.all(Unit):
        if unit.counter != _CLOSE:
            game.world.change(unit, moved=True)
    game.world.take_changes()
    return game


def sniped_start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position where those under the "?" are about to Prep Fire, and call the Sniper by it."""
    game = covered(OWNER, rules=trial_rules())
    state = game.world.get(SideState, OWNER.enemy.value)
    game.world.change(state, san=SAN)
    game.world.change(game.world.get(Clock, CLOCK), phase=Phase.PFPH)
    _crowd(game.world, rng)
    game.world.take_changes()
    return game


def unseen_start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position where nobody in Good Order sees the owner of the "?": all others are broken
    before his Prep Fire or before he moves among mines, or under a "?" and about to move.
    """
    acts = not one_in(rng, 3)
    game = covered(OWNER if acts else OWNER.enemy, rules=trial_rules())
    asl = trial_rules().asl(game._table())
    for at in asl.truth.locations_of(OWNER.enemy):
        units = asl.truth.personnel_at(at, OWNER.enemy)
        if acts:
            for unit in units:
                asl.change(unit.counter, broken=True)
        else:
            conceal(asl, units, add_cover(asl, OWNER.enemy, at))
    if acts and one_in(rng, 2):
        game.world.change(game.world.get(Clock, CLOCK), phase=Phase.PFPH)
    _crowd(game.world, rng)
    for number, hex_id in enumerate(_MINED):
        _lay(game.world, f"m{number}", hex_id)
    game.world.take_changes()
    game.refresh()
    return game


def _lay(world: World, id_: str, at: HexId) -> None:
    """A minefield of the other side."""
    owner = OWNER.enemy
    world.add(
        Minefield(
            id=id_,
            owner=owner,
            at=Secret(at, owner),
            strength=Secret(_STRENGTH, owner),
            marker=Secret[str | None](None, owner),
            strength_known=Secret(False, owner),
        )
    )


def _crowd(world: World, rng: SupportsRandom) -> None:
    """More under some of the "?"."""
    for cover in world.all(Cover):
        beside = [one for one in world.all(Veiled) if unseal(one.what).under == cover.id]
        if len(beside) < _CROWDED and not one_in(rng, 4):
            add_unit(world, beside[0], rng)


def _come_close(game: Game) -> None:
    """A Russian stands beside some of the "?" in his MPh, and may Search for what they are."""
    (close,) = (unit for unit in game.world.all(Unit) if unit.counter == _CLOSE)
    game.world.change(close, at=_BESIDE)
    _let(game.world, Phase.MPH)


def _let(world: World, phase: Phase) -> None:
    """It is a phase of those from whom the "?" hide."""
    enemy = OWNER.enemy
    world.change(world.get(Clock, CLOCK), phase=phase, phasing=enemy, active=enemy)


def _pin(world: World, veiled: Veiled, unit: Unit) -> None:
    if not is_dummy(unit):
        world.change(veiled, what=veiled.what.with_value(replace(unit, pinned=True)))


def _come_in(game: Game, rng: SupportsRandom) -> None:
    """Russians have advanced upon a "?", and CC is to come; some under it are pinned."""
    cover = rng.choice(game.world.all(Cover))
    into = cover.at
    for veiled in game.world.all(Veiled):
        what = unseal(veiled.what)
        if isinstance(what, Unit) and what.under == cover.id and one_in(rng, 2):
            _pin(game.world, veiled, what)
    for unit in game.world.all(Unit):
        if unit.counter in _COMERS:
            game.world.change(unit, at=into, used=True)
    _let(game.world, Phase.CCPH)


VARIATIONS: Final = variations(trial_rules(), (COVERS,), start)
SEARCHED: Final = variations(trial_rules(), (COVERS,), searched_start)
SNIPED: Final = variations(trial_rules(), (COVERS,), sniped_start)
UNSEEN: Final = variations(trial_rules(), (COVERS, MINES), unseen_start)
"""How the two may vary."""


# -- leaks ----------------------------------------------------------------------------------------


class HeightShown(CoveredGame):
    """Shows how many counters are under a "?"."""

    def document(self, audience: Audience) -> Document:
        return _on_covers(self, super().document(audience), lambda under: {"height": len(under)})


class TypeShown(CoveredGame):
    """Shows the type of one of them."""

    def document(self, audience: Audience) -> Document:
        def look(under: Sequence[Sealed]) -> dict[str, Any]:
            return {"type": under[0].type}

        return _on_covers(self, super().document(audience), look)


class OrderByContent(CoveredGame):
    """Sends the "?" first that most is under."""

    def document(self, audience: Audience) -> Document:
        document = super().document(audience)
        heights = Counter(f"cover:{unseal(one.what).under}" for one in self.world.all(Veiled))
        keys = sorted(document.faces, key=lambda key: -heights[key])
        return replace(document, faces={key: document.faces[key] for key in keys})


def _on_covers(
    game: Game, document: Document, look: Callable[[Sequence[Sealed]], dict[str, Any]]
) -> Document:
    """The document with something more on the face of each "?"."""
    faces = dict(document.faces)
    for cover in game.world.all(Cover):
        sealed = [unseal(veiled.what) for veiled in game.world.all(Veiled)]
        under = [counter for counter in sealed if counter.under == cover.id]
        key = f"cover:{cover.id}"
        faces[key] = wire({**msgspec.json.decode(faces[key]), **look(under)})
    return replace(document, faces=faces)


def open_by_old_id(table: AslTable, counter: Unit | Weapon, holder: ShownId | None) -> ShownId:
    """Puts a unit into the open under the id that its owner knew it by."""
    if isinstance(counter, Weapon):
        return _open(table, counter, holder)
    table.drop(counter)
    table.tell(
        CounterRevealed(side=counter.side, at=counter.at, type=counter.type, letter=counter.letter)
    )
    return table.world.add(replace(counter, under=None)).id


_open = chapter._open


def by_secret_id(counter: Unit | Weapon) -> tuple[str, str, str, str]:
    """Reveals units in the order of their owner's ids."""
    return counter.id, "", "", ""


class NamesInTheLog(AslRules):
    """Says at the start of an action, by name, who is near under a "?"."""

    async def begin(self, table: Table, side: Side, command: Command) -> None:
        await super().begin(table, side, command)
        units = self.asl(table).truth.pieces(OWNER)
        table.log(LogLine(kind="system", text=f"{', '.join(label(u) for u in units)} look on"))


class QuestionOfTheVeiled(AslRules):
    """Points everybody to the counters that could answer a question."""

    def now(self, known: Known, question: Question[Any] | None, audience: Audience) -> Now:
        now = super().now(known, question, audience)
        return replace(now, units=(*now.units, *self.hinted)) if question is not None else now

    hinted: tuple[str, ...] = ()


class QuestionGame(CoveredGame):
    """Fills in who could answer."""

    def document(self, audience: Audience) -> Document:
        if isinstance(self.rules, QuestionOfTheVeiled):
            self.rules.hinted = tuple(veiled.id for veiled in self.world.all(Veiled))
        return super().document(audience)


def drawn_by_name(
    table: AslTable,
    entries: tuple[Entry[CounterId], ...],
    count: int,
    what: str,
    to: Audience = Audience.PUBLIC,
) -> list[CounterId]:
    """Says of each unit under a "?" that a Sniper may hit what it is."""
    named = ((one, label(table.unit(one)), side) for one, _, side in entries)
    return drawn(table, tuple(named), count, what, to)


def fires_untold(table: AslTable, shot: Shot) -> None:
    """Tells of no fire from under a "?": what the log says of it is no Fact then."""


def checks_by_name(table: AslTable, checking: Iterable[CounterId]) -> None:
    """Names those who make DR under a "?"."""
    there = tuple(checking)
    for unit in table.alive(there):
        table.log("check", f"{label(unit)} is to check")
    announce(table, there)


def _swapping(name: str, value: Any, module: Any = chapter) -> Callable[[], Maker]:
    rules = AslRules(trial_rules().scenario, trial_rules().board)
    return lambda: _maker(rules, CoveredGame, lambda: swapped(module, name, value))


def _maker(
    rules: AslRules,
    game: type[Game],
    within: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Maker:
    return Maker(rules, game, within, LoadedDice)


def sound() -> Maker:
    """The position as it should be."""
    return _maker(_rules(AslRules), CoveredGame)


def _rules(kind: type[AslRules]) -> AslRules:
    return kind(trial_rules().scenario, trial_rules().board)


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "covers: height shown": lambda: _maker(_rules(AslRules), HeightShown),
    "covers: id kept through cover": _swapping("_open", open_by_old_id),
    "covers: order by content": lambda: _maker(_rules(AslRules), OrderByContent),
    "covers: order of reveals by secret ids": _swapping("looks", by_secret_id),
    "covers: Strength Factors in order": _swapping("_part", parted_by_id, a11_concealed),
    "covers: what a Search asks": _swapping("_leave_out", leave_out_the_empty, a12_searching),
    "covers: type on the cover": lambda: _maker(_rules(AslRules), TypeShown),
    "covers: names in the log": lambda: _maker(_rules(NamesInTheLog), CoveredGame),
    "covers: veiled ids in a question": lambda: _maker(_rules(QuestionOfTheVeiled), QuestionGame),
}
"""Leaks about concealed stacks, by name."""

SNIPER_LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "covers: a Sniper's dice by name": _swapping("drawn", drawn_by_name, a14_covers),
}
"""Leaks about stacks that a Sniper hits."""

UNSEEN_LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "covers: fire without its Fact": _swapping("tell_of_unseen", fires_untold, after_fire),
    "covers: checks by name": _swapping("announce", checks_by_name, a07_results),
}
"""Leaks about stacks that act unseen."""
