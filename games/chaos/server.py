"""Daphnes that can be told when to die: `python -m games.chaos.server [FAULT]`.

For every port that it reads it starts a process that serves there, says its number, and when it has
ended says that too. The processes are forked, so that the next one need not load the program
anew. A signal arms one of two windows that a kill from outside would seldom meet: the end of a
transaction just before it is committed, and the moment after that, when nobody has been told yet.
"""

import os
import signal
import sys
from typing import Any, Final

import django

HOST: Final = "127.0.0.1"
BEFORE_COMMIT: Final = signal.SIGUSR1
AFTER_COMMIT: Final = signal.SIGUSR2
GONE: Final = "gone"

_armed: set[int] = set()


def _die_if_armed(window: signal.Signals) -> None:
    if window in _armed:
        os.kill(os.getpid(), signal.SIGKILL)


def _open_windows() -> None:
    """Put the two windows where a step is stored."""
    from games.services import playing, store  # noqa: PLC0415 - after django.setup

    step_store: Any = store.step_store
    carry_out: Any = playing._carry_out_once

    def stored(*args: Any, **how: Any) -> Any:
        pressed = step_store(*args, **how)
        _die_if_armed(BEFORE_COMMIT)
        return pressed

    def carried_out(*args: Any, **how: Any) -> Any:
        outcome = carry_out(*args, **how)
        if outcome is not None:
            _die_if_armed(AFTER_COMMIT)
        return outcome

    vars(playing).update(step_store=stored, _carry_out_once=carried_out)
    for window in (BEFORE_COMMIT, AFTER_COMMIT):
        signal.signal(window, lambda number, _: _armed.add(number))


def main(fault: str = "") -> None:
    """Get ready, and serve again and again."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    django.setup()
    from games.chaos.planted import PLANTED  # noqa: PLC0415 - after django.setup
    from games.server import make_server  # noqa: PLC0415 - the same

    if fault:
        PLANTED[fault]()
    _open_windows()
    for port in sys.stdin:
        process = os.fork()
        if not process:
            make_server(HOST, int(port)).run()
            os._exit(0)
        _say(str(process))
        os.waitpid(process, 0)
        _say(GONE)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
