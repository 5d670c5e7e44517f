"""Two at one screen, and one who plays both sides: between the sides nothing of either is shown."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import House
from tests.browser.seated import RULES, SIZES, look
from tests.browser.table import Table
from tests.browser.test_house import opened, register

pytestmark = pytest.mark.browser


def begin(page: Page, name: str, choice: str) -> None:
    """Make a game with an account of its own."""
    register(page, name)
    page.goto("/games/new/?scenario=skirmish")
    page.get_by_label(choice).check()
    page.get_by_role("button", name="Begin").click()


def who_sits(page: Page) -> str:
    return page.locator("body").get_attribute("data-you") or ""


@pytest.mark.parametrize("size", SIZES)
def test_two_hand_the_screen_over(
    browser: Browser, house: House, pictures: Path | None, size: str
) -> None:
    with opened(browser, house, size, "light") as page:
        begin(page, f"both-{size}", "Somebody beside me")
        over = page.locator('[data-role="handover"]')
        expect(over).to_have_attribute("data-side", "b")
        look(page, pictures, f"hot-seat-over-{size}", **RULES[size])
        assert "table-data" not in page.content()
        page.locator('[data-role="take-over"]').click()
        table = Table(page, "b")
        table.is_live()
        assert who_sits(page) == "b"
        expect(page.locator('[data-role="change-sides"]')).to_be_visible()
        look(page, pictures, f"hot-seat-table-{size}", **RULES[size])
        page.locator("[data-sit]").click()
        expect(over).to_have_attribute("data-side", "a")
        expect(page.locator("#board, #log, .piece")).to_have_count(0)
        page.go_back()
        expect(page.locator("#board")).to_have_count(0)
        page.go_forward()
        page.locator('[data-role="take-over"]').click()
        table.is_live()
        assert who_sits(page) == "a"


def test_one_who_plays_both_changes_sides(
    browser: Browser, house: House, pictures: Path | None
) -> None:
    with opened(browser, house, "laptop", "dark") as page:
        begin(page, "alone", "Nobody: I play both sides")
        table = Table(page, "b")
        table.is_live()
        assert who_sits(page) == "b"
        page.locator('[data-role="change-sides"]').click()
        page.wait_for_function("() => document.body.dataset.you === 'a'")
        table.is_live()
        button = page.locator('[data-role="hand-over"] button')
        expect(button).to_have_text("Go to the Russian’s side")
        expect(button).to_have_class(re.compile("primary"))
        look(page, pictures, "solo-laptop")


def test_a_new_game_is_asked_only_what_matters(
    browser: Browser, house: House, pictures: Path | None
) -> None:
    with opened(browser, house, "phone", "light") as page:
        register(page, "form")
        page.goto("/games/new/?scenario=skirmish")
        minutes, days = page.locator("#id_minutes"), page.locator("#id_days")
        for clock, shown in (
            ("", (False, False)),
            ("total", (True, False)),
            ("days", (False, True)),
        ):
            page.locator("#id_clock").select_option(clock)
            assert (minutes.is_visible(), days.is_visible()) == shown, clock
        look(page, pictures, "new-game-days-phone")
        page.get_by_label("Nobody: I play both sides").check()
        assert not page.locator("#id_clock").is_visible()
        look(page, pictures, "new-game-solo-phone")
