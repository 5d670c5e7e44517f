"""Where things are kept that were costly to make and can be made again."""

import os
from pathlib import Path

_PACKAGE = Path(__file__).parent


def kept_below() -> Path:
    """A folder below the package, as Python's own compiled files have one, or in the user's cache
    folder where the package may not be written."""
    below = _PACKAGE / "__pycache__"
    if os.access(below if below.exists() else _PACKAGE, os.W_OK):
        return below
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sealed-orders"
