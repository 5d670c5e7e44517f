"""What is offered. A verb that no script has heard of is played by mouse and by keys: its slots say
all there is. Nothing can be done before its offers have come, and nobody sees them come.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from tests.browser import own_activities
from tests.browser.house import House
from tests.browser.site import Site, new_site
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

NOTED = """
() => {
  const now = document.querySelector("#now");
  window.seen = [];
  new MutationObserver(() => window.seen.push(now.innerText)).observe(
    now, { childList: true, subtree: true, characterData: true, attributes: true },
  );
}
"""


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """A game whose PFPh has two activities more."""
    site = new_site(
        house,
        entropy=f"{LINE}|{LINE}",
        scenario=own_activities.SCENARIO,
    )
    site.send("b", verb="place", pieces=["rus-447-a", "rus-447-b"], to="floors:I5/1")
    site.send("b", verb="seal_setup")
    for at, pieces in {"D4/0": ("467-a", "467-b"), "C4/0": ("467-c", "8-1-a")}.items():
        of = [f"ger-{piece}" for piece in pieces]
        site.send("a", verb="place", pieces=of, to=f"floors:{at}")
    assert site.send("a", verb="seal_setup")["t"] == "ok"
    site.rally_nobody()
    return site


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
    table.settles()
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
    a.type("Enter")
    told(tabs, "survey floors:E4")


@dataclass
class Between:
    """Stands between a page and its server, and holds offers back."""

    page: Page
    holds: bool = False
    held: list[str] = field(default_factory=list)
    commands: list[dict[str, Any]] = field(default_factory=list)
    _route: WebSocketRoute | None = None

    def __post_init__(self) -> None:
        self.page.route_web_socket("**/ws/g/**", self._stand)

    def _stand(self, route: WebSocketRoute) -> None:
        server, self._route = route.connect_to_server(), route

        def up(frame: str | bytes) -> None:
            said = json.loads(frame)
            self.commands += [said["cmd"]] if said["t"] == "do" else []
            server.send(frame)

        def down(frame: str | bytes) -> None:
            if self.holds and json.loads(frame)["t"] == "offers":
                self.held.append(str(frame))
            else:
                route.send(frame)

        route.on_message(up)
        server.on_message(down)

    def let_go(self) -> None:
        """Send what was held back."""
        assert self._route is not None
        self.holds = False
        for frame in self.held:
            self._route.send(frame)
        self.held.clear()


def test_nothing_is_done_before_its_offers_have_come(browser: Browser, site: Site) -> None:
    tab = browser.new_page()
    between = Between(tab)
    table = Table(tab, "a", "floors")
    table.open(site.served.page("a"))
    table.is_asked("Prep Fire")
    table.settles()
    tab.evaluate(NOTED)
    before, said = table.n, table.now_text()
    between.holds = True
    tab.keyboard.press("e")  # units could still fire: once more
    expect(table.role("sure-note")).to_be_visible()
    table.settles()
    tab.keyboard.press("e")
    tab.wait_for_function("n => document.body.dataset.n > n", arg=before)
    sent = len(between.commands)
    assert table.now_text() == said  # the panel is as it was
    tab.keyboard.press("e")
    table.button("end_phase").click(force=True)
    expect(tab.locator("#now .acts.busy")).to_have_count(1)  # as it takes so long
    tab.keyboard.press("e")
    assert len(between.commands) == sent
    between.let_go()
    table.wait_for_n(before + 1)
    expect(tab.locator("#now .acts.busy")).to_have_count(0)
    tab.close()


def test_the_panel_changes_once_a_step(browser: Browser, site: Site) -> None:
    """Never is the new question drawn with the old buttons, or with none."""
    tab = browser.new_page()
    table = Table(tab, "a", "floors")
    table.open(site.served.page("a"))
    table.settles()
    tab.evaluate(NOTED)
    before = table.now_text()
    table.end_phase()
    after = table.role("now-text").inner_text()
    seen: list[str] = tab.evaluate("window.seen")
    asked = [text for text in seen if after in text and before not in text]
    assert asked
    assert len(set(asked)) == 1
    tab.close()
