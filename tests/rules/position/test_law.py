"""The law in force: who answers a named question, and how special rules join."""

from collections.abc import Callable, Iterable

import pytest

from rules.board.locations import LocationId
from rules.board.terrain import Terrain
from rules.chapters.close_combat.a11_close_combat import (
    CC_DRM,
    CC_TARGET_DRM,
    Attackers,
    Fight,
    declare,
    weigh,
)
from rules.chapters.fire.a07_drm import FIRE_DRM, modifiers
from rules.chapters.fire.a07_fire import COWERING, MAY_COWER, cowering_shift, may_cower
from rules.chapters.ground.b_terrain import TEM, hex_tem
from rules.chapters.ground.b_terrain_cost import TERRAIN_COST, Chart, Entered
from rules.chapters.morale.a10_check import MC_DRM, Checking, check_modifiers
from rules.chapters.morale.a10_morale_level import MORALE, morale_level
from rules.chapters.morale.a10_rout import MAY_ROUT, MUST_ROUT, may_rout
from rules.chapters.movement.a04_movement import MF_ALLOTMENT, allotment
from rules.chapters.movement.a05_stacking import STACKING_LIMIT, excess_at
from rules.chapters.terms.a07_shot import Aim, FireKind, Firer, Shot
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.view import Modifier
from rules.mapmaking.source import parse_board
from rules.position.knowledge import Knowledge
from rules.position.law import BOOK, Law, NamedQuestion, Rule
from rules.position.position import Position
from tests.rules.helpers import Bench, at, ids, unit

Ask = Callable[[int], Iterable[Modifier]]


def plus(number: str, value: int) -> Rule[Ask]:
    return Rule(number, lambda times: (Modifier(number, "", times * value),))


ONE: NamedQuestion[Ask] = NamedQuestion("ONE", (plus("A1", 1), plus("A2", 2)))


def ledger(law: Law) -> list[tuple[str, int]]:
    return [(part.rule, part.value) for part in law.ledger(ONE, 10)]


def test_the_rulebook_answers_in_its_order() -> None:
    assert ledger(BOOK) == [("A1", 10), ("A2", 20)]
    assert BOOK.total(ONE, 10) == 30
    assert not BOOK.numbers


def test_a_law_adds_at_the_end_and_replaces_in_place() -> None:
    law = BOOK.adding(ONE, plus("SSR 1", 5)).replacing(ONE, "A1", plus("SSR 2", 7))
    assert ledger(law) == [("SSR 2", 70), ("A2", 20), ("SSR 1", 50)]
    assert law.numbers == {"SSR 1", "SSR 2"}
    assert ledger(BOOK) == [("A1", 10), ("A2", 20)]


def test_a_rule_may_be_struck() -> None:
    assert ledger(BOOK.replacing(ONE, "A1")) == [("A2", 20)]


def test_what_is_not_in_force_cannot_be_replaced() -> None:
    law = BOOK.replacing(ONE, "A1", plus("SSR 1", 5))
    with pytest.raises(KeyError, match="ONE has no rule A1, only SSR 1, A2"):
        law.replacing(ONE, "A1", plus("SSR 2", 7))


def test_a_number_answers_once() -> None:
    with pytest.raises(ValueError, match="ONE: a number stands twice"):
        BOOK.adding(ONE, plus("A2", 5))


# -- each question is asked of the law in force ----------------------------------------------------


def table(law: Law) -> Bench:
    units = [
        unit("g", "ger-467", "C3"),
        unit("r", "rus-447", "C4", broken=True, dm=True),
        unit("o", "rus-447", "E6"),
    ]
    return Bench("woods: E6", units, law=law)


def haze(aim: Aim) -> tuple[Modifier, ...]:
    return (Modifier("SSR 1", "haze", 1),)


def a_shot(position: Position) -> tuple[Shot, Unit]:
    shot = Shot(
        kind=FireKind.PREP, firers=(Firer(ShownId("g")),), at=at("E6"), targets=(ShownId("o"),)
    )
    return shot, position.unit(ShownId("o"))


def test_fire() -> None:
    position = table(BOOK.adding(FIRE_DRM, Rule("SSR 1", haze))).public
    shot, target = a_shot(position)
    found = modifiers(position, shot, target)
    assert [(part.rule, part.value) for part in found] == [("B13.3", 1), ("SSR 1", 1)]


def test_cowering() -> None:
    position = table(BOOK.replacing(COWERING, "A7.9", Rule("SSR 1", two_columns))).public
    assert cowering_shift(position, a_shot(position)[0]) == 2
    steady = table(BOOK.adding(MAY_COWER, Rule("SSR 1", never_cowers))).public
    assert may_cower(position, a_shot(position)[0])
    assert not may_cower(steady, a_shot(steady)[0])


