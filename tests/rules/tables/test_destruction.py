"""C7.7: the destruction tables column by column, Shock, Bog, and HD by manoeuvre."""

from __future__ import annotations

import pytest

from rules.tables import (
    AfvAttack,
    BogRemoval,
    Fate,
    Recovery,
    UnarmoredAttack,
    afv_fate,
    bog_removal,
    hull_down_hexsides,
    shock_recovery,
    unarmored_fate,
)

# Against a number of 8, what a Final DR of 4, 5, 8, 9 and 10 does, to the hull and to the turret.
AFV = [
    ("Direct", "burn elim immob possible-shock –", "burn elim shock possible-shock –"),
    ("DC", "burn elim immob – –", "burn elim shock – –"),
    ("FT", "burn burn elim – –", "burn burn elim – –"),
    ("MG", "burn elim stun – –", "burn elim stun – –"),
    ("Indirect", "burn elim immob – –", "burn elim shock – –"),
    ("A-P", "immob immob immob – –", "immob immob immob – –"),
    ("A-T", "burn elim elim immob immob", "burn elim elim immob immob"),
    ("CC", "burn elim immob – –", "burn elim immob – –"),
]
UNARMORED = [
    ("Direct", "burn elim immob – –"),
    ("FT", "burn burn elim – –"),
    ("Other", "burn elim immob – –"),
    ("A-T", "burn burn burn elim elim"),
    ("CC", "burn elim immob – –"),
]
ROLLS = (4, 5, 8, 9, 10)


@pytest.mark.rule("C7.7")
@pytest.mark.parametrize(("attack", "hull", "turret"), AFV, ids=[row[0] for row in AFV])
def test_c7_7_afv(attack: str, hull: str, turret: str) -> None:
    for said, upper in ((hull, False), (turret, True)):
        fates = [afv_fate(AfvAttack(attack), dr, 8, turret=upper) for dr in ROLLS]
        assert " ".join(fate.value for fate in fates) == said


@pytest.mark.rule("C7.41")
def test_c7_41_one_more_than_the_number() -> None:
    def one_more(attack: AfvAttack, *, turret: bool, he: bool) -> Fate:
        return afv_fate(attack, 9, 8, turret=turret, he=he)

    assert one_more(AfvAttack.DIRECT, turret=True, he=True) is Fate.SHOCK
    assert one_more(AfvAttack.DIRECT, turret=False, he=True) is Fate.IMMOBILIZED
    assert one_more(AfvAttack.DC, turret=True, he=True) is Fate.SHOCK
    assert one_more(AfvAttack.INDIRECT, turret=True, he=True) is Fate.SHOCK
    assert one_more(AfvAttack.DIRECT, turret=True, he=False) is Fate.POSSIBLE_SHOCK
    assert one_more(AfvAttack.FT, turret=True, he=True) is Fate.NONE


@pytest.mark.rule("C7.7")
@pytest.mark.parametrize(("attack", "said"), UNARMORED, ids=[row[0] for row in UNARMORED])
def test_c7_7_unarmored(attack: str, said: str) -> None:
    fates = [unarmored_fate(UnarmoredAttack(attack), dr, 8) for dr in ROLLS]
    assert " ".join(fate.value for fate in fates) == said


@pytest.mark.rule("C7.7")
@pytest.mark.parametrize(("number", "burns"), [(9, 4), (8, 4), (1, 0), (0, 0), (-2, -1)])
def test_c7_7_half_of_the_number(number: int, burns: int) -> None:
    assert unarmored_fate(UnarmoredAttack.ORDNANCE, burns, number) is Fate.BURN
    assert unarmored_fate(UnarmoredAttack.ORDNANCE, burns + 1, number) is not Fate.BURN


@pytest.mark.rule("C7.42")
def test_c7_42_recovery() -> None:
    shock = [shock_recovery(dr, unconfirmed_kill=False) for dr in range(1, 7)]
    assert shock == [Recovery.RECOVERED] * 2 + [Recovery.UNCONFIRMED_KILL] * 4
    uk = [shock_recovery(dr, unconfirmed_kill=True) for dr in range(1, 7)]
    assert uk == [Recovery.RECOVERED] * 3 + [Recovery.WRECK] * 3


@pytest.mark.rule("D8.3")
def test_d8_3_getting_free_of_a_bog() -> None:
    results = [bog_removal(dr) for dr in range(8)]
    assert results[:5] == [BogRemoval.FREED] * 5
    assert results[5:] == [BogRemoval.MIRED, BogRemoval.IMMOBILIZED, BogRemoval.IMMOBILIZED]


@pytest.mark.rule("D4.22")
def test_d4_22_hexsides_of_a_hd_manoeuvre() -> None:
    assert [hull_down_hexsides(dr) for dr in (-1, 1, 2, 3, 4, 8)] == [3, 3, 2, 1, 0, 0]
