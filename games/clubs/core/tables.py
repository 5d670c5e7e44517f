"""Rounds that follow a table: everybody meets everybody (Berger), and knock-out brackets."""

from collections.abc import Sequence

from games.clubs.core.rounds import Number, Outcome, Pair, Played, losses
from games.clubs.core.swiss import Field, NoRound, best_round

_FEWEST = 2


def berger_rounds(players: int) -> int:
    """How many rounds it takes until everybody has met everybody."""
    return players + players % 2 - 1


def round_robin(field: Field) -> tuple[Pair, ...]:
    """The round of the table for all who ever entered. Whose opponent has left has a bye.

    Raises NoRound after the last one.
    """
    everybody = field.everybody or field.players
    if field.round > berger_rounds(len(everybody)):
        raise NoRound("Everybody has met everybody.")
    taken = {player for pair in field.fixed for player in (pair.one, pair.other)}
    here = set(field.players) - taken
    pairs = []
    for one, other in _circle(everybody, field.round):
        present = [player for player in (one, other) if player in here]
        if present:
            pairs.append(Pair(*present))
    return (*field.fixed, *sorted(pairs, key=lambda pair: pair.other is None))


def single_elimination(field: Field) -> tuple[Pair, ...]:
    """Whoever has not lost meets his neighbour of the bracket; the highest seeds have byes first.

    Raises NoRound if one is left, or a game of the round before is not decided.
    """
    _refuse_undecided(field)
    left = [one for one in field.free if not losses(one, field.played)]
    if len(left) + 2 * len(field.fixed) < _FEWEST:
        raise NoRound("There is nobody left to be met.")
    slots = _bracket(field.everybody or field.players)
    for _ in range(field.round - 1):
        slots = [_through(slots[i : i + 2], set(left)) for i in range(0, len(slots), 2)]
    pairs = [_meeting(slots[i : i + 2], set(left)) for i in range(0, len(slots), 2)]
    found = [pair for pair in pairs if pair is not None]
    return (*field.fixed, *sorted(found, key=lambda pair: pair.other is None))


def double_elimination(field: Field) -> tuple[Pair, ...]:
    """Whoever has lost as often meets: out is who has lost twice.

    The last without a loss and the last with one play for it, again if the first of them loses.
    Raises NoRound if one is left, or a game of the round before is not decided.
    """
    _refuse_undecided(field)
    lost = {one: losses(one, field.played) for one in field.free}
    groups = [[one for one in field.free if lost[one] == times] for times in (0, 1)]
    left = groups[0] + groups[1]
    if len(left) + 2 * len(field.fixed) < _FEWEST:
        raise NoRound("There is nobody left to be met.")
    if len(left) == _FEWEST:
        return (*field.fixed, Pair(left[0], left[1]))
    scores = dict.fromkeys(left, 0)
    pairs = [pair for group in groups if group for pair in best_round(field, group, scores)]
    return (*field.fixed, *sorted(pairs, key=lambda pair: pair.other is None))


def mini(field: Field) -> tuple[Pair, ...]:
    """A day's event of four or eight: who has won as often meets, and nobody is out."""
    if len(field.everybody or field.players) not in {4, 8}:
        raise NoRound("A mini is for four or eight players.")
    scores = {player: field.points(player) for player in field.free}
    return (*field.fixed, *best_round(field, field.free, scores))


def by_hand(field: Field) -> tuple[Pair, ...]:
    """What was paired by hand and nothing else: a ladder's challenges."""
    if not field.fixed:
        raise NoRound("Nobody has been challenged. Pair by hand who plays whom.")
    return field.fixed


def ladder(players: Sequence[Number], played: Sequence[Played]) -> tuple[Number, ...]:
    """The rungs, the highest first: who beats somebody above him takes his place, and whoever
    stood between them goes down by one.
    """
    rungs = list(players)
    for one in sorted(played, key=lambda each: each.round):
        winner = one.one if one.outcome is Outcome.ONE else one.other
        if one.other is None or winner is None or one.outcome not in {Outcome.ONE, Outcome.OTHER}:
            continue
        loser = one.other if winner == one.one else one.one
        if rungs.index(winner) > rungs.index(loser):
            rungs.remove(winner)
            rungs.insert(rungs.index(loser), winner)
    return tuple(rungs)


def may_challenge(rungs: Sequence[Number], by: Number, whom: Number, reach: int) -> bool:
    """Whether somebody stands so near above one that he may be challenged."""
    return 0 < rungs.index(by) - rungs.index(whom) <= reach


def _circle(players: Sequence[Number], round_: int) -> list[tuple[Number | None, Number | None]]:
    """One stays, the others go round."""
    ring: list[Number | None] = [*players, *([None] if len(players) % 2 else [])]
    rest = ring[1:]
    turned = rest[-(round_ - 1) :] + rest[: -(round_ - 1)] if round_ > 1 else rest
    order = [ring[0], *turned]
    return [(order[i], order[-1 - i]) for i in range(len(order) // 2)]


def _bracket(players: Sequence[Number]) -> list[Number | None]:
    """The first round's places: the first two seeds can meet in the last round at the earliest."""
    order = [0]
    while len(order) < len(players):
        order = [place for seed in order for place in (seed, 2 * len(order) - 1 - seed)]
    return [players[seed] if seed < len(players) else None for seed in order]


def _through(slots: Sequence[Number | None], left: set[Number]) -> Number | None:
    """Who came through a game of the bracket, if anybody did."""
    return next((one for one in slots if one in left), None)


def _meeting(slots: Sequence[Number | None], left: set[Number]) -> Pair | None:
    here = [one for one in slots if one is not None and one in left]
    return Pair(*here) if here else None


def _refuse_undecided(field: Field) -> None:
    if any(not one.is_decided for one in field.played):
        raise NoRound("A game of the round before is not decided yet.")
