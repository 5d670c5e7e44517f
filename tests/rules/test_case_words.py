"""What one line of a case says of a counter."""

import pytest

from rules.board.locations import LocationId
from rules.cases.words import Names, UnclearError, say_unit, say_weapon
from rules.forces.fired import Fired
from rules.forces.manner import Manner, Posture
from rules.kernel.audience import Side
from rules.mapmaking.source import parse_board

E5 = LocationId("inline:E5/0")
NAMES = Names(
    board=parse_board("size 20 x 10", "inline"),
    units={"sq": "ger-467", "foe": "rus-447"},
    weapons={"lmg": "rus-lmg"},
    sides={"sq": Side.A, "foe": Side.B, "lmg": Side.B},
)


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        ("cx ti", {"cx": True, "ti": True}),
        ("berserk not fanatic", {"berserk": True, "fanatic": False}),
        ("not was cx", {"was_cx": False}),
        ("inherent lost", {"inherent_lost": True}),
        ("bounding fire", {"fired": Fired.BOUNDING}),
        ("not fired", {"fired": None}),
        ("unarmed guard foe", {"unarmed": True, "guard": "foe"}),
        ("spent 2.5 spent here 1", {"mf_spent": 5, "mf_here": 2}),
        ("mf bonus 2 double time 1", {"mf_bonus": 4, "double_time": 2}),
        ("attacked by foe + lmg + lmg", {"attacked_by": ("foe", "lmg", "lmg")}),
        ("dash to E5 min move", {"dash_to": E5, "min_move": True}),
        ("fired at E5 at E5", {"fired_at": E5, "at": E5}),
        ("by road", {"manner": Manner.ROAD}),
        ("beneath", {"posture": Posture.BENEATH}),
        ("on wire", {"posture": Posture.ON_WIRE}),
        ("bypass 0-1", {"posture": Posture.BYPASS, "sides": (0, 1)}),
    ],
)
def test_what_is_said_of_a_unit(words: str, fields: dict[str, object]) -> None:
    assert say_unit(words, NAMES).fields == fields


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        ("ger-lmg with sq", {"type": "ger-lmg", "holder": "sq"}),
        ("at E5", {"at": E5, "holder": None}),
        ("malfunctioned not dm", {"malfunctioned": True, "dm": False}),
        ("first fire fired at E5", {"fired": Fired.FIRST, "fired_at": E5}),
        ("handled portaged by sq", {"handled": True, "portaged_by": "sq"}),
    ],
)
def test_what_is_said_of_a_weapon(words: str, fields: dict[str, object]) -> None:
    assert say_weapon(words, NAMES).fields == fields


@pytest.mark.parametrize("words", ["bypass 6", "bypass", "attacked by", "attacked by +", "not at"])
def test_what_means_nothing_is_refused(words: str) -> None:
    with pytest.raises(UnclearError):
        say_unit(words, NAMES)


@pytest.mark.parametrize("words", ["unharmed", "broken", "not", "with"])
def test_what_means_nothing_of_a_weapon_is_refused(words: str) -> None:
    with pytest.raises(UnclearError):
        say_weapon(words, NAMES)
