"""A verb that no script has heard of is played by mouse and by keys: its slots say all there is."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, WebSocketRoute, expect

from tests.browser.site import Site, running_site
from tests.browser.table import Table
from tests.browser.tabs import LINE, Tabs, three_tabs

SIGNAL, SURVEY = "made_up_signal", "made_up_survey"

CC = {
    "form": "cc",
    "verb": "cc_attack",
    "label": "Attack in CC",
    "key": "f",
    "at": "floors:D4/0",
    "units": ["u1"],
    "targets": ["u9"],
}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A game whose PFPh has two activities more."""
    with running_site(
        tmp_path_factory.mktemp("slots"),
        entropy=f"{LINE}|{LINE}",
        scenario="floors",
        program="tests.browser.own_activities",
    ) as site:
        site.send("b", verb="place", pieces=["rus-447-a", "rus-447-b"], to="floors:I5/1")
        site.send("b", verb="seal_setup")
        for at, pieces in {"D4/0": ("467-a", "467-b"), "C4/0": ("467-c", "8-1-a")}.items():
            of = [f"ger-{piece}" for piece in pieces]
            site.send("a", verb="place", pieces=of, to=f"floors:{at}")
        assert site.send("a", verb="seal_setup")["t"] == "ok"
        site.rally_nobody()
        yield site


def test_verbs_that_no_script_knows(browser: Browser, site: Site, pictures: Path | None) -> None:
    with three_tabs(browser, site, pictures) as tabs:
        for table in tabs.tables.values():
            table.board = "floors"
        tabs.a.is_asked("Prep Fire")
        by_mouse(tabs)
        by_keys(tabs)
        with_a_flag(tabs)
        with_a_hex(tabs)


def test_the_key_of_a_close_combat_attack_attacks(browser: Browser, site: Site) -> None:
    """The page is told of a CC that there is none of, so that only its own part is tried."""
    sent: list[dict[str, Any]] = []

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def up(frame: str | bytes) -> None:
            sent.append(json.loads(frame))
            server.send(frame)

        def down(frame: str | bytes) -> None:
            said = json.loads(frame)
            page.send(json.dumps({**said, "offers": [CC]} if said["t"] == "offers" else said))

        page.on_message(up)
        server.on_message(down)

    tab = browser.new_page()
    tab.route_web_socket("**/ws/g/**", between)
    table = Table(tab, "a", "floors")
    table.open(site.served.page("a"))
    expect(table.button("cc_attack")).to_be_enabled()
    table.keys_are_awake()
    tab.keyboard.press("f")
    expect(table.role("refusal")).to_be_visible()
    [command] = [frame["cmd"] for frame in sent if frame["t"] == "do"]
    assert command == {"verb": "cc_attack", "units": ["u1"], "targets": ["u9"], "leader": None}
    tab.close()


def slot(table: Table, verb: str, name: str) -> Locator:
    """What is drawn of a slot."""
    return table.page.locator(f'#now .slots[data-key="{verb}"] [data-slot="{name}"]')


def told(tabs: Tabs, words: str) -> None:
    """Everybody reads that in the log."""
    for table in tabs.tables.values():
        expect(table.page.locator('.log [data-kind="system"]').last).to_contain_text(words)


def by_mouse(tabs: Tabs) -> None:
    """A squad chosen on the board has one flare less than the leader chosen in the panel."""
    a = tabs.a
    send = a.button(SIGNAL)
    a.take_errand(SIGNAL)
    expect(send).to_be_disabled()
    a.click_hex("D4")
    expect(slot(a, SIGNAL, "flares").locator("button")).to_have_count(2)
    slot(a, SIGNAL, "unit").get_by_role("button", name="Sgt. Weiss").click()
    numbers = slot(a, SIGNAL, "flares").locator("button")
    expect(numbers).to_have_count(3)
    numbers.nth(2).click()
    expect(send).to_be_disabled()
    slot(a, SIGNAL, "colour").get_by_text("green flares").click()
    tabs.photograph("slots")
    a.press(SIGNAL)
    told(tabs, "Weiss fires 3 green")


def by_keys(tabs: Tabs) -> None:
    """Tab to a counter of the board, numbers for what is chosen from a list, and its own key."""
    a = tabs.a
    a.to_front()
    a.page.keyboard.press("Escape")
    a.take_errand(SIGNAL)
    a.page.locator("#board").focus()
    a.page.keyboard.press("Tab")
    expect(slot(a, SIGNAL, "unit").locator('[aria-pressed="true"]')).to_have_count(1)
    a.page.keyboard.press("1")
    expect(slot(a, SIGNAL, "flares").locator('[aria-pressed="true"]')).to_contain_text("1")
    a.page.keyboard.press("1")
    a.type("y")
    told(tabs, "fires 1 red")


def with_a_flag(tabs: Tabs) -> None:
    """What may be added only to two flares is open only then."""
    a = tabs.a
    twice = slot(a, SIGNAL, "twice").locator("input")
    a.take_errand(SIGNAL)
    slot(a, SIGNAL, "flares").locator("button").nth(0).click()
    expect(twice).to_be_disabled()
    slot(a, SIGNAL, "flares").locator("button").nth(1).click()
    twice.click()
    slot(a, SIGNAL, "colour").get_by_text("red flares").click()
    a.press(SIGNAL)
    told(tabs, "fires 2 red twice")


def with_a_hex(tabs: Tabs) -> None:
    """Several units, and a hex that is lit next to all of them."""
    a = tabs.a
    a.page.keyboard.press("Escape")
    a.double_click_hex("D4")
    a.take_errand(SURVEY)
    expect(slot(a, SURVEY, "units").locator('[aria-pressed="true"]')).to_have_count(2)
    expect(a.page.locator('[data-lit="floors:E4"]')).to_have_count(1)
    expect(a.page.locator('[data-lit="floors:G4"]')).to_have_count(0)
    a.click_hex("E4")
    expect(slot(a, SURVEY, "hex")).to_have_text("E4")
    with a.going_on():
        a.page.keyboard.press("Enter")
    told(tabs, "survey floors:E4")
