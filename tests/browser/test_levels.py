"""Locations above and below the ground at the table: setup, stacks, stairs, the thread, the log."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table
from tests.browser.tabs import LINE, Tabs, three_tabs

QUIET = 11

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """A game in a house with two upper levels, across a gully with a bridge."""
    site = new_site(house, QUIET, entropy=f"{LINE}|{LINE}", scenario="floors")
    site.send("b", verb="place", pieces=["rus-447-a"], to="floors:I5/1")
    site.send("b", verb="place", pieces=["rus-447-b"], to="floors:I4/0")
    site.send("b", verb="seal_setup")
    return site


def test_levels_from_setup_to_the_first_move(
    browser: Browser, site: Site, pictures: Path | None
) -> None:
    with three_tabs(browser, site, pictures) as tabs:
        for table in tabs.tables.values():
            table.board = "floors"
            table.lines_are_open()
        setup_asks_for_the_level(tabs)
        stacks_show_their_levels(tabs)
        a_thread_has_levels_at_both_ends(tabs)
        a_path_goes_up_the_stairs(tabs)
        stairs_are_offered_beside_the_stack(tabs)


def place_at(table: Table, kind: str, name: str, location: str) -> None:
    table.page.locator(f'#tray [data-type="{kind}"]').click()
    table.click_hex(name)
    with table.going_on():
        table.page.locator(f'.bubble [data-location="{location}"]').click()


def setup_asks_for_the_level(tabs: Tabs) -> None:
    table = tabs.a
    table.to_front()
    table.page.locator('#tray [data-type="ger-467"]').click()
    table.click_hex("D4")
    expect(table.page.locator(".bubble button")).to_have_text(
        ["D4 ground", "D4 level 1", "D4 level 2"]
    )
    tabs.photograph("setup-levels")
    with table.going_on():
        table.page.locator('.bubble [data-location="floors:D4/0"]').click()
    place_at(table, "ger-467", "D4", "floors:D4/1")
    place_at(table, "ger-467", "D4", "floors:D4/2")
    place_at(table, "ger-8-1", "D4", "floors:D4/2")
    table.seal()
    table.end_phase()
    table.is_asked("Prep Fire")
    table.end_phase()


def stacks_show_their_levels(tabs: Tabs) -> None:
    table = tabs.watcher
    table.to_front()
    marks = table.page.locator('.layer-counters [data-at="floors:D4"] [data-level-mark]')
    expect(marks).to_have_count(3)
    bridge = table.page.locator('.layer-counters [data-at="floors:I5"] [data-level-mark]')
    expect(bridge).to_have_attribute("data-level-mark", "BR")
    gully = table.page.locator('.layer-counters [data-at="floors:I4"] [data-level-mark]')
    expect(gully).to_have_attribute("data-level-mark", "IN")
    table.hover_hex("D4")
    expect(table.role("hex-notes")).to_contain_text("stairwell (B23.4)")
    expect(table.role("hex-counters")).to_contain_text("level 2")
    tabs.photograph("levels")


def a_thread_has_levels_at_both_ends(tabs: Tabs) -> None:
    table = tabs.watcher
    table.page.keyboard.press("l")
    table.click_hex("D5")
    table.page.keyboard.press("]")
    expect(table.page.locator('[data-end="from"] [aria-pressed="true"]')).to_have_text("L1")
    table.click_hex("I2")
    answer = table.page.locator("#thread [data-role=los]")
    expect(answer).to_contain_text("2 levels down")
    table.page.locator('[data-end="from"] [data-location="floors:D5/2"]').click()
    expect(answer).to_contain_text("3 levels down")
    tabs.photograph("thread-levels")
    table.page.keyboard.press("l")


def a_path_goes_up_the_stairs(tabs: Tabs) -> None:
    table = tabs.a
    table.to_front()
    table.page.keyboard.press("t")
    table.click_hex("D4")
    table.page.keyboard.press("[")
    step = table.page.locator('#route [data-path-step="floors:D4/1"]')
    expect(step).to_contain_text("B23.4")
    table.page.keyboard.press("[")
    expect(table.page.locator('#route [data-path-step="floors:D4/0"]')).to_have_count(1)
    expect(table.role("path")).to_contain_text("2 of 6 MF")
    table.click_hex("C5")
    expect(table.page.locator('#route [data-path-step="floors:C5/0"]')).to_have_count(1)
    tabs.photograph("path-levels")
    for _ in range(4):
        table.page.keyboard.press("Escape")
    expect(table.page.locator("#route")).to_be_hidden()


def stairs_are_offered_beside_the_stack(tabs: Tabs) -> None:
    table = tabs.a
    table.click_hex("D4")
    down = table.page.locator('.stairs [data-go="floors:D4/1"]')
    expect(down).to_contain_text("L1")
    tabs.photograph("stairs")
    with table.going_on():
        down.click()
    assert any("D4 level 1" in line for line in table.log_lines("move"))
