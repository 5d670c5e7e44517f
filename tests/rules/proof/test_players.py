"""Random players make of every form of offer a command that the form allows."""

from typing import Any

import pytest

from rules.kernel.entropy import line_commitment
from rules.kernel.view import ButtonOffer
from rules.proof.players import FORMS, LINE, NothingOffered, choose_command, straight_to
from tests.rules.kernel.playing import chance

SLOTS = [
    {"name": "unit", "kind": "unit", "of": [{"value": "u1"}]},
    {
        "name": "leader",
        "kind": "unit",
        "of": [{"value": "u2"}],
        "empty": "alone",
        "by": "unit",
        "allows": {"u1": [None]},
    },
    {
        "name": "number",
        "kind": "number",
        "of": [{"value": 1}, {"value": 2}],
        "by": "unit",
        "allows": {"u1": [2]},
    },
    {"name": "option", "kind": "option", "of": [{"value": "o1"}]},
    {"name": "flag", "kind": "option", "of": [{"value": True}]},
]

FORMS_WITH_NOUNS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "button": ({}, {}),
    "slots": ({"slots": SLOTS}, {"unit": "u1", "number": 2, "option": "o1", "flag": True}),
    "units_to": (
        {
            "units": {"u1": {"E5": "2 MF"}},
            "flags": [{"name": "double", "label": "", "rule": "", "units": {"u1": []}}],
        },
        {"units": ["u1"], "to": "E5"},
    ),
    "fire": (
        {"units": {"u1": ["E5"]}, "directors": {"u9": ["u2"]}},
        {"units": ["u1"], "at": "E5"},
    ),
    "cc": (
        {"units": ["u1"], "targets": ["u2"], "leaders": ["u3"], "at": "E5"},
        {"units": ["u1"], "targets": ["u2"], "leader": None},
    ),
    "place": (
        {
            "pieces": {"p1": ["E5"], "p2": ["E5"]},
            "groups": [{"pieces": ["p1", "p2"], "area": ["E5"]}],
            "placed": {"p1": "E6"},
        },
        {"pieces": ["p2"], "to": "E5"},
    ),
    "mines": (
        {
            "strengths": [6, 8, 12],
            "left": 6,
            "total": 24,
            "hexes": ["E5", "E6"],
            "why_not": {"E6": ["B28.1", "paved road"]},
        },
        {"hex": "E5", "strength": 6},
    ),
    "commit": ({}, {"commitment": line_commitment(LINE)}),
    "opening": ({"commitment": line_commitment(LINE)}, {"line": LINE}),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_form(form: str) -> None:
    offer, nouns = FORMS_WITH_NOUNS[form]
    offers = [{"verb": "do", "form": form, "label": "Do", **offer}]
    for seed in range(10):
        assert choose_command(chance(seed), offers) == {"verb": "do", **nouns}


def test_units_that_go_together_start_together() -> None:
    units = {"u1": {"E5": ""}, "u2": {"E5": ""}, "u3": {"E5": "", "E6": ""}}
    offer = {"verb": "do", "form": "units_to", "label": "", "units": units, "together": True}
    chosen = [choose_command(chance(seed), [offer])["units"] for seed in range(50)]
    assert ["u1", "u2"] in chosen
    assert not any({"u1", "u3"} <= set(some) for some in chosen)


def test_rare_verbs_get_their_turn_and_the_last_one_hardly_ever() -> None:
    rng, used = chance(1), dict[str, int]()
    offers: list[dict[str, Any]] = [
        *({"verb": "move", "form": "slots", "slots": SLOTS} for _ in range(50)),
        {"verb": "rare", "form": "button", "label": ""},
        {"verb": "resign", "form": "button", "label": ""},
    ]
    for _ in range(300):
        verb = choose_command(rng, offers, used)["verb"]
        used[verb] = used.get(verb, 0) + 1
    assert used["rare"] > 100
    assert used.get("resign", 0) < 30


def test_offers_without_nouns_are_passed_over() -> None:
    empty = {"verb": "do", "form": "slots", "slots": [{"name": "unit", "kind": "unit"}]}
    button = ButtonOffer(verb="pass", label="Pass")
    assert choose_command(chance(0), [empty, button]) == {"verb": "pass"}
    with pytest.raises(NothingOffered):
        choose_command(chance(0), [empty])


def test_a_unit_that_may_go_nowhere_stays_out_of_what_leads_to_a_goal() -> None:
    places: dict[str, Any] = {"so1:A1/0": {}, "so1:C3/0": {}}
    offer = {"verb": "move", "form": "units_to", "units": {"u1": places, "u2": {}}}
    (led,) = straight_to([offer], "so1:D4/0")
    assert led["units"] == {"u1": {"so1:C3/0": {}}}
