"""What a case can say besides its script: labels, results, questions, sights, variants; and which
positions it cannot have.
"""

import re
from pathlib import Path
from typing import Final

import pytest

from rules.cases.commands import FORMS
from rules.cases.reading import read_case
from rules.cases.run import Unmet, run_case
from rules.data import DataError

DOCS: Final = Path(__file__).parents[2] / "docs" / "cases.md"

CASE = """\
title: A try
clauses: [A7.9]
board: |
  size 12 x 10
  woods: F4
clock: {phase: PFPh}
units:
  sq: ger-467 at E2
  ldr: ger-8-1 at E2
  foe: rus-447 at E6
  two: rus-447 at E6
weapons:
  lmg: ger-lmg with sq
expect:
  odds: {a: fire sq at E6, fp: 7, column: 6, drm: 0, chances: {PTC: 4, none: 11}}
replay:
  - title: by itself
    script:
      - a: fire sq at E6 with none
        dice: [IFT Prep 3 3, PTC foe 1 2, TC two 5 6]
        expect:
          results:
            - {of: 4-6-7 sq, fp: 4, column: 2, cowering: 1, dr: 6, drm: 0, result: PTC}
            - {of: PTC 4-4-7 foe, level: 7, dr: 3, result: passes}
            - {of: PTC 4-4-7 two, dr: 11, result: "fails, pinned"}
          sees: {b: {two: pinned, E6: foe + two}}
  - title: moving
    clock: {phase: MPh}
    units: {foe: none, sq: ger-467 at E3}
    weapons: none
    script:
      - a: move sq to E9
        refused: any
      - expect:
          mf: {sq: 4, ldr: 6}
          entry:
            - {units: ldr, to: E3, cost: 1, left: 5, total: 1}
            - {units: sq, to: "E4, F4", cost: 2, total: 3, left: 1, parts: {woods: 2}}
            - {units: sq, to: E6, barred: A4.1}
          sees: {b: {E6: two, sq: at E3 not broken}}
      - a: move sq to E4
        expect:
          results: {of: 4-6-7 sq E3 → E4, cost: 1}
          mf: {sq: 3}
"""


def write(tmp_path: Path, old: str = "", new: str = "") -> Path:
    assert old in CASE
    path = tmp_path / "case.yaml"
    path.write_text(CASE.replace(old, new), encoding="utf-8")
    return path


