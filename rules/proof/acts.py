"""Acts under a "?" that nobody near sees, to which random games come too seldom: two SMC who fire a
MG, who sets off a DC, the DR of a Clearance, fire from afar at who may be in hidden foxholes or
behind a hidden roadblock, entry onto the map where somebody lies unseen, DC in and beside houses
that are fortified in secret. And acts before somebody
in the open, who is named, while others lie nearer. Each has a position of its own, in which whoever
lies there would be told of in the same Facts, and leaks about it that the check must find.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.board.locations import LocationId
from rules.chapters.close_combat import a11_melee
from rules.chapters.close_combat.a11_concealed import tell_states
from rules.chapters.concealment import a12_loss, a12_under_attack, a12_unseen
from rules.chapters.concealment.a12_claimed_tem import claim_tem
from rules.chapters.concealment.a12_detection import find
from rules.chapters.concealment.a12_fortifications import FortificationShown
from rules.chapters.concealment.a12_hidden import show_fortification
from rules.chapters.concealment.a12_under_attack import declare_checks
from rules.chapters.concealment.a12_unseen_fire import tell_of_unseen
from rules.chapters.concealment.a12_unseen_tries import Attempt, as_told, tell_how_it_is_read
from rules.chapters.concealment.a12_watchers import nearest
from rules.chapters.fire import a07_results, a23_set_charges, a24_smoke
from rules.chapters.fire.a23_demolition import place_charge
from rules.chapters.fire.a23_set_charges import begin_setting
from rules.chapters.movement import a02_entry
from rules.chapters.rubble import b24_clearance
from rules.chapters.terms.a07_shot import Shot
from rules.chapters.works.b23_found import bars_by_fortress, hidden_building
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Dice, HmacDice
from rules.kernel.game import Game
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.view import Modifier
from rules.kernel.world import World
from rules.play import after_fire
from rules.play.combat import close_combat
from rules.play.firing import set_charges, special_weapons
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision
from rules.position.goers import label
from rules.position.hidden_fortifications import HiddenFortification
from rules.position.position import HIDDEN, Position, is_dummy, names
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom
from rules.proof.subjects.covers import COVERS, vary_height, vary_ids, vary_who
from rules.proof.subjects.fortifications import FORTIFICATIONS
from rules.proof.subjects.subject import Subject
from rules.proof.trials import TrialGame, trial
from rules.proof.twins import Maker, Variation, Variations
from rules.proof.unseen import ACTING, tried_by_name
from rules.proof.variations import variations


def vary_shelters(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.33: whether something is hidden that would shelter who is fired at."""
    hidden = [one for one in world.all(HiddenFortification) if one.owner.audience is not x]
    if hidden:
        world.drop(rng.choice(hidden))
    return bool(hidden)


_SHELTERS: Final = Subject(
    lambda rules: (Variation("hidden shelters", vary_shelters, (FortificationShown,)),),
    told={**COVERS.told, **FORTIFICATIONS.told},
)
_WHO: Final = Subject(lambda rules: (Variation("who is under a ?", vary_who),), told=COVERS.told)
_NAMES: Final = Subject(
    lambda rules: (Variation("who is who under a ?", vary_ids, only_names=True),), told=COVERS.told
)


_UNMET: Final = Subject(
    lambda rules: (
        Variation("who is under a ?", vary_who),
        Variation("height of a ?", vary_height),
        Variation("hidden shelters", vary_shelters, (FortificationShown,)),
    ),
    told={**COVERS.told, **FORTIFICATIONS.told},
)


@dataclass(frozen=True)
class Scene:
    """A position about one act, and what is secret in it; in one of some phases, if they are named,
    and else as it stands. Players lean to the verbs that it is about.
    """

    name: str
    subject: Subject = _WHO
    phases: tuple[Phase, ...] = ()
    about: tuple[str, ...] = ()
    dice: Callable[[bytes], Dice] = HmacDice

    @property
    def rules(self) -> AslRules:
        return trial(self.name).rules

    @property
    def variations(self) -> Variations:
        """How its secrets may vary."""

        def start(maker: Maker, rng: SupportsRandom) -> Game:
            clock: dict[str, Any] = {"phase": rng.choice(self.phases)} if self.phases else {}
            return trial(self.name).game(**clock)

        return variations(self.rules, (self.subject,), start).closer(self.about)

    def sound(self) -> Maker:
        """The position as it should be."""
        return Maker(self.rules, self._game(), dice=self.dice)

    def planted(self, within: Callable[[], Any]) -> Callable[[], Maker]:
        """The same with a leak."""
        return lambda: Maker(self.rules, self._game(), within, self.dice)

    def _game(self) -> type[Game]:
        position = trial(self.name)

        class SceneGame(TrialGame):
            """A game that begins with the position."""

            @classmethod
            def begin(cls, rules: AslRules) -> Game:
                return position.game(cls)

        return SceneGame


