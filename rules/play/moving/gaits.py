"""The ways in which counters get on (`gait`): for each, the first that takes it counts."""

from rules.play.moving.gait import Gait
from rules.play.moving.on_foot import on_foot

GAITS: tuple[Gait, ...] = (on_foot,)
