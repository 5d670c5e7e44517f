"""How accounts are kept: where django-allauth asks what this site does.

Logins are counted in `games.lockout`, passwords hashed in `games.passwords`; both hold under
allauth's pages as they do under the administrator's login. Here is what mail goes out;
`games.confirming` says who has to confirm his address. Without a mail server (`MAIL` off) nobody is
asked for one.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest
from django.utils.translation import get_language, override

from games.addresses import UNKNOWN, client_address
from games.models import User

GOING_TO = "going_to"
"""In the session of one who has to confirm his address: where he was going. It may have a link to
a seat, so it is in no mail.
"""


class AccountMail(EmailMultiAlternatives):
    """A mail about somebody's account. Its class says to the secrecy check where it comes from."""


class Adapter(DefaultAccountAdapter):
    """What allauth asks of us."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that limits count, as everywhere here."""
        return client_address(request) or UNKNOWN

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Where somebody was going before his address had to be confirmed, or else the lobby. It
        is asked several times; a logout forgets it.
        """
        there: str = request.session.get(GOING_TO, "") or super().get_login_redirect_url(request)
        return there

    def get_login_stages(self) -> list[str]:
        return ["games.confirming.ConfirmedAddress"]

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """A new account reads the language in which it was made."""
        user.language = get_language() or ""
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> AccountMail:
        """The mail in plain text, in the language of whose account it is about."""
        with override(getattr(context.get("user"), "language", "") or get_language()):
            mail = super().render_mail(template_prefix, email, context, headers)
        return AccountMail(mail.subject, mail.body, mail.from_email, mail.to, headers=headers)


def mail_works(_: HttpRequest) -> dict[str, bool]:
    """For templates: whether this site sends mail."""
    return {"mail_works": settings.MAIL}
