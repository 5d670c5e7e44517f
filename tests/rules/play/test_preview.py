"""Previews of paths and LOS: what they cost and meet, and from what the asker knows only."""

from dataclasses import dataclass, replace

import msgspec
import pytest

from rules.board.locations import LocationId, hex_of, location
from rules.chapters.terms.a06_vertices import Aspect
from rules.forces.entities import Minefield, MineMarker
from rules.forces.manner import Manner
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.view import Modifier
from rules.play.moving.gait import Threat
from rules.play.moving.gaits import GAITS
from rules.play.moving.move_commands import Move
from rules.play.page.preview import Leg, path, reach
from rules.play.page.sight import sight
from rules.position.knowledge import Knowledge
from tests.rules.helpers import Bench, at, ids, unit

BOARD = """
woods: C3 C2
brush: D4
grain: D3
road dirt: B3 C3 D2
building stone mill: E4
"""


def bench(*more: Entity, at_hex: str = "B3") -> Bench:
    return Bench(BOARD, [unit("g", "ger-467", at_hex), *more], phase=Phase.MPH)


def knows(bench: Bench, side: Side = Side.A) -> Knowledge:
    return bench.table.known(side)


def mines(owner: Side, name: str, strength: int) -> Minefield:
    return Minefield(
        id=f"r{owner.value}",
        owner=owner,
        at=Secret(hex_of(at(name)), owner),
        strength=Secret(strength, owner),
        marker=Secret[str | None](None, owner),
        strength_known=Secret(False, owner),
    )


def legs(*names: str, manner: Manner | None = None) -> tuple[Leg, ...]:
    return tuple(Leg(at(name), manner) for name in names)


def test_steps_add_up_and_what_is_left_goes_down() -> None:
    card = path(knows(bench()), Side.A, ids("g"), legs("C4", "D4"))
    assert [(s.points, s.total, s.left) for s in card.steps] == [("1", "1", "3"), ("2", "3", "1")]
    assert [part.rule for part in card.steps[1].cost] == ["B12.4"]
    assert card.allowed == "4"
    assert card.barred is None
    assert [step.range for step in card.steps] == [1, 2]


def test_the_road_is_taken_where_it_is_cheaper_unless_the_terrain_is_chosen() -> None:
    by_road = path(knows(bench()), Side.A, ids("g"), legs("C3"))
    (step,) = by_road.steps
    assert (step.way, step.points) == (Manner.ROAD, "1")
    assert {(one.way, one.points) for one in step.ways if not Manner(one.way).sides} == {
        (Manner.ROAD, "1"),
        (Manner.TERRAIN, "2"),
    }
    (step,) = path(knows(bench()), Side.A, ids("g"), legs("C3", manner=Manner.TERRAIN)).steps
    assert (step.way, step.points) == (Manner.TERRAIN, "2")


def test_a_path_leads_past_the_woods_only_where_it_is_told_to() -> None:
    bypass = Leg(at("C3"), Manner.BYPASS_4_5)
    card = path(knows(bench()), Side.A, ids("g"), (bypass, *legs("C2")))
    first, second = card.steps
    assert (first.way, first.points, first.total) == (Manner.BYPASS_4_5, "1", "1")
    assert [part.label for part in first.cost] == ["in Bypass"]
    assert (second.to, second.total) == (at("C2"), "3")
    (barred,) = path(knows(bench()), Side.A, ids("g"), (bypass, *legs("D4"))).steps
    assert barred.to == at("C3")


def test_a_path_ends_where_the_mf_end_and_says_so() -> None:
    card = path(knows(bench()), Side.A, ids("g"), legs("C4", "D4", "D5", "D6"))
    assert len(card.steps) == 3
    assert card.barred is not None
    assert card.barred.rule == "A4.1"


def test_a_path_does_not_leap() -> None:
    card = path(knows(bench()), Side.A, ids("g"), legs("E3"))
    assert card.steps == ()
    assert card.barred is not None
    assert "not adjacent" in card.barred.why


