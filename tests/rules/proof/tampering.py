"""Single tamperings with what a game opens or a player saved: a search by a seed.

Each kind changes one thing at a place drawn by chance. Some are tried with the chain made anew as
well, as by a forger who thinks of that.
"""

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, Final, TypeAlias

from rules.kernel.game import GENESIS, chain

File: TypeAlias = dict[str, Any]
Rng: TypeAlias = random.Random
Kind: TypeAlias = Callable[[Rng, File], None]


def written(file: Any) -> bytes:
    """JSON as it is sent: members stay in their order, so that only what was changed is."""
    return json.dumps(file, separators=(",", ":"), ensure_ascii=False).encode()


def _frames_with(file: File, *parts: str) -> list[Any]:
    return [one for one in file["bulletins"] if all(one.get(part) for part in parts)]


def _lines(file: File, part: str = "text") -> list[Any]:
    return [line for one in _frames_with(file, "log") for line in one["log"] if line.get(part)]


def _turn_a_die(rng: Rng, dice: list[int]) -> None:
    at = rng.randrange(len(dice))
    dice[at] = rng.choice([face for face in range(1, 7) if face != dice[at]])


def die_of_a_roll(rng: Rng, file: File) -> None:
    _turn_a_die(rng, rng.choice(file["rolls"])["dice"])


def die_of_a_bulletin(rng: Rng, file: File) -> None:
    _turn_a_die(rng, rng.choice(rng.choice(_frames_with(file, "rolls"))["rolls"])["dice"])


def die_of_a_line(rng: Rng, file: File) -> None:
    _turn_a_die(rng, rng.choice(_lines(file, "dice"))["dice"])


def dice_of_a_line_gone(rng: Rng, file: File) -> None:
    line = rng.choice(_lines(file, "dice")[1:])
    del line["dice"], line["roll"]


def roll_of_a_line(rng: Rng, file: File) -> None:
    rng.choice(_lines(file, "roll"))["roll"]["n"] += rng.choice((-1, 1, 1000))


def roll_of_a_line_unsaid(rng: Rng, file: File) -> None:
    del rng.choice(_lines(file, "roll")[1:])["roll"]


def modifier(rng: Rng, file: File) -> None:
    rng.choice(rng.choice(_lines(file, "mods"))["mods"])["value"] += rng.choice((-2, -1, 1, 2))


def word(rng: Rng, file: File) -> None:
    rng.choice(_lines(file))["text"] += "."


def line_left_out(rng: Rng, file: File) -> None:
    log = rng.choice(_frames_with(file, "log"))["log"]
    del log[rng.randrange(len(log))]


def line_doubled(rng: Rng, file: File) -> None:
    log = rng.choice(_frames_with(file, "log"))["log"]
    at = rng.randrange(len(log))
    log.insert(at, deepcopy(log[at]))


def line_moved(rng: Rng, file: File) -> None:
    frames = _frames_with(file, "log")
    one, other = rng.sample(range(len(frames)), 2)
    log = frames[one]["log"]
    at = rng.randrange(len(log))
    if (
        other != one + 1 or at < len(log) - 1
    ):  # the next line of the log would be the next one still
        frames[other]["log"].insert(0, log.pop(at))


def lines_exchanged(rng: Rng, file: File) -> None:
    log = rng.choice([one["log"] for one in _frames_with(file, "log") if len(one["log"]) > 1])
    at = rng.randrange(len(log) - 1)
    log[at], log[at + 1] = log[at + 1], log[at]


def bulletin_left_out(rng: Rng, file: File) -> None:
    del file["bulletins"][rng.randrange(len(file["bulletins"]))]


def bulletin_doubled(rng: Rng, file: File) -> None:
    at = rng.randrange(len(file["bulletins"]))
    file["bulletins"].insert(at, deepcopy(file["bulletins"][at]))


def roll_left_out(rng: Rng, file: File) -> None:
    del file["rolls"][rng.randrange(len(file["rolls"]))]


def last_line_left_out(rng: Rng, file: File) -> None:
    del _frames_with(file, "log")[-1]["log"][-1]


def count(rng: Rng, file: File) -> None:
    file["counts"][rng.choice(list(file["counts"]))] += rng.choice((-1, 1))


def seed(rng: Rng, file: File) -> None:
    whose = rng.choice(list(file["seeds"]))
    file["seeds"][whose] = _other_digit(rng, file["seeds"][whose])


def commitment(rng: Rng, file: File) -> None:
    file["commitment"] = _other_digit(rng, file["commitment"])


def _other_digit(rng: Rng, digits: str) -> str:
    at = rng.choice([at for at, digit in enumerate(digits) if digit != ":"])
    other = rng.choice([digit for digit in "0123456789abcdef" if digit != digits[at]])
    return digits[:at] + other + digits[at + 1 :]


