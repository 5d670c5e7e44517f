"""A8.23 Keep a weapon's ROF in the MPh, or give it up for the Residual FP that it adds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.board.locations import LocationId
from rules.chapters.fire.a07_attack import A, Attack
from rules.chapters.fire.a08_residual import left_by, residual_at
from rules.chapters.fire.a09_rof import keeps_rate
from rules.chapters.ordnance.c02_kinds import find_ordnance
from rules.chapters.terms.a07_shot import FireKind
from rules.kernel.audience import Audience
from rules.kernel.command import Command
from rules.kernel.ids import ShownId
from rules.kernel.procedure import ask
from rules.kernel.refused import Refused
from rules.kernel.secret import Public, Secret
from rules.kernel.slots import Filler, choice
from rules.kernel.view import Now, Offer
from rules.play.choices import Choose
from rules.play.part import AslQuestion, not_now
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name, weapon_values

KEEP, GIVE_UP = "keep", "give_up"


@dataclass(frozen=True, kw_only=True)
class KeepRof(AslQuestion[bool]):
    """Whether a weapon that may fire again keeps its ROF; if it is given up, the attack leaves so
    much Residual FP.
    """

    answers: ClassVar = (Choose,)
    unit: Public[ShownId]
    weapon: Secret[ShownId]
    at: Public[LocationId]
    fp: Public[int]

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        options = (
            Filler(value=KEEP, label="Keep it", unit=self.unit),
            Filler(value=GIVE_UP, label=f"Give it up: {self.fp} Residual FP", at=self.at),
        )
        return [choice("choose", f"ROF of the {self._called(position)}", "A8.23", options)]

    def refuse(self, position: Knowledge, command: Command) -> None:
        if not isinstance(command, Choose):
            raise not_now(command, "A8.23")
        if command.option not in {KEEP, GIVE_UP}:
            raise Refused("A8.23", "Choose whether to keep the ROF.")

    def answer(self, command: Command) -> bool:
        return isinstance(command, Choose) and command.option == KEEP

    def now(self, position: Knowledge, audience: Audience) -> Now:
        mine = audience is self.side.audience
        theirs = "may keep the ROF of a weapon or give it up."
        return Now(
            side=self.side,
            kind="choice",
            text=self._asked(position) if mine else theirs,
            focus=(self.at,),
            units=(self.unit,),
            rule="A8.23",
        )

    def _asked(self, position: Knowledge) -> str:
        return f"The {self._called(position)} may fire again: keep its ROF, or give it up?"

    def _called(self, position: Knowledge) -> str:
        """The weapon and its unit, for the side that is asked."""
        id_ = self.weapon.for_(self.side) or ShownId("")
        ordnance = find_ordnance(position, id_)
        if ordnance is not None:
            return ordnance.label
        unit = position.unit(self.unit)
        weapon = {one.id: one for one in position.weapons_of(unit)}[id_]
        return f"{weapon_values(weapon).name} of {name(unit)}"


def _gained(table: AslTable, kept: Attack, given: Attack) -> list[tuple[LocationId, int]]:
    """Where more Residual FP would be, and how much, if more ROF is given up."""
    position, found = table.truth, list[tuple[LocationId, int]]()
    for before, after in zip(kept.everywhere, given.everywhere, strict=True):
        at, fp = after.shot.at, left_by(position, after)
        if fp > max(left_by(position, before), residual_at(position, at)):
            found.append((at, fp))
    return found


async def keep_or_give_up(table: AslTable, attack: A) -> A:
    """A8.23: in First Fire the owner of whatever may fire again keeps its ROF or gives it
    up; he is asked only if more Residual FP would come of it, and keeps it under a "?".
    """
    if attack.shot.kind is not FireKind.FIRST:
        return attack
    seen = [part for part in attack.parts if part.under is None]
    left = [part for part in seen if keeps_rate(attack, part)]
    while left:
        ids = tuple(one.id for one in left)
        part = left.pop(0)
        more = _gained(table, attack, replace(attack, given_up=(*attack.given_up, *ids)))
        if not more:
            return attack
        side, weapon = part.side, Secret(ShownId(part.id), part.side)
        at, fp = more[0]
        question = KeepRof(side=side, unit=part.by, weapon=weapon, at=at, fp=fp)
        if not await ask(question):
            attack = replace(attack, given_up=(*attack.given_up, part.id))
    return attack
