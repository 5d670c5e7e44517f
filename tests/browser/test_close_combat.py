"""Advance and Close Combat at the table, by keys alone."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table, hex_id
from tests.browser.tabs import Tabs, three_tabs

SMALL: ViewportSize = {"width": 1366, "height": 768}
RUSSIANS = {"rus-447-a": "Y4", "rus-447-b": "AA4", "rus-237-a": "Z4", "rus-8-0-a": "Y4"}
STACK = ("4-6-7 A", "4-6-7 B", "8-1 Sgt. Weiss")

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """The Germans stand beside those in Y4, in their APh."""
    site = new_site(house)
    site.set_up_both(RUSSIANS, mines="Z5")
    site.send("a", verb="end_phase")
    names = {face["name"]: face["id"] for face in site.faces("a") if face["k"] == "unit"}
    movers = [names[name] for name in STACK]
    to = f"{hex_id('X3')}/0"
    assert site.send("a", verb="move", units=movers, to=to)["t"] == "ok"
    for who, verb in (("b", "pass"), ("a", "end_move"), ("a", "end_phase")):
        assert site.send(who, verb=verb)["t"] == "ok"
    for who in "baab":  # DFPh, AFPh, and who would break voluntarily
        assert site.send(who, verb="end_phase")["t"] == "ok"
    return site


def test_they_advance_and_fight_by_keys_alone(browser: Browser, site: Site) -> None:
    with three_tabs(browser, site, None, "ab") as tabs:
        a = tabs.a
        a.page.set_viewport_size(SMALL)
        a.is_asked("Advance your Infantry")
        advance(a)
        a.end_phase()
        both_declare(tabs)


def advance(table: Table) -> None:
    """One by one, to the place lit where the enemy is."""
    table.page.locator("#board").focus()
    for name in STACK:
        chosen = table.page.locator("#chosen [data-chosen-unit]")
        while chosen.count() != 1 or name not in chosen.inner_text():
            table.page.keyboard.press("Tab")
        while table.page.locator(f'[data-cursor="{hex_id("Y4")}"]').count() == 0:
            table.page.keyboard.press("n")
        expect(table.page.locator("#say")).to_contain_text("1 MF, CC")
        table.type("Enter")
        told = table.page.locator("#hex-info")
        expect(told).to_contain_text(name)


def both_declare(tabs: Tabs) -> None:
    """The only CC has begun as the phase did. Everybody against everybody is proposed, under the
    leader; all of it is in sight.
    """
    a, b = tabs.a, tabs.b
    while "fight" in a.now_text():
        a.type("1")
    if "fight" in b.now_text():
        b.type("1")
    a.is_asked("Declare the attacks")
    page = a.page
    expect(page.locator('#now [aria-label="Leader"] [aria-pressed=true]')).to_have_text(
        "8-1 Sgt. Weiss directs"
    )
    expect(page.locator('#now [aria-label="Leader"]')).to_be_in_viewport(ratio=1)
    expect(page.locator("#odds")).to_contain_text("8-1 Sgt. Weiss directs")
    names_are_whole(a)
    a.type("f")
    b.is_asked("Declare the attacks")
    b.type("f")
    a.is_asked("Close Combat is over")


def names_are_whole(table: Table) -> None:
    """The names of those who are chosen are read without scrolling."""
    names = table.page.locator("#chosen [data-chosen-unit] b")
    expect(names).to_have_count(len(STACK))
    foot = table.page.locator("#chosen").evaluate("one => one.getBoundingClientRect().bottom")
    feet = names.evaluate_all("all => all.map((one) => one.getBoundingClientRect().bottom)")
    assert max(feet) <= foot
