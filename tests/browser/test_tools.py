"""What may be asked of the board at the table: the LOS thread, a path, the MF left, a hex."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.ears import Ears
from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table, hex_id
from tests.browser.tabs import Tabs, three_tabs

QUIET = 11

RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """A game of the skirmish in its first MPh; the tests of this module move nothing."""
    site = new_site(house, QUIET)
    site.set_up_both(RUSSIANS, mines="Y4")
    site.send("a", verb="end_phase")
    return site


@pytest.fixture(scope="module")
def open_tabs(browser: Browser, site: Site) -> Iterator[Tabs]:
    """Three tabs for all tests of the module."""
    with three_tabs(browser, site, None) as tabs:
        yield tabs


@pytest.fixture
def tabs(open_tabs: Tabs, pictures: Path | None) -> Iterator[Tabs]:
    """Three tabs with nothing in hand, in which nothing may be played."""
    open_tabs.pictures = pictures
    before = [table.n for table in open_tabs.tables.values()]
    yield open_tabs
    assert [table.n for table in open_tabs.tables.values()] == before
    for table in open_tabs.tables.values():
        table.to_front()
        for _ in range(6):
            table.page.keyboard.press("Escape")
        expect(table.page.locator("body")).to_have_attribute("data-tool", "")


def verdict(table: Table, word: str) -> Locator:
    """The thread's card once it says clear or blocked."""
    card = table.page.locator(f'#thread [data-los="{word}"]')
    expect(card).to_be_visible()
    return card


def test_a_thread_is_drawn_in_one_stroke_by_both_sides_and_by_who_watches(tabs: Tabs) -> None:
    said = []
    for table in tabs.tables.values():
        table.to_front()
        table.page.keyboard.press("l")
        table.drag("W3", "Z4")
        verdict(table, "blocked")
        said.append(table.role("los-words").inner_text())
    assert said[0] == said[1] == said[2]
    assert "X3" in said[0]
    expect(tabs.a.page.locator(f'[data-blocked="{hex_id("X3")}"]')).to_have_count(1)
    expect(tabs.a.role("los-stop")).to_have_count(1)
    tabs.photograph("thread-blocked")


def test_a_thread_is_put_by_two_clicks_and_shows_every_hindrance(tabs: Tabs) -> None:
    table = tabs.watcher
    table.to_front()
    table.page.locator('.board-tools [data-do="los"]').click()
    table.click_hex("Y7")
    table.click_hex("BB7")
    verdict(table, "clear")
    beads = table.page.locator(".sight-bead")
    total = table.page.locator("#thread [data-role=los]").inner_text()
    assert f"+{beads.count()}" in total
    assert "B15.2" in table.role("los-words").inner_text()
    tabs.photograph("thread-clear")
    table.page.keyboard.press("x")
    expect(table.page.locator('#thread [data-end="from"]')).to_have_text("BB7")
    table.page.keyboard.press("l")
    expect(table.page.locator("#thread")).to_be_hidden()


def test_the_loose_end_follows_the_pointer_and_stale_answers_are_dropped(tabs: Tabs) -> None:
    table = tabs.b
    table.to_front()
    table.page.keyboard.press("l")
    table.click_hex("X5")
    for name in ("X6", "Y6", "Z6", "AA6", "Z6", "Y7"):
        table.hover_hex(name)
    verdict(table, "clear")
    expect(table.page.locator('#thread [data-end="to"]')).to_have_text("Y7")
    expect(table.page.locator("#thread [data-role=los]")).to_contain_text("range 2")


def test_a_thread_by_keys_alone_is_spoken(tabs: Tabs) -> None:
    table = tabs.watcher
    table.click_hex("X5")
    table.page.keyboard.press("ArrowDown")
    table.page.keyboard.press("l")
    for _ in range(2):
        table.page.keyboard.press("ArrowDown")
    verdict(table, "clear")
    expect(table.page.locator("#say")).to_contain_text("LOS X6 to X8, range 2")
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("ArrowUp")
    expect(table.page.locator('#thread [data-end="to"]')).to_have_text("X8")
    for _ in range(3):
        table.page.keyboard.press("Escape")
    expect(table.page.locator("#thread")).to_be_hidden()


