"""Leaks planted outside the kernel: in what the application answers, sends, lists and mails.

Every one is a mistake that is easily made where pages, sockets and rows meet. Those about answers
and frames stand around the application as a middleware would (`faulty`); the others change a model
or a command. None is in the kernel: `rules.proof` plants those.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from typing import Any, Final, cast
from unittest import mock
from uuid import UUID

from django.contrib import admin
from django.contrib.sessions.backends.base import SessionBase
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError
from django.db.models import Max, Model
from django.db.models.signals import post_save
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.accounts import AccountMail, Adapter
from games.admin import CarefulAdmin
from games.hub import hub
from games.leakcheck.application import Application
from games.leakcheck.database import rolled_back, temporary_database
from games.leakcheck.faulty import Answer, answering
from games.leakcheck.loop import outside
from games.leakcheck.planted_asked import ASKED, ASKED_ON_GROUND
from games.leakcheck.planted_equal import EQUAL
from games.leakcheck.planted_quiet import QUIET, QUIET_ON_GROUND
from games.leakcheck.planting import (
    Frame,
    Plant,
    beside,
    body,
    changed,
    frames,
    header,
    patched,
    row,
    steps,
)
from games.leakcheck.stage import GAME
from games.leakcheck.still import standing_still
from games.leakcheck.worlds import chance, maker, variations_of
from games.management.commands.exportdice import Command as ExportDice
from games.models import (
    BulletinRow,
    ChatLine,
    Game,
    GameClock,
    HexNote,
    SecretLook,
    SecretRecord,
    StepRow,
)
from games.models.choices import Room
from games.questions.glimpse import Glimpse, glimpse_of
from games.rulesets import TOY
from games.selectors.looks import LookLine
from games.selectors.seats import Visitor
from games.services import computer, offering, store
from games.services.clocks import clock_follow
from games.services.offering import offered
from games.views import chat as chat_page
from games.views import notes as notes_page
from games.views import table as table_page
from games.wire import Delivery, Offering, chat_frame
from rules.kernel.audience import Audience, Side
from rules.kernel.document import Document
from rules.kernel.game import Game as LiveGame
from rules.kernel.game import Step
from rules.kernel.world import Known
from rules.proof import planted
from rules.proof.toy.planted import Found
from rules.proof.twins import Extent, compare_games

# -- answers ------------------------------------------------------------------------------------


def _etag() -> str:
    return f'"{hashlib.sha256(cast("bytes", row().ledger)).hexdigest()}"'


def _recently() -> str:
    return "Cookie, Accept" if changed().minute % 2 else "Cookie"


def _error_number() -> AbstractContextManager[None]:
    """An error page has a number: how many rows of the log there are."""

    def change(answer: Answer) -> None:
        if answer.status >= 400:  # noqa: PLR2004 - from here on they are errors
            last = StepRow.objects.aggregate(last=Max("pk"))["last"]
            answer.headers.append((b"X-Error", str(last).encode()))

    return answering(change)


def _posted(answer: Answer) -> None:
    """What was posted is answered with how many steps another game has."""
    if answer.method == "POST":
        answer.headers.append((b"X-Count", str(beside()).encode()))


def _fragment(answer: Answer) -> None:
    """Fragments trigger an event that counts all bulletins."""
    if answer.htmx:
        answer.headers.append((b"HX-Trigger", str(BulletinRow.objects.count()).encode()))


def _shared_cache(answer: Answer) -> None:
    """Replays are cached by their path, whoever asks."""
    if answer.path.endswith("/replay/data"):
        known: Any = cache.get_or_set(answer.path, answer.body)
        answer.replace(known.decode())


def _one_frame_more(body: str) -> str:
    """A replay has an empty frame for each step that nobody was told of."""
    return body.replace("]}", ",{}" * (steps() % 5) + "]}") if body.startswith("{") else body


def _from_steps(body: str) -> str:
    """A replay ends with the last steps as they are stored."""
    stored = StepRow.objects.filter(game=GAME).order_by("-number").values_list("number", "command")
    return f"{body}<!-- {list(stored[:2])} -->"


def _more_rolls(body: str) -> str:
    """The export has rolls that were never made."""
    return body.replace('"rolls":[', f'"rolls":[{"{}," * (beside() % 4)}') + " "


def _rows_read(answer: Answer) -> None:
    """A page reads all secrets and shows none."""
    if answer.path.endswith(f"/g/{GAME}/"):
        list(StepRow.objects.filter(game=GAME))


# -- frames -------------------------------------------------------------------------------------


def _one_line_more(frame: Frame) -> None:
    frame["log"] += [{"kind": "system", "text": ""}] * (steps() % 3)


def _watched_by_steps(frame: Frame) -> None:
    frame["watching"] += steps() % 4


def _late(frame: Frame) -> float:
    """An answer waits for as long as there are steps to look through."""
    return 0.001 * steps()


def _why(frame: Frame) -> None:
    frame["why"] += f" (step {steps()})"


def _number(frame: Frame) -> None:
    """Bulletins go by the number of their row."""
    frame["row"] = BulletinRow.objects.aggregate(last=Max("pk"))["last"]


def _digest(frame: Frame) -> None:
    """A document says in what state all streams are."""
    last = BulletinRow.objects.filter(game=GAME).order_by("pk").last()
    frame["version"] = last.digest if last else ""


def _code(frame: Frame) -> None:
    frame["code"] = 4403 + steps() % 2


def _mines(frame: Frame) -> None:
    """The answer about a LOS counts what is hidden."""
    frame["card"]["total"] = SecretRecord.objects.filter(game=GAME).count()


@contextmanager
def _offers_after_any_step() -> Iterator[None]:
    """Both sides are sent their offers after every step, whether they were told of it or not."""

    def offerings(game_id: UUID, told: Iterable[Delivery]) -> tuple[Offering, ...]:
        found = [(side.audience, *offered(game_id, side.audience)) for side in Side]
        return tuple(Offering.of(game_id, *one) for one in found)

    with mock.patch("games.live.offerings", offerings):
        yield


@contextmanager
def _offers_of_the_other_side() -> Iterator[None]:
    """What a side may do is sent to the other as well."""
    real = offering.offerings

    def offerings(game_id: UUID, told: Iterable[Delivery]) -> tuple[Offering, ...]:
        found = real(game_id, told)
        numbers = {one.audience: one.n for one in found}
        others = [one for one in found if Side(one.audience).enemy.audience in numbers]
        crossed = [(Side(one.audience).enemy.audience, one) for one in others]
        return *found, *(replace(one, audience=to, n=numbers[to]) for to, one in crossed)

    with mock.patch("games.live.offerings", offerings):
        yield


# -- models and commands ------------------------------------------------------------------------


def _sorted_by_change() -> AbstractContextManager[None]:
    """Lists are sorted by the last step, told or not."""
    return patched(Game._meta, "ordering", ("-updated",))


def _told_silently() -> AbstractContextManager[None]:
    """What is shown as the last step that was told is the last one there was."""
    real = Game.from_db.__func__  # type: ignore[attr-defined]  # a class method has it

    def from_db(cls: type[Game], *args: Any) -> Game:
        game: Game = real(cls, *args)
        if "updated" in game.__dict__:
            game.told_at = game.updated
        return game

    return patched(Game, "from_db", classmethod(from_db))


def _admin_order() -> AbstractContextManager[None]:
    return patched(admin.site._registry[Game], "ordering", ("-updated",))


def _admin_column() -> AbstractContextManager[None]:
    shown = (*admin.site._registry[Game].list_display, "updated")
    return patched(admin.site._registry[Game], "list_display", shown)


def _row_first() -> AbstractContextManager[None]:
    """The administrator's pages ask who may see a row when they have found one."""
    real: Callable[..., bool] = CarefulAdmin.has_view_or_change_permission

    def may(self: CarefulAdmin, request: HttpRequest, obj: Model | None = None) -> bool:
        return obj is None or real(self, request, obj)

    return patched(CarefulAdmin, "has_view_or_change_permission", may)


