"""Tabs that are closed and servers that are killed while a decision is open."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.tabs import Tabs, three_tabs

QUIET = 11  # a DR that does nothing on the columns in question

RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"}

pytestmark = pytest.mark.browser


def test_a_game_goes_on_after_a_closed_tab_and_after_a_killed_server_with_a_window_open(
    browser: Browser, house: House, pictures: Path | None
) -> None:
    site = new_site(house, QUIET)
    site.set_up_both(RUSSIANS, mines="Y4")
    site.send("a", verb="end_phase")
    with three_tabs(browser, site, pictures) as tabs:
        opens_a_window(tabs)
        attacker_comes_back(tabs)
        defender_reloads(tabs)
        server_is_killed(tabs, site)
        goes_on(tabs)


def opens_a_window(tabs: Tabs) -> None:
    """A stack enters Y3, and the DEFENDER is asked."""
    tabs.a.double_click_hex("X2")
    with tabs.a.going_on():
        tabs.a.click_hex("Y3")
    tabs.b.is_asked("in Y3, or pass.")


def attacker_comes_back(tabs: Tabs) -> None:
    """While he is away the other side passes; his new tab shows what was, and asks him."""
    before = tabs.a.stacks()
    tabs.close("a")
    here = tabs.b.page.locator('[data-presence="a"]')
    expect(here).to_have_attribute("data-here", "false")
    tabs.b.type("p")
    tabs.open("a")
    expect(here).to_have_attribute("data-here", "true")
    tabs.a.comes_to_show(before)
    tabs.a.is_asked("on (5 MF left), or stop.")
    with tabs.a.going_on():
        tabs.a.click_hex("Y4")
    tabs.b.is_asked("in Y4, or pass.")


def defender_reloads(tabs: Tabs) -> None:
    """The same question with the same buttons, the same board."""
    expect(tabs.b.role("odds")).to_be_visible()
    asked, was = tabs.b.page.locator("#now").inner_text(), tabs.b.stacks()
    tabs.b.page.reload()
    tabs.b.is_live()
    tabs.b.is_asked("in Y4, or pass.")
    expect(tabs.b.role("odds")).to_be_visible()
    assert tabs.b.page.locator("#now").inner_text() == asked
    tabs.b.comes_to_show(was)


def server_is_killed(tabs: Tabs, site: Site) -> None:
    """The pages say that they have lost it, and find it again without anybody's doing."""
    was = {who: (table.n, table.stacks()) for who, table in tabs.tables.items()}
    tabs.forgive(outage=True)
    site.house.kill()
    for table in tabs.tables.values():
        expect(table.page.locator("body")).to_have_attribute("data-state", "offline")
        expect(table.role("connection")).to_contain_text("Reconnecting")
    tabs.photograph("killed")
    tabs.b.button("pass").click()
    expect(tabs.b.role("refusal")).to_contain_text("nothing was sent")
    site.house.start_again()
    for table in tabs.tables.values():
        table.is_live()
    tabs.forgive(outage=False)
    for who, table in tabs.tables.items():
        n, stacks = was[who]
        assert table.n == n
        table.comes_to_show(stacks)


def goes_on(tabs: Tabs) -> None:
    """The window that was open is still open, and what is done in it reaches everybody."""
    a, b = tabs.a, tabs.b
    expect(b.role("odds")).to_be_visible()
    b.type("f")
    for table in tabs.tables.values():
        shots = table.page.locator('.log [data-kind="fire"]')
        expect(shots.filter(has_text=" column")).to_have_count(1)
    while b.button("pass").is_visible():
        b.type("p")
    a.is_asked("MF left), or stop.")
    a.press("end_move")
    a.is_asked("Move a unit or stack")
    tabs.photograph("went-on")
