"""How often what comes up with real dice, beside how often it should.

Each trial is a position that is played anew with other dice, from the commitment to the log. What
should come of the 36 DR is found without the engine: by the rows and thresholds below, written down
for this purpose alone. Chi-square says how far the two are apart.
"""

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from rules.cases.commands import with_ids
from rules.cases.position import game_at
from rules.cases.reading import Case, read_case
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import HmacDice
from rules.kernel.game import Game
from rules.kernel.view import LogLine

POSITIONS = Path(__file__).parent / "frequencies.yaml"
DOUBTFUL = 0.001
"""Below this a trial is worth a second look with another seed."""

Expected = Callable[[int, int], str]
"""What a DR should give, by its coloured and its white die."""

COLUMN_6 = ["1KIA", "K/2", "2MC", "1MC", "1MC", "NMC", "PTC", "-", "-", "-", "-"]
COLUMN_8 = ["1KIA", "K/2", "2MC", "2MC", "1MC", "1MC", "NMC", "PTC", "-", "-", "-"]
MORALE = 7
ELR = 2
KILL_NUMBER = 5
RATE = 3
TWELVE = 12
MODERATE, HEAVY = 11, 10
LOWER = 3
RAFTING_ELR = 3


@dataclass(frozen=True)
class Seen:
    """A position that was played: what everybody was told of it, and how it stands then."""

    lines: tuple[LogLine, ...]
    game: Game


@dataclass(frozen=True)
class Trial:
    """What is counted: in which position, how it is seen, and what each DR should give."""

    name: str
    rule: str
    position: str
    seen: Callable[[Seen], Iterator[str]]
    expected: Expected

    @property
    def chances(self) -> Mapping[str, int]:
        """How many of the 36 DR give each outcome."""
        faces = range(1, 7)
        return Counter(self.expected(*dice) for dice in product(faces, faces))


@dataclass(frozen=True)
class Measured:
    """What came of a trial that was made many times."""

    trial: Trial
    counts: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def strays(self) -> tuple[str, ...]:
        """Outcomes that no DR should give."""
        return tuple(sorted(set(self.counts) - set(self.trial.chances)))

    @property
    def chi_square(self) -> float:
        found = 0.0
        for outcome, chance in self.trial.chances.items():
            wanted = self.total * chance / 36
            found += (self.counts.get(outcome, 0) - wanted) ** 2 / wanted
        return found

    @property
    def p(self) -> float:
        """The chance of counts at least so far from what is expected; 0 if there is a stray."""
        if self.strays or not self.total:
            return 0.0
        return tail(self.chi_square, len(self.trial.chances) - 1)


def measure(trial: Trial, times: int, seed: int) -> Measured:
    """Play a trial's position so many times, each with dice of its own."""
    counts: Counter[str] = Counter()
    case = _positions()[trial.position]
    for n in range(times):
        master = hashlib.sha256(f"{trial.name}:{seed}:{n}".encode()).digest()
        counts.update(trial.seen(_played(case, master)))
    return Measured(trial, counts)


