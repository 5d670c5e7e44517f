"""A move that is drawn is two acts of its player's; the rest the server does at each pass."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.tabs import Tabs, three_tabs

RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"}
QUIET = 11

pytestmark = pytest.mark.browser


@pytest.fixture
def site(house: House) -> Site:
    """A game of the skirmish in its first MPh."""
    site = new_site(house, QUIET)
    site.set_up_both(RUSSIANS, mines="Y4")
    site.send("a", verb="end_phase")
    return site


@pytest.fixture
def tabs(browser: Browser, site: Site, pictures: Path | None) -> Iterator[Tabs]:
    with three_tabs(browser, site, pictures, "ab") as tabs:
        yield tabs


def test_a_drawn_move_is_two_acts_and_goes_on_at_each_pass(tabs: Tabs) -> None:
    a, b = tabs.a, tabs.b
    a.to_front()
    a.drag("W3", "W4", "W5")
    go = a.page.locator('#route [data-do="route-go"]')
    expect(go).to_have_text("Go to W5 and stopG")
    with a.going_on():
        go.click()
    expect(a.page.locator("#route")).to_be_hidden()
    expect(a.page.locator("path.route")).to_have_count(1)
    expect(b.page.locator("path.route")).to_have_count(0)
    expect(a.button("halt_move")).to_be_visible()
    expect(b.button("halt_move")).to_have_count(0)
    tabs.photograph("drawn-move")
    b.is_asked("in W4, or pass.")
    b.type("p")
    b.is_asked("in W5, or pass.")
    b.type("p")
    a.is_asked("Move a unit or stack")
    assert len(a.counters_at("W5")) == 1
    assert a.counters_at("W4") == []
    tabs.check()


def test_a_drawn_move_is_halted_while_the_other_side_is_asked(tabs: Tabs) -> None:
    a, b = tabs.a, tabs.b
    a.to_front()
    a.drag("W3", "W4", "W5")
    with a.going_on():
        a.page.locator('#route [data-do="route-on"]').click()
    a.press("halt_move")
    expect(a.page.locator("path.route")).to_have_count(0)
    b.is_asked("in W4, or pass.")
    b.type("p")
    a.is_asked("on (")
    tabs.check()
