"""The table as somebody at the screen uses it: mouse, keys, and what can be read."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise

from playwright.sync_api import CDPSession, Locator, Page, TimeoutError, expect

BOARD = "so1"
RESTED = 500  # milliseconds after which a board that was moved is drawn with all its detail
ACTED = 5_000  # milliseconds within which a key has led to something
KEY_TRIES = 4
AT_REST = (
    200  # milliseconds after which Chromium no longer takes the lifting of a finger for a fling
)


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
        self.page.wait_for_function(drawn, arg=least, polling=50)

    def now_text(self) -> str:
        return self.role("now-text").inner_text()

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
        once they have the detail that their size allows: some wait for a frame of their own.
        """
        before, found = None, self._drawn()
        while found != before:
            self.page.wait_for_timeout(RESTED)
            before, found = found, self._drawn()
        return found

    def comes_to_show(self, stacks: dict[str, list[str]]) -> None:
        """The board shows these stacks, now or soon."""
        for _ in range(10):
            if self.stacks() == stacks:
                return
        assert self.stacks() == stacks

    def _drawn(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = self.page.locator(".layer-counters").evaluate(
            """layer => {
              const found = {};
              for (const one of layer.children)
                (found[one.dataset.at] ??= []).push(`${one.dataset.face} ${one.textContent}`);
              for (const here of Object.values(found)) here.sort();
              return found;
            }"""
        )
        return found

    def log_lines(self, kind: str = "") -> list[str]:
        """The texts of the log, of one kind or all."""
        lines = self.page.locator(f'.log [data-kind="{kind}"]' if kind else ".log [data-kind]")
        return [re.sub(r"\s+", " ", line) for line in lines.all_inner_texts()]

    # -- doing ----------------------------------------------------------------------------------

    def to_front(self) -> None:
        """Turn to this tab: others are drawn once a second only, and clicks there take as long."""
        self.page.bring_to_front()

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """What is done in the block must lead to a new bulletin, which is waited for."""
        self.to_front()
        before = self.n
        yield
        self.wait_for_n(before + 1)
        expect(self.role("pending")).to_have_count(0)

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
        self.keys_are_awake()
        with self.going_on():
            self.page.keyboard.press(key)

    def keys_are_awake(self) -> None:
        """Wait until keys act again after the question has changed."""
        self.to_front()
        self.page.wait_for_function("() => !document.body.dataset.keys", polling=50)

    def end_phase(self) -> None:
        """Be done with the phase, and say so once more where units could still act."""
        before = self.n
        self._types_until_it_acts("e", before)
        if self.role("sure-note").count():
            self._types_until_it_acts("e", before)
        self.wait_for_n(before + 1)
        expect(self.role("pending")).to_have_count(0)

    def _types_until_it_acts(self, key: str, before: int) -> None:
        """Press a key, once more where it fell asleep as a bulletin came just then."""
        asked = self.role("sure-note").count()
        acts = (
            "([before, asked]) => document.body.dataset.n > before ||"
            " document.querySelectorAll('[data-sure]').length > asked"
        )
        for _ in range(KEY_TRIES):
            self.keys_are_awake()
            self.page.keyboard.press(key)
            with suppress(TimeoutError):
                self.page.wait_for_function(acts, arg=[before, asked], polling=50, timeout=ACTED)
                return
        raise AssertionError(f"{key} does nothing: {self.now_text()}")

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
        finger = self.page.context.new_cdp_session(self.page)
        _touch(finger, "touchStart", [points[0]])
        for (x1, y1), (x2, y2) in pairwise(points):
            for step in range(1, 9):
                there = (x1 + (x2 - x1) * step / 8, y1 + (y2 - y1) * step / 8)
                _touch(finger, "touchMove", [there])
        self.page.wait_for_timeout(AT_REST)
        _touch(finger, "touchMove", [points[-1]])
        _touch(finger, "touchEnd", [])

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


def _touch(finger: CDPSession, kind: str, points: list[tuple[float, float]]) -> None:
    touches = [{"x": x, "y": y} for x, y in points]
    finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def hex_id(name: str) -> str:
    return f"{BOARD}:{name}"
