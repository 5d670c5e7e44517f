"""Which language somebody reads: what he chose in this browser, or else with his account, or else
what his browser asks for. Frames and whatever is stored know of none (ADR 0027).
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise

from games.worded import Worded


class LanguageMiddleware(LocaleMiddleware):
    """Django's, which also asks the account. It stands after the authentication."""

    def process_request(self, request: HttpRequest) -> None:
        language = _of_account(request) or translation.get_language_from_request(request)
        translation.activate(language)
        request.LANGUAGE_CODE = translation.get_language()

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Say what the words depend on; an answer that every cache may keep has none in it."""
        if "public" in response.get("Cache-Control", ""):
            return response
        patch_vary_headers(response, ("Cookie",))
        answer: HttpResponseBase = super().process_response(request, response)
        return answer


def _of_account(request: HttpRequest) -> str:
    """The language that was chosen with the account, where this browser has chosen none."""
    cookies = request.COOKIES
    if settings.LANGUAGE_COOKIE_NAME in cookies or settings.SESSION_COOKIE_NAME not in cookies:
        return ""
    chosen = getattr(request.user, "language", "")
    return chosen if chosen in dict(settings.LANGUAGES) else ""


def told_of(error: Worded) -> str:
    """A refusal in the language of who is asking."""
    words = translation.gettext(error.text) if error.text else ""
    return words % error.named if error.named else words


def english(words: str | Promise) -> str:
    """Words as they are stored, or sent to several people at once."""
    with translation.override(settings.LANGUAGE_CODE):
        return str(words)
