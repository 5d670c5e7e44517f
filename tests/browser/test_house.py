"""Around the table: a game is posted, found among the open ones and joined; its link is sent on.
On a desk and a phone; axe finds nothing on the way.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rules.scenarios import loader
from tests.browser import finished_games
from tests.browser.axe import comes_to_rest, findings
from tests.browser.house import House

PASSWORD = "Sechs-Hexes-6"
SIZES = {"laptop": (1366, 768), "phone": (390, 844)}

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("_finished")]


@pytest.fixture(scope="module")
def _finished(house: House) -> None:
    house.do(finished_games.make)


@contextmanager
def opened(browser: Browser, house: House, size: str, scheme: str) -> Iterator[Page]:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        has_touch=size == "phone",
        permissions=["clipboard-read", "clipboard-write"],
        base_url=house.site,
    )
    yield context.new_page()
    context.close()


def register(page: Page, name: str) -> None:
    page.goto("/accounts/register/")
    for field, value in {"username": name, "password1": PASSWORD, "password2": PASSWORD}.items():
        page.fill(f"[name={field}]", value)
    page.press("[name=password2]", "Enter")
    expect(page.locator(".account .initials")).to_be_visible()


def examine(page: Page, pictures: Path | None, name: str) -> None:
    """Axe finds nothing, and nothing is wider than the page."""
    comes_to_rest(page)
    if pictures is not None:
        page.screenshot(path=pictures / f"{name}.png", full_page=True)
    assert findings(page) == [], name
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


@pytest.mark.parametrize(("size", "scheme"), [("laptop", "light"), ("phone", "dark")])
def test_a_game_is_posted_found_and_joined(
    browser: Browser, house: House, pictures: Path | None, size: str, scheme: str
) -> None:
    def look(page: Page, what: str) -> None:
        examine(page, pictures, f"house-{what}-{size}-{scheme}")

    with (
        opened(browser, house, size, scheme) as host,
        opened(browser, house, size, scheme) as guest,
    ):
        register(host, f"anna-{size}")
        host.goto("/games/new/?scenario=skirmish")
        host.get_by_label("Pace").select_option("days")
        look(host, "new-game")
        host.get_by_role("button", name="Begin").click()
        expect(host.get_by_text("Whoever opens it can take the free seat")).to_be_visible()
        look(host, "game")
        if size == "laptop":
            host.get_by_role("button", name="Copy").click()
            expect(host.get_by_role("button", name="Copied")).to_be_visible()
            assert host.evaluate("navigator.clipboard.readText()") == host.url
        guest.goto("/open/")
        look(guest, "open-stranger")
        register(guest, f"boris-{size}")
        guest.goto("/")
        look(guest, "lobby")
        guest.get_by_role("link", name="By scenario, side and pace").click()
        look(guest, "open")
        guest.get_by_label("I would play the").select_option(label="Russian")
        guest.get_by_label("Pace").select_option("days")
        mine = guest.locator(f"[data-game]:has-text('anna-{size}')")
        expect(guest.locator("[data-game]")).to_have_count(1)
        expect(guest).to_have_url(f"{house.site}/open/?scenario=&nation=russian&pace=days")
        look(guest, "open-narrowed")
        mine.get_by_role("button", name="Play the Russian").click()
        guest.wait_for_url("**/g/**")
        guest.goto("/open/?pace=days")
        expect(guest.get_by_text("No open game is like that")).to_be_visible()


@pytest.mark.parametrize(("size", "scheme"), [("laptop", "light"), ("phone", "dark")])
def test_the_scenarios(
    browser: Browser, house: House, pictures: Path | None, size: str, scheme: str
) -> None:
    with opened(browser, house, size, scheme) as page:
        page.goto("/scenarios/", timeout=90_000)  # all boards are drawn, once
        examine(page, pictures, f"house-scenarios-{size}-{scheme}")
        page.get_by_role("link", name="The Farm on the Far Side").click()
        expect(page.locator("[data-counter] svg")).not_to_have_count(0)
        expect(page.locator("[data-role=results]")).to_have_count(2)
        expect(page.locator("[data-role=results]").first).to_contain_text("won 4 of 9")
        examine(page, pictures, f"house-scenario-{size}-{scheme}")
        page.goto("/scenarios/owl-light/")
        expect(page.get_by_text("foxholes for 2 squads")).to_be_visible()
        examine(page, pictures, f"house-scenario-owl-{size}-{scheme}")


@pytest.mark.parametrize(("size", "scheme"), [("laptop", "dark"), ("phone", "light")])
def test_a_scenario_of_ones_own(
    browser: Browser, house: House, pictures: Path | None, size: str, scheme: str
) -> None:
    card = (loader.DATA / "skirmish.yaml").read_text(encoding="utf-8")
    with opened(browser, house, size, scheme) as page:
        register(page, f"otto-{size}")
        page.goto("/scenarios/")
        page.get_by_role("link", name="Your own").click()
        page.get_by_label("Or its text").fill(card.replace("ger-467", "ger-476"))
        page.get_by_role("button", name="Bring it").click()
        expect(page.get_by_text("no unit type has the id 'ger-476'")).to_be_visible()
        examine(page, pictures, f"house-own-wrong-{size}-{scheme}")
        page.get_by_label("Or its text").fill(card)
        page.get_by_role("button", name="Bring it").click()
        expect(page.get_by_text(f"Brought by otto-{size}")).to_be_visible()
        expect(page.locator("[data-counter] svg")).not_to_have_count(0)
        examine(page, pictures, f"house-own-scenario-{size}-{scheme}")
        page.locator("[data-role=play-scenario]").click()
        expect(page.get_by_label("Scenario")).to_have_value(re.compile("^own-"))
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_text("Whoever opens it can take the free seat")).to_be_visible()


@pytest.mark.parametrize(("size", "scheme"), [("laptop", "dark"), ("phone", "light")])
def test_a_players_record(
    browser: Browser, house: House, pictures: Path | None, size: str, scheme: str
) -> None:
    with opened(browser, house, size, scheme) as page:
        page.goto("/players/clara/")
        expect(page.locator("[data-record]")).not_to_have_count(0)
        expect(page.locator("[data-role=in-all]")).to_contain_text("17 finished games")
        examine(page, pictures, f"house-player-{size}-{scheme}")
        register(page, f"olga-{size}")
        page.locator(".menu summary").click()
        page.get_by_role("link", name="Your record").click()
        expect(page.get_by_role("link", name="Find an opponent")).to_be_visible()
        examine(page, pictures, f"house-player-new-{size}-{scheme}")
