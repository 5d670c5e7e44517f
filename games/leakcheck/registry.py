"""Every way out of the server, and what the secrecy check does about it.

`channels()` finds them: each address, each socket, each kind of frame in either direction, each
code with which a socket is closed, each way in which the server says that it failed, each command
of `manage.py`, each module that sends mail (a mail's class stands in that module), what the
computer chooses in a seat. Each must stand here once, with the method of `Sitting` that compares it
or with the reason why nothing needs to be compared; `tests/games/test_leakcheck_registry.py` fails
otherwise, and so does a check of many pairs in which something that stands under COMPARED never
was.

A new channel is one line: its name as `channels()` gives it, and what compares it. A new address
also needs a request in `visits`.
"""

import ast
import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

from django.conf import settings
from django.core.management import get_commands
from django.urls import URLPattern, URLResolver, get_resolver

from games import consumers, hub, routing, wire
from games.leakcheck.pages import Manner
from games.questions import answering
from games.services import refusals

COMPARED: Final[Mapping[str, str]] = {
    # What a table's socket says, hears, and how it ends.
    "socket ws/g/<uuid:game_id>/": "note",
    "frame b": "note",
    "frame chat": "note",
    "frame doc": "note",
    "frame house": "note",
    "frame los": "note",
    "frame no": "note",
    "frame odds": "note",
    "frame offers": "note",
    "frame ok": "note",
    "frame path": "note",
    "frame presence": "note",
    "frame reach": "note",
    "frame beat": "note",
    "asked ack": "acknowledge",
    "asked beat": "acknowledge",
    "asked do": "send",
    "asked hello": "hello",
    "asked los": "ask_all",
    "asked odds": "ask_all",
    "asked path": "ask_all",
    "asked reach": "ask_all",
    "close 1008": "flood",
    "close 1009": "strangers",
    "close 4403": "strangers",
    "close 4404": "strangers",
    # In which way pages are asked for.
    "asked GET": "visit",
    "asked HEAD": "visit",
    "asked If-None-Match": "visit",
    "asked If-Modified-Since": "visit",
    "asked delayed view": "watch_delayed",
    "asked change": "run",
    # Pages of games.
    "url games:back": "visit",
    "url games:board": "visit",
    "url games:calendar": "visit",
    "url games:change": "visit",
    "url games:chat": "visit",
    "url games:earlier": "visit",
    "url games:house": "visit",
    "url games:dice": "visit",
    "url games:dice_export": "visit",
    "url games:game": "visit",
    "url games:game_file": "visit",
    "url games:invite": "visit",
    "url games:join": "visit",
    "url games:lobby": "visit",
    "url games:look": "visit",
    "url games:new_game": "visit",
    "url games:open_list": "visit",
    "url games:notes": "visit",
    "url games:replay": "visit",
    "url games:player": "visit",
    "url games:renew": "visit_last",
    "url games:revoke": "visit",
    "url games:replay_data": "visit",
    "url games:scenario": "visit",
    "url games:scenario_list": "visit",
    "url games:seen": "visit",
    "url games:sit": "visit",
    "url games:table": "visit",
    # Accounts, and pages about no game that carry what every page carries.
    "url games:board_list": "visit",
    "url games:our_text": "visit",
    "url account_email": "visit",
    "url account_notices": "visit",
    "url account_login": "visit",
    "url account_logout": "visit",
    "url account_reset_password": "visit",
    "url account_signup": "visit",
    # The administrator's pages, for staff who are not trusted with secrets.
    "url admin:app_list": "visit",
    "url admin:games_game_add": "visit",
    "url admin:games_game_change": "visit",
    "url admin:games_game_changelist": "visit",
    "url admin:games_game_delete": "visit",
    "url admin:games_game_history": "visit",
    "url admin:games_ownboard_changelist": "visit",
    "url admin:games_secretlook_add": "visit",
    "url admin:games_secretlook_change": "visit",
    "url admin:games_secretlook_changelist": "visit",
    "url admin:games_secretlook_delete": "visit",
    "url admin:games_secretlook_history": "visit",
    "url admin:games_user_change": "visit",
    "url admin:games_user_changelist": "visit",
    "url admin:games_user_delete": "visit",
    "url admin:games_user_history": "visit",
    "url admin:index": "visit",
    # What the computer would do in X's seat.
    "computer choose": "ask_computer",
    # How long what nobody does by hand waits.
    "delay computer": "pause_as_others",
    "delay standing order": "wait_for_orders",
    # What is written elsewhere.
    "command exportdice": "export",
    "log": "take_down",
    "mail games/accounts": "take_down",
    "mail games/services/turn_mails": "take_down",
}
"""Channel by channel, the method of `Sitting` through which it is compared."""

