"""A standing reckoned anew from an event's files, with nothing of `games.clubs`."""

import csv
import io

SHARES = {"1–0": (1.0, 0.0), "0–1": (0.0, 1.0), "½–½": (0.5, 0.5), "0–0": (0.0, 0.0)}
POINTS = {1.0: 3, 0.5: 1, 0.0: 0}
Met = list[tuple[int, str | None, float]]


def reckoned(pairings: str) -> dict[str, tuple[float, ...]]:
    """Of each player points, Buchholz without best and worst, Sonneborn-Berger, his opponents' wins
    and the round of his first loss, from the pairings as a spreadsheet has them.
    """
    met = _met(pairings)
    points = {
        me: sum(3 if him is None else POINTS[share] for _, him, share in mine)
        for me, mine in met.items()
    }
    wins = {me: sum(share == 1 for _, _, share in mine) for me, mine in met.items()}
    last = max(round_ for mine in met.values() for round_, _, _ in mine)
    found: dict[str, tuple[float, ...]] = {}
    for me, mine in met.items():
        worth = [points[me if him is None else him] for _, him, _ in mine]
        berger = sum(w * share for w, (_, _, share) in zip(worth, mine, strict=True))
        theirs = sum(wins[him] for _, him, _ in mine if him is not None)
        lost = [round_ for round_, him, share in mine if him is not None and share == 0]
        middle = sum(sorted(worth)[1:-1])
        found[me] = (points[me], middle, berger, theirs, min(lost, default=last + 1))
    return found


def told(standing: str) -> dict[str, tuple[float, ...]]:
    """The same as the server tells it."""
    names = ("Points", "Buchholz without best 1 and worst 1", "Sonneborn-Berger", "Opponents’ wins",
             "First loss")  # fmt: skip
    return {row["player"]: tuple(float(row[name]) for name in names) for row in _rows(standing)}


def places(standing: str) -> list[tuple[int, str]]:
    """Everybody's place."""
    return [(int(row["rank"]), row["player"]) for row in _rows(standing)]


def _met(pairings: str) -> dict[str, Met]:
    found: dict[str, Met] = {}
    for row in _rows(pairings):
        round_, one, other = int(row["round"]), row["one"], row["other"]
        if not other:
            found.setdefault(one, []).append((round_, None, 1.0))
            continue
        mine, his = SHARES[row["result"].removesuffix(" f")]
        found.setdefault(one, []).append((round_, other, mine))
        found.setdefault(other, []).append((round_, one, his))
    return found


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))
