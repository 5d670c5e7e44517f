from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games on the server: who plays them, what is stored, what each audience is sent."""

    name = "games"
    verbose_name = "Games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Scenarios that users brought along are looked up in the database."""
        from games.rulesets import read_own_words_by  # noqa: PLC0415
        from games.selectors.own_scenarios import find_card, own_card_words  # noqa: PLC0415 - models are ready now
        from games.sheets import rules_of  # noqa: PLC0415
        from rules.scenarios.shelf import look_up_in, take_from  # noqa: PLC0415

        look_up_in(find_card)
        take_from(rules_of)
        read_own_words_by(own_card_words)