def test_all_of_it_holds(tmp_path: Path) -> None:
    run_case(write(tmp_path))


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("IFT Prep 3 3", "RS sq 3 3", 19, r"roll 1 .public. is IFT: Prep Fire, the script has RS"),
        ("PTC foe", "PTC two", 19, r"roll 2 .public. is TC: PTC of 4-4-7 foe, the script has PTC"),
        ("two 5 6]", "two 5 6, MC sq 3 4]", 19, "left over: MC sq 3 4 .replay: by itself"),
        ("fp: 7", "fp: 8", 15, "fp is 7, not 8"),
        ("PTC: 4", "PTC: 3", 15, "chances: PTC is 4, not 3"),
        ("a: fire sq at E6, fp", "b: fire foe at E2, fp", 15, r"there are no odds \(.*\): "),
        ("fp: 4", "fp: 7", 23, "fp is 4, not 7: 4-6-7 sq: 4 FP"),
        ("dr: 6", "dr: 7", 23, "dr is 6, not 7"),
        ("result: passes}", "result: fails}", 24, "result is passes, not fails"),
        ("of: PTC 4-4-7 two", "of: 4-6-7 sq", 25, "is not of '4-6-7 sq'"),
        ("{two: pinned", "{two: broken", 26, "as b sees it, two: broken is false, not true"),
        ("E6: foe + two", "E6: two", 26, "b sees foe, two in E6"),
        ("E6: foe + two", "foe: nothing", 26, "b sees foe"),
        ("move sq to E9", "move sq to E4", 33, "is not refused"),
        ("sq: 4, ldr", "sq: 5, ldr", 35, "sq has 4 MF, not 5"),
        ("left: 5", "left: 4", 37, "left is 5, not 4"),
        ("woods: 2}", "woods: 3}", 38, "parts: woods is 2, not 3"),
        ("barred: A4.1", "barred: A4.14", 39, "barred is A4.1, not A4.14: E6 is not adjacent"),
        ("to: E6, barred: A4.1", "to: E4, barred: A4.1", 39, "barred is None, not A4.1"),
        ("E6: two,", "E6: nothing,", 40, "b sees two in E6"),
        ("E4, cost: 1", "E4, cost: 2", 43, "cost is 1, not 2"),
        ("mf: {sq: 3}", "mf: {sq: 4}", 44, "sq has 3 MF, not 4"),
    ],
)
def test_each_of_it_can_fail(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    with pytest.raises(Unmet, match=message) as caught:
        run_case(write(tmp_path, old, new))
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("ger-467 at E2", "ger-467 at E2 at E3", 8, "says two things of its at"),
        ("ger-467 at E2", "ger-467 at E2 broken not broken", 8, "two things of its broken"),
        ("ger-467 at E2", "ger-467 at E2 wounded", 8, "a MMC is never wounded"),
        ("ger-467 at E2", "ger-467 at E2 dm", 8, "dm goes only with broken"),
        ("ger-467 at E2", "ger-467 at E2 berserk broken", 8, "berserk does not go with broken"),
        ("ger-467 at E2", "ger-467 at E2 melee", 8, "is in Melee with nobody"),
        ("ger-467 at E2", "ger-467 at E2 guard foe", 8, "its guard foe is not with it"),
        ("ger-467 at E2", "ger-467 at E2 guard ldr", 8, "its guard ldr is of its own side"),
        ("ger-8-1 at E2", "ger-8-1 at E2 disrupted", 9, "a SMC is never disrupted"),
        ("ger-lmg with sq", "ger-lmg with sq at E2", 13, "says two things of its holder"),
        ("ger-lmg with sq", "ger-lmg with qs", 13, "there is no unit 'qs'.*did you mean 'sq'"),
        ("  lmg: ", "  ldr: ", 13, "ldr is a unit already"),
        ("woods: F4", "woods: F44", 5, "F44"),
        ("ger-467", "ger-476", 8, "'ger-476' is no type of counter.*did you mean 'ger-46"),
        ("at E2\n  ldr", "at E22\n  ldr", 8, "there is no hex E22; did you mean 'E"),
        ("at E2\n  ldr", "at E2 brokn\n  ldr", 8, "did you mean 'broken'"),
        ("at E2\n  ldr", "at E2 not brokn\n  ldr", 8, "did you mean 'broken'"),
        ("move sq to E9", "mvoe sq to E9", 32, "say 'move UNITS"),
        ("move sq to E9", "move sqq to E9", 32, "did you mean 'sq'"),
        ("title: A try", "titel: A try", 1, "did you mean 'title'"),
        ("phase: PFPh", "phase: PPh", 6, "did you mean 'PFPh'"),
        ("IFT Prep 3 3", "IFT Prep 3 7", 20, "'IFT Prep 3 7' is neither a DR"),
        ("title: moving", "title: moving\n    replay: []", 28, "a variant has no variants"),
        ("title: moving", "titel: moving", 27, "'title' is missing"),
        ("none: 11}", "none: 11}, b: pass", 15, "the odds of one command"),
    ],
)
def test_a_mistake_or_an_impossible_position_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    with pytest.raises(DataError, match=message) as caught:
        read_case(write(tmp_path, old, new))
    assert caught.value.line == line


def test_more_squads_than_could_enter_are_no_position(tmp_path: Path) -> None:
    many = "".join(f"  s{n}: ger-467 at E2\n" for n in range(11))
    with pytest.raises(DataError, match=r"12 squads are in one Location.*A5\.11"):
        read_case(write(tmp_path, "  foe: rus", f"{many}  foe: rus"))


def test_a_variant_takes_over_the_position_and_not_the_script(tmp_path: Path) -> None:
    case = read_case(write(tmp_path))
    alone, moving = case.replays
    assert (alone.title, moving.title) == ("by itself", "moving")
    assert [len(one.script) for one in (case, alone, moving)] == [0, 1, 3]
    assert set(alone.names.units) == {"sq", "ldr", "foe", "two"}
    assert set(moving.names.units) == {"sq", "ldr", "two"}
    assert not moving.names.weapons


SHARED = """\
title: A position
clauses: [A7.9]
units:
  sq: ger-467 at E5
  foe: rus-447 at E7
script: []
"""


