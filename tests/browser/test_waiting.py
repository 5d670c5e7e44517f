"""Who waits off the map (A2.51, A12.12) at the table: drawn, named, brought on."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table
from tests.browser.tabs import LINE, Tabs, three_tabs

COLUMN = ("ger-447-a", "ger-447-b", "ger-8-1-a", "dummy-a-1")

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """A game in which some enter under a "?", some in the open, some later."""
    site = new_site(house, entropy=f"{LINE}|{LINE}", scenario="waiting")
    for side, piece, place in (("b", "rus-447-a", "G3"), ("a", "ger-467-a", "A1")):
        site.send(side, verb="place", pieces=[piece], to=f"waiting:{place}/0")
        assert site.send(side, verb="seal_setup")["t"] == "ok"
    return site


def test_who_waits_off_the_map_is_drawn_and_named_as_far_as_he_is_seen(
    browser: Browser, site: Site, pictures: Path | None
) -> None:
    with three_tabs(browser, site, pictures) as tabs:
        for table in tabs.tables.values():
            table.board = "waiting"
        before_anybody_is_set_up(tabs)
        the_column_is_set_up(tabs)
        each_sees_what_he_may(tabs)
        they_come_onto_the_map(tabs)


# -- reading --------------------------------------------------------------------------------------


def beside(table: Table, name: str) -> Locator:
    """What is drawn off the map before a hex, from the bottom."""
    return table.page.locator(f'.layer-counters [data-at="waiting:{name}~0"]')


def kinds(drawn: Locator) -> list[str]:
    keys: list[str] = drawn.evaluate_all("nodes => nodes.map((one) => one.dataset.face)")
    return [key.split(":")[0] for key in keys]


def group(table: Table, name: str) -> Locator:
    """What the OB says of a group."""
    table.to_front()
    table.page.locator('[data-tab="forces"]').click()
    return table.page.locator("#forces .force").filter(has_text=name).first


def is_in_sight(table: Table, one: Locator) -> None:
    """All of a counter is in the frame, and the tools are not over it."""
    stage = table.page.locator("#board").bounding_box()
    tools = table.page.locator(".board-tools").bounding_box()
    box = one.bounding_box()
    assert stage is not None
    assert tools is not None
    assert box is not None
    assert stage["x"] <= box["x"]
    assert stage["y"] <= box["y"]
    assert box["x"] + box["width"] <= stage["x"] + stage["width"]
    assert box["y"] + box["height"] <= tools["y"]


# -- the play -------------------------------------------------------------------------------------


def before_anybody_is_set_up(tabs: Tabs) -> None:
    """They are nowhere yet, and that they are on the map is said to nobody."""
    for table in tabs.tables.values():
        expect(table.page.locator('.layer-counters [data-at*="~"]')).to_have_count(0)
    expect(group(tabs.a, "Column")).to_contain_text("3 still off the map")
    for table in (tabs.b, tabs.watcher):
        expect(group(table, "Column")).to_contain_text("some still off the map, under “?”")
        expect(group(table, "Bicycles")).to_contain_text("1 still off the map")
    tabs.a.page.locator('[data-tab="secrets"]').click()
    secrets = tabs.a.page.locator("#secrets .secrets")
    expect(secrets).to_contain_text("due on Turn 3: Dummy 2, 4-4-7 C")


def the_column_is_set_up(tabs: Tabs) -> None:
    """At the table: who, and before which of the hexes that are lit."""
    a = tabs.a
    a.is_asked("Set up off the map those who are to enter")
    a.to_front()
    for piece in COLUMN:
        pick = a.page.locator(f"#now [data-fill='\"{piece}\"']")
        if pick.get_attribute("aria-pressed") != "true":
            pick.click()
    a.click_hex("A3")
    with a.going_on():
        a.button("set_up").click()
    expect(beside(a, "A3").first).to_be_visible()
    is_in_sight(a, beside(a, "A3").last)
    sent = tabs.site.send("a", verb="set_up", units=["ger-247-a"], hex="waiting:A5")
    assert sent["t"] == "ok"


def each_sees_what_he_may(tabs: Tabs) -> None:
    a = tabs.a
    expect(beside(a, "A3")).to_have_count(5)
    assert sorted(kinds(beside(a, "A3"))) == ["unit"] * 4 + ["weapon"]
    for table in (tabs.b, tabs.watcher):
        expect(beside(table, "A3")).to_have_text(["?"])
        assert kinds(beside(table, "A3")) == ["stack_off_map"]
        assert kinds(beside(table, "A5")) == ["unit"]
        table.to_front()
        table.page.locator('[data-tab="forces"]').click()
        words = table.page.locator('#forces [data-off-map="a"]')
        expect(words).to_contain_text("off the map before A3: ?")
        expect(words).to_contain_text("off the map before A5: 2-4-7 A")
    tabs.photograph("waiting")
    a.to_front()
    a.page.keyboard.press("v")
    expect(beside(a, "A3")).to_have_text(["?"])
    a.page.keyboard.press("v")
    a.hover_hex("A3")
    place = "off the map before A3: "
    expect(a.role("hex-notes")).to_contain_text(f"{place}8-1 Sgt. Weiss, concealed")
    expect(a.page.locator("#secrets .secrets")).to_contain_text(place)
    tabs.watcher.to_front()
    tabs.watcher.page.reload()
    tabs.watcher.is_live()
    is_in_sight(tabs.watcher, beside(tabs.watcher, "A3"))


def however_much_is_offered_nothing_overlaps(table: Table) -> None:
    """On a laptop, with as many errands as a platoon on the map's edge has."""
    screen = table.page.viewport_size
    assert screen is not None
    table.page.set_viewport_size({"width": 1366, "height": 768})
    low, foot = table.page.evaluate(
        """() => {
          const errands = document.querySelector("#now .errands");
          const copies = [...Array(20)].map(() => errands.querySelector("button").cloneNode(true));
          errands.append(...copies);
          const bottom = (one) => document.querySelector(one).getBoundingClientRect().bottom;
          const found = [bottom("#now .acts"), bottom("#now")];
          copies.forEach((one) => one.remove());
          return found;
        }"""
    )
    assert low <= foot
    table.page.set_viewport_size(screen)


