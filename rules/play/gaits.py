"""The ways in which counters get on (`gait`): the first that knows them is theirs."""

from rules.play.gait import Gait
from rules.play.on_foot import on_foot

GAITS: tuple[Gait, ...] = (on_foot,)
