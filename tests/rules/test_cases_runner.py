"""The runner of cases: what it refuses, by file and line, and that it sees what does not hold."""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rules.cases.coverage import check_clauses, proofs, written
from rules.cases.reading import read_case
from rules.cases.run import Unmet, case_files, outcome, run_case
from rules.clauses import Clause, clauses
from rules.data import DataError
from rules.management.watching import code_stamps, until_rules_change

CASES = Path(__file__).parent.parent / "cases"

B28_IN_FORCE = (
    *("B28.1a", "B28.1b", "B28.1c", "B28.1d", "B28.1e", "B28.1g", "B28.1h", "B28.1i"),
    *("B28.2a", "B28.3a", "B28.3b", "B28.4a"),
    *("B28.41a", "B28.41b", "B28.41c", "B28.41d", "B28.41f"),
    *("B28.411a", "B28.411b", "B28.412a", "B28.412b", "B28.412c"),
)

CASE = """\
title: A move into mines
clauses: [B28.41a]
clock: {phase: MPh}
units:
  sq: ger-467 at E4
  foe: rus-447 at K5
mines:
  E5: b 8
script:
  - a: move sq to E5
    dice: [4 5, 3 3]
    expect:
      units: {sq: at E5 unharmed}
expect:
  told: {public: [MinesPresent E5, MineEffect E5 PTC, MineStrength E5 8]}
"""


@pytest.fixture(scope="module")
def by_cases() -> Mapping[str, tuple[str, ...]]:
    """What all our cases prove. DataError if one names a clause that there is not."""
    return proofs([CASES], ())


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "case.yaml"
    path.write_text(dedent(text), encoding="utf-8")
    return path


def test_the_example_holds(tmp_path: Path) -> None:
    run_case(write(tmp_path, CASE))


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("title:", "titel:", 1, "unknown field"),
        ("[B28.41a]", "[mines]", 2, "'mines' is no number of a rule"),
        ("phase: MPh", "phase: XPh", 3, "must be one of RPh"),
        ("ger-467 at E4", "ger-999 at E4", 5, "'ger-999' is no type of counter"),
        ("ger-467 at E4", "ger-467 at E44", 5, "there is no hex E44"),
        ("ger-467 at E4", "ger-467", 5, "does not say its at"),
        ("ger-467 at E4", "ger-467 at E4 tired", 5, "'tired' is no type of counter and none of"),
        ("ger-467 at E4", "ger-467 at E4 spent x", 5, "'x' is no number of MF"),
        ("rus-447 at K5", "bri-457 at K5", 6, "the sides are german, russian"),
        ("E5: b 8", "E5: b 7", 8, "is written as in: b 8"),
        ("move sq to E5", "move sqq to E5", 10, "there is no unit 'sqq'; there are sq, foe"),
        ("move sq to E5", "move sq to E55", 10, "there is no hex E55"),
        (
            "move sq to E5",
            "move sq E5",
            10,
            r"say 'move UNITS to HEX \[assault\] \[by road\|shell",
        ),
        ("4 5, 3 3", "4 7", 11, "'4 7' is neither a DR"),
        ("units: {sq", "unit: {sq", 13, "unknown field"),
        ("{sq: at E5 unharmed}", "{sqq: gone}", 13, "there is no unit 'sqq'"),
        ("told: {public", "told: {publc", 15, "unknown field"),
        ("ger-467 at E4", "ger-467 at E4 level 1", 5, "E4 has no Location at level 1"),
        ("ger-467 at E4", "ger-467 at E4 bridge", 5, "E4 has no Location at level 1"),
        ("ger-467 at E4", "ger-467 at E4 level", 5, "'level' is no level"),
        ("told: {public", "los: {from: E4, to: E6}\n  told: {public", 15, "expects nothing"),
    ],
)
def test_a_mistake_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    assert old in CASE
    with pytest.raises(DataError, match=message) as caught:
        read_case(write(tmp_path, CASE.replace(old, new)))
    assert caught.value.line == line
    assert str(caught.value).startswith(f"{tmp_path / 'case.yaml'}:{line}: ")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("[4 5, 3 3]", "[4 5]", 10, "roll 2 .* is not scripted"),
        ("[4 5, 3 3]", "[4 5, 3]", 10, "wants 2 dice"),
        ("[4 5, 3 3]", "[4 5, 3 3, 1]", 10, "dice are left over: 1"),
        ("move sq to E5", "move sq to E7", 10, r"is refused \(A4.1\): E7 is not adjacent"),
        ("move sq to E5", "pass", 10, "is refused"),
        ("at E5 unharmed", "at E4", 13, "sq: at is E5, not E4"),
        ("at E5 unharmed", "pinned", 13, "sq: pinned is false, not true"),
        ("at E5 unharmed", "ger-247", 13, "sq: type is ger-467, not ger-247"),
        ("at E5 unharmed", "gone", 13, "sq is still there, at E5"),
        ("E5 PTC", "E5 NMC", 15, "public is told"),
    ],
)
def test_what_does_not_hold_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    assert old in CASE
    with pytest.raises(Unmet, match=message) as caught:
        run_case(write(tmp_path, CASE.replace(old, new)))
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ("question: none", "the open question is b FireWindow"),
        ("question: a continue", "the open question is b FireWindow"),
        ("clock: {phase: DFPh}", "phase is MPh, not DFPh"),
        ("control: {E5: a}", "the Control of E5 does not count"),
        ("los: {from: E4, to: E7, blocked: true}", "blocked is False, not True: .* Clear"),
        ("los: [{from: E4, to: E7, blocked: false}, {from: E4, to: E7, range: 2}]", "range is 3"),
        ("result: {winner: a}", "the game is not over"),
        ("faces: {public: {minefield E5: none}}", "public sees minefield E5"),
        ("faces: {public: {minefield E6: {strength: 8}}}", "public sees no minefield E6"),
        ("faces: {public: {minefield E5: {strength: 6}}}", "strength is 8, not 6"),
        ("faces: {public: {minefield E5: {sort: 6}}}", "has no field 'sort'"),
        ("faces: {a: {mine_record E5: {known: strength}}}", "a sees no mine_record E5"),
        ("log: {public: [3MC]}", "the log of public has no line with '3MC'"),
        ("log_lacks: {b: [PTC]}", "the log of b has a line with 'PTC'"),
        ("offered: {a: [move]}", "a is not offered this"),
        ("offered: {b: [fire foe at E4]}", "b is not offered this"),
        ("not_offered: {b: [pass]}", "b is offered this"),
        ("hidden_from: {a: [presence of E5]}", "tells of mines in E5"),
        ("hidden_from: {public: [strength of E5]}", "tells how strong the mines are in E5"),
        ("never_sent: {a: ['\"strength\":8']}", "a was sent"),
        ("sent: {a: ['\"strength\":6']}", "a was never sent"),
    ],
)
def test_each_expectation_can_fail(tmp_path: Path, expected: str, message: str) -> None:
    text = CASE.replace("units: {sq: at E5 unharmed}", expected)
    with pytest.raises(Unmet, match=message) as caught:
        run_case(write(tmp_path, text))
    assert caught.value.line == 13


