"""Counting what dice give: the statistics, a small fixed share, and that it can tell."""

from dataclasses import replace

import pytest
from django.core.management import call_command

from rules.proof.frequencies import DOUBTFUL, TRIALS, Measured, Trial, measure, report, tail

MC = next(trial for trial in TRIALS if trial.name == "MC")
CC = next(trial for trial in TRIALS if trial.name.startswith("CC"))


@pytest.mark.parametrize(
    ("chi_square", "freedom"),
    [(3.841, 1), (5.991, 2), (7.815, 3), (9.488, 4), (11.070, 5), (12.592, 6), (14.067, 7)],
)
def test_the_printed_five_per_cent_points(chi_square: float, freedom: int) -> None:
    assert tail(chi_square, freedom) == pytest.approx(0.05, abs=0.0001)


@pytest.mark.parametrize("trial", TRIALS, ids=[trial.name for trial in TRIALS])
def test_a_fixed_share_comes_up_as_it_should(trial: Trial) -> None:
    measured = measure(trial, 40, 3)
    assert sum(measured.trial.chances.values()) == 36
    assert measured.total >= 15
    assert not measured.strays
    assert measured.p > 0.01


def test_the_same_seed_counts_the_same() -> None:
    assert measure(CC, 5, 1).counts == measure(CC, 5, 1).counts
    assert any(measure(CC, 5, 1).counts != measure(CC, 5, seed).counts for seed in (2, 3, 4))


def test_what_no_dr_gives_is_told() -> None:
    wrong = replace(CC, expected=lambda coloured, white: "eliminated")
    measured = measure(wrong, 12, 1)
    assert measured.p == 0
    assert any(line.endswith("no DR gives this") for line in report(measured))


def test_counts_that_are_far_off_are_doubtful() -> None:
    fair = {"fails": 200, "passes": 100, "passes, pinned": 50, "Original 12": 10}
    loaded = fair | {"fails": 150, "passes": 150}
    assert Measured(MC, fair).p == pytest.approx(1)
    assert Measured(MC, loaded).p < DOUBTFUL


def test_the_command_reports_each(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("frequencies", "--times", "3", "--seed", "5")
    told = capsys.readouterr().out
    assert all(f"{trial.name} ({trial.rule}): " in told for trial in TRIALS)
    assert told.splitlines()[-1].startswith(f"{len(TRIALS)} compared, 0 ")
