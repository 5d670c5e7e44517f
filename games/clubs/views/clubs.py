"""Clubs: the list, a club's page, joining, its people."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import rulesets
from games.clubs.forms import ClubForm
from games.clubs.models import Club
from games.clubs.models.choices import Role
from games.clubs.permissions import BELONG, MANAGE, VIEW_CLUB, may
from games.clubs.selectors.clubs import (
    asking,
    club_lines,
    events_of,
    events_public,
    members_of,
    role_words,
)
from games.clubs.services.clubs import (
    club_change,
    club_create,
    club_join,
    club_leave,
    invitation_renew,
    is_invited,
    role_give,
)
from games.clubs.views.common import UNPROCESSABLE, club_or_404, done, member
from games.views.lobby import user_of


@never_cache
@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """The clubs, and what goes on in them."""
    context = {"nav": "clubs", "clubs": club_lines(user_of(request)), "events": events_public()}
    return render(request, "clubs/list.html", context)


@never_cache
@login_required
@require_http_methods(("GET", "POST"))
def club_new(request: HttpRequest) -> HttpResponse:
    """Making a club."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        if not Club.objects.filter(name=given["name"]).exists():
            made = club_create(**given, founder=member(request))
            return redirect("clubs:club", made.pk)
        form.add_error("name", _("There is a club of that name."))
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "clubs/new.html", {"nav": "clubs", "form": form}, status=status)


@never_cache
@require_safe
def club(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """A club's page. An invitation in the address shows a private one to whoever has it."""
    found, user = Club.objects.filter(pk=club_id).first(), user_of(request)
    token = request.GET.get("invitation", "")
    invited = found is not None and is_invited(found, token)
    if found is None or not (invited or may(user, VIEW_CLUB, found)):
        raise Http404
    manages, belongs = may(user, MANAGE, found), may(user, BELONG, found)
    context = {
        "nav": "clubs",
        "club": found,
        "members": members_of(found) if belongs or not found.private else [],
        "asking": asking(found) if manages else [],
        "events": events_of(found, user),
        "scenarios": [(id_, rulesets.card(id_)["title"]) for id_ in found.scenarios],
        "manages": manages,
        "belongs": belongs,
        "role": role_words(found, user),
        "invitation": token if invited else "",
        "link": request.session.pop("club_link", "") if manages else "",
        "roles": Role,
    }
    return render(request, "clubs/club.html", context)


@never_cache
@login_required
@require_http_methods(("GET", "POST"))
def club_edit(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Changing its page and its list of scenarios."""
    found = club_or_404(request, club_id)
    if not may(user_of(request), MANAGE, found):
        raise PermissionDenied
    if request.method == "POST":
        return done(
            request,
            lambda: club_change(
                club_id=club_id,
                by=member(request),
                page=request.POST.get("page", "")[:4000],
                private="private" in request.POST,
                scenarios=request.POST.getlist("scenarios"),
            ),
            reverse("clubs:club", args=(club_id,)),
        )
    scenarios = [(id_, rulesets.card(id_)["title"]) for id_ in rulesets.scenario_ids()]
    context = {"nav": "clubs", "club": found, "scenarios": scenarios}
    return render(request, "clubs/edit.html", context)


@never_cache
@login_required
@require_POST
def join(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Join by an invitation, or ask to."""

    def work() -> None:
        token = request.POST.get("invitation", "")
        try:
            role = club_join(club_id=club_id, user=member(request), invitation=token)
        except Club.DoesNotExist as error:
            raise Http404 from error
        if role is Role.ASKED:
            messages.success(request, _("You have asked to join. An organiser lets you in."))

    return done(request, work, reverse("clubs:club", args=(club_id,)))


@never_cache
@login_required
@require_POST
def leave(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Leave a club."""
    found = club_or_404(request, club_id)
    to = reverse("clubs:list")
    return done(request, lambda: club_leave(club_id=found.pk, user=member(request)), to)


@never_cache
@login_required
@require_POST
def invite(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """A new invitation link, shown once."""
    found, address = club_or_404(request, club_id), reverse("clubs:club", args=(club_id,))

    def work() -> None:
        token = invitation_renew(club_id=found.pk, by=member(request))
        request.session["club_link"] = request.build_absolute_uri(f"{address}?invitation={token}")

    return done(request, work, address)


@never_cache
@login_required
@require_POST
def role(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Let somebody in, make him an organiser, put him out."""
    found = club_or_404(request, club_id)
    wanted, user_id = request.POST.get("role", ""), request.POST.get("user", "")
    if wanted not in {"", *Role.values} or not user_id.isdecimal():
        raise PermissionDenied
    given = Role(wanted) if wanted else None
    return done(
        request,
        lambda: role_give(club_id=found.pk, by=member(request), user_id=int(user_id), role=given),
        reverse("clubs:club", args=(club_id,)),
    )
