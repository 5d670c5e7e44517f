"""Hidden Fortifications and Searching at the table: recorded at setup, and looked for."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table
from tests.browser.tabs import LINE, Tabs, three_tabs

LOW = 3
"""A Search that finds something in many hexes."""
GERMANS = {
    "E6": ("ger-467-a", "ger-467-b", "ger-8-1-a", "ger-lmg-a"),
    "A2": ("ger-467-c", "ger-467-d"),
}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """A game of a card with hidden Fortifications and somebody hidden."""
    return new_site(house, LOW, entropy=f"{LINE}|{LINE}", scenario="fortified")


def test_what_is_hidden_is_recorded_and_looked_for(
    browser: Browser, site: Site, pictures: Path | None
) -> None:
    with three_tabs(browser, site, pictures) as tabs:
        for table in tabs.tables.values():
            table.board = "fortified"
            table.lines_are_open()
        the_russian_hides(tabs)
        nobody_sees_it(tabs)
        the_german_searches(tabs)


def record(table: Table, name: str) -> Locator:
    """What is recorded in a hex, as its owner's board shows it."""
    return table.page.locator(f'.layer-secrets [data-recorded="fortified:{name}"]')


def there(table: Table, name: str) -> Locator:
    """What is drawn in a hex."""
    return table.page.locator(f'.layer-counters [data-at="fortified:{name}"]')


def the_russian_hides(tabs: Tabs) -> None:
    """Wire in G4, foxholes in G6 and a squad in F5, by the tools of the tray."""
    b = tabs.b
    b.place("rus-447", "F5", "I5")
    b.place("rus-8-0", "I5")
    for words, name in {"Hide Wire": "G4", "Hide foxholes": "G6"}.items():
        tool = b.page.locator("#tray [data-errand]", has_text=words)
        expect(tool).to_contain_text("1 left")
        tool.click()
        expect(b.page.locator("[data-lit]")).not_to_have_count(0)
        with b.going_on():
            b.click_hex(name)
    b.click_hex("F5")
    with b.going_on():
        b.page.locator('#tray button[data-verb="hide"]').click()
    a_pillbox_gets_its_arc(tabs)
    expect(record(b, "G4")).to_have_count(1)
    expect(b.page.locator("#setup .hidden-list")).to_contain_text("your record: Wire, hidden")
    tabs.photograph("fortified-setup")
    b.seal()


def a_pillbox_gets_its_arc(tabs: Tabs) -> None:
    """Its CA is chosen as a vertex of its hex, by a click and, that undone, by its number."""
    b = tabs.b
    tool = b.page.locator("#tray [data-errand]", has_text="Hide pillbox")
    arcs = b.page.locator(".layer-vertex [data-vertex]")
    tool.click()
    expect(arcs).to_have_count(0)
    b.click_hex("G5")
    expect(arcs).to_have_count(6)
    east = b.page.locator('.layer-vertex [data-vertex="2"]')
    east.locator(".vertex-handle").hover()
    if tabs.pictures is not None:
        b.page.screenshot(path=tabs.pictures / "vertex.png")
    with b.going_on():
        east.locator(".vertex-handle").click()
    expect(arcs).to_have_count(0)
    assert ca_of(tabs, "G5") == "pillbox-2"
    with b.going_on():
        tabs.site.send("b", verb="take_down", kind="pillbox", hex="fortified:G5")
    tool.click()
    b.click_hex("G5")
    with b.going_on():
        b.type("6")
    assert ca_of(tabs, "G5") == "pillbox-5"


def ca_of(tabs: Tabs, name: str) -> str:
    """The picture of the pillbox that the Russian has recorded in a hex."""
    at = f"fortified:{name}"
    there = (one for one in tabs.site.faces("b") if one.get("at") == at and one.get("picture"))
    return str(next(there)["picture"])


def nobody_sees_it(tabs: Tabs) -> None:
    for name, pieces in GERMANS.items():
        place = f"fortified:{name}/0"
        assert tabs.site.send("a", verb="place", pieces=list(pieces), to=place)["t"] == "ok"
    assert tabs.site.send("a", verb="seal_setup")["t"] == "ok"
    for table in (tabs.a, tabs.watcher):
        for name in ("G4", "F5"):
            expect(there(table, name)).to_have_count(0)
            expect(record(table, name)).to_have_count(0)
    tabs.photograph("fortified-begun")


def the_german_searches(tabs: Tabs) -> None:
    """One MF, and the dr leaves no hex beside him out: the squad in F5 comes under a "?"."""
    a = tabs.a
    a.is_asked("Prep Fire")
    a.end_phase()
    a.is_asked("Move a unit or stack")
    one_button_asks_where(a)
    a.double_click_hex("E6")
    a.take_errand("search")
    expect(a.page.locator("#now")).to_contain_text("hexes beside it are missed")
    tabs.photograph("fortified-search")
    with a.going_on():
        a.page.locator('#now .acts [data-verb="search"]').click()
    for table in tabs.tables.values():
        expect(table.page.locator('.log [data-kind="check"]').last).to_contain_text("Searched: ")
        expect(table.page.locator(".log")).to_contain_text("has a ? in F5")
        expect(there(table, "F5")).to_have_count(1)
    tabs.photograph("fortified-searched")


def one_button_asks_where(table: Table) -> None:
    """Both stacks may Search: one errand, whose places are lit; a click there takes the stack."""
    page = table.page
    table.take_errand("search")
    expect(page.locator('#now [data-errand^="search"]')).to_have_count(1)
    lit = page.locator("[data-lit]")
    expect(lit).to_have_count(2)
    expect(page.locator("#now [data-stack]")).to_have_text(["A2", "E6"])
    expect(page.locator('#now .acts [data-verb="search"]')).to_be_disabled()
    table.click_hex("A2")
    expect(page.locator("#now .slots .pick[aria-pressed=true]")).to_have_count(2)
    expect(page.locator('#now .acts [data-verb="search"]')).to_be_enabled()
    page.keyboard.press("Escape")
    table.take_errand("search")
    page.locator("#now [data-stack]", has_text="E6").click()
    expect(page.locator("#now .slots .pick[aria-pressed=true]")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(lit).to_have_count(0)
