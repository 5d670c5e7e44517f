"""The CCPh (A3.8, A11.12): the ATTACKER picks one Location after the other for a round of CC."""

from collections.abc import Iterable

from rules.board.locations import LocationId
from rules.chapters.close_combat.a11_melee import unfought
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, choice
from rules.kernel.view import Offer
from rules.play.activity import Activity
from rules.play.checks import place
from rules.play.choices import Choose
from rules.play.combat.close_combat import close_combat, fight_the_only_one
from rules.play.part import Sentence
from rules.play.phase_end import EndPhase, begin_end, end_offers
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    left = unfought(position)
    if left:
        options = tuple(Filler(value=at, label=place(position, at), at=at) for at in left)
        label = "Resolve Close Combat"
        yield choice("choose", label, "A11.12", options)


def _refuse(position: Knowledge, side: Side, command: Choose) -> None:
    if command.option not in unfought(position):
        raise Refused("A11.12", "No Close Combat is left to fight there.")


async def _begin(table: AslTable, side: Side, command: Choose) -> None:
    await close_combat(table, LocationId(command.option))
    await fight_the_only_one(table)


def _end_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return () if unfought(position) else end_offers(position, side)


def _refuse_end(position: Knowledge, side: Side, command: EndPhase) -> None:
    if unfought(position):
        raise Refused("A11.12", "Every Location with both sides has its round of CC.")


def cc_sentence(position: Knowledge) -> Sentence:
    """What is asked of the ATTACKER in the CCPh: he picks one Location after the other."""
    if not unfought(position):
        return "Close Combat is over: end the Player Turn.", "ends the Player Turn."
    return "Choose the next Location for Close Combat.", "chooses the next Close Combat."


CLOSE_COMBAT = Activity(Choose, _offers, _refuse, _begin)
END_CLOSE_COMBAT = Activity(EndPhase, _end_offers, _refuse_end, begin_end)
