"""The rules' public verbs: what the server asks of a scenario."""

import gc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from rules.board.board import Board
from rules.board.locations import HexId
from rules.chapters.terms.a07_shot import KIND_OF_PHASE
from rules.chapters.works.b30_pillboxes import takes_pillbox
from rules.forces.entities import Minefield
from rules.kernel.audience import Side
from rules.kernel.command import Command
from rules.kernel.entity import Entity, has_secrets
from rules.kernel.game import Game
from rules.kernel.procedure import Question
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.voices import rendered_all
from rules.kernel.world import Known
from rules.mapmaking.finding import Boards
from rules.mapmaking.maps import MapPlan, map_from
from rules.mapmaking.picture import board_svg as draw_board
from rules.play.combat.cc_questions import CcAttack, DeclareAttack
from rules.play.firing.fire import Fire, chosen_firers, declared_shot
from rules.play.page.boardcard import board_card
from rules.play.page.cc_odds import cc_odds_card
from rules.play.page.odds import odds_card
from rules.play.page.rally_odds import rally_odds_card
from rules.play.rallying.rally import Rally
from rules.play.reaction import FireWindow
from rules.play.readymade import unpacked
from rules.play.ruleset import AslRules
from rules.position.daisy_chains import LaidChain
from rules.position.fortifications import Pillbox
from rules.position.knowledge import Knowledge
from rules.position.mines import MineLine
from rules.scenarios.balance import without_balance
from rules.scenarios.loader import load_scenario, scenario_ids
from rules.scenarios.options import BY_LOS_TITLE, inspected_by_los, without_options
from rules.scenarios.shelf import is_own, kept, own_card, ready_made
from rules.scenarios.special import laid_out_by
from rules.scenarios.types import Measured, Scenario

__all__ = [
    "RecordColumns",
    "board_is_printed",
    "board_svg",
    "odds",
    "odds_known",
    "page_data",
    "prepare",
    "record_columns",
    "ruleset",
    "scenario_ids",
]


@dataclass(frozen=True)
class RecordColumns:
    """What a stored secret record says of its entity apart from the payload itself."""

    owner: str
    kind: str
    location: str
    revealed: bool


@kept
def ruleset(scenario_id: str) -> AslRules:
    """The rules of a scenario. Raises KeyError if there is none of that id."""
    if is_own(scenario_id):
        return _own_rules(scenario_id)
    return AslRules(load_scenario(scenario_id))


def _own_rules(scenario_id: str) -> AslRules:
    """The same of a card that somebody brought along: as they were made before, if they were."""
    version, by_los = without_options(scenario_id)
    made = ready_made(version)
    if made is None:
        scenario = load_scenario(scenario_id)
        return AslRules(scenario, _own_map(scenario))
    rules = unpacked(made)
    return AslRules(inspected_by_los(rules.scenario), rules.board) if by_los else rules


def _own_map(scenario: Scenario) -> Board | None:
    """The map of a card that somebody brought along, with the boards that came with it. Versions
    with the same map share it.
    """
    card = own_card(without_balance(scenario.id)[0])
    plan, boards = scenario.plan, tuple(sorted(card.boards.items()))
    return None if plan is None else _map_with(plan, scenario.month, boards)


@lru_cache(maxsize=1)
def _map_with(plan: MapPlan, month: int, boards: tuple[tuple[str, str], ...]) -> Board:
    return map_from(plan, month, Boards(dict(boards)))


def board_svg(scenario_id: str) -> str:
    """The picture of a scenario's board."""
    board = ruleset(scenario_id).board
    return draw_board(board) if is_own(scenario_id) else _drawn(board)


@cache
def _drawn(board: Board) -> str:
    return draw_board(board)


@kept
def prepare(scenario_id: str) -> None:
    """Have a scenario's board ready for LOS. Takes up to a second, the first time.

    Boards of ours are never garbage: the collector leaves alone what there is by then, instead of
    going through all of it now and again, which takes a tenth of a second or two.
    """
    ruleset(scenario_id).board.prepare()
    if not is_own(scenario_id):
        gc.freeze()


def board_is_printed(scenario_id: str) -> bool:
    """Whether the picture has the image of a board that somebody else owns the rights to."""
    return bool(ruleset(scenario_id).board.ground.prints)


def record_columns(entity: Entity) -> RecordColumns:
    """The columns of a secret entity's record, which follow from its fields. Raises TypeError for
    one that is no secret of an owner: it would be stored as everybody's.
    """
    kind = type(entity)
    owner = getattr(entity, "owner", None)
    if not isinstance(owner, Side) or not has_secrets(kind):
        raise TypeError(f"{kind.__name__} has no secret record")
    return RecordColumns(owner.value, kind.__name__, _place(entity), _is_shown(entity))


