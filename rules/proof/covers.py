"""Concealed stacks in a position of their own, and leaks about them that the check must find.

No scenario conceals anything yet, so this stands apart from the scenarios; `leakcheck --planted`
searches for these leaks beside those of each scenario.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace as replaced
from functools import cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from rules.board.locations import LocationId
from rules.cases.position import Table as CaseTable
from rules.cases.position import scenario_of, world_at
from rules.cases.reading import read_case
from rules.chapters import covers as chapter
from rules.chapters.covers import CounterRevealed, add_cover, add_dummy, conceal
from rules.forces.entities import Cover, Dummy, Sealed, SideState, Unit, Veiled, Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.dice import Dice, HmacDice, ScriptedDice
from rules.kernel.document import Document
from rules.kernel.game import Game
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Question
from rules.kernel.refused import Refused
from rules.kernel.seal import Sealer
from rules.kernel.table import Table
from rules.kernel.unseal import unseal
from rules.kernel.view import LogLine, Now, Offer, wire
from rules.kernel.world import Known, World
from rules.play.offers import UnitsTo
from rules.play.rout import RoutTo
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.position import label
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom, one_in
from rules.proof.positions import FILES
from rules.proof.subjects.covers import COVERS, add_unit
from rules.proof.twins import SEALER, Maker
from rules.proof.variations import variations

OWNER: Final = Side.A

MASTER: Final = b"concealed"
_DECOY: Final = LocationId("inline:F5/0")
_MIXED: Final = LocationId("inline:E3/0")
_CROWDED: Final = 3  # counters under a "?" of a start, which gets no more then


# -- the position ---------------------------------------------------------------------------------


def trial_rules() -> AslRules:
    """The rules under which the position is played."""
    return _trial()[1]


def trial(phasing: Side = Side.B, game: type[Game] = Game, rules: AslRules | None = None) -> Game:
    """The position: a German "?" over three units and a machine gun, one over a squad and a Dummy,
    two over a squad each, and one over a Dummy alone, opposite Russians in the open.
    """
    table = _trial()[0]
    clock = {**(table.clock or {}), "phasing": phasing, "active": phasing}
    played = rules or trial_rules()
    world, ledger = world_at(replaced(table, clock=clock), played, ScriptedDice())
    made = game(played, World(world), dice=HmacDice(MASTER), sealer=SEALER, ledger=ledger)
    asl = played.asl(made._table())
    for state in made.world.all(SideState):
        made.world.change(state, sealed=True)
    for at in asl.truth.locations_of(OWNER):
        units = asl.truth.units_at(at, OWNER)
        cover = add_cover(asl, OWNER, at)
        conceal(asl, units, cover)
        if at == _MIXED:
            add_dummy(asl, OWNER, at, cover)
    add_dummy(asl, OWNER, _DECOY, add_cover(asl, OWNER, _DECOY))
    made.world.take_changes()
    made._close_shares()
    made._before = made.world.copy()
    made.refresh()
    return made


@cache
def _trial() -> tuple[CaseTable, AslRules]:
    table = read_case(FILES / "covered.yaml").table
    if table is None:
        raise RuntimeError("the position is no position")
    return table, AslRules(scenario_of(table), table.board)


class TrialRules(AslRules):
    """The rules without what only rules of concealment could carry out: nobody goes to where a
    "?" is, which would tell how much room is left, and nobody routs, since who is under one may
    interdict.
    """

    def offers(self, known: Known, side: Side, question: Question[Any] | None) -> Sequence[Offer]:
        barred = _marked(known)
        offers = (one for one in super().offers(known, side, question) if one.verb != "rout")
        return [_without(one, barred) if isinstance(one, UnitsTo) else one for one in offers]

    def refuse(
        self, known: Known, side: Side, question: Question[Any] | None, command: Command
    ) -> None:
        if isinstance(command, RoutTo) or getattr(command, "to", None) in _marked(known):
            raise Refused("A12.1", "That waits for the rules of concealment.")
        super().refuse(known, side, question, command)


def _marked(known: Known) -> frozenset[str]:
    return frozenset(cover.at for cover in known.all(Cover))


def _without(offer: UnitsTo, barred: frozenset[str]) -> UnitsTo:
    units = {
        unit: {at: note for at, note in ways.items() if at not in barred}
        for unit, ways in offer.units.items()
    }
    return replace(offer, units={unit: ways for unit, ways in units.items() if ways})


class TrialGame(Game):
    """A game that begins with the position."""

    @classmethod
    def new(cls, rules: Any, *, dice: Dice, sealer: Sealer, check: bool = False) -> Game:
        made = trial(Side.A, cls, rules)
        made.dice, made.sealer = dice, sealer
        return made


# -- where it begins, and how it may vary ---------------------------------------------------------


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position before anybody has come into the open, with more under some of the "?": where
    several come into the open at once, their order is there to be seen.
    """
    game = trial(OWNER.enemy if one_in(rng, 4) else OWNER, rules=trial_rules())
    for cover in game.world.all(Cover):
        beside = [one for one in game.world.all(Veiled) if unseal(one.what).under == cover.id]
        if len(beside) < _CROWDED and not one_in(rng, 4):
            add_unit(game.world, beside[0], rng)
    game.world.take_changes()
    return game


