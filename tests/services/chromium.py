"""The Chromium or Chrome of this machine; Playwright's own download is not needed."""

from dataclasses import dataclass

from tests.services.programs import find_program

NAMES = [
    "chromium-headless-shell",  # draws the same pages for a third of the processor's time
    "/usr/bin/chromium",
    "chromium",
    "chromium-browser",
    "google-chrome",
]


@dataclass(frozen=True, slots=True)
class Chromium:
    """Where the browser is, and the switches that let it run in a container without a GPU."""

    path: str
    args: tuple[str, ...] = (
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
    )


def find_chromium() -> Chromium:
    """The first browser found; MissingProgramError if there is none."""
    return Chromium(find_program(NAMES, install="chromium-headless-shell or chromium (apt)"))