def test_a_refusal_must_be_the_one_that_is_expected(tmp_path: Path) -> None:
    refused = "- a: move sq to E7\n    refused: {rule: A4.1, why: not adjacent}\n"
    head = CASE.partition("  - a:")[0] + "  "
    run_case(write(tmp_path, head + refused))
    for old, new, message in (
        ("A4.1", "A4.14", "is refused by A4.1: E7 is not adjacent"),
        ("not adjacent", "too far", "is refused by A4.1"),
        ("move sq to E7", "move sq to F4", "is not refused"),
    ):
        with pytest.raises(Unmet, match=message) as caught:
            run_case(write(tmp_path, head + refused.replace(old, new)))
        assert caught.value.line == 11


def test_mines_that_attack_are_not_as_if_there_were_none(tmp_path: Path) -> None:
    text = CASE.replace("[4 5, 3 3]", "[6 6]").partition("    expect:")[0]
    with pytest.raises(DataError, match=r"roll 1 .* is not scripted"):
        run_case(write(tmp_path, text.replace("    dice: [6 6]\n", "")))
    with pytest.raises(Unmet, match="dice are left over: 6 6"):
        run_case(write(tmp_path, text + "same_without: {mines: [a]}\n"))


def test_a_mine_owner_has_more_than_without_mines(tmp_path: Path) -> None:
    script = "  - a: move sq to F4\nsame_without: {mines: [a, public]}\n"
    text = CASE.partition("  - a:")[0] + script
    run_case(write(tmp_path, text))
    with pytest.raises(Unmet, match="b was sent something else"):
        run_case(write(tmp_path, text.replace("[a, public]", "[b]")))


