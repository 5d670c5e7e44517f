"""Snipers at the table: placed, called, asked about, looked for."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table
from tests.browser.tabs import Tabs, three_tabs

SAN = 4
PIN, ANY, LOW, HIGH = (2,), (), (1,), (6,)
FOUND = 3

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """A game whose first attack calls a Sniper; the dice are its own, and those of who it hits."""
    site = new_site(house, SAN, PIN, ANY, HIGH, LOW, FOUND, scenario="snipers")
    site.send("b", verb="place", pieces=["rus-447-a"], to="snipers:K4/0")
    site.send("b", verb="seal_setup")
    for at, pieces in {
        "0": ("ger-8-1-a", "ger-467-a"),
        "1": ("ger-467-b", "ger-467-c"),
    }.items():
        site.send("a", verb="place", pieces=list(pieces), to=f"snipers:D4/{at}")
    assert site.send("a", verb="seal_setup")["t"] == "ok"
    return site


def test_a_sniper_from_its_place_to_its_pin(
    browser: Browser, site: Site, pictures: Path | None
) -> None:
    with three_tabs(browser, site, pictures) as tabs:
        for table in tabs.tables.values():
            table.board = "snipers"
        both_are_placed(tabs)
        one_is_called(tabs)
        it_attacks_a_location(tabs)
        it_is_looked_for(tabs)


def sniper(table: Table, name: str) -> None:
    """A Sniper is drawn in that hex."""
    drawn = table.page.locator(f'.layer-counters [data-at="snipers:{name}"]')
    expect(drawn.filter(has_text="SNPR")).to_have_count(1)


def both_are_placed(tabs: Tabs) -> None:
    tabs.b.is_asked("Place your Sniper.")
    tabs.a.is_asked("places his Sniper.")
    tabs.photograph("sniper-place")
    tabs.b.click_hex("B4")
    tabs.photograph("sniper-picked")
    tabs.b.press("choose")
    tabs.a.is_asked("Place your Sniper.")
    tabs.a.click_hex("L7")
    tabs.a.press("choose")
    for table in tabs.tables.values():
        sniper(table, "B4")
        sniper(table, "L7")
    tabs.photograph("sniper-placed")


def one_is_called(tabs: Tabs) -> None:
    site = tabs.site
    site.rally_nobody()
    tabs.a.is_asked("Prep Fire")
    units = [
        face for face in site.faces("a") if face["k"] == "unit" and face["at"].endswith("D4/1")
    ]
    firer = units[0]["id"]
    with tabs.b.going_on():
        shot = site.send("a", verb="fire", units=[firer], at="snipers:K4/0")
    assert shot["t"] == "ok", shot
    tabs.b.is_asked("Your Sniper may attack")
    tabs.a.is_asked("decides whether his Sniper attacks.")
    tabs.photograph("sniper-called")


def it_attacks_a_location(tabs: Tabs) -> None:
    rows = tabs.b.page.locator('#now button[data-verb="choose"]')
    expect(rows).to_contain_text(["Attack", "Forfeit it to place the Sniper anew"])
    with tabs.b.going_on():
        rows.first.click()
    tabs.b.is_asked("Where does your Sniper attack?")
    expect(rows).to_contain_text(["D4", "D4 level 1"])
    tabs.photograph("sniper-where")
    with tabs.b.going_on():
        rows.first.click()
    for table in tabs.tables.values():
        sniper(table, "D4")


def it_is_looked_for(tabs: Tabs) -> None:
    tabs.a.is_asked("Who makes a Sniper Check?")
    tabs.photograph("sniper-hits")
    with tabs.a.going_on():
        tabs.a.page.locator('#now button[data-verb="choose"]').first.click()
    for table in tabs.tables.values():
        expect(table.page.locator('.log [data-kind="sniper"]').last).to_contain_text("pinned")
    tabs.photograph("sniper-pinned")
