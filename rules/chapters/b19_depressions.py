"""B4, B19, B20 Depressions: what it costs to go down into a gully, stream or sunken road, and along
it. Leaving one upward is going uphill (B10).
"""

from rules.board.board import Board
from rules.board.locations import HexId
from rules.board.terrain import DepressionKind
from rules.kernel.view import Modifier

_COSTS: dict[DepressionKind, tuple[str, str, int]] = {
    DepressionKind.GULLY: ("B19.4", "gully", 4),
    DepressionKind.STREAM: ("B20.42", "shallow stream", 6),
    DepressionKind.SUNKEN_ROAD: ("B4.41", "sunken road", 4),
}
_FORD = Modifier("B20.8", "ford", 4)


def is_stream_ford(board: Board, hex_id: HexId) -> bool:
    """B20.8: whether a road runs through the stream of a hex without a bridge."""
    stream = board.depression(hex_id) is DepressionKind.STREAM
    return stream and board.road(hex_id) is not None and board.bridge(hex_id) is None


def depression_cost(board: Board, to: HexId) -> Modifier | None:
    """B4.41, B19.4, B20.4: the cost of the Depression itself in half MF; None where there is none.

    Streams are shallow; a ford makes that one class less (B20.8).
    """
    kind = board.depression(to)
    if kind is None:
        return None
    return _FORD if is_stream_ford(board, to) else Modifier(*_COSTS[kind])


def adds_other_terrain(board: Board, origin: HexId, to: HexId) -> bool:
    """B19.4, B33.11: whether the growth in a Depression hex is paid for too.

    Always in a gully; in a stream only by those who do not come along it.
    """
    stream = board.depression(to) is DepressionKind.STREAM
    along = board.depression_between(origin, to) or is_stream_ford(board, to)
    return not (stream and along)
