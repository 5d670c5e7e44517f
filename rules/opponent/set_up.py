"""How a plain player sets up: one counter after the other, each where it looks best to him."""

from collections.abc import Iterator

from rules.board.locations import HexId, LocationId, LocationKind
from rules.forces.counter_kinds import UNIT, WEAPON
from rules.forces.lookup import unit_type
from rules.opponent.forms import Form, Nouns, SupportsRandom
from rules.opponent.ground import cover, danger, mined
from rules.opponent.seat import Seat
from rules.play.setup.concealment import seen_stands
from rules.play.setup.hiding import hidden_pieces
from rules.position.mines import MineKind

NEARNESS = 0.5
SHELTER = 3.0
EXPOSED = 6.0
CROWD = 2.5
"""What a half MF to the goals, a TEM of 1, a danger of 1 and each MMC that stands there count."""
MINE_BELT = range(2, 5)
"""How many hexes before what counts mines do most."""


DUMMY = 2
"""A12.11: the "?" that make one."""


def set_up(seat: Seat, rng: SupportsRandom) -> Iterator[Nouns]:
    """The next counter to place, the next minefield, who hides, then the next "?"."""
    for form in seat.offered("place"):
        for group in form["groups"]:
            yield from _next_piece(seat, form, group, rng)
    for form in seat.offered("lay_mines"):
        yield from _next_counter(seat, form, rng)
    for form in seat.offered("record_mines"):
        yield from _next_mines(seat, form, rng)
    for form in seat.offered("hide"):
        yield from _next_hidden(seat, form)
    for form in seat.offered("place_concealment"):
        yield from _next_mark(seat, form, rng)


def _next_piece(seat: Seat, form: Form, group: Form, rng: SupportsRandom) -> Iterator[Nouns]:
    """MMC first, each where it is best; leaders and weapons go to them."""
    placed, card = form.get("placed", {}), seat.rules.scenario.sides[seat.side]
    left = [card.piece(one) for one in group["pieces"] if one not in placed]
    men = [p for p in left if p.kind is UNIT and not unit_type(p.type).cls.is_smc]
    if men:
        goals = seat.goals()
        places = {LocationId(at): _merit(seat, LocationId(at), goals, form) for at in group["area"]}
        for at in sorted(places, key=lambda at: (-places[at] - rng.random(), at)):
            yield {"verb": "place", "pieces": [men[0].id], "to": at}
    for piece in left:
        stacks = [at for one, at in placed.items() if one in group["pieces"]]
        with_him = {at: _others(form, at, piece.kind is WEAPON) for at in stacks}
        for at in sorted(with_him, key=lambda at: (with_him[at], at)):
            yield {"verb": "place", "pieces": [piece.id], "to": at}
        for at in sorted(group["area"]):
            yield {"verb": "place", "pieces": [piece.id], "to": at}


def _others(form: Form, at: str, weapons: bool) -> float:
    """How many SMC, or weapons, are in a Location already, for each counter there."""
    there = [one for one, place in form["placed"].items() if place == at]
    return sum(_is_support(one) for one in there) / len(there)


def _is_support(piece: str) -> bool:
    kind = piece.rpartition("-")[0]
    try:
        return unit_type(kind).cls.is_smc
    except KeyError:
        return True


def _merit(seat: Seat, at: LocationId, goals: tuple[HexId, ...], form: Form) -> float:
    if seat.position.board.kind(at) is LocationKind.UPPER_LEVEL:
        return -1000.0
    crowd = list(form.get("placed", {}).values()).count(at)
    return (
        SHELTER * cover(seat.position, at)
        - NEARNESS * seat.to_go(at, goals)
        - EXPOSED * min(1.5, danger(seat.position, seat.side, at))
        - CROWD * crowd
    )


def _next_mines(seat: Seat, form: Form, rng: SupportsRandom) -> Iterator[Nouns]:
    """All the factors that he has, to be hidden."""
    if not form["left"]:
        return
    taken = {*form.get("why_not", {}), *mined(seat.position, seat.side)}
    for hex_id in _belt(seat, [one for one in form["hexes"] if one not in taken], rng):
        for strength in form["strengths"]:
            if form["left"] - strength in {0, *range(min(form["strengths"]), form["total"])}:
                yield {"verb": "record_mines", "hex": hex_id, "strength": strength}


def _next_counter(seat: Seat, form: Form, rng: SupportsRandom) -> Iterator[Nouns]:
    """A Known Minefield or a Dummy, which is of use in the same places."""
    hexes, kinds, factors = ([one["value"] for one in slot["of"]] for slot in form["slots"])
    if kinds[0] in {MineKind.KNOWN, MineKind.DUMMY}:
        for hex_id in _belt(seat, hexes, rng):
            yield {"verb": "lay_mines", "hex": hex_id, "kind": kinds[0], "factors": factors[0]}


def _belt(seat: Seat, hexes: list[str], rng: SupportsRandom) -> list[str]:
    """Where the enemy comes by first: in a belt before what counts, in the open."""
    board = seat.position.board

    def merit(hex_id: str) -> float:
        here = HexId(hex_id)
        near = min((board.distance(here, goal) for goal in seat.goals()), default=0)
        in_belt = near in MINE_BELT
        return in_belt + (board.road(here) is not None) * 0.5 + rng.random()

    return sorted(hexes, key=merit, reverse=True)


def _next_hidden(seat: Seat, form: Form) -> Iterator[Nouns]:
    """A12.3: MMC, those with most FP first, and not two in one place."""
    placed = seat.offered("place")[0]["placed"]
    hidden = {placed[one] for one in hidden_pieces(seat.position, seat.side)}
    card = seat.rules.scenario.sides[seat.side]
    types = {
        one["value"]: unit_type(card.piece(one["value"]).type) for one in form["slots"][0]["of"]
    }
    mmc = [one for one in types if not types[one].cls.is_smc and placed[one] not in hidden]
    for one in sorted(mmc, key=lambda one: (-types[one].fp, one)):
        yield {"verb": "hide", "pieces": [one]}


def _next_mark(seat: Seat, form: Form, rng: SupportsRandom) -> Iterator[Nouns]:
    """One "?" over each stack, the largest first; of those that are left Dummies, where a squad
    would stand next.
    """
    places, left = ([one["value"] for one in slot["of"]] for slot in form["slots"])
    tray = seat.offered("place")[0]
    seen = seen_stands(seat.position, seat.side)
    stands = [at for at in tray["placed"].values() if at in seen]
    for at in sorted(set(stands) & set(places), key=lambda at: (-stands.count(at), at)):
        yield {"verb": "place_concealment", "at": at, "count": 1}
    goals = seat.goals()
    merits = {at: _merit(seat, LocationId(at), goals, tray) + rng.random() for at in places}
    count = len(left) if len(left) == DUMMY + 1 else DUMMY
    for at in sorted(merits, key=lambda at: (-merits[at], at)):
        if count <= len(left):
            yield {"verb": "place_concealment", "at": at, "count": count}
