"""The server of the browser tests: `python -m tests.browser.hosting FOLDER PORT`.

It serves our scenarios and those of tests (`own_scenarios`, `own_activities`) from the database of
the environment, and does the acts that tests ask of it on a socket in that folder (`acts`).
"""

import asyncio
import json
import os
import sys
from importlib import import_module
from pathlib import Path

import django
import structlog
from django.conf import settings

from tests.browser import own_activities, own_scenarios
from tests.browser.clock import CLOCK

HOST = "127.0.0.1"
CONTROL = "control"
"""The socket's name in its folder."""
log = structlog.get_logger(__name__)

MOST = 2**20  # bytes of what is asked for at once


async def do(asked: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
    """Do what each line asks for: the name of an act and its arguments. It is answered by what that
    gives; by nothing if it fails, and the log says why.
    """
    try:
        async for line in asked:
            one = json.loads(line)
            act = getattr(import_module(one["module"]), one["name"])
            answers.write(json.dumps(await act(*one["args"], **one["kwargs"])).encode())
    except Exception:
        log.exception("act_failed")
    finally:
        answers.close()


def main(folder: Path, port: int) -> None:
    CLOCK.take_over()
    own_activities.register()
    own_scenarios.use(folder)
    settings.ASGI_APPLICATION = "tests.browser.files.application"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # at once
    django.setup()
    from games.server import make_server  # noqa: PLC0415 - after django.setup

    listening = set()

    def listen() -> None:
        control = asyncio.start_unix_server(do, folder / CONTROL, limit=MOST)
        listening.add(asyncio.get_event_loop().create_task(control))

    make_server(HOST, port, ready=listen).run()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    main(Path(sys.argv[1]), int(sys.argv[2]))
