"""The application as the server serves it: pages and sockets."""

from typing import Any, Final

from channels.routing import get_default_application

application: Final[Any] = get_default_application()