def test_the_card_makes_room_for_the_thread(tabs: Tabs) -> None:
    table = tabs.watcher
    table.to_front()
    table.page.keyboard.press("l")
    table.drag("X8", "BB8")
    verdict(table, "clear")
    card = table.page.locator("#thread").bounding_box()
    assert card is not None
    for name in ("X8", "BB8"):
        x, y = table.point(name)
        inside = card["x"] <= x <= card["x"] + card["width"]
        assert not (inside and card["y"] <= y <= card["y"] + card["height"]), name


def test_a_path_drawn_over_several_hexes_is_a_plan(tabs: Tabs) -> None:
    table = tabs.a
    table.drag("X2", "Y3", "Y4", "X4")
    card = table.page.locator('#route [data-path="3"]')
    expect(card).to_be_visible()
    expect(table.role("path")).to_contain_text("MF")
    expect(card.locator(f'[data-path-step="{hex_id("Y4")}/0"]')).to_contain_text("B1.2")
    expect(table.page.locator(".route-stop")).to_have_count(3)
    assert "mines" not in card.inner_text()
    tabs.photograph("path")
    table.page.keyboard.press("Escape")
    expect(table.page.locator('#route [data-path="2"]')).to_be_visible()


def test_a_path_chosen_hex_by_hex_says_why_it_ends(tabs: Tabs) -> None:
    table = tabs.a
    table.click_hex("W3")
    table.page.keyboard.press("t")
    for name in ("W4", "W5", "X5", "Y5"):
        table.click_hex(name)
    expect(table.role("barred")).to_contain_text("A4.14")
    table.click_hex("W5")
    expect(table.page.locator('#route [data-path="2"]')).to_be_visible()
    expect(table.role("barred")).to_have_count(0)
    table.click_hex("S5")
    expect(table.role("barred")).to_contain_text("S5")


def test_the_mf_left_lie_over_the_board(tabs: Tabs) -> None:
    table = tabs.a
    table.click_hex("W3")
    table.page.keyboard.press("d")
    left = table.page.locator(f'[data-reach="{hex_id("W4")}"]')
    expect(left).to_have_attribute("data-left", "3")
    expect(table.page.locator(f'[data-reach="{hex_id("Y5")}"]')).to_have_count(0)
    tabs.photograph("reach")
    table.page.keyboard.press("d")
    expect(left).to_have_count(0)


def test_who_watches_plans_no_paths(tabs: Tabs) -> None:
    table = tabs.watcher
    table.to_front()
    expect(table.page.locator('.board-tools [data-do="los"]')).to_be_visible()
    expect(table.page.locator('.board-tools [data-do="route"]')).to_be_hidden()
    table.page.keyboard.press("t")
    expect(table.page.locator("#route")).to_be_hidden()


def test_a_hex_is_told_in_full(tabs: Tabs) -> None:
    table = tabs.watcher
    table.hover_hex("S8")
    expect(table.role("hex-terrain")).to_contain_text("S8 · wooden building · TEM +2 · 2 MF")
    expect(table.role("hex-notes")).to_contain_text("building dairy")
    table.hover_hex("AA4")
    expect(table.role("hex-notes")).to_contain_text("hedge")
    expect(table.role("hex-counters")).to_contain_text("4-4-7")


def test_a_finger_draws_threads_and_paths_on_a_phone(
    browser: Browser, site: Site, pictures: Path | None
) -> None:
    phone = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    page = phone.new_page()
    ears, table = Ears(page), Table(page, "a")
    table.open(site.served.page("a"))
    page.locator('.board-tools [data-do="los"]').tap()
    table.stroke("X2", "Y5")
    verdict(table, "blocked")
    within_the_screen(table.role("los-words"))
    photograph(page, pictures, "phone-thread")
    page.locator('.board-tools [data-do="los"]').tap()
    expect(page.locator("#thread")).to_be_hidden()
    table.stroke("X2", "Y3", "Y4", "X4")
    expect(page.locator('#route [data-path="3"]')).to_be_visible()
    within_the_screen(page.locator('#route [data-do="route-go"]'))
    photograph(page, pictures, "phone-path")
    assert ears.troubles == []
    phone.close()


def within_the_screen(thing: Locator) -> None:
    """Nobody has to scroll for it."""
    box = thing.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844


def photograph(page: Page, folder: Path | None, name: str) -> None:
    if folder is not None:
        page.screenshot(path=folder / f"{name}.png")
