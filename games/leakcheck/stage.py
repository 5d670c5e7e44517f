"""What stands in the database around a pair: people, their sessions, other games; and the pair's
own game in one of its worlds.

People and other games are made once and stay. A world's game is stored within a transaction that
is rolled back, and with it everything else that X may not know and that rows tell: how many steps
there were, when the last one was, how many bulletins others have, in this game and in those beside
it. All that differs between the two worlds of every pair, whatever else is varied in it.
"""

import hashlib
import random
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from allauth.account.models import EmailAddress
from django.test import Client

from games import boards
from games.leakcheck.proposed import ASKED, Change
from games.leakcheck.still import START
from games.leakcheck.worlds import maker
from games.models import (
    BulletinRow,
    ChatLine,
    Game,
    HexNote,
    Proposal,
    Seat,
    SecretLook,
    SecretRecord,
    StepRow,
    User,
)
from games.models.choices import (
    Flag,
    LookKind,
    ProposalKind,
    Room,
    Status,
    Timing,
    TurnMail,
    ViewDelay,
)
from games.selectors.scenarios import order_of_battle
from games.selectors.seats import token_hash
from games.services import game_create
from games.services.clocks import clock_follow, clock_make
from games.services.store import game_store
from games.timekeeping import Terms
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import commitment
from rules.kernel.game import Game as LiveGame
from rules.proof.twins import Pair

GAME: Final = UUID(int=1)
OPEN: Final = UUID(int=2)
BESIDE: Final = UUID(int=3)
PRIVATE: Final = UUID(int=4)
HALTED: Final = UUID(int=5)
ENDED: Final = UUID(int=6)
NOWHERE: Final = UUID(int=7)
INVITATION: Final = "invitation"
NOT_INVITED: Final = "no-such-token"

STRAY: Final = 6
"""How many steps X was told nothing of are added in the first world at most, and in the other at
least.
"""
_FEW: Final = 6
_SEED: Final = 32  # bytes
_ROUND: Final = 100_000  # bulletins stored before by other games


def token(game_id: UUID, side: Side) -> str:
    """The token of a seat, as long and as much like chance as those that are drawn."""
    drawn = hashlib.sha256(f"seat {side.value} {game_id.int}".encode()).digest()
    return urlsafe_b64encode(drawn).decode().rstrip("=")


def master_of(text: bytes) -> bytes:
    """A master seed as long as those that are drawn: its dice are those of the text."""
    return text.ljust(_SEED, b"\0")


