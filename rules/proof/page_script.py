"""The dice page's own script, the verifier of players, run by Node where that is installed."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_MODULES: Final = ("verify.js", "leaves.js", "gettext.js")

_RUNNER: Final = """
import { createInterface } from "node:readline";
import { webcrypto } from "node:crypto";
globalThis.crypto ??= webcrypto;
globalThis.document = { documentElement: { lang: "en" } };
const { check } = await import("./verify.js");
for await (const line of createInterface({ input: process.stdin })) {
  const [text, seen] = JSON.parse(line);
  let faults = [];
  try {
    const { rolls, matching, checks, notes } = await check(text, seen);
    faults = [...checks.flatMap((one) => one.faults), ...notes];
    if (rolls !== matching) faults.push(`${matching} of ${rolls} rolls match`);
  } catch (error) {
    faults = [`cannot be read: ${error}`];
  }
  console.log(JSON.stringify(faults));
}
"""


class PageScript:
    """The script, waiting for files to check."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def __call__(self, export: bytes, saved: bytes = b"") -> list[str]:
        """What it finds wrong with a file, and with what was saved. Raises OSError or ValueError if
        it is gone.
        """
        inbox, outbox = self._process.stdin, self._process.stdout
        if inbox is None or outbox is None:
            raise OSError("the script has no pipes")
        inbox.write(json.dumps([export.decode(), saved.decode()]) + "\n")
        inbox.flush()
        found: list[str] = json.loads(outbox.readline())
        return found


@contextmanager
def page_script(folder: Path) -> Iterator[PageScript | None]:
    """The script in a folder of scripts, at work; None if there is no Node."""
    node = shutil.which("node")
    if node is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as name:
        there = Path(name)
        for module in _MODULES:
            shutil.copy(folder / module, there)
        (there / "package.json").write_text('{"type": "module"}')
        (there / "run.js").write_text(_RUNNER)
        with subprocess.Popen(  # noqa: S603 - our own script
            [node, "run.js"],
            cwd=there,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        ) as process:
            try:
                yield PageScript(process)
            finally:
                process.kill()
