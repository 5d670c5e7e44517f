"""LOS on small painted boards: the rules, one by one, and where the two readings differ."""

from collections.abc import Mapping

import numpy as np
import pytest

from rules.board.grid.answers import GridLos, Obstruction
from rules.board.grid.engine import GridBoard
from rules.board.grid.geometry import Names, geometry_of
from rules.board.grid.ground import HEX_SHIFT
from rules.board.grid.hexes import Kind
from rules.board.grid.metadata import BoardMetadata
from rules.board.grid.moving import Moving, with_moving
from rules.board.grid.options import Reading
from tests.rules.board.grid.grids import CODES, grid, paint, shape, terrain_table

RULEBOOK, VASL = Reading.RULEBOOK, Reading.VASL
BOTH = pytest.mark.parametrize("reading", [RULEBOOK, VASL], ids=["rulebook", "vasl"])


def los(
    source: str,
    target: str,
    terrain: Mapping[str, str] | None = None,
    *,
    levels: Mapping[str, int] | None = None,
    sides: Mapping[tuple[str, int], str] | None = None,
    reading: Reading = RULEBOOK,
) -> GridLos:
    """The LOS between two Locations, such as "C3" or "C3/1"; the way back must agree (A6.5)."""
    board = grid(paint(terrain or {}, levels=levels, sides=sides), reading)
    ends = [board.spot(name, int(level or 0)) for name, _, level in map(_parts, (source, target))]
    there, back = board.los(*ends), board.los(*reversed(ends))
    assert (there.blocked, there.range, there.rise) == (back.blocked, back.range, -back.rise)
    assert there.blocked or there.hindrance == back.hindrance
    return there


def _parts(place: str) -> tuple[str, str, str]:
    return place.partition("/")


def why(answer: GridLos) -> tuple[Obstruction | None, str | None]:
    return answer.obstruction, answer.at


@BOTH
def test_open_ground_is_clear(reading: Reading) -> None:
    answer = los("C2", "F5", reading=reading)
    assert answer == GridLos(range=5, rise=0)
    assert answer.explain() == "Range 5, same level. Clear."


@BOTH
@pytest.mark.rule("B13.2")
def test_woods_block(reading: Reading) -> None:
    answer = los("C2", "C5", {"C4": "Woods"}, reading=reading)
    assert why(answer) == (Obstruction.HIGHER, "C4")
    assert answer.explain() == (
        "Range 3, same level. Blocked: Woods in C4 is higher than both ends (A6.2)."
    )


@BOTH
@pytest.mark.rule("A6.2")
def test_obstacles_in_the_hexes_of_the_ends_do_not(reading: Reading) -> None:
    assert not los("C2", "C5", {"C2": "Woods", "C5": "Woods"}, reading=reading).blocked


@BOTH
@pytest.mark.rule("A6.2")
def test_only_from_above_the_top_one_sees_down_beyond(reading: Reading) -> None:
    answer = los("C1", "C5", {"C3": "Woods"}, levels={"C1": 1}, reading=reading)
    assert why(answer) == (Obstruction.AS_HIGH, "C3")
    assert answer.rise == -1


@BOTH
@pytest.mark.rule("A6.4")
@pytest.mark.parametrize(
    ("viewer", "first_seen"), [(2, "C5"), (3, "C5")], ids=["level 2", "never fewer than one"]
)
def test_the_hex_behind_is_blind(reading: Reading, viewer: int, first_seen: str) -> None:
    levels = {"C1": viewer}
    blind = los("C1", "C4", {"C3": "Woods"}, levels=levels, reading=reading)
    assert why(blind) == (Obstruction.BLIND, "C3")
    assert not los("C1", first_seen, {"C3": "Woods"}, levels=levels, reading=reading).blocked


