"""The ASGI application: pages by Django, the tables' streams by the consumers of games."""

import os

from channels.routing import ProtocolTypeRouter
from channels.security.websocket import AllowedHostsOriginValidator
from daphne.cli import CommandLineInterface
from django.core.asgi import get_asgi_application

from aslsite.access import hide_queries

hide_queries()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
pages = get_asgi_application()  # loads the apps, whose models the consumers need

from games.connections import strengthen_daphne  # noqa: E402 - after the apps are loaded
from games.intake import PacedServer  # noqa: E402 - the same
from games.lifespan import Lifespan  # noqa: E402 - the same
from games.routing import Streams  # noqa: E402 - the same

strengthen_daphne()
CommandLineInterface.server_class = PacedServer  # daphne's own command has the turnstile too

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": AllowedHostsOriginValidator(Streams()),
        "lifespan": Lifespan(),
    }
)