SERVING: Final = Scene("serving")
DETONATING: Final = Scene("detonating")
CLEARED: Final = Scene("cleared")
CLAIMING: Final = Scene("claiming", _SHELTERS)
BARRING: Final = Scene("barring", _SHELTERS)
WATCHED: Final = Scene("watched", COVERS, (Phase.MPH, Phase.PFPH))
ARRIVING: Final = Scene("arriving", _UNMET, (Phase.MPH, Phase.APH))
CHARGING: Final = Scene("charging", _SHELTERS, (Phase.MPH, Phase.MPH, Phase.PFPH))
STAYING: Final = Scene("staying", COVERS, (Phase.RPH, Phase.PFPH))
FIGHTING: Final = Scene("fighting", ACTING, about=("choose", "cc_attack"))
CHECKED: Final = Scene("checked", COVERS, about=("move", "choose"))
SMOKING: Final = Scene("smoking", _NAMES, about=("smoke",))
SCENES: Final = (
    SERVING, DETONATING, CLEARED, CLAIMING, BARRING, WATCHED, ARRIVING, CHARGING, STAYING, FIGHTING,
    CHECKED,
    SMOKING,
)  # fmt: skip


def mate_by_name(table: AslTable, shot: Shot) -> None:
    """Says who fires the MG with its possessor."""
    tell_of_unseen(table, shot)
    for unit in table.truth.alive(shot.mates):
        table.log("fire", f"{label(unit)} helps")


def each_by_itself(
    units: Iterable[Unit], mods: Iterable[Modifier], rule: str, of_others: Container[str] = ()
) -> tuple[Modifier, ...]:
    """Writes what each of those under a "?" adds to a DR."""
    return tuple(mods)


def read_in_one(
    table: AslTable,
    units: Iterable[Unit],
    what: Attempt,
    needed: int,
    mods: Iterable[Modifier] = (),
) -> None:
    """Tells the Fact as it should be, whatever the line of the DR then says."""
    there = tuple(units)
    told = as_told(there, mods, "B24.7", b24_clearance._OF_THE_PLACE)
    tell_how_it_is_read(table, there, what, needed, told)


async def claimed_if_any(table: AslTable, shot: Shot, *, to_hit: bool = False) -> Shot:
    """Asks nobody who has nothing to show."""
    hidden = table.world.all(HiddenFortification)
    return await claim_tem(table, shot, to_hit=to_hit) if hidden else shot


def met_with_all(table: AslTable, at: LocationId, side: Side) -> bool:
    """Says how many lie where somebody who would enter the map is met."""
    found = find(table, at, side)
    if found:
        there = sum(one.at == at and not is_dummy(one) for one in table.truth.pieces(side))
        table.log("move", f"{there} of them", side=side, rule="A12.15", at=(at,))
    return found


def barred_with_a_word(
    table: AslTable, side: Side, origin: LocationId | None, to: LocationId
) -> bool:
    """Lets those who would enter the map see that a house is fortified, whether it is held or
    not.
    """
    if hidden_building(table, to, side) is not None:
        table.log("move", f"{table.board.name(to)} looks strong", side=side, rule="B23.922")
    return bars_by_fortress(table, side, origin, to)


def placed_with_a_word(
    table: AslTable, weapon_id: ShownId, to: LocationId, mf: int, *, to_breach: bool = False
) -> None:
    """Says that the walls of a house are thick as a DC is placed there."""
    owner = table.truth.view.get(Weapon, weapon_id).side
    if hidden_building(table, to, owner.enemy) is not None:
        table.log("move", "the walls are thick", side=owner, rule="A23.3", at=(to,))
    place_charge(table, weapon_id, to, mf, to_breach=to_breach)


def placed_and_shown(
    table: AslTable, weapon_id: ShownId, to: LocationId, mf: int, *, to_breach: bool = False
) -> None:
    """Shows that a house is fortified before anything depends on it."""
    owner = table.truth.view.get(Weapon, weapon_id).side
    record = hidden_building(table, to, owner.enemy)
    if record is not None:
        show_fortification(table, record)
    place_charge(table, weapon_id, to, mf, to_breach=to_breach)


def set_with_a_word(table: AslTable, weapon_id: ShownId, leader_id: CounterId | None) -> None:
    """Says the same to who Sets a DC inside."""
    weapon = table.truth.view.get(Weapon, weapon_id)
    if hidden_building(table, weapon.at, weapon.side.enemy) is not None:
        table.log("move", "the walls are thick", side=weapon.side, rule="A23.7", at=(weapon.at,))
    begin_setting(table, weapon_id, leader_id)


def nearest_of_all(position: Position, at: LocationId, eyes: Iterable[Unit]) -> Unit | None:
    """Names whoever is nearest of those who look on, under a "?" too."""
    seen = tuple(eyes)
    sides = {one.side for one in seen}
    unseen = (one for one in position.pieces() if one.under is not None and not is_dummy(one))
    return nearest(position, at, (*seen, *(one for one in unseen if one.side in sides)))


def able_unseen(position: Position, at: LocationId, side: Side) -> bool:
    """Has those hold others in Melee who still lie under a "?"."""
    return any(one.at == at and not is_dummy(one) for one in position.pieces(side))


