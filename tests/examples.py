"""How many examples of a property are tried: some in every run, all of them in the long one."""

from typing import Final

from hypothesis import settings

QUICK: Final = "quick"
LONG: Final = "long"
_SHARE: Final = 5

# No test is timed: how long an example takes says how busy the machine is.
settings.register_profile(QUICK, deadline=None, max_examples=30)
settings.register_profile(LONG, deadline=None, max_examples=300)


def examples(many: int) -> settings:
    """So many in the long run, a fifth of them otherwise."""
    is_long = settings.get_current_profile_name() == LONG
    return settings(max_examples=many if is_long else -(-many // _SHARE))
