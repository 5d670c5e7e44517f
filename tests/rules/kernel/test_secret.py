"""A Secret refuses every way out but those that ask who is reading."""

import copy
import json
import pickle

import msgspec
import pytest

from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.secret import Public, Secret, undeclared_fields
from rules.kernel.unseal import unseal
from rules.kernel.view import wire
from rules.proof.toy.entities import KINDS

SECRET = Secret("gun", Side.A)


def test_prints_a_placeholder() -> None:
    assert repr(SECRET) == "Secret(...)"
    assert "gun" not in f"{SECRET} {SECRET!r}"


@pytest.mark.parametrize("encode", [json.dumps, msgspec.json.encode, msgspec.to_builtins, wire])
def test_is_not_encoded(encode: object) -> None:
    assert callable(encode)
    with pytest.raises(TypeError):
        encode(SECRET)


def test_is_not_pickled_or_copied() -> None:
    for leave in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            leave(SECRET)


def test_has_no_truth_and_no_hash() -> None:
    with pytest.raises(TypeError):
        bool(SECRET)
    with pytest.raises(TypeError):
        hash(SECRET)


def test_compares_only_with_a_secret() -> None:
    with pytest.raises(TypeError):
        assert SECRET != "gun"
    assert Secret("gun", Side.A) == SECRET
    assert Secret("gun", Side.B) != SECRET
    assert Secret("squad", Side.A) != SECRET


def test_gives_its_value_to_those_it_names() -> None:
    assert (SECRET.for_(Side.A), SECRET.for_(Side.B), SECRET.for_(None)) == ("gun", None, None)
    shared = SECRET.shared_with([Side.B])
    assert shared.for_(Side.B) == "gun"
    assert shared.for_(None) is None
    assert unseal(SECRET.with_value("squad")) == "squad"


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_declares_its_audience(kind: type[Entity]) -> None:
    assert undeclared_fields(kind) == []


def test_an_undeclared_field_is_found() -> None:
    class Careless(Entity, frozen=True, kw_only=True):
        known: Public[int]
        hidden: Secret[int]
        forgotten: int

    assert undeclared_fields(Careless) == ["forgotten"]
