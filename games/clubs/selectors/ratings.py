"""Ratings, and how they came about."""

from dataclasses import dataclass

from games.clubs.core.glicko import Rating
from games.clubs.models import RatingEntry
from games.models import User


@dataclass(frozen=True)
class RatingLine:
    """Somebody in the list of ratings."""

    user: User
    rating: Rating
    games: int

    @property
    def low(self) -> int:
        return round(self.rating.rating - 1.96 * self.rating.deviation)

    @property
    def high(self) -> int:
        return round(self.rating.rating + 1.96 * self.rating.deviation)


def as_rating(row: RatingEntry) -> Rating:
    """A stored rating."""
    return Rating(row.rating, row.deviation, row.volatility)


def rating_of(user: User) -> Rating:
    """Somebody's rating now; that of a beginner if he has none."""
    row = RatingEntry.objects.filter(user=user).order_by("-period").first()
    return Rating() if row is None else as_rating(row)


def rating_lines() -> list[RatingLine]:
    """Everybody who has been rated, the highest first; provisional ratings after the others."""
    last: dict[int, RatingEntry] = {}
    games: dict[int, int] = {}
    rows = RatingEntry.objects.select_related("user").filter(user__is_active=True)
    for row in rows.order_by("period"):
        last[row.user_id] = row
        games[row.user_id] = games.get(row.user_id, 0) + row.games
    lines = [RatingLine(row.user, as_rating(row), games[id_]) for id_, row in last.items()]
    return sorted(lines, key=lambda one: (one.rating.is_provisional, -one.rating.rating))


def history(user: User) -> list[RatingEntry]:
    """Somebody's ratings, one for each event since his first."""
    rows = RatingEntry.objects.filter(user=user).select_related("event__club")
    return list(rows.order_by("period"))
