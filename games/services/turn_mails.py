"""Mails that say which games wait for somebody: one for all of them, as often as he likes.

What is mailed, and when, depends on what everybody was told: whose decision it is, since when, and
the sentence that lists show. Links lead to the games' pages and open no seat: a mail may be read by
others.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext, override

from games import rulesets
from games.models import Game, Seat, User
from games.models.choices import ComputerChoice, Status, TurnMail

PATIENCE: Final = timedelta(minutes=15)
"""How long a decision waits before it is mailed: nobody is mailed in the middle of an evening."""
APART: Final = {TurnMail.HOUR: timedelta(hours=1), TurnMail.DAY: timedelta(days=1)}


class TurnsMail(EmailMessage):
    """A mail about games that wait. Its class says to the secrecy check where it comes from."""


@dataclass(frozen=True)
class Waiting:
    """A game that waits for somebody, in words, and its page."""

    title: str
    headline: str
    page: str


def turn_mails_send() -> int:
    """Send what is due now; how many mails that was. Several may do it at once."""
    wanting = User.objects.exclude(turn_mail="").filter(is_active=True).order_by("pk")
    count = 0
    for pk in wanting.values_list("pk", flat=True):
        mail = _due(pk)
        if mail is not None:
            mail.send()
            count += 1
    return count


@transaction.atomic
def _due(user_id: int) -> TurnsMail | None:
    """The mail that somebody is due, noted as sent: who is mailed twice minds more than who once is
    not.
    """
    user, now = User.objects.select_for_update().get(pk=user_id), timezone.now()
    if not user.turn_mail or _too_soon(user, now):
        return None
    address = EmailAddress.objects.filter(user=user, verified=True, primary=True).first()
    games = list(_games_waiting(user, now))
    if address is None or not any(_is_new(user, game) for game in games):
        return None
    user.turn_mailed_at = now
    user.save(update_fields=("turn_mailed_at",))
    with override(user.language or settings.LANGUAGE_CODE):
        return turns_mail(user.username, address.email, [_waiting(game) for game in games])


def turns_mail(name: str, address: str, games: Iterable[Waiting]) -> TurnsMail:
    """The mail itself, in the language that is active."""
    waiting = tuple(games)
    count = len(waiting)
    subject = gettext("%(title)s: your decision") % {"title": waiting[0].title}
    if count > 1:
        many = ngettext("%(count)s game waits for you", "%(count)s games wait for you", count)
        subject = many % {"count": count}
    hello = gettext("Hello %(name)s,") % {"name": name}
    lines = [hello, "", gettext("it is your decision in:"), ""]
    for one in waiting:
        lines += [one.title, f"  {one.headline}", f"  {one.page}", ""]
    notices = f"{settings.SITE_URL}{reverse('account_notices')}"
    lines += [gettext("How often you are told, or not at all, you say here:"), notices, ""]
    prefix = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX
    headers = {"List-Unsubscribe": f"<{notices}>", "Auto-Submitted": "auto-generated"}
    return TurnsMail(f"{prefix}{subject}", "\n".join(lines), None, [address], headers=headers)


def _too_soon(user: User, now: datetime) -> bool:
    last = user.turn_mailed_at
    return last is not None and now - last < APART[TurnMail(user.turn_mail)]


def _is_new(user: User, game: Game) -> bool:
    """Whether something has happened in a game since it was last mailed about."""
    last = user.turn_mailed_at
    return last is None or game.told_at > last - PATIENCE


def _games_waiting(user: User, now: datetime) -> Iterable[Game]:
    """The games in which a user has to decide, and has not done so for a while."""
    mine = Seat.objects.filter(user=user, side=F("game__to_move")).exclude(
        computer=ComputerChoice.PLAYS
    )
    resting = Q(break_until__gt=now)
    return (
        Game.objects.filter(
            pk__in=mine.values("game"), status=Status.PLAYING, together="", held=False
        )
        .filter(told_at__lte=now - PATIENCE)
        .exclude(resting)
        .order_by("told_at", "pk")
    )


def _waiting(game: Game) -> Waiting:
    page = f"{settings.SITE_URL}{reverse('games:game', args=(game.pk,))}"
    return Waiting(str(rulesets.card(game.scenario)["title"]), game.headline, page)
