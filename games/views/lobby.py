"""Lobby, scenarios, making and joining games."""

from typing import TYPE_CHECKING
from uuid import UUID

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import rulesets
from games.clubs.selectors.balance import balance_of
from games.forms import JoinForm, NewGameForm, RevokeForm, WantedForm
from games.hub import seats_changed
from games.models import Game, Seat, User
from games.selectors.lobby import (
    GameLine,
    finished_games,
    game_line,
    games_of_scenario,
    live_games,
    my_games,
    open_games,
)
from games.selectors.looks import looks_told
from games.selectors.own_scenarios import listed_scenarios, own_scenario
from games.selectors.results import scenario_results
from games.selectors.scenarios import board_of, order_of_battle, scenario_lines
from games.selectors.seats import NotInvited, is_invitation, side_held, visitor
from games.services import (
    HasLooked,
    SeatTaken,
    Wishes,
    game_create,
    invitation_renew,
    seat_claim,
    seat_renew,
)
from games.services.seats import NotHeld, NotTheHost, seat_revoke
from rules.kernel.audience import Side

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails

UNPROCESSABLE = 422


class HtmxRequest(HttpRequest):
    """A request as the htmx middleware leaves it."""

    htmx: "HtmxDetails"


def user_of(request: HttpRequest) -> User | None:
    """Who is logged in, if anybody is."""
    return request.user if isinstance(request.user, User) else None


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """My games, those that wait for a player, and those that can be watched."""
    user = user_of(request)
    context = {
        "nav": "lobby",
        "my_games": my_games(user) if user else [],
        "open_games": open_games(user),
        "live_games": live_games(),
        "finished_games": finished_games(),
    }
    return render(request, "games/lobby.html", context)


@never_cache
@require_safe
def open_list(request: HtmxRequest) -> HttpResponse:
    """Games that wait for a player, by scenario, side and pace."""
    form = WantedForm(request.GET)
    context = {
        "nav": "lobby",
        "form": form,
        "open_games": open_games(user_of(request), form.wanted),
        "is_narrowed": any(request.GET.get(name) for name in form.fields),
    }
    template = "games/_open_games.html" if request.htmx else "games/open_games.html"
    return render(request, template, context)


@never_cache
@require_safe
def scenario_list(request: HttpRequest) -> HttpResponse:
    """Every scenario there is."""
    scenarios = scenario_lines(member=user_of(request) is not None)
    return render(
        request,
        "games/scenario_list.html",
        {"nav": "scenarios", "scenarios": scenarios, "brought": listed_scenarios()},
    )


@never_cache
@require_safe
def scenario(request: HttpRequest, scenario_id: str) -> HttpResponse:
    """A scenario's card, its board and OB, and how its games came out."""
    try:
        card = rulesets.card(scenario_id)
    except KeyError as error:
        raise Http404 from error
    own = own_scenario(scenario_id, user_of(request))
    forces = order_of_battle(scenario_id)
    counters = [one for force in forces for group in force.groups for one in group.counters]
    context = {
        "nav": "scenarios",
        "scenario": card,
        "own": own,
        "board": board_of(scenario_id, member=user_of(request) is not None),
        "forces": forces,
        "faces": {one.face["id"]: one.face for one in counters},
        "results": scenario_results(scenario_id),
        "balance": balance_of(scenario_id),
        "games_played": games_of_scenario(scenario_id),
    }
    return render(request, "games/scenario.html", context)


@never_cache
@login_required
@require_http_methods(("GET", "POST"))
def new_game(request: HtmxRequest) -> HttpResponse:
    """The form for a new game, and its making."""
    user = user_of(request)
    template = "games/_new_game_form.html" if request.htmx else "games/new_game.html"
    if request.method == "GET" or user is None:
        return render(
            request, template, {"form": NewGameForm(user=user, initial=request.GET.dict())}
        )
    form = NewGameForm(request.POST, user=user)
    if not form.is_valid():
        return render(request, template, {"form": form}, status=UNPROCESSABLE)
    created = game_create(
        scenario_id=form.version,
        creator=user,
        private=form.cleaned_data["private"] or bool(form.together),
        wishes=Wishes(form.agreed_pace, form.computer, form.terms, form.fall, form.together),
        sides=form.sides(user),
    )
    _remember_invitation(request, created.game.pk, created.invitation)
    line = game_line(created.game.pk, user)
    at_once = form.computer or form.together
    return _go(request, line.table_url if at_once else line.url)


