"""A setup by mouse and keys, and a minefield that nobody else hears of until somebody enters it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.betrayal import MARKERS, OWNED, betrayals, selectors
from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table, hex_id
from tests.browser.tabs import LINE, Tabs, three_tabs

MINED = ("Y4", "Z3")
NO_EFFECT, PTC_BY_SIX = 9, 8
"""DRs on the IFT's column 6: the first does nothing; the second is a PTC, which no other strength
would give, so that the strength must be told."""

pytestmark = pytest.mark.browser


def test_mines_are_known_to_their_owner_alone_until_entered_and_their_strength_until_needed(
    browser: Browser, house: House, pictures: Path | None
) -> None:
    dice = (NO_EFFECT, PTC_BY_SIX)
    site = new_site(house, *dice, entropy=f"{LINE}|{LINE}")
    with three_tabs(browser, site, pictures) as tabs:
        bound = lines_are_open(tabs)
        records_minefields(site, tabs.b)
        places_counters(tabs.b)
        tabs.photograph("setup")
        records = [key.split(":")[1] for key in secret_keys(tabs.b)]
        assert len(records) == len(MINED)
        for table in (tabs.a, tabs.watcher):
            assert table.n == bound, "others are told nothing while a side sets up"
        others_know_nothing(tabs, records, MINED, OWNED + MARKERS)
        tabs.b.seal()
        attacker_sets_up(tabs.a)
        moves_next_to_the_mines(tabs)
        others_know_nothing(tabs, records, MINED, OWNED + MARKERS)
        enters_the_mines(tabs)
        others_know_nothing(tabs, records, ("Z3",), OWNED)
        leaves_the_mines(tabs)
        others_know_nothing(tabs, records, ("Z3",), OWNED)


def lines_are_open(tabs: Tabs) -> int:
    """The pages commit to their lines and open them, and nobody does anything; the number of the
    public bulletin by which everybody knows that.
    """
    for table in tabs.tables.values():
        table.wait_for_n(4)
        table.page.locator('[data-tab="secrets"]').click()
        for side in ("a", "b"):
            share = table.page.locator(f'[data-share="{side}"]')
            expect(share).to_contain_text("has opened its line")
        table.page.locator('[data-tab="card"]').click()
    return tabs.watcher.n


def records_minefields(site: Site, b: Table) -> None:
    """The form: a hex that may not be mined, the running total, a change of mind, and no 13th."""
    tray, panel = b.page.locator("#tray"), b.page.locator("#setup")
    b.choose_mines()
    b.click_hex("Z4")
    expect(b.role("refusal")).to_contain_text("No mines may be recorded in the farm")
    expect(b.role("refusal-at")).to_contain_text("SSR")
    b.click_hex("Y4")
    panel.locator('[data-strength="8"]').click()
    expect(b.role("factors-left")).to_have_text("4")
    b.lay_mines("Y4", 8)
    expect(tray).to_contain_text("8 of 12 factors laid")
    b.choose_mines()
    b.click_hex("Z3")
    expect(panel).to_contain_text("4 factors are too few for another minefield")
    answer = site.send("b", verb="record_mines", hex=hex_id("Z3"), strength=6)
    assert (answer["t"], answer["rule"]) == ("no", "B28.1")
    assert "14 factors used, only 12 available" in answer["why"]
    with b.going_on():
        panel.locator(f'[data-mine-record="{hex_id("Y4")}"] button').click()
    b.lay_mines("Y4", 12)
    b.lay_mines("Y4", 6)
    expect(tray).to_contain_text("6 of 12 factors laid")
    b.choose_mines()
    b.click_hex("Z3")
    expect(b.role("factors-left")).to_have_text("0")
    expect(panel.locator('[data-strength="8"]')).to_be_disabled()
    with b.going_on():
        b.page.keyboard.press("Enter")
    expect(tray).to_contain_text("12 of 12 factors laid")


def places_counters(b: Table) -> None:
    """By clicks, by a drag from the tray, and by the hex cursor alone."""
    b.page.locator('#tray [data-type="rus-447"]').click()
    expect(b.page.locator("#say")).to_contain_text("1 in hand")
    with b.going_on():
        b.click_hex("AA4")
    expect(b.page.locator("#say")).to_contain_text("placed in AA4")
    b.page.locator('#tray [data-type="rus-447"]').hover()
    b.page.mouse.down()
    x, y = b.point("Z4")
    b.page.mouse.move(x, y, steps=4)
    with b.going_on():
        b.page.mouse.up()
    b.click_hex("Y6")
    b.page.locator('#tray [data-type="rus-237"]').click()
    b.cursor_to("Y5", start="Y6")
    b.type("Enter")
    expect(b.page.locator("#setup")).to_contain_text("1 still in the tray")
    b.place("rus-8-0", "Z4")
    expect(b.role("placed-count")).to_have_text("4 of 4")


def attacker_sets_up(a: Table) -> None:
    """The units of the other side that are on top stand on the board now; its mines do not."""
    a.is_asked("Set up your side, then seal it.")
    assert len(a.counters_at("Z4")) == 1
    a.place("ger-467", "X2", "X2", "W3", "V2")
    a.place("ger-8-1", "X2")
    a.place("ger-lmg", "X2")
    a.seal()


def moves_next_to_the_mines(tabs: Tabs) -> None:
    """Nothing shows in what the mover is offered either: the mined hex costs what it costs."""
    a, b = tabs.a, tabs.b
    a.is_asked("Deploy or Recombine")
    a.end_phase()
    a.is_asked("Prep Fire")
    a.end_phase()
    a.double_click_hex("X2")
    with a.going_on():
        a.click_hex("Y3")
    b.is_asked("in Y3, or pass.")
    expect(b.page.locator("#pane-log")).to_be_visible()
    b.type("p")
    a.is_asked("on (5 MF left), or stop.")
    expect(a.page.locator(f'[data-lit="{hex_id("Y4")}"]')).to_have_count(1)


def enters_the_mines(tabs: Tabs) -> None:
    """The presence is everybody's now; the strength is nobody's business yet."""
    with tabs.a.going_on():
        tabs.a.click_hex("Y4")
    tabs.b.is_asked("in Y4, or pass.")
    expect(tabs.a.page.locator("#chosen")).to_contain_text("Y4")
    for table in tabs.tables.values():
        expect(counter(table, "Y4")).to_have_count(1)
        [line] = table.log_lines("reveal")
        assert line.startswith("Y4 is mined")
        [line] = table.log_lines("mines")
        assert "entering Y4" in line
        assert "no effect" in line
    for who in ("a", "public"):
        assert strengths_told(tabs, who) == [None]
    tabs.photograph("entered")


def leaves_the_mines(tabs: Tabs) -> None:
    """The second attack gives a result that only six factors give, which proves the strength."""
    tabs.b.press("pass")
    tabs.a.is_asked("or stop.")
    with tabs.a.going_on():
        tabs.a.click_hex("X4")
    for table in tabs.tables.values():
        reveals = table.page.locator('.log [data-kind="reveal"]')
        expect(reveals.nth(1)).to_contain_text("The minefield in Y4 has 6 factors")
        expect(table.page.locator('.log [data-kind="mines"]').nth(1)).to_contain_text("PTC")
        checked = table.page.locator('[data-role="seal-words"]', has_text="checked here: all fit")
        expect(checked).to_have_count(1)
    for who in ("a", "public"):
        assert strengths_told(tabs, who) == [6]
    tabs.photograph("left")


def others_know_nothing(
    tabs: Tabs, records: list[str], hexes: tuple[str, ...], faces: tuple[str, ...]
) -> None:
    """Neither in frames, nor in answers to requests, the replay's among them, nor on the pages."""
    for who in ("a", "public"):
        table, ears = tabs.tables[who], tabs.ears[who]
        table.page.evaluate("fetch(`replay/data${location.search}`).then((found) => found.text())")
        sent = ears.heard()
        assert any(one.startswith('{"frames"') for one in sent)
        found = [
            what
            for one in sent
            for what in betrayals(one, records=records, hexes=hexes, faces=faces)
        ]
        assert found == [], who
        expect(table.page.locator(selectors(hexes))).to_have_count(0)


def strengths_told(tabs: Tabs, who: str) -> list[int | None]:
    """The strengths in the minefield faces of frames that were not looked at yet."""
    pattern = r'"k":"minefield"[^}]*"strength":(\d+|null)'
    told = re.findall(pattern, "".join(tabs.ears[who].frames))
    return [None if one == "null" else int(one) for one in told]


def counter(table: Table, name: str) -> Locator:
    """The counter of a minefield that everybody knows."""
    return table.page.locator(f'[data-face^="minefield:"][data-at="{hex_id(name)}"]')


def secret_keys(b: Table) -> list[str]:
    """The keys of the owner's records, as drawn on his page."""
    drawn = b.page.locator('.layer-secrets [data-face^="mine_record:"]')
    keys: list[str] = drawn.evaluate_all("nodes => nodes.map((one) => one.dataset.face)")
    return keys