@pytest.mark.rule("A6.43")
def test_a_higher_hex_behind_is_less_blind_by_the_rulebook() -> None:
    house, levels = {"C3": "Stone Building, 2 Level"}, {"C1": 4, "C4": 1}
    answer = los("C1", "C4", house, levels=levels, reading=VASL)
    assert answer.obstruction is Obstruction.BLIND
    assert not los("C1", "C4", house, levels=levels, reading=RULEBOOK).blocked


@BOTH
@pytest.mark.rule("A6.2")
def test_ground_higher_than_both_ends_blocks(reading: Reading) -> None:
    answer = los("C1", "C5", levels={"C3": 1}, reading=reading)
    assert why(answer) == (Obstruction.GROUND, "C3")


@BOTH
@pytest.mark.rule("B10.23")
def test_a_crest_line_hides_what_is_below(reading: Reading) -> None:
    hill = {"C1": 1, "C2": 1, "C3": 1}
    answer = los("C1", "C5", levels=hill, reading=reading)
    assert why(answer) == (Obstruction.AS_HIGH, "C2")
    assert not los("C3", "C5", levels=hill, reading=reading).blocked


@pytest.mark.rule("B10.23")
def test_a_crest_beside_the_viewer_hides_nothing_by_the_rulebook() -> None:
    steps = {"C1": 3, "C2": 2}
    assert los("C1", "C3", levels=steps, reading=VASL).obstruction is Obstruction.BLIND_CREST
    assert not los("C1", "C3", levels=steps, reading=RULEBOOK).blocked


@BOTH
@pytest.mark.rule("B9.2")
@pytest.mark.parametrize("kind", ["Wall", "Hedge"])
def test_a_wall_blocks_between_others_hexes_only(reading: Reading, kind: str) -> None:
    sides = {("C3", 3): kind}
    assert why(los("C2", "C5", sides=sides, reading=reading))[0] is Obstruction.HEXSIDE
    assert not los("C3", "C6", sides=sides, reading=reading).blocked
    assert not los("C2", "C4", sides=sides, reading=reading).blocked
    assert not los("C2", "C5", sides=sides, levels={"C2": 1}, reading=reading).blocked


@BOTH
@pytest.mark.rule("B9.52")
def test_bocage_blocks_what_a_wall_does_not(reading: Reading) -> None:
    sides = {("C3", 3): "Bocage"}
    answer = los("C1", "C5", sides=sides, levels={"C1": 1}, reading=reading)
    assert answer.obstruction is Obstruction.BOCAGE


@BOTH
@pytest.mark.rule("B9.52")
def test_vasl_sees_over_bocage_from_a_slope(reading: Reading) -> None:
    data = paint({}, sides={("C3", 3): "Bocage"})
    metadata = BoardMetadata(data.columns, data.rows, slopes={"C5": frozenset({0})})
    board = GridBoard(data, metadata, terrain_table(), reading)
    seen = {name: board.los(board.spot(name), board.spot("C1")) for name in ("C5", "C6")}
    assert seen["C6"].obstruction is Obstruction.BOCAGE
    assert seen["C5"].blocked is (reading is Reading.RULEBOOK)


@BOTH
@pytest.mark.rule("A6.7")
def test_each_hindrance_hex_counts_once(reading: Reading) -> None:
    answer = los("C1", "C6", {"C2": "Grain", "C4": "Brush"}, reading=reading)
    assert [(one.hex, one.terrain, one.value, one.range) for one in answer.hindrances] == [
        ("C2", "Grain", 1, 1),
        ("C4", "Brush", 1, 3),
    ]
    assert answer.hindrance == 2
    assert answer.explain() == (
        "Range 5, same level. Clear, hindered +2: C2 Grain +1, C4 Brush +1 (A6.7)."
    )


@BOTH
@pytest.mark.rule("A6.7")
def test_hindrances_do_not_hinder_from_above(reading: Reading) -> None:
    answer = los("C1", "C6", {"C3": "Grain"}, levels={"C1": 2}, reading=reading)
    assert (answer.blocked, answer.hindrance) == (False, 0)