def two_columns(position: Position, shot: Shot) -> tuple[Modifier, ...]:
    return (Modifier("SSR 1", "raw", 2),)


def never_cowers(position: Position, shot: Shot) -> bool:
    return False


def shaken(checking: Checking) -> tuple[Modifier, ...]:
    return (Modifier("SSR 1", "shaken", 1),) if checking.unit.side is Side.B else ()


def test_morale_checks() -> None:
    position = table(BOOK.adding(MC_DRM, Rule("SSR 1", shaken))).public
    given = (Modifier("A7.304", "2MC", 2),)
    found = check_modifiers(Checking(position, position.unit(ShownId("o")), given=given))
    assert found == (*given, Modifier("SSR 1", "shaken", 1))
    assert not check_modifiers(Checking(position, position.unit(ShownId("g"))))


def steadier(position: Position, unit: Unit) -> tuple[Modifier, ...]:
    return (Modifier("S2", "steady", 1),)


def test_morale_level() -> None:
    position = table(BOOK.adding(MORALE, Rule("S2", steadier))).public
    assert morale_level(position, position.unit(ShownId("g"))) == 8


def nobody_routs(position: Knowledge, unit: Unit) -> bool:
    return False


def test_rout() -> None:
    law = BOOK.replacing(MAY_ROUT, "A20.21")  # it would surrender
    plain, bound = table(law).public, table(law.adding(MAY_ROUT, Rule("S1", nobody_routs))).public
    assert may_rout(plain, plain.unit(ShownId("r")))
    assert not may_rout(bound, bound.unit(ShownId("r")))


def crowded(position: Position, location: LocationId) -> int:
    """One half squad."""
    return 1


def test_stacking() -> None:
    law = BOOK.replacing(STACKING_LIMIT, "A5.1", Rule("SSR 1", crowded))
    assert excess_at(table(BOOK).public, at("C3"), Side.A) == 0
    assert excess_at(table(law).public, at("C3"), Side.A) == 1


def weary(unit: Unit) -> int | None:
    """Two MF for side b."""
    return 4 if unit.side is Side.B else None


def test_mf() -> None:
    position = table(BOOK.adding(MF_ALLOTMENT, Rule("SSR 1", weary))).public
    assert [allotment(position.law, position.unit(id_)) for id_ in ids("g", "o")] == [8, 4]


def crowd(position: Position, fight: Fight, by: Attackers) -> tuple[Modifier, ...]:
    return (Modifier("SSR 1", "crowded", 1),)


def test_close_combat() -> None:
    law = BOOK.adding(CC_DRM, Rule("SSR 1", crowd)).replacing(CC_TARGET_DRM, "A11.16")
    units = [unit("g", "ger-467", "C3"), unit("r", "rus-447", "C3", broken=True)]
    fight = Fight(at("C3"))
    ledgers = []
    for position in (Bench("", units).public, Bench("", units, law=law).public):
        scales = weigh(position, fight, declare(position, fight, ids("g"), ids("r"), None))
        assert scales is not None
        ledgers.append([(part.rule, part.value) for part in scales.ledgers[ShownId("r")]])
    assert ledgers == [[("A11.16", -2)], [("SSR 1", 1)]]


def test_the_same_board_and_view_answer_by_each_law() -> None:
    """Nothing that is kept for one law is found under another."""
    plain = table(BOOK).public
    other = Knowledge(plain.view, plain.board, BOOK.replacing(TEM, "B13.3"))
    woods = plain.board.hex("E6")
    assert hex_tem(plain, woods) == Modifier("B13.3", "woods", 1)
    assert hex_tem(other, woods) is None
    assert hex_tem(plain, woods) is not None
    assert plain.kept is not other.kept


# -- what the rulebook's own lists must hold -------------------------------------------------------


@pytest.mark.parametrize("terrain", list(Terrain), ids=lambda terrain: terrain.name)
def test_each_terrain_has_one_cost(terrain: Terrain) -> None:
    """A kind of terrain that no rule knows would be free to enter."""
    asks = (rule.ask for rule in TERRAIN_COST.rules)
    known = [ask.number for ask in asks if isinstance(ask, Chart) and terrain in ask.terrain]
    assert len(known) == (0 if terrain is Terrain.GRAIN else 1)


def test_grain_costs_by_its_season() -> None:
    for month, halves in ((7, 3), (12, 2)):
        board = parse_board("size 9 x 6\ngrain: C4", month=month)
        assert (
            BOOK.total(TERRAIN_COST, Entered(board, board.locations(board.hex("C4"))[0])) == halves
        )


def test_what_drives_a_unit_is_named() -> None:
    assert MUST_ROUT.numbers == ("A10.5", "A10.531", "B21.43", "B25.4")
