"""Weapons that are dropped, Recovered and handed over under a "?": starts in which they may be, and
leaks about it that the check must find.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from rules.board.locations import LocationId
from rules.chapters.movement import a04_possession
from rules.chapters.movement.a04_possession import transfer
from rules.forces.entities import Clock
from rules.forces.phases import Phase
from rules.forces.sealed import Sealed, Veiled
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, side_of
from rules.kernel.game import Game
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.moving import possession
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.goers import label
from rules.position.position import CLOCK, weapon_values
from rules.proof.covered import OWNER, CoveredGame, covered, trial_rules
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.covers import COVERS, add_unit, vary_who
from rules.proof.subjects.subject import Subject
from rules.proof.twins import Maker, Variation
from rules.proof.variations import variations

_LYING: Final = (LocationId("inline:D4/0"), LocationId("inline:E3/0"))
_GUNS: Final = ("ger-lmg", "ger-mmg")
_PHASES: Final = (Phase.RPH, Phase.RPH, Phase.MPH, Phase.APH)


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """Weapons lie where some of the "?" are, and nobody in Good Order sees these."""
    game = covered(OWNER, rules=trial_rules())
    asl = trial_rules().asl(game._table())
    for unit in asl.truth.personnel(OWNER.enemy):
        asl.change(unit.counter, broken=True)
    game.world.change(game.world.get(Clock, CLOCK), phase=rng.choice(_PHASES))
    for number, at in enumerate(_LYING):
        _lay(game.world, f"w9{number}", at)
    there = [one for one in game.world.all(Veiled) if isinstance(unseal(one.what), Unit)]
    if one_in(rng, 2):
        add_unit(game.world, rng.choice(there), rng)
    game.world.take_changes()
    game.refresh()
    return game


def _lay(world: World, id_: str, at: LocationId) -> None:
    """A machine gun that nobody possesses."""
    gun = Weapon(
        id=ShownId(id_),
        side=OWNER,
        counter=CounterId(f"lying {id_}"),
        type="ger-mmg",
        letter=id_,
        holder=None,
        at=at,
    )
    world.add(gun)


def vary_weapons(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.1: which machine gun somebody has under a "?"."""
    found = [one for one in world.all(Veiled) if one.owner is not side_of(x) and _is_gun(one)]
    for veiled in found:
        gun = replace(unseal(veiled.what), type=rng.choice(_GUNS))
        world.change(veiled, what=Secret[Sealed](gun, veiled.owner))
    return bool(found)


def _is_gun(veiled: Veiled) -> bool:
    return unseal(veiled.what).type in _GUNS


_HANDING: Final = Subject(
    lambda rules: (
        Variation("weapons under a ?", vary_weapons),
        Variation("who is under a ?", vary_who),
    ),
    told=COVERS.told,
)

VARIATIONS: Final = variations(trial_rules(), (_HANDING,), start)


def handed_by_name(table: AslTable, weapon_id: ShownId, taker_id: CounterId) -> None:
    """Says which weapon it is that is handed over."""
    what = weapon_values(table.truth.view.get(Weapon, weapon_id)).name
    table.log("possession", f"a {what} changes hands")
    transfer(table, weapon_id, taker_id)


def _swapping(owner: Any, name: str, value: Any) -> Callable[[], Maker]:
    rules = AslRules(trial_rules().scenario, trial_rules().board)
    return lambda: Maker(rules, CoveredGame, lambda: swapped(owner, name, value))


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "handing: who does it": _swapping(a04_possession, "name", label),
    "handing: which weapon": _swapping(possession, "transfer", handed_by_name),
}
"""Leaks about weapons that change hands under a "?"."""


def sound() -> Maker:
    """The same without a leak."""
    return Maker(trial_rules(), CoveredGame)
