"""Every lock holds what the project says it needs."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = {
    "requirements.lock": None,
    "requirements-serve.lock": "serve",
    "requirements-dev.lock": "dev",
}


def names(requirement: str) -> set[str]:
    """The package of a requirement, and `package-extra`, as psycopg names its extras' packages."""
    found = re.match(r"([\w.-]+)(?:\[([\w,-]+)\])?", requirement)
    assert found is not None
    name = re.sub(r"[-_.]+", "-", found[1]).lower()
    extras = (found[2] or "").split(",") if name == "psycopg" else []
    return {name, *(f"{name}-{extra}" for extra in extras)}


@pytest.mark.parametrize(("lock", "extra"), EXTRAS.items())
def test_a_lock_is_complete(lock: str, extra: str | None) -> None:
    pinned = set(re.findall(r"^([\w.-]+)(?=\[[^]]*\]==|==)", (ROOT / lock).read_text(), re.M))
    wanted = PROJECT["dependencies"] + (PROJECT["optional-dependencies"][extra] if extra else [])
    assert set().union(*map(names, wanted)) <= pinned
