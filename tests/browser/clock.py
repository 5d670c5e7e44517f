"""The clock of the browser tests' server, which is put on where people would wait."""

from datetime import datetime, timedelta

from django.utils import timezone

_now = timezone.now


class Clock:
    """The time, and what it has been put on."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def now(self) -> datetime:
        return _now() + self._ahead

    def put_on(self, by: timedelta) -> None:
        self._ahead += by

    def take_over(self) -> None:
        """Be what this process knows the time by. Models take that when they are imported: this
        comes before.
        """
        vars(timezone)["now"] = self.now


CLOCK = Clock()