DELAYS: Final = ("delay computer", "delay standing order")
NEEDS_GROUND: Final = frozenset({"change", "choose", "computer", "los", "odds", "path", "reach"})

_NO_GAME: Final = "a board that somebody draws; no game is read"
_CARD: Final = "a scenario's card that somebody brings along; no game is read"
_GROUPS: Final = "names of groups of users; no game is read"
_ACCOUNT: Final = "about the account of who is logged in; no game is read"
_LINK: Final = "a page about the account whose link was mailed; no game is read"
_LEADS_ON: Final = "leads on to another address and reads nothing"

_CLUBS: Final = "compared by the twins of events: `leakcheck clubs`"
_LEADS_BACK: Final = "leads back to a page that is compared; reads no sealed answer, no record"

EXCUSED: Final[Mapping[str, str]] = {
    "url games:open_file": "shows a file that its reader brings along; no game is read",
    "url games:own_listed": _CARD,
    "url games:own_remove": "whether there is any game of a scenario, never what is in one",
    "url games:own_scenarios": _CARD,
    "url games:own_source": _CARD,
    "url games:board_apply": _NO_GAME,
    "url games:board_copy": _NO_GAME,
    "url games:board_draw": _NO_GAME,
    "url games:board_edit": _NO_GAME,
    "url games:board_image": _NO_GAME,
    "url games:board_import": _NO_GAME,
    "url games:board_los": _NO_GAME,
    "url games:board_new": _NO_GAME,
    "url games:board_remove": _NO_GAME,
    "url games:board_store": _NO_GAME,
    "url games:board_text": _NO_GAME,
    "url games:dice_help": "the same words for everybody; no game is read",
    "url language": "keeps its reader's own choice; no game is read",
    "url words": "words for scripts; no game is read",
    "url games:our_image": "a picture that comes with the program; no game is read",
    "url account_change_password": _ACCOUNT,
    "url account_confirm_email": _LINK,
    "url account_email_verification_sent": "the same words for everybody; no game is read",
    "url account_inactive": "the same words for everybody; no game is read",
    "url account_reset_password_done": "the same words for everybody; no game is read",
    "url account_reset_password_from_key": _LINK,
    "url account_reset_password_from_key_done": "the same words for everybody; no game is read",
    "url admin:auth_group_add": _GROUPS,
    "url admin:auth_group_change": _GROUPS,
    "url admin:auth_group_changelist": _GROUPS,
    "url admin:auth_group_delete": _GROUPS,
    "url admin:auth_group_history": _GROUPS,
    "url admin:auth_user_password_change": "a form; of games it reads who plays them",
    "url admin:autocomplete": "finds nothing: no field of ours asks for it",
    "url admin:games_ownboard_add": _NO_GAME,
    "url admin:games_ownboard_change": _NO_GAME,
    "url admin:games_ownboard_delete": _NO_GAME,
    "url admin:games_ownboard_history": _NO_GAME,
    "url admin:games_user_add": "a form for a new account; no game is read",
    "url admin:jsi18n": "words for scripts; no game is read",
    "url admin:login": "a form; no game is read",
    "url admin:logout": _ACCOUNT,
    "url admin:password_change": _ACCOUNT,
    "url admin:password_change_done": _ACCOUNT,
    "url admin:view_on_site": _LEADS_ON,
    "url /admin/(?P<url>.*)$": _LEADS_ON,
    "url /admin/auth/group/<path:object_id>/": _LEADS_ON,
    "url /admin/games/game/<path:object_id>/": _LEADS_ON,
    "url /admin/games/ownboard/<path:object_id>/": _LEADS_ON,
    "url /admin/games/secretlook/<path:object_id>/": _LEADS_ON,
    "url /admin/games/user/<path:object_id>/": _LEADS_ON,
    "url clubs:list": _CLUBS,
    "url clubs:new": _CLUBS,
    "url clubs:club": _CLUBS,
    "url clubs:edit": _CLUBS,
    "url clubs:join": _CLUBS,
    "url clubs:boards": _CLUBS,
    "url clubs:board_text": "sources of boards; no game is read",
    "url clubs:board_image": "pictures of boards; no game is read",
    "url clubs:leave": _CLUBS,
    "url clubs:invite": _CLUBS,
    "url clubs:role": _CLUBS,
    "url clubs:event_new": _CLUBS,
    "url clubs:event": _CLUBS,
    "url clubs:enter": _CLUBS,
    "url clubs:event_leave": _CLUBS,
    "url clubs:answer": _CLUBS,
    "url clubs:desk": _CLUBS,
    "url clubs:act": _CLUBS,
    "url clubs:sheet": _CLUBS,
    "url clubs:embed": _CLUBS,
    "url clubs:standings_csv": _CLUBS,
    "url clubs:pairings_csv": _CLUBS,
    "url clubs:trf": _CLUBS,
    "url clubs:calendar": _CLUBS,
    "url clubs:pairing": _CLUBS,
    "url clubs:pairing_act": _CLUBS,
    "url clubs:decide": _CLUBS,
    "url clubs:inspect": _CLUBS,
    "url clubs:change": _CLUBS,
    "url clubs:meeting": _CLUBS,
    "url clubs:ratings": _CLUBS,
    "url clubs:rating": "ratings of events that are over; no game is read",
    "url clubs:balance": _CLUBS,
    "url clubs:balance_csv": _CLUBS,
    "socket ws/e/<uuid:event_id>/": _CLUBS,
    "frame event": _CLUBS,
    "failure error": "a failure of the program; the check stops at it, as it does at every failure",
    "failure closed": "the rules changed within an action, which they do not while a check runs",
    "failure unknown": "the database went away in a commit; the check stops at it",
    "frame computer": "that the computer has left a seat: a row of the seats, which hold no secret",
    "command packgames": "says how many games it packed, all of them over, and their bytes",
    "command turnmails": "says how many mails it sent; the mails themselves are compared",
    "command balance": "plays games of its own, in no database",
    "command bench": "plays games of its own in a database of its own",
    "command case": "plays positions that stand in files",
    "command chaos": "plays games of its own in a database of its own",
    "command demo": "makes games of its own",
    "command frequencies": "rolls dice for positions of its own; no game is read",
    "command importboard": "reads a board's archive; no game is read",
    "command leakcheck": "plays games of its own in a database of its own",
    "command loscheck": "reads boards and recorded answers; no game is read",
    "command recorded": "plays games of its own, or those of a file, in no database",
    "command rulebook": "lists rules and cases; no game is read",
    "command simulate": "plays games of its own, in no database",
    "command verifydice": "reads a file that was exported, and no database",
    "command words": "reads sources and catalogues; no game is read",
}
"""Channel by channel, why nothing is compared."""

