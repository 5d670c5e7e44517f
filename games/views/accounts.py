"""Accounts: django-allauth's views, each named here; what is not named is not served.

Pages about mail are there only if the site sends any. Sign-ups are limited by address in
`games.lockout`, so that all processes agree.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, re_path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms import NoticesForm
from games.lockout import enough_page, may_sign_up, signed_up
from games.views.lobby import UNPROCESSABLE, user_of


class SignUpView(views.SignupView):
    """Make an account; be logged in, or have the address confirmed first."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Turn away whoever has made too many accounts."""
        if not may_sign_up(request):
            return enough_page(request)
        answer: HttpResponseBase = super().post(request, *args, **kwargs)
        return answer

    def form_valid(self, form: Any) -> HttpResponse:
        """Count it, even if the address has an account already: a mail is sent then too."""
        signed_up(self.request, form.cleaned_data["username"])
        answer: HttpResponse = super().form_valid(form)
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        context = self.get_context_data(form=form)
        answer: HttpResponse = self.render_to_response(context, status=UNPROCESSABLE)
        return answer


@never_cache
@login_required
@require_http_methods(("GET", "POST"))
def notices(request: HttpRequest) -> HttpResponse:
    """How often one is told by mail which games wait."""
    user = user_of(request)
    if user is None:
        raise PermissionDenied
    form = NoticesForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Kept."))
        return redirect("account_notices")
    address = EmailAddress.objects.filter(user=user, verified=True, primary=True).first()
    return render(request, "account/notices.html", {"form": form, "address": address})


def _by_mail(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page that is not there where no mail is sent."""

    @wraps(view)
    def guarded(request: HttpRequest, **named: str) -> HttpResponseBase:
        if not settings.MAIL:
            raise Http404
        return view(request, **named)

    return guarded


_RESET = "password/reset/"

pages: list[URLPattern] = [
    path("login/", views.login, name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("register/", SignUpView.as_view(), name="account_signup"),
    path("password/", views.password_change, name="account_change_password"),
    path("mail/notices/", _by_mail(notices), name="account_notices"),
    path("mail/", _by_mail(views.email), name="account_email"),
    path(
        "mail/sent/",
        _by_mail(views.email_verification_sent),
        name="account_email_verification_sent",
    ),
    re_path(
        r"^mail/confirm/(?P<key>[-:\w]+)/$",
        _by_mail(views.confirm_email),
        name="account_confirm_email",
    ),
    path(_RESET, _by_mail(views.password_reset), name="account_reset_password"),
    path(f"{_RESET}sent/", _by_mail(views.password_reset_done), name="account_reset_password_done"),
    path(
        f"{_RESET}done/",
        _by_mail(views.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
    re_path(
        rf"^{_RESET}(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        _by_mail(views.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
]
