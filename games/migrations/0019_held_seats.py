from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def hold(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Who has played by a link that nobody claimed holds that seat."""
    steps = apps.get_model("games", "StepRow").objects
    played = steps.filter(game=models.OuterRef("game"), actor=models.OuterRef("side"))
    seats = apps.get_model("games", "Seat").objects.filter(user=None).exclude(computer="plays")
    seats.filter(models.Exists(played)).update(held=True)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_packed"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="held",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="seat",
            name="revoked",
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name="seat",
            name="revoked_why",
            field=models.CharField(blank=True, editable=False, max_length=200),
        ),
        migrations.RunPython(hold, migrations.RunPython.noop),
    ]