def test_without_a_unit_that_is_seen_much_is_otherwise(tmp_path: Path) -> None:
    head = CASE.partition("script:")[0] + "script:\n  - a: move sq to F4\n"
    hidden = head.replace("units:\n", "units:\n  more: rus-447 at E9 hidden\n")
    run_case(write(tmp_path, hidden + "same_without: {more: [a, public]}\n"))
    with pytest.raises(Unmet, match="b was sent something else than without more"):
        run_case(write(tmp_path, hidden + "same_without: {more: [a, b]}\n"))
    seen = hidden.replace(" hidden", "")
    with pytest.raises(Unmet, match="a was sent something else than without more"):
        run_case(write(tmp_path, seen + "same_without: {more: [a]}\n"))
    with pytest.raises(DataError, match="moore"):
        run_case(write(tmp_path, hidden + "same_without: {moore: [a]}\n"))


def test_the_case_command_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write(tmp_path, CASE)
    call_command("case", str(good))
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed"
    (tmp_path / "wrong.yaml").write_text(CASE.replace("E5 PTC", "E5 NMC"), encoding="utf-8")
    with pytest.raises(SystemExit) as caught:
        call_command("case", str(tmp_path))
    told = capsys.readouterr().out.splitlines()
    assert caught.value.code == 1
    assert told[0].startswith(f"{tmp_path / 'wrong.yaml'}:15: expect.told.public: public is told")
    assert told[-1] == "1 passed, 1 failed"


def test_cases_are_run_by_several_processes_in_the_order_of_their_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in "abcdef":
        wrong = name in "be"
        text = CASE.replace("E5 PTC", "E5 NMC") if wrong else CASE
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit):
        call_command("case", str(tmp_path), "--jobs", "2")
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(".yaml:")[0][-1] for line in told[:-1]] == ["b", "e"]
    assert told[-1] == "4 passed, 2 failed"


VARIANTS = """\
replay:
  - title: one
    script: [{a: move sq to E7}]
  - title: two
    script: [{a: move sq to F4}]
  - title: three
    script: [{a: move sq to E8}]
"""


def test_every_variant_that_fails_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, CASE.replace("E5 PTC", "E5 NMC") + VARIANTS)
    with pytest.raises(Unmet) as caught:
        run_case(path)
    told = str(caught.value).splitlines()
    assert [line.split(":")[1] for line in told] == ["15", "18", "22"]
    assert told[1].endswith("E7 is not adjacent. (replay: one)")
    assert told[2].endswith("E8 is not adjacent. (replay: three)")
    assert outcome(path) == str(caught.value)


def watched(folder: Path, package: Path, acts: list[Callable[[], object]]) -> list[list[str]]:
    """What is run again as one after another is done to the files, up to a change of the rules."""
    ran: list[list[str]] = []
    (package / "module.py").write_text("", encoding="utf-8")

    def change_rules() -> None:
        (package / "module.py").write_text("X = 1", encoding="utf-8")
        (folder / "seen_to_first.yaml").write_text(CASE, encoding="utf-8")

    acts.append(change_rules)

    def act(seconds: float) -> None:
        acts.pop(0)()

    until_rules_change(
        lambda: case_files([folder]),
        lambda files: ran.append([path.stem for path in files]),
        code_stamps(package),
        pause=act,
        package=package,
    )
    return ran


def test_changed_cases_are_run_again_and_those_that_are_like_them(tmp_path: Path) -> None:
    folder, package = tmp_path / "cases", tmp_path / "rules"
    folder.mkdir()
    package.mkdir()
    one, two, other = (folder / f"{name}.yaml" for name in ("one", "two", "other"))
    one.write_text(CASE, encoding="utf-8")
    two.write_text("title: Two\nlike: one\n", encoding="utf-8")
    other.write_text(CASE, encoding="utf-8")
    ran = watched(
        folder,
        package,
        [
            lambda: two.write_text("title: Another two\nlike: one\n", encoding="utf-8"),
            lambda: one.write_text(CASE + "# more\n", encoding="utf-8"),
            other.unlink,
            lambda: (folder / "new.yaml").write_text(CASE, encoding="utf-8"),
        ],
    )
    assert ran == [["two"], ["one", "two"], ["new"]]


def test_nothing_is_run_by_rules_that_have_changed(tmp_path: Path) -> None:
    folder, package = tmp_path / "cases", tmp_path / "rules"
    folder.mkdir()
    package.mkdir()
    one = folder / "one.yaml"
    one.write_text(CASE, encoding="utf-8")

    def both() -> None:
        one.write_text(CASE + "# more\n", encoding="utf-8")
        (package / "table.yaml").write_text("a: 1\n", encoding="utf-8")

    assert watched(folder, package, [both]) == []


