"""A database with every table and nobody in it, made by the migrations once for each version of
them: that takes longer than most tests do.
"""

import fcntl
import hashlib
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
KEPT = ROOT / ".pytest_cache" / "migrated"


@cache
def migrated() -> bytes:
    """The file of an SQLite database. Who comes while another process makes it waits for that."""
    KEPT.mkdir(parents=True, exist_ok=True)
    file = KEPT / f"{_version()}.sqlite3"
    with file.with_suffix(".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # closing the file lets go
        if not file.exists():
            _migrate(file.with_suffix(".new")).rename(file)
    return file.read_bytes()


def _migrate(file: Path) -> Path:
    file.unlink(missing_ok=True)
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=ROOT,
        env={**os.environ, "DEMO": "on", "DATABASE_URL": f"sqlite:///{file}"},
        check=True,
    )
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")  # so that memory can take it too
    return file


def _version() -> str:
    """What comes of migrations depends on ours, on those of the packages, and on the settings."""
    ours = sorted((ROOT / "games").rglob("migrations/*.py"))
    digest = hashlib.sha256()
    for source in (*ours, ROOT / "requirements.lock", ROOT / "aslsite" / "settings.py"):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
