"""The table, its replay, its board and its dice. The token in the address says who one is."""

from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from games import boards
from games.dice import NotOver, dice_export
from games.hub import publish
from games.models import Game
from games.models.choices import Status
from games.selectors.documents import replay_frames
from games.selectors.seats import NotInvited, Visitor, visitor
from games.services.back import back_ask, back_asked_by
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.view import wire

YEAR = 365 * 24 * 3600


def visitor_or_refuse(request: HttpRequest, game_id: UUID) -> Visitor:
    """Who comes with the token in the address; 404 and 403 otherwise."""
    try:
        return visitor(game_id, request.GET.get("seat", ""))
    except Game.DoesNotExist as error:
        raise Http404 from error
    except NotInvited as error:
        raise PermissionDenied from error


def table_data(who: Visitor, *, replay: bool = False) -> dict[str, Any]:
    """The data block of a table page: what never changes during a game."""
    scenario_id = Game.objects.values_list("scenario", flat=True).get(pk=who.game_id)
    return {
        "game": str(who.game_id),
        "you": who.audience.value,
        "socket": _with_seat(f"/ws/g/{who.game_id}/", who),
        "replay": _address("games:replay_data", who) if replay else None,
        "dice": _address("games:dice", who),
        **boards.page_data(scenario_id, table={"game": str(who.game_id), "seat": who.token}),
    }


@never_cache
@require_safe
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The table, for a seat or for one who watches."""
    return _page(request, visitor_or_refuse(request, game_id), replay=False)


@never_cache
@require_safe
def replay(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The same page over stored bulletins."""
    return _page(request, visitor_or_refuse(request, game_id), replay=True)


@never_cache
@require_safe
def replay_data(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Every frame that this audience was sent."""
    who = visitor_or_refuse(request, game_id)
    frames = b",".join(replay_frames(game_id, who.audience))
    return HttpResponse(b'{"frames":[' + frames + b"]}", content_type="application/json")


@gzip_page
@require_safe
def board(request: HttpRequest, scenario_id: str, digest: str) -> HttpResponse:
    """A board's picture. It hangs on the scenario alone and never changes under its address."""
    try:
        picture = boards.picture(scenario_id)
    except KeyError as error:
        raise Http404 from error
    if picture.digest != digest:
        raise Http404
    if picture.guarded and not (request.user.is_authenticated or _at_table(request, scenario_id)):
        raise PermissionDenied
    response = HttpResponse(picture.svg, content_type="image/svg+xml")
    shared = {"private": True} if picture.guarded else {"public": True}
    patch_cache_control(response, max_age=YEAR, immutable=True, **shared)
    return response


def _at_table(request: HttpRequest, scenario_id: str) -> bool:
    """Whether the address has a table of that scenario that its reader may see."""
    try:
        game_id = UUID(request.GET.get("game", ""))
        visitor(game_id, request.GET.get("seat", ""))
    except (ValueError, Game.DoesNotExist, NotInvited):
        return False
    return Game.objects.filter(pk=game_id, scenario=scenario_id).exists()


@never_cache
@require_safe
def dice(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What was committed to; the seeds and how to check them once the game is over."""
    who = visitor_or_refuse(request, game_id)
    game = Game.objects.get(pk=game_id)
    export = dice_export(game_id) if game.status == Status.OVER else None
    context = {
        "game_id": game_id,
        "commitment": game.commitment.split(":"),
        "export": export,
        "export_url": _address("games:dice_export", who),
        "table_url": _address("games:table", who),
    }
    return render(request, "games/dice.html", context)


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
@require_http_methods(("GET", "POST"))
def back(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Going back to the start of an action that can no longer be carried on, if both agree."""
    who = visitor_or_refuse(request, game_id)
    if request.method == "POST":
        if who.side is None:
            raise PermissionDenied
        _ask_back(game_id, who.side)
    context = {
        "is_halted": Game.objects.get(pk=game_id).status == Status.HALTED,
        "side": who.side,
        "asked_by": back_asked_by(game_id),
        "table_url": _address("games:table", who),
    }
    return render(request, "games/back.html", context)


def _ask_back(game_id: UUID, side: Side) -> None:
    try:
        outcome = back_ask(game_id=game_id, side=side)
    except Refused:
        return  # the page says that nothing is halted
    if outcome is not None:
        async_to_sync(publish)(outcome.deliveries)


def _page(request: HttpRequest, who: Visitor, *, replay: bool) -> HttpResponse:
    data = table_data(who, replay=replay)
    context = {"table_data": data, "scenario_title": data["scenario"]["title"]}
    return render(request, "games/table.html", context)


def _address(name: str, who: Visitor) -> str:
    return _with_seat(reverse(name, args=(who.game_id,)), who)


def _with_seat(address: str, who: Visitor) -> str:
    return f"{address}?seat={who.token}" if who.token else address
