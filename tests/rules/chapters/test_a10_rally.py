"""A10.6 Rally, A18.11 the first Self-Rally, A10.62 what becomes of DM at the end of the RPh."""

import pytest

from rules.chapters.morale.a10_dm import may_keep_dm, remove_dm
from rules.chapters.morale.a10_rally import rally_modifiers, rallying_leaders
from rules.forces.entities import Clock
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.dice import ScriptedDice
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import SlotsOffer
from rules.play.choices import Choose
from rules.play.phases import PHASES
from rules.play.rallying.rally import KeepDm, MakeLeaderCreation, Rally
from rules.position.position import CLOCK
from tests.rules.helpers import Bench, unit

BOARD = "size 8 x 6\nwoods: C3"


def bench(*entities: Entity, dice: list[tuple[int, ...]] | None = None) -> Bench:
    return Bench(BOARD, entities, phase=Phase.RPH, dice=dice or [])


def attempt(table: Bench, command: Rally, *answers: Choose) -> None:
    PHASES[Phase.RPH].refuse(table.public, Side.A, command)
    table.run(PHASES[Phase.RPH].begin(table.table, Side.A, command), *answers)


def add_dice(table: Bench, *rolls: tuple[int, ...]) -> None:
    assert isinstance(table.dice, ScriptedDice)
    table.dice.add(rolls)


def refused(table: Bench, command: Rally | KeepDm) -> str:
    with pytest.raises(Refused) as refusal:
        PHASES[Phase.RPH].refuse(table.public, Side.A, command)
    return refusal.value.rule


def broken_squad_with_leader(*dice: tuple[int, ...]) -> Bench:
    squad = unit("s", "ger-447", "C3", broken=True, dm=True)
    return bench(squad, unit("l", "ger-8-1", "C3"), dice=list(dice))


@pytest.mark.rule("A10.6")
def test_dm_leadership_and_woods_modify_the_dr() -> None:
    table = broken_squad_with_leader()
    squad, leader = table.unit("s"), table.unit("l")
    ledger = rally_modifiers(table.public, squad, leader)
    assert [(mod.rule, mod.value) for mod in ledger] == [
        ("A10.62", 4),
        ("A10.7", -1),
        ("A10.61", -1),
    ]


@pytest.mark.rule("A10.6")
@pytest.mark.parametrize(
    ("dice", "broken"), [((1, 4), False), ((2, 4), True)], ids=["7 on ML 7", "8 on ML 7"]
)
def test_rally_succeeds_up_to_the_broken_morale_level(dice: tuple[int, int], broken: bool) -> None:
    table = broken_squad_with_leader(dice)
    attempt(table, Rally(unit=ShownId("s"), leader=ShownId("l")))
    assert (table.unit("s").broken, table.unit("s").dm) == (broken, broken)
    assert table.log[-1].dice == dice


@pytest.mark.rule("A10.6")
def test_fate_reduces_and_does_not_rally() -> None:
    table = broken_squad_with_leader((6, 6))
    attempt(table, Rally(unit=ShownId("s"), leader=ShownId("l")))
    assert (table.unit("s").type, table.unit("s").broken) == ("ger-237", True)


@pytest.mark.rule("A10.6")
def test_one_attempt_a_player_turn_but_the_leader_goes_on() -> None:
    second = unit("t", "ger-447", "C3", broken=True)
    squad = unit("s", "ger-447", "C3", broken=True, dm=True)
    table = bench(squad, second, unit("l", "ger-8-0", "C3"), dice=[(6, 5)])
    attempt(table, Rally(unit=ShownId("s"), leader=ShownId("l")))
    assert refused(table, Rally(unit=ShownId("s"), leader=ShownId("l"))) == "A10.6"
    add_dice(table, (1, 2))
    attempt(table, Rally(unit=ShownId("t"), leader=ShownId("l")))
    assert not table.unit("t").broken


@pytest.mark.rule("A10.6")
def test_a_leader_elsewhere_broken_or_in_melee_rallies_nobody() -> None:
    squad = unit("s", "ger-447", "C3", broken=True)
    leaders = (
        unit("l1", "ger-8-1", "C4"),
        unit("l2", "ger-8-1", "C3", broken=True),
        unit("l3", "ger-8-1", "C3", melee=True),
    )
    table = bench(squad, *leaders)
    assert rallying_leaders(table.public, squad) == ()
    assert {refused(table, Rally(unit=ShownId("s"), leader=leader.id)) for leader in leaders} == {
        "A10.6"
    }


