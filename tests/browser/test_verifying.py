"""The dice page's script in a browser: an honest game fits, and no tampering escapes it."""

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from rules.kernel.audience import Audience
from tests.rules.proof.finished import FOUGHT, finished
from tests.rules.proof.tampering import CHAINED, IN_SAVED, older, tampered, tampered_saved

STATIC = Path(__file__).parents[2] / "static"
SITE = "http://localhost/"  # browsers lend WebCrypto to it

CHECK = """async ([text, saved]) => {
    const { check } = await import("/js/verify.js");
    try {
        const { rolls, matching, checks, notes } = await check(text, saved);
        const faults = checks.flatMap((one) => one.faults);
        return { fits: rolls > 20 && rolls === matching && !faults.length, faults, notes };
    } catch (error) {
        return { fits: false, faults: [String(error)], notes: [] };
    }
}"""

pytestmark = pytest.mark.browser


def test_an_honest_game_fits_in_the_browser(browser: Browser) -> None:
    game, page = finished(FOUGHT), blank(browser)
    for audience in Audience:
        found = checked(page, game.export(), game.saved(audience))
        assert (found["fits"], found["faults"], found["notes"]) == (True, [], [])
    found = checked(page, older(game.export()), game.saved(Audience.B))
    assert (found["fits"], len(found["notes"])) == (True, 2)
    page.close()


def test_no_tampering_escapes_the_browser(browser: Browser) -> None:
    game, page, rng = finished(FOUGHT), blank(browser), random.Random(8)
    export, mine = game.export(), game.saved(Audience.B)
    for kind, data in islice(tampered(rng, export), len(CHAINED)):
        assert not checked(page, data)["fits"], kind
    for kind, saved in islice(tampered_saved(rng, mine), len(IN_SAVED)):
        assert not checked(page, export, saved)["fits"], kind
    page.close()


def checked(page: Page, export: bytes, saved: list[bytes] | None = None) -> dict[str, Any]:
    """What the script says of a file, and of what was saved."""
    text = b"\n".join(saved or []).decode()
    found: dict[str, Any] = page.evaluate(CHECK, [export.decode(), text])
    return found


def blank(browser: Browser) -> Page:
    """A page that the scripts can be imported into."""
    page = browser.new_page()
    page.route(f"{SITE}**", _from_static)
    page.goto(SITE)
    return page


def _from_static(route: Route) -> None:
    path = STATIC / route.request.url.removeprefix(SITE)
    if path.is_file():
        route.fulfill(path=path)
    else:
        route.fulfill(body='<!doctype html><html lang="en"></html>', content_type="text/html")