_SOURCES: Final = Path(settings.BASE_DIR)
_TAG: Final = "t"  # of a frame, in either direction
_MAILERS: Final = (
    "allauth.account.adapter",
    "django.core.mail",
    "django.contrib.auth.forms.PasswordReset",
    "django.contrib.auth.urls",
    "django.contrib.auth.views.PasswordReset",
)


def channels() -> set[str]:
    """The names of all ways out."""
    ways = (
        _addresses, _manners, _sockets, _frames, _computer, _closes, _failures, _commands, _mails
    )  # fmt: skip
    found = (way() for way in ways)
    return {"log", *DELAYS, *(channel for some in found for channel in some)}


def claims(*, with_ground: bool) -> set[str]:
    """What a check of a scenario must have compared; the test world has no ground to ask about."""
    return {
        channel
        for channel in COMPARED
        if with_ground or channel.partition(" ")[2] not in NEEDS_GROUND
    }


def unproven(counts: Mapping[str, int], *, with_ground: bool) -> list[str]:
    """What stands under COMPARED and never was, by the counts of a check."""
    return sorted(one for one in claims(with_ground=with_ground) if not counts.get(one))


def unregistered(counts: Mapping[str, int]) -> list[str]:
    """What came down a socket or by mail and stands nowhere."""
    known = {*COMPARED, *EXCUSED, "url "}  # an address that leads nowhere has no name
    return sorted(channel for channel in counts if channel not in known)


