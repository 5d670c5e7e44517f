"""How many examples of a property are tried, and how many pairs of worlds are compared: some in
every run, all of them in the long one.
"""

from typing import Final

from hypothesis import settings

QUICK: Final = "quick"
LONG: Final = "long"
_SHARE: Final = 5
_SHARE_OF_PAIRS: Final = 3

# No test is timed: how long an example takes says how busy the machine is.
settings.register_profile(QUICK, deadline=None, max_examples=30)
settings.register_profile(LONG, deadline=None, max_examples=300)


def examples(many: int) -> settings:
    """So many in the long run, a fifth of them otherwise."""
    return settings(max_examples=many if _is_long() else -(-many // _SHARE))


def pairs(many: int) -> int:
    """So many pairs in the long run, a third of them otherwise."""
    return many if _is_long() else -(-many // _SHARE_OF_PAIRS)


def _is_long() -> bool:
    return settings.get_current_profile_name() == LONG
