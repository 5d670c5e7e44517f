"""A7.308, E5.5 Fire at horses without riders tells nothing of who is hidden beside them."""

import pytest

from rules.chapters.fire import a07_resolution
from rules.chapters.fire.a07_attack import IftAttack
from rules.chapters.fire.a07_resolution import resolve_shot
from rules.chapters.terms.a07_shot import FireKind, Firer, Shot
from rules.forces.afoot import Horse
from rules.forces.phases import Phase
from rules.forces.sealed import Sealed, Veiled
from rules.kernel.audience import Audience, Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.secret import Secret
from rules.position.horses import Horses
from rules.position.position import HIDDEN
from tests.rules.helpers import Bench, at, ids, unit

HIDES = Veiled(
    id="h1",
    owner=Side.B,
    what=Secret[Sealed](unit("h1", "rus-447", "E7", under=HIDDEN), Side.B),
)


def told(*hidden: Entity, dice: tuple[int, int]) -> list[tuple[object, ...]]:
    """What all but the owner are told of an attack at the horses."""
    horses = Horses(id="horses-1", side=Side.B, size=Horse.SQUAD, at=at("E7"))
    firer = unit("g1", "ger-467", "E5")
    bench = Bench("woods: E7", [firer, horses, *hidden], phase=Phase.PFPH, dice=[dice])
    shot = Shot(FireKind.PREP, (Firer(ShownId("g1")),), at("E7"), ids())
    bench.run(resolve_shot(bench.table, shot, ()))
    heard = {Audience.PUBLIC, Audience.A}
    return [
        (to, line.text, line.mods, line.result)
        for to, line in bench.table.kernel.lines
        if to in heard
    ]


@pytest.mark.parametrize("dice", [(4, 5), (3, 5), (6, 5)], ids=str)
def test_without_effect_on_the_hidden_nobody_hears_of_them(dice: tuple[int, int]) -> None:
    assert told(HIDES, dice=dice) == told(dice=dice)


def test_to_say_what_it_did_to_the_hidden_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_of_all(_: object, attack: IftAttack) -> object:
        return next(iter(attack.results), None)

    monkeypatch.setattr(a07_resolution, "_first", first_of_all)
    assert told(HIDES, dice=(4, 5)) != told(dice=(4, 5))