@contextmanager
def _looks_told_early() -> Iterator[None]:
    """Players read of an operator's look as soon as there is one."""

    def looks(game_id: UUID) -> list[LookLine]:
        found = SecretLook.objects.filter(game=game_id)
        return [LookLine("operator 1", look.kind, look.at, look.reason) for look in found]

    with mock.patch("games.views.lobby.looks_told", looks):
        yield


def _session_key() -> AbstractContextManager[None]:
    """The keys of new sessions end with the number of rows in the log."""
    real: Callable[[SessionBase], str] = vars(SessionBase)["_get_new_session_key"]

    def key(self: SessionBase) -> str:
        return f"{real(self)[:-6]}{StepRow.objects.count():06}"

    return patched(SessionBase, "_get_new_session_key", key)


def _export_error() -> AbstractContextManager[None]:
    """The command that exports dice says how far a running game is."""
    real = ExportDice.handle

    def handle(self: ExportDice, *args: Any, **options: Any) -> None:
        try:
            real(self, *args, **options)
        except CommandError as error:
            raise CommandError(f"{error} ({steps()} steps)") from error

    return patched(ExportDice, "handle", handle)


@contextmanager
def _mailed() -> Iterator[None]:
    """Whoever watches by mail gets one for each step."""

    def send(**_: object) -> None:
        mail.send_mail("A step", "was made.", "table@example.org", ["watcher@example.org"])

    post_save.connect(send, sender=StepRow)
    try:
        yield
    finally:
        post_save.disconnect(send, sender=StepRow)


