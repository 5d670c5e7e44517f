"""What each address of the site costs the process that serves, on a site with something of
everything: a game that is played, one that is over, an event for 64, a board and a scenario as
large as users may have them. Every address is asked for by everybody, by GET and by POST, and where
something may be brought, by the largest that may be. What is changed by that is taken back.

What counts is the time of this process's processor; what processes beside it do is theirs.
"""

import gc
import json
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final

from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.test.utils import override_settings
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from games import boards, rulesets
from games.bench.club import night_made
from games.bench.copying import game_copied
from games.bench.recording import GAME_ID
from games.bench.worker import record
from games.clubs.models import Club, Event, Pairing
from games.editor.limits import COLUMNS, LONGEST_SOURCE, ROWS
from games.gamefile import MOST_BYTES, Head, written
from games.leakcheck.database import temporary_database
from games.models import Game, OwnBoard, OwnScenario, Seat, User
from games.selectors.documents import replay_frames
from games.services import play
from games.services.boards import board_create
from games.services.own_scenarios import scenario_bring
from rules.board.geometry import column_name
from rules.kernel.audience import Audience, Side
from rules.scenarios import loader

MOST_MS: Final = 200.0
"""What no request may cost."""
MOVES: Final = 150

LINES: Final = 2000
"""Lines that the largest game file has besides those of the game."""
PAINT: Final = {"type": "paint", "hexes": ["B2"], "terrain": "brush"}

Values = Mapping[str, Sequence[Any]]
Body = dict[str, Any]


@dataclass
class Cost:
    """The dearest request of an address: who asked, how it was answered, milliseconds of the
    processor when the process did it for the first time, and again.
    """

    address: str
    method: str
    asked_by: str = ""
    status: int = 0
    first_ms: float = 0.0
    again_ms: float = 0.0


@dataclass
class Site:
    """Who asks, and what stands for each part of an address."""

    clients: dict[str, Client]
    values: Values
    bodies: dict[str, list[Callable[[], Body]]] = field(default_factory=dict)


def measured(scenario: str, seed: int) -> Iterator[Cost]:
    """What each address costs, the dearest first."""
    with temporary_database(), override_settings(ALLOWED_HOSTS=["*"], SECURE_SSL_REDIRECT=False):
        site = _site(scenario, seed)
        rulesets.read_all()  # as a server does when it starts
        gc.freeze()  # what the bench holds besides is no server's
        _must_fill(site.values)
        found = [cost for name, route in _routes() for cost in _costs(site, name, route)]
        yield from sorted(found, key=lambda cost: -max(cost.first_ms, cost.again_ms))


def _routes() -> Iterator[tuple[str, str]]:
    """The name and the pattern of every address, admin's as well."""

    def walk(patterns: Sequence[Any], space: str, before: str) -> Iterator[tuple[str, str]]:
        for one in patterns:
            if isinstance(one, URLResolver):
                inner = ":".join(filter(None, (space, one.namespace)))
                yield from walk(one.url_patterns, inner, f"{before}{one.pattern}")
            elif isinstance(one, URLPattern) and one.name:
                yield f"{space}:{one.name}" if space else one.name, f"{before}{one.pattern}"

    yield from walk(get_resolver().url_patterns, "", "")


_PART: Final = re.compile(r"<(?:\w+:)?(\w+)>")


def _must_fill(values: Values) -> None:
    """Raise RuntimeError for a part of an address that nothing is known for: the address would be
    left out.
    """
    parts = {part for _, route in _routes() for part in _PART.findall(route)}
    if missing := sorted(parts - values.keys()):
        raise RuntimeError(f"nothing stands for {', '.join(missing)}")


def _costs(site: Site, name: str, route: str) -> Iterator[Cost]:
    for method in ("GET", "POST"):
        bodies = [dict, *(site.bodies.get(name, []) if method == "POST" else [])]
        dearest = Cost(route, method)
        for address, (who, client), body in product(
            _addresses(site, name, route), site.clients.items(), bodies
        ):
            status, first = _spent(client, method, address, body())
            _, again = _spent(client, method, address, body())
            if max(first, again) > max(dearest.first_ms, dearest.again_ms):
                dearest = Cost(route, method, who, status, round(first, 1), round(again, 1))
        if dearest.status:
            yield dearest


def _addresses(site: Site, name: str, route: str) -> Iterator[str]:
    """An address for each way in which its parts can be filled."""
    parts = _PART.findall(route)
    for values in product(*(site.values.get(part, ()) for part in parts)):
        try:
            yield reverse(name, kwargs=dict(zip(parts, values, strict=True)))
        except NoReverseMatch:
            continue


def _spent(client: Client, method: str, address: str, body: Body) -> tuple[int, float]:
    """How a request was answered, and the milliseconds that it took; it changed nothing."""
    cache.clear()  # nobody waits for having asked too often
    with transaction.atomic():
        begun = time.process_time()
        answer = (
            client.generic(method, address) if method == "GET" else client.post(address, **body)
        )
        if answer.streaming:
            for _ in answer:
                pass
        spent = 1000 * (time.process_time() - begun)
        transaction.set_rollback(True)
    return answer.status_code, spent


