"""A whole game: Prep Fire by the odds card, a rout, every phase to the end, the replay."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.browser.site import new_site
from tests.browser.table import Table
from tests.browser.tabs import Tabs, three_tabs

RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z3", "rus-237-a": "AA4", "rus-8-0-a": "AA4"}
TWO_MC, BREAKS = 5, 10
"""DRs: the first with 8 factors and -1 is a 2MC; the second fails that check."""
MOST_DECISIONS = 120  # a game without moves takes some fifty

pytestmark = pytest.mark.browser


def test_a_game_is_played_to_its_end_and_its_replay_leads_to_the_same_position(
    browser: Browser, house: House, pictures: Path | None
) -> None:
    site = new_site(house, TWO_MC, BREAKS)
    site.set_up_both(RUSSIANS, mines="Y4")
    with three_tabs(browser, site, pictures) as tabs:
        prep_fires(tabs)
        ends_phases_until(tabs, "Rout your broken units")
        routs(tabs)
        ends_phases_until(tabs, "victory")
        everybody_sees_the_result(tabs)
        dice_are_open(tabs)
        replays(tabs.watcher, tabs)


def prep_fires(tabs: Tabs) -> None:
    """The target is clicked, the firers are proposed, the odds are shown, F fires."""
    tabs.a.is_asked("Prep Fire")
    tabs.a.click_hex("Z3")
    expect(tabs.a.role("odds")).to_contain_text("8 column, −1")
    expect(tabs.a.page.locator('#odds [data-result="2MC"]')).to_be_visible()
    tabs.photograph("odds")
    tabs.a.type("f")
    for table in tabs.tables.values():
        expect(table.page.locator('.log [data-kind="fire"]')).to_contain_text("2MC")
        expect(table.page.locator('.log [data-kind="check"]').first).to_contain_text("10")
        expect(table.page.locator('[data-at="so1:Z3"]')).to_have_count(1)
        expect(table.page.locator("#say")).to_contain_text(re.compile(r"dice \d and \d, "))


def ends_phases_until(tabs: Tabs, words: str) -> None:
    """Whoever is asked is done with his part of the phase, until that is what he is told."""
    table = tabs.a
    for _ in range(MOST_DECISIONS):
        table = asked(tabs, table)
        if words in table.now_text():
            return
        table.end_phase()
    raise AssertionError(f"{words!r} is never said")


def asked(tabs: Tabs, last: Table) -> Table:
    """The side that must decide now, given who decided last; at the end of the game that one."""
    if last.page.locator("#now.mine, [data-stage=over]").count():
        return last
    other = tabs.b if last is tabs.a else tabs.a
    expect(other.page.locator("#now")).to_have_class(re.compile(r"\bmine\b"))
    return other


def routs(tabs: Tabs) -> None:
    """The broken squad goes where the board is lit."""
    b = tabs.b
    b.click_hex("Z3")
    expect(b.page.locator("#now")).to_contain_text("It must rout or is eliminated.")
    lit = b.page.locator(".lit-go")
    expect(lit.first).to_be_visible()
    tabs.photograph("rout")
    name = str(lit.first.get_attribute("data-lit")).split(":")[1]
    with b.going_on():
        b.click_hex(name)
    for table in tabs.tables.values():
        expect(table.page.locator('.log [data-kind="rout"]').first).to_contain_text(f"→ {name}")
    while "Rout the" in b.now_text():
        assert lit.count() > 1 or b.button("end_rout").count()  # what has one answer goes on
        with b.going_on():
            b.click_hex(str(lit.last.get_attribute("data-lit")).split(":")[1])
    b.is_asked("Nobody is left to rout: end the phase.")


def everybody_sees_the_result(tabs: Tabs) -> None:
    """Nobody has taken the farm, so the side that defends has won, on every page alike."""
    for table in tabs.tables.values():
        table.is_asked("Russian victory")
    assert len({table.now_text() for table in tabs.tables.values()}) == 1
    tabs.a.comes_to_show(tabs.watcher.stacks())
    tabs.photograph("over")
    for table in tabs.tables.values():
        expect(table.page.locator(".log > li").last).to_be_in_viewport()


def dice_are_open(tabs: Tabs) -> None:
    """The seeds are shown, and one gets back."""
    a = tabs.a
    a.to_front()
    a.role("dice-link").click()
    expect(a.page.get_by_role("heading", name="Opened at the end")).to_be_visible()
    tabs.ears["a"].wait_for_files()  # who leaves earlier breaks off what still loads
    a.page.go_back()
    a.is_live()


def replays(table: Table, tabs: Tabs) -> None:
    """Step by step from an empty board to where the game ended."""
    end = table.stacks()
    table.to_front()
    table.role("replay-link").click()
    expect(table.page.locator("body")).to_have_attribute("data-state", "replay")
    expect(table.role("replay-count")).to_contain_text("1 of ")
    table.comes_to_show({})
    steps = int(table.role("replay-count").inner_text().split()[-1])
    for step in range(2, steps + 1):
        table.page.keyboard.press(".")
        expect(table.role("replay-count")).to_have_text(f"{step} of {steps}")
    table.is_asked("Russian victory")
    tabs.photograph("replayed")
    table.comes_to_show(end)
