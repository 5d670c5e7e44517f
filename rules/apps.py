from django.apps import AppConfig


class RulesConfig(AppConfig):
    """Makes the management commands of the rules known to Django."""

    name = "rules"
