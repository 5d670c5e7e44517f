"""What comes about seldom: a "?" given up in the enemy's MPh (A12.14), hidden units placed as the
CCPh begins (A11.19), Control put right at the end (A26.15), who shows himself to the owner of mines
(B28.41), whom a Booby Trap strikes (B28.9): positions of their own, and leaks about each that the
check must find.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from rules.board.locations import LocationId
from rules.chapters.close_combat import a11_concealed
from rules.chapters.concealment import a12_under_attack
from rules.chapters.concealment.a12_hidden import come_under_cover
from rules.chapters.concealment.a12_loss import lose_all
from rules.chapters.concealment.covers import in_secret_order
from rules.chapters.mines import b28_traps
from rules.chapters.morale.a_random_selection import selected_unseen
from rules.chapters.victory import a26_control
from rules.forces.entities import Control
from rules.forces.phases import Phase
from rules.forces.sealed import Veiled
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import CounterId
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play import giving_up
from rules.position.asl_table import AslTable
from rules.position.position import HIDDEN
from rules.position.real_control import RealControl
from rules.proof.acts import Scene
from rules.proof.laid import TrapDice
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.control import CONTROL
from rules.proof.subjects.covers import COVERS, hide
from rules.proof.subjects.laid import LAID
from rules.proof.subjects.mines import MINES
from rules.proof.subjects.subject import Subject
from rules.proof.twins import Maker, Variation


def vary_company(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.3: how many are hidden where somebody is."""
    sealed = ((one, unseal(one.what)) for one in world.all(Veiled) if one.owner.audience is not x)
    there = [(one, what) for one, what in sealed if isinstance(what, Unit) and what.under == HIDDEN]
    if not there:
        return False
    veiled, unit = rng.choice(there)
    mates = [one for one, what in there if what.at == unit.at]
    if len(mates) > 1 and one_in(rng, 2):
        world.drop(rng.choice(mates))
    else:
        hide(world, veiled.owner, unit.at, rng)
    return True


_COMPANY: Final = Subject(
    lambda rules: (Variation("how many are hidden", vary_company),), told=COVERS.told
)


_AMONG_MINES: Final = Subject(COVERS.kinds, told={**MINES.told, **COVERS.told})
_AMONG_TRAPS: Final = Subject(COVERS.kinds, told={**LAID.told, **COVERS.told})
_CONTROL: Final = Subject(CONTROL.kinds, told={**CONTROL.told, **COVERS.told})

YIELDING: Final = Scene("yielding", COVERS, about=("give_up_concealment", "move"))
AMBUSHED: Final = Scene("ambushed", _COMPANY, about=("end_phase",))
DISPUTED: Final = Scene(
    "disputed", _CONTROL, (Phase.APH, Phase.CCPH), about=("advance", "end_phase")
)
PROVING: Final = Scene("proving", _AMONG_MINES, about=("move", "choose"))
TRAPPED: Final = Scene("trapped", _AMONG_TRAPS, about=("deploy",), dice=TrapDice)
SCENES: Final = (YIELDING, AMBUSHED, DISPUTED, PROVING, TRAPPED)


# -- leaks ----------------------------------------------------------------------------------------


def given_up_with_a_word(table: AslTable, unit_ids: Iterable[CounterId]) -> None:
    """Says how many more a side has under "?" as it gives one up."""
    ids = tuple(unit_ids)
    side = table.unit(ids[0]).side
    veiled = sum(one.under is not None for one in table.truth.pieces(side))
    lose_all(table, ids)
    table.log("system", f"{veiled} were under a ?", side=side, rule="A12.14")


def placed_with_a_word(table: AslTable, units: Iterable[Unit]) -> None:
    """Says how many hidden units are placed."""
    coming = tuple(units)
    if coming:
        table.log("cc", f"{len(coming)} of them", side=coming[0].side, rule="A11.19")
    come_under_cover(table, coming)


_keep = a26_control._keep


def kept_with_a_word(table: AslTable, control: Control, *, seen: Side, really: Side) -> None:
    """Says as a side takes Control that it has it in earnest."""
    if seen is not control.side and table.world.find(RealControl, control.id) is not None:
        table.log("system", "now in earnest", side=seen, rule="A26.15")
    _keep(table, control, seen=seen, really=really)


_chosen_proof = a12_under_attack._chosen_proof


async def asked_with_a_word(table: AslTable, real: list[Unit]) -> Unit:
    """Says how many could show themselves."""
    table.log("mines", f"one of {len(real)} is shown", side=real[0].side, rule="B28.41")
    return await _chosen_proof(table, real)


async def asked_where_there_is_a_choice(table: AslTable, real: list[Unit]) -> Unit:
    """Asks who shows himself only if there is more than one who could."""
    return await _chosen_proof(table, real) if len(real) > 1 else real[0]


_struck = b28_traps._struck


def struck_without_a_dr(
    table: AslTable, at: LocationId, there: tuple[Unit, ...]
) -> list[CounterId]:
    """Does not tell by which dr somebody unseen is struck, though others tie with it."""
    seen = tuple(unit for unit in there if unit.under is None)
    unseen = in_secret_order(table, (unit for unit in there if unit.under is not None))
    struck, _ = selected_unseen(table, seen, unseen, "Booby Trap")
    return sorted(struck, key=lambda one: b28_traps._place(table.unit(one)))


def struck_with_a_word(table: AslTable, at: LocationId, there: tuple[Unit, ...]) -> list[CounterId]:
    """Lets everybody hear that somebody unseen may be struck."""
    if any(unit.under is not None for unit in there):
        table.log("roll", "somebody stirs", rule="B28.9", at=(at,))
    return _struck(table, at, there)


LEAKS: Final[Mapping[str, Mapping[str, Callable[[], Maker]]]] = {
    YIELDING.name: {
        "a ? given up: how many are left": YIELDING.planted(
            lambda: swapped(giving_up, "lose_all", given_up_with_a_word)
        ),
    },
    AMBUSHED.name: {
        "CC: how many were hidden": AMBUSHED.planted(
            lambda: swapped(a11_concealed, "come_under_cover", placed_with_a_word)
        ),
    },
    DISPUTED.name: {
        "Control: who has it in earnest": DISPUTED.planted(
            lambda: swapped(a26_control, "_keep", kept_with_a_word)
        ),
    },
    PROVING.name: {
        "mines: how many could be shown": PROVING.planted(
            lambda: swapped(a12_under_attack, "_chosen_proof", asked_with_a_word)
        ),
        "mines: asked only where there is a choice": PROVING.planted(
            lambda: swapped(a12_under_attack, "_chosen_proof", asked_where_there_is_a_choice)
        ),
    },
    TRAPPED.name: {
        "traps: a tie with a dr that is not told": TRAPPED.planted(
            lambda: swapped(b28_traps, "_struck", struck_without_a_dr)
        ),
        "traps: that somebody is unseen": TRAPPED.planted(
            lambda: swapped(b28_traps, "_struck", struck_with_a_word)
        ),
    },
}
"""What is planted about each, by name of the position and the leak."""
