"""No honest game is accused by either verifier, and no single tampering escapes them."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from rules.kernel.audience import Audience
from rules.kernel.opened import DiceExport
from rules.kernel.verifying import Verdict, verify
from rules.proof.page_script import PageScript, page_script
from tests.rules.proof.finished import FOUGHT, TOY, finished, labels
from tests.rules.proof.tampering import (
    BOUND,
    CHAINED,
    IN_SAVED,
    modifier,
    older,
    tampered,
    tampered_saved,
    written,
)

SCRIPTS = Path(__file__).parents[3] / "static" / "js"
ROUND = len(CHAINED) + len(BOUND)


@pytest.fixture(scope="module")
def script() -> Iterator[PageScript]:
    with page_script(SCRIPTS) as found:
        if found is None:
            pytest.skip("install Node to run the dice page's script here")
        yield found


def judged(name: str, export: bytes, saved: list[bytes] | None = None) -> Verdict:
    """The verdict of `verifydice`."""
    read = msgspec.json.decode(export, type=DiceExport)
    return verify(read, saved or [], labels=labels(name))


def is_accused(name: str, export: bytes, saved: list[bytes] | None = None) -> bool:
    """Whether `verifydice` finds anything wrong, or cannot read the file."""
    try:
        return not judged(name, export, saved).is_clean
    except (msgspec.MsgspecError, ValueError, KeyError):
        return True


@pytest.mark.parametrize("name", [FOUGHT, TOY])
@pytest.mark.parametrize("audience", Audience)
def test_an_honest_game_is_not_accused(name: str, audience: Audience) -> None:
    game = finished(name)
    for share in (0.0, 0.5, 1.0):
        verdict = judged(name, game.export(), game.saved(audience, share))
        assert verdict.rolls > 20
        assert (verdict.is_clean, verdict.faults, verdict.notes) == (True, (), ())


def test_one_roll_is_shown_by_several_lines_of_the_log() -> None:
    """Else the honest game would not be one of those that counting dice accused."""
    shown: Counter[int] = Counter()
    for frame in json.loads(finished(FOUGHT).export())["bulletins"]:
        shown.update(line["roll"]["n"] for line in frame.get("log", ()) if "roll" in line)
    assert max(shown.values()) > 1


def test_the_page_does_not_accuse_it_either(script: PageScript) -> None:
    game = finished(FOUGHT)
    for audience in Audience:
        assert script(game.export(), b"\n".join(game.saved(audience))) == []


@pytest.mark.parametrize("numbered", [True, False])
def test_an_older_game_is_checked_as_far_as_it_can_be(script: PageScript, numbered: bool) -> None:
    game = finished(FOUGHT)
    export, saved = older(game.export(), numbered=numbered), game.saved(Audience.A)
    verdict = judged(FOUGHT, export, saved)
    assert verdict.is_clean, verdict.faults
    assert verdict.matching == verdict.rolls > 20
    assert [note for note in verdict.notes if "older than log lines that say" in note]
    assert [note for note in verdict.notes if "older than the digests" in note]
    assert numbered != any("older than numbered rolls" in note for note in verdict.notes)
    assert [note.rstrip(".").lower() for note in script(export, b"\n".join(saved))] == [
        note.lower() for note in verdict.notes
    ]


def test_a_game_file_will_do_as_what_was_saved(script: PageScript) -> None:
    game = finished(FOUGHT)
    saved = [b'{"file":"sealed-orders","version":1}', *game.saved(Audience.B)]
    assert judged(FOUGHT, game.export(), saved).is_clean
    assert script(game.export(), b"\n".join(saved)) == []


@pytest.mark.parametrize("name", [FOUGHT, TOY])
def test_the_files_are_changed_in_one_place_alone(name: str) -> None:
    export = finished(name).export()
    assert written(json.loads(export)) == export


def escaped(name: str, n: int, script: PageScript | None) -> list[str]:
    """Of so many tamperings those that a verifier did not find, with which place and verifier."""
    export, found = finished(name).export(), []
    changes = islice(tampered(random.Random(f"{name} {n}"), export), n)
    for at, (kind, data) in enumerate(changes):
        if not is_accused(name, data):
            found.append(f"{at} {kind}: verifydice")
        if script is not None and not script(data):
            found.append(f"{at} {kind}: the page")
    return found


def escaped_saved(name: str, n: int, script: PageScript | None) -> list[str]:
    """The same of what was saved, by each audience in turn."""
    game, found = finished(name), []
    for audience in Audience:
        changes = islice(tampered_saved(random.Random(n), game.saved(audience)), n)
        for at, (kind, saved) in enumerate(changes):
            if not is_accused(name, game.export(), saved):
                found.append(f"{at} {kind} of {audience}: verifydice")
            if script is not None and not script(game.export(), b"\n".join(saved)):
                found.append(f"{at} {kind} of {audience}: the page")
    return found


def test_no_tampering_escapes(script: PageScript) -> None:
    assert escaped(FOUGHT, ROUND, script) == []
    assert escaped_saved(FOUGHT, len(IN_SAVED), script) == []


def test_no_tampering_with_secret_rolls_escapes() -> None:
    assert escaped(TOY, ROUND, None) == []


def test_a_modifier_changed_throughout_is_found_by_what_was_saved() -> None:
    """The chain was made anew: only what a player has of his own can tell."""
    game = finished(FOUGHT)
    file = json.loads(game.export())
    modifier(random.Random(1), file)
    forged = json.loads(older(written(file)))
    forged["chains"] = {}
    assert is_accused(FOUGHT, written(forged), game.saved(Audience.PUBLIC))


@pytest.mark.long
def test_of_a_thousand_tamperings_none_escapes(script: PageScript) -> None:
    for name in (FOUGHT, "tannery-row"):
        assert escaped(name, 500, script) == []
        assert escaped_saved(name, 60, script) == []
