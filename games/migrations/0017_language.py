"""The language that somebody has chosen to read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0016_held")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(blank=True, editable=False, max_length=8),
        ),
    ]
