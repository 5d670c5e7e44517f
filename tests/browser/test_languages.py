"""The table in the reader's language: whole, in its place, and of no concern to the others."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import WORDS, findings
from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table

RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"}
SIZES = {"laptop": (1366, 768), "phone": (390, 844)}
TURN = {"en": "Now · your decision", "de": "Jetzt · du entscheidest", "sv": "Nu · ditt beslut"}
WATCHING = {"de": "Jetzt · du siehst zu", "sv": "Nu · du tittar på"}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """A game of the skirmish in its first MPh."""
    site = new_site(house, 11)
    site.set_up_both(RUSSIANS, mines="Y4")
    site.send("a", verb="end_phase")
    return site


@contextmanager
def reading(browser: Browser, site: Site, language: str, size: str = "laptop") -> Iterator[Page]:
    """A browser that asks for a language; every failure of a script is one of the test."""
    width, height = SIZES[size]
    context = browser.new_context(
        locale=language, viewport={"width": width, "height": height}, base_url=site.served.site
    )
    page, failures = context.new_page(), list[str]()
    page.on("pageerror", lambda error: failures.append(str(error)))
    yield page
    assert failures == []
    context.close()


def sits(page: Page, site: Site, who: str) -> Table:
    page.goto(site.served.page(who))
    table = Table(page, who)
    table.is_live()
    return table


def fits(page: Page) -> None:
    """Nothing is wider than the page, and no words of ours are cut off."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cut = page.evaluate(
        """[...document.querySelectorAll('button, .label, summary')].filter((one) => {
            if (one.matches('[data-verb], [data-errand]')) return false; // in a strip that scrolls
            const { width, right } = one.getBoundingClientRect();
            const shown = width && getComputedStyle(one).overflow !== 'visible';
            const isCut = shown && one.scrollWidth > one.clientWidth + 1;
            return isCut || (width && right > innerWidth + 1);
        }).map((one) => one.textContent)"""
    )
    assert cut == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["de", "sv"])
def test_the_table_speaks_its_readers_language(
    browser: Browser, site: Site, pictures: Path | None, language: str, size: str
) -> None:
    with reading(browser, site, language, size) as page:
        table = sits(page, site, "a")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(table.role("now-kicker")).to_have_text(TURN[language])
        expect(table.role("now-text")).to_have_attribute("lang", "en")
        expect(page.locator("ol.log")).to_have_attribute("lang", "en")
        fits(page)
        assert findings(page, **WORDS) == []
        if pictures is not None:
            page.screenshot(path=pictures / f"table-{language}-{size}.png")


@pytest.mark.parametrize("language", ["de", "sv"])
def test_a_page_has_the_words_for_what_the_server_refuses(
    browser: Browser, site: Site, language: str
) -> None:
    """It comes in English, as all that goes over a stream, and the page looks it up."""
    with reading(browser, site, language) as page:
        table = sits(page, site, "public")
        expect(table.role("now-kicker")).to_have_text(WATCHING[language])
        said = page.evaluate(
            "async () => (await import('/static/js/gettext.js')).gettext('You are watching.')"
        )
        assert said in {"Du siehst zu.", "Du tittar på."}


def test_two_at_one_table_read_two_languages(browser: Browser, site: Site) -> None:
    with (
        reading(browser, site, "de") as german,
        reading(browser, site, "en") as english,
    ):
        one, other = sits(german, site, "a"), sits(english, site, "a")
        expect(one.role("now-kicker")).to_have_text(TURN["de"])
        expect(other.role("now-kicker")).to_have_text(TURN["en"])
        assert one.role("now-text").inner_text() == other.role("now-text").inner_text()
        assert german.locator("ol.log li[data-log] .log-text").all_inner_texts() == (
            english.locator("ol.log li[data-log] .log-text").all_inner_texts()
        )


def test_the_language_is_chosen_at_the_table_and_leads_back_to_the_seat(
    browser: Browser, site: Site
) -> None:
    with reading(browser, site, "en") as page:
        table = sits(page, site, "a")
        page.keyboard.press("?")
        page.get_by_role("button", name="Deutsch").click()
        table.is_live()
        assert page.url == site.served.page("a")
        expect(table.role("now-kicker")).to_have_text(TURN["de"])


def test_the_language_is_chosen_at_the_foot_of_a_page_without_a_script(
    browser: Browser, site: Site
) -> None:
    context = browser.new_context(locale="en", java_script_enabled=False, base_url=site.served.site)
    page = context.new_page()
    page.goto("/clubs/")
    page.get_by_role("button", name="Svenska").click()
    expect(page).to_have_url(re.compile(r"/clubs/$"))
    expect(page.get_by_role("heading", name="Klubbar", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Svenska")).to_have_attribute("aria-current", "true")
    context.close()


def test_a_page_in_another_language_is_loaded_as_lightly(browser: Browser, site: Site) -> None:
    """The words come packed, once, and are kept."""
    with reading(browser, site, "de") as page:
        with page.expect_response(re.compile(r"/words/de\.")) as answer:
            sits(page, site, "a")
        headers = answer.value.all_headers()
        assert int(headers["content-length"]) < 16_000
        assert headers["content-encoding"] == "gzip"
        assert "immutable" in headers["cache-control"]
