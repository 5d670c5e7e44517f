"""A Player Turn by keys alone: setup, Prep Fire, move, Final Fire, rout, advance and CC."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table, hex_id
from tests.browser.tabs import LINE, Tabs, three_tabs

RUSSIANS = {"rus-447-a": "Y4", "rus-447-b": "Z3", "rus-237-a": "Z4", "rus-8-0-a": "Y4"}
GERMANS = (("ger-467", "X2", "X2", "W3", "V2"), ("ger-8-1", "X2"), ("ger-lmg", "X2"))
TWO_MC, BREAKS, MISSES = 5, 10, 11
MOST_STEPS = 20
MOST_TABS = 80  # of a page

pytestmark = pytest.mark.browser


def test_a_player_turn_is_played_by_keys_alone(browser: Browser, house: House) -> None:
    site = new_site(house, TWO_MC, BREAKS, MISSES, entropy=f"{LINE}|{LINE}")
    with three_tabs(browser, site, None, "ab") as tabs:
        a, b = tabs.a, tabs.b
        for table in (a, b):
            table.lines_are_open()
        sets_up_russians(site)
        sets_up(a)
        goes_on_until(tabs, "Prep Fire")
        to_hex(a, "Z3")
        a.settles()
        a.page.keyboard.press("Enter")
        a.type("f")
        goes_on_until(tabs, "Move a unit")
        takes(a, "4-6-7 C")
        goes(a, "X3")
        b.type("p")
        goes_on_until(tabs, "Final Fire")
        to_hex(b, "X3")
        b.settles()
        b.page.keyboard.press("Enter")
        b.type("f")
        goes_on_until(tabs, "Rout your broken units")
        goes_somewhere(b)
        goes_on_until(tabs, "Advance your Infantry")
        takes(a, "4-6-7 C")
        goes(a, "Y4")
        goes_on_until(tabs, "Declare the attacks")
        a.type("f")
        b.is_asked("Declare the attacks")
        b.type("f")
        a.is_asked("Close Combat is over")


def sets_up_russians(site: Site) -> None:
    site.send("b", verb="record_mines", hex=hex_id("Z5"), strength=12)
    for piece, name in RUSSIANS.items():
        site.send("b", verb="place", pieces=[piece], to=f"{hex_id(name)}/0")
    assert site.send("b", verb="seal_setup")["t"] == "ok"


def tab_to(table: Table, selector: str) -> None:
    """Go through the page by Tab to something, as somebody without a mouse does."""
    table.to_front()
    wanted = table.page.locator(selector).first
    for _ in range(MOST_TABS):
        if wanted.evaluate("one => one === document.activeElement"):
            return
        table.page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def sets_up(table: Table) -> None:
    for kind, *names in GERMANS:
        for name in names:
            tab_to(table, f'#tray [data-type="{kind}"]')
            table.page.keyboard.press("Enter")
            to_hex(table, name)
            table.type("Enter")
    tab_to(table, '#setup button[data-verb="seal_setup"]')
    table.page.keyboard.press("Enter")
    tab_to(table, '[data-role="sure-yes"]')
    table.type("Enter")


def to_hex(table: Table, name: str) -> None:
    """Walk the hex cursor there."""
    table.to_front()
    if not table.page.locator("#board").evaluate("one => one.contains(document.activeElement)"):
        tab_to(table, "#board")
    goal, cursor = number_of(name), table.page.locator("[data-cursor]")
    for _ in range(MOST_TABS):
        if not cursor.count():
            table.page.keyboard.press("ArrowDown")
            continue
        here = number_of(str(cursor.get_attribute("data-cursor")).split(":")[1])
        if here == goal:
            return
        sideways = "ArrowRight" if here[0] < goal[0] else "ArrowLeft"
        upright = "ArrowDown" if here[1] < goal[1] else "ArrowUp"
        table.page.keyboard.press(sideways if here[0] != goal[0] else upright)
    raise AssertionError(f"{name} is not reached by arrows")


def number_of(name: str) -> tuple[int, int]:
    """Column and row of a hex."""
    letters = name.rstrip("0123456789")
    column = ord(letters[0]) - ord("A") + 26 * (len(letters) - 1)
    return column, int(name[len(letters) :])


def takes(table: Table, name: str) -> None:
    """By Tab on the board, from one who can act to the next."""
    table.to_front()
    table.page.keyboard.press("Escape")
    tab_to(table, "#board")
    chosen = table.page.locator("#chosen")
    for _ in range(MOST_STEPS):
        told = chosen.inner_text()
        if "1 chosen" in told and name in told:
            return
        table.page.keyboard.press("Tab")
    raise AssertionError(f"{name} is not reached by Tab")


def goes(table: Table, name: str) -> None:
    """By N from one place that is lit to the next, and there."""
    cursor = table.page.locator(f'[data-cursor="{hex_id(name)}"]')
    for _ in range(MOST_STEPS):
        if cursor.count():
            table.type("Enter")
            return
        table.page.keyboard.press("n")
    raise AssertionError(f"{name} is not reached by N")


def goes_somewhere(table: Table) -> None:
    table.to_front()
    expect(table.page.locator(".lit-go").first).to_be_visible()
    table.page.keyboard.press("n")
    table.type("Enter")


def goes_on_until(tabs: Tabs, words: str) -> None:
    """Whoever is asked goes on by the keys on his buttons, until somebody is told that."""
    for _ in range(MOST_STEPS):
        for table in (tabs.a, tabs.b):
            table.is_live()
        table = next(one for one in (tabs.a, tabs.b) if one.page.locator("#now.mine").count())
        if words in table.now_text():
            return
        onward(table)
    raise AssertionError(f"{words!r} is never said")


def onward(table: Table) -> None:
    for verb, key in (("pass", "p"), ("end_move", "s"), ("cc_pass", "p")):
        if table.button(verb).count():
            table.type(key)
            return
    if table.button("end_phase").count():
        table.end_phase()
    elif table.page.locator("#now .row").count():
        table.type("1")
    else:
        goes_somewhere(table)