@contextmanager
def path_from_the_world() -> Iterator[None]:
    """The processes that answer are given the whole world, and count in previews of paths the
    mines that nobody has met yet.
    """
    with ExitStack() as stack:
        for target, instead in (
            ("games.services.memory.glimpse_of", _whole_world),
            ("games.questions.glimpse.may_know", lambda entity, audience: True),
            ("rules.play.page.asking.knowledge", lambda game, audience: game.world),
            ("rules.play.moving.on_foot.mines_known", planted.mines_laid),
        ):
            stack.enter_context(mock.patch(target, instead))
        yield


@contextmanager
def computer_from_the_world() -> Iterator[None]:
    """The computer is given the whole world."""
    with ExitStack() as stack:
        for target, instead in (
            ("games.services.memory.glimpse_of", _whole_world),
            ("games.questions.glimpse.may_know", lambda entity, audience: True),
        ):
            stack.enter_context(mock.patch(target, instead))
        yield


def computer_by_steps() -> AbstractContextManager[None]:
    """The computer throws its coins by how many steps there were."""

    def hashed(salt: str, value: str, *, algorithm: str) -> Any:
        with outside():
            return salted_hmac(salt, f"{value}:{steps()}", algorithm=algorithm)

    return patched(computer, "salted_hmac", hashed)


def _whole_world(game: LiveGame, audience: Audience) -> Glimpse:
    known = Known(game.world.version, list(game.world))
    return replace(glimpse_of(game, audience), known=known)


def _all_notes() -> AbstractContextManager[None]:
    """Notes are read by their game alone."""

    def notes(game_id: UUID, side: Side) -> dict[str, str]:
        return dict(HexNote.objects.filter(game=game_id).values_list("hex", "text"))

    return patched(notes_page, "notes_of", notes)


def _gallery_counted(answer: Answer) -> None:
    """The players' talk says how much was said by those who watch."""
    if answer.path.endswith("/chat"):
        count = ChatLine.objects.filter(game=GAME, room=Room.GALLERY).count()
        answer.headers.append((b"X-Gallery", str(count).encode()))


def _one_numbering() -> AbstractContextManager[None]:
    """Both rooms number their lines together."""

    def said(room: str, n: int) -> bytes:
        with outside():
            return chat_frame(room, ChatLine.objects.filter(game=GAME).count())

    return patched(hub, "chat_frame", said)


def _all_rooms() -> AbstractContextManager[None]:
    """Whoever is at the table may read every room."""
    return patched(chat_page, "may_enter", lambda *_: True)


def _delayed_for_all() -> AbstractContextManager[None]:
    """Who plays may watch both sides some time later as well."""
    return patched(table_page, "may_see_delayed", lambda *_: True)


def _clock_by_any_step() -> AbstractContextManager[None]:
    """A clock is pressed by every step, told or not."""
    real = clock_follow

    def follow(row: Game, document: Document, step: Step | None = None) -> bool:
        GameClock.objects.filter(game=row).update(since=timezone.now())
        return real(row, document, step)

    return patched(store, "clock_follow", follow)


def _house_with_step(frame: Frame) -> None:
    """What is told of a clock says at which step it was pressed."""
    frame["step"] = steps()


def _replay_as_anybody() -> AbstractContextManager[None]:
    """A replay is shown as whoever is named, before the end too."""

    def shown(request: HttpRequest, who: Visitor) -> Audience:
        return Audience(request.GET.get("as", who.audience.value))

    return patched(table_page, "shown_to", shown)


def _noted() -> AbstractContextManager[None]:
    """The table's page says how many notes there are."""

    def change(answer: Answer) -> None:
        if answer.path == _TABLE:
            count = HexNote.objects.filter(game=GAME).count()
            answer.headers.append((b"X-Notes", str(count).encode()))

    return answering(change)


def _numbered_mail() -> AbstractContextManager[None]:
    """Mails about accounts have a number: how many steps there were."""
    made = Adapter.render_mail

    def numbered(*args: Any, **named: Any) -> AccountMail:
        message = made(*args, **named)
        message.extra_headers["X-Number"] = str(steps())
        return message

    return patched(Adapter, "render_mail", numbered)


def _counted_on(body: str) -> str:
    """A player's page says how many rows his games have."""
    return body.replace("<h1", f'<h1 data-rows="{StepRow.objects.count()}"', 1)


