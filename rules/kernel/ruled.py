"""What an adjudication has changed, in words."""

from typing import NamedTuple


class Ruled(NamedTuple):
    """In order, what everybody is told of it, and what its side alone is told."""

    public: tuple[str, ...]
    own: tuple[str, ...]