@dataclass
class Stage:
    """The people of one scenario's check: their accounts, and the cookies of their sessions.

    Each side has a player; `watcher` plays no game that X does not, and made the private one;
    `staff` may see and change everything that the administrator's pages have, apart from what is
    secret.
    """

    scenario_id: str
    users: dict[str, User] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    def build(self) -> None:
        """Make people and other games, and what a process works out once for all."""
        order_of_battle(self.scenario_id)
        for name in ("player-a", "player-b", "watcher", "staff"):
            self._person(name, is_staff=name == "staff")
        both = {Side(side): self.users[f"player-{side}"] for side in ("a", "b")}
        watcher = {Side.A: self.users["watcher"]}
        for game_id, sides, status in (
            (OPEN, watcher, Status.OPEN),
            (BESIDE, both, Status.PLAYING),
            (PRIVATE, watcher, Status.OPEN),
            (HALTED, both, Status.HALTED),
            (ENDED, both, Status.OVER),
        ):
            self._other_game(game_id, sides, status)

    @property
    def hexes(self) -> list[str]:
        """The hexes of the board, if it has one."""
        return [one["id"] for one in boards.page_data(self.scenario_id)["board"]["hexes"]]

    @property
    def hex(self) -> str:
        """One of them; a word in the test world, which has none."""
        return next(iter(self.hexes), "none")

    def player(self, side: Side) -> User:
        """Who plays a side."""
        return self.users[f"player-{side.value}"]

    def store(
        self,
        pair: Pair,
        number: int,
        rng: random.Random,
        *,
        private: bool,
        unclaimed: Side | None = None,
        ends: bool = False,
        change: Change | None = None,
    ) -> None:
        """Store a world of a pair, and around it what else X may not know. `unclaimed` is a seat
        that is nobody's yet; if the game `ends`, its looks are told, and there are equally many;
        a `change` of the position has been asked for.
        """
        ledger = pair.ledgers[number].copy()
        ledger.step += STRAY * number + rng.randrange(STRAY)
        self._beside(pair.x, number, rng)
        game = maker(self.scenario_id).at_rest(pair.master, pair.worlds[number].copy(), ledger)
        row = self._row(pair, private=private)
        game_store(row, game)
        begin_at_zero(row)
        self._steps(row, game, rng)
        for side in Side:
            user = None if side is unclaimed else self.player(side)
            Seat.objects.create(game=row, side=side, user=user, token=token(GAME, side))
        self._clock(row, game, pair)
        if change is not None:
            change.store(row)
        self._talk(row, pair.x, number, rng)
        self._notes(row, pair.x, number, rng)
        self._looks(row, 1 if ends else number + rng.randrange(2))
        self._looks(Game.objects.get(pk=BESIDE), number + rng.randrange(2))

    # -- people and other games -----------------------------------------------------------------

    def _person(self, name: str, *, is_staff: bool) -> None:
        user = User.objects.create_user(name, f"{name}@example.org", "a long password")
        if is_staff:
            user.is_staff = True
            user.save()
        User.objects.filter(pk=user.pk).update(turn_mail=TurnMail.HOUR)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        self.users[name] = user
        client = Client()
        client.force_login(user)
        self.cookies[name] = "; ".join(
            f"{cookie.key}={cookie.value}" for cookie in client.cookies.values()
        )

    def _other_game(self, game_id: UUID, sides: dict[Side, User], status: Status) -> None:
        created = game_create(
            scenario_id=self.scenario_id,
            creator=self.users["watcher"],
            private=game_id == PRIVATE,
            sides=sides,
            master=master_of(f"game {game_id.int}".encode()),
            game_id=game_id,
        )
        hours = timedelta(hours=game_id.int)
        Game.objects.filter(pk=game_id).update(
            status=status, told_at=START - hours, created=START - 9 * hours
        )
        if game_id == PRIVATE:
            Game.objects.filter(pk=game_id).update(invitation_hash=token_hash(INVITATION))
        for seat in created.seats.values():
            seat.token = token(game_id, Side(seat.side))
            seat.save()

    # -- what differs ---------------------------------------------------------------------------

    def _row(self, pair: Pair, *, private: bool) -> Game:
        return Game(
            id=GAME,
            private=private,
            invitation_hash=token_hash(INVITATION) if private else "",
            scenario=self.scenario_id,
            status=Status.PLAYING,
            creator=self.users["player-a"],
            master_seed=master_of(pair.master),
            commitment=commitment(pair.master),
            view_delay=ViewDelay.HALF_HOUR,
            told_at=START - timedelta(hours=1),
            created=START - timedelta(days=2),
        )

    def _steps(self, row: Game, game: LiveGame, rng: random.Random) -> None:
        """The last steps that led here, and when they were made."""
        last = game.ledger.step
        StepRow.objects.bulk_create(
            _step(row, number, rng) for number in range(max(1, last - _FEW), last + 1)
        )
        Game.objects.filter(pk=row.pk).update(updated=_some_time_ago(rng))

    def _clock(self, row: Game, game: LiveGame, pair: Pair) -> None:
        """Most games have a clock, whose time may be claimed at last; in some a break is asked
        for, or agreed on. All of that is public.
        """
        if pair.master[-1] % 4 == 0:
            return
        terms = Terms(Timing.TOTAL, timedelta(hours=1), timedelta(minutes=5))
        clock_make(row, terms, Flag.CLAIM)
        clock_follow(row, game.documents[Audience.PUBLIC])
        if pair.master[-1] % 2:
            by = Side.A if pair.master[-1] % 4 == 1 else Side.B
            until = START + timedelta(days=1)
            Proposal.objects.create(
                game=row, kind=ProposalKind.BREAK, by=by.value, at=ASKED, until=until
            )

    def _talk(self, row: Game, x: Audience, number: int, rng: random.Random) -> None:
        """What X may not read was said otherwise in the other world, and more often where nobody
        but the players is told how often: the stream for those who watch is anybody's.
        """
        mine = Room.GALLERY if x is Audience.PUBLIC else Room.PLAYERS
        for room in Room:
            told = room is mine or room is Room.GALLERY
            more = 2 if told else 1 + _FEW * number + rng.randrange(_FEW)
            apart = timedelta(minutes=1) if told else timedelta(seconds=0.5)  # may be too fast
            for n in range(1, more + 1):
                said = "Mine to read." if room is mine else f"Not for X, {rng.randrange(_ROUND)}."
                side = "b" if room is Room.PLAYERS else ""
                when = START - apart * (more - n + 1)
                ChatLine.objects.create(
                    game=row, room=room, number=n, side=side, text=said, key=f"said-{n}", at=when
                )

    def _notes(self, row: Game, x: Audience, number: int, rng: random.Random) -> None:
        """X has pinned the same note in both worlds, the others have pinned other ones."""
        for side in Side:
            mine = side.audience is x
            for hex_id in self.hexes[: 1 if mine else number + rng.randrange(2)]:
                text = "Mine alone." if mine else f"Theirs, {rng.randrange(_ROUND)}."
                HexNote.objects.create(game=row, side=side.value, hex=hex_id, text=text)

    def _looks(self, row: Game, count: int) -> None:
        """Operators have looked at secrets, as is told at the end."""
        for number in range(count):
            SecretLook.objects.create(
                game=row,
                user=self.users["watcher"],
                kind=LookKind.STEPS,
                reason=f"The players do not agree, {number}.",
                at=START - timedelta(minutes=number),
            )

    def _beside(self, x: Audience, number: int, rng: random.Random) -> None:
        """Steps and bulletins in other games of which X was told nothing."""
        hidden = [audience for audience in (Audience.A, Audience.B) if audience is not x]
        for row in Game.objects.filter(pk__in=(OPEN, BESIDE, PRIVATE)):
            more = _FEW * number + rng.randrange(_FEW)
            stray(row, more, rng)
            owner = rng.choice(hidden)
            BulletinRow.objects.bulk_create(_bulletins(row, owner, more))
            SecretRecord.objects.bulk_create(_records(row, owner, more))


