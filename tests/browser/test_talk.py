"""Talk at the table: between the players, and among those who watch; what is typed is not lost."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.clocked_game import NAMES, WATCHER
from tests.browser.house import House
from tests.browser.seated import RULES, SIZES, clocked, look, open_tab, seated
from tests.browser.table import Table

LINE = "Good luck! <b>Mind the woods</b> at W3."

pytestmark = pytest.mark.browser


def say(page: Page, room: str, text: str) -> None:
    page.locator(f'[data-chat="{room}"] input').fill(text)
    page.locator(f'[data-chat="{room}"] button').click()


def change_the_position(a: Table, b: Table, size: str, pictures: Path | None) -> None:
    """One side writes a change down and asks for it; the other reads it, and agrees."""
    table = a.page.url
    a.page.locator('[data-role="change"]').click()
    look(a.page, pictures, f"change-blank-{size}", **RULES[size])
    a.page.get_by_text("Lay a marker").click()
    lay = a.page.locator('[data-edit="lay"]')
    lay.get_by_label("What").select_option("foxhole")
    lay.get_by_label("In the hex or Location").fill("Z5")
    lay.get_by_role("button").click()
    expect(a.page.locator('[data-role="told"] li')).to_have_text("foxhole is laid in Z5")
    look(a.page, pictures, f"change-written-{size}", **RULES[size])
    a.page.locator('[data-role="ask-change"]').click()
    a.is_live()
    assert a.page.url == table
    question = b.role("asked-change")
    expect(question).to_contain_text("asks to change the position. Foxhole is laid in Z5.")
    look(b.page, pictures, f"change-asked-{size}", **RULES[size])
    question.get_by_role("button", name="Agree").click()
    expect(b.page.locator("#log")).to_contain_text("Both sides agree: foxhole is laid in Z5")


@pytest.mark.parametrize("size", SIZES)
def test_players_and_those_who_watch_talk(
    browser: Browser, house: House, pictures: Path | None, size: str
) -> None:
    links = clocked(house)
    watching = links[0].partition("?")[0]
    with (
        seated(browser, house, size, links[0], NAMES[0]) as a,
        seated(browser, house, size, links[1], NAMES[1]) as b,
        seated(browser, house, size, watching, WATCHER) as c,
    ):
        open_tab(a.page, size, "talk")
        say(a.page, "players", LINE)
        count = b.page.locator('[data-role="talk-count"]').filter(visible=True)
        expect(count).to_have_text("1")
        open_tab(b.page, size, "talk")
        expect(b.page.locator("#talk .said")).to_have_text(LINE)
        expect(count).to_have_count(0)
        say(b.page, "players", "And to you. " + "Long lines wrap and push nothing aside. " * 3)
        expect(a.page.locator("#talk [data-line]")).to_have_count(2)
        look(a.page, pictures, f"talk-players-{size}", **RULES[size])
        open_tab(c.page, size, "talk")
        say(c.page, "gallery", "The German is in a hurry.")
        expect(c.page.locator("#talk .said")).to_have_text("The German is in a hurry.")
        look(c.page, pictures, f"talk-gallery-{size}", **RULES[size])
        expect(a.page.locator('[data-room="gallery"]')).to_have_count(0)
        field = a.page.locator('[data-chat="players"] input')
        field.fill("Not sent yet")
        a.page.reload()
        a.is_live()
        open_tab(a.page, size, "talk")
        expect(field).to_have_value("Not sent yet")
        a.page.route(re.compile("/chat"), lambda route: route.abort())
        field.press("Enter")
        expect(a.page.locator('#talk [data-role="chat-why"]')).to_contain_text("Your line is kept")
        expect(field).to_have_value("Not sent yet")
        a.page.unroute_all()
        field.press("Enter")
        expect(field).to_have_value("")
        expect(b.page.locator("#talk .said").last).to_have_text("Not sent yet")
        a.page.locator('[data-role="ask-view"]').click()
        if size == "phone":
            open_tab(b.page, size, "now")
        question = b.role("asked-view")
        expect(question).to_contain_text("mines and hidden units too, after 30 minutes")
        look(b.page, pictures, f"talk-asked-view-{size}", **RULES[size])
        question.get_by_role("button", name="Agree").click()
        expect(a.page.locator("#talk")).to_contain_text("after 30 minutes")
        look(a.page, pictures, f"talk-view-{size}", **RULES[size])
        change_the_position(a, b, size, pictures)
        c.page.locator('[data-delayed="a"]').click()
        expect(c.page.locator("body")).to_have_attribute("data-state", "replay")
        expect(c.page.locator("#replay")).to_contain_text("1 of 1")