@pytest.mark.rule("A10.63")
def test_boxed_units_rally_themselves_but_not_beside_a_leader_who_could() -> None:
    alone = bench(unit("l", "ger-8-0", "D3", broken=True), dice=[(3, 4)])
    attempt(alone, Rally(unit=ShownId("l")))
    assert not alone.unit("l").broken  # 7 + 1 on ML 8
    led = bench(unit("l", "ger-8-0", "D3", broken=True), unit("k", "ger-7-0", "D3"))
    assert refused(led, Rally(unit=ShownId("l"))) == "A10.63"


@pytest.mark.rule("A18.11")
def test_the_attackers_first_mmc_may_rally_itself_and_no_other() -> None:
    squads = [unit(id_, "ger-447", "D3", broken=True) for id_ in ("s", "t")]
    table = bench(*squads, dice=[(6, 5)])
    attempt(table, Rally(unit=ShownId("s")))
    assert refused(table, Rally(unit=ShownId("t"))) == "A10.63"


@pytest.mark.rule("A18.11")
def test_an_smc_attempt_leaves_the_first_self_rally_open() -> None:
    table = bench(
        unit("l", "ger-8-0", "F3", broken=True),
        unit("s", "ger-447", "D3", broken=True),
        dice=[(6, 5)],
    )
    attempt(table, Rally(unit=ShownId("l")))
    assert table.table.clock.self_rally_open


@pytest.mark.rule("A18.11")
def test_the_defender_has_no_first_self_rally() -> None:
    russian = unit("r", "rus-447", "D3", broken=True)
    with pytest.raises(Refused, match=r"A10\.63"):
        PHASES[Phase.RPH].refuse(bench(russian).public, Side.B, Rally(unit=ShownId("r")))


@pytest.mark.rule("A18.11")
def test_original_2_on_the_first_self_rally_rallies_and_may_create_a_leader() -> None:
    squad = unit("s", "rus-426", "D3", broken=True, dm=True)
    table = Bench(BOARD, [squad], phase=Phase.RPH, phasing=Side.B, dice=[(1, 1), (3,)])
    procedure = PHASES[Phase.RPH].begin(table.table, Side.B, Rally(unit=ShownId("s")))
    table.run(procedure, Choose(option="create"))
    assert isinstance(table.asked[0], MakeLeaderCreation)
    assert not table.unit("s").broken
    (leader,) = [u for u in table.public.personnel() if u.id != "s"]
    assert (leader.type, leader.at, leader.broken) == ("rus-6p1", squad.at, False)  # 3 +1 +1 +1
    assert [mod.value for mod in table.log[-2].mods] == [1, 1, 1]


@pytest.mark.rule("A18.11")
def test_leader_creation_may_be_declined() -> None:
    table = bench(unit("s", "ger-447", "D3", broken=True), dice=[(1, 1)])
    attempt(table, Rally(unit=ShownId("s")), Choose(option="decline"))
    assert len(table.public.personnel()) == 1


@pytest.mark.rule("A10.62")
def test_dm_goes_at_the_end_of_the_rph_unless_kept_or_an_enemy_is_adjacent() -> None:
    table = bench(
        unit("kept", "ger-447", "A2", broken=True, dm=True, keeps_dm=True),
        unit("free", "ger-447", "A4", broken=True, dm=True),
        unit("beset", "ger-447", "F3", broken=True, dm=True),
        unit("r", "rus-447", "F4"),
    )
    remove_dm(table.table)
    assert [table.unit(id_).dm for id_ in ("kept", "free", "beset")] == [True, False, True]


@pytest.mark.rule("A10.62")
def test_dm_is_kept_in_the_open_and_in_cover_only_when_overstacked() -> None:
    open_ground = unit("o", "ger-447", "D3", broken=True, dm=True)
    woods = unit("w", "ger-447", "C3", broken=True, dm=True)
    table = bench(open_ground, woods)
    assert may_keep_dm(table.public, open_ground)
    assert refused(table, KeepDm(unit=ShownId("w"))) == "A10.62"
    crowd = [unit(f"c{n}", "ger-447", "C3") for n in range(3)]
    assert may_keep_dm(bench(woods, *crowd).public, woods)


def test_what_the_part_offers_is_not_refused() -> None:
    table = bench(
        unit("s", "ger-447", "C3", broken=True, dm=True),
        unit("l", "ger-8-1", "C3"),
        unit("t", "ger-447", "D5", broken=True, dm=True),
    )
    offers = {one.verb: one for one in PHASES[Phase.RPH].offers(table.public, Side.A)}
    rally, keep = offers["rally"], offers["keep_dm"]
    assert isinstance(rally, SlotsOffer)
    assert isinstance(keep, SlotsOffer)
    unit_, leader = rally.slots
    assert [one.value for one in unit_.of] == ["s", "t"]
    assert leader.allows == {"s": ("l",), "t": (None,)}
    assert [one.value for one in keep.slots[0].of] == ["t"]
    assert table.table.world.get(Clock, CLOCK).self_rally_open