def stray(row: Game, more: int, rng: random.Random) -> None:
    """Add steps of which nobody was told to a game that has no rows of its log."""
    Game.objects.filter(pk=row.pk).update(
        step=row.step + more, rest_step=row.rest_step + more, updated=_some_time_ago(rng)
    )
    StepRow.objects.bulk_create(_step(row, n + 1, rng) for n in range(more))


def _some_time_ago(rng: random.Random) -> datetime:
    return START - timedelta(minutes=rng.randrange(24 * 60))


def _step(row: Game, number: int, rng: random.Random) -> StepRow:
    return StepRow(
        game=row,
        number=number,
        action=number,
        actor=rng.choice(tuple(Side)).value,
        command=b'{"verb":"stand_by"}',
        rolls=b"[]",
        ids=b"[]",
        changes=b"[]",
        at_rest=True,
        created=_some_time_ago(rng),
    )


def _bulletins(row: Game, audience: Audience, count: int) -> Iterator[BulletinRow]:
    for number in range(count):
        yield BulletinRow(
            game=row,
            audience=audience,
            number=_ROUND + number,
            step=number,
            frame=b'{"t":"b"}',
            digest="",
        )


def begin_at_zero(row: Game) -> None:
    """A game's streams begin with number 0; one that is stored midway has a last bulletin too, in
    which nothing changed.
    """
    for stored in BulletinRow.objects.filter(game=row, number__gt=0):
        BulletinRow.objects.create(
            game=row,
            audience=stored.audience,
            number=0,
            step=0,
            frame=b"",
            digest="",
            keyframe=stored.keyframe,
        )
        stored.frame = b'{"t":"b","n":%d}' % stored.number
        stored.save(update_fields=("frame",))


def _records(row: Game, owner: Audience, count: int) -> Iterator[SecretRecord]:
    for number in range(count):
        yield SecretRecord(
            game=row, owner_side=owner, kind="Hidden", key=f"h{number}", payload=b"{}"
        )
