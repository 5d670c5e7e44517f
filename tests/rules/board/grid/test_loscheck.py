"""`manage.py loscheck` and the measurements, on a board made for the purpose."""

import gzip
from io import StringIO
from itertools import count
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules.board.grid.bench import bench_folder
from rules.board.grid.losdata import write_losdata
from tests.rules.board.grid.grids import paint, terrain_xml

HEAD = (
    "group,src,src_level,src_kind,dst,dst_level,dst_kind,blocked,blocked_at,hindrance,"
    "rev_blocked,rev_hindrance,diag"
)
AGREES = "main,C2,0,ground,C5,0,ground,1,C4,0,1,0,"
EITHER = "main,C2,0,ground,E5,0,ground,1,D4,0,0,0,"
HINDERED = "hexside,G2,0,ground,G5,0,ground,0,,1,0,1,"
WRONG = "main,C2,0,ground,C5,0,ground,1,C3,0,1,0,"
UNSCORED = "roof_cellar,C2,0,ground,C5,0,ground,0,,0,0,0,"
CRASHED = "main,C2,0,ground,C5,0,ground,0,,0,1,0,EXC:NullPointerException"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    board = tmp_path / "bd77"
    board.mkdir()
    data = paint({"C4": "Woods", "G4": "Brush"})
    (board / "LOSData").write_bytes(write_losdata(data))
    (board / "BoardMetadata.xml").write_bytes(b'<boardMetadata width="9" height="6"/>')
    (tmp_path / "SharedBoardMetadata.xml").write_bytes(terrain_xml())
    return board


def check(folder: Path, *rows: str) -> list[str]:
    truth = folder.parent / "truth.csv.gz"
    truth.write_bytes(gzip.compress("\n".join((HEAD, *rows)).encode()))
    out = StringIO()
    call_command("loscheck", folder, truth, stdout=out)
    return out.getvalue().splitlines()


def test_rows_are_counted_and_those_not_scored_left_out(folder: Path) -> None:
    lines = check(folder, AGREES, EITHER, HINDERED, UNSCORED, CRASHED)
    assert lines[-1] == "3 checked, 3 agree, 0 known differences, 0 disagree"
    assert lines[0].endswith(
        "truth.csv.gz:3: agrees with the way back: C2/0 to E5/0: blocked at D4; ours clear,"
        " hindrance 0"
    )


def test_a_difference_is_printed_and_fails(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth = folder.parent / "truth.csv"
    truth.write_text(f"{HEAD}\n{AGREES}\n{WRONG}\n")
    with pytest.raises(SystemExit):
        call_command("loscheck", folder, truth)
    lines = capsys.readouterr().out.splitlines()
    assert "truth.csv:3: disagrees: C2/0 to C5/0: blocked at C3; ours blocked at C4" in lines[0]
    assert lines[-1] == "2 checked, 1 agree, 0 known differences, 1 disagree"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("group,src\n", "has no column src_level"),
        (f"{HEAD}\nmain,Z9,0,ground,C5,0,ground,0,,0,0,0,\n", "truth.csv:2: row: there is no hex"),
        (f"{HEAD}\nmain,C2,0,tunnel,C5,0,ground,0,,0,0,0,\n", "is not a valid Kind"),
    ],
)
def test_bad_truth_is_refused(folder: Path, content: str, complaint: str) -> None:
    truth = folder.parent / "truth.csv"
    truth.write_text(content)
    with pytest.raises(CommandError, match=complaint):
        call_command("loscheck", folder, truth)


def test_a_folder_without_a_board_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="LOSData"):
        call_command("loscheck", tmp_path / "none", tmp_path / "truth.csv")


def test_what_the_bench_measures(folder: Path) -> None:
    clock = count()
    found = {one["what"]: one for one in bench_folder(folder, lambda: float(next(clock)))}
    assert set(found) == {"first use", "load", "all targets from one hex", "one question"}
    sweep = found["all targets from one hex"]
    assert (sweep["pairs"], sweep["checks_per_second"]) == (58 * 57, 58 * 57)