@BOTH
@pytest.mark.rule("B.10")
def test_six_hindrances_block(reading: Reading) -> None:
    row = ("B1", "C2", "D2", "E3", "F3", "G4", "H4")
    five = los("A1", "I5", dict.fromkeys(row[:5], "Brush"), reading=reading)
    assert (five.blocked, five.hindrance) == (False, 5)
    seven = los("A1", "I5", dict.fromkeys(row, "Brush"), reading=reading)
    assert why(seven) == (Obstruction.HINDRANCES, "G4")


@BOTH
@pytest.mark.rule("B.10")
def test_light_woods_count_twice(reading: Reading) -> None:
    column = {f"C{row}": "Light Woods" for row in (2, 3, 4)}
    answer = los("C1", "C6", column, reading=reading)
    assert why(answer) == (Obstruction.HINDRANCES, "C4")


@BOTH
@pytest.mark.rule("B.6")
def test_inherent_terrain_fills_its_hex(reading: Reading) -> None:
    """A dot of orchard at the centre is enough for a line along the hexside."""
    answer = los("C3", "E3", {"D3": "Orchard", "D2": "Orchard"}, reading=reading)
    assert answer.along
    assert answer.hindrance == 1


@pytest.mark.rule("B.6")
@pytest.mark.parametrize("ends", [("B0", "F0"), ("F0", "B0"), ("D6", "H6"), ("H6", "D6")])
def test_inherent_terrain_reaches_the_edge_of_the_board(ends: tuple[str, str]) -> None:
    """The line runs along the edge, which is a hexside of hexes at the edge."""
    for hex in ("C1", "E1", "E6", "G6"):
        board = grid(paint({hex: "Orchard"}, inset=6.0), RULEBOOK)
        met = board.los(*map(board.spot, ends)).hindrances
        beside = (hex[1] == "1") == (ends[0][1] == "0")
        assert [one.hex for one in met] == [hex] * beside


@BOTH
@pytest.mark.rule("A6.3")
def test_into_a_gully_one_looks_steeply(reading: Reading) -> None:
    gully = {"C4": "Gully"}
    levels = {"C4": -1}
    assert not los("C3", "C4", gully, levels=levels, reading=reading).blocked
    answer = los("C2", "C4", gully, levels=levels, reading=reading)
    assert why(answer) == (Obstruction.AS_HIGH, "C3")
    assert not los("C2", "C4", gully, levels={"C4": -1, "C2": 1}, reading=reading).blocked


@BOTH
@pytest.mark.rule("A6.3")
def test_the_rim_of_a_gully_hides_its_floor(reading: Reading) -> None:
    data = paint({"C4": "Gully"}, inset=12)
    data.elevation[data.terrain == CODES["Gully"]] = -1
    data.elevation[grid(data).ground.cells >> HEX_SHIFT == grid(data).names.index("C1")] = 1
    board = grid(data, reading)
    viewer, floor = board.spot("C1"), board.spot("C4")
    assert why(board.los(viewer, floor)) == (Obstruction.ENTERS_DEPRESSION, "C4")
    assert why(board.los(floor, viewer)) == (Obstruction.EXITS_DEPRESSION, "C4")


@BOTH
@pytest.mark.rule("A6.3")
def test_a_gully_between_ends_on_the_ground_does_nothing(reading: Reading) -> None:
    answer = los("C2", "C5", {"C3": "Gully"}, levels={"C3": -1}, reading=reading)
    assert not answer.blocked


@BOTH
@pytest.mark.rule("A6.8")
def test_a_line_to_another_level_must_leave_its_building(reading: Reading) -> None:
    house = dict.fromkeys(("C3", "C4"), "Stone Building, 1 Level")
    answer = los("C3/1", "C4", house, reading=reading)
    assert answer.obstruction is Obstruction.LEAVING_BUILDING
    assert not los("C3/1", "C4/1", house, reading=reading).blocked


