"""Choosing a language, and the words of the scripts in each."""

from functools import cache
from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import JavaScriptCatalog, set_language

from games.views.lobby import user_of

YEAR = 365 * 24 * 3600  # seconds


class _Words(JavaScriptCatalog):
    packages = ["games"]  # noqa: RUF012 - as Django's class has it


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keep the language in this browser, and with the account of who is logged in."""
    user, language = user_of(request), request.POST.get("language", "")
    if user is not None and language in dict(settings.LANGUAGES):
        user.language = language
        user.save(update_fields=("language",))
    return set_language(request)


@gzip_page
@require_safe
def words(request: HttpRequest, language: str, digest: str) -> HttpResponse:
    """The scripts' words in a language. The address changes with them, so that it is kept."""
    if language not in dict(settings.LANGUAGES) or digest != _digest(language):
        raise Http404
    answer = HttpResponse(_script(language), content_type="text/javascript; charset=utf-8")
    patch_cache_control(answer, public=True, max_age=YEAR, immutable=True)
    return answer


def words_address(language: str) -> str:
    """Where they are; "" for the language that the scripts are written in."""
    if language == settings.LANGUAGE_CODE:
        return ""
    return reverse("words", args=(language, _digest(language)))


@cache
def _script(language: str) -> bytes:
    with translation.override(language):
        return bytes(_Words().get(HttpRequest()).content)


@cache
def _digest(language: str) -> str:
    return sha256(_script(language)).hexdigest()[:12]
