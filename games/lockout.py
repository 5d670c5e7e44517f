"""Who may log in and who may sign up: django-axes counts, the limits and pages are ours."""

from typing import Any, Final

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games.addresses import client_address

FROM_ONE_ADDRESS: Final = 10  # times as many failures as with one name, whatever the names
SIGN_UP: Final = "sign-up"  # stands where a failed login has its browser


class Handler(AxesDatabaseHandler):
    """Failures of one name from one address, and of any names from one address, each with a limit.

    The settings give two ways to count, in that order. A name alone is never locked: anybody could
    lock out anybody.
    """

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        by_name, by_address = (
            sum(attempts.values_list("failures_since_start", flat=True))
            for attempts in self.get_user_attempts(request, credentials)
        )
        return int(max(by_name, by_address // FROM_ONE_ADDRESS))


def may_sign_up(request: HttpRequest) -> bool:
    """Whether the address has not made too many accounts lately."""
    made = AccessAttempt.objects.filter(
        ip_address=client_address(request),
        user_agent=SIGN_UP,
        failures_since_start=0,
        attempt_time__gt=timezone.now() - settings.AXES_COOLOFF_TIME,
    )
    return bool(made.count() < settings.SIGN_UPS)


def signed_up(request: HttpRequest, name: str) -> None:
    """Count an account. It is kept as a try without a failure, so that no login is locked by it."""
    AccessAttempt.objects.get_or_create(
        username=name,
        ip_address=client_address(request),
        user_agent=SIGN_UP,
        defaults={"path_info": request.path, "failures_since_start": 0},
    )


def locked_page(
    request: HttpRequest, answer: HttpResponse | None, credentials: dict[str, Any] | None
) -> HttpResponse:
    """What one is shown who has tried too often, whether there is such a name or not."""
    return _wait(request, "account/locked.html")


def enough_page(request: HttpRequest) -> HttpResponse:
    """What one is shown where too many accounts were made."""
    return _wait(request, "account/enough.html")


def _wait(request: HttpRequest, template: str) -> HttpResponse:
    minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    page = render(request, template, {"minutes": minutes}, status=429)
    page["Retry-After"] = str(minutes * 60)
    page["Cache-Control"] = "no-store"
    return page
