"""A value table that does not hold is refused by file, line and field."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rules.forces
from rules.data import DataError
from rules.forces.reading import read_forces

DATA = Path(rules.forces.__file__).parent / "data"

BAD = [
    ("broken: 7, half: ger-247", "broken: 17, half: ger-247", "squads.ger-467.broken", "at most"),
    ("half: ger-247", "half: ger-236", "squads.ger-467.half", "another Class"),
    ("half: ger-247", "half: rus-247", "squads.ger-467.half", "no HS of this nation"),
    ("ger-467:  {", "ger-476:  {", "squads.ger-476", "id must be ger-467 or ss-467"),
    ("strength: 4-6-7", "strength: 4-6", "squads.ger-467.strength", "FP-range-morale"),
    ("class: 1, strength: 4-6-7", "class: 3, strength: 4-6-7", "squads.ger-467.class", "one of E"),
    ("strength: 4-6-7, marks", "strength: 4-6-7, mark", "squads.ger-467.mark", "unknown field"),
    (", half: ger-247", "", "squads.ger-467", "names its half"),
    ("6+1]", "6+2]", "leaders[7]", "no leader 6+2"),
    ("pp: 3, dm_pp: 2, ", "", "weapons.ger-mmg", "'pp' is missing"),
    ("dm_as: ger-lmg}\n  ger-h", "dm_as: ger-mg}\n  ger-h", "weapons.ger-mmg.dm_as", "no weapon"),
    ("worse: ger-447, b", "worse: ger-247, b", "squads.ger-467.worse", "is no squad"),
    ("worse: ger-447, b", "worse: ger-548, b", "squads.ger-467.worse", "not of a lower Class"),
    ("better: ger-468}", "better: ger-548}", "squads.ger-467.better", "figure that is lower"),
    ("50* [2-13]", "50* 2-13", "weapons.ger-mtr.tube", "calibre [least"),
    ("  name: German\n", "", "nation", "'name' is missing"),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("classes.yaml", "german.yaml"):
        shutil.copy(DATA / name, tmp_path / name)
    return tmp_path


def test_the_copied_tables_hold(folder: Path) -> None:
    assert "ger-467" in read_forces(folder).units


@pytest.mark.parametrize(("old", "new", "field", "message"), BAD, ids=[row[2] for row in BAD])
def test_bad_row(folder: Path, old: str, new: str, field: str, message: str) -> None:
    path = folder / "german.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")

    with pytest.raises(DataError) as caught:
        read_forces(folder)

    assert caught.value.file == path
    assert caught.value.field == field
    assert message in caught.value.message
    where = field.partition(".")[2].partition(".")[0]
    lines = path.read_text(encoding="utf-8").splitlines()
    assert where in lines[caught.value.line - 1]


def test_one_nation_has_one_file(folder: Path) -> None:
    shutil.copy(folder / "german.yaml", folder / "prussian.yaml")
    with pytest.raises(DataError, match=r"prussian\.yaml:\d+: nation\.id: german has a file"):
        read_forces(folder)
