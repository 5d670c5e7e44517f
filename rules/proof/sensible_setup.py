"""How a plain player sets up: one counter after the other, each where it looks best to him."""

from collections.abc import Iterator

from rules.board.locations import HexId, LocationId, LocationKind
from rules.forces.lookup import unit_type
from rules.proof.ground import cover, danger, mined
from rules.proof.players import Form, Nouns, SupportsRandom
from rules.proof.table_view import TableView

NEARNESS = 0.5
SHELTER = 3.0
EXPOSED = 6.0
CROWD = 2.5
"""What a half MF to the goals, a TEM of 1, a danger of 1 and each MMC that stands there count."""
MINE_BELT = range(2, 5)
"""How many hexes before what counts mines do most."""


def set_up(view: TableView, rng: SupportsRandom) -> Iterator[Nouns]:
    """The next counter to place, then the next minefield."""
    for form in view.offered("place"):
        for group in form["groups"]:
            yield from _next_piece(view, form, group, rng)
    for form in view.offered("record_mines"):
        yield from _next_mines(view, form, rng)


def _next_piece(view: TableView, form: Form, group: Form, rng: SupportsRandom) -> Iterator[Nouns]:
    """MMC first, each where it is best; leaders and weapons go to them."""
    placed, card = form.get("placed", {}), view.rules.scenario.sides[view.side]
    left = [card.piece(one) for one in group["pieces"] if one not in placed]
    men = [p for p in left if not p.is_weapon and not unit_type(p.type).cls.is_smc]
    if men:
        goals = view.goals()
        places = {LocationId(at): _merit(view, LocationId(at), goals, form) for at in group["area"]}
        for at in sorted(places, key=lambda at: (-places[at] - rng.random(), at)):
            yield {"verb": "place", "pieces": [men[0].id], "to": at}
    for piece in left:
        stacks = [at for one, at in placed.items() if one in group["pieces"]]
        with_him = {at: _others(form, at, piece.is_weapon) for at in stacks}
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


def _merit(view: TableView, at: LocationId, goals: tuple[HexId, ...], form: Form) -> float:
    if view.position.board.kind(at) is LocationKind.UPPER_LEVEL:
        return -1000.0
    crowd = list(form.get("placed", {}).values()).count(at)
    return (
        SHELTER * cover(view.position, at)
        - NEARNESS * view.to_go(at, goals)
        - EXPOSED * min(1.5, danger(view.position, view.side, at))
        - CROWD * crowd
    )


def _next_mines(view: TableView, form: Form, rng: SupportsRandom) -> Iterator[Nouns]:
    """Where the enemy comes by: in a belt before what counts, in the open."""
    if not form["left"]:
        return
    board = view.position.board
    taken = {*form.get("why_not", {}), *mined(view.position, view.side)}
    hexes = [one for one in form["hexes"] if one not in taken]

    def merit(hex_id: str) -> float:
        here = HexId(hex_id)
        near = min((board.distance(here, goal) for goal in view.goals()), default=0)
        in_belt = near in MINE_BELT
        return in_belt + (board.road(here) is not None) * 0.5 + rng.random()

    for hex_id in sorted(hexes, key=merit, reverse=True):
        for strength in form["strengths"]:
            if form["left"] - strength in {0, *range(min(form["strengths"]), form["total"])}:
                yield {"verb": "record_mines", "hex": hex_id, "strength": strength}
