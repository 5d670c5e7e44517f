"""The ASGI application: pages by Django, the tables' streams by the consumers of games."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
pages = get_asgi_application()  # loads the apps, whose models the consumers need

from games.routing import websocket_urlpatterns  # noqa: E402 - after the apps are loaded

application = ProtocolTypeRouter(
    {"http": pages, "websocket": AllowedHostsOriginValidator(URLRouter(websocket_urlpatterns))}
)
