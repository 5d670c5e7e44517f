"""How a plain player brings onto the map those who wait off it (A2.5): together, by a short way."""

from collections.abc import Iterator

from rules.board.locations import HexId, LocationId
from rules.chapters.a02_entry import may_carry, off_board_hexes
from rules.forces.counter_kinds import UNIT
from rules.forces.lookup import unit_type
from rules.opponent.forms import Form, Nouns, SupportsRandom
from rules.opponent.ground import danger
from rules.opponent.seat import Seat
from rules.position.reserves import Reserve

STACK = 2
"""MMC that he has enter together."""
FULL = 8.0
SEEN = 4.0
OFF_MAP = 2.0
"""What each MMC more than that, a danger of 1 and a hex off the map count, in half MF."""


def come_in(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """Who is to be set up off the map, one by one; then each stack, all that can together."""
    for form in seat.offered("set_up"):
        yield from _set_up(seat, form)
    for form in seat.offered("enter"):
        yield from _enter(seat, form)


def _set_up(seat: Seat, form: Form) -> Iterator[Nouns]:
    """MMC first, before the hexes with the shortest way; SMC where they are."""
    units, hexes = form["slots"]
    ids = sorted((one["value"] for one in units["of"]), key=lambda id_: (_is_smc(seat, id_), id_))
    for hex_id in sorted(hexes["allows"][ids[0]], key=lambda one: (_merit(seat, ids[0], one), one)):
        yield {"verb": "set_up", "units": [ids[0]], "hex": hex_id}


def _waiting(seat: Seat, id_: str) -> Reserve:
    return seat.position.view.get(Reserve, id_)


def _is_smc(seat: Seat, id_: str) -> bool:
    return unit_type(_waiting(seat, id_).type).cls.is_smc


def _is_mmc(seat: Seat, id_: str) -> bool:
    return may_carry(_waiting(seat, id_))


def _merit(seat: Seat, id_: str, hex_id: HexId) -> float:
    """What is wrong with being set up before a hex, in half MF."""
    there = [
        one.id
        for one in seat.position.view.all(Reserve)
        if one.side is seat.side and one.beside == hex_id and one.counter_kind is UNIT
    ]
    smc, mmc = (sum(cls(seat, one) for one in there) for cls in (_is_smc, _is_mmc))
    crowd = smc + (mmc == 0) if _is_smc(seat, id_) else max(0, len(there) - smc + 1 - STACK)
    return _price(seat, seat.position.board.locations(hex_id)[0]) + FULL * crowd


def _price(seat: Seat, at: LocationId) -> float:
    return seat.to_go(at, seat.goals()) + SEEN * danger(seat.position, seat.side, at)


def _enter(seat: Seat, form: Form) -> Iterator[Nouns]:
    """All of a stack where they are best off, under a "?" if they may; or else one of them."""
    slots = {slot["name"]: slot for slot in form["slots"]}
    allows = slots["to"]["allows"]
    flags = {"concealed": True} if "concealed" in slots else {}
    places = {LocationId(to) for of in allows.values() for to in of}
    first = _waiting(seat, slots["units"]["of"][0]["value"])
    prices = {
        to: _price(seat, to) + OFF_MAP * off_board_hexes(seat.position, first, to) for to in places
    }
    for to in sorted(places, key=lambda to: (prices[to], to)):
        able = sorted(id_ for id_, of in allows.items() if to in of)
        for ids in (able, *([one] for one in able)):
            yield {"verb": "enter", "units": ids, "to": to, **flags}
