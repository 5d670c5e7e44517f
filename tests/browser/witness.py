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
LONGEST = 400  # characters of a frame that are told

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

    def reads(self, log: Path | None) -> None:
        """The log of the server that serves from now on."""
        self._log, self._begun = log, 0

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
        seat = stream.url.partition("/ws/")[2][:60]
        stream.on(
            "framereceived", lambda frame: self._frames.append(f"{seat} {str(frame)[:LONGEST]}")
        )

    def _size(self) -> int:
        return self._log.stat().st_size if self._log else 0


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
