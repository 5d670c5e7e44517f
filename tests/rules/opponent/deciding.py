"""What the sensible player would like best in a position that a case describes."""

import random
from pathlib import Path
from typing import Any

import msgspec

from rules.cases.position import scenario_of
from rules.cases.reading import read_case
from rules.kernel.audience import Side
from rules.opponent.wishes import decide
from rules.play.ruleset import AslRules
from rules.proof.sensible import seat_at
from rules.proof.trials import Trial


def decided(text: str, path: Path) -> dict[str, Any]:
    """What side A would like best in a position."""
    file = path / "position.yaml"
    file.write_text(text)
    table = read_case(file).table
    assert table is not None
    game = Trial(table, AslRules(scenario_of(table), table.board), b"decided").game()
    offers = msgspec.json.decode(game.offers(Side.A.audience))
    nouns = decide(seat_at(game, Side.A, offers), random.Random("s"))
    assert nouns is not None
    game.check(Side.A, game.decode(msgspec.json.encode(nouns)))
    return nouns
