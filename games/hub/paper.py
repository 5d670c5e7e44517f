"""The whole document of one audience, kept as the `doc` frame that whoever says hello is sent."""

from typing import Final

from games.selectors.documents import AudienceView, Told, log_start
from games.wire import Delivery, Presence
from rules.kernel.document import apply_frame, log_of
from rules.kernel.view import wire

MOST_AHEAD: Final = 200  # bulletins that are kept for when the frame is next wanted

_NOBODY: Final = b'"online":' + wire(Presence().as_dict())


class Paper:
    """A document read from the store once, and kept up to date from the bulletins that follow.

    A crowd that comes back all at once then costs one reading, and no command has to share the
    processor with a reader.
    """

    def __init__(self, view: AudienceView) -> None:
        self._view = view
        self._ahead: list[Delivery] = []
        self._parts: tuple[bytes, bytes] | None = None  # before and after who is online

    @property
    def n(self) -> int:
        """The number of the last bulletin in it."""
        return self._ahead[-1].n if self._ahead else self._view.n

    def follow(self, delivery: Delivery) -> bool:
        """Take in the next bulletin. False if it is not the next one, or too many have come since
        anybody wanted the document: then it has to be read anew.
        """
        if delivery.n <= self.n:
            return True
        if delivery.n > self.n + 1 or len(self._ahead) >= MOST_AHEAD:
            return False
        self._ahead.append(delivery)
        self._parts = None
        return True

    def frame(self, online: Presence) -> bytes:
        """The `doc` frame."""
        if self._parts is None:
            self._view = _after(self._view, self._ahead)
            self._ahead = []
            head, _, tail = self._view.frame(Presence()).rpartition(_NOBODY)
            self._parts = (head + b'"online":', tail)
        return wire(online.as_dict()).join(self._parts)


def _after(view: AudienceView, deliveries: list[Delivery]) -> AudienceView:
    document, log = view.document, list(view.log)
    for delivery in deliveries:
        document = apply_frame(document, delivery.frame)
        log.append(Told(delivery.n, tuple(log_of(delivery.frame))))
    n = deliveries[-1].n if deliveries else view.n
    kept = tuple(told for told in log if told.n > log_start(n))
    return AudienceView(view.audience, n, document, kept)
