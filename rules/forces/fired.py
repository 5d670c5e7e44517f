"""The fire mark of counters that fire (A7.1, A8.1)."""

import enum


class Fired(enum.StrEnum):
    """The fire mark on a unit or a support weapon: the value is the badge on the counter. Who is to
    take Opportunity Fire is under a Bounding Fire counter (A7.25).
    """

    __hash__ = str.__hash__  # a part of many keys, and that of enumerations is slow

    PREP = "prep"
    BOUNDING = "bounding"
    FIRST = "first"
    FINAL = "final"
