"""How far a game is, and the phases of a Player Turn (A3)."""

import enum


class Stage(enum.StrEnum):
    """How far a game is."""

    SETUP = "setup"
    PLAY = "play"
    OVER = "over"


class Phase(enum.StrEnum):
    """The eight phases of a Player Turn, in their order (A3)."""

    __hash__ = str.__hash__  # a part of many keys, and that of enumerations is slow

    RPH = "RPh"
    PFPH = "PFPh"
    MPH = "MPh"
    DFPH = "DFPh"
    AFPH = "AFPh"
    RTPH = "RtPh"
    APH = "APh"
    CCPH = "CCPh"
