"""Which reading of the LOS rules holds."""

from enum import Enum, unique


@unique
class Reading(Enum):
    """How to judge where the rulebook and the program players know differ (`docs/los.md`)."""

    RULEBOOK = "rulebook"
    VASL = "vasl"