_TABLE: Final = f"/g/{GAME}/"

EVERYWHERE: Final[Mapping[str, Plant]] = {
    **EQUAL,
    **ASKED,
    **QUIET,
    "header with the step": header(_TABLE, "X-Version", steps),
    "cookie with the last change": header(
        f"/games/{GAME}/", "Set-Cookie", lambda: f"seen={changed().timestamp():.0f}"
    ),
    "ETag of the whole row": header("/replay/data", "ETag", _etag),
    "Last-Modified of the row": header("/dice/", "Last-Modified", changed),
    "Vary by what happened lately": header(_TABLE, "Vary", _recently),
    "Server-Timing with rows": header(
        "/", "Server-Timing", lambda: f"db;desc={StepRow.objects.count()}"
    ),
    "page padded by steps": body(_TABLE, lambda body: body + " " * (steps() % 8)),
    "title with steps": body(
        f"/games/{GAME}/", lambda body: body.replace("<title>", f"<title>({steps()}) ")
    ),
    "number on error pages": _error_number,
    "answer to a POST": lambda: answering(_posted),
    "fragments alone": lambda: answering(_fragment),
    "cache shared by audiences": lambda: answering(_shared_cache),
    "replay with a frame more": body("/replay/data", _one_frame_more),
    "replay from the log": body("/replay/data", _from_steps),
    "export with more rolls": body("/dice.json", _more_rolls),
    "export's error": _export_error,
    "a page that reads secrets": lambda: answering(_rows_read),
    "picture with the step": header(".svg", "ETag", steps),
    "document with a line more": frames("doc", _one_line_more),
    "document with the last digest": frames("doc", _digest),
    "presence told wrongly": frames("presence", _watched_by_steps),
    "late ok": frames("ok", _late),
    "refusal with the step": frames("no", _why),
    "bulletin with its row": frames("b", _number),
    "offers with the row": frames("offers", _number),
    "late offers": frames("offers", _late),
    "offers after any step": _offers_after_any_step,
    "offers of the other side": _offers_of_the_other_side,
    "code of closing": frames("close", _code),
    "list by last change": _sorted_by_change,
    "time of silent steps": _told_silently,
    "administrator's list by last change": _admin_order,
    "administrator's column": _admin_column,
    "administrator's rows": _row_first,
    "looks told early": _looks_told_early,
    "bulletins saved with the log": body("/seen.jsonl", lambda body: body + "\n" * (steps() % 4)),
    "notice on a page for operators": header("/look/", "X-Rows", steps),
    "key of new sessions": _session_key,
    "mail for each step": _mailed,
    "mail about an account with the step": _numbered_mail,
    "open games by last change": header("/open/", "Last-Modified", changed),
    "player's page with rows": body("/players/", _counted_on),
    "results with the step": header("/scenarios/", "X-Games", steps),
    "how many notes there are": _noted,
    "replay as anybody": _replay_as_anybody,
    "gallery counted for players": lambda: answering(_gallery_counted),
    "talk of both rooms numbered": _one_numbering,
    "delayed view for players": _delayed_for_all,
    "talk of any room": _all_rooms,
    "clock pressed by any step": _clock_by_any_step,
    "clock with the step": frames("house", _house_with_step),
    "calendar's answer with the step": header("/break.ics", "X-Step", steps),
}
ON_GROUND: Final[Mapping[str, Plant]] = {
    **ASKED_ON_GROUND,
    **QUIET_ON_GROUND,
    "path from the world": path_from_the_world,
    "computer from the world": computer_from_the_world,
    "computer with coins by steps": computer_by_steps,
    "LOS with hidden things": frames("los", _mines),
    "late LOS": frames("los", _late),
    "notes of both sides": _all_notes,
}


def application_leaks(scenario_id: str) -> Mapping[str, Plant]:
    """The leaks that can be planted in what a scenario's tables answer; the test world has no
    ground to ask about.
    """
    return EVERYWHERE if scenario_id == TOY else {**EVERYWHERE, **ON_GROUND}


def search_application(
    scenario_id: str, extent: Extent, *, only: Mapping[str, Plant] | None = None
) -> Iterator[Found]:
    """Switch those leaks on one by one; look for each in so much play at most."""
    extent = replace(extent, until_leak=True)
    leaks = application_leaks(scenario_id) if only is None else only
    with temporary_database():
        for name, plant in leaks.items():
            with rolled_back(), plant(), standing_still():
                observer = Application(scenario_id)
                tally = compare_games(
                    maker(scenario_id),
                    variations_of(scenario_id),
                    chance,
                    extent,
                    observe=observer.observe,
                )
            yield Found(name, tally.pairs, tally.leaks[0] if tally.leaks else None)
