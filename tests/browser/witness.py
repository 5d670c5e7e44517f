"""What tells why a test of pages failed: what they showed and were sent, and the server's log."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from playwright.sync_api import Browser, BrowserContext, Error, Page, WebSocket

PATIENCE = 60_000
"""Milliseconds that are waited for anything, on a machine that is busy."""
MOST_FRAMES = 200  # kept of all pages together
ENDS = 200  # characters of a frame that are told of either end: there it says what it is

Section = tuple[str, str]


class Witness:
    """Sees the contexts of one browser, and the log of one server, in one test after the other."""

    def __init__(self) -> None:
        self._browser: Browser | None = None
        self._frames: deque[str] = deque(maxlen=MOST_FRAMES)
        self._log: Path | None = None
        self._begun = 0

    def begin(self) -> None:
        """A test begins."""
        self._frames.clear()
        self._begun = self._size()

    @contextmanager
    def reading(self, log: Path) -> Iterator[None]:
        """The log of the server that serves meanwhile."""
        self._log, self._begun = log, 0
        yield
        self._log = None

    @contextmanager
    def watching(self, browser: Browser) -> Iterator[None]:
        """Whatever is opened in the browser is seen, and is patient."""
        make = browser.new_context

        def new_context(**options: Any) -> BrowserContext:
            context = make(**options)
            context.set_default_timeout(PATIENCE)
            context.on("page", self._page)
            return context

        def new_page(**options: Any) -> Page:
            return new_context(**options).new_page()

        with (
            mock.patch.object(browser, "new_context", new_context),
            mock.patch.object(browser, "new_page", new_page),
            mock.patch.object(self, "_browser", browser),
        ):
            yield

    def tells(self, folder: Path) -> list[Section]:
        """All that is known of the test that has failed just now; pictures go to that folder."""
        log = self._log.read_bytes()[self._begun :].decode(errors="replace") if self._log else ""
        pictures = "\n".join(_pictures(self._browser, folder)) if self._browser else ""
        frames = "\n".join(self._frames)
        sections = (("pictures", pictures), ("frames received", frames), ("server's log", log))
        return [(name, text) for name, text in sections if text]

    def _page(self, page: Page) -> None:
        page.on("websocket", self._stream)

    def _stream(self, stream: WebSocket) -> None:
        game = stream.url.partition("/ws/")[2]
        stream.on(
            "framereceived", lambda frame: self._frames.append(f"{game} {_shortened(str(frame))}")
        )

    def _size(self) -> int:
        return self._log.stat().st_size if self._log else 0


def _shortened(frame: str) -> str:
    return frame if len(frame) <= 2 * ENDS else f"{frame[:ENDS]} … {frame[-ENDS:]}"


def _pictures(browser: Browser, folder: Path) -> Iterator[str]:
    """Take one of every page that is open: its file, and its address."""
    for n, page in enumerate(page for context in browser.contexts for page in context.pages):
        path = folder / f"{n}.png"
        try:
            page.screenshot(path=path, timeout=PATIENCE)
        except Error as error:
            yield f"none of {page.url}: {error.message}"
        else:
            yield f"{path} {page.url}"
