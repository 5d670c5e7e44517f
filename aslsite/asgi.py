"""The ASGI application: pages by Django, the tables' streams by the consumers of games."""

import os
from importlib import import_module
from importlib.util import find_spec

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
pages = get_asgi_application()  # loads the apps, whose models the consumers need
streams = import_module("games.routing").websocket_urlpatterns if find_spec("games.routing") else []

application = ProtocolTypeRouter(
    {"http": pages, "websocket": AllowedHostsOriginValidator(URLRouter(streams))}
)
