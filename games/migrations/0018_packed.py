from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import games.models.packed


def unpack(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Store plain again what was packed: who goes back cannot read it otherwise."""
    games_ = apps.get_model("games", "Game").objects
    packed = list(games_.filter(packed=True).values_list("pk", flat=True))
    for name, fields in (("StepRow", ("changes", "undo")), ("BulletinRow", ("frame", "keyframe"))):
        rows = apps.get_model("games", name).objects
        for key in rows.filter(game__in=packed).values_list("pk", flat=True):
            rows.get(pk=key).save(update_fields=fields)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_language"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="packed",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AlterField(
            model_name="bulletinrow",
            name="frame",
            field=games.models.packed.PackedField(),
        ),
        migrations.AlterField(
            model_name="bulletinrow",
            name="keyframe",
            field=games.models.packed.PackedField(null=True),
        ),
        migrations.AlterField(
            model_name="steprow",
            name="changes",
            field=games.models.packed.PackedField(),
        ),
        migrations.AlterField(
            model_name="steprow",
            name="undo",
            field=games.models.packed.PackedField(default=b"[]"),
        ),
        migrations.RunPython(migrations.RunPython.noop, unpack),
    ]
