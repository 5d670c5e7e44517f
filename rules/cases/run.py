"""Running a case: play its script line by line and look at everything that it expects."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from rules.cases.check import Check
from rules.cases.labels import LabelledDice, TwinDice
from rules.cases.playing import FaultError, Playing, Sent
from rules.cases.position import game_at, new_game
from rules.cases.reading import ANY, Case, Line, Refusal, read_case
from rules.cases.words import UnclearError
from rules.data import DataError, Node
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.dice import DiceError
from rules.kernel.refused import Refused

T = TypeVar("T")


class Unmet(DataError):
    """A case is well written, and something in it does not hold; `more` is what does not in others
    of its variants.
    """

    def __init__(
        self, file: Path, line: int, field: str, message: str, more: tuple["Unmet", ...] = ()
    ) -> None:
        super().__init__(file, line, field, message)
        self.more = more

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *map(str, self.more)])


def case_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The case files among files and folders, in order of their names.

    Raises FileNotFoundError for a path that is not there.
    """
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.yaml"))
        elif path.exists():
            yield path
        else:
            raise FileNotFoundError(f"there is no {path}")


def run_case(path: Path) -> None:
    """Run the case of a file, with all its variants.

    Raises Unmet, by file and line, for what does not hold, first of each variant, and DataError for
    a case that is not well written.
    """
    case = read_case(path)
    found = tuple(_unmet_in(case))
    if found:
        first, *more = found
        raise Unmet(first.file, first.line, first.field, first.message, tuple(more))


def outcome(path: Path) -> str:
    """What does not hold in the case of a file, or is not well written; empty if it passes."""
    try:
        run_case(path)
    except DataError as error:
        return str(error)
    return ""


def _unmet_in(case: Case) -> Iterator[Unmet]:
    """What does not hold: first of the case itself, then of each of its variants."""
    if case.is_played:
        try:
            _run(case)
        except Unmet as unmet:
            yield unmet
    for replay in case.replays:
        try:
            _run(replay)
        except Unmet as unmet:
            message = f"{unmet.message} (replay: {replay.title})"
            yield Unmet(unmet.file, unmet.line, unmet.field, message)


def _run(case: Case) -> None:
    playing = _start(case, LabelledDice())
    for line in case.script:
        _play(playing, line)
        _look(playing, line.checks, line_only=True)
    _look(playing, case.checks, line_only=False)
    for what, audiences in case.same_without.items():
        _compare_without(case, playing, what, audiences)


def _start(case: Case, dice: LabelledDice, *, without: str | None = None) -> Playing:
    if case.table is None:
        game = new_game(case.rules, dice)
    else:
        table = case.table if without is None else case.table.without(without)
        game = _guarded(case.node, lambda: game_at(table, case.rules, dice))
    return Playing(game, case.rules, case.names, dice)


def _play(playing: Playing, line: Line) -> None:
    playing.start_line()
    if line.side is None or line.command is None:
        return
    playing.dice.script(line.dice)
    if line.refused is not None:
        _play_refused(playing, line, line.side, line.command, line.refused)
    else:
        _play_accepted(playing, line, line.side, line.command)
    playing.dice.leave_out_rest()
    if playing.dice.left:
        left = "; ".join(map(str, playing.dice.unrolled))
        raise _unmet(line.node, f"dice are left over: {left}")


def _play_accepted(playing: Playing, line: Line, side: Side, command: Command) -> None:
    try:
        _guarded(line.node, lambda: playing.play(side, command))
    except Refused as refused:
        said = refused.rule or "no rule"
        raise _unmet(line.node, f"is refused ({said}): {refused.why}") from refused


def _play_refused(
    playing: Playing, line: Line, side: Side, command: Command, wanted: Refusal
) -> None:
    refused = _guarded(line.node, lambda: playing.refusal(side, command))
    if refused is None:
        raise _unmet(wanted.node, "is not refused")
    if wanted.rule not in {ANY, refused.rule} or wanted.why not in refused.why:
        said = f"is refused by {refused.rule or 'no rule'}: {refused.why}"
        raise _unmet(wanted.node, said)


def _guarded(node: Node, act: Callable[[], T]) -> T:
    """Do something; what goes wrong in the engine is told with the line that led to it."""
    try:
        return act()
    except Refused:
        raise
    except (UnclearError, FaultError, DiceError) as error:
        raise _unmet(node, str(error)) from error
    except Exception as error:
        raise _unmet(node, f"the rules failed: {type(error).__name__}: {error}") from error


def _look(playing: Playing, checks: tuple[Check, ...], *, line_only: bool) -> None:
    for check in checks:
        finding = _guarded(check.node, partial(check.look, playing, line_only))
        if finding is not None:
            raise _unmet(check.node, finding)


def _compare_without(
    case: Case, playing: Playing, what: str, audiences: tuple[Audience, ...]
) -> None:
    """A12.3, B28.4: an audience that was told nothing of a secret has the same bytes as if there
    were none.
    """
    node = case.node["same_without"][what]
    dice = TwinDice(playing.dice.heard, audiences)
    bare = _start(case, dice, without=what)
    for line in case.script:
        if line.refused is None:
            _play(bare, line)
    for audience in audiences:
        if _bytes(playing.sent[audience]) != _bytes(bare.sent[audience]):
            raise _unmet(node, f"{audience} was sent something else than without {what}")


def _bytes(sent: Sent) -> tuple[str, ...]:
    return tuple(sent.texts)


def _unmet(node: Node, message: str) -> Unmet:
    return Unmet(node.file, node.line, node.field, message)