def test_a_known_enemy_bars_the_way() -> None:
    card = path(knows(bench(unit("r", "rus-447", "C4"))), Side.A, ids("g"), legs("C4"))
    assert card.barred is not None
    assert card.barred.rule == "A4.14"


def test_a_hex_stands_for_its_cheapest_location() -> None:
    (step,) = path(knows(bench()), Side.A, ids("g"), (Leg(hex_of(at("C4"))),)).steps
    assert step.to == at("C4")


HOUSE = """
building stone mill levels 2 stairwell D4: D4 D5
gully: H1 H2 H3 H4 H5 H6 H7 H8 H9 H10
road dirt: G5 H4 I5
bridge wooden: H4
"""


def house(name: str, level: int) -> Knowledge:
    there = unit("g", "ger-467", "A1")
    moved = msgspec.structs.replace(there, at=location(hex_of(at(name)), level))
    return knows(Bench(HOUSE, [moved], phase=Phase.MPH))


def test_a_hex_stands_for_a_location_that_can_be_entered_from_that_level() -> None:
    (step,) = path(house("D4", 1), Side.A, ids("g"), (Leg(hex_of(at("D5"))),)).steps
    assert step.to == location(hex_of(at("D5")), 1)


def test_the_stairs_are_a_step_within_the_hex() -> None:
    up = location(hex_of(at("D4")), 1)
    (step,) = path(house("D4", 0), Side.A, ids("g"), (Leg(up),)).steps
    assert [part.rule for part in step.cost] == ["B23.4"]
    assert step.range == 0


def test_the_gully_is_told_beside_the_bridge() -> None:
    bridge, bottom = (location(hex_of(at("H4")), level) for level in (1, 0))
    (step,) = path(house("G5", 0), Side.A, ids("g"), (Leg(hex_of(at("H4"))),)).steps
    assert (step.to, step.others) == (bridge, (bottom,))
    (step,) = path(house("G5", 0), Side.A, ids("g"), (Leg(bottom),)).steps
    assert (step.to, step.others) == (bottom, (bridge,))


def test_reach_counts_every_floor() -> None:
    places = reach(house("D4", 0), Side.A, ids("g")).places
    assert places[location(hex_of(at("D4")), 2)].left == "2"
    assert places[location(hex_of(at("D5")), 1)].left == "1"


def test_the_road_bonus_reaches_farther() -> None:
    board = "road paved: " + " ".join(f"A{n}" for n in range(1, 10))
    position = knows(Bench(board, [unit("g", "ger-467", "A1")], phase=Phase.MPH))
    card = path(position, Side.A, ids("g"), legs("A2", "A3", "A4", "A5", "A6", "A7"))
    assert (card.steps[-1].to, card.steps[-1].total, card.allowed) == (at("A6"), "5", "5")
    assert at("A6") in reach(position, Side.A, ids("g")).places
    assert at("A7") not in reach(position, Side.A, ids("g")).places


def test_a_shorter_way_off_the_road_does_not_hide_that_the_road_has_a_bonus() -> None:
    woods = "woods: B4 B5 B6 B7 C5 C6 C7 D4 D5 D6 D7"
    board = f"grain: C4\n{woods}\nroad dirt: B3 C3 C4 C5 C6 C7"
    position = knows(Bench(board, [unit("g", "ger-467", "B3")], phase=Phase.MPH))
    places = reach(position, Side.A, ids("g")).places
    assert places[at("C4")].left == "2½"
    assert at("C7") in places


@pytest.mark.parametrize(
    "nonsense", ["", "inline:ZZ9", "inline:ZZ9/0", "inline:C4/x", "/", "a/b/c"]
)
def test_a_place_that_does_not_exist_is_refused(nonsense: str) -> None:
    card = path(knows(bench()), Side.A, ids("g"), (Leg(nonsense),))
    assert card.barred is not None


