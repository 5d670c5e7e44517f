"""The ASGI application: pages by Django, the tables' streams by the consumers of games."""

import os

import django
from channels.routing import ProtocolTypeRouter
from daphne.cli import CommandLineInterface

from aslsite.access import hide_queries

hide_queries()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
django.setup(set_prefix=False)

from games.bodies import BoundedBodies  # noqa: E402 - after the apps are loaded
from games.connections import strengthen_daphne  # noqa: E402 - the same
from games.intake import PacedServer  # noqa: E402 - the same
from games.lifespan import Lifespan  # noqa: E402 - the same
from games.origins import SameOrigin  # noqa: E402 - the same
from games.routing import Streams  # noqa: E402 - the same
from games.turns import PagesInTurn  # noqa: E402 - the same

strengthen_daphne()
CommandLineInterface.server_class = PacedServer  # daphne's own command has the turnstile too

application = ProtocolTypeRouter(
    {
        "http": BoundedBodies(PagesInTurn()),
        "websocket": SameOrigin(Streams()),
        "lifespan": Lifespan(),
    }
)
