"""A connection that dies on the way is noticed by whoever only waits."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from games.wire import BEAT
from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table

QUIET = 11
RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"}
EVERY = 10_000  # milliseconds between two beats
BEATS = 3 * EVERY + 1  # in which two have gone without an answer
PROMPT = 5_001  # in which whoever comes back is answered

pytestmark = pytest.mark.browser


class Wire:
    """Lies between a page and the server, and may be cut without either of them being told."""

    def __init__(self) -> None:
        self.cut = False
        self.opened = 0
        self.answered = 0

    def carry(self, route: WebSocketRoute) -> None:
        """Carry what is said from here on, both ways."""
        self.opened += 1
        server, number = route.connect_to_server(), self.opened
        route.on_message(lambda said: None if self._is_dead(number) else server.send(said))
        server.on_message(lambda said: None if self._is_dead(number) else self._tell(route, said))

    def _tell(self, route: WebSocketRoute, said: str | bytes) -> None:
        self.answered += said == BEAT
        route.send(said)

    def _is_dead(self, number: int) -> bool:
        return self.cut and number == 1


@pytest.fixture
def site(house: House) -> Site:
    """A game in its first PFPh."""
    site = new_site(house, QUIET)
    site.set_up_both(RUSSIANS, mines="Y4")
    return site


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture
def waiting(browser: Browser, site: Site, wire: Wire) -> Iterator[Table]:
    """The page of side B, whose clock the test moves."""
    context = browser.new_context()
    page = context.new_page()
    page.clock.install()
    page.route_web_socket("**/ws/g/**", wire.carry)
    table = Table(page, "b")
    page.goto(site.served.page("b"))
    page.clock.run_for(2_000)
    table.is_live()
    yield table
    context.close()


def cut_and_go_on(wire: Wire, site: Site) -> None:
    """The connection dies, and the other side plays on."""
    wire.cut = True
    assert site.send("a", verb="end_phase")["t"] == "ok"


def is_told(waiting: Table, phase: str) -> None:
    waiting.page.clock.run_for(1_000)
    expect(waiting.page.locator("body")).to_have_attribute("data-state", "live")
    expect(
        waiting.page.locator(f"#phasebar [aria-current=step][data-phase={phase}]")
    ).to_be_visible()


def test_after_two_beats_without_an_answer(waiting: Table, site: Site, wire: Wire) -> None:
    assert waiting.phase() == "PFPh"
    for beats in range(1, 5):
        waiting.page.clock.run_for(EVERY)
        while wire.answered < beats:
            waiting.page.wait_for_timeout(10)
    assert wire.opened == 1, "a connection that is answered is kept"
    cut_and_go_on(wire, site)
    waiting.page.clock.run_for(BEATS)
    is_told(waiting, "MPh")
    assert wire.opened == 2


@pytest.mark.parametrize(
    "back",
    ["dispatchEvent(new Event('online'))", "document.dispatchEvent(new Event('visibilitychange'))"],
    ids=["to a network", "to the tab"],
)
def test_at_once_by_who_comes_back(waiting: Table, site: Site, wire: Wire, back: str) -> None:
    cut_and_go_on(wire, site)
    waiting.page.evaluate(back)
    waiting.page.clock.run_for(PROMPT)
    is_told(waiting, "MPh")
    assert wire.opened == 2
