"""Everything that a page is sent, what it commands, and everything that goes wrong on it."""

import gzip
import json
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request, Response, WebSocket

LEFT = "net::ERR_ABORTED"
"""Why a file was not fetched whose page was left before it came."""


@dataclass
class Ears:
    """Listens to one page: frames of its streams, answers to its requests, commands, errors."""

    page: Page
    frames: list[str] = field(default_factory=list)  # not asked for yet
    troubles: list[str] = field(default_factory=list)
    commands: list[dict[str, Any]] = field(default_factory=list)
    forgiving: bool = False
    _answers: list[Response] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("websocket", self._stream)
        self.page.on("response", self._answered)
        self.page.on("requestfailed", self._failed)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))

    def heard(self) -> list[str]:
        """Everything sent to the page since this was last asked: frames, and the bodies of answers
        but for files that are the same for everybody.
        """
        sent = [*self.frames, *(one.text() for one in self._answers if not _is_file(one))]
        self.frames.clear()
        self._answers.clear()
        return sent

    def wait_for_files(self) -> None:
        """Until everything that the page's document names has come."""
        self.page.wait_for_load_state("load")
        self.page.evaluate("document.fonts.ready.then(() => null)")

    def packed(self) -> dict[str, int]:
        """How many bytes each file took that was fetched so far, if what can be packed is."""
        sizes = {}
        for one in self._answers:
            if one.status == HTTPStatus.OK:
                body = one.body()
                is_packed = urlsplit(one.url).path.endswith(".woff2")
                sizes[one.url] = len(body) if is_packed else len(gzip.compress(body))
        return sizes

    def _stream(self, stream: WebSocket) -> None:
        stream.on("framereceived", lambda frame: self.frames.append(str(frame)))
        stream.on("framesent", self._sent)

    def _sent(self, frame: str | bytes) -> None:
        said = json.loads(frame)
        if said["t"] == "do":
            self.commands.append(said["cmd"])

    def _answered(self, response: Response) -> None:
        self._answers.append(response)
        if response.status >= 400:
            self._trouble(f"{response.status}: {response.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != LEFT:
            self._trouble(f"failed: {request.url}: {request.failure}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._trouble(f"console: {message.text}")

    def _trouble(self, what: str) -> None:
        """Note what went wrong, unless the network has been cut on purpose."""
        if not self.forgiving:
            self.troubles.append(what)


def _is_file(answer: Response) -> bool:
    return urlsplit(answer.url).path.startswith(("/static/", "/boards/"))