@BOTH
@pytest.mark.rule("B23.25")
def test_floors_of_one_hex_see_each_other_by_the_stairway(reading: Reading) -> None:
    assert not los("C3", "C3/1", {"C3": "Stone Building, 1 Level"}, reading=reading).blocked
    answer = los("C3", "C3/2", {"C3": "Stone Building, 2 Level"}, reading=reading)
    assert why(answer) == (Obstruction.OTHER_FLOOR, "C3")


@BOTH
@pytest.mark.rule("B23.71")
def test_rowhouses_are_walled_off(reading: Reading) -> None:
    houses = dict.fromkeys(("C3", "C4"), "Stone Building, 1 Level")
    sides = {("C3", 3): "Rowhouse Wall, 1 Level"}
    answer = los("C3/1", "C4/1", houses, sides=sides, reading=reading)
    assert answer.obstruction is Obstruction.PARTITION


@pytest.mark.rule("B23.71")
def test_in_vasl_the_wall_of_a_rowhouse_hides_the_floors_above_it() -> None:
    """Both ends are above the wall, which is one level high."""
    houses, levels = {"C4": "Stone Building, 2 Level"}, {"C1": 3}
    sides = {("C4", 0): "Rowhouse Wall, 1 Level"}
    answer = los("C1", "C4/2", houses, levels=levels, sides=sides, reading=VASL)
    assert answer.obstruction is Obstruction.PARTITION
    assert not los("C1", "C4/2", houses, levels=levels, sides=sides, reading=RULEBOOK).blocked


@pytest.mark.rule("B23.71")
def test_the_wall_of_a_rowhouse_in_the_hex_of_the_higher_end() -> None:
    """Its top is at level 2: from level 3 at range 0 it hides level 0 in the next hex."""
    data = paint({})
    geometry, hex = geometry_of(shape()), Names(shape()).index("C3")
    x, y = geometry.centre[hex]
    data.elevation[geometry.hex_at == hex] = 1
    data.elevation[x, y] = 3
    data.terrain[x - 3 : x + 4, y + 22 : y + 24] = CODES["Rowhouse Wall, 1 Level"]
    board = grid(data, VASL)
    answer = board.los(board.spot("C3"), board.spot("C4"))
    assert why(answer) == (Obstruction.PARTITION, "C3")


@pytest.mark.rule("B6.2")
@BOTH
def test_a_bridge_as_high_as_the_higher_end_is_no_crest(reading: Reading) -> None:
    data = paint({}, levels=dict.fromkeys(("C2", "C3", "C4", "C5"), -1))
    x, y = geometry_of(shape()).centre[Names(shape()).index("C3")]
    roadway = slice(x - 9, x + 10), slice(y - 20, y + 21)
    data.elevation[roadway], data.terrain[roadway] = 0, CODES["Single Hex Stone Bridge"]
    board = grid(data, reading)
    answer = board.los(board.spot("C1"), board.spot("C5"))
    assert (answer.blocked, answer.hindrance) == (False, 1)


@BOTH
def test_ground_drawn_into_water_beside_the_higher_end_is_seen_over(reading: Reading) -> None:
    """Bare ground as high as C3, at the side of C2 that is turned to C1."""
    data = paint({"C1": "Water", "C2": "Water"}, levels={"C1": -1, "C2": -1})
    geometry, hex = geometry_of(shape()), Names(shape()).index("C2")
    x, y = geometry.centre[hex]
    data.elevation[x - 9 : x + 10, y - 26 : y - 22] = 0
    board = grid(data, reading)
    ends = board.spot("C1"), board.spot("C3")
    assert not board.los(*ends).blocked
    assert not board.los(*reversed(ends)).blocked


def test_huts_hinder_by_the_rulebook_and_block_in_vasl() -> None:
    huts, levels = {"C3": "Huts"}, {"C1": 1}
    answer = los("C1", "C5", huts, levels=levels, reading=VASL)
    assert answer.obstruction is Obstruction.AS_HIGH
    assert los("C1", "C5", huts, levels=levels, reading=RULEBOOK).hindrance == 1