def test_a_case_takes_its_position_from_another(tmp_path: Path) -> None:
    """`like`: what is otherwise is said, and a mistake is told where it stands."""
    (tmp_path / "shared.yaml").write_text(SHARED)
    case = tmp_path / "case.yaml"
    case.write_text(
        "title: A leader directs\nclauses: [A7.53]\nlike: shared\nunits: {ldr: ger-8-1 at E5}\n"
        "script: [{a: fire sq at E7 director ldr, dice: 6 5}]\n"
    )
    run_case(case)
    (tmp_path / "shared.yaml").write_text(SHARED.replace("E7", "Z9"))
    with pytest.raises(DataError, match=r"shared\.yaml:5: units\.foe: there is no hex Z9"):
        read_case(case)
    case.write_text("title: A try\nclauses: [A7.9]\nlike: shard\nscript: []\n")
    with pytest.raises(DataError, match=r"case\.yaml:3: like: .*did you mean 'shared'"):
        read_case(case)


UNDER = """\
title: 7
clauses: [A12.11]
clock: {phase: MPh}
units:
  sq: ger-467 at E2 under c1
  foe: rus-447 at E9
dummies:
  c1: a at E2
  c2: a at E4
script:
  - a: smoke E3 by c1/1
    dice: [smoke 6]
"""


def _written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "case.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_one_of_those_under_a_cover_is_named_by_its_number(tmp_path: Path) -> None:
    run_case(_written(tmp_path, UNDER))
    for said, message in (
        ("c1", "'c1' is over 2: say which, as in c1/1"),
        ("c1/3", "'c1/3' is not on the board yet"),
        ("c2", r"is refused \("),
        ("c1/2", r"is refused \("),
    ):
        with pytest.raises(Unmet, match=message):
            run_case(_written(tmp_path, UNDER.replace("c1/1", said)))


def test_a_bare_number_is_a_title(tmp_path: Path) -> None:
    assert read_case(_written(tmp_path, UNDER)).title == "7"


STATES = """\
title: States that seldom are
clauses: [A15.2]
clock: {phase: RtPh}
units:
  hero: ger-hero at E2 wounded
  ldr: ger-6p1 at E2 broken disrupted
  foe: rus-447 at E9
counters:
  side b: {no_quarter: true}
expect:
  units: {hero: ger-hero-wounded wounded, ldr: disrupted}
  counters: {side b: {no_quarter: true, elr: 5}}
"""


def test_a_wounded_hero_has_his_other_side_and_a_leader_of_the_last_grade_may_be_disrupted(
    tmp_path: Path,
) -> None:
    run_case(_written(tmp_path, STATES))


FIRES = """\
title: Who fires from a mined hex is seen, and the mines are not
clauses: [B28.1]
clock: {phase: PFPh, phasing: b}
units:
  sq: ger-467 at E8
  foe: rus-447 at E5 under c1
mines:
  E5: b 8
script:
  - b: fire foe at E8
    dice: [6 5]
    expect: {sees: {a: {foe: at E5}}, log: {a: [foe]}}
expect:
  hidden_from: {a: [presence of E5, strength of E5]}
"""


def test_another_reveal_in_a_mined_hex_tells_nothing_of_mines(tmp_path: Path) -> None:
    run_case(_written(tmp_path, FIRES))


LEFT = """\
title: What is left of fire
clauses: [A8.22]
clock: {phase: MPh}
units:
  sq: ger-467 at E4
  foe: rus-447 at K5
counters:
  residual E5: {fp: 4}
script:
  - a: move sq to E5
    dice: [6 6]
    expect: {results: {of: sq, fp: 4, column: 4, result: no effect}}
"""


def test_what_is_left_of_fire_has_fp_and_a_column(tmp_path: Path) -> None:
    run_case(_written(tmp_path, LEFT))
    with pytest.raises(Unmet, match="column is 4, not 6"):
        run_case(_written(tmp_path, LEFT.replace("column: 4", "column: 6")))


def test_every_command_is_in_the_documentation() -> None:
    """By what its form begins with, before the first noun."""
    page = DOCS.read_text(encoding="utf-8")
    listed = page[page.index("## The script") : page.index("## What to expect")]
    firsts = {re.split(r" [\[{]", form.words)[0] for form in FORMS}
    missing = [one for one in firsts if not re.search(rf"(?<!\w){re.escape(one)}(?!\w)", listed)]
    assert sorted(missing) == []
