"""The ASGI application: pages by Django, the tables' streams by the consumers of games."""

import os

import django
from channels.routing import ProtocolTypeRouter
from channels.security.websocket import AllowedHostsOriginValidator
from daphne.cli import CommandLineInterface

from aslsite.access import hide_queries

hide_queries()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
django.setup(set_prefix=False)

from games.connections import strengthen_daphne  # noqa: E402 - after the apps are loaded
from games.intake import PacedServer  # noqa: E402 - the same
from games.lifespan import Lifespan  # noqa: E402 - the same
from games.routing import Streams  # noqa: E402 - the same
from games.turns import PagesInTurn  # noqa: E402 - the same

strengthen_daphne()
CommandLineInterface.server_class = PacedServer  # daphne's own command has the turnstile too

application = ProtocolTypeRouter(
    {
        "http": PagesInTurn(),
        "websocket": AllowedHostsOriginValidator(Streams()),
        "lifespan": Lifespan(),
    }
)