@pytest.mark.rule("A6.4")
def test_along_a_hexside_buildings_hide_as_elsewhere_by_the_rulebook() -> None:
    """Range 3 from E4 along hexspines: the building beside the line is one hex from the end."""
    houses, levels = dict.fromkeys(("H3", "H4"), "Stone Building"), {"E4": 2}
    answer = los("E4", "I4", houses, levels=levels, reading=RULEBOOK)
    assert answer.obstruction is Obstruction.BLIND
    assert not los("E4", "I4", houses, levels=levels, reading=VASL).blocked


def test_a_rowhouse_wall_of_four_levels_is_four_high_by_the_rulebook() -> None:
    data = paint({})
    for reading, height in ((RULEBOOK, 4), (VASL, 3)):
        assert grid(data, reading).table.named("Rowhouse Wall, 4 Level").height == height


def test_rooftops_and_cellars_are_by_ssr_in_the_rulebook() -> None:
    data = paint(dict.fromkeys(("C3", "C4"), "Stone Building, 1 Level"))
    kinds = {spot.kind for spot in grid(data, VASL).spots[grid(data).names.index("C3")]}
    assert {Kind.ROOFTOP, Kind.CELLAR} <= kinds
    with pytest.raises(ValueError, match="no such Location"):
        grid(data).spot("C3", 2)
    metadata = BoardMetadata(data.columns, data.rows)
    board = GridBoard(data, metadata, terrain_table(), RULEBOOK, by_ssr={Kind.ROOFTOP})
    assert board.spot("C3", 2).kind is Kind.ROOFTOP


def roofed(terrain: Mapping[str, str], reading: Reading, **painted: object) -> GridBoard:
    """A board with rooftops on the buildings whose walls reach a hexside."""
    data = paint(terrain, **painted)  # type: ignore[arg-type]
    metadata = BoardMetadata(data.columns, data.rows)
    return GridBoard(data, metadata, terrain_table(), reading, by_ssr={Kind.ROOFTOP})


@BOTH
@pytest.mark.rule("B23.8")
def test_a_rooftop_is_half_a_level_above_the_top_floor(reading: Reading) -> None:
    """Both buildings rise to level 1½."""
    houses = dict.fromkeys(("C1", "C3"), "Stone Building, 1 Level")
    board = roofed(houses, reading)
    roof, ground = board.spot("C1", 2), board.spot("C6")
    assert why(board.los(roof, ground)) == (Obstruction.AS_HIGH, "C3")
    assert why(board.los(ground, roof)) == (Obstruction.AS_HIGH, "C3")
    lower = roofed(houses | {"C3": "Stone Building"}, reading)
    assert not lower.los(roof, ground).blocked


@BOTH
@pytest.mark.rule("B23.71")
def test_the_wall_of_a_rowhouse_is_nothing_to_its_rooftop(reading: Reading) -> None:
    house, sides = {"C3": "Stone Building, 1 Level"}, {("C3", 3): "Rowhouse Wall, 1 Level"}
    board = roofed(house, reading, sides=sides)
    assert not board.los(board.spot("C3", 2), board.spot("C4")).blocked
    assert board.los(board.spot("C3", 1), board.spot("C4")).blocked


def test_in_vasl_a_factory_is_no_hindrance_to_a_line_inside_it_to_another_level() -> None:
    data = paint({}, levels={"C4": 1})
    hexes = [Names(shape()).index(name) for name in ("C2", "C3", "C4")]
    data.terrain[np.isin(geometry_of(shape()).hex_at, hexes)] = CODES["Stone Factory, 1.5 Level"]
    for reading, hindrance in ((RULEBOOK, 1), (VASL, 0)):
        board = grid(data, reading)
        answer = board.los(board.spot("C2"), board.spot("C4"))
        assert (answer.blocked, answer.hindrance) == (False, hindrance)


def test_in_vasl_a_cellar_looks_out_at_the_level_of_the_ground() -> None:
    house = {"C2": "Stone Building, 1 Level"}
    assert not los("C2/-1", "C5", house, reading=VASL).blocked
    assert los("C2/-1", "C5", house | {"C4": "Brush"}, reading=VASL).hindrance == 1


