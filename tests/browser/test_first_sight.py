"""What the board shows first: where one is to set up, though it is told a moment later."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table

AREA = ("L8", "M9", "N9", "O6", "R4", "S7", "T7")
"""Hexes at the borders of the two areas in which the British of the Mill set up."""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    return new_site(house, scenario="mill-bridge")


def test_the_first_view_of_a_setup_shows_where_counters_may_go(
    browser: Browser, site: Site
) -> None:
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    page.goto(site.served.page("b"))
    placed = page.locator(".tray-piece")
    expect(placed.first).to_be_visible()
    board = page.locator(".hexes [data-hex]").first.get_attribute("data-hex")
    assert board is not None
    table = Table(page, "b", board.partition(":")[0])
    table.is_live()
    stage = page.locator("#board").bounding_box()
    tools = page.locator(".board-tools").bounding_box()
    assert stage is not None
    assert tools is not None
    for name in AREA:
        x, y = table.point(name)
        assert stage["x"] < x < stage["x"] + stage["width"], name
        assert stage["y"] < y < tools["y"], name
    page.context.close()


def test_a_replay_on_a_phone_has_its_bar_below_the_board(browser: Browser, site: Site) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(site.served.page("public") + "replay/")
    expect(page.locator("body")).to_have_attribute("data-state", "replay")
    bar, board = page.locator("#replay").bounding_box(), page.locator("#board").bounding_box()
    tabs = page.locator(".sheet-tabs").bounding_box()
    assert bar is not None
    assert board is not None
    assert tabs is not None
    assert bar["y"] >= board["y"] + board["height"]
    assert bar["y"] + bar["height"] <= tabs["y"] + 1
    for control in page.locator("#replay :is(button, select, input, a)").all():
        box = control.bounding_box()
        assert box is not None
        assert bar["x"] <= box["x"]
        assert box["x"] + box["width"] <= bar["x"] + bar["width"]
        assert bar["y"] <= box["y"]
        assert box["y"] + box["height"] <= bar["y"] + bar["height"]
    page.context.close()