@never_cache
@require_safe
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A game's page: its seats, its links, and at the end who looked at its secrets."""
    line = _line_or_404(request, game_id)
    invitation = _invitation(request, game_id)
    if line.private and line.my_side is None:
        _must_be_invited(request, game_id, invitation)
    context = {
        "game": line,
        "invitation": invitation,
        "share": _share(request, line, invitation),
        "is_host": _is_host(request, game_id),
        "holds": side_held(game_id, invitation),
        "user_is_in": line.token,
        "looks": looks_told(game_id),
    }
    return render(request, "games/game.html", context)


@never_cache
@login_required
@require_POST
def join(request: HtmxRequest, game_id: UUID) -> HttpResponse:
    """Take a free seat and sit down."""
    user, form = user_of(request), JoinForm(request.POST)
    if user is None or not form.is_valid():
        raise PermissionDenied
    side, invitation = Side(form.cleaned_data["side"]), form.cleaned_data["invitation"]
    try:
        seat_claim(game_id=game_id, side=side, user=user, invitation=invitation)
    except Game.DoesNotExist as error:
        raise Http404 from error
    except NotInvited as error:
        raise PermissionDenied from error
    except SeatTaken:
        messages.error(request, _("That seat is taken."))
        return _go(request, game_line(game_id, None).url)
    except HasLooked:
        messages.error(request, _("You have looked at this game's secrets and cannot play it."))
        return _go(request, game_line(game_id, None).url)
    async_to_sync(seats_changed)(game_id)
    return _go(request, game_line(game_id, user).table_url)


@never_cache
@login_required
@require_POST
def invite(request: HtmxRequest, game_id: UUID) -> HttpResponse:
    """A new invitation link; the old one ends."""
    if not _is_host(request, game_id):
        raise PermissionDenied
    _remember_invitation(request, game_id, invitation_renew(game_id=game_id))
    async_to_sync(seats_changed)(game_id)
    return _go(request, game_line(game_id, user_of(request)).url)


@never_cache
@login_required
@require_POST
def renew(request: HtmxRequest, game_id: UUID) -> HttpResponse:
    """A new link to one's own seat; the old one ends, and with it every table opened by it."""
    user = user_of(request)
    if user is None:
        raise PermissionDenied
    try:
        seat_renew(game_id=game_id, user=user)
    except Seat.DoesNotExist as error:
        raise PermissionDenied from error
    async_to_sync(seats_changed)(game_id)
    messages.success(request, _("Your seat has a new link. The old one opens nothing any more."))
    return _go(request, game_line(game_id, user).url)


@never_cache
@login_required
@require_POST
def revoke(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Take a seat back from whoever holds it by its link, who is told why."""
    user, form = user_of(request), RevokeForm(request.POST)
    if user is None or not form.is_valid():
        raise PermissionDenied
    side = Side(form.cleaned_data["side"])
    try:
        seat_revoke(game_id=game_id, side=side, by=user, why=form.cleaned_data["why"])
    except Game.DoesNotExist as error:
        raise Http404 from error
    except NotTheHost as error:
        raise PermissionDenied from error
    except NotHeld:
        messages.error(request, _("Nobody holds that seat by its link."))
    else:
        async_to_sync(seats_changed)(game_id)
        messages.success(request, _("The seat is free again. Its old link says why."))
    return redirect("games:game", game_id)


def _line_or_404(request: HttpRequest, game_id: UUID) -> GameLine:
    try:
        return game_line(game_id, user_of(request))
    except Game.DoesNotExist as error:
        raise Http404 from error


def _must_be_invited(request: HttpRequest, game_id: UUID, invitation: str) -> None:
    try:
        visitor(game_id, invitation, request.user.pk)
    except NotInvited as error:
        raise PermissionDenied from error


def _is_host(request: HttpRequest, game_id: UUID) -> bool:
    user = user_of(request)
    return user is not None and Game.objects.filter(pk=game_id, creator=user).exists()


def _invitation(request: HttpRequest, game_id: UUID) -> str:
    """The invitation in the address, or the one that its maker was given in this session."""
    remembered = request.session.get("invitations", {}).get(str(game_id), "")
    return str(request.GET.get("seat") or remembered)


def _share(request: HttpRequest, line: GameLine, invitation: str) -> str:
    """The link that may be sent on; "" if the reader has none. Of a private game its maker alone
    is given one: whom he invites is no business of his guests.
    """
    if not line.private:
        return request.build_absolute_uri(line.url)
    game = Game.objects.only("invitation_hash").get(pk=line.id)
    if not _is_host(request, line.id) or not is_invitation(game, invitation):
        return ""
    return request.build_absolute_uri(f"{line.url}?seat={invitation}")


def _remember_invitation(request: HttpRequest, game_id: UUID, invitation: str) -> None:
    if invitation:
        known = request.session.get("invitations", {})
        request.session["invitations"] = {**known, str(game_id): invitation}


def _go(request: HtmxRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
