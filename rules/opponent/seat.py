"""A seat at the table: all that its side is sent, and nothing else.

There is no game here and no truth: what is before the player is what his side knows, the question
that it is asked, and its offers.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import msgspec

from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.victory.a26_control import hex_of_control
from rules.forces.entities import Control
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.command import Command, KernelCommand
from rules.kernel.game import command_decoder
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Question
from rules.kernel.refused import Refused
from rules.kernel.world import Known
from rules.opponent.forms import Form, Nouns
from rules.opponent.ground import half_mf_to
from rules.play.combat.cc_questions import CcAttack
from rules.play.engine import odds_known
from rules.play.firing.fire import Fire
from rules.play.rallying.rally import Rally
from rules.play.ruleset import AslRules
from rules.position.knowledge import Knowledge
from rules.position.position import good_order, is_leader, is_smc

WORTH: Mapping[str, float] = {"K": 1.2, "NMC": 0.5, "PTC": 0.1}
"""What a result of an attack is worth, about 1 for a unit that breaks."""
NEAR = 4
"""Hexes within which an enemy threatens what one Controls."""
SEVERAL = 2
"""Broken MMC of a hex for whom a leader is sent."""
A_TURN = 12
"""Half MF that a leader goes in a turn, and so far at most for each of them."""
LAST_MOVE = 8
"""Half MF that MMC go in their MPh for certain."""


@dataclass(frozen=True)
class Seat:
    """One decision: whose it is, what his side knows, what it is asked, what it is offered.

    `question` is None at rest. What is known must be the side's: nobody sits on two sides.
    """

    rules: AslRules
    known: Known
    side: Side
    question: Question[Any] | None
    forms: Sequence[Form]

    def __post_init__(self) -> None:
        if self.known.audience is not self.side.audience:
            raise ValueError("a seat is sent what its own side knows")
        if self.question is not None and self.question.side is not self.side:
            raise ValueError("a seat is asked its own questions")

    @cached_property
    def position(self) -> Knowledge:
        """The position as his side knows it."""
        return self.rules.knowledge(self.known)

    def offered(self, verb: str) -> list[Form]:
        """The offers of a verb."""
        return [form for form in self.forms if form["verb"] == verb]

    @property
    def attacks(self) -> bool:
        """Whether his side is the one that has to win, and the other has it if nothing happens."""
        return self.rules.scenario.victory.side is self.side

    @property
    def turns_left(self) -> int:
        """His Player Turns that are left, this one too."""
        clock = self.position.clock
        last = clock.half_turn and clock.first is not self.side
        return max(1, clock.turns - clock.turn + 1 - last)

    def by_location(self, units: Sequence[str]) -> dict[LocationId, tuple[Unit, ...]]:
        """Some of his units, by where they are."""
        stacks: dict[LocationId, list[Unit]] = defaultdict(list)
        for unit in self.position.alive(units):
            stacks[unit.at].append(unit)
        return {at: tuple(stacks[at]) for at in sorted(stacks)}

    def goals(self, stack: Sequence[Unit] = ()) -> tuple[HexId, ...]:
        """Where his side wants to be, or a stack of it: what it does not Control yet, what it must
        hold; the enemy, if it has to kill; for a SMC by himself those whom he could help, unless
        in the last turn he alone keeps the enemy out.
        """
        if stack and all(is_smc(unit) for unit in stack):
            if self.turns_left == 1 and self._keeps_out(stack):
                return (hex_of(stack[0].at),)
            cared = tuple({self.carers[u.id]: None for u in stack if u.id in self.carers})
            return cared or self._friends() or self._all_goals()
        if stack and self._must_stay(stack) and not self._may_take_yet(stack[0].at):
            return (hex_of(stack[0].at),)
        return self._all_goals()

    def wanted(self) -> tuple[HexId, ...]:
        """The hexes that he has to take yet, none if he has what he needs."""
        if not (self._wanting(self.side) > 0 if self.attacks else self._is_losing()):
            return ()
        controls = self.position.view.all(Control)
        return tuple(hex_of_control(one) for one in controls if one.side is not self.side)

    def takes_at_last(self, at: LocationId) -> bool:
        """Whether it is the last turn, and a Location is of a hex that is wanted yet."""
        return self.turns_left == 1 and hex_of(at) in self.wanted()

    def _may_take_yet(self, at: LocationId) -> bool:
        """Whether in the last turn somebody there can come to such a hex."""
        if self.turns_left > 1 or not self.wanted():
            return False
        if self.position.clock.phase is Phase.APH:
            board, here = self.position.board, hex_of(at)
            return any(board.distance(here, one) == 1 for one in self.wanted())
        return self.to_go(at, self.wanted()) <= LAST_MOVE

    def _all_goals(self) -> tuple[HexId, ...]:
        if wanted := self.wanted():
            return wanted
        controls = self.position.view.all(Control)
        enemies = tuple({hex_of(u.at): None for u in self.position.foes(self.side)})
        held = (one for one in controls if one.side is self.side or not self.attacks)
        return tuple(map(hex_of_control, held)) or enemies

    def _is_losing(self) -> bool:
        """Whether the enemy has all that he needs."""
        return self._wanting(self.side.enemy) <= 0

    @property
    def still_needed(self) -> int:
        """How many more of the goals he must have, at least one."""
        return max(1, self._wanting(self.side))

    def _wanting(self, side: Side) -> int:
        """How many more of the goals a side must have, none or less if it has enough of them; one
        if none are named.
        """
        had = sum(one.side is side for one in self.position.view.all(Control))
        needs = [one.at_least for one in self.rules.scenario.victory.conditions if one.of]
        return min(needs) - had if needs else 1

    @cached_property
    def carers(self) -> Mapping[ShownId, HexId]:
        """The leader who is to rally them for each hex where several MMC lie broken: the nearest,
        unless all are too far.
        """
        broken = Counter(
            hex_of(u.at) for u in self.position.personnel(self.side) if u.broken and not is_smc(u)
        )
        leaders = [u for u in self.position.personnel(self.side) if is_leader(u) and good_order(u)]
        found: dict[ShownId, HexId] = {}
        for at in sorted(broken, key=lambda at: (-broken[at], at)):
            free = [unit for unit in leaders if unit.id not in found]
            near = min(free, key=lambda u: (self.to_go(u.at, [at]), u.id), default=None)
            reach = A_TURN * min(broken[at], self.turns_left)
            if broken[at] >= SEVERAL and near and self.to_go(near.at, [at]) <= reach:
                found[near.id] = at
        return found

    def _friends(self) -> tuple[HexId, ...]:
        units = self.position.personnel(self.side)
        return tuple({hex_of(u.at): None for u in units if not is_smc(u)})

    def _must_stay(self, stack: Sequence[Unit]) -> bool:
        """Whether a stack has to: if it alone keeps an enemy out of a hex that counts, and there is
        nothing to take yet that any of several could go for.
        """
        return self._keeps_out(stack) and (len(_mmc(stack)) <= 1 or not self.wanted())

    def keeper(self, crowd: Sequence[Unit]) -> Unit | None:
        """Who has to stay where he is of a crowd of which the others may go."""
        mmc = _mmc(crowd)
        stays = len(mmc) > 1 and self.wanted() and self._keeps_out(crowd)
        return mmc[0] if stays else None

    def _keeps_out(self, stack: Sequence[Unit]) -> bool:
        """Whether a stack alone keeps an enemy nearby out of a hex that counts."""
        here, position = hex_of(stack[0].at), self.position
        counts = {hex_of_control(c) for c in position.view.all(Control) if c.side is self.side}
        others = [unit for unit in position.personnel_in(here, self.side) if unit not in stack]
        return (
            here in counts
            and not any(good_order(unit) and not is_smc(unit) for unit in others)
            and any(
                position.board.distance(hex_of(enemy), here) <= NEAR for enemy in self.threats()
            )
        )

    def threats(self) -> list[LocationId]:
        """Where enemies in Good Order are, and where a "?" may stand for some."""
        known = (unit.at for unit in self.position.foes(self.side) if good_order(unit))
        return [*known, *(cover.at for cover in self.position.covers(self.side.enemy))]

    def to_go(self, at: LocationId, goals: Sequence[HexId]) -> int:
        """Half MF to the nearest of some goals."""
        return min((half_mf_to(self.position, goal, at) for goal in goals), default=0)

    def harm(self, command: Nouns) -> float | None:
        """What an attack may be expected to do, about 1 for each unit that breaks; None if it may
        not be made.
        """
        card = self.card(command)
        if card is None:
            return None
        return sum(worth(str(one["result"])) * int(one["n"]) for one in card["chances"]) / 36

    def card(self, nouns: Nouns) -> dict[str, Any] | None:
        """The odds card that his side would be shown (docs/wire.md §6)."""
        command = self._command(nouns)
        if not isinstance(command, Fire | CcAttack | Rally) or self._is_refused(command):
            return None
        return odds_known(self.rules, self.known, self.question, command)

    def may(self, nouns: Nouns) -> bool:
        """Whether the rules would take a command, as far as his side knows. What is the kernel's
        own is offered whole: there is nothing to get wrong in it.
        """
        command = self._command(nouns)
        return isinstance(command, KernelCommand) or not self._is_refused(command)

    def _command(self, nouns: Nouns) -> Command:
        return _commands(self.rules).decode(msgspec.json.encode(nouns))

    def _is_refused(self, command: Command) -> bool:
        try:
            self.rules.refuse(self.known, self.side, self.question, command)
        except Refused:
            return True
        return False


def _mmc(stack: Sequence[Unit]) -> list[Unit]:
    return [unit for unit in stack if not is_smc(unit)]


@cache
def _commands(rules: AslRules) -> "msgspec.json.Decoder[Command]":
    return command_decoder(rules)


def worth(result: str) -> float:
    """What a result is worth to who fires."""
    if result.endswith("KIA"):
        return 1.5 + 0.3 * int(result.removesuffix("KIA"))
    if result.endswith("MC") and result != "NMC":
        return 0.5 + 0.15 * int(result.removesuffix("MC"))
    return WORTH.get(result.partition("/")[0], 0.0)