def _site(scenario: str, seed: int) -> Site:
    record(scenario, MOVES, seed)
    over = game_copied(GAME_ID).game
    play(game_id=over, side=Side.A, data=b'{"verb": "resign"}', seen=None)
    night_made(scenario)
    director = User.objects.get(username="director")
    root = User.objects.create_superuser("root")
    board, own = _board(director, "dense-0", seed), _scenario(director, seed)
    game = Game.objects.get(pk=GAME_ID)
    Seat.objects.filter(game__in=(GAME_ID, over), side=Side.A).update(user=director)
    pages = [own.pk, scenario]
    return Site(
        clients={"anybody": Client(), "director": _logged_in(director), "root": _logged_in(root)},
        values={
            "game_id": [GAME_ID, over],
            "scenario_id": pages,
            "digest": [boards.picture(one).digest for one in pages],
            "board_id": [board.pk, "so2"],
            "club_id": [Club.objects.get().pk],
            "event_id": [Event.objects.get().pk],
            "pairing_id": [Pairing.objects.exclude(other=None).latest("pk").pk],
            "username": [director.username],
            "language": ["de"],
            "content_type_id": [ContentType.objects.get_for_model(User).pk],
            "object_id": [director.pk, GAME_ID, own.pk, board.pk],
            "id": [director.pk],
            "app_label": ["games"],
            "uidb36": ["1"],
            "key": ["set-password"],  # of links in mails
        },
        bodies=_largest(game, board, _card(seed)),
    )


def _largest(game: Game, board: OwnBoard, card: str) -> dict[str, list[Callable[[], Body]]]:
    """The largest that can be brought to an address."""
    head = Head(scenario=game.scenario, title="", seen_by=Audience.PUBLIC, over=True)
    whole = b"".join(written(head, replay_frames(game.pk, Audience.PUBLIC)))
    line, first = b'{"t":"b","n":%d,"log":[{"text":"%s"}]}\n', len(whole.splitlines()) - 1
    each = (MOST_BYTES - len(whole)) // LINES
    more = b"".join(line % (first + n, b"x" * (each - 60)) for n in range(LINES))
    source = board.source + "#" * (LONGEST_SOURCE - len(board.source))
    another = source.replace("board dense-0", "board dense-2")

    def posted(what: dict[str, Any]) -> Callable[[], Body]:
        return lambda: {"data": json.dumps(what), "content_type": "application/json"}

    hexes = {"start": "B2", "end": "AE18"}
    return {
        "games:open_file": [
            lambda: {
                "data": {"file": SimpleUploadedFile("game.jsonl", (whole + more)[:MOST_BYTES])}
            }
        ],
        "games:own_scenarios": [lambda: {"data": {"text": card}}],
        "games:board_import": [lambda: {"data": {"text": another}}],
        "games:board_copy": [lambda: {"data": {"of": str(board.pk)}}],
        "games:board_new": [lambda: {"data": {"name": "x", "columns": COLUMNS, "rows": ROWS}}],
        "games:board_draw": [posted({"source": source, "month": 7})],
        "games:board_los": [posted({"source": source, "month": 7, **hexes})],
        "games:board_store": [posted({"source": source, "seen": board.version})],
        "games:board_apply": [posted({"source": source, "edit": PAINT})],
        "games:new_game": [lambda: {"data": {"scenario": game.scenario, "side": "a"}}],
    }


_KINDS: Final = ("woods", "orchard", "grain", "brush", "vineyard", "marsh", "graveyard")
_INNER: Final = range(3, COLUMNS - 3), range(3, ROWS - 2)
_FARM: Final = ("Z4", "AA4")
"""Hexes that the card below needs buildings in."""


def _dense(name: str, seed: int) -> str:
    """A board as large as may be, with something else in each hex and a hedge beside it."""
    rng = random.Random(seed)  # noqa: S311 - the same every time
    cells = [(column, row) for column in range(COLUMNS) for row in range(1, ROWS)]
    names = {cell: f"{column_name(cell[0])}{cell[1]}" for cell in cells}
    lines = [f"board {name}", f"size {COLUMNS} x {ROWS}"]
    lines += [f"building stone {name.lower()}: {name}" for name in _FARM]
    open_to = [name for name in names.values() if name not in _FARM]
    rng.shuffle(open_to)
    lines += [
        f"{kind}: {' '.join(open_to[number :: len(_KINDS)])}" for number, kind in enumerate(_KINDS)
    ]
    inner = [
        name for (column, row), name in names.items() if column in _INNER[0] and row in _INNER[1]
    ]
    lines.append("hedge: " + " ".join(f"{name}/{rng.choice('012')}" for name in inner))
    return "\n".join(lines) + "\n"


def _board(owner: User, name: str, seed: int) -> OwnBoard:
    return board_create(owner=owner, source=_dense(name, seed))


def _scenario(owner: User, seed: int) -> OwnScenario:
    _board(owner, "dense-1", seed + 1)
    return scenario_bring(owner=owner, source=_card(seed), listed=True)


def _card(seed: int) -> str:
    """A card whose map has as many hexes as may be, and values as many as may be read."""
    card = (loader.DATA / "skirmish.yaml").read_text(encoding="utf-8")
    boards = "map:\n  - board: dense-0\n  - {board: dense-1, beside: east of dense-0}"
    card = card.replace("board: so1", boards)
    hexes = re.compile(r"(?<=area: |exes: ).*")
    return hexes.sub(lambda found: re.sub(r"\b([A-Z]+[0-9])", r"0\1", found[0]), card)


def _logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client
