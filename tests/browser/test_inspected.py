"""Stacks that are looked into by LOS alone (A12.16) at the table: what each side sees of one."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table
from tests.browser.tabs import LINE, Tabs, three_tabs

STACK = ("rus-447-a", "rus-628-a", "rus-8-1-a", "rus-lmg-a")

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """A Russian stack before a wood in which a German lies under a "?"; another is out of sight."""
    site = new_site(house, entropy=f"{LINE}|{LINE}", scenario="inspected")
    for piece in STACK:
        site.send("b", verb="place", pieces=[piece], to="inspected:H3/0")
    assert site.send("b", verb="seal_setup")["t"] == "ok"
    site.send("a", verb="place", pieces=["ger-467-a"], to="inspected:F3/0")
    site.send("a", verb="place_concealment", at="inspected:F3/0", count=1)
    site.send("a", verb="place", pieces=["ger-447-a"], to="inspected:A3/0")
    assert site.send("a", verb="seal_setup")["t"] == "ok"
    return site


def test_a_stack_is_seen_as_far_as_somebody_looks_into_it(
    browser: Browser, site: Site, pictures: Path | None
) -> None:
    with three_tabs(browser, site, pictures) as tabs:
        for table in tabs.tables.values():
            table.board = "inspected"
        the_owner_sees_who_is_not_looked_at(tabs)
        somebody_under_a_mark_looks_for_his_side_alone(tabs)
        those_who_watch_see_the_top(tabs)
        tabs.photograph("inspected")


def counters(table: Table, name: str) -> Locator:
    return table.page.locator(f'.layer-counters [data-at="inspected:{name}"]')


def the_owner_sees_who_is_not_looked_at(tabs: Tabs) -> None:
    b = tabs.b
    b.to_front()
    expect(counters(b, "H3")).to_have_count(4)
    b.page.locator('[data-tab="secrets"]').click()
    row = b.page.locator("#secrets .secrets li").filter(has_text="H3")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("6-2-8 A, LMG, 8-1 Lt. Orlov")
    expect(row).to_contain_text("The opponent sees who is on top of them.")
    b.page.keyboard.press("v")
    expect(counters(b, "H3")).to_have_count(1)
    b.page.keyboard.press("v")


def somebody_under_a_mark_looks_for_his_side_alone(tabs: Tabs) -> None:
    a = tabs.a
    a.to_front()
    expect(a.page.locator("#log")).to_contain_text("8-1 Lt. Orlov is seen beneath the top in H3")
    a.hover_hex("H3")
    beneath = "beneath the top: 6-2-8 A + LMG A + 8-1 Lt. Orlov"
    expect(a.role("hex-counters")).to_contain_text(beneath)


def those_who_watch_see_the_top(tabs: Tabs) -> None:
    for table in (tabs.watcher, tabs.a):
        table.to_front()
        expect(counters(table, "H3")).to_have_count(1)
    for table in (tabs.watcher, tabs.b):
        expect(table.page.locator("#log")).not_to_contain_text("seen beneath")
    expect(tabs.watcher.page.locator("body")).not_to_contain_text("Orlov is")