@pytest.mark.parametrize(("wall", "level", "blocked"), [("C3", 0, True), ("C3", 1, False)])
def test_in_vasl_a_wall_beside_a_cellar_hides_what_is_not_higher(
    wall: str, level: int, blocked: bool
) -> None:
    house, sides = {"C2": "Stone Building, 1 Level"}, {(wall, 3): "Wall"}
    answer = los("C2/-1", "C5", house, sides=sides, levels={"C5": level}, reading=VASL)
    assert (answer.obstruction is Obstruction.HEXSIDE) is blocked


@pytest.mark.parametrize("reading", [RULEBOOK, VASL])
def test_a_sweep_agrees_with_single_questions(reading: Reading) -> None:
    board = grid(paint({"C3": "Woods", "E4": "Brush", "F2": "Grain"}, levels={"G3": 2}), reading)
    source = board.spot("D4")
    sweep = board.sweep(source)
    for hex, spots in enumerate(board.spots):
        answer = board.los(source, spots[0])
        assert sweep.blocked[hex] == answer.blocked
        assert sweep.hindrance[hex] == (0 if answer.blocked else answer.hindrance)


def test_the_same_question_is_answered_from_memory() -> None:
    board = grid(paint({"C3": "Woods"}))
    ends = board.spot("C2"), board.spot("C5")
    assert board.los(*ends) is board.los(*ends)


def test_a_place_that_is_not_there_is_refused() -> None:
    board = grid(paint({}))
    with pytest.raises(ValueError, match="there is no hex Z9"):
        board.spot("Z9")
    with pytest.raises(ValueError, match="no such Location at level 1"):
        board.spot("C3", 1)


def hindered(*moving: tuple[str, Moving[int]], source: str = "C1", target: str = "C5") -> GridLos:
    board = grid(paint({"C2": "Brush"}, levels={"I1": 3}))
    there = [
        Moving(
            hex=board.names.index(name),
            label=one.label,
            value=one.value,
            rule=one.rule,
            height=one.height,
            at_ends=one.at_ends,
        )
        for name, one in moving
    ]
    answer = with_moving(board, board.spot(source), board.spot(target), there)
    back = with_moving(board, board.spot(target), board.spot(source), there)
    assert (answer.blocked, answer.hindrance) == (back.blocked, back.hindrance)
    return answer


WRECK = Moving(hex=0, label="wreck", value=1, rule="D9.4")
SMOKE = Moving(hex=0, label="smoke", value=3, rule="A24.2", height=2, at_ends=True)


def test_a_wreck_hinders_on_its_level() -> None:
    answer = hindered(("C4", WRECK), ("E4", WRECK))
    assert answer.hindrance == 2
    assert [(one.hex, one.terrain, one.rule) for one in answer.hindrances] == [
        ("C2", "Brush", "A6.7"),
        ("C4", "wreck", "D9.4"),
    ]


def test_a_wreck_in_the_hex_of_an_end_does_not_hinder() -> None:
    assert hindered(("C5", WRECK)).hindrance == 1


@pytest.mark.rule("A24.2")
def test_smoke_hinders_at_the_ends_too() -> None:
    assert hindered(("C5", SMOKE)).hindrance == 4


@pytest.mark.rule("B.10")
def test_smoke_and_terrain_of_six_block() -> None:
    answer = hindered(("C3", SMOKE), ("C4", SMOKE))
    assert why(answer) == (Obstruction.HINDRANCES, "C4")


@pytest.mark.rule("A24.4")
def test_smoke_hides_behind_it_what_an_obstacle_would() -> None:
    assert hindered(("I3", SMOKE), source="I1", target="I4").hindrance == 3
    assert hindered(("I3", SMOKE), source="I1", target="I6").hindrance == 0
    assert hindered(("I3", WRECK), source="I1", target="I4").hindrance == 0
