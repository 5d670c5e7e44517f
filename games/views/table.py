"""The table, its replay, its board and its dice. The token in the address says who one is."""

import gzip
import json
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.gzip import re_accepts_gzip
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from games import boards, rulesets
from games.dice import NotOver, dice_export, dice_face, has_ended
from games.hub import publish
from games.models import Game, Seat
from games.models.choices import Status
from games.selectors.delayed import delayed_frames, may_see_delayed
from games.selectors.documents import earlier_log, latest_digest, latest_number, replay_frames
from games.selectors.house import stands_beside
from games.selectors.looks import looks_told
from games.selectors.seats import NotInvited, Revoked, Visitor, visitor
from games.services.back import back_ask, back_asked_by
from games.verifying import opened_seals, verify
from rules.kernel.audience import Audience, Side
from rules.kernel.refused import Refused
from rules.kernel.view import wire

YEAR = 365 * 24 * 3600
SVG = "image/svg+xml"
MOST_DIGITS = 9  # of the number of a bulletin


def visitor_or_refuse(request: HttpRequest, game_id: UUID) -> Visitor:
    """Who comes with the token in the address; 404 and 403 otherwise."""
    try:
        return visitor(game_id, request.GET.get("seat", ""), request.user.pk)
    except Game.DoesNotExist as error:
        raise Http404 from error
    except Revoked as error:
        raise PermissionDenied(str(error)) from error
    except NotInvited as error:
        raise PermissionDenied from error


def shown_to(request: HttpRequest, who: Visitor) -> Audience:
    """Whose bulletins are replayed: one's own, anybody's once the game is over or some time after
    they were sent, if both players agreed to that; 404 and 403 otherwise.
    """
    try:
        audience = Audience(request.GET.get("as", who.audience.value))
    except ValueError as error:
        raise Http404 from error
    if is_delayed(request):
        if not may_see_delayed(who, request.user.pk):
            raise PermissionDenied
    elif audience is not who.audience and not has_ended(who.game_id):
        raise PermissionDenied
    return audience


def is_delayed(request: HttpRequest) -> bool:
    """Whether the address asks for what both sides saw some time ago."""
    return "delayed" in request.GET


def table_data(who: Visitor) -> dict[str, Any]:
    """The data block of a table page: what never changes during a game."""
    found = Game.objects.values_list("scenario", "timed", "together").get(pk=who.game_id)
    scenario_id, timed, together = found
    return {
        "game": str(who.game_id),
        "you": who.audience.value,
        "computer": _computer(who.game_id),
        "socket": _with_seat(f"/ws/g/{who.game_id}/", who),
        "replay": None,
        "views": [],
        "dice": _address("games:dice", who),
        "timed": timed,
        "together": together if who.side else "",
        "beside": stands_beside(who),
        "sit": reverse("games:sit", args=(who.game_id,)),
        "house": _address("games:house", who),
        "chat": _address("games:chat", who),
        **boards.page_data(scenario_id, table={"game": str(who.game_id), "seat": who.token}),
    }


def _computer(game_id: UUID) -> dict[str, Any] | None:
    """Which side the computer plays, or did until it gave its seat up; None where people play."""
    seats = Seat.objects.filter(game=game_id).exclude(computer="")
    seat = seats.filter(user=None).only("side", "computer").first()
    return None if seat is None else {"side": seat.side, "plays": seat.is_computers}


@gzip_page
@never_cache
@require_safe
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The table, for a seat or for one who watches."""
    return _page(request, table_data(visitor_or_refuse(request, game_id)))


@gzip_page
@never_cache
@require_safe
def replay(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The same page over stored bulletins: one's own, or anybody's once the game is over."""
    who = visitor_or_refuse(request, game_id)
    audience = shown_to(request, who)
    own = audience is who.audience
    data = _address("games:replay_data", who)
    address = data if own else f"{data}{'&' if who.token else '?'}as={audience}"
    delayed = is_delayed(request)
    if delayed:
        address = f"{data}{'&' if who.token else '?'}as={audience}&delayed=1"
    others = [one.value for one in Audience] if delayed or has_ended(game_id) else []
    shown: dict[str, Any] = {"you": audience.value, "replay": address, "views": others}
    shown |= {"timed": False, "together": ""}
    return _page(request, {**table_data(who), **shown})


