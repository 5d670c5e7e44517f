"""Decisions that a rule leaves to a side in the middle of a procedure, put as questions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.audience import Audience
from rules.kernel.command import Command
from rules.kernel.procedure import ask
from rules.kernel.refused import Refused
from rules.kernel.secret import Public
from rules.kernel.slots import Filler, choice
from rules.kernel.view import Now, Offer
from rules.play.choices import Choose
from rules.play.part import AslQuestion, not_now
from rules.position.decisions import Decision
from rules.position.knowledge import Knowledge


@dataclass(frozen=True, kw_only=True)
class MakeDecision(AslQuestion[str]):
    """One of the options that a rule gives."""

    answers: ClassVar = (Choose,)
    decision: Public[Decision]

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        options = tuple(
            Filler(value=option.value, label=option.label, unit=option.unit)
            for option in self.decision.options
        )
        return [choice("choose", self.decision.label, self.decision.rule, options)]

    def refuse(self, position: Knowledge, command: Command) -> None:
        if not isinstance(command, Choose):
            raise not_now(command, self.decision.rule)
        if command.option not in {option.value for option in self.decision.options}:
            raise Refused(self.decision.rule, "That is none of the options.")

    def answer(self, command: Command) -> str:
        if not isinstance(command, Choose):
            raise TypeError(f"{command.verb} is no choice")
        return command.option

    def now(self, position: Knowledge, audience: Audience) -> Now:
        mine = audience is self.side.audience
        return Now(
            side=self.side,
            kind="choice",
            text=self.decision.ours if mine else self.decision.theirs,
            focus=(self.decision.at,),
            units=self.decision.units,
            rule=self.decision.rule,
        )


async def decide(decision: Decision) -> str:
    """Put a decision to its side."""
    return await ask(MakeDecision(side=decision.side, decision=decision))