def _addresses() -> Iterator[str]:
    yield from _under(get_resolver(), "/", "")


def _manners() -> Iterator[str]:
    yield from (f"asked {manner}" for manner in Manner)
    yield from ("asked delayed view", "asked change")


def _under(resolver: URLResolver, route: str, space: str) -> Iterator[str]:
    for one in resolver.url_patterns:
        here = route + str(one.pattern).removeprefix("^")
        if isinstance(one, URLResolver):
            yield from _under(one, here, f"{space}{one.namespace}:" if one.namespace else space)
        elif isinstance(one, URLPattern):
            yield f"url {space}{one.name}" if one.name else f"url {here}"


def _sockets() -> Iterator[str]:
    for one in routing.websocket_urlpatterns:
        yield f"socket {one.pattern}"


def _frames() -> Iterator[str]:
    """Those that are structs by their tags, the others by the literals that they are made of."""
    for kind in vars(wire).values():
        config: Any = getattr(kind, "__struct_config__", None)
        if config is not None and config.tag_field == _TAG and kind is not wire._Frame:
            asked = issubclass(kind, wire._Frame)
            tag = str(config.tag)
            yield f"{'asked' if asked else 'frame'} {tag}"
            if asked and kind in get_args(wire.AskAny):
                yield f"frame {tag}"
    for _, tree in _sources("games", "rules/kernel"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                yield from _tags(node)


def _computer() -> Iterator[str]:
    """What is asked of the computer that plays."""
    yield f"computer {answering.Choose.__struct_config__.tag}"


def _tags(node: ast.Dict) -> Iterator[str]:
    for key, value in zip(node.keys, node.values, strict=True):
        if isinstance(key, ast.Constant) and key.value == _TAG and isinstance(value, ast.Constant):
            yield f"frame {value.value!s}"


def _closes() -> Iterator[str]:
    for module in (consumers, hub, routing):
        for name, code in vars(module).items():
            if name.startswith("CLOSE_"):
                yield f"close {code}"


def _failures() -> Iterator[str]:
    """The codes with which the service says that it failed."""
    for one in vars(refusals).values():
        if inspect.isfunction(one):
            yield f"failure {one().code}"


def _commands() -> Iterator[str]:
    for name, app in get_commands().items():
        if app in {"games", "rules"}:
            yield f"command {name}"


def _mails() -> Iterator[str]:
    """Our modules that import what sends mail, and views of Django that do."""
    for path, tree in _sources("games", "aslsite"):
        names = {name for node in ast.walk(tree) for name in _imported(node)}
        if any(name.startswith(_MAILERS) for name in names):
            yield f"mail {path.relative_to(_SOURCES).with_suffix('').as_posix()}"


def _imported(node: ast.AST) -> Iterator[str]:
    """What an import names in full."""
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield from (f"{node.module}.{one.name}" for one in node.names)
    elif isinstance(node, ast.Attribute) and node.attr == "email_user":
        yield "django.core.mail"


def _sources(*roots: str) -> Iterator[tuple[Path, ast.Module]]:
    """The modules under some folders, but for those that play browsers."""
    for root in roots:
        for path in sorted((_SOURCES / root).rglob("*.py")):
            if not {"bench", "chaos", "leakcheck"} & set(path.parts):
                yield path, _parsed(path)


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
