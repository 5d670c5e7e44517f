"""The twins of events: worlds that differ in a sealed choice, a bid, or what a look shows.

What is compared is all that everybody but its owner gets: the pages of clubs, what a player's posts
are answered, the pages of the game and its lists, the administrator's, the event's stream and the
table's. An event is made once; each world of a pair is a few rows more, which are taken back.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final
from unittest import mock
from uuid import UUID

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import reverse

from games.clubs.core.choosing import Answer, Bid, Fixed, Offered, Pick, Ranked, Step
from games.clubs.models import Entry, Event, Membership, Pairing, SealedAnswer
from games.clubs.models.choices import Told
from games.clubs.selectors import choosing
from games.clubs.services import acting, choices, directing
from games.clubs.services.clubs import club_create
from games.clubs.services.events import Plan, enter, event_begin, event_create
from games.clubs.services.rounds import round_draw, round_lock
from games.clubs.views import pairings as pairing_views
from games.leakcheck.database import rolled_back
from games.leakcheck.logs import LOGS
from games.leakcheck.loop import run
from games.leakcheck.pages import Request, fetch
from games.leakcheck.planting import header
from games.leakcheck.sockets import Socket
from games.leakcheck.stage import begin_at_zero, stray
from games.leakcheck.still import CHANCE, CLOCK, forget
from games.leakcheck.worlds import maker, variations_of
from games.models import BulletinRow, Game, Piece, SecretRecord, StepRow, User
from games.models.choices import Status
from games.services.adjudication import change_told
from games.services.store import game_store
from rules.forces.entities import Clock, Minefield
from rules.forces.phases import Stage
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.game import Game as LiveGame
from rules.kernel.refused import Refused
from rules.kernel.ruled import Ruled
from rules.kernel.world import World
from rules.position.position import CLOCK as CLOCK_ID

NAME: Final = "clubs"
SUBJECTS: Final = ("choice", "bid", "inspection", "inspection told at the end", "change")
PEOPLE: Final = ("opponent", "director", "member", "stranger", "staff", "nobody")
_PAGES: Final = ("club", "boards", "event", "sheet", "embed", "standings_csv", "pairings_csv",
                 "trf", "calendar", "pairing", "desk", "inspect", "change", "list", "ratings",
                 "balance", "balance_csv", "meeting", "edit", "event_new", "new")  # fmt: skip
_SCENARIOS: Final = ("first-light", "mill-bridge", "chapel-ridge")
_CHANGED: Final = "keep-off-the-grass"
_LAYS: Final = Side.B
"""The scenario in whose positions a director changes something, and the side whose mines lie hidden
in them.
"""
_SEED: Final = b"an event of the check, whose lots".ljust(32)[:32]
_MORE: Final = 4  # secret records of a look, and silent steps, in one world
_PASSWORD: Final = "a long password"  # noqa: S105 - of people who are made up

Places = dict[str, str]


@dataclass
class Found:
    """What a check has come to."""

    pairs: int = 0
    messages: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    leaks: list[str] = field(default_factory=list)


class Twins:
    """Makes the event, and compares what those people get. Use it within `temporary_database` and
    `standing_still`.
    """

    def __init__(self, subjects: Sequence[str] = SUBJECTS, people: Sequence[str] = PEOPLE) -> None:
        self.subjects, self.people = subjects, people
        CLOCK.reset()
        CHANCE.begin("an event")
        self.users: dict[str, User] = {}
        self.cookies = {"nobody": ""}
        names = ("owner", "opponent", "third", "fourth", "director", "member", "stranger", "staff")
        for name in names:
            self._person(name)
        self.found = Found()
        self.events = {subject: self._event(subject) for subject in subjects}
        ContentType.objects.get_for_models(*apps.get_models())

    def check(self, pairs: int, seed: int = 1) -> Found:
        """Compare so many pairs of worlds."""
        for number in range(pairs):
            subject = self.subjects[number % len(self.subjects)]
            one, two = (self._world(subject, seed, number, which) for which in (0, 1))
            self.found.pairs += 1
            self._compare(f"{subject}, pair {number}", one, two)
        return self.found

    def _compare(self, where: str, one: Places, two: Places) -> None:
        for place in {**one, **two}:
            self.found.messages += 1
            self.found.counts[place.partition(" ")[2]] += 1
            if one.get(place) != two.get(place):
                self.found.leaks.append(f"{where}: {place}")
            elif one[place].startswith("5"):  # a page that fails tells nothing, and hides a leak
                self.found.leaks.append(f"{where}: {place} fails")

    def _world(self, subject: str, seed: int, number: int, which: int) -> Places:
        """All that the others get in one of two worlds."""
        CLOCK.reset()
        CHANCE.begin("a world")
        forget()
        rng = random.Random(f"{seed} {number}")  # noqa: S311 - no secret depends on it
        with rolled_back():
            pairing = self._pairing(self.events[subject])
            LOGS.take()
            _SECRETS[subject](self, pairing, rng, which)
            given = {
                place: text
                for person in self.people
                for place, text in run(self._asked_by(person, pairing)).items()
            }
            return {**given, "nobody log": "\n".join(LOGS.take())}

    async def _asked_by(self, person: str, pairing: Pairing) -> Places:
        """What somebody gets: pages first, then what his posts are answered, then pages again."""
        given: Places = {}
        event_stream = Socket(f"/ws/e/{pairing.round.event_id}/", self.cookies[person])
        await event_stream.open()
        for name, address in self._addresses(pairing):
            given[f"{person} {name}"] = await fetch(Request(address, self.cookies[person]))
        for at, (name, form) in enumerate(_posts()):
            if pairing.round.event.name == "change" and name in _ENDING:
                continue
            address = reverse(f"clubs:{name}", args=(self._part(name, pairing),))
            given[f"{person} post {at} clubs:{name}"] = await fetch(
                Request(address, self.cookies[person], tuple(form.items()))
            )
        if person != "director":  # what a look shows is his to read
            address = reverse("clubs:inspect", args=(pairing.pk,))
            given[f"{person} post clubs:inspect"] = await fetch(
                Request(address, self.cookies[person], tuple(_LOOK.items()))
            )
        if pairing.game_id is not None:
            table = Socket(f"/ws/g/{pairing.game_id}/", self.cookies[person])
            await table.open()
            await table.ask("hello", have=None)
            given[f"{person} socket table"] = "\n".join(table.heard)
            await table.close()
        given[f"{person} socket event"] = "\n".join(event_stream.heard)
        await event_stream.close()
        return given

    def _addresses(self, pairing: Pairing) -> Iterator[tuple[str, str]]:
        for name in _PAGES:
            part = self._part(name, pairing)
            yield f"clubs:{name}", reverse(f"clubs:{name}", args=(part,) if part else ())
        yield "games:lobby", reverse("games:lobby")
        yield "games:scenario", reverse("games:scenario", args=("first-light",))
        yield "admin:index", reverse("admin:index")
        if pairing.game_id is not None:
            for name in ("game", "table", "replay", "chat", "house", "dice"):
                query = "?room=gallery" if name == "chat" else ""
                yield f"games:{name}", reverse(f"games:{name}", args=(pairing.game_id,)) + query

    def _part(self, name: str, pairing: Pairing) -> object:
        """What an address of clubs is about."""
        event = pairing.round.event
        parts = {"club": event.club_id, "event": event.pk, "pairing": pairing.pk, "": None}
        return parts[_ABOUT.get(name, "event")]

    def _person(self, name: str) -> None:
        user = User.objects.create_user(name, password=_PASSWORD)
        if name == "staff":
            user.is_staff = True
            user.save()
            kinds = ContentType.objects.filter(app_label="clubs")
            user.user_permissions.set(Permission.objects.filter(content_type__in=kinds))
        self.users[name] = user
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        cookies = client.cookies.values()
        self.cookies[name] = "; ".join(f"{one.key}={one.value}" for one in cookies)

    def _event(self, subject: str) -> Event:
        director = self.users["director"]
        club = club_create(name=f"Club of {subject}", page="", private=False, founder=director)
        Membership.objects.create(club=club, user=self.users["member"])
        protocol: dict[str, tuple[Step, ...]] = {
            "choice": (Pick(strikes=1), Bid()),
            "bid": (Fixed(), Bid()),
        }
        told = Told.AT_END if subject.endswith("end") else Told.AT_ONCE
        plan = Plan(subject, protocol=protocol.get(subject, (Fixed(),)), looks_told=told)
        event = event_create(club_id=club.pk, by=director, plan=plan, seed=_SEED)
        for name in ("owner", "opponent", "third", "fourth"):
            enter(event_id=event.pk, user=self.users[name])
        event_begin(event_id=event.pk, by=director)
        order = {one.user_id: one.number for one in Entry.objects.filter(event=event)}
        pair = (order[self.users["owner"].pk], order[self.users["opponent"].pk])
        scenarios = (_CHANGED,) if subject == "change" else _SCENARIOS
        round_draw(event_id=event.pk, by=director, scenarios=scenarios, by_hand=[pair])
        round_lock(event_id=event.pk, by=director)
        pairing = self._pairing(event)
        if subject == "change" or subject.startswith("inspection"):
            choices.sit(pairing_id=pairing.pk, user=self.users["owner"])
        return event

    def _pairing(self, event: Event) -> Pairing:
        related = ("round__event__club", "one__user", "other__user", "game")
        rows = Pairing.objects.select_related(*related)
        return rows.get(round__event=event, one__user=self.users["owner"])


def _chosen(twins: Twins, pairing: Pairing, rng: random.Random, which: int) -> None:
    """One has struck and ranked, the other has not."""
    first = rng.sample(_SCENARIOS, 2)
    others = [list(order) for order in _ORDERS if list(order) != first]
    order = tuple(rng.choice(others) if which else first)
    choices.answer_give(pairing_id=pairing.pk, user=twins.users["owner"], answer=Ranked(order))


def _bidden(twins: Twins, pairing: Pairing, rng: random.Random, which: int) -> None:
    """One has bid, the other has not: with Balance in one world, without in the other."""
    level, sides = rng.randrange(2), (rng.choice("ab"), rng.choice("ab"))
    answer: Answer = Offered(sides[which], (level + which) % 2)
    choices.answer_give(pairing_id=pairing.pk, user=twins.users["owner"], answer=answer)


def _inspected(twins: Twins, pairing: Pairing, rng: random.Random, which: int) -> None:
    """A director has looked at a side's secrets, which are others in the twin, and more; and there
    are steps there of which nobody was told.
    """
    if pairing.game is None:
        raise TypeError("nobody has sat down")
    number, more = rng.randrange(1000) + 1000 * which, 1 + which * (1 + rng.randrange(_MORE))
    SecretRecord.objects.bulk_create(
        SecretRecord(
            game=pairing.game,
            owner_side="a",
            kind="Hidden",
            key=f"hidden {at}",
            location=f"hex {number + at}",
            payload=str(number).encode(),
        )
        for at in range(more)
    )
    stray(pairing.game, more, rng)
    why = "the opponent asks about the pillbox"
    director = twins.users["director"]
    directing.inspect(pairing_id=pairing.pk, by=director, side="a", why=why)


def _changed(twins: Twins, pairing: Pairing, rng: random.Random, which: int) -> None:
    """A director moves a unit of the opponent's to where its owner hides something, or does in the
    twin.
    """
    if pairing.game is None:
        raise TypeError("nobody has sat down")
    for side, name in ((_LAYS, "owner"), (_LAYS.enemy, "opponent")):
        pairing.game.seats.filter(side=side.value).update(user=twins.users[name])
    opponent = _LAYS.enemy
    game, hexes = _in_play(bytes(pairing.game.master_seed), opponent.audience, rng, which)
    _store_instead(pairing.game, game)
    unit = min(one.id for one in game.world.all(Unit) if one.side is opponent)
    edits = [{"edit": "move", "key": f"unit:{unit}", "to": rng.choice(hexes)}]
    by, ruling = twins.users["director"], json.dumps({"edits": edits}).encode()
    with suppress(acting.NotNow):
        directing.position_change(pairing_id=pairing.pk, by=by, ruling=ruling, why="so it was")


def _in_play(
    master: bytes, x: Audience, rng: random.Random, which: int
) -> tuple[LiveGame, Sequence[str]]:
    """A game under way, or one that X cannot tell from it, and the hexes that are mined in one of
    them.
    """
    made, kinds = maker(_CHANGED), variations_of(_CHANGED)
    begun = None
    while begun is None or begun.world.get(Clock, CLOCK_ID).stage is not Stage.PLAY:
        begun = kinds.starts(made, rng) if kinds.starts else made.new(master)
    other = begun.world.copy()
    for one in kinds.kinds:
        one.vary(other, x, rng)
    hexes = sorted(_mined(begun.world) ^ _mined(other))
    if not hexes:
        raise RuntimeError("nothing could be varied")
    world = other if which else begun.world.copy()
    return made.at_rest(master, world, begun.ledger.copy()), hexes


def _mined(world: World) -> set[str]:
    return {str(one.at.for_(_LAYS)) for one in world.all(Minefield)}


def _store_instead(row: Game, game: LiveGame) -> None:
    """Have a game that was just begun be at another point of it."""
    for rows in (Piece, SecretRecord, BulletinRow, StepRow):
        rows.objects.filter(game=row).delete()
    row.status = Status.PLAYING
    game_store(row, game)
    begin_at_zero(row)
    forget()


_ORDERS: Final = tuple((a, b) for a in _SCENARIOS for b in _SCENARIOS if a != b)
_SECRETS: Final[dict[str, Callable[[Twins, Pairing, random.Random, int], None]]] = {
    "choice": _chosen,
    "bid": _bidden,
    "inspection": _inspected,
    "inspection told at the end": _inspected,
    "change": _changed,
}


_OF: Final = {
    "club": ("club", "boards", "edit", "event_new", "join", "leave", "invite", "role"),
    "pairing": ("pairing", "pairing_act", "inspect", "change", "decide", "meeting"),
    "": ("list", "ratings", "balance", "balance_csv", "new"),
}
_ABOUT: Final = {name: part for part, names in _OF.items() for name in names}
"""What an address is about, if not an event."""
_ENDING: Final = frozenset({"decide", "event_leave", "leave"})
"""Posts that may end a game, whose seals are opened then."""
_RAIN: Final = '[{"edit":"alter","key":"clock:clock","fields":{"turn":3}}]'
_WHY: Final = {"why": "so it was ruled"}
_LOOK: Final = {"side": "a", "why": "the opponent asks about it", "confirmed": "on"}


def _posts() -> Iterator[tuple[str, dict[str, str]]]:
    """What anybody may try, each with its address: first what players do, then what directors do,
    then what the club's people do. Who may not is refused alike.
    """
    for form in (
        {"do": "claim"},
        {"do": "agree"},
        {"do": "report", "result": "one"},
        {"do": "answer", "side": "c"},
        {"do": "answer", "place-first-light": "1"},
        {"do": "sit"},
    ):
        yield "pairing_act", form
    for form in (
        {"do": "announce", "words": "Lunch at noon"},
        {"do": "freeze", **_WHY},
        {"do": "resume", **_WHY},
        {"do": "extend", "round": "1", "minutes": "10", **_WHY},
        {"do": "forbid", "one": "1", "other": "2", **_WHY},
        {"do": "enter", "username": "member"},
        {"do": "withdraw", "number": "3", **_WHY},
        {"do": "director", "username": "member"},
        {"do": "draw"},
        {"do": "lock", "drawn": "1"},
        {"do": "finish"},
    ):
        yield "act", form
    yield "change", {"edits": _RAIN, "act": "ask", **_WHY}
    yield "decide", {"kind": "adjudicated", "result": "one", **_WHY}
    yield "decide", {"kind": "corrected", "result": "other", **_WHY}
    for name in ("answer", "enter", "event_leave", "join", "invite", "leave"):
        yield name, {}
    yield "role", {"user": "1", "role": "member"}


# --- planted leaks ---


def _show_all(pairing: Pairing) -> list[choosing.Sealed]:
    """Opens every seal at once."""
    return [
        choosing.Sealed(row.place, row.chair, row.root, choosing.leaf_of(row))
        for row in pairing.answers.all()
    ]


_sealing = choices._seal


def _root_of_value(*given: object) -> None:
    """Commits without salt: whoever tries all answers finds the one."""
    _sealing(*given)  # type: ignore[arg-type]  # handed on as it came
    row = SealedAnswer.objects.latest("pk")
    row.root = f"{hash_of(bytes(row.value)):064x}"
    row.save()


def hash_of(value: bytes) -> int:
    """A number that depends on a value alone."""
    return int.from_bytes(value[-16:], "big")


_noting = acting.noted


def _tell_what(event: Event, by: User | None, words: str) -> None:
    """Writes what the look has found into the list of acts."""
    seen = SecretRecord.objects.filter(location__startswith="hex").values_list("location").first()
    _noting(event, by, f"{words} {seen}")


def _count_found(event: Event, by: User | None, words: str) -> None:
    """Writes how much the look has found."""
    _noting(event, by, f"{words} ({SecretRecord.objects.count()})")


def _tell_level(event: Event) -> None:
    """Writes into the list of acts whether a bid has any Balance in it."""
    answer = SealedAnswer.objects.filter(pairing__round__event=event).order_by("pk").last()
    if answer is not None and not bytes(answer.value).endswith(b'"level":0}'):
        _noting(event, None, "Balance was bid")
    acting.changed(event)


_tried = change_told


def _refused_by_mines(*, game_id: UUID, side: Side | None, ruling: bytes) -> Ruled:
    """Tells a director that what he writes down cannot be, since mines lie there."""
    target = json.loads(ruling)["edits"][0].get("to")
    mined = SecretRecord.objects.filter(game_id=game_id, kind="Minefield").values_list("location")
    if (target,) in list(mined):
        raise Refused("B28.41", f"Mines in {target}.")
    return _tried(game_id=game_id, side=side, ruling=ruling)


PLANTED: Final[dict[str, Callable[[], AbstractContextManager[object]]]] = {
    "a seal is opened before both have answered": lambda: mock.patch.object(
        pairing_views, "seals", _show_all
    ),
    "a commitment without salt": lambda: mock.patch.object(choices, "_seal", _root_of_value),
    "the list of acts says what a look has found": lambda: mock.patch.object(
        directing, "noted", _tell_what
    ),
    "the list of acts counts what a look has found": lambda: mock.patch.object(
        directing, "noted", _count_found
    ),
    "the list of acts says that Balance was bid": lambda: mock.patch.object(
        choices, "changed", _tell_level
    ),
    "an event's page counts all steps of its games": header(
        "/events/", "X-Steps", StepRow.objects.count
    ),
    "a director's change is refused by hidden mines": lambda: mock.patch.object(
        directing, "change_told", _refused_by_mines
    ),
}
"""Leaks that the check must find, by what they are."""


@contextmanager
def planted(name: str) -> Iterator[None]:
    """With that leak. Raises KeyError."""
    with PLANTED[name]():
        yield