def test_only_units_that_may_move_and_are_ones_own_have_a_path() -> None:
    broken = unit("x", "ger-467", "B3", broken=True)
    with pytest.raises(Refused, match="broken"):
        path(knows(bench(broken)), Side.A, ids("x"), legs("C4"))
    with pytest.raises(Refused, match="not yours"):
        path(knows(bench(), Side.B), Side.B, ids("g"), legs("C4"))
    with pytest.raises(Refused, match="no unit"):
        path(knows(bench()), Side.A, ids("nobody"), legs("C4"))


def test_known_mines_threaten_who_enters_and_who_leaves() -> None:
    known = MineMarker(id="m", at=hex_of(at("C4")), strength=None)
    card = path(knows(bench(known)), Side.A, ids("g"), legs("C4", "D4"))
    assert [len(step.threats) for step in card.steps] == [1, 1]
    assert "unknown strength" in card.steps[0].threats[0].text
    assert "leaving" in card.steps[1].threats[0].text


def test_ones_own_records_threaten_too_and_the_enemys_do_not() -> None:
    (step,) = path(knows(bench(mines(Side.A, "C4", 8))), Side.A, ids("g"), legs("C4")).steps
    assert "8 FP" in step.threats[0].text
    (step,) = path(knows(bench(mines(Side.B, "C4", 8))), Side.A, ids("g"), legs("C4")).steps
    assert step.threats == ()


def test_who_sees_a_step_is_told() -> None:
    enemies = (unit("r1", "rus-447", "C5"), unit("r2", "rus-447", "H9", broken=True))
    (step,) = path(knows(bench(*enemies)), Side.A, ids("g"), legs("C4")).steps
    assert step.seen_from == (at("C5"),)


def test_reach_gives_the_most_mf_left_for_every_location() -> None:
    card = reach(knows(bench()), Side.A, ids("g"))
    assert card.places[at("C3")].left == "3"
    assert card.places[at("C2")].left == "1"
    assert card.places[at("D2")].left == "2"
    assert at("B3") not in card.places
    assert max(len(card.places), 1) > 20


def test_reach_agrees_with_the_path_there() -> None:
    position = knows(bench())
    for place, reached in reach(position, Side.A, ids("g")).places.items():
        ends = _best_left(position, place)
        assert ends is None or ends == reached.left, place


def _best_left(position: Knowledge, place: str) -> str | None:
    """What is left after one step, where the place is next to the start."""
    card = path(position, Side.A, ids("g"), (Leg(place),))
    return card.steps[0].left if card.steps else None


def test_reach_goes_round_a_known_enemy() -> None:
    places = reach(knows(bench(unit("r", "rus-447", "C4"))), Side.A, ids("g")).places
    assert at("C4") not in places


def test_a_stack_goes_as_far_as_its_slowest() -> None:
    slow = unit("w", "ger-8-1", "B3", wounded=True)
    card = path(knows(bench(slow)), Side.A, ids("g", "w"), legs("C4"))
    assert (card.allowed, card.steps[0].left) == ("3", "2")


def test_los_tells_hindrances_and_their_rules() -> None:
    answer = sight(knows(bench()), at("D5"), at("D2"))
    assert [(bead.hex, bead.rule) for bead in answer.hindrances] == [
        (hex_of(at("D4")), "B12.2"),
        *([(hex_of(at("D3")), "B15.2")] if bench().table.board.grain_in_season else []),
    ]
    assert answer.total == len(answer.hindrances)
    assert not answer.blocked
    assert answer.range == 3
    assert "B12.2" in answer.words


def test_los_tells_where_it_is_blocked() -> None:
    answer = sight(knows(bench()), at("C4"), at("C1"))
    assert answer.blocked
    assert answer.at in {hex_of(at("C3")), hex_of(at("C2"))}
    assert answer.rule == "A6.2"
    assert answer.place is not None


@pytest.mark.parametrize("nonsense", ["", "inline:D5", "inline:D5/9", "inline:ZZ9/0", "D5/0", "/"])
def test_los_is_asked_between_locations_of_the_board(nonsense: str) -> None:
    for ends in ((nonsense, at("D2")), (at("D2"), nonsense)):
        with pytest.raises(Refused, match="no Location"):
            sight(knows(bench()), *ends)


