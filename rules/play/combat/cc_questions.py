"""The questions of Close Combat: stacks, declarations, and every way out of it (A11)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from msgspec.structs import replace

from rules.board.locations import LocationId
from rules.chapters.close_combat.a11_close_combat import Fight, directors, lone_smc, stack_of
from rules.chapters.close_combat.a11_withdrawal import can_leave, objection_to_leaving, ways_out
from rules.chapters.close_combat.a20_capture import takes_part
from rules.forces.units import Unit
from rules.kernel.audience import Audience
from rules.kernel.command import Command
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.secret import Public
from rules.kernel.slots import Filler, choice
from rules.kernel.view import Now, Offer
from rules.play.activity import AslCommand, Guise, UnitNoun
from rules.play.checks import on_board, own_stack, place
from rules.play.choices import Choose
from rules.play.page.offers import ButtonOffer, CcOffer, UnitsTo
from rules.play.part import AslQuestion, not_now
from rules.position.concealed_fighters import fighter, own_id, shown_ids
from rules.position.knowledge import Knowledge
from rules.position.position import (
    name,
    names,
)

ALONE = "alone"


class CcAttack(AslCommand, frozen=True, kw_only=True, tag="cc_attack"):
    """Declare a CC attack of some units against some, directed by a leader who attacks
    with them.
    """

    words = "cc attack {units} against {targets} [director {leader}]"
    captures: ClassVar[bool] = False
    guise: ClassVar[Guise] = Guise.COVERED  # the Ambusher alone (A11.19)
    units: tuple[UnitNoun, ...]
    targets: tuple[UnitNoun, ...]
    leader: UnitNoun | None = None


class CcCapture(CcAttack, frozen=True, kw_only=True, tag="cc_capture"):
    """The same, to capture them and not to kill them."""

    words = "cc capture {targets} with {units} [director {leader}]"
    captures: ClassVar[bool] = True


class CcPass(AslCommand, frozen=True, kw_only=True, tag="cc_pass"):
    """Declare no further CC attack in this Location."""

    words = "cc pass"


class Withdraw(AslCommand, frozen=True, kw_only=True, tag="withdraw"):
    """Withdraw units from Melee, or from an Ambush, into an adjacent Location."""

    words = "withdraw {units} to {to}"
    guise = Guise.COVERED
    units: tuple[UnitNoun, ...]
    to: LocationId


@dataclass(frozen=True, kw_only=True)
class StackSmc(AslQuestion[ShownId | None]):
    """With which MMC a SMC is stacked, if any: they attack and defend together (A11.14)."""

    answers: ClassVar = (Choose,)
    smc: Public[ShownId]
    mmcs: Public[tuple[ShownId, ...]]

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        together = [
            Filler(value=mmc, label=f"with the {name(fighter(position, mmc))}", unit=mmc)
            for mmc in self.mmcs
        ]
        label = f"{name(fighter(position, self.smc))} stands"
        alone = Filler(value=ALONE, label="by itself")
        options = (*together, alone)
        return (choice("choose", label, "A11.14", options),)

    def refuse(self, position: Knowledge, command: Command) -> None:
        if not isinstance(command, Choose):
            raise not_now(command, "A11.14")
        if command.option not in (*self.mmcs, ALONE):
            raise Refused("A11.14", "A SMC is stacked with a MMC of its Location, or by itself.")

    def answer(self, command: Command) -> ShownId | None:
        if not isinstance(command, Choose):
            raise TypeError(f"{command.verb} is no choice")
        return None if command.option == ALONE else ShownId(command.option)

    def now(self, position: Knowledge, audience: Audience) -> Now:
        smc = fighter(position, self.smc)
        mine = audience is self.side.audience
        text = f"With which unit does the {name(smc)} fight?" if mine else "arranges its stacks."
        return Now(
            side=self.side,
            kind="choice",
            text=text,
            sub="Close Combat",
            focus=(smc.at,),
            units=(smc.id,),
            rule="A11.14",
        )


@dataclass(frozen=True, kw_only=True)
class DeclareAttack(AslQuestion[CcAttack | None]):
    """Declare one more CC attack, or no more (A11.12).

    `attackers` may still attack and `targets` may still be attacked. A SMC by itself is asked for
    alone. Whoever is chosen brings those stacked with it (A11.14).
    """

    answers: ClassVar = (CcAttack, CcCapture, CcPass)
    fight: Public[Fight]
    attackers: Public[tuple[ShownId, ...]]
    targets: Public[tuple[ShownId, ...]]

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        able = tuple(fighter(position, one) for one in self.attackers)
        attack = CcOffer(
            verb="cc_attack",
            label="Attack in CC",
            key="f",
            rule="A11.12",
            primary=True,
            at=self.fight.at,
            units=tuple(own_id(position, one) for one in self.attackers),
            targets=self.targets,
            leaders=tuple(
                own_id(position, leader.id) for leader in directors(position, self.fight, able)
            ),
        )
        ends = ButtonOffer(verb="cc_pass", label="No more attacks", key="p", rule="A11.12")
        return (attack, *self._capture(position, attack), ends)

    def _capture(self, position: Knowledge, attack: CcOffer) -> Iterator[CcOffer]:
        """A20.22: the same attack as an attempt to capture, by and of those who may."""
        shown, targets = (
            tuple(one for one in ids if takes_part(self._stack(position, (one,))))
            for ids in (self.attackers, attack.targets)
        )
        units = tuple(own_id(position, one) for one in shown)
        if units and targets:
            yield replace(
                attack, verb="cc_capture", label="Capture", key="i", rule="A20.22", primary=False,
                units=units, targets=targets,
                leaders=tuple(one for one in attack.leaders if one in units),
            )  # fmt: skip

    def _stack(self, position: Knowledge, ids: tuple[ShownId, ...]) -> tuple[Unit, ...]:
        return tuple(fighter(position, one) for one in stack_of(position, self.fight, ids))

    def refuse(self, position: Knowledge, command: Command) -> None:
        match command:
            case CcPass():
                return
            case CcAttack():
                self._refuse_attack(position, command)
            case _:
                raise not_now(command, "A11.12")

    def _refuse_attack(self, position: Knowledge, command: CcAttack) -> None:
        own_stack(position, self.side, command.units)
        shown = shown_ids(position, command.units)
        if not set(shown) <= set(self.attackers):
            raise Refused("A11.12", "A unit chosen may not attack now, or has attacked already.")
        if not command.targets or len(set(command.targets)) != len(command.targets):
            raise Refused("A11.12", "Choose one or more different units to attack.")
        if not set(command.targets) <= set(self.targets):
            raise Refused("A11.12", "A unit can be attacked only once, and only in this Location.")
        for ids in (shown, command.targets) if command.captures else ():
            if not takes_part(self._stack(position, ids)):
                raise Refused("A20.22", "Berserk units neither capture nor are captured.")
        if command.leader is None:
            return
        stack = stack_of(position, self.fight, shown)
        attackers = tuple(fighter(position, one) for one in stack if one in self.attackers)
        able = directors(position, self.fight, attackers)
        if command.leader not in {own_id(position, unit.id) for unit in able}:
            raise Refused("A11.141", "A leader directs only the attack of those he defends with.")

    def answer(self, command: Command) -> CcAttack | None:
        return command if isinstance(command, CcAttack) else None

    def now(self, position: Knowledge, audience: Audience) -> Now:
        where = place(position, self.fight.at)
        units = tuple(fighter(position, one) for one in self.attackers)
        mine = audience is self.side.audience
        alone = len(units) == 1 and lone_smc(position, self.fight, units[0])
        whose = f" of the {name(units[0])}" if alone else ""
        text = (
            f"Declare the attacks{whose} in {where}." if mine else f"declares attacks in {where}."
        )
        return Now(
            side=self.side,
            kind="choice",
            text=text,
            sub="Close Combat",
            focus=(self.fight.at,),
            units=self.attackers,
            rule="A11.12",
        )


@dataclass(frozen=True, kw_only=True)
class LeaveCombat(AslQuestion[Withdraw | None]):
    """Units that may leave CC, and where to; or none.

    `what` names the way out: Withdrawal (A11.2), Infiltration (A11.22), Ambush Withdrawal
    (A11.41). `must` are those that have no choice while they can leave: broken units in Melee
    (A11.16), and those that announced it (A11.2).
    """

    answers: ClassVar = (Withdraw, CcPass)
    at: Public[LocationId]
    able: Public[tuple[ShownId, ...]]
    what: Public[str]
    rule: Public[str]
    must: Public[tuple[ShownId, ...]] = ()

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        units = tuple(position.unit(own_id(position, one)) for one in self.able)
        ways = [
            UnitsTo(
                verb="withdraw", label=self.what, key="g", rule=self.rule, units=dict(group),
                primary=True,
            )
            for group in ways_out(position, units)
        ]  # fmt: skip
        stay = ButtonOffer(verb="cc_pass", label="Stay", key="p", rule=self.rule)
        return ways if self._bound(position) else (*ways, stay)

    def _bound(self, position: Knowledge) -> tuple[Unit, ...]:
        units = (position.unit(unit_id) for unit_id in self.able if unit_id in self.must)
        return tuple(unit for unit in units if can_leave(position, unit))

    def refuse(self, position: Knowledge, command: Command) -> None:
        match command:
            case CcPass():
                bound = self._bound(position)
                if bound:
                    rule = "A11.16" if any(unit.broken for unit in bound) else "A11.2"
                    raise Refused(rule, f"{names(bound)} must attempt to withdraw from Melee.")
            case Withdraw():
                units = own_stack(position, self.side, command.units)
                if not set(shown_ids(position, command.units)) <= set(self.able):
                    raise Refused(self.rule, "A unit chosen may not leave now.")
                objection = objection_to_leaving(position, units, on_board(position, command.to))
                if objection is not None:
                    raise Refused(objection.rule, objection.why)
            case _:
                raise not_now(command, self.rule)

    def answer(self, command: Command) -> Withdraw | None:
        return command if isinstance(command, Withdraw) else None

    def now(self, position: Knowledge, audience: Audience) -> Now:
        where = place(position, self.at)
        mine = audience is self.side.audience
        bound = self._bound(position)
        choice = f"the {names(bound)} must go" if bound else "choose units and a Location, or stay"
        own = f"{self.what} from {where}: {choice}."
        return Now(
            side=self.side,
            kind="choice",
            text=own if mine else f"decides on {self.what} from {where}.",
            sub="Close Combat",
            focus=(self.at,),
            units=self.able,
            rule=self.rule,
        )
