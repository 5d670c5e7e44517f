"""How often somebody may ask for what is work to answer: counted in the cache, minute by minute."""

from typing import Final

from django.core.cache import cache

_MINUTE: Final = 60


def is_in_pace(what: str, most: int) -> bool:
    """Count one more of something; whether there were no more than so many in about a minute."""
    key = f"pace:{what}"
    cache.add(key, 0, _MINUTE)
    try:
        count: int = cache.incr(key)
    except ValueError:  # its minute was over in between
        return True
    return count <= most
