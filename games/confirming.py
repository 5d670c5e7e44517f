"""Who has to confirm his address before he is let in: a stage of allauth's login.

It stands by itself, since allauth's stages can only be imported once its flows are; allauth takes
it by its name, which is then.
"""

from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.http import HttpResponse

from games.accounts import GOING_TO
from games.models import User


class ConfirmedAddress(EmailVerificationStage):
    """Who has an address confirms it before he is let in. Accounts without one are older than the
    site's mail server, or made by an operator: they are let in, and may give one then.
    """

    def handle(self) -> tuple[HttpResponse | None, bool]:
        user = self.login.user
        if not settings.MAIL or (user is not None and not _has_address(user)):
            return None, True
        answer: tuple[HttpResponse | None, bool] = super().handle()
        if answer[0] is not None:
            self._remember()
        return answer

    def _remember(self) -> None:
        """Keep where the one who waits was going, for when he is let in from this browser."""
        there = get_next_redirect_url(self.request)
        if there:
            self.request.session[GOING_TO] = there


def _has_address(user: User) -> bool:
    return bool(user.email) or EmailAddress.objects.filter(user=user).exists()
