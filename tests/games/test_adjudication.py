"""Changes of the position by agreement: what is changed, who is told what, and what is refused."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games import boards
from games.changing import FORMS
from games.models import BulletinRow, Game, Proposal, Seat, StepRow
from games.models.choices import ProposalKind, Status
from games.selectors.documents import audience_view
from games.selectors.house import house_of
from games.services import game_create, play
from games.services.adjudication import CHANGED, Ruling, change_agree, change_impose, change_propose
from games.services.memory import MEMORY
from games.services.offering import offered
from games.services.proposals import Wish, decline, propose
from rules.cases.position import scenario_of
from rules.cases.reading import read_case
from rules.forces.entities import Clock
from rules.forces.lookup import unit_type
from rules.forces.phases import Phase
from rules.forces.sealed import Veiled
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.refused import Refused
from rules.play.ruleset import AslRules
from rules.position.position import CLOCK
from rules.position.smoke import Smoke
from rules.proof.trials import Trial
from tests.games.playing import command, loaded, random_game, set_up
from tests.games.serving import ROOT

A, B = Side
MASTER = b"m" * 32
CASES = ROOT / "tests" / "cases"

pytestmark = pytest.mark.django_db


def begun(scenario: str = "skirmish") -> UUID:
    game_id = game_create(scenario_id=scenario, master=MASTER).game.pk
    set_up(game_id)
    if loaded(game_id).running is not None:
        next(one for one in random_game(game_id, 1, 50) if one.at_rest)
    return game_id


def written(*edits: Mapping[str, Any]) -> bytes:
    return json.dumps({"edits": edits}).encode()


def asked(game_id: UUID) -> datetime:
    return Proposal.objects.get(game=game_id, kind=ProposalKind.CHANGE).at


def agreed(game_id: UUID, side: Side, *edits: Mapping[str, Any]) -> None:
    """One side asks, the other agrees."""
    change_propose(game_id=game_id, side=side, ruling=written(*edits))
    change_agree(game_id=game_id, side=side.enemy, asked=asked(game_id))


def any_unit(game_id: UUID, side: Side) -> Unit:
    return next(one for one in loaded(game_id).world.all(Unit) if one.side is side)


def unit_now(game_id: UUID, unit: Unit) -> Unit:
    return loaded(game_id).world.get(Unit, unit.id)


def free_hex(game_id: UUID) -> str:
    """A hex that nobody is in."""
    game = loaded(game_id)
    taken = {one.at for one in game.world.all(Unit)} | {c.at for c in game.world.all(Cover)}
    hexes = (one["id"] for one in boards.page_data(game_scenario(game_id))["board"]["hexes"])
    return next(f"{hex_}/0" for hex_ in hexes if f"{hex_}/0" not in taken)


def game_scenario(game_id: UUID) -> str:
    return Game.objects.get(pk=game_id).scenario


def last_lines(game_id: UUID, audience: Audience) -> list[str]:
    row = BulletinRow.objects.filter(game=game_id, audience=audience).order_by("number").last()
    assert row is not None
    return [line["text"] for line in json.loads(bytes(row.frame))["log"]]


def test_a_unit_is_moved_with_its_weapon_and_everybody_is_told() -> None:
    game_id = begun()
    gun = next(one for one in loaded(game_id).world.all(Weapon) if one.holder)
    unit = loaded(game_id).world.get(Unit, gun.holder or "")
    to = free_hex(game_id)
    agreed(game_id, A, {"edit": "move", "key": f"unit:{unit.id}", "to": to})
    assert unit_now(game_id, unit).at == to
    assert loaded(game_id).world.get(Weapon, gun.id).at == to
    for audience in Audience:
        (line,) = last_lines(game_id, audience)
        assert line.startswith("Both sides agree: ")
        assert " is moved to " in line


def test_it_is_asked_in_words_and_nothing_happens_before_it_is_agreed() -> None:
    game_id = begun()
    unit = any_unit(game_id, B)
    edit = {"edit": "alter", "key": f"unit:{unit.id}", "fields": {"broken": True, "dm": True}}
    change_propose(game_id=game_id, side=A, ruling=written(edit))
    (one,) = house_of(game_id)["asked"]
    assert "broken no → yes, DM no → yes" in one["said"]
    assert not unit_now(game_id, unit).broken
    decline(game_id=game_id, side=B, kind=ProposalKind.CHANGE, asked=asked(game_id))
    with pytest.raises(Refused, match="not asked any more"):
        change_agree(game_id=game_id, side=B, asked=asked(game_id))
    assert not unit_now(game_id, unit).broken


def test_whose_turn_and_phase_it_is() -> None:
    game_id = begun()
    clock = loaded(game_id).world.get(Clock, CLOCK)
    fields = {"turn": 2, "phasing": clock.phasing.enemy.value, "phase": "DFPh"}
    agreed(game_id, A, {"edit": "alter", "key": "clock:clock", "fields": fields})
    now = loaded(game_id).world.get(Clock, CLOCK)
    assert (now.turn, now.phase) == (2, Phase.DFPH)
    assert (now.phasing, now.active) == (clock.phasing.enemy, clock.phasing)
    play(game_id=game_id, side=now.active, data=command("end_phase"), seen=None)


def test_counters_come_and_go() -> None:
    game_id = begun()
    at, unit = free_hex(game_id), any_unit(game_id, B)
    agreed(
        game_id, A,
        {"edit": "add", "side": "b", "type": unit.type, "at": at},
        {"edit": "lay", "what": "smoke", "at": at},
        {"edit": "remove", "key": f"unit:{unit.id}"},
    )  # fmt: skip
    world = loaded(game_id).world
    assert [one.type for one in world.all(Unit) if one.at == at] == [unit.type]
    assert [one.at for one in world.all(Smoke)] == [at]
    assert world.find(Unit, unit.id) is None


def test_nobody_takes_it_back() -> None:
    game_id = begun()
    agreed(game_id, A, {"edit": "lay", "what": "smoke", "at": free_hex(game_id)})
    assert loaded(game_id).undo == ()
    for side in Side:
        verbs = [one["verb"] for one in json.loads(offers_of(game_id, side))]
        assert not {"ask_take_back", "take_back_freely"} & {*verbs}


def offers_of(game_id: UUID, side: Side) -> bytes:
    return offered(game_id, side.audience)[1]


def test_what_was_read_is_what_is_agreed_to() -> None:
    game_id = begun()
    unit = any_unit(game_id, A)
    first, second = free_hex(game_id), str(any_unit(game_id, A).at)
    edit = {"edit": "move", "key": f"unit:{unit.id}", "to": first}
    change_propose(game_id=game_id, side=A, ruling=written(edit))
    other = written({"edit": "alter", "key": f"unit:{unit.id}", "fields": {"cx": True}})
    change_impose(game_id=game_id, ruling=Ruling(other, A, "Director"))
    assert not Proposal.objects.filter(game=game_id).exists()
    change_propose(game_id=game_id, side=A, ruling=written(edit))
    Proposal.objects.filter(game=game_id).update(said="something else")
    with pytest.raises(Refused, match="changed since"):
        change_agree(game_id=game_id, side=B, asked=asked(game_id))
    assert unit_now(game_id, unit).at == second


def test_a_director_rules_without_being_asked() -> None:
    game_id = begun()
    unit = any_unit(game_id, A)
    ruling = Ruling(written({"edit": "remove", "key": f"unit:{unit.id}"}), A, "The director rules")
    (outcome,) = change_impose(game_id=game_id, ruling=ruling)
    assert outcome.at_rest
    assert last_lines(game_id, Audience.PUBLIC)[0].startswith("The director rules: ")


def test_a_halted_game_goes_on_with_it() -> None:
    game_id = begun()
    Game.objects.filter(pk=game_id).update(status=Status.HALTED)
    MEMORY.clear()
    agreed(game_id, B, {"edit": "lay", "what": "wire", "at": free_hex(game_id)})
    assert Game.objects.get(pk=game_id).status == Status.PLAYING
    play(game_id=game_id, side=active(game_id), data=command("end_phase"), seen=None)


def active(game_id: UUID) -> Side:
    return loaded(game_id).world.get(Clock, CLOCK).active


def test_what_only_its_owner_sees_is_changed_without_a_word_of_it() -> None:
    game_id = begun("owl-light")
    veiled = next(one for one in loaded(game_id).world.all(Veiled) if one.owner is A)
    edit = {"edit": "alter", "key": f"unit:{veiled.id}", "fields": {"cx": True}}
    change_propose(game_id=game_id, side=A, ruling=written(edit))
    (one,) = house_of(game_id)["asked"]
    assert one["said"] == "Something is changed that only its owner may see"
    before = audience_view(game_id, Audience.PUBLIC).document
    change_agree(game_id=game_id, side=B, asked=asked(game_id))
    said = ["Both sides agree: something is changed that only its owner may see"]
    assert last_lines(game_id, Audience.PUBLIC) == last_lines(game_id, Audience.B) == said
    assert len(last_lines(game_id, Audience.A)) == len(said) + 1
    now = audience_view(game_id, Audience.PUBLIC).document
    assert now == before


def test_how_much_of_the_hidden_is_changed_shows_to_nobody_else() -> None:
    told: list[tuple[object, ...]] = []
    for fields in ({"cx": True}, {"pinned": True, "ti": True}):
        game_id = begun("owl-light")
        those = [one for one in loaded(game_id).world.all(Veiled) if one.owner is A]
        count = len(fields)
        edits = [{"edit": "alter", "key": f"unit:{one.id}", "fields": fields}
                 for one in those[:count]]  # fmt: skip
        change_propose(game_id=game_id, side=A, ruling=written(*edits))
        words = house_of(game_id)["asked"][0]["said"]
        change_agree(game_id=game_id, side=B, asked=asked(game_id))
        rows = BulletinRow.objects.filter(game=game_id).exclude(audience="a")
        frames = tuple(bytes(row.frame) for row in rows.order_by("audience", "number"))
        told.append((words, frames))
    assert told[0] == told[1]


def test_why_a_hidden_change_cannot_be_made_any_more_is_not_told() -> None:
    game_id = begun("owl-light")
    veiled = next(one for one in loaded(game_id).world.all(Veiled) if one.owner is A)
    edit = written({"edit": "alter", "key": f"unit:{veiled.id}", "fields": {"cx": True}})
    change_propose(game_id=game_id, side=A, ruling=edit)
    at = asked(game_id)
    proposal = Proposal.objects.get(game=game_id)
    change_impose(game_id=game_id, ruling=Ruling(edit, A, "The director rules"))
    proposal.save(force_insert=True)
    with pytest.raises(Refused) as refused:
        change_agree(game_id=game_id, side=B, asked=at)
    assert (refused.value.why, refused.value.code) == (CHANGED, "stale")


def test_a_pillbox_that_nobody_has_met_is_no_place_for_the_other_side() -> None:
    table = read_case(CASES / "b30" / "hidden-pillbox.yaml").table
    assert table is not None
    position = Trial(table, AslRules(scenario_of(table), table.board), MASTER)
    for at in ("inline:E5/0p", "inline:E8/0p"):  # there is one in E5
        edit = written({"edit": "lay", "what": "smoke", "at": at})
        with pytest.raises(Refused, match="no such place"):
            position.game().adjudicate(A, edit, "said")
    edit = written({"edit": "lay", "what": "smoke", "at": "inline:E5/0p"})
    assert position.game().adjudicate(B, edit, "said")


def test_the_enemys_secrets_cannot_be_named() -> None:
    game_id = begun("owl-light")
    veiled = next(one for one in loaded(game_id).world.all(Veiled) if one.owner is A)
    said = set()
    for key in (f"unit:{veiled.id}", "unit:u9999"):
        with pytest.raises(Refused) as refused:
            change_propose(game_id=game_id, side=B, ruling=written({"edit": "remove", "key": key}))
        said.add(refused.value.why)
    assert len(said) == 1


def test_a_cover_is_moved_and_removed_with_all_that_is_under_it() -> None:
    game_id = begun("owl-light")
    first, second, *_ = loaded(game_id).world.all(Cover)
    to = free_hex(game_id)
    agreed(game_id, A, {"edit": "move", "key": f"cover:{first.id}", "to": to},
           {"edit": "remove", "key": f"cover:{second.id}"})  # fmt: skip
    world = loaded(game_id).world
    assert world.get(Cover, first.id).at == to
    assert world.find(Cover, second.id) is None


EDITS: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "nothing there": ({"edit": "remove", "key": "unit:u999"}, "not on the table"),
    "no place": ({"edit": "lay", "what": "smoke", "at": "moon:A1/0"}, "no such place"),
    "no counter": ({"edit": "add", "side": "a", "type": "ger-tiger", "at": "."}, "no such place"),
    "no field": ({"edit": "alter", "key": "clock:clock", "fields": {"winner": "a"}}, "nothing"),
    "no dice": ({"edit": "dice", "key": "r1", "fields": {"dice": 2}}, "no ruling"),
    "no step": (
        {"edit": "alter", "key": "clock:clock", "fields": {"phase": "MPh", "active": "x"}},
        "side to act",
    ),
    "no phase": ({"edit": "alter", "key": "clock:clock", "fields": {"phase": "XPh"}}, "phase"),
    "no ELR": ({"edit": "alter", "key": "tray:a", "fields": {"elr": 9}}, "from 0 to 5"),
    "no flag": ({"edit": "alter", "key": "tray:a", "fields": {"no_quarter": 3}}, "No Quarter"),
    "the clock": ({"edit": "remove", "key": "clock:clock"}, "cannot be taken off"),
    "a seal": ({"edit": "remove", "key": "seal:a"}, "cannot be taken off|not on the table"),
}


@pytest.mark.parametrize(("edit", "why"), EDITS.values(), ids=EDITS)
def test_what_cannot_be_is_refused_and_changes_nothing(edit: Mapping[str, Any], why: str) -> None:
    game_id = begun()
    steps = StepRow.objects.filter(game=game_id).count()
    with pytest.raises(Refused, match=why):
        change_propose(game_id=game_id, side=A, ruling=written(edit))
    assert not Proposal.objects.filter(game=game_id).exists()
    assert StepRow.objects.filter(game=game_id).count() == steps


def test_a_refused_ruling_leaves_the_game_as_it_was() -> None:
    """The second edit is refused when the first was made already."""
    game_id = begun()
    game = loaded(game_id)
    game.refresh()
    before = game.codec.encode_world(game.world), dict(game.documents), game.ledger.copy()
    bad = written({"edit": "lay", "what": "smoke", "at": free_hex(game_id)}, EDITS["no place"][0])
    with pytest.raises(Refused):
        game.adjudicate(A, bad, "Both sides agree")
    assert (game.codec.encode_world(game.world), dict(game.documents), game.ledger) == before
    assert game.world.changes() == ()


def test_during_the_setup_and_while_something_is_under_way_nothing_is_adjudicated() -> None:
    game_id = game_create(scenario_id="skirmish", master=MASTER).game.pk
    with pytest.raises(Refused, match="not begun"):
        change_propose(
            game_id=game_id,
            side=A,
            ruling=written({"edit": "alter", "key": "tray:a", "fields": {"elr": 1}}),
        )
    with pytest.raises(Refused, match="own form"):
        propose(game_id=game_id, side=A, wish=Wish(ProposalKind.CHANGE))


def address(game_id: UUID, name: str, side: Side) -> str:
    token = Seat.objects.get(game=game_id, side=side).token
    return f"{reverse(f'games:{name}', args=(game_id,))}?seat={token}"


def test_it_is_written_down_read_and_asked_on_its_page(client: Client) -> None:
    game_id = begun()
    page = address(game_id, "change", A)
    unit = any_unit(game_id, A)
    first = client.post(page, {"act": "mark", "counter": f"unit:{unit.id}", "mark": "cx",
                               "so": "yes", "edits": ""})  # fmt: skip
    assert "CX no → yes" in first.content.decode()
    edits = first.context["draft"].text
    second = client.post(page, {"act": "lay", "what": "smoke", "to": "nowhere", "edits": edits})
    assert second.status_code == 422
    assert "There is no such place on this map." in second.content.decode()
    assert second.context["draft"].text == edits
    client.post(page, {"act": "ask", "edits": edits})
    table = house_of(game_id)["asked"]
    assert [one["kind"] for one in table] == ["change"]
    answer = {"act": "agree", "kind": "change", "asked": table[0]["asked"]}
    assert client.post(address(game_id, "house", B), answer).status_code == 200
    assert unit_now(game_id, unit).cx


def test_who_watches_changes_nothing(client: Client) -> None:
    game_id = begun()
    page = reverse("games:change", args=(game_id,))
    assert client.get(page).status_code == client.post(page, {"act": "ask"}).status_code == 403


def test_who_tries_too_many_edits_waits_and_loses_none(client: Client, settings: Settings) -> None:
    settings.CHANGE_DRAFTS_PER_MINUTE = 2
    game_id = begun()
    cx = {"act": "mark", "counter": f"unit:{any_unit(game_id, A).id}", "mark": "cx", "so": "yes"}
    page = address(game_id, "change", A)
    edits = client.post(page, {**cx, "edits": ""}).context["draft"].text
    assert client.post(page, {"act": "drop", "edits": edits}).status_code == 200
    answer = client.post(page, {"act": "ask", "edits": edits})
    assert answer.status_code == 422
    assert "Go on in a minute." in answer.content.decode()
    assert answer.context["draft"].text == edits
    assert not Proposal.objects.filter(game=game_id).exists()
    cx["counter"] = f"unit:{any_unit(game_id, B).id}"
    other = client.post(address(game_id, "change", B), {**cx, "edits": ""})
    assert other.status_code == 200


def test_every_form_writes_something_down(client: Client) -> None:
    game_id = begun()
    page, to = address(game_id, "change", A), free_hex(game_id).partition(":")[2].partition("/")[0]
    gun = next(one for one in loaded(game_id).world.all(Weapon))
    mine, unit = any_unit(game_id, A), f"unit:{any_unit(game_id, A).id}"
    filled: dict[str, dict[str, object]] = {
        "move": {"counter": unit, "to": to.lower()},
        "remove": {"counter": unit, "counts": "on"},
        "mark": {"counter": unit, "mark": "broken", "so": "yes"},
        "fire": {"counter": unit, "mark": "prep"},
        "type": {"counter": unit, "type": unit_type(mine.type).half or mine.type},
        "weapon": {"counter": f"weapon:{gun.id}", "holder": ""},
        "works": {"counter": f"weapon:{gun.id}", "so": "yes"},
        "add": {"side": "b", "type": mine.type, "to": to},
        "lay": {"what": "foxhole", "to": to},
        "time": {"turn": 2, "phasing": "a", "phase": "CCPh"},
        "side": {"side": "b", "what": "elr", "value": 1},
    }
    assert filled.keys() == FORMS.keys()
    for act, fields in filled.items():
        answer = client.post(page, {"act": act, "edits": "[]", **fields})
        assert answer.status_code == 200, (act, answer.content.decode())
        assert len(answer.context["draft"].edits) == 1, act
