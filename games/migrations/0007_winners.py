"""Who has won the games that were finished before: as their headlines say."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from games import rulesets


def fill(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    """ "The Russian wins: …" was written for everybody; after a draw nobody has won."""
    games = apps.get_model("games", "Game").objects.filter(status="over", winner="")
    for pk, scenario_id, headline in games.values_list("pk", "scenario", "headline"):
        try:
            sides = rulesets.scenario(scenario_id).page_data()["scenario"]["sides"]
        except KeyError:
            continue  # a scenario that is here no longer
        for side, card in sides.items():
            if headline.startswith(f"{card['name']} wins:"):
                games.filter(pk=pk).update(winner=side)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_winner"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
