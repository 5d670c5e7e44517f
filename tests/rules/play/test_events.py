"""What happens by itself at the borders of phases."""

from collections.abc import Callable

import pytest

from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.play import sequence
from rules.play.events import PhaseEvent, at_once
from rules.play.sequence import end_phase
from rules.position.asl_table import AslTable
from tests.rules.helpers import Bench, unit

UNITS = [unit("g", "ger-467", "A1"), unit("r", "rus-447", "H3")]


def test_events_happen_before_the_marks_of_their_phase_go(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("size 9 x 6", UNITS, phase=Phase.MPH, phasing=Side.A)
    bench.table.change(CounterId("g"), mf_spent=4)
    heard = []

    def note(table: AslTable) -> None:
        heard.append((table.clock.phase, table.unit(CounterId("g")).mf_spent))

    events = tuple(PhaseEvent("A3", at_once(note), phase) for phase in Phase)
    monkeypatch.setattr(sequence, "ENDS", events)
    bench.run(end_phase(bench.table))
    assert heard == [(Phase.MPH, 4)]
    assert bench.unit("g").mf_spent == 0


def test_a_phase_that_is_left_out_begins_and_ends_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench("size 9 x 6", UNITS, phase=Phase.AFPH, phasing=Side.A)
    heard = []

    def beginning(table: AslTable) -> None:
        heard.append(f"{table.clock.phase} begins")

    def end(table: AslTable) -> None:
        heard.append(f"{table.clock.phase} ends")

    def at_each(act: Callable[[AslTable], None]) -> tuple[PhaseEvent, ...]:
        return tuple(PhaseEvent("A3", at_once(act), phase) for phase in Phase)

    monkeypatch.setattr(sequence, "BEGINNINGS", at_each(beginning))
    monkeypatch.setattr(sequence, "ENDS", at_each(end))
    bench.run(end_phase(bench.table))
    assert heard == ["AFPh ends", "RtPh begins", "RtPh ends", "APh begins"]
