"""A time that tests set by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from unittest import mock

BEGIN = datetime.fromisoformat("2030-05-05T12:00:00+00:00")


class Hands:
    """What time it is."""

    def __init__(self) -> None:
        self.now = BEGIN

    def shift(self, by: timedelta) -> None:
        """Let so much time pass."""
        self.now += by


@contextmanager
def time_set() -> Iterator[Hands]:
    """Django's present is set by hand within the block."""
    hands = Hands()

    class _Kind(type):
        def __instancecheck__(cls, instance: object) -> bool:
            return isinstance(instance, datetime)

    class Set(datetime, metaclass=_Kind):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return hands.now.astimezone(tz)

    with mock.patch("django.utils.timezone.datetime", Set):
        yield hands
