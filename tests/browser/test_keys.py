"""A wrong key never costs anything, and everything stays where it is."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FloatRect, ViewportSize, expect

from tests.browser.ears import Ears
from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table
from tests.browser.tabs import Tabs, three_tabs
from tests.games.serving import ROOT

RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"}
QUIET = 11
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
HELD_DOWN = "dispatchEvent(new KeyboardEvent('keydown', {key: 'p', repeat: true, bubbles: true}))"
TWICE = """key => {
  for (const time of [1, 2]) dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}"""
NOTES_KEYS = """() => {
  const { dataset } = document.body;
  window.keys = [];
  new MutationObserver(() => window.keys.push(dataset.keys ?? null))
    .observe(document.body, { attributeFilter: ["data-keys"] });
}"""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def quiet_site(house: House) -> Site:
    """A game of the skirmish in its first MPh, in which nothing is played."""
    site = new_site(house, QUIET)
    site.set_up_both(RUSSIANS, mines="Y4")
    site.send("a", verb="end_phase")
    return site


@pytest.fixture(scope="module")
def quiet_tabs(browser: Browser, quiet_site: Site) -> Iterator[Tabs]:
    with three_tabs(browser, quiet_site, None, "a") as tabs:
        yield tabs


@pytest.fixture
def quiet(quiet_tabs: Tabs) -> Tabs:
    """Its tabs, in which nothing is open and nothing in hand."""
    quiet_tabs.a.to_front()
    for _ in range(3):
        quiet_tabs.a.page.keyboard.press("Escape")
    return quiet_tabs


@pytest.fixture
def site(house: House) -> Site:
    """The same, to be played."""
    site = new_site(house, QUIET)
    site.set_up_both(RUSSIANS, mines="Y4")
    site.send("a", verb="end_phase")
    return site


@pytest.fixture
def tabs(browser: Browser, site: Site, pictures: Path | None) -> Iterator[Tabs]:
    with three_tabs(browser, site, pictures, "ab") as tabs:
        yield tabs


def test_keys_are_dead_for_a_moment_after_the_question_has_changed(tabs: Tabs) -> None:
    """By themselves they wake again; a dead key is not even sent."""
    a, b = tabs.a, tabs.b
    b.page.evaluate(NOTES_KEYS)
    enters(a, "Y3")
    b.is_asked("in Y3, or pass.")
    b.to_front()
    b.page.wait_for_function("() => window.keys.at(-1) === null")
    assert b.page.evaluate("window.keys.slice(-2)") == ["asleep", None]
    before, commands = b.n, tabs.ears["b"].commands
    commands.clear()
    b.page.evaluate("document.body.dataset.keys = 'asleep'")
    for key in "pmfu":
        b.page.keyboard.press(key)
    b.page.evaluate("delete document.body.dataset.keys")
    b.page.evaluate(HELD_DOWN)
    assert (b.n, commands) == (before, [])
    b.page.keyboard.press("p")
    b.wait_for_n(before + 1)
    assert [one["verb"] for one in commands] == ["pass"]


def test_a_phase_with_units_that_could_act_is_ended_by_two_presses(tabs: Tabs) -> None:
    a = tabs.a
    a.is_asked("Move a unit or stack")
    before = a.settles()
    end = a.button("end_phase")
    place = box_of(a, "end_phase")
    a.page.evaluate(TWICE, "e")  # the second time too soon
    expect(a.role("sure-note")).to_contain_text("5 units could still act")
    assert box_of(a, "end_phase")["y"] == place["y"]
    tabs.photograph("sure")
    a.to_front()
    a.page.keyboard.press("Escape")
    expect(a.role("sure-note")).to_have_count(0)
    assert a.n == before
    end.click()
    expect(end).to_have_text(re.compile("End it all the same"))
    with a.going_on():
        end.click()
    assert a.phase() == "DFPh"


def test_escape_takes_one_thing_at_a_time_and_closes_dialogs(quiet: Tabs) -> None:
    a = quiet.a
    a.to_front()
    a.click_hex("W3")
    a.page.keyboard.press("t")
    expect(a.page.locator("#route")).to_be_visible()
    a.page.keyboard.press("?")
    expect(a.page.locator("#help")).to_be_visible()
    a.page.keyboard.press("e")
    a.page.keyboard.press("Escape")
    expect(a.page.locator("#help")).to_be_hidden()
    expect(a.page.locator("#route")).to_be_visible()
    expect(a.role("sure-note")).to_have_count(0)
    a.page.keyboard.press("Escape")
    expect(a.page.locator("#route")).to_be_hidden()
    expect(a.page.locator("[data-chosen-unit]")).to_have_count(1)
    a.page.keyboard.press("Escape")
    expect(a.page.locator("[data-chosen-unit]")).to_have_count(0)


def test_no_key_has_two_meanings(quiet: Tabs) -> None:
    """Neither among the page's own, as the help lists them, nor with those of offers."""
    page = quiet.a.page
    page.keyboard.press("?")
    listed = page.locator("#help kbd").all_inner_texts()
    letters = Counter(
        word for text in listed for word in text.split() if re.fullmatch("[A-Z]", word)
    )
    letters["N"] -= 1  # with and without Shift: forward and back
    assert [letter for letter, times in letters.items() if times > 1] == []
    keys = (ROOT / "static" / "js" / "keys.js").read_text()
    own = set(re.findall(r"^  ([a-z]): ", keys, re.MULTILINE))
    rules = (path.read_text() for path in (ROOT / "rules" / "play").rglob("*.py"))
    # G goes one step, be it of a path planned or of the units chosen: it is no button's key.
    offered = {key for text in rules for key in re.findall(r'key="(\w)"', text)} - {"g"}
    assert own & offered == set()


