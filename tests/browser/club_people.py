"""People for tests of clubs, in the environment's database: prints a session of each."""

import os
import sys

import django


def make(names: list[str]) -> None:
    from django.core.management import call_command  # noqa: PLC0415 - after django.setup
    from django.test import Client  # noqa: PLC0415 - the same

    from games.models import User  # noqa: PLC0415 - the same

    call_command("migrate", verbosity=0)
    for name in names:
        user, _ = User.objects.get_or_create(username=name)
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        print(name, client.cookies["sessionid"].value)  # noqa: T201 - for who started this


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    django.setup()
    make(sys.argv[1:])
