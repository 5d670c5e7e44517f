"""People for tests of clubs, in the environment's database: prints a session of each."""

import os
import sys

import django


def make(names: list[str]) -> None:
    from django.test import Client  # noqa: PLC0415 - after django.setup

    from games.models import User  # noqa: PLC0415 - the same

    for name in names:
        user, _ = User.objects.get_or_create(username=name)
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        print(name, client.cookies["sessionid"].value)  # noqa: T201 - for who started this


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    django.setup()
    make(sys.argv[1:])
