"""Both worlds of a pair played through the service, and all that a reader would be given of them.

World one is stored, played and rendered in a transaction that is rolled back; then world two,
under the same keys and with the clock standing still. Seals are tokens, as they are in the
kernel's part of the check: a real root differs whenever the secrets do, and tells nothing.
"""

import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, tzinfo
from typing import Any, Final
from unittest import mock
from uuid import UUID

import msgspec
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse
from django.utils import timezone

from games.leakcheck.database import rolled_back
from games.leakcheck.questions import questions
from games.leakcheck.worlds import chance, maker
from games.models import Game, Seat, User
from games.models.choices import Status
from games.selectors.documents import audience_view, replay_frames
from games.services import loading
from games.services.asking import ask
from games.services.memory import MEMORY
from games.services.playing import odds, play
from games.services.store import game_store
from games.wire import Presence, card_frame, no_frame, odds_frame
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import commitment
from rules.kernel.game import Game as LiveGame
from rules.kernel.lockstep import Sent
from rules.kernel.players import fill
from rules.kernel.refused import Refused
from rules.kernel.seal import TokenSealer
from rules.kernel.twins import Pair

GAME_ID: Final = UUID(int=1)
TOKENS: Final = {Side.A: "seat-of-a", Side.B: "seat-of-b"}
NOW: Final = datetime(2001, 2, 3, 4, 5, tzinfo=UTC)

Shown = dict[str, str]

_CHANGING = re.compile(
    r"""nonce[-=]["']?[\w+/=-]+|name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+\""""
)
"""What is new in every answer, whatever the world: nonces and tokens against forgery."""


