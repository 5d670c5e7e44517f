"""A game against the computer: made with the form, set up, and played into the second Game Turn."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.axe import findings
from tests.browser.ears import Ears
from tests.browser.house import House
from tests.browser.table import Table

LAPTOP = {"width": 1366, "height": 768}
PASSWORD = "seven-tall-birches"
MOST_DECISIONS = 60
PASSES = 'button[data-verb="pass"], button[data-verb="cc_pass"]'

pytestmark = pytest.mark.browser


@pytest.fixture
def site(house: House) -> str:
    return house.site


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=LAPTOP, reduced_motion="reduce")  # type: ignore[arg-type]
    yield context
    context.close()


def test_a_human_plays_against_the_computer(
    context: BrowserContext, site: str, pictures: Path | None
) -> None:
    page = context.new_page()
    ears = Ears(page)
    registers(page, site)
    makes_a_game(page, site, pictures)
    table = Table(page, "a")
    table.is_live()
    computer = page.locator('[data-presence="b"]')
    expect(computer).to_contain_text("Computer")
    expect(computer).to_have_attribute("data-here", "true")
    expect(table.role("now-text")).to_contain_text("Set up")
    sets_up(table)
    plays_until_it_moves(table)
    photograph(page, pictures, "computer-table")
    expect(table.role("computer-left")).to_have_count(0)
    page.goto(f"{site}/")
    expect(page.locator("main")).to_contain_text("Computer")
    photograph(page, pictures, "computer-lobby")
    assert findings(page) == []
    assert ears.troubles == []


def registers(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/register/")
    for name, value in (("username", "rosa"), ("password1", PASSWORD), ("password2", PASSWORD)):
        page.fill(f"[name={name}]", value)
    page.press("[name=password2]", "Enter")
    expect(page.locator(".account .initials")).to_be_visible()


def makes_a_game(page: Page, site: str, pictures: Path | None) -> None:
    """The Germans of the skirmish, against the computer."""
    page.goto(f"{site}/games/new/")
    page.check("[name=opponent][value=computer]")
    with page.expect_response(re.compile("/games/new/.*scenario=skirmish")):
        page.select_option("[name=scenario]", "skirmish")
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)
    expect(page.locator("[name=opponent][value=computer]")).to_be_checked()
    page.check("[name=side][value=a]")
    photograph(page, pictures, "computer-form")
    assert findings(page) == []
    page.get_by_role("button", name="Begin").click()


def sets_up(table: Table) -> None:
    """V2 is at the edge of the area, all of which is in sight though the page was open before."""
    table.place("ger-467", "X2", "X2", "W3", "V2")
    table.place("ger-8-1", "X2")
    table.place("ger-lmg", "X2")
    table.seal()


def plays_until_it_moves(table: Table) -> None:
    """One's own phases are ended, and whatever is asked besides is passed, until the computer's
    Player Turn is over.
    """
    page = table.page
    for _ in range(MOST_DECISIONS):
        expect(page.locator("#now")).to_have_class(re.compile(r"\bmine\b"))
        if page.locator(".turn-figure b").all_text_contents() == ["2"]:
            return
        decides(table)
    raise AssertionError("the second Game Turn never comes")


def decides(table: Table) -> None:
    """Pass, or end the phase, or else give the first answer that there is."""
    passes = table.page.locator(f"#now :is({PASSES})").filter(visible=True)
    if passes.count():
        table.press(str(passes.first.get_attribute("data-verb")))
    elif table.button("end_phase").count():
        table.end_phase()
    else:
        with table.going_on():
            table.page.locator("#now button[data-verb]").filter(visible=True).first.click()


def photograph(page: Page, pictures: Path | None, name: str) -> None:
    if pictures is not None:
        page.screenshot(path=pictures / f"{name}.png")
