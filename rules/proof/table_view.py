"""What a simulated player has before him: the position as his side knows it, and his offers."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.a26_victory import hex_of_control
from rules.forces.entities import Control, Unit
from rules.kernel.audience import Side
from rules.kernel.game import Game
from rules.kernel.refused import Refused
from rules.play.engine import odds
from rules.play.ruleset import AslRules
from rules.position.knowledge import Knowledge
from rules.position.position import good_order, is_smc
from rules.proof.ground import half_mf_to
from rules.proof.players import Form, Nouns

WORTH: Mapping[str, float] = {"K": 1.2, "NMC": 0.5, "PTC": 0.1}
"""What a result of an attack is worth, about 1 for a unit that breaks."""
NEAR = 4
"""Hexes within which an enemy threatens what one Controls."""


@dataclass(frozen=True)
class TableView:
    """One decision: whose it is, what he knows, what he is offered."""

    game: Game
    rules: AslRules
    position: Knowledge
    side: Side
    forms: Sequence[Form]

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
        hold; the enemy, if it has to kill; for a SMC by himself those whom he could help.
        """
        if stack and all(is_smc(unit) for unit in stack):
            return self._friends() or self._all_goals()
        if stack and self._must_stay(stack):
            return (hex_of(stack[0].at),)
        return self._all_goals()

    def _all_goals(self) -> tuple[HexId, ...]:
        controls = self.position.view.all(Control)
        wanted = tuple(hex_of_control(one) for one in controls if one.side is not self.side)
        if wanted and (self.attacks or self._is_losing()):
            return wanted
        enemies = tuple({hex_of(u.at): None for u in self.position.units(self.side.enemy)})
        return tuple(map(hex_of_control, controls)) or enemies

    def _is_losing(self) -> bool:
        """Whether the enemy has all that he needs."""
        lost = sum(one.side is not self.side for one in self.position.view.all(Control))
        needs = [one.at_least for one in self.rules.scenario.victory.conditions if one.of]
        return bool(needs) and lost >= min(needs)

    @property
    def still_needed(self) -> int:
        """How many more of the goals he must have, at least one."""
        had = sum(one.side is self.side for one in self.position.view.all(Control))
        needs = [one.at_least for one in self.rules.scenario.victory.conditions if one.of]
        return max(1, min(needs, default=1) - had)

    def _friends(self) -> tuple[HexId, ...]:
        units = self.position.units(self.side)
        return tuple({hex_of(u.at): None for u in units if not is_smc(u)})

    def _must_stay(self, stack: Sequence[Unit]) -> bool:
        """Whether a stack alone keeps an enemy nearby out of a hex that counts."""
        here, position = hex_of(stack[0].at), self.position
        counts = {hex_of_control(c) for c in position.view.all(Control) if c.side is self.side}
        others = [unit for unit in position.units_in(here, self.side) if unit not in stack]
        return (
            here in counts
            and not any(good_order(unit) and not is_smc(unit) for unit in others)
            and any(
                good_order(enemy) and position.board.distance(hex_of(enemy.at), here) <= NEAR
                for enemy in position.units(self.side.enemy)
            )
        )

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

    def card(self, command: Nouns) -> dict[str, Any] | None:
        """The odds card that his side would be shown (docs/wire.md §6)."""
        try:
            return odds(self.game, self.side, self.game.decode(msgspec.json.encode(command)))
        except Refused:
            return None


def worth(result: str) -> float:
    """What a result is worth to who fires."""
    if result.endswith("KIA"):
        return 1.5 + 0.3 * int(result.removesuffix("KIA"))
    if result.endswith("MC") and result != "NMC":
        return 0.5 + 0.15 * int(result.removesuffix("MC"))
    return WORTH.get(result.partition("/")[0], 0.0)
