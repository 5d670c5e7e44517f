"""Closed choices of the stored rows, as the kernel names them."""

from django.db import models


class SideChoice(models.TextChoices):
    """The two sides."""

    A = "a", "Side A"
    B = "b", "Side B"


class AudienceChoice(models.TextChoices):
    """Those who receive a stream of bulletins."""

    PUBLIC = "public", "Everybody"
    A = "a", "Side A"
    B = "b", "Side B"


class Status(models.TextChoices):
    """Where a game stands, as everybody may know."""

    OPEN = "open", "Waiting for players"
    PLAYING = "playing", "Being played"
    HALTED = "halted", "Halted"
    OVER = "over", "Over"
