"""Dice and seals that can be checked once the game is over, and forgeries that are found."""

import json
import random
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.dice import NotOver, dice_export
from games.models import Game
from games.models.choices import Status
from games.selectors.documents import replay_frames
from games.services import Created, game_create, play
from games.verifying import verify
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import audience_seed, commitment, roll_dice
from rules.kernel.entropy import entropy, line_commitment
from rules.kernel.game import GENESIS, chain
from rules.kernel.opened import DiceExport
from rules.kernel.refused import Refused
from rules.kernel.seal import Leaf
from rules.kernel.view import wire
from tests.games.playing import command, random_command, random_game

A, B = Side
LINES = {A: "a1" * 32, B: "b2" * 32}
replace = msgspec.structs.replace


class Finished:
    """A finished skirmish with both players' lines: its export, and what each side had saved when
    half of it was played.
    """

    def __init__(self) -> None:
        game_id = game_create(scenario_id="skirmish", master=b"m" * 32).game.pk
        for side, line in LINES.items():
            data = command("commit_entropy", commitment=line_commitment(line))
            play(game_id=game_id, side=side, data=data, seen=None)
        for side, line in LINES.items():
            data = command("open_entropy", line=line)
            play(game_id=game_id, side=side, data=data, seen=None)
        rng = random.Random(5)
        while (chosen := random_command(rng, game_id, {"resign", "ask_take_back"})) is not None:
            side, data, seen = chosen
            with suppress(Refused):  # nouns that do not go together
                play(game_id=game_id, side=side, data=data, seen=seen)
        self.export = dice_export(game_id)
        whole = {audience: replay_frames(game_id, audience) for audience in Audience}
        self.saved = {a: tuple(frames[: len(frames) // 2]) for a, frames in whole.items()}
        self.row = Game.objects.get(pk=game_id)


_finished: list[Finished] = []


@pytest.fixture
def finished(transactional_db: None) -> Finished:
    """Played once, and looked at by many tests."""
    if not _finished:
        _finished.append(Finished())
    return _finished[0]


@pytest.fixture
def over(toy: Created) -> Game:
    """A game of the test world that was played to its end: with secret rolls."""
    for _ in random_game(toy.game.pk, 3, 500):
        pass
    game = Game.objects.get(pk=toy.game.pk)
    assert game.status == Status.OVER
    return game


def checked(
    export: DiceExport, path: Path, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, list[str]]:
    """Exit status and lines of `verifydice`."""
    path.write_bytes(wire(export))
    try:
        call_command("verifydice", str(path), *arguments)
    except SystemExit as ended:
        status = int(ended.code or 0)
    else:
        status = 0
    return status, capsys.readouterr().out.splitlines()


def rechained(export: DiceExport, frames: list[bytes]) -> DiceExport:
    """An export with other bulletins, whose chain fits them: a forger who thinks of everything."""
    digest = chain(GENESIS, bytes(export.beginning))
    for frame in frames:
        digest = chain(digest, frame)
    return replace(export, bulletins=tuple(msgspec.Raw(frame) for frame in frames), digest=digest)


def frames_of(export: DiceExport) -> list[bytes]:
    return [bytes(frame) for frame in export.bulletins]


def with_other_dice(frame: bytes, other: list[int]) -> bytes:
    """A bulletin in which its one roll, and the line that tells it, show other dice."""
    body = json.loads(frame)
    [roll] = body["rolls"]
    roll["dice"] = other
    for line in body["log"]:
        if "dice" in line:
            line["dice"] = other
    return wire(body)


def with_another_first_roll(export: DiceExport) -> DiceExport:
    """The first roll that stands alone in its bulletin is another, everywhere it is told."""
    frames, rolls = frames_of(export), list(export.rolls)
    for at, frame in enumerate(frames):
        told = json.loads(frame).get("rolls", [])
        if len(told) == 1:
            other = [7 - die for die in told[0]["dice"]]
            frames[at] = with_other_dice(frame, other)
            index = told[0]["n"] - 1
            rolls[index] = replace(rolls[index], dice=tuple(other))
            break
    return rechained(replace(export, rolls=tuple(rolls)), frames)


def without_a_roll(export: DiceExport) -> DiceExport:
    """The last public roll is gone from the list, and its number from the count."""
    counts = {**export.counts, Audience.PUBLIC: export.counts[Audience.PUBLIC] - 1}
    return replace(export, rolls=export.rolls[:-1], counts=counts)


def with_swapped_leaf(export: DiceExport) -> DiceExport:
    """A mined hex and an empty one are exchanged."""
    leaves = list(export.leaves[B])
    mined = next(i for i, leaf in enumerate(leaves) if leaf.value == "A-P")
    empty = next(i for i, leaf in enumerate(leaves) if leaf.value == "none")
    leaves[mined], leaves[empty] = (
        msgspec.structs.replace(leaves[mined], value="none"),
        msgspec.structs.replace(leaves[empty], value="A-P"),
    )
    return replace(export, leaves={**export.leaves, B: tuple(leaves)})


def without_a_leaf(export: DiceExport) -> DiceExport:
    return replace(export, leaves={**export.leaves, B: export.leaves[B][1:]})


def with_another_commitment(export: DiceExport) -> DiceExport:
    """Other seeds with their own commitment, and rolls that follow from them."""
    master = b"another"
    seeds = {audience: audience_seed(master, audience) for audience in Audience}
    lines = entropy(export.shares)
    rolls = tuple(
        replace(roll, dice=roll_dice(seeds[roll.audience], roll.n, len(roll.dice), lines))
        for roll in export.rolls
    )
    return replace(
        export,
        commitment=commitment(master),
        seeds={audience: seed.hex() for audience, seed in seeds.items()},
        rolls=rolls,
    )


def with_another_line(export: DiceExport) -> DiceExport:
    line = "00" * 32
    share = replace(export.shares[A], line=line, commitment=line_commitment(line))
    return replace(export, shares={**export.shares, A: share})


def cut_short(export: DiceExport) -> DiceExport:
    return rechained(export, frames_of(export)[:-3])


def with_a_bulletin_left_out(export: DiceExport) -> DiceExport:
    frames = frames_of(export)
    return rechained(export, frames[:9] + frames[10:])


def with_an_edited_sentence(export: DiceExport) -> DiceExport:
    """One letter more in a log line; the chain is left as it was."""
    frames = frames_of(export)
    frames[-1] = frames[-1].replace(b'"text":"', b'"text":"x', 1)
    return replace(export, bulletins=tuple(msgspec.Raw(frame) for frame in frames))


def without_a_seal(export: DiceExport) -> DiceExport:
    """Nothing was sealed, and nothing is opened."""
    frames = [json.loads(frame) for frame in frames_of(export)]
    for frame in frames:
        if "put" in frame:
            frame["put"] = [face for face in frame["put"] if face["k"] != "seal"]
    bare = replace(export, leaves=dict.fromkeys(Side, ()))
    return rechained(bare, [wire(frame) for frame in frames])


def opened_in_play(frames: Sequence[bytes], leaf: Leaf, path: list[str]) -> list[bytes]:
    """The same bulletins, but that with the seal opens a leaf of it."""
    told = [json.loads(frame) for frame in frames]
    for frame in told:
        for face in frame.get("put", []):
            if face["k"] == "seal":
                face["opened"] = [{"leaf": msgspec.to_builtins(leaf), "index": 0, "path": path}]
    return [wire(frame) for frame in told]


def opened_without_proof(export: DiceExport) -> DiceExport:
    """A leaf is opened truly, but nothing led from it to the root."""
    return rechained(export, opened_in_play(frames_of(export), export.leaves[B][0], []))


def opened_too_early(export: DiceExport) -> DiceExport:
    """Side A is shown to open before B commits: B could have chosen its line to fit."""
    frames = frames_of(export)
    first, second, third = (json.loads(frame) for frame in frames[:3])
    early = json.loads(wire(third))
    shares = early["put"][0]["shares"]
    shares["b"] = {"commitment": "", "line": "", "declined": False}
    late = json.loads(wire(second))
    late["put"][0]["shares"]["a"] = third["put"][0]["shares"]["a"]
    early["n"], late["n"] = 2, 3
    return rechained(export, [wire(first), wire(early), wire(late), *frames[3:]])


FORGERIES: dict[Callable[[DiceExport], DiceExport], str] = {
    with_another_first_roll: "",
    without_a_roll: "not those that everybody saw",
    with_swapped_leaf: "do not lead to the root",
    without_a_leaf: "not those that the scenario has",
    with_another_commitment: "not the one shown at the table",
    with_another_line: "lines are not those shown",
    cut_short: "does not reach the end",
    with_a_bulletin_left_out: "bulletin 10 is missing",
    with_an_edited_sentence: "chain",
    opened_too_early: "while the other could still choose",
    without_a_seal: "side b was never shown to seal its setup",
    opened_without_proof: "was opened with a proof that fails",
}


def test_the_seeds_stay_closed_until_the_end(toy: Created) -> None:
    with pytest.raises(NotOver):
        dice_export(toy.game.pk)
    with pytest.raises(CommandError, match="not over"):
        call_command("exportdice", str(toy.game.pk))


def test_every_roll_of_a_finished_game_follows_from_its_seeds(
    over: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dice.json"
    call_command("exportdice", str(over.pk), str(path))
    export = msgspec.json.decode(path.read_bytes(), type=DiceExport)
    n = len(export.rolls)
    assert n > 10
    assert {roll.audience for roll in export.rolls} == set(Audience)
    assert checked(export, path, capsys) == (0, [f"{n} rolls, {n} match"])


def test_a_finished_scenario_checks_with_its_lines_and_all_its_leaves(
    finished: Finished, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export = finished.export
    n = len(export.rolls)
    assert [share.line for share in export.shares.values()] == list(LINES.values())
    assert len(export.leaves[B]) > 10
    assert export.leaves[A] == ()
    assert checked(export, tmp_path / "x", capsys) == (0, [f"{n} rolls, {n} match"])


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forgery_is_found(
    finished: Finished,
    forge: Callable[[DiceExport], DiceExport],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    forged = forge(finished.export)
    assert wire(forged) != wire(finished.export)
    status, lines = checked(forged, tmp_path / "forged.json", capsys)
    assert status == 1
    assert FORGERIES[forge] in "\n".join(lines)
    assert re.fullmatch(r"\d+ rolls, \d+ match", lines[-1])


def test_a_changed_roll_does_not_match_though_the_log_was_changed_too(finished: Finished) -> None:
    verdict = verify(with_another_first_roll(finished.export))
    assert verdict.matching == verdict.rolls - 1


@pytest.mark.parametrize("audience", Audience)
def test_what_was_saved_during_the_game_fits(finished: Finished, audience: Audience) -> None:
    assert verify(finished.export, finished.saved[audience]).faults == ()


def test_a_leaf_that_one_saw_opened_otherwise_is_found(finished: Finished) -> None:
    """The table was shown a lie; the export, told afterwards, holds together without it."""
    leaf = finished.export.leaves[B][0]
    lie = replace(leaf, value="another")
    saved = opened_in_play(finished.saved[Audience.A], lie, [])
    fault = f"what was saved: the leaf {leaf.label} of side b said something else"
    assert any(one.startswith(fault) for one in verify(finished.export, saved).faults)


def forged_throughout(export: DiceExport) -> DiceExport:
    """A game that fits its own commitments in every way, but was told otherwise at the table."""
    other = with_another_commitment(export)
    frames = frames_of(other)
    rolls = {roll.n: list(roll.dice) for roll in other.rolls}
    for at, frame in enumerate(frames):
        body = json.loads(frame)
        for roll in body.get("rolls", []):
            told = next(li for li in body["log"] if li.get("dice") == roll["dice"])
            told["dice"] = roll["dice"] = rolls[roll["n"]]
        for face in body.get("put", []):
            if face["k"] == "dice":
                face["commitment"] = other.commitment
        frames[at] = wire(body)
    beginning = bytes(other.beginning).replace(
        export.commitment.encode(), other.commitment.encode()
    )
    return rechained(replace(other, beginning=msgspec.Raw(beginning)), frames)


def test_only_what_was_saved_betrays_a_game_that_was_forged_throughout(
    finished: Finished, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = forged_throughout(finished.export)
    assert verify(forged).is_clean
    for audience, frames in finished.saved.items():
        saved = tmp_path / f"seen-{audience}.jsonl"
        saved.write_bytes(b"\n".join(frames))
        status, lines = checked(forged, tmp_path / "x", capsys, "--seen", str(saved))
        assert status == 1
        assert "what was saved: the dice were bound to something else" in lines


def test_a_secret_roll_that_was_left_out_is_found(over: Game) -> None:
    export = dice_export(over.pk)
    secret = next(roll for roll in reversed(export.rolls) if roll.audience is not Audience.PUBLIC)
    rolls = tuple(roll for roll in export.rolls if roll is not secret)
    fault = f"the rolls of {secret.audience} are not numbered without gaps"
    assert fault in verify(replace(export, rolls=rolls)).faults
    counts = {**export.counts, secret.audience: export.counts[secret.audience] - 1}
    saved = replay_frames(over.pk, secret.audience)
    forged = replace(export, rolls=rolls, counts=counts)
    assert verify(forged).is_clean
    assert f"what was saved: roll {secret.n} of {secret.audience} was another" in (
        verify(forged, saved).faults
    )


def test_a_scenario_that_is_not_known_here_is_said(finished: Finished) -> None:
    verdict = verify(replace(finished.export, scenario="elsewhere"))
    assert verdict.is_clean
    assert "not known here" in verdict.notes[0]


def test_a_file_that_is_no_export(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("{}")
    with pytest.raises(CommandError):
        call_command("verifydice", str(tmp_path / "x"))


def test_the_page_opens_and_checks_everything_at_the_end(over: Game) -> None:
    page = Client().get(reverse("games:dice", args=(over.pk,))).content.decode()
    export = dice_export(over.pk)
    assert f"{len(export.rolls)} rolls, {len(export.rolls)} match" in page
    assert all(seed in page for seed in export.seeds.values())
    assert all(f'<td lang="en">{leaf.label}</td>' in page for leaf in export.leaves[A])


def test_what_one_saw_can_be_saved_at_any_time(toy: Created) -> None:
    play(game_id=toy.game.pk, side=A, data=command("end_turn"), seen=None)
    for audience, token in {Audience.PUBLIC: "", **_tokens(toy)}.items():
        address = reverse("games:seen", args=(toy.game.pk,)) + f"?seat={token}"
        answer = Client().get(address)
        assert answer.content.splitlines() == replay_frames(toy.game.pk, audience)
    page = Client().get(reverse("games:dice", args=(toy.game.pk,))).content.decode()
    assert "seen.jsonl" in page


def _tokens(created: Created) -> dict[Audience, Any]:
    return {side.audience: seat.token for side, seat in created.seats.items()}
