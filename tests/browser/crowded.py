"""A table with two hundred squads on four boards: the page of another game, whose board and stream
are the test's own. So many are not set up by hand, and nothing but the page is measured.
"""

import json
import random
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, WebSocketRoute

from games.bench.engine import crowded
from rules.forces.phases import Phase
from rules.kernel.audience import Audience, Side
from rules.mapmaking.picture import board_svg as draw_board
from rules.play.page.boardcard import board_card
from rules.play.ruleset import AslRules

UNITS = 200
_DATA = re.compile(r'(<script [^>]*id="table-data"[^>]*>)(.*?)(</script>)', re.DOTALL)
_PICTURE = "/boards/crowd.svg"


@dataclass
class Crowd:
    """What the page is told of them, as the side that moves."""

    board: dict[str, Any]
    picture: str
    faces: list[dict[str, Any]]
    now: dict[str, Any]
    offers: list[dict[str, Any]]
    _stream: WebSocketRoute | None = None
    _n: int = 1

    def at(self, page: Page | BrowserContext) -> None:
        """From now on whoever goes to a table there sees this one."""
        page.route(re.compile(r"/g/[^/]+/(\?|$)"), self._page)
        page.route(f"**{_PICTURE}", lambda route: route.fulfill(
            body=self.picture, content_type="image/svg+xml"))  # fmt: skip
        page.route_web_socket(re.compile("/ws/g/"), self._begin)

    def pin(self, how_many: int) -> None:
        """A bulletin that changes so many counters of the other side."""
        units = [one for one in self.faces if one["k"] == "unit" and one["side"] == "b"][:how_many]
        self._say(t="b", n=self._n + 1, put=[{**one, "status": ["pin"]} for one in units])
        self._n += 1
        self._say(t="offers", n=self._n, offers=self.offers)

    def _page(self, route: Route) -> None:
        answer = route.fetch()

        def crowd(found: "re.Match[str]") -> str:
            data = json.loads(found[2])
            data["board"] = {**self.board, "svg": _PICTURE}
            data["scenario"]["objectives"] = []
            return found[1] + json.dumps(data).replace("<", r"\u003c") + found[3]

        route.fulfill(response=answer, body=_DATA.sub(crowd, answer.text()))

    def _begin(self, stream: WebSocketRoute) -> None:
        self._stream = stream
        stream.on_message(self._heard)

    def _heard(self, message: str | bytes) -> None:
        """Whoever says hello is told everything; besides, only beats are answered."""
        said = json.loads(message)["t"]
        if said == "hello":
            self._tell()
        elif said == "beat":
            self._say(t="beat")

    def _tell(self) -> None:
        self._n = 1
        online = {"a": True, "b": True, "watching": 0}
        self._say(t="doc", n=1, you="a", faces=self.faces, now=self.now, log=[], online=online)
        self._say(t="offers", n=1, offers=self.offers)

    def _say(self, **frame: Any) -> None:
        assert self._stream is not None
        self._stream.send(json.dumps(frame))


def crowd() -> Crowd:
    """Both halves of four boards full of them, in the first MPh."""
    game = crowded(UNITS, Phase.MPH, random.Random(1))
    document = game.document(Audience.A)
    rules = game.rules
    assert isinstance(rules, AslRules)
    board = rules.board
    return Crowd(
        board=board_card(board, rules.law),
        picture=draw_board(board),
        faces=[json.loads(bytes(one)) for one in document.faces.values()],
        now=json.loads(bytes(document.now)),
        offers=json.loads(game.offers(Side.A.audience)),
    )
