"""A14.2 Where a Sniper may be placed, before play and instead of an attack."""

from collections import Counter

from rules.board.locations import HexId, LocationId, hex_of, location
from rules.kernel.audience import Side
from rules.kernel.memo import asked_once
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, places
from rules.position.knowledge import Knowledge
from rules.position.snipers import LEAST_SAN, san_of, sniper, sniper_of

REACH = 6  # hexes
ENOUGH = 6  # enemy-occupied hexes within them


@asked_once
def occupied(position: Knowledge, side: Side) -> frozenset[HexId]:
    """A14.2: the hexes where everybody can see that a side has units; a "?" is one, the Sniper is
    none.
    """
    units = {hex_of(unit.at) for unit in position.personnel(side)}
    return frozenset(units | {hex_of(cover.at) for cover in position.covers(side)})


def sniper_hexes(public: Knowledge, side: Side) -> tuple[HexId, ...]:
    """A14.2: where a side's Sniper may be placed, in the order of the board: in a hex without units
    that is within six hexes of six that the enemy occupies, or of as many as any such hex has.
    """
    enemies = occupied(public, side.enemy)
    taken = enemies | occupied(public, side)
    near = Counter(
        {
            here: sum(public.range(location(here, 0), location(one, 0)) <= REACH for one in enemies)
            for here in public.board.hexes
            if here not in taken
        }
    )
    most = min(ENOUGH, max(near.values(), default=0))
    return tuple(here for here, count in near.items() if count >= most)


async def place_snipers(table: AslTable) -> None:
    """A14.2: who has a SAN places his Sniper before play: the DEFENDER first, then the ATTACKER."""
    for side in (table.clock.first.enemy, table.clock.first):
        if san_of(table.world, side) >= LEAST_SAN:
            at = await _chosen(table, side, "Place your Sniper.", "places his Sniper.")
            table.world.add(sniper(side, at))
            _log(table, side, at, "is placed in")


async def reposition(table: AslTable, side: Side) -> None:
    """A14.2: instead of an attack the Sniper goes to a hex where it might be placed."""
    at = await _chosen(table, side, "Place your Sniper anew.", "places his Sniper anew.")
    one = sniper_of(table.world, side)
    if one is not None:
        table.world.change(one, at=at)
        _log(table, side, at, "gives up its attack and goes to")


async def _chosen(table: AslTable, side: Side, ours: str, theirs: str) -> HexId:
    open_ = sniper_hexes(table.public, side)
    decision = Decision(
        side=side,
        rule="A14.2",
        label="Place the Sniper",
        ours=ours,
        theirs=theirs,
        options=places(table.board, (location(there, 0) for there in open_)),
        units=(),
    )
    return hex_of(LocationId(await table.decide(decision)))


def _log(table: AslTable, side: Side, at: HexId, does: str) -> None:
    text = f"The Sniper {does} {table.board.name(at)}"
    table.log("sniper", text, side=side, rule="A14.2", at=(location(at, 0),))