def test_buttons_keep_their_place_and_panels_their_height(tabs: Tabs) -> None:
    """Whatever is asked, what ends or passes is at one place, and the log does not move."""
    a, b = tabs.a, tabs.b
    for table in (b, a):
        table.resize(LAPTOP)
        expect(table.page.locator("#now")).to_have_css("height", "336px")
    a.is_asked("Move a unit or stack")
    ends, log = box_of(a, "end_phase"), a.page.locator(".log-scroll").bounding_box()
    a.click_hex("W3")
    assert box_of(a, "end_phase") == ends
    a.page.keyboard.press("Escape")
    enters(a, "Y3")
    b.is_asked("in Y3, or pass.")
    expect(b.role("odds")).to_be_visible()
    passes = box_of(b, "pass")
    assert (right(passes), passes["y"]) == (right(ends), ends["y"])
    fires = box_of(b, "fire")
    assert right(fires) <= passes["x"]
    on_a_phone_every_button_is_free(b)
    b.type("p")
    a.is_asked("or stop.")
    stops = box_of(a, "end_move")
    assert (right(stops), stops["y"]) == (right(ends), ends["y"])
    now = a.page.locator(".log-scroll").bounding_box()
    assert now == log
    assert now is not None
    assert now["height"] >= 200


def test_on_a_phone_nothing_lies_on_the_board_and_nothing_jumps(
    browser: Browser, quiet_site: Site, pictures: Path | None
) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    page = context.new_page()
    ears, table = Ears(page), Table(page, "a")
    table.open(quiet_site.served.page("a"))
    board = page.locator("#board").bounding_box()
    assert board is not None
    foot = board["y"] + board["height"]
    for one in (".board-tools", ".side", ".sheet-tabs"):
        box = page.locator(one).bounding_box()
        assert box is not None
        assert box["y"] >= foot - 0.5, one
    table.click_hex("W3")
    lit = page.locator("[data-lit]")
    expect(lit.first).to_be_attached()
    for tab in ("stack", "log", "now"):
        page.locator(f'[data-sheet-tab="{tab}"]').tap()
        assert page.locator("#board").bounding_box() == board
    if pictures is not None:
        page.screenshot(path=pictures / "phone-lit.png")
    assert ears.troubles == []
    context.close()


def test_hover_rolls_and_words_at_a_hex_never_block_a_click(quiet: Tabs) -> None:
    """Whatever is shown over the board lets the pointer through, unless it has buttons."""
    a = quiet.a
    through = a.page.evaluate(
        "['.roll', '.peek', '.bubble', '.hex-info'].map((one) => "
        "getComputedStyle(document.querySelector(one)).pointerEvents)"
    )
    assert through == ["none"] * 4


def on_a_phone_every_button_is_free(b: Table) -> None:
    """Neither the odds nor anything else lies on a button."""
    b.resize({"width": 390, "height": 844})
    expect(b.page.locator(".sheet-tabs")).to_be_visible()
    expect(b.page.locator("#now").locator(".acts")).to_be_in_viewport()
    b.page.wait_for_function("""() => {
      const all = [...document.querySelectorAll("#now .acts button")];
      return all.length > 0 && all.every((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    }""")
    b.resize(LAPTOP)


def enters(a: Table, name: str) -> None:
    a.double_click_hex("X2")
    with a.going_on():
        a.click_hex(name)


def box_of(table: Table, verb: str) -> FloatRect:
    box = table.button(verb).bounding_box()
    assert box is not None
    return box


def right(box: FloatRect) -> float:
    return round(box["x"] + box["width"])
