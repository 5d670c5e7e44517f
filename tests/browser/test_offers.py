"""Nothing can be done before its offers have come, and nobody sees them come."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.site import Site, running_site
from tests.browser.table import Table
from tests.browser.tabs import LINE

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
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(
        tmp_path_factory.mktemp("offers"), entropy=f"{LINE}|{LINE}", scenario="floors"
    ) as site:
        site.send("b", verb="place", pieces=["rus-447-a", "rus-447-b"], to="floors:I5/1")
        site.send("b", verb="seal_setup")
        for at, pieces in {"D4/0": ("467-a", "467-b"), "C4/0": ("467-c", "8-1-a")}.items():
            of = [f"ger-{piece}" for piece in pieces]
            site.send("a", verb="place", pieces=of, to=f"floors:{at}")
        assert site.send("a", verb="seal_setup")["t"] == "ok"
        site.rally_nobody()
        yield site


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
    table.keys_are_awake()
    tab.evaluate(NOTED)
    before, said = table.n, table.now_text()
    between.holds = True
    tab.keyboard.press("e")  # units could still fire: once more
    expect(table.role("sure-note")).to_be_visible()
    table.keys_are_awake()
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
    table.keys_are_awake()
    tab.evaluate(NOTED)
    before = table.now_text()
    table.end_phase()
    after = table.role("now-text").inner_text()
    seen: list[str] = tab.evaluate("window.seen")
    asked = [text for text in seen if after in text and before not in text]
    assert asked
    assert len(set(asked)) == 1
    tab.close()
