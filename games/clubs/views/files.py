"""An event on paper, in files, and on other people's pages."""

from uuid import UUID

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.clubs.exports import event_calendar, pairings_csv, standings_csv, trf
from games.clubs.selectors.events import event_page
from games.clubs.views.common import event_or_404, kept


@never_cache
@require_safe
def sheet(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Pairings, standing and result slips, to be printed."""
    event = event_or_404(request, event_id)
    context = {"event": event, "page": event_page(event)}
    return render(request, "clubs/sheet.html", context)


@never_cache
@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # a view has arguments
def embed(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The standing alone, to be shown within other pages."""
    event = event_or_404(request, event_id)
    context = {"event": event, **kept(event)}
    return render(request, "clubs/embed.html", context)


@never_cache
@require_safe
def standings(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The standing for a spreadsheet."""
    text = standings_csv(event_page(event_or_404(request, event_id)))
    return HttpResponse(text, content_type="text/csv; charset=utf-8")


@never_cache
@require_safe
def pairings(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """All pairings for a spreadsheet."""
    text = pairings_csv(event_page(event_or_404(request, event_id)))
    return HttpResponse(text, content_type="text/csv; charset=utf-8")


@never_cache
@require_safe
def report_file(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The event as a Tournament Report File."""
    text = trf(event_page(event_or_404(request, event_id)))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def calendar_file(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The event for a calendar."""
    event = event_or_404(request, event_id)
    page = request.build_absolute_uri(reverse("clubs:event", args=(event_id,)))
    return HttpResponse(event_calendar(event, page), content_type="text/calendar")