def test_a_path_without_cases_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no cases"):
        call_command("case", str(tmp_path))
    with pytest.raises(CommandError, match="there is no"):
        call_command("case", str(tmp_path / "none"))


def test_the_rulebook_joins_clauses_and_proofs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cases").mkdir()
    write(tmp_path / "cases", CASE)
    marks = "@pytest.mark.rule('B28.2a', 'B28.41a')\ndef test_los(): ...\n"
    marks += "@pytest.mark.card('B28.531a')\ndef test_chains(): ...\n"
    (tmp_path / "test_los.py").write_text(f"import pytest\n\n{marks}", encoding="utf-8")
    call_command("rulebook", "B28", "--tests", str(tmp_path))
    told = capsys.readouterr().out.splitlines()
    assert told[-1].startswith("2 of 158 clauses; 1 written, not reached, ")
    assert len(told) == 159
    proved = {line.split()[0]: line for line in told}
    assert "  not in play: " in proved["B28.531e"]
    assert "  in a module alone: " in proved["B28.41b"]
    assert proved["B28.41a"].endswith("  case, test_los.py::test_los")
    assert proved["B28.2a"].endswith("  written, not reached: test_los.py::test_los")
    assert proved["B28.531a"].endswith("  test_los.py::test_chains")
    call_command("rulebook", "B28", "--missing", "--tests", str(tmp_path))
    absent = sum(bool(clause.absent) for clause in clauses("B28"))
    assert len(capsys.readouterr().out.splitlines()) == 157 - absent


def test_what_no_game_reaches_is_known(by_cases: Mapping[str, tuple[str, ...]]) -> None:
    """There is neither OBA nor a bomb that would wear mines down: B28.62 is ready for them."""
    tests = sorted(Path(__file__).parents[1].rglob("test_*.py"))
    lines = Counter(clause.number for clause in clauses())
    named = {**by_cases, **proofs((), tests)}, written(tests)

    def names(clause: Clause, found: Mapping[str, tuple[str, ...]]) -> bool:
        alone = lines[clause.number] == 1
        return clause.id in found or (alone and clause.number in found)

    proved, tested = ([one for one in clauses() if names(one, found)] for found in named)
    ids = [one.id for one in tested if one not in proved]
    assert ids == ["B28.45d", "B28.45e", "B28.47c", *(f"B28.62{letter}" for letter in "abcdef")]


def test_a_clause_that_is_not_listed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"there is no clause B28\.41z"):
        check_clauses(write(tmp_path, CASE.replace("B28.41a", "B28.41z")))


def test_every_clause_of_b28_that_is_in_force_has_a_case(
    by_cases: Mapping[str, tuple[str, ...]],
) -> None:
    assert [clause for clause in B28_IN_FORCE if clause not in by_cases] == []


COUNTERS = """\
title: Other entities by their kinds
clauses: [B28.1]
clock: {phase: MPh}
units:
  sq: ger-467 at A1
  foe: rus-447 at K5
counters:
  minefield m7: {at: E5, strength: 8}
  order b: {phase: true}
expect:
  faces: {public: {minefield E5: {strength: 8}}}
  counters:
    minefield m7: {at: E5}
    minefield m8: gone
    order b: {phase: true, breaks: false}
"""


def test_a_case_says_of_any_kind_what_its_fields_are(tmp_path: Path) -> None:
    run_case(write(tmp_path, COUNTERS))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("minefield m7: {at: E5}", "minefield m7: {at: E6}", "minefield m7: at is"),
        ("minefield m7: {at: E5}", "minefield m7: gone", "minefield m7 is still there"),
        ("minefield m8: gone", "minefield m8: {at: E5}", "minefield m8 is gone"),
        ("order b: {phase: true, ", "order b: {phase: false, ", "order b: phase is True"),
        ("order b: {phase: true}", "odor b: {phase: true}", "is no kind and id"),
        ("order b: {phase: true}", "order b: {phases: true}", "unknown field"),
        ("order b: {phase: true}", "order b: {phase: 7}", "bool"),
        ("{at: E5, strength: 8}", "{at: E55, strength: 8}", "no hex E55"),
    ],
)
def test_what_is_said_of_other_entities_is_checked(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    text = COUNTERS.replace("  faces: {public: {minefield E5: {strength: 8}}}\n", "")
    assert old in text
    with pytest.raises(DataError, match=message):
        run_case(write(tmp_path, text.replace(old, new, 1)))