@gzip_page
@never_cache
@require_safe
def replay_data(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Every frame that this audience was sent, of a finished game any audience; and who looked at
    the secrets of such a game.
    """
    who = visitor_or_refuse(request, game_id)
    of = delayed_frames if is_delayed(request) else replay_frames
    frames = b",".join(of(game_id, shown_to(request, who)))
    looks = json.dumps([look.as_dict() for look in looks_told(game_id)]).encode()
    content = b'{"frames":[' + frames + b'],"looks":' + looks + b"}"
    return HttpResponse(content, content_type="application/json")


@gzip_page
@never_cache
@require_safe
def earlier(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Log lines of one's own that a document leaves out: a page of them, up to a bulletin that this
    audience was sent; 404 if it was sent none of that number.
    """
    who = visitor_or_refuse(request, game_id)
    until = request.GET.get("until", "")
    if not until.isascii() or not until.isdecimal() or len(until) > MOST_DIGITS:
        raise Http404
    if not 0 < int(until) <= latest_number(game_id, who.audience):
        raise Http404
    content = earlier_log(game_id, who.audience, int(until))
    return HttpResponse(content, content_type="application/json")


@require_safe
def board(request: HttpRequest, scenario_id: str, digest: str) -> HttpResponse:
    """A board's picture. It depends on the scenario alone and never changes under its address."""
    try:
        picture = boards.picture(scenario_id)
    except KeyError as error:
        raise Http404 from error
    if picture.digest != digest:
        raise Http404
    if picture.guarded and not (request.user.is_authenticated or _at_table(request, scenario_id)):
        raise PermissionDenied
    response = _as_packed(request, picture.packed())
    shared = {"private": True} if picture.guarded else {"public": True}
    patch_cache_control(response, max_age=YEAR, immutable=True, **shared)
    return response


def _as_packed(request: HttpRequest, packed: bytes) -> HttpResponse:
    """A picture as it lies there, and unpacked to who cannot do that."""
    takes = re_accepts_gzip.search(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    response = HttpResponse(packed if takes else gzip.decompress(packed), content_type=SVG)
    if takes:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def _at_table(request: HttpRequest, scenario_id: str) -> bool:
    """Whether the address has a table of that scenario that its reader may see."""
    try:
        game_id = UUID(request.GET.get("game", ""))
        visitor(game_id, request.GET.get("seat", ""), request.user.pk)
    except (ValueError, Game.DoesNotExist, NotInvited):
        return False
    return Game.objects.filter(pk=game_id, scenario=scenario_id).exists()


@never_cache
@require_safe
def dice(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What was committed to; seeds, lines and leaves, checked, once the game is over."""
    who = visitor_or_refuse(request, game_id)
    game = Game.objects.get(pk=game_id)
    export = dice_export(game_id) if has_ended(game_id) else None
    sides = rulesets.card(game.scenario)["sides"]
    names = tuple(sides[side]["name"] for side in Side)
    whose = ("everybody's", *names)
    told, digest = latest_digest(game_id, Audience.PUBLIC)
    context = {
        "commitment": tuple(zip(whose, game.commitment.split(":"), strict=True)),
        "shares": tuple(zip(names, dice_face(game_id).shares.values(), strict=True)),
        "export": export,
        "seeds": tuple(zip(whose, export.seeds.values(), strict=True)) if export else (),
        "verdict": verify(export) if export else None,
        "seals": opened_seals(export, names) if export else (),
        "told": told,
        "digest": digest,
        "export_url": _address("games:dice_export", who),
        "seen_url": _address("games:seen", who),
        "table_url": _address("games:table", who),
    }
    return render(request, "games/dice.html", context)


@require_safe
def dice_help(request: HttpRequest) -> HttpResponse:
    """How dice and seals work and are checked; no game is read."""
    return render(request, "games/dice_help.html")


@never_cache
@require_safe
def dice_file(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The file that `verifydice` reads."""
    visitor_or_refuse(request, game_id)
    try:
        content = wire(dice_export(game_id))
    except NotOver as error:
        raise Http404 from error
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="dice-{game_id}.json"'
    return response


@never_cache
@require_safe
def seen_file(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What this audience has been sent so far, one frame a line: for `verifydice --seen`."""
    who = visitor_or_refuse(request, game_id)
    content = b"".join(frame + b"\n" for frame in replay_frames(game_id, who.audience))
    response = HttpResponse(content, content_type="application/jsonl")
    name = f"seen-{who.audience}-{game_id}.jsonl"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@never_cache
@require_http_methods(("GET", "POST"))
def back(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Going back to the start of an action that can no longer be carried on, if both agree."""
    who = visitor_or_refuse(request, game_id)
    if request.method == "POST":
        if who.side is None:
            raise PermissionDenied
        _ask_back(game_id, who.side)
    context = {
        "is_halted": _is_halted(game_id),
        "side": who.side,
        "asked_by": back_asked_by(game_id),
        "table_url": _address("games:table", who),
    }
    return render(request, "games/back.html", context)


def _is_halted(game_id: UUID) -> bool:
    return Game.objects.get(pk=game_id).status == Status.HALTED and not has_ended(game_id)


def _ask_back(game_id: UUID, side: Side) -> None:
    try:
        outcome = back_ask(game_id=game_id, side=side)
    except Refused:
        return  # the page says that nothing is halted
    if outcome is not None:
        async_to_sync(publish)(outcome.deliveries)


def _page(request: HttpRequest, data: dict[str, Any]) -> HttpResponse:
    context = {"table_data": data, "scenario_title": data["scenario"]["title"]}
    return render(request, "games/table.html", context)


def _address(name: str, who: Visitor) -> str:
    return _with_seat(reverse(name, args=(who.game_id,)), who)


def _with_seat(address: str, who: Visitor) -> str:
    return f"{address}?seat={who.token}" if who.token else address
