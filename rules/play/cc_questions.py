"""The questions of Close Combat: stacks, declarations, and every way out of it (A11)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.board.locations import LocationId
from rules.chapters.a11_close_combat import Fight, directors, lone_smc, stack_of
from rules.chapters.a11_withdrawal import can_leave, refuse_destination, ways_out
from rules.forces.entities import Unit
from rules.forces.position import Position, name, names
from rules.kernel.audience import Audience
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.view import Now, Offer
from rules.play.checks import on_board, own_stack, place
from rules.play.commands import CcAttack, CcPass, Choose, Withdraw
from rules.play.offers import ButtonOffer, CcOffer, ChoiceOffer, Option, UnitsTo
from rules.play.part import AslQuestion, not_now

ALONE = "alone"


@dataclass(frozen=True, kw_only=True)
class StackSmc(AslQuestion[str | None]):
    """With which MMC a SMC is stacked, if any: they attack and defend together (A11.14)."""

    smc: str
    mmcs: tuple[str, ...]

    def offers(self, position: Position) -> Sequence[Offer]:
        together = [
            Option(id=mmc, label=f"with the {name(position.unit(mmc))}", unit=mmc)
            for mmc in self.mmcs
        ]
        label = f"{name(position.unit(self.smc))} stands"
        alone = Option(id=ALONE, label="by itself")
        options = (*together, alone)
        return (ChoiceOffer(verb="choose", label=label, rule="A11.14", options=options),)

    def refuse(self, position: Position, command: Command) -> None:
        if not isinstance(command, Choose):
            raise not_now(command, "A11.14")
        if command.option not in (*self.mmcs, ALONE):
            raise Refused("A11.14", "A SMC is stacked with a MMC of its Location, or by itself.")

    def answer(self, command: Command) -> str | None:
        if not isinstance(command, Choose):
            raise TypeError(f"{command.verb} is no choice")
        return None if command.option == ALONE else command.option

    def now(self, position: Position, audience: Audience) -> Now:
        smc = position.unit(self.smc)
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

    fight: Fight
    attackers: tuple[str, ...]
    targets: tuple[str, ...]

    def offers(self, position: Position) -> Sequence[Offer]:
        able = tuple(position.unit(unit_id) for unit_id in self.attackers)
        attack = CcOffer(
            verb="cc_attack",
            label="Attack in CC",
            key="f",
            rule="A11.12",
            primary=True,
            at=self.fight.at,
            units=self.attackers,
            targets=self.targets,
            leaders=tuple(leader.id for leader in directors(position, self.fight, able)),
        )
        return (
            attack,
            ButtonOffer(verb="cc_pass", label="No more attacks", key="p", rule="A11.12"),
        )

    def refuse(self, position: Position, command: Command) -> None:
        match command:
            case CcPass():
                return
            case CcAttack():
                self._refuse_attack(position, command)
            case _:
                raise not_now(command, "A11.12")

    def _refuse_attack(self, position: Position, command: CcAttack) -> None:
        own_stack(position, self.side, command.units)
        if not set(command.units) <= set(self.attackers):
            raise Refused("A11.12", "A unit chosen may not attack now, or has attacked already.")
        if not command.targets or len(set(command.targets)) != len(command.targets):
            raise Refused("A11.12", "Choose one or more different units to attack.")
        if not set(command.targets) <= set(self.targets):
            raise Refused("A11.12", "A unit can be attacked only once, and only in this Location.")
        if command.leader is None:
            return
        stack = stack_of(position, self.fight, command.units)
        attackers = tuple(position.unit(id_) for id_ in stack if id_ in self.attackers)
        if command.leader not in {unit.id for unit in directors(position, self.fight, attackers)}:
            raise Refused("A11.141", "A leader directs only the attack of those he defends with.")

    def answer(self, command: Command) -> CcAttack | None:
        return command if isinstance(command, CcAttack) else None

    def now(self, position: Position, audience: Audience) -> Now:
        where = place(position, self.fight.at)
        units = tuple(position.unit(unit_id) for unit_id in self.attackers)
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

    at: LocationId
    able: tuple[str, ...]
    what: str
    rule: str
    must: tuple[str, ...] = ()

    def offers(self, position: Position) -> Sequence[Offer]:
        units = tuple(position.unit(unit_id) for unit_id in self.able)
        ways = [
            UnitsTo(
                verb="withdraw", label=self.what, key="g", rule=self.rule, units=dict(group),
                primary=True,
            )
            for group in ways_out(position, units)
        ]  # fmt: skip
        stay = ButtonOffer(verb="cc_pass", label="Stay", key="p", rule=self.rule)
        return ways if self._bound(position) else (*ways, stay)

    def _bound(self, position: Position) -> tuple[Unit, ...]:
        units = (position.unit(unit_id) for unit_id in self.able if unit_id in self.must)
        return tuple(unit for unit in units if can_leave(position, unit))

    def refuse(self, position: Position, command: Command) -> None:
        match command:
            case CcPass():
                bound = self._bound(position)
                if bound:
                    rule = "A11.16" if any(unit.broken for unit in bound) else "A11.2"
                    raise Refused(rule, f"{names(bound)} must attempt to withdraw from Melee.")
            case Withdraw():
                units = own_stack(position, self.side, command.units)
                if not set(command.units) <= set(self.able):
                    raise Refused(self.rule, "A unit chosen may not leave now.")
                refuse_destination(position, units, on_board(position, command.to))
            case _:
                raise not_now(command, self.rule)

    def answer(self, command: Command) -> Withdraw | None:
        return command if isinstance(command, Withdraw) else None

    def now(self, position: Position, audience: Audience) -> Now:
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
