"""The requests that X makes, and those that anybody makes: every address that is compared.

Each pair makes a few of them, chosen so that all come round. `live` show a game's state, `posts`
change something, `offices` are the administrator's, `others` are all the rest: pictures, boards,
accounts, what is not there.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final
from urllib.parse import quote
from uuid import UUID

from django.urls import NoReverseMatch, reverse

from games import boards
from games.leakcheck.pages import Request
from games.leakcheck.proposed import ASKED
from games.leakcheck.stage import (
    BESIDE,
    ENDED,
    GAME,
    HALTED,
    INVITATION,
    NOT_INVITED,
    NOWHERE,
    OPEN,
    PRIVATE,
    STRAY,
    Stage,
    token,
)
from games.leakcheck.still import START
from games.models import User
from rules.kernel.audience import Audience, Side, side_of
from rules.mapmaking.loading import BOARDS

LIVE: Final = (
    "table", "replay", "replay_data", "dice", "dice_export", "seen", "back", "notes", "house",
    "calendar", "change", "game_file",
)  # fmt: skip
TURN_AWAY: Final = frozenset({"games:invite", "games:join", "games:renew"})
"""Posts after which sockets may be closed, as their links open nothing more: made last."""

Form = tuple[tuple[str, str], ...]


COLUMNS: Final = tuple(range(1, 9))
LOOKUPS: Final = (
    "step__gte={step}", "step__gte={step}&o={column}", "rest_step__gte={step}",
    "updated__gte={then}", "proposals__ruling__contains={word}",
)  # fmt: skip
"""What the administrator's list of games could be asked that depends on what X may not know."""


def about(request: Request, words: Sequence[str], step: int, rng: random.Random) -> Request:
    """A request with real words in the place of blanks: texts and numbers that stand in the rows of
    one world, and not in the other's.
    """
    if "{" not in request.address:
        return request
    numbers = range(step - STRAY, step + STRAY)
    blanks = {
        "lookup": rng.choice(LOOKUPS),
        "column": str(rng.choice(COLUMNS)),
        "word": quote(rng.choice((*words, str(rng.choice(numbers))))),
        "step": str(step),
        "then": quote((START - timedelta(hours=rng.randrange(24))).isoformat()),
    }
    address = request.address
    for name, text in blanks.items():
        address = address.replace(f"{{{name}}}", text)
    return replace(request, address=address)


def opens_at_the_end(request: Request) -> bool:
    """Whether that may lawfully say other things once the game is over: the players may then read
    what those said who watched.
    """
    return request.view == "games:chat" and "room=gallery" in request.address


