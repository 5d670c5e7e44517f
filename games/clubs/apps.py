from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Clubs, their events and ratings."""

    name = "games.clubs"
    label = "clubs"
    verbose_name = "Clubs"
    default_auto_field = "django.db.models.BigAutoField"