def _place(entity: Entity) -> str:
    """Where a secret lies: what is in an envelope where that is, a line at its first hex."""
    if isinstance(entity, MineLine):
        return unseal(entity.hexes)[0]
    sealed = getattr(entity, "what", None)
    at = getattr(entity if sealed is None else unseal(sealed), "at", "")
    return str(unseal(at) if isinstance(at, Secret) else at)


def _is_shown(entity: Entity) -> bool:
    """Whether everybody sees a counter for it already."""
    match entity:
        case Minefield():
            return unseal(entity.marker) is not None
        case LaidChain():
            return entity.shown
        case _:
            return False


def odds(game: Game, side: Side, command: Command) -> dict[str, Any]:
    """The odds card of an attack or a Rally attempt that the side could make now. Raises
    Refused.
    """
    if not isinstance(command, Fire | CcAttack | Rally):
        raise Refused("A7", "Odds are given for attacks and Rally attempts.")
    game.check(side, command)
    if not isinstance(game.rules, AslRules):
        raise TypeError("odds are asked of an ASL game")
    return odds_known(game.rules, _known(game, side), game.question, command)


def odds_known(
    rules: AslRules, known: Known, question: Question[Any] | None, command: Fire | CcAttack | Rally
) -> dict[str, Any]:
    """The same of a command that is not refused, to who has no game but what a side knows."""
    position = rules.knowledge(known)
    return dict(rendered_all(_odds_card(question, position, command), position.name_of))


def _odds_card(
    question: Question[Any] | None, position: Knowledge, command: Fire | CcAttack | Rally
) -> dict[str, Any]:
    """The card of what is not refused: so a CC attack is one that is asked for."""
    if isinstance(command, Rally):
        return rally_odds_card(position, command)
    if isinstance(command, CcAttack):
        if not isinstance(question, DeclareAttack):
            raise TypeError("nobody is asked for a CC attack")
        return cc_odds_card(position, question.fight, command)
    if isinstance(question, FireWindow):
        return odds_card(position, question.shot(position, command))
    kind = KIND_OF_PHASE[position.clock.phase]
    firers = chosen_firers(position, kind, command)
    return odds_card(position, declared_shot(position, kind, command, firers))


@kept
def page_data(scenario_id: str) -> dict[str, Any]:
    """What the table's page tells the browser once (docs/wire.md §1)."""
    rules = ruleset(scenario_id)
    board = rules.board.with_pillboxes(_pillboxes(rules) | _where_hidden(rules))
    return {"scenario": _card(rules), "board": board_card(board, rules.law)}


def _pillboxes(rules: AslRules) -> frozenset[HexId]:
    """B30.1: where the special rules have laid pillboxes."""
    laid = (entity for rule in rules.scenario.ssr for entity in laid_out_by(rule))
    return frozenset(entity.at for entity in laid if isinstance(entity, Pillbox))


def _where_hidden(rules: AslRules) -> frozenset[HexId]:
    """A12.33: where an OB may hide pillboxes, whether it does or not."""
    groups = (group for card in rules.scenario.sides.values() for group in card.at_start)
    areas = (group.area for group in groups if group.fortifications.pillboxes)
    return frozenset(at for area in areas for at in area if takes_pillbox(rules.board, at))


def _known(game: Game, side: Side) -> Known:
    return game.faces.known(game.world, side.audience)


def _card(rules: AslRules) -> dict[str, Any]:
    card = rules.scenario
    return {
        "id": card.id,
        "title": _title(card),
        "date": card.date,
        "place": card.place,
        "intro": card.intro,
        "turns": card.turns,
        "half_turn": card.half_turn,
        "first": card.first.value,
        "sides": {
            side.value: {"name": s.name, "nation": s.nation, "role": s.role}
            for side, s in card.sides.items()
        },
        "victory": card.victory.text,
        "ssr": [*(rule.text for rule in card.ssr), *_balance_in_force(card)],
        "san": {side.value: s.san for side, s in card.sides.items()},
        "elr": {side.value: s.elr for side, s in card.sides.items()},
        "balance": {side.value: text for side, text in card.balance.items()},
        "objectives": list(card.victory.hexes),
        "length": card.designer.length,
        "note": card.designer.note,
        "measured": _measured(card.designer.measured),
    }


def _title(card: Scenario) -> str:
    """A26.4, A12.16: the title, with whose Balance and which option it is played."""
    title = card.title
    if card.balanced is not None:
        title = f"{title} (Balance: {card.sides[card.balanced].name})"
    return f"{title} ({BY_LOS_TITLE})" if card.by_los else title


def _balance_in_force(card: Scenario) -> Iterator[str]:
    """A26.4: what the Balance has changed, among the special rules."""
    if card.balanced is not None:
        yield f"Balance: {card.balance[card.balanced]}"


def _measured(measured: Measured | None) -> dict[str, Any] | None:
    """How simulated games came out: how many there were, and the wins of each side."""
    if measured is None:
        return None
    return {
        "games": measured.games,
        "wins": {side.value: n for side, n in measured.wins.items()},
    }
