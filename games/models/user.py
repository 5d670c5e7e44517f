from django.contrib.auth.models import AbstractUser
from django.db import models

from games.models.choices import TurnMail


class User(AbstractUser):
    """Somebody with an account. Ours from the first migration, so that it can grow.

    `turn_mail` says how often he wants to be told by mail which games wait for him, and
    `turn_mailed_at` when that was last. `language` is what he has chosen to read, "" before he has.
    """

    turn_mail = models.CharField(max_length=5, choices=TurnMail.choices, blank=True)
    turn_mailed_at = models.DateTimeField(null=True, editable=False)
    language = models.CharField(max_length=8, blank=True, editable=False)