@dataclass(frozen=True)
class Reader:
    """X before its browser. `invited` where the game is private and X has no seat; `claimed`
    where X's seat is its own, so that its link opens nothing without its login.
    """

    stage: Stage
    x: Audience
    invited: bool = False
    claimed: bool = True

    @property
    def side(self) -> Side | None:
        return side_of(self.x)

    @property
    def cookies(self) -> str:
        """Those of X's session: a spectator is somebody else who is logged in."""
        return self.stage.cookies[self._name]

    @property
    def account(self) -> User:
        """X's account."""
        return self.stage.users[self._name]

    @property
    def _name(self) -> str:
        return f"player-{self.x.value}" if self.side else "watcher"

    @property
    def session(self) -> str:
        """The cookies without which X's link opens nothing, if it needs any."""
        return self.cookies if self.claimed and self.side is not None else ""

    @property
    def key(self) -> str:
        """What X has in the address of the pair's game."""
        return self.key_of(GAME)

    def key_of(self, game_id: UUID) -> str:
        """What X has in the address of a game."""
        if self.side is not None and game_id in {GAME, BESIDE, HALTED, ENDED}:
            return f"?seat={token(game_id, self.side)}"
        return f"?seat={INVITATION}" if self.invited and game_id == GAME else ""

    def socket(self) -> str:
        """The address of X's stream."""
        return f"/ws/g/{GAME}/{self.key}"

    def watching(self) -> str:
        """The address of the spectators' stream."""
        return f"/ws/g/{GAME}/" + (f"?seat={INVITATION}" if self.invited else "")

    def house(self) -> Request:
        """What stands beside X's stream, the clock first of all."""
        return self._get("house", GAME, self.key, self.session)

    def delayed(self, number: int) -> Request | None:
        """What X may see of both sides some time later, now of one, now of the other; nothing if it
        plays.
        """
        if self.side is not None:
            return None
        name = ("replay_data", "replay_data", "replay")[number % 3]
        side = tuple(Side)[number // 3 % 2]
        query = f"{self.key or '?'}&as={side}&delayed=1"
        return self._get(name, GAME, query, self.cookies)

    def agreed(self) -> Request:
        """X agrees to a change of the position that has been asked for."""
        form = (("act", "agree"), ("kind", "change"), ("asked", ASKED.isoformat()))
        return self._post("house", GAME, form, self.key)

    def groups(self) -> dict[str, list[Request]]:
        """All requests, by group."""
        return {
            "live": [*self._tables(), *self._lists(), *self._refused()],
            "posts": [*self._posts(), *self._accounts()],
            "offices": [*self._offices()],
            "others": [*self._others()],
        }

    def finished(self) -> Iterator[Request]:
        """What is asked for once the game is over."""
        for name in LIVE:
            yield self._get(name, GAME, self.key, self.session)
        yield self._get("chat", GAME, f"{self.key or '?'}&room=players", self.session)
        yield from self._earlier()
        yield Request(reverse("games:lobby"), self.cookies)
        yield Request(reverse("games:game", args=(GAME,)), self.cookies)
        for name in ("player-a", "player-b"):
            yield Request(reverse("games:player", args=(name,)))
        yield Request(reverse("games:scenario", args=(self.stage.scenario_id,)))
        yield from self._looks(GAME)

    # -- what shows a game ----------------------------------------------------------------------

    def _get(self, name: str, game_id: UUID, query: str = "", cookies: str = "") -> Request:
        return Request(reverse(f"games:{name}", args=(game_id,)) + query, cookies)

    def _tables(self) -> Iterator[Request]:
        for name in LIVE:
            yield self._get(name, GAME, self.key, self.session)
            address = self._get(name, GAME, self.key).address
            yield Request(address, self.cookies, htmx=True)
        for room in ("players", "gallery"):
            query = f"{self.key or '?'}&room={room}"
            for cookies in (self.session, self.cookies):
                yield self._get("chat", GAME, query, cookies)
        yield from self._earlier()
        for name in ("table", "replay_data", "seen"):
            yield self._get(name, BESIDE, self.key_of(BESIDE), self.cookies)
        for name in ("dice", "dice_export", "replay_data"):
            yield self._get(name, ENDED, self.key_of(ENDED), self.cookies)
        yield self._get("back", HALTED, self.key_of(HALTED), self.cookies)

    def _earlier(self) -> Iterator[Request]:
        """Pages of the log, also after what X was sent last."""
        for until in ("1", "40", "200", "0", "x", "9" * 20):
            query = f"{self.key or '?'}&until={until}"
            yield self._get("earlier", GAME, query, self.session)
        yield self._get("earlier", BESIDE, f"{self.key_of(BESIDE) or '?'}&until=1", self.cookies)

    def _lists(self) -> Iterator[Request]:
        for cookies in ("", self.cookies):
            yield Request(reverse("games:lobby"), cookies)
            yield self._get("game", GAME, self.key, cookies)
        yield Request(reverse("games:lobby"), self.cookies, htmx=True)
        for query in ("", f"?scenario={self.stage.scenario_id}&nation=german&pace=days"):
            yield Request(reverse("games:open_list") + query, self.cookies)
        yield Request(reverse("games:open_list"), htmx=True)
        for name in ("player-a", "player-b", "staff"):
            yield Request(reverse("games:player", args=(name,)), self.cookies)
        yield self._get("game", GAME, "", self.cookies)
        yield self._get("sit", GAME, "?side=b", self.cookies)
        yield self._get("game", BESIDE, "", self.cookies)
        yield Request(reverse("games:scenario", args=(self.stage.scenario_id,)), self.cookies)
        for htmx in (False, True):
            yield Request(reverse("games:new_game"), self.cookies, htmx=htmx)

    def _refused(self) -> Iterator[Request]:
        for name in ("table", "replay_data", "dice_export"):
            yield self._get(name, NOWHERE, "", self.cookies)
            yield self._get(name, GAME, f"?seat={NOT_INVITED}")
            yield self._get(name, GAME, self.key, self._stranger)
            yield self._get(name, GAME, self.key)
        for name in ("replay", "replay_data"):
            for audience in Audience:
                query = f"{self.key or '?'}&as={audience}&delayed=1"
                yield self._get(name, GAME, query, self.cookies if self.side else "")
        for name in ("replay", "replay_data", "game_file"):
            for audience in (*Audience, "nobody"):
                seat = self.key or "?"
                yield self._get(name, GAME, f"{seat}&as={audience}", self.session)
        other = token(BESIDE, Side.A)
        yield self._get("table", GAME, f"?seat={other}", self.cookies)
        yield self._get("table", PRIVATE)
        yield self._get("replay_data", PRIVATE, f"?seat={INVITATION}")
        yield self._get("game", PRIVATE, "", self.cookies if self.side else "")

    def _looks(self, game_id: UUID) -> Iterator[Request]:
        """The page on which secrets are looked at, for those who may not."""
        asked = (("kind", "records_a"), ("reason", "The players do not agree."))
        for cookies in (self.cookies, self.stage.cookies["staff"], ""):
            yield self._get("look", game_id, "", cookies)
            yield Request(self._get("look", game_id).address, cookies, asked)

    @property
    def _stranger(self) -> str:
        """The session of somebody who is not X."""
        return self.stage.cookies["staff"]

    # -- what changes something -----------------------------------------------------------------

    def _post(self, name: str, game_id: UUID, form: Form = (), query: str = "") -> Request:
        return Request(reverse(f"games:{name}", args=(game_id,)) + query, self.cookies, form)

    def _posts(self) -> Iterator[Request]:
        for side in Side:
            yield self._post("join", GAME, (("side", side.value), ("invitation", INVITATION)))
        yield self._post("join", OPEN, (("side", "b"),))
        yield self._post("join", PRIVATE, (("side", "b"), ("invitation", NOT_INVITED)))
        yield self._post("join", PRIVATE, (("side", "b"), ("invitation", INVITATION)))
        yield self._post("join", NOWHERE, (("side", "a"),))
        for game_id in (GAME, PRIVATE):
            yield self._post("invite", game_id)
        for game_id in (GAME, GAME, BESIDE, NOWHERE):
            yield self._post("renew", game_id)
        taking_back = (("side", "a"), ("why", "It is wanted."), ("sure", "on"))
        for game_id in (GAME, NOWHERE):
            yield self._post("revoke", game_id, taking_back)
        for game_id in (GAME, HALTED):
            yield self._post("back", game_id, (), self.key_of(game_id))
        yield Request(reverse("games:table", args=(GAME,)) + self.key, self.cookies, ())
        for text in ("Watch this hex.", ""):
            note = (("hex", self.stage.hex), ("text", text))
            yield self._post("notes", GAME, note, self.key)
        yield self._post("notes", GAME, (("hex", "nowhere"), ("text", "")), self.key)
        yield self._post("notes", GAME, (("hex", self.stage.hex), ("text", "")))
        until = (START + timedelta(days=2)).isoformat()
        for act in ("propose", "agree", "claim"):
            for kind in ("break", "go_on"):
                asked = ("asked", ASKED.isoformat())
                form = (("act", act), ("kind", kind), ("until", until), asked)
                yield self._post("house", GAME, form, self.key)
        yield from self._changes()
        for room in ("players", "gallery"):
            said = (("room", room), ("text", "<b>Well played.</b>"), ("key", "a-key-of-X"))
            yield self._post("chat", GAME, said, self.key)
        new = reverse("games:new_game")
        wanted = (("scenario", self.stage.scenario_id), ("side", "a"), ("private", "on"))
        yield Request(new, self.cookies, wanted)
        yield Request(new, self.cookies, wanted, htmx=True)
        yield Request(new, self.cookies, (("side", "c"),))

    def _changes(self) -> Iterator[Request]:
        """A change of the position: written down, asked for, answered."""
        at = f"{self.stage.hex}/0"
        laid = json.dumps([{"edit": "lay", "what": "wire", "at": at}])
        hidden = json.dumps([{"edit": "remove", "key": "unit:u1"}])
        for edits in (laid, hidden):
            yield self._post("change", GAME, (("act", "drop"), ("edits", edits)), self.key)
            yield self._post("change", GAME, (("act", "ask"), ("edits", edits)), self.key)
        smoke = (("act", "lay"), ("what", "smoke"), ("to", at), ("edits", laid))
        yield self._post("change", GAME, smoke, self.key)
        asked = ("asked", ASKED.isoformat())
        for act in ("agree", "withdraw"):
            yield self._post("house", GAME, (("act", act), ("kind", "change"), asked), self.key)

    def _accounts(self) -> Iterator[Request]:
        name = self._name
        login, register = reverse("account_login"), reverse("account_signup")
        yield Request(login, "", (("login", name), ("password", "a long password")))
        yield Request(login, "", (("login", name), ("password", "another")))
        yield Request(reverse("account_logout"), self.cookies, ())
        yield Request(register, "", (("username", "newcomer"),))
        word = "a-long-new-password"
        made = (("username", "newcomer"), ("password1", word), ("password2", word))
        for email in ("newcomer@example.org", f"{name}@example.org"):
            yield Request(register, "", (*made, ("email", email)))
        forgotten = reverse("account_reset_password")
        for email in (f"{name}@example.org", "nobody@example.org"):
            yield Request(forgotten, "", (("email", email),))
        wanted = (("email", "another@example.org"), ("action_add", ""))
        yield Request(reverse("account_email"), self.cookies, wanted)

    # -- the administrator's --------------------------------------------------------------------

    def _offices(self) -> Iterator[Request]:
        staff = self.stage.cookies["staff"]
        user = self.stage.users["watcher"].pk
        for name, args in (
            ("index", ()),
            ("app_list", ("games",)),
            ("games_game_changelist", ()),
            ("games_game_change", (GAME,)),
            ("games_game_history", (GAME,)),
            ("games_game_delete", (GAME,)),
            ("games_game_add", ()),
            ("games_user_changelist", ()),
            ("games_user_change", (user,)),
            ("games_user_history", (user,)),
            ("games_user_delete", (user,)),
            ("games_ownboard_changelist", ()),
            ("games_secretlook_changelist", ()),
            ("games_secretlook_change", (1,)),
            ("games_secretlook_history", (1,)),
            ("games_secretlook_delete", (1,)),
            ("games_secretlook_add", ()),
        ):
            try:
                address = reverse(f"admin:{name}", args=args)
            except NoReverseMatch:
                continue  # the registry says so, if it is still listed there
            yield Request(address, staff)
            for form in ((), (("username", "watcher"), ("reason", "A look."))):
                yield Request(address, staff, form)
                yield Request(address, self.cookies, form)
        games = reverse("admin:games_game_changelist")
        for query in ("?o={column}&q={word}", "?status__exact=playing", "?{lookup}"):
            yield Request(games + query, staff)
        yield Request(games, self.cookies)
        yield Request(games)
        yield from self._looks(GAME)

    # -- the rest -------------------------------------------------------------------------------

    def _others(self) -> Iterator[Request]:
        scenario_id = self.stage.scenario_id
        ours = min(path.stem for path in BOARDS.glob("*.txt"))
        yield Request(reverse("games:scenario_list"))
        yield Request(reverse("games:scenario", args=("nothing",)))
        yield Request(reverse("games:board_list"))
        yield Request(reverse("games:board_list"), self.cookies)
        yield Request(reverse("games:our_text", args=(ours,)))
        yield Request(reverse("games:our_text", args=("nothing",)))
        picture = boards.page_data(scenario_id)["board"]["svg"]
        if picture:
            yield Request(f"{picture.partition('?')[0]}?game={GAME}&seat={NOT_INVITED}")
            yield Request(picture.partition("?")[0], self.cookies)
        yield Request(reverse("games:board", args=(scenario_id, "nothing")))
        yield Request(reverse("account_login"))
        yield Request(reverse("account_logout"))
        yield Request(reverse("account_reset_password"))
        yield Request(reverse("account_email"), self.cookies)
        yield Request(reverse("account_notices"), self.cookies)
        yield Request(reverse("account_signup"))
        yield Request(reverse("games:join", args=(GAME,)), self.cookies)
        yield Request("/static/css/seal.svg")
        yield Request("/favicon.ico")
        yield Request("/nothing/here")
