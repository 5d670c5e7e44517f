"""People for tests of clubs."""

from django.test import Client

from games.models import User
from games.threads import writing


async def make(*names: str) -> dict[str, str]:
    """The session of each, who is logged in."""
    return await writing(_made, names)


def _made(names: tuple[str, ...]) -> dict[str, str]:
    return {name: _session(name) for name in names}


def _session(name: str) -> str:
    user, _ = User.objects.get_or_create(username=name)
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies["sessionid"].value