def they_come_onto_the_map(tabs: Tabs) -> None:
    """By Tab, by a click on their counters, and by the hex before which they wait."""
    a = tabs.a
    a.is_asked("Nobody is left to rally")
    for verb in ("end_phase", "end_phase"):
        assert tabs.site.send("a", verb=verb)["t"] == "ok"
    a.is_asked("Move")
    a.to_front()
    a.page.locator("#board").focus()
    a.page.keyboard.press("Tab")
    while "off the map before A3" not in a.page.locator("#say").inner_text():
        a.page.keyboard.press("Tab")
    expect(a.page.locator("#chosen .kicker")).to_contain_text("off the map before A3")
    a.page.keyboard.press("Escape")
    however_much_is_offered_nothing_overlaps(a)
    beside(a, "A3").last.dblclick()
    expect(a.page.locator("#chosen [data-chosen-unit]")).to_have_count(4)
    tabs.photograph("waiting-chosen")
    expect(a.page.locator('[data-lit="waiting:A3"]')).to_have_count(1)
    a.click_hex("A3")
    with a.going_on():
        a.button("enter").click()
    for table in tabs.tables.values():
        expect(beside(table, "A3")).to_have_count(0)
    there = tabs.b.page.locator('.layer-counters [data-at="waiting:A3"]')
    expect(there).to_have_count(4)  # seen as they come, and there is no Dummy any more
    for table in tabs.tables.values():
        expect(group(table, "Column")).to_contain_text("all on the map")
    expect(group(tabs.b, "Stragglers")).to_contain_text("some still off the map, under “?”")
    tabs.photograph("waiting-on-the-map")
