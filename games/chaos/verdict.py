"""What was lost, done twice or told wrongly, by what is stored in the end."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from games.chaos.clients import Fate, Player, Sent, Watcher
from games.chaos.store import Rows, Stored, Told, View
from rules.kernel.audience import Side


@dataclass
class Verdict:
    """Inputs that were acknowledged, and what went wrong, each with its description."""

    kills: int = 0
    inputs: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)

    def __iadd__(self, other: Self) -> Self:
        self.kills += other.kills
        self.inputs += other.inputs
        self.lost += other.lost
        self.doubled += other.doubled
        self.gaps += other.gaps
        return self

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.gaps)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.inputs} inputs, {len(self.lost)} lost, "
            f"{len(self.doubled)} doubled, {len(self.gaps)} gaps"
        )


def judge(rows: Iterable[Rows], watchers: Sequence[Watcher]) -> Verdict:
    """Compare what everybody was told and was acknowledged with what is stored."""
    verdict = Verdict()
    for stored in rows:
        here = [watcher for watcher in watchers if watcher.game == stored.game]
        sent = [one for player in here if isinstance(player, Player) for one in player.sent]
        verdict.inputs += sum(one.fate is Fate.DONE for one in sent)
        _judge_inputs(stored, sent, verdict)
        verdict.gaps += [f"{stored.game}: {what}" for what in _stored_gaps(stored)]
        for watcher in here:
            told = {one.n: one for one in stored.bulletins[watcher.audience]}
            where = f"{stored.game} {watcher.audience.value}"
            wrong = stream_faults(watcher, told, stored.views[watcher.audience])
            verdict.gaps += [f"{where}: {what}" for what in wrong]
    return verdict


def stream_faults(watcher: Watcher, told: Mapping[int, Told], view: View) -> Iterable[str]:
    """Where what somebody has before him is not what is stored for him."""
    yield from watcher.gaps
    for n, frame in watcher.heard.items():
        if n not in told or told[n].frame != frame:
            yield f"bulletin {n} is not the one that is stored"
    document = watcher.document
    if watcher.n != view.n:
        yield f"ends with {watcher.n}, not {view.n}"
    elif _decoded(document.faces, document.now) != _decoded(view.faces, view.now):
        yield "the document is not the one that is stored"


def _judge_inputs(stored: Rows, sent: Sequence[Sent], verdict: Verdict) -> None:
    """Count each command by its player, by what he had seen, and by what it was."""
    groups: dict[tuple[Side, int], list[Sent]] = {}
    for one in sent:
        groups.setdefault((one.side, one.seen), []).append(one)
    found: Counter[tuple[Side, int, str]] = Counter()
    for step, seen in _seen_before(stored):
        match = next((one for one in groups.get((step.side, seen), ()) if _fits(step, one)), None)
        if match is None:
            verdict.doubled.append(f"{stored.game}: step {step.number} was not sent by anybody")
        else:
            found[_key(match)] += 1
    for key, fates in _fates(sent).items():
        done, times = fates[Fate.DONE], found[key]
        if times < done:
            verdict.lost.append(f"{stored.game}: {key}")
        elif times > done + fates[Fate.UNKNOWN]:
            verdict.doubled.append(f"{stored.game}: {key}, stored {times} times")


def _fates(sent: Iterable[Sent]) -> Mapping[tuple[Side, int, str], Counter[Fate]]:
    fates: dict[tuple[Side, int, str], Counter[Fate]] = {}
    for one in sent:
        fates.setdefault(_key(one), Counter())[one.fate] += 1
    return fates


def _key(sent: Sent) -> tuple[Side, int, str]:
    return sent.side, sent.seen, json.dumps(sent.command, sort_keys=True)


def _seen_before(stored: Rows) -> Iterable[tuple[Stored, int]]:
    """Every step, and the number that its player had seen."""
    for step in stored.steps:
        told = stored.bulletins[step.side.audience]
        yield step, max(one.n for one in told if one.step < step.number or one.n == 0)


def _fits(step: Stored, sent: Sent) -> bool:
    """Whether a step carries out a command; what has its default is not stored."""
    command: dict[str, Any] = json.loads(step.command)
    left = {name: value for name, value in sent.command.items() if name not in command}
    return all(sent.command.get(name) == value for name, value in command.items()) and not any(
        left.values()
    )


def _stored_gaps(stored: Rows) -> Iterable[str]:
    if [step.number for step in stored.steps] != list(range(1, len(stored.steps) + 1)):
        yield "the stored steps have a gap"
    for audience, told in stored.bulletins.items():
        if [one.n for one in told] != list(range(len(told))):
            yield f"the stored bulletins of {audience.value} have a gap"


def _decoded(faces: Mapping[str, bytes], now: bytes) -> Any:
    return {key: json.loads(face) for key, face in faces.items()}, json.loads(now)
