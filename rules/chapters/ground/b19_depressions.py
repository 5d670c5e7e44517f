"""B4, B19, B20 Depressions: what it costs to go down into a gully, stream or sunken road, and along
it. Leaving one upward is going uphill (B10).
"""

from rules.board.board import Board
from rules.board.locations import HexId
from rules.board.terrain import DepressionKind, StreamDepth
from rules.kernel.view import Modifier

_GULLY = Modifier("B19.4", "gully", 4)
_SUNKEN_ROAD = Modifier("B4.41", "sunken road", 4)
_STREAMS: dict[StreamDepth, Modifier] = {
    StreamDepth.DRY: Modifier("B20.41", "dry stream", 4),
    StreamDepth.SHALLOW: Modifier("B20.42", "shallow stream", 6),
    StreamDepth.DEEP: Modifier("B20.43", "deep stream", 8),
}
_IN_A_FORD: dict[StreamDepth, StreamDepth] = {
    StreamDepth.DRY: StreamDepth.DRY,
    StreamDepth.SHALLOW: StreamDepth.DRY,
    StreamDepth.DEEP: StreamDepth.SHALLOW,
    StreamDepth.FLOODED: StreamDepth.DEEP,
}


def is_stream_ford(board: Board, hex_id: HexId) -> bool:
    """B20.8: whether a road runs through the stream of a hex without a bridge."""
    stream = board.depression(hex_id) is DepressionKind.STREAM
    return stream and board.road(hex_id) is not None and board.bridge(hex_id) is None


def stream_depth(board: Board, hex_id: HexId) -> StreamDepth | None:
    """B20.4, B20.8: how deep the stream of a hex is, in a ford one class less; None without one."""
    if board.depression(hex_id) is not DepressionKind.STREAM:
        return None
    depth = board.layout.streams
    return _IN_A_FORD[depth] if is_stream_ford(board, hex_id) else depth


def sunken_road_cost(board: Board, to: HexId) -> Modifier | None:
    """B4.41: the cost of a sunken road in half MF; None where there is none."""
    return _SUNKEN_ROAD if board.depression(to) is DepressionKind.SUNKEN_ROAD else None


def gully_cost(board: Board, to: HexId) -> Modifier | None:
    """B19.4: the cost of a gully in half MF; None where there is none."""
    return _GULLY if board.depression(to) is DepressionKind.GULLY else None


def stream_cost(board: Board, to: HexId) -> Modifier | None:
    """B20.4, B20.8: the cost of a stream or of a ford through it in half MF; None where there is
    none.
    """
    if board.depression(to) is not DepressionKind.STREAM:
        return None
    depth = board.layout.streams
    if not is_stream_ford(board, to):
        return _STREAMS[depth]
    shallower = _STREAMS[_IN_A_FORD[depth]]
    return Modifier("B20.8", "ford", shallower.value)


def is_wet_ford(board: Board, hex_id: HexId) -> bool:
    """B20.8: a ford in a stream that has water: no road rate leads into it (docs/rulings.md)."""
    return is_stream_ford(board, hex_id) and board.layout.streams is not StreamDepth.DRY


def adds_other_terrain(board: Board, origin: HexId, to: HexId) -> bool:
    """B19.4, B33.11: whether the growth in a Depression hex is paid for too.

    Always in a gully; in a stream only by those who do not come along it.
    """
    stream = board.depression(to) is DepressionKind.STREAM
    along = board.depression_between(origin, to) or is_stream_ford(board, to)
    return not (stream and along)