class StandingClock(datetime):
    """A clock that always says the same."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "StandingClock":
        return cls.fromtimestamp(NOW.timestamp(), tz)


@contextmanager
def standing_still() -> Iterator[None]:
    """Stop the clock, seal by tokens, and let the test client in."""
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(timezone, "datetime", StandingClock))
        stack.enter_context(mock.patch("time.time", return_value=NOW.timestamp()))
        stack.enter_context(mock.patch.object(loading, "make_sealer", return_value=TokenSealer()))
        logging.disable(logging.WARNING)  # a page that is not there yet is part of the check
        stack.callback(logging.disable, logging.NOTSET)
        stack.enter_context(override_settings(ALLOWED_HOSTS=["testserver"], **_PLAIN))
        yield
        MEMORY.clear()


_PLAIN: Final = {
    "SECURE_SSL_REDIRECT": False,
    "STORAGES": {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    },
}
"""Settings that a client without TLS and without collected files needs."""


class Application:
    """Compares what the application gives X in both worlds of each pair.

    Pages are fetched for every `every`-th pair; frames, replay and refusals always. `counts` says
    how often each was compared. Use it within `temporary_database` and `standing_still`.
    """

    def __init__(self, scenario_id: str, every: int) -> None:
        self.scenario_id, self.every = scenario_id, every
        self.counts: Counter[str] = Counter()
        self.pairs = 0
        self.maker = maker(scenario_id)
        self.users = {side: self._user(side) for side in Side}
        self.clients = {x: self._client(x) for x in Audience}

    @property
    def messages(self) -> int:
        """How many texts were compared."""
        return self.counts.total()

    def observe(self, pair: Pair) -> Iterator[tuple[str, str, str]]:
        """What differs between the two worlds of a pair, for its X."""
        self.pairs += 1
        with_pages = self.pairs % self.every == 0
        one, two = (self._shown(pair, number, with_pages=with_pages) for number in (0, 1))
        for what in {**one, **two}:
            self.counts[what.split(" ", 1)[0]] += 1
            if one.get(what, "") != two.get(what, ""):
                yield what, one.get(what, ""), two.get(what, "")

    def _shown(self, pair: Pair, number: int, *, with_pages: bool) -> Shown:
        """Everything that X is given in one of the worlds."""
        with rolled_back():
            game = self._store(pair, number)
            shown = self._odds(pair.x, game) | self._answers(pair.x, "before")
            for at, moment in enumerate(pair.moments):
                sent = (moment.one, moment.two)[number]
                if sent is not None:
                    shown.update(self._play(pair.x, sent, at))
            shown.update(self._answers(pair.x, "after"))
            for audience in _heard(pair.x):
                shown.update(_streams(audience))
            if with_pages:
                shown.update(self._pages(pair.x))
        MEMORY.clear()
        return shown

    def _store(self, pair: Pair, number: int) -> LiveGame:
        row = Game(
            id=GAME_ID,
            scenario=self.scenario_id,
            status=Status.PLAYING,
            creator=self.users[Side.A],
            master_seed=pair.master,
            commitment=commitment(pair.master),
        )
        game = self.maker.at_rest(
            pair.master, pair.worlds[number].copy(), pair.ledgers[number].copy()
        )
        game_store(row, game)
        for side, token in TOKENS.items():
            Seat.objects.create(game=row, side=side, user=self.users[side], token=token)
        return game

    # -- what comes over the socket -------------------------------------------------------------

    def _play(self, x: Audience, sent: Sent, at: int) -> Shown:
        """Send an input to the service; what X's sockets get of it."""
        try:
            outcome = play(game_id=GAME_ID, side=sent.side, data=sent.data, seen=sent.seen)
        except Refused as refused:
            if refused.code == "error":
                raise RuntimeError(f"the service failed on {sent}") from refused
            own = sent.side.audience is x
            return {f"refusal of input {at}": no_frame(str(at), refused).decode()} if own else {}
        return {
            f"frame {delivery.n} of {delivery.audience}": delivery.frame.decode()
            for delivery in outcome.deliveries
            if delivery.audience in _heard(x)
        }

    def _odds(self, x: Audience, game: LiveGame) -> Shown:
        """The odds of an attack that X is offered, if any."""
        if x is Audience.PUBLIC:
            return {}
        offers = msgspec.json.decode(game.documents[x].offers)
        attacks = [offer for offer in offers if offer["form"] == "fire"]
        command = fill(chance(f"odds {self.pairs}"), attacks[0]) if attacks else None
        if command is None:
            return {}
        try:
            card = odds(game_id=GAME_ID, side=Side(x.value), data=msgspec.json.encode(command))
        except Refused as refused:
            return {"odds refused": no_frame("odds", refused).decode()}
        return {"odds card": odds_frame("odds", card).decode()}

    def _answers(self, x: Audience, when: str) -> Shown:
        """What X is answered about LOS and paths."""
        document = audience_view(GAME_ID, x).document
        rng = chance(f"questions {when} {self.pairs}")
        shown = {}
        for at, question in enumerate(questions(self.scenario_id, x, document, rng)):
            try:
                card = ask(game_id=GAME_ID, audience=x, question=question)
            except Refused as refused:
                shown[f"{question.ref} refused {when}, {at}"] = no_frame("", refused).decode()
            else:
                shown[f"{question.ref} answer {when}, {at}"] = card_frame(question, card).decode()
        return shown

    # -- pages ----------------------------------------------------------------------------------

    def _pages(self, x: Audience) -> Shown:
        """Every page that X may open, fragments among them."""
        token = "" if x is Audience.PUBLIC else f"?seat={TOKENS[Side(x.value)]}"
        addresses = {
            "lobby": reverse("games:lobby"),
            "scenarios": reverse("games:scenario_list"),
            "scenario": reverse("games:scenario", args=(self.scenario_id,)),
            "game": reverse("games:game", args=(GAME_ID,)),
            **{
                name: reverse(f"games:{name}", args=(GAME_ID,)) + token
                for name in ("table", "replay", "replay_data", "back")
            },
        }
        if not Game.objects.filter(pk=GAME_ID, status=Status.OVER).exists():
            # Once a game is over its seeds are opened, and with them every secret roll.
            addresses["dice"] = reverse("games:dice", args=(GAME_ID,)) + token
            addresses["dice_export"] = reverse("games:dice_export", args=(GAME_ID,)) + token
        shown = {}
        for name, address in addresses.items():
            for kind, headers in (("page", {}), ("fragment", {"HX-Request": "true"})):
                answer = self.clients[x].get(address, headers=headers)
                shown[f"{kind} {name}"] = _text(answer)
        return shown

    def _user(self, side: Side) -> User:
        return User.objects.create(username=f"player-{side.value}", password="!")  # noqa: S106 - no login

    def _client(self, x: Audience) -> Client:
        client = Client()
        if x is not Audience.PUBLIC:
            client.force_login(self.users[Side(x.value)])
        return client


def _heard(x: Audience) -> tuple[Audience, ...]:
    """What X may listen to: its own stream, and the spectators'."""
    return (Audience.PUBLIC,) if x is Audience.PUBLIC else (Audience.PUBLIC, x)


def _streams(audience: Audience) -> Shown:
    """What one gets who comes now, and the replay."""
    view = audience_view(GAME_ID, audience)
    replay = b"\n".join(replay_frames(GAME_ID, audience))
    return {
        f"doc of {audience}": view.frame(Presence()).decode(),
        f"replay of {audience}": replay.decode(),
    }


def _text(answer: Any) -> str:
    """Status, headers and body, without what is new in every answer."""
    headers = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()))
    text = f"{answer.status_code}\n{headers}\n\n{answer.content.decode()}"
    return _CHANGING.sub("", text)