def tail(chi_square: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least so high."""
    half = chi_square / 2
    if freedom % 2 == 0:
        terms = (half**n / math.factorial(n) for n in range(freedom // 2))
        return math.exp(-half) * math.fsum(terms)
    terms = (half**n * math.sqrt(half) / math.gamma(n + 1.5) for n in range(freedom // 2))
    return math.erfc(math.sqrt(half)) + math.exp(-half) * math.fsum(terms)


@cache
def _positions() -> Mapping[str, Case]:
    return {case.title: case for case in read_case(POSITIONS).replays}


def _played(case: Case, master: bytes) -> Seen:
    if case.table is None:
        raise TypeError("a trial begins with a position")
    game = game_at(case.table, case.rules, HmacDice(master))
    ids = {str(unit.counter): str(unit.id) for unit in game.world.all(Unit)}
    ids |= {str(weapon.counter): str(weapon.id) for weapon in game.world.all(Weapon)}
    lines: list[LogLine] = []
    for line in case.script:
        if line.side is None or line.command is None:
            raise TypeError("a trial's script is made of commands")
        step = game.play(line.side, with_ids(line.command, case.names, ids, {}))
        lines += [said for to, said in step.lines if to is Audience.PUBLIC]
    return Seen(tuple(lines), game)


# -- what is seen ---------------------------------------------------------------------------------


def _attack(seen: Seen) -> Iterator[str]:
    yield next("-" if s.result == "no effect" else s.result for s in seen.lines if s.kind == "fire")


def _checks(seen: Seen, label: str) -> Iterator[LogLine]:
    yield from (line for line in seen.lines if line.dice and line.text.startswith(f"{label} "))


def _morale(seen: Seen) -> Iterator[str]:
    for line in _checks(seen, "1MC"):
        yield "Original 12" if sum(line.dice) == TWELVE else line.result


def _replaced(seen: Seen) -> Iterator[str]:
    """Who was Replaced, unit by unit: told after its own check, and before the next."""
    for line in _checks(seen, "1MC"):
        after = seen.lines[seen.lines.index(line) + 1 :]
        own = after[: next((n for n, one in enumerate(after) if one.dice), len(after))]
        yield "Replaced" if any(one.result == "Replaced" for one in own) else "kept"


def _close_combat(seen: Seen) -> Iterator[str]:
    yield next(s.result.partition(": ")[2] for s in seen.lines if s.kind == "cc" and s.dice)


def _rally(seen: Seen) -> Iterator[str]:
    yield next(line.result for line in seen.lines if line.kind == "rally" and line.dice)


def _rate(seen: Seen) -> Iterator[str]:
    (gun,) = seen.game.world.all(Weapon)
    if gun.malfunctioned:
        yield "malfunctions"
    else:
        yield "fires again" if gun.fired is None else "is done"


def _swimmer(seen: Seen) -> Iterator[str]:
    """A swimmer at the end of his APh: drowned, or where he is then."""
    left = [unit for unit in seen.game.world.all(Unit) if unit.side is Side.A]
    yield _HEXES[left[0].at] if left else "drowns"


_HEXES = {
    "inline:E5/0": "swims on",
    "inline:E6/0": "drifts on, or to the lower",
    "inline:F6/0": "drifts to the higher",
    "inline:F5/0": "drifts to the higher",
}


def _at_the_bank(seen: Seen) -> Iterator[str]:
    """Who tries to swim: ashore still, rafting, or unarmed in the water."""
    (unit,) = (one for one in seen.game.world.all(Unit) if one.side is Side.A)
    yield ("swims unarmed" if unit.unarmed else "rafts") if unit.swims else "stays"


# -- what each DR should give ---------------------------------------------------------------------


def _on_8(coloured: int, white: int) -> str:
    """8 FP without a leader: Doubles cower to the 6 column (A7.9)."""
    column = COLUMN_6 if coloured == white else COLUMN_8
    return column[coloured + white - 2]


def _on_8_led(coloured: int, white: int) -> str:
    """8 FP under a leader of -1: an Original 2 is a Final 1, and nobody cowers."""
    dr = coloured + white - 1
    return "2KIA" if dr == 1 else COLUMN_8[dr - 2]


def _check(coloured: int, white: int) -> str:
    """A 1MC of Morale Level 7."""
    final = coloured + white + 1
    if coloured + white == TWELVE:
        return "Original 12"
    if final == MORALE:
        return "passes, pinned"
    return "passes" if final < MORALE else "fails"


def _elr(coloured: int, white: int) -> str:
    """The same: who fails by more than his ELR is Replaced (A19.1)."""
    return "Replaced" if coloured + white + 1 > MORALE + ELR else "kept"


def _cc(coloured: int, white: int) -> str:
    """1-1 against the broken: -2."""
    final = coloured + white - 2
    if final == KILL_NUMBER:
        return "Casualty Reduction of one"
    return "eliminated" if final < KILL_NUMBER else "no effect"


def _rallied(coloured: int, white: int) -> str:
    """Morale Level 7 under a leader of -1, without DM."""
    if coloured + white == TWELVE:
        return "Fate"
    return "rallies" if coloured + white - 1 <= MORALE else "stays broken"


def _again(coloured: int, white: int) -> str:
    if coloured + white == TWELVE:
        return "malfunctions"
    return "fires again" if coloured <= RATE else "is done"


def _drowns_slowly(coloured: int, white: int) -> str:
    return "drowns" if coloured + white == TWELVE else "swims on"


def _drowns_and_drifts(coloured: int, white: int) -> str:
    """A Moderate Current to between two hexes: the coloured die says into which (B21.121)."""
    if coloured + white >= MODERATE:
        return "drowns"
    lower = "drifts on, or to the lower"
    return lower if coloured <= LOWER else "drifts to the higher"


def _drowns_fast(coloured: int, white: int) -> str:
    return "drowns" if coloured + white >= HEAVY else "drifts on, or to the lower"


def _rafts(coloured: int, white: int) -> str:
    """A TC of Morale Level 7 with an ELR of 3."""
    if coloured + white > MORALE:
        return "stays"
    return "rafts" if coloured < RAFTING_ELR else "swims unarmed"


TRIALS = (
    Trial("IFT, 8 FP", "A7.3", "IFT", _attack, _on_8),
    Trial("IFT, 8 FP -1", "A7.3", "directed", _attack, _on_8_led),
    Trial("MC", "A10.1", "MC", _morale, _check),
    Trial("ELR", "A19.1", "MC", _replaced, _elr),
    Trial("CC, 1-1 -2", "A11.11", "CC", _close_combat, _cc),
    Trial("rally", "A10.6", "rally", _rally, _rallied),
    Trial("ROF 3", "A9.2", "ROF", _rate, _again),
    Trial("drowning, Slow", "E6.21", "slow", _swimmer, _drowns_slowly),
    Trial("drowning and Drift, Moderate", "E6.21", "moderate", _swimmer, _drowns_and_drifts),
    Trial("drowning, Heavy", "E6.21", "heavy", _swimmer, _drowns_fast),
    Trial("rafting, ELR 3", "E6.41", "rafting", _at_the_bank, _rafts),
)


def report(measured: Measured) -> Iterator[str]:
    """A trial as a table: how often each outcome came and should have come, and p."""
    trial = measured.trial
    freedom = len(trial.chances) - 1
    head = f"{trial.name} ({trial.rule}): {measured.total} seen"
    yield f"{head}, chi-square {measured.chi_square:.2f} of {freedom}, p {measured.p:.3f}"
    by_chance = sorted(trial.chances.items(), key=lambda one: (-one[1], one[0]))
    for outcome, chance in by_chance:
        wanted = measured.total * chance / 36
        seen = measured.counts.get(outcome, 0)
        yield f"    {outcome:<26} {seen:>6}  {wanted:>9.1f}  {chance:>2}/36"
    for stray in measured.strays:
        yield f"    {stray:<26} {measured.counts[stray]:>6}  no DR gives this"
