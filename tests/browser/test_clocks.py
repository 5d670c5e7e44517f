"""Clocks and breaks at the table, on a laptop and a phone: nothing jumps while time runs, and what
is asked can be answered. Axe finds nothing on the way.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import acts
from tests.browser.clocked_game import NAMES
from tests.browser.house import House
from tests.browser.seated import RULES, SIZES, clocked, look, open_tab, seated

MINUTES, LEFT = 10, 2  # seconds: their pages have to run out by themselves

pytestmark = pytest.mark.browser


def figure(page: Page, side: str) -> str:
    return page.locator(f'[data-clock="{side}"] .clock-figure').inner_text()


@pytest.mark.parametrize("size", SIZES)
def test_both_see_both_clocks_and_agree_on_a_break(
    browser: Browser, house: House, pictures: Path | None, size: str
) -> None:
    links = clocked(house)
    with (
        seated(browser, house, size, links[0], NAMES[0]) as a,
        seated(browser, house, size, links[1], NAMES[1]) as b,
    ):
        for table in (a, b):
            expect(table.page.locator('[data-clock="a"]')).to_have_class(re.compile("runs"))
            expect(table.page.locator(".clock-figure").last).to_have_text("1:00:00")
        board = a.page.locator("#board").bounding_box()
        clock = a.page.locator('[data-clock="a"]').bounding_box()
        figure_of_a = a.page.locator('[data-clock="a"] .clock-figure')
        expect(figure_of_a).to_have_text(re.compile(r"^5\d:\d\d$"))
        assert a.page.locator("#board").bounding_box() == board
        assert a.page.locator('[data-clock="a"]').bounding_box() == clock
        look(a.page, pictures, f"clocks-play-{size}", **RULES[size])
        open_tab(b.page, size, "talk")
        look(b.page, pictures, f"clocks-talk-{size}", **RULES[size])
        b.page.locator("[name=minutes]").select_option("15")
        b.page.locator('[data-role="ask-break"]').click()
        expect(a.role("asked-break")).to_contain_text("asks for a break until")
        look(a.page, pictures, f"clocks-asked-{size}", **RULES[size])
        a.role("asked-break").get_by_role("button", name="Agree").click()
        expect(a.role("rest")).to_contain_text("A break until")
        stands = figure(a.page, "a")
        look(a.page, pictures, f"clocks-rest-{size}", **RULES[size])
        href = a.role("calendar").get_attribute("href") or ""
        assert "BEGIN:VEVENT" in a.page.evaluate("href => fetch(href).then(r => r.text())", href)
        a.role("rest").get_by_role("button", name="Ask to go on now").click()
        open_tab(b.page, size, "now") if size == "phone" else None
        expect(b.role("asked-go_on")).to_be_visible()
        assert figure(a.page, "a") == stands
        b.role("asked-go_on").get_by_role("button", name="Agree").click()
        expect(a.role("rest")).to_have_count(0)
        expect(a.page.locator('[data-clock="a"]')).to_have_class(re.compile("runs"))


@pytest.mark.parametrize("flag", ["loss", "claim"])
def test_time_runs_out(browser: Browser, house: House, pictures: Path | None, flag: str) -> None:
    links = clocked(house, MINUTES, flag)
    with (
        seated(browser, house, "laptop", links[0], NAMES[0]) as a,
        seated(browser, house, "phone", links[1], NAMES[1]) as b,
    ):
        house.do(acts.put_on, 60 * MINUTES - LEFT)
        if flag == "claim":
            claim = b.role("claim")
            expect(claim).to_be_visible()
            expect(a.page.locator('[data-clock="a"]')).to_have_class(re.compile("out"))
            look(b.page, pictures, "clocks-claim-phone")
            claim.get_by_role("button", name="Claim the game").click()
        for table in (a, b):
            expect(table.role("now-text")).to_contain_text("victory")
            expect(table.page.locator(".clock.runs")).to_have_count(0)
        look(a.page, pictures, f"clocks-over-{flag}-laptop")
