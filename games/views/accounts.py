"""Accounts: Django's own views do the rest."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms import RegisterForm
from games.lockout import enough_page, may_sign_up, signed_up

UNPROCESSABLE = 422


@never_cache
@require_http_methods(("GET", "POST"))
def register(request: HttpRequest) -> HttpResponse:
    """Make an account and be logged in."""
    if request.method == "GET":
        return render(request, "registration/register.html", {"form": RegisterForm()})
    if not may_sign_up(request):
        return enough_page(request)
    form = RegisterForm(request.POST)
    if not form.is_valid():
        context = {"form": form}
        return render(request, "registration/register.html", context, status=UNPROCESSABLE)
    user = form.save()
    signed_up(request, user.get_username())
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("games:lobby")
