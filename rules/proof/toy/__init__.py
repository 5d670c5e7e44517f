"""A small world to prove the kernel on: six hexes, two sides, and every kind of secret.

Pieces lie hidden, under a "?", or in the open; mines wait in hexes; any roll may wake a Sniper.
It is no game to be proud of, but it is a whole one: `entities` says what there is, `faces` who
sees what, `commands` what may be tried, `rules` what then happens. `variations` says how its
worlds may differ without a side's noticing, and `planted` spoils it on purpose, to see whether
the secrecy check bites.
"""

from rules.proof.toy.entities import RecordColumns, record_columns
from rules.proof.toy.rules import Toy

__all__ = ["toy_rules", "record_columns", "RecordColumns"]


def toy_rules() -> Toy:
    """The rules of the test world, scenario `toy`."""
    return Toy()
