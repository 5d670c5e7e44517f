"""Decisions that a rule leaves to a side in the middle of a procedure, put as questions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.audience import Audience
from rules.kernel.command import Command
from rules.kernel.procedure import ask
from rules.kernel.refused import Refused
from rules.kernel.secret import Public, Secret
from rules.kernel.slots import Filler, Kind, Slot, SlotsOffer
from rules.kernel.view import Now, Offer
from rules.play.choices import Choose
from rules.play.part import AslQuestion, not_now
from rules.position.decisions import Decision, Option
from rules.position.knowledge import Knowledge


@dataclass(frozen=True, kw_only=True)
class MakeDecision(AslQuestion[str]):
    """One of the options that a rule gives."""

    answers: ClassVar = (Choose,)
    decision: Public[Decision]
    own: Secret[tuple[Option, ...]]
    """The options of which nobody else knows."""

    @property
    def _options(self) -> tuple[Option, ...]:
        return (*self.decision.options, *(self.own.for_(self.side) or ()))

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        options = tuple(
            Filler(value=option.value, label=option.label, unit=option.unit, at=option.at)
            for option in self._options
        )
        kind: Kind = "place" if all(option.at for option in options) else "option"
        slot = Slot(name="option", kind=kind, of=options)
        label, rule = self.decision.label, self.decision.rule
        return [SlotsOffer(verb="choose", label=label, rule=rule, slots=(slot,))]

    def refuse(self, position: Knowledge, command: Command) -> None:
        if not isinstance(command, Choose):
            raise not_now(command, self.decision.rule)
        if command.option not in {option.value for option in self._options}:
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
            focus=() if self.decision.at is None else (self.decision.at,),
            units=self.decision.units,
            rule=self.decision.rule,
        )


async def decide(decision: Decision, own: tuple[Option, ...] = ()) -> str:
    """Put a decision to its side, with options of which nobody else knows besides."""
    hidden = Secret(own, decision.side)
    return await ask(MakeDecision(side=decision.side, decision=decision, own=hidden))