VARIATIONS: Final = variations(trial_rules(), (COVERS,), start)


# -- leaks ----------------------------------------------------------------------------------------


class HeightShown(TrialGame):
    """Shows how many counters are under a "?"."""

    def document(self, audience: Audience) -> Document:
        return _on_covers(self, super().document(audience), lambda under: {"height": len(under)})


class TypeShown(TrialGame):
    """Shows the type of one of them."""

    def document(self, audience: Audience) -> Document:
        def look(under: Sequence[Sealed]) -> dict[str, Any]:
            return {"type": "" if isinstance(under[0], Dummy) else under[0].type}

        return _on_covers(self, super().document(audience), look)


class OrderByContent(TrialGame):
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


class NamesInTheLog(TrialRules):
    """Says at the start of an action, by name, who is near under a "?"."""

    async def begin(self, table: Table, side: Side, command: Command) -> None:
        await super().begin(table, side, command)
        units = self.asl(table).truth.units(OWNER)
        table.log(LogLine(kind="system", text=f"{', '.join(label(u) for u in units)} look on"))


class QuestionOfTheVeiled(TrialRules):
    """Points everybody to the counters that could answer a question."""

    def now(self, known: Known, question: Question[Any] | None, audience: Audience) -> Now:
        now = super().now(known, question, audience)
        return replace(now, units=(*now.units, *self.hinted)) if question is not None else now

    hinted: tuple[str, ...] = ()


class QuestionGame(TrialGame):
    """Fills in who could answer."""

    def document(self, audience: Audience) -> Document:
        if isinstance(self.rules, QuestionOfTheVeiled):
            self.rules.hinted = tuple(veiled.id for veiled in self.world.all(Veiled))
        return super().document(audience)


def _swapping(name: str, value: Any) -> Callable[[], Maker]:
    rules = TrialRules(trial_rules().scenario, trial_rules().board)
    return lambda: Maker(rules, TrialGame, lambda: swapped(chapter, name, value))


def sound() -> Maker:
    """The position as it should be."""
    return Maker(_rules(TrialRules), TrialGame)


def _rules(kind: type[AslRules]) -> AslRules:
    return kind(trial_rules().scenario, trial_rules().board)


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "covers: height shown": lambda: Maker(_rules(TrialRules), HeightShown),
    "covers: id kept through cover": _swapping("_open", open_by_old_id),
    "covers: order by content": lambda: Maker(_rules(TrialRules), OrderByContent),
    "covers: order of reveals by secret ids": _swapping("_looks", by_secret_id),
    "covers: type on the cover": lambda: Maker(_rules(TrialRules), TypeShown),
    "covers: names in the log": lambda: Maker(_rules(NamesInTheLog), TrialGame),
    "covers: veiled ids in a question": lambda: Maker(_rules(QuestionOfTheVeiled), QuestionGame),
}
"""Leaks about concealed stacks, by name."""