def test_a_unit_that_has_spent_mf_has_the_rest_only() -> None:
    spent = Bench(BOARD, [_spent()], phase=Phase.MPH)
    card = path(knows(spent), Side.A, ids("g"), legs("C4"))
    assert (card.allowed, card.steps[0].total, card.steps[0].left) == ("2", "1", "1")


@dataclass(frozen=True)
class Cart:
    """Goes through the hexside that it faces, for two MP; one more to turn by one before that."""

    position: Knowledge
    side: Side
    at: LocationId
    front: int
    spent: int = 0
    measure: str = "MP"
    may_stay: bool = True

    @property
    def left(self) -> int:
        return 12 - self.spent

    @property
    def state(self) -> tuple[LocationId, int]:
        return self.at, self.front

    def onward(self) -> list["Turned"]:
        around = dict(self.position.board.neighbours(hex_of(self.at)))
        turns = (self.front, (self.front - 1) % 6, (self.front + 1) % 6)
        steps = [Turned(self, location(around[to]), to) for to in turns if to in around]
        return [step for step in steps if step.made().left >= 0]

    def refuse(self, to: LocationId) -> None:
        raise Refused("D2.1", "The cart does not face that way.")


@dataclass(frozen=True)
class Turned:
    """A hex farther; the cart turns first if it has to."""

    before: Cart
    to: LocationId
    front: int
    label: str = "ahead"
    is_particular: bool = False

    @property
    def way(self) -> str:
        return f"facing {self.front}"

    @property
    def aspect(self) -> Aspect:
        return Aspect()

    @property
    def turns(self) -> bool:
        return self.front != self.before.front

    @property
    def cost(self) -> tuple[Modifier, ...]:
        turning = (Modifier("D2.11", "turning", 2),) if self.turns else ()
        return (*turning, Modifier("D2.1", "open ground", 4))

    @property
    def commands(self) -> tuple[Move, ...]:
        turn = (Move(units=(), to=self.before.at),) if self.turns else ()
        return (*turn, Move(units=(), to=self.to))

    def threats(self) -> tuple[Threat, ...]:
        return ()

    def made(self) -> Cart:
        spent = self.before.spent + sum(part.value for part in self.cost)
        return replace(self.before, at=self.to, front=self.front, spent=spent)


def cart(position: Knowledge, side: Side, unit_ids: tuple[ShownId, ...]) -> Cart | None:
    return Cart(position, side, at("D4"), front=0) if unit_ids == ("cart",) else None


def test_a_path_is_made_of_the_steps_of_whoever_makes_it() -> None:
    gaits = (cart, *GAITS)
    card = path(knows(bench()), Side.A, ids("cart"), legs("D3", "E3"), gaits)
    assert card.measure == "MP"
    assert [(s.points, s.total, s.left) for s in card.steps] == [("2", "2", "4"), ("3", "5", "1")]
    assert [len(step.commands) for step in card.steps] == [1, 2]
    back = path(knows(bench()), Side.A, ids("cart"), legs("D5"), gaits)
    assert (back.steps, back.barred and back.barred.rule) == ((), "D2.1")
    there = reach(knows(bench()), Side.A, ids("cart"), gaits).places
    assert (there[at("D1")].left, there[at("E3")].left) == ("0", "1")
    assert at("D5") not in there
    assert path(knows(bench()), Side.A, ids("g"), legs("C4"), gaits).measure == "MF"


def test_the_steps_of_a_path_come_with_the_commands_that_make_them() -> None:
    card = path(knows(bench()), Side.A, ids("g"), legs("C3", "C4"))
    assert [step.commands for step in card.steps] == [
        (Move(units=ids("g"), to=at("C3"), manner=Manner.ROAD),),
        (Move(units=ids("g"), to=at("C4")),),
    ]


def _spent() -> Unit:
    return unit("g", "ger-467", "B3", mf_spent=4, moving=True)
