"""Which Python `make` takes for the virtual environment."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
OPTIMISED, SLOWER, UNSUITABLE = 0, 3, 2


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """Two folders of programs."""
    made = [tmp_path / "first", tmp_path / "second"]
    for folder in made:
        folder.mkdir()
    return made


def python(folder: Path, name: str, fitness: int) -> Path:
    """A Python that says how it fits, and makes an environment that tells by which it was made."""
    program = folder / name
    program.write_text(
        "#!/bin/sh\n"
        f'[ "$1" = -c ] && exit {fitness}\n'
        '[ "$1" = --version ] && echo Python 3 && exit\n'
        'mkdir -p "$3/bin" && echo "$0" > "$3/bin/python"\n'
    )
    program.chmod(0o755)
    return program


def made_with(
    tmp_path: Path, folders: list[Path]
) -> "tuple[str, subprocess.CompletedProcess[str]]":
    """The Python that was taken, and what `make` said."""
    venv = tmp_path / "venv"
    path = ":".join([*map(str, folders), "/usr/bin", "/bin"])
    command = ["make", f"VENV={venv}", "PYTHONS=python-a python-b", f"{venv}/bin/python"]
    said = subprocess.run(  # noqa: S603 - our own Makefile
        command,
        cwd=ROOT,
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    made = venv / "bin" / "python"
    return made.read_text().strip() if made.exists() else "", said


def test_an_optimised_one_is_taken_before_a_newer_one(tmp_path: Path, folders: list[Path]) -> None:
    python(folders[0], "python-a", SLOWER)
    optimised = python(folders[1], "python-b", OPTIMISED)
    taken, said = made_with(tmp_path, folders)
    assert taken == str(optimised)
    assert f"with Python 3, {optimised}" in said.stdout
    assert said.stderr == ""


def test_one_of_the_same_name_further_on_is_looked_at_too(
    tmp_path: Path, folders: list[Path]
) -> None:
    python(folders[0], "python-a", SLOWER)
    optimised = python(folders[1], "python-a", OPTIMISED)
    assert made_with(tmp_path, folders)[0] == str(optimised)


def test_a_slower_one_is_taken_with_a_warning(tmp_path: Path, folders: list[Path]) -> None:
    slower = python(folders[0], "python-a", SLOWER)
    python(folders[1], "python-b", SLOWER)
    taken, said = made_with(tmp_path, folders)
    assert taken == str(slower)
    assert "without --enable-optimizations" in said.stderr


def test_without_a_suitable_one_it_says_what_is_needed(tmp_path: Path, folders: list[Path]) -> None:
    python(folders[0], "python-a", UNSUITABLE)
    taken, said = made_with(tmp_path, folders)
    assert taken == ""
    assert said.returncode != 0
    assert "Needed: Python 3.11" in said.stderr
