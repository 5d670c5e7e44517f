"""The table as somebody at the screen uses it: mouse, keys, and what can be read."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from typing import Any

from playwright.sync_api import CDPSession, Locator, Page, TimeoutError, ViewportSize, expect

BOARD = "so1"
STEPS = 8  # of a stroke from one hex to the next
RESTED = 1.0  # seconds after which the lifting of a finger is no fling
SOON = 20  # milliseconds between two looks at a page, which frames would not do in a tab behind
SETTLED = """() => {
  const { body } = document;
  if (body.hasAttribute("data-waits") || document.querySelector('[data-role="pending"]'))
    return null;
  delete body.dataset.keys;
  delete body.dataset.buttons;
  return [Number(body.dataset.n)];
}"""
"""The number of the bulletin that is drawn, once what was sent is answered and what may be done now
is known. Keys and buttons are awake then, as they would be a little later.
"""
ACTED = """before =>
  Number(document.body.dataset.n) > before || document.querySelector("#now [data-sure]") !== null
"""
FRAMES = (
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))"
)
AT_REST = "() => document.querySelector('#board').getAttribute('aria-busy') === 'false'"
STACKS = """() => {
  const found = {};
  for (const one of document.querySelector(".layer-counters").children)
    (found[one.dataset.at] ??= []).push(`${one.dataset.face} ${one.textContent}`);
  for (const here of Object.values(found)) here.sort();
  return found;
}"""


class Table:
    """One tab at a table: of side `a`, of side `b`, or of somebody who watches (`public`)."""

    def __init__(self, page: Page, who: str, board: str = BOARD) -> None:
        self.page = page
        self.who = who
        self.board = board

    def open(self, address: str) -> None:
        """Go there and wait for the first document to be drawn."""
        self.page.goto(address)
        self.is_live()
        self.page.evaluate("document.fonts.ready.then(() => null)")

    def is_live(self) -> None:
        expect(self.page.locator("body")).to_have_attribute("data-state", "live")
        expect(self.page.locator("body:not([data-waits])")).to_have_count(1)

    # -- reading --------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """The number of the bulletin that is drawn."""
        return int(self.page.locator("body").get_attribute("data-n") or 0)

    def wait_for_n(self, least: int) -> None:
        """Wait until that bulletin is drawn, and what may be done after it."""
        drawn = (
            "least => Number(document.body.dataset.n) >= least"
            " && !document.body.hasAttribute('data-waits')"
        )
        self.page.wait_for_function(drawn, arg=least, polling=SOON)

    def now_text(self) -> str:
        return self.role("now-text").inner_text()

    def lines_are_open(self) -> None:
        """Wait until both players' pages have opened their lines for the dice, which they do by
        themselves, a bulletin each.
        """
        for side in "ab":
            share = self.page.locator(f'[data-share="{side}"]')
            expect(share).to_contain_text("has opened its line")

    def is_asked(self, words: str) -> None:
        """Wait until the Now panel says that, as a part of its sentence."""
        expect(self.role("now-text")).to_contain_text(words)

    def role(self, name: str) -> Locator:
        return self.page.locator(f'[data-role="{name}"]').filter(visible=True)

    def phase(self) -> str | None:
        """The phase that is lit in the bar, None before and after play."""
        lit = self.page.locator("#phasebar .phases [aria-current=step]")
        return lit.get_attribute("data-phase") if lit.count() else None

    def counters_at(self, name: str) -> list[str]:
        """The keys of the faces drawn in a hex, from the bottom."""
        drawn = self.page.locator(f'.layer-counters [data-at="{hex_id(name)}"]')
        keys: list[str] = drawn.evaluate_all("nodes => nodes.map((one) => one.dataset.face)")
        return keys

    def stacks(self) -> dict[str, list[str]]:
        """What is drawn on the board: every hex with the counters in it, by what they look like,
        once they have the detail that their size allows.
        """
        self.rests()
        found: dict[str, list[str]] = self.page.evaluate(STACKS)
        return found

    def comes_to_show(self, stacks: dict[str, list[str]]) -> None:
        """The board shows these stacks, now or soon."""
        self.to_front()
        same = f"wanted => Object.entries(({STACKS})()).sort().toString() === wanted"
        wanted = self.page.evaluate("all => Object.entries(all).sort().toString()", stacks)
        with suppress(TimeoutError):
            self.page.wait_for_function(same, arg=wanted, polling=SOON)
        assert self.stacks() == stacks

    def log_lines(self, kind: str = "") -> list[str]:
        """The texts of the log, of one kind or all."""
        lines = self.page.locator(f'.log [data-kind="{kind}"]' if kind else ".log [data-kind]")
        return [re.sub(r"\s+", " ", line) for line in lines.all_inner_texts()]

    # -- doing ----------------------------------------------------------------------------------

    def to_front(self) -> None:
        """Turn to this tab: others are drawn once a second only, and clicks there take as long."""
        self.page.bring_to_front()

    def rests(self) -> None:
        """Turn to this tab and wait until its board lies still, drawn as it should be."""
        self.to_front()
        self.page.evaluate(FRAMES)
        self.page.wait_for_function(AT_REST, polling=SOON)

    def resize(self, size: ViewportSize) -> None:
        """Give the window another size, and wait until the board has followed."""
        self.page.set_viewport_size(size)
        self.rests()

    def settles(self) -> int:
        """Turn to this tab and wait until nothing more comes of what was done, which is when no
        bulletin comes before the next act of somebody; give the number of the last. The moment is
        over then for which keys and buttons are dead.
        """
        self.to_front()
        drawn: list[int] = self.page.wait_for_function(SETTLED, polling=SOON).json_value()
        return drawn[0]

    @contextmanager
    def going_on(self) -> Iterator[int]:
        """What is done in the block must lead to a new bulletin after this one, which is waited
        for.
        """
        before = self.settles()
        yield before
        self.wait_for_n(before + 1)
        self.settles()

    def button(self, verb: str) -> Locator:
        return self.page.locator(f'#now button[data-verb="{verb}"]').first

    def take_errand(self, verb: str) -> None:
        """Unfold what may be done besides the main thing."""
        keys = f'[data-errand="{verb}"], [data-errand^="{verb} "]'
        errand = self.page.locator(f"#now :is({keys})").first
        if errand.get_attribute("aria-expanded") != "true":
            errand.click()
        expect(errand).to_have_attribute("aria-expanded", "true")

    def press(self, verb: str) -> None:
        """Press the button of an offer and wait for what comes of it."""
        with self.going_on():
            self.button(verb).click()

    def type(self, key: str) -> None:
        """Press a key that does something, and wait for what comes of it."""
        with self.going_on():
            self.page.keyboard.press(key)

    def end_phase(self) -> None:
        """Be done with the phase, and say so once more where units could still act."""
        sure = self.page.locator("#now [data-sure]")
        with self.going_on() as before:
            was_sure = sure.count() > 0
            self.page.keyboard.press("e")
            if not was_sure:
                self.page.wait_for_function(ACTED, arg=before, polling=SOON)
                self._says_so(before)

    def _says_so(self, before: int) -> None:
        """Press the key of a button that asks, if it does."""
        if self.settles() == before:
            self.page.keyboard.press("e")

    def point(self, name: str) -> tuple[float, float]:
        """Where the middle of a hex is on the screen."""
        box = self.page.locator(f'.hexes [data-hex="{self.board}:{name}"]').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click_hex(self, name: str) -> None:
        """Click the middle of a hex, or whatever counter lies there on top."""
        self.to_front()
        self.page.mouse.click(*self.point(name))

    def hover_hex(self, name: str) -> None:
        """Let the pointer rest on the middle of a hex."""
        self.to_front()
        self.page.mouse.move(*self.point(name))

    def drag(self, *names: str) -> None:
        """Draw from hex to hex with the button held."""
        self.to_front()
        first, *others = [self.point(name) for name in names]
        self.page.mouse.move(*first)
        self.page.mouse.down()
        for point in others:
            self.page.mouse.move(*point, steps=8)
        self.page.mouse.up()

    def stroke(self, *names: str) -> None:
        """Draw from hex to hex with a finger."""
        self.touch_along(*(self.point(name) for name in names))

    def touch_along(self, *points: tuple[float, float]) -> None:
        """Draw from point to point with a finger, which rests before it is lifted: that is no
        fling.
        """
        finger = Finger(self.page)
        finger.put("touchStart", points[0])
        for (x1, y1), (x2, y2) in pairwise(points):
            for step in range(1, STEPS + 1):
                there = (x1 + (x2 - x1) * step / STEPS, y1 + (y2 - y1) * step / STEPS)
                finger.put("touchMove", there)
        finger.rest()
        finger.put("touchMove", points[-1])
        finger.put("touchEnd")

    def double_click_hex(self, name: str) -> None:
        """Choose a whole stack."""
        self.to_front()
        self.page.mouse.dblclick(*self.point(name))

    def cursor_to(self, name: str, start: str) -> None:
        """Walk the hex cursor along a column with the arrow keys, from a hex clicked before."""
        rows = int(re.sub(r"\D", "", name)) - int(re.sub(r"\D", "", start))
        for _ in range(abs(rows)):
            self.page.keyboard.press("ArrowDown" if rows > 0 else "ArrowUp")
        expect(self.page.locator(f'[data-cursor="{hex_id(name)}"]')).to_have_count(1)

    # -- setup ----------------------------------------------------------------------------------

    def place(self, kind: str, *names: str) -> None:
        """Take counters of a type from the tray, one for each hex named, and put them there."""
        self.to_front()
        for name in names:
            self.page.locator(f'#tray [data-type="{kind}"]').click()
            with self.going_on():
                self.click_hex(name)

    def lay_mines(self, name: str, strength: int) -> None:
        """Record a minefield with the form."""
        self.choose_mines()
        self.click_hex(name)
        self.page.locator(f'#setup [data-strength="{strength}"]').click()
        with self.going_on():
            self.page.locator("#setup form button[type=submit]").click()

    def choose_mines(self) -> None:
        """Take the tool for minefields from the tray."""
        self.to_front()
        tool = self.page.locator('#tray [data-do="mines"]')
        if tool.get_attribute("aria-pressed") != "true":
            tool.click()

    def seal(self) -> None:
        """Seal the setup, and say yes once more."""
        self.to_front()
        self.page.locator('#setup button[data-verb="seal_setup"]').click()
        with self.going_on():
            self.role("sure-yes").click()


class Finger:
    """A finger on the screen, whose time is its own."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._now = time.time() - RESTED

    def put(self, kind: str, *points: tuple[float, float]) -> None:
        """Tell the page of one touch event, a frame after the last."""
        touches: list[dict[str, Any]] = [{"x": x, "y": y} for x, y in points]
        self._now += 1 / 60
        event = {"type": kind, "touchPoints": touches, "timestamp": self._now}
        self._session.send("Input.dispatchTouchEvent", event)

    def rest(self) -> None:
        """Lie still for a while."""
        self._now += RESTED


def hex_id(name: str) -> str:
    return f"{BOARD}:{name}"
