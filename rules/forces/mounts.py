"""How a weapon turns: the mounts of Guns (C2.3) and the turrets of vehicles (D1.31-D1.33)."""

from __future__ import annotations

from enum import Enum


class Mount(Enum):
    """C5.1: what the DRM for a change of CA depends on; the value is the word on the counter."""

    __hash__ = object.__hash__  # a part of keys, and that of enumerations is slow

    FAST = "T"
    SLOW = "ST"
    RESTRICTED_SLOW = "RST"
    ONE_MAN = "1MT"
    NONE = "NT"

    @property
    def is_turret(self) -> bool:
        """Whether there is a turret, or a mount that turns all the way round."""
        return self is not Mount.NONE
