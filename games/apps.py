from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games on the server: who plays them, what is stored, what each audience is sent."""

    name = "games"
    verbose_name = "Games"
    default_auto_field = "django.db.models.BigAutoField"