def _leaves(rng: Rng, file: File) -> list[Any]:
    return list(rng.choice([leaves for leaves in file["leaves"].values() if leaves]))


def leaf(rng: Rng, file: File) -> None:
    one = rng.choice(_leaves(rng, file))
    one[rng.choice(("label", "value"))] += "x"


def salt_of_a_leaf(rng: Rng, file: File) -> None:
    one = rng.choice(_leaves(rng, file))
    one["salt"] = _other_digit(rng, one["salt"])


def leaf_left_out(rng: Rng, file: File) -> None:
    side = rng.choice([side for side, leaves in file["leaves"].items() if leaves])
    del file["leaves"][side][rng.randrange(len(file["leaves"][side]))]


def leaves_exchanged(rng: Rng, file: File) -> None:
    side = rng.choice([side for side, leaves in file["leaves"].items() if len(leaves) > 1])
    leaves = file["leaves"][side]
    one, other = rng.sample(range(len(leaves)), 2)
    leaves[one], leaves[other] = leaves[other], leaves[one]


def _seals(file: File) -> list[Any]:
    faces = (face for one in _frames_with(file, "put") for face in one["put"])
    return [face for face in faces if face["k"] == "seal"]


def root_of_a_seal(rng: Rng, file: File) -> None:
    face = rng.choice(_seals(file))
    face["root"] = _other_digit(rng, face["root"])


def seal_never_shown(rng: Rng, file: File) -> None:
    side = rng.choice(_seals(file))["side"]
    for one in (file["beginning"], *file["bulletins"]):
        for part in ("faces", "put"):
            faces = one.get(part, [])
            faces[:] = [face for face in faces if face["k"] != "seal" or face["side"] != side]


BOUND: Final[tuple[Kind, ...]] = (
    die_of_a_roll, die_of_a_bulletin, die_of_a_line, roll_of_a_line_unsaid,
    line_left_out, last_line_left_out, line_doubled, line_moved, lines_exchanged, bulletin_left_out,
    bulletin_doubled, roll_left_out, count, seed, commitment, leaf, salt_of_a_leaf, leaf_left_out,
    leaves_exchanged, root_of_a_seal, seal_never_shown,
)  # fmt: skip
"""What is found though the chain was made anew."""

CHAINED: Final[tuple[Kind, ...]] = (*BOUND, modifier, word, roll_of_a_line, dice_of_a_line_gone)
"""What is found by the chain at the latest; with the chain made anew, by what was saved."""

IN_SAVED: Final[tuple[Kind, ...]] = (
    die_of_a_bulletin, die_of_a_line, modifier, word, roll_of_a_line, line_left_out, line_doubled,
    line_moved, lines_exchanged, bulletin_left_out, bulletin_doubled, root_of_a_seal,
)  # fmt: skip
"""What is found in a file that a player saved."""


def tampered(rng: Rng, export: bytes) -> Iterator[tuple[str, bytes]]:
    """A file with one thing changed, again and again: each kind in turn, by its name."""
    while True:
        for kinds, anew in ((CHAINED, False), (BOUND, True)):
            for kind in kinds:
                file = json.loads(export)
                if not _is_changed(rng, file, kind):
                    continue
                if anew:
                    file["digest"] = _chained(file)
                yield f"{kind.__name__}{', chained anew' if anew else ''}", written(file)


def tampered_saved(rng: Rng, saved: list[bytes]) -> Iterator[tuple[str, list[bytes]]]:
    """The same of what a player saved."""
    while True:
        for kind in IN_SAVED:
            file = {"bulletins": [json.loads(frame) for frame in saved[1:]]}
            if _is_changed(rng, file, kind):
                yield f"saved {kind.__name__}", [saved[0], *map(written, file["bulletins"])]


def _is_changed(rng: Rng, file: File, kind: Kind) -> bool:
    """Change a file, unless it has nothing of that kind."""
    before = deepcopy(file)
    try:
        kind(rng, file)
    except IndexError:
        return False
    return file != before


def _chained(file: File) -> str:
    digest = chain(GENESIS, written(file["beginning"]))
    for frame in file["bulletins"]:
        digest = chain(digest, written(frame))
    return digest


def older(export: bytes, *, numbered: bool = True) -> bytes:
    """The file of the same game as an older program made it: log lines say nothing but dice; before
    rolls were `numbered` in the first half of the game, bulletins there say nothing of them; and of
    what sides were shown there are no digests.
    """
    file = json.loads(export)
    del file["chains"], file["lines"]
    for at, frame in enumerate(file["bulletins"]):
        for line in frame.get("log", ()):
            line.pop("roll", None)
        if not numbered and at < len(file["bulletins"]) // 2:
            frame.pop("rolls", None)
    file["digest"] = _chained(file)
    return written(file)