def held_beside_a_mark(table: AslTable, at: LocationId) -> None:
    """Holds who is in the open beside them."""
    units = table.truth.personnel_at(at)
    for unit in units:
        table.change(unit.counter, melee=True)
    table.log("cc", f"{names(units)} are in Melee", rule="A11.15", at=(at,))


def states_of_all(table: AslTable, shown: Iterable[ShownId]) -> None:
    """Says who else under a "?" there is CX, though he neither attacks nor is attacked."""
    there = tuple(shown)
    for unit in table.truth.pieces():
        if unit.at == table.clock.fighting and unit.under is not None and unit.cx:
            table.log("cc", "somebody is out of breath", rule="A11.19", at=(unit.at,))
    tell_states(table, there)


_asked = a12_under_attack._decision


def asked_with_a_hint(
    table: AslTable, side: Side, at: LocationId, cover: ShownId | None
) -> Decision:
    """Says of Dummies that their owner may choose how many DR he makes."""
    decision = _asked(table, side, at, cover)
    there = table.truth.under(cover or HIDDEN)
    if all(isinstance(one, Unit) and is_dummy(one) for one in there):
        return replace(decision, theirs=f"chooses: {decision.theirs}")
    return decision


async def declared_by_name(
    table: AslTable, kept: tuple[CounterId, ...], checking: tuple[CounterId, ...]
) -> tuple[CounterId, ...]:
    """Names those who make DR under a "?"."""
    for unit in table.alive(checking):
        table.log("check", f"{label(unit)} is to check")
    return await declare_checks(table, kept, checking)


@contextmanager
def _held_unseen() -> Iterator[None]:
    with (
        swapped(a11_melee, "_able_to_hold", able_unseen),
        swapped(a11_melee, "hold_in_melee", held_beside_a_mark),
    ):
        yield


@contextmanager
def _each_by_itself() -> Iterator[None]:
    with (
        swapped(b24_clearance, "as_told", each_by_itself),
        swapped(b24_clearance, "tell_how_it_is_read", read_in_one),
    ):
        yield


LEAKS: Final[Mapping[str, Mapping[str, Callable[[], Maker]]]] = {
    SERVING.name: {
        "acts: who fires a MG with another": SERVING.planted(
            lambda: swapped(after_fire, "tell_of_unseen", mate_by_name)
        ),
    },
    DETONATING.name: {
        "acts: who sets off a DC": DETONATING.planted(
            lambda: swapped(a23_set_charges, "tell_of_try", tried_by_name)
        ),
    },
    CLEARED.name: {"acts: each DRM by itself": CLEARED.planted(_each_by_itself)},
    CLAIMING.name: {
        "acts: whether TEM could be claimed": CLAIMING.planted(
            lambda: swapped(after_fire, "claim_tem", claimed_if_any)
        ),
    },
    BARRING.name: {
        "acts: whether a roadblock could be shown": BARRING.planted(
            lambda: swapped(after_fire, "claim_tem", claimed_if_any)
        ),
    },
    WATCHED.name: {
        "acts: who saw a ? go lies nearer": WATCHED.planted(
            lambda: swapped(a12_loss, "nearest", nearest_of_all)
        ),
        "acts: who saw a ? act lies nearer": WATCHED.planted(
            lambda: swapped(a12_unseen, "nearest", nearest_of_all)
        ),
    },
    ARRIVING.name: {
        "entry: how many it meets": ARRIVING.planted(
            lambda: swapped(a02_entry, "find", met_with_all)
        ),
        "entry: which houses are fortified": ARRIVING.planted(
            lambda: swapped(a02_entry, "bars_by_fortress", barred_with_a_word)
        ),
    },
    CHARGING.name: {
        "DC: placed at a fortified house": CHARGING.planted(
            lambda: swapped(special_weapons, "place_charge", placed_with_a_word)
        ),
        "DC: placing it shows the house": CHARGING.planted(
            lambda: swapped(special_weapons, "place_charge", placed_and_shown)
        ),
        "DC: Set in a fortified house": CHARGING.planted(
            lambda: swapped(set_charges, "begin_setting", set_with_a_word)
        ),
    },
    STAYING.name: {"Melee: beside who is concealed": STAYING.planted(_held_unseen)},
    FIGHTING.name: {
        "CC: the state of all there": FIGHTING.planted(
            lambda: swapped(close_combat, "tell_states", states_of_all)
        ),
    },
    CHECKED.name: {
        "DR under a ?: what is asked": CHECKED.planted(
            lambda: swapped(a12_under_attack, "_decision", asked_with_a_hint)
        ),
        "DR under a ?: by name": CHECKED.planted(
            lambda: swapped(a07_results, "declare_checks", declared_by_name)
        ),
    },
    SMOKING.name: {
        "acts: who places SMOKE": SMOKING.planted(
            lambda: swapped(a24_smoke, "tell_of_try", tried_by_name)
        ),
    },
}
"""What is planted about each, by name of the position and the leak."""
