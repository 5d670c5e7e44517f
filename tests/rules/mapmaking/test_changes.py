"""Terrain changed by SSR."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.layout import Layout
from rules.board.terrain import StreamDepth, Terrain
from rules.mapmaking.changes import change, read_changes, sentence
from rules.mapmaking.changes.reading import _SENTENCES
from rules.mapmaking.reading import read_layout
from rules.mapmaking.writing import write_layout
from tests.examples import examples
from tests.rules.mapmaking.layouts import layouts

LAND = """
board land
size 9 x 6
level 1: C2-C4
level -1: I5
woods: A1
brush: A2 B3
grain: A4
orchard: A5
marsh: B0
river: F3-F6
ford: F5
gully: A3 B3 C4
stream: H3 G3 F3
sunken-road: I1 I2 H2
bridge wooden: F4
road dirt: D3 E4 F4 G5 H4
bridge stone: G3
road paved: G2 G3 G4
path: E5 F5 G6
cliff: C3/1
wall: A2/0
hedge: E2/0
building wooden row stairwell D0 D2: D0 D1 D2
rowhouse: D0/3
building stone mill: G1
"""


def _land(*sentences: str) -> Layout:
    layout = read_layout(LAND, file="land")
    changed = change(layout, read_changes(sentences))
    again = read_layout(write_layout(changed), file="changed")
    assert again == changed
    return changed


def _terrain(layout: Layout, name: str) -> Terrain:
    return layout.terrain_of(layout.grid.cell(name))


def _lines(layout: Layout) -> set[str]:
    return set(write_layout(layout).splitlines())


def _differs(*sentences: str) -> tuple[set[str], set[str]]:
    """The lines of the source that go, and those that come."""
    before, after = _lines(_land()), _lines(_land(*sentences))
    return before - after, after - before


def test_without_roads_an_embankment_is_gone() -> None:
    source = "board land\nsize 9 x 6\nlevel 1: D3\nelevated-road: C4 D3 E4\n"
    changed = change(read_layout(source, file="land"), read_changes(["no roads"]))
    assert _lines(changed) == _lines(
        read_layout("board land\nsize 9 x 6\nlevel 1: D3", file="land")
    )


@pytest.mark.parametrize(
    ("text", "gone", "new"),
    [
        ("grain is brush", {"brush: A2 B3", "grain: A4"}, {"brush: A2 A4 B3"}),
        ("orchards are woods", {"woods: A1", "orchard: A5"}, {"woods: A1 A5"}),
        ("orchard is woods", {"woods: A1", "orchard: A5"}, {"woods: A1 A5"}),
        ("woods is open ground", {"woods: A1"}, set()),
        ("woods  are open ground", {"woods: A1"}, set()),
        ("no walls", {"wall: A2/0"}, set()),
        ("no hedges", {"hedge: E2/0"}, set()),
        ("no cliffs", {"cliff: C3/1"}, set()),
        ("walls are hedges", {"wall: A2/0", "hedge: E2/0"}, {"hedge: A2/0 E2/0"}),
        ("streams are gullies", {"stream: H3 G3 F3"}, {"gully: H3 G3 F3"}),
        ("gullies are streams", {"gully: A3 B3 C4"}, {"stream: A3 B3 C4"}),
        ("sunken roads are gullies", {"sunken-road: I1 I2 H2"}, {"gully: I1 I2 H2"}),
        ("streams are deep", set(), {"streams deep"}),
        ("rivers are flooded", set(), {"water flooded"}),
        (
            "streams are flooded",
            {"river: F3-F6", "stream: H3 G3 F3"},
            {"river: F3-F6 G3 H3", "streams flooded"},
        ),
        ("streams are shallow", set(), set()),
        ("no gullies", {"gully: A3 B3 C4"}, set()),
        ("no sunken roads", {"sunken-road: I1 I2 H2"}, set()),
        ("no streams", {"stream: H3 G3 F3", "bridge stone: G3"}, set()),
        ("no paths", {"path: E5 F5 G6"}, set()),
        ("no fords", {"ford: F5", "path: E5 F5 G6"}, set()),
        (
            "no bridges",
            {"bridge wooden: F4", "bridge stone: G3", "road dirt: D3 E4 F4 G5 H4"},
            {"road dirt: D3 E4", "road dirt: G5 H4"},
        ),
        (
            "no roads",
            {
                *("bridge wooden: F4", "bridge stone: G3", "sunken-road: I1 I2 H2"),
                *("road dirt: D3 E4 F4 G5 H4", "road paved: G2 G3 G4"),
            },
            {"gully: I1 I2 H2"},
        ),
        ("roads are dirt", {"road paved: G2 G3 G4"}, {"road dirt: G2 G3 G4"}),
        ("roads are paved", {"road dirt: D3 E4 F4 G5 H4"}, {"road paved: D3 E4 F4 G5 H4"}),
        ("no hills", {"level 1: C2-C4", "cliff: C3/1"}, set()),
        ("no valleys", {"level -1: I5"}, set()),
        ("bridges are stone", {"bridge wooden: F4", "bridge stone: G3"}, {"bridge stone: F4 G3"}),
        (
            "buildings are stone",
            {"building wooden row stairwell D0 D2: D0 D1 D2"},
            {"building stone row stairwell D0 D2: D0 D1 D2"},
        ),
        (
            "buildings are single story",
            {"building wooden row stairwell D0 D2: D0 D1 D2"},
            {"building wooden row levels 0: D0 D1 D2"},
        ),
        (
            "buildings are two story at most",
            {"building wooden row stairwell D0 D2: D0 D1 D2"},
            {"building wooden row: D0 D1 D2"},
        ),
        (
            "no buildings",
            {
                *("building wooden row stairwell D0 D2: D0 D1 D2", "building stone mill: G1"),
                "rowhouse: D1/0",
            },
            set(),
        ),
        (
            "rubble: D1 G1",
            {
                *("building wooden row stairwell D0 D2: D0 D1 D2", "building stone mill: G1"),
                "rowhouse: D1/0",
            },
            {
                *("rubble wooden: D1", "rubble stone: G1"),
                "building wooden row stairwell D0: D0",
                "building wooden row-2 stairwell D2: D2",
            },
        ),
        ("huts: A4 I6", {"grain: A4"}, {"huts: A4 I6"}),
        ("open ground: A4", {"grain: A4"}, set()),
    ],
)
def test_changes(text: str, gone: set[str], new: set[str]) -> None:
    before, after = _differs(text)
    assert before == gone
    assert after == new


@pytest.mark.rule("B16.8")
@pytest.mark.rule("B20.7")
def test_snow_covers_marsh_and_freezes_streams() -> None:
    snowy = _land("ground snow")
    assert _terrain(snowy, "B0") is Terrain.OPEN_GROUND
    assert _terrain(snowy, "A2") is Terrain.BRUSH
    assert snowy.streams is StreamDepth.DRY


@pytest.mark.rule("B12.6")
def test_deep_snow_covers_brush_too_but_nothing_taller() -> None:
    snowy = _land("deep snow")
    assert _terrain(snowy, "B0") is Terrain.OPEN_GROUND
    assert _terrain(snowy, "A2") is Terrain.OPEN_GROUND
    assert [_terrain(snowy, name) for name in ("A1", "A4", "A5")] == [
        Terrain.WOODS,
        Terrain.GRAIN,
        Terrain.ORCHARD,
    ]


def test_changes_come_one_after_the_other() -> None:
    assert _terrain(_land("woods is brush", "brush is open ground"), "A1") is Terrain.OPEN_GROUND
    assert _terrain(_land("brush is open ground", "woods is brush"), "A1") is Terrain.BRUSH


def test_hexes_may_have_names_of_their_own() -> None:
    layout = read_layout(LAND, file="land")

    def find(name: str) -> tuple[int, int]:
        return layout.grid.cell(name.removeprefix("4"))

    changed = change(layout, read_changes(["rubble: 4G1"]), find)
    assert _terrain(changed, "G1") is Terrain.STONE_RUBBLE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("grain is bush", "perhaps 'grain is brush'"),
        ("open ground is grain", "no change of terrain"),
        ("woods is woods", "no change of terrain"),
        ("", "no change of terrain"),
        ("rubble:", "list of hexes"),
        ("water: A1", "cannot be placed"),
        ("rubble: A1", "no building in A1"),
        ("rubble: A99", "no hex A99"),
        ("rubble: D0 D2", "what is left of row has no stairwell"),
        ("brush: G1", "G1 is stone building"),
        ("brush: F6", "F6 is water"),
    ],
)
def test_what_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _land(text)


@pytest.mark.parametrize("text", _SENTENCES)
def test_every_change_has_its_sentence(text: str) -> None:
    [one] = read_changes([text])
    assert read_changes([sentence(one)]) == (one,)


def test_lists_have_their_sentence() -> None:
    for text in ("rubble: K5 K6", "rice paddy: A1"):
        assert [sentence(one) for one in read_changes([text])] == [text]


@examples(150)
@given(layouts(statements=20), st.lists(st.sampled_from(sorted(_SENTENCES)), max_size=4))
def test_a_changed_board_is_a_board(layout: Layout, sentences: list[str]) -> None:
    changed = change(layout, read_changes(sentences))
    assert read_layout(write_layout(changed), file="changed") == changed


@examples(100)
@given(layouts(statements=20), st.data())
def test_rubble_leaves_whole_buildings(layout: Layout, data: st.DataObject) -> None:
    built = [cell for building in layout.buildings for cell in building.cells]
    if not built:
        return
    hit = data.draw(st.lists(st.sampled_from(built), min_size=1, max_size=3, unique=True))
    names = " ".join(layout.grid.name(cell) for cell in hit)
    try:
        changed = change(layout, read_changes([f"rubble: {names}"]))
    except ValueError:
        return
    assert read_layout(write_layout(changed), file="changed") == changed
    left = [cell for building in changed.buildings for cell in building.cells]
    assert sorted(left + hit) == sorted(built)


def test_a_pontoon_bridge_goes_with_its_road() -> None:
    """B6.41: the water stays."""
    text = "board land\nsize 9 x 6\nriver: E3\npontoon: E4\nroad dirt: D3 E4 F3\n"
    for said in ("no roads", "no bridges"):
        changed = change(read_layout(text, file="land"), read_changes([said]))
        assert _terrain(changed, "E4") is Terrain.WATER
        assert read_layout(write_layout(changed), file="changed") == changed


def test_bocage_in_the_place_of_walls() -> None:
    _, new = _differs("walls are bocage")
    assert new == {"bocage: A2/0"}
    _, new = _differs("walls are bocage", "bocage is hedges")
    assert new == {"hedge: A2/0 E2/0"}
