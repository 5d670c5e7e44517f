"""`manage.py turnmails`: mails to those who wait to hear that it is their decision."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.services.turn_mails import turn_mails_send


class Command(BaseCommand):
    """Send what is due. To be run every few minutes."""

    help = "Tell those who want it by mail which games wait for them; run it every few minutes."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.MAIL:
            raise CommandError("EMAIL_URL is not set: no mail is sent")
        count = turn_mails_send()
        self.stdout.write(f"{count} mail{'' if count == 1 else 's'} sent")
