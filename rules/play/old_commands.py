"""Commands as they were stored before: what they are now."""

from typing import Any, Final

import msgspec

_OF_DRAWN_MOVES: Final = frozenset({"on", "on_by", "then_stop"})


def as_now(stored: bytes) -> bytes:
    """A stored command as it would be given now. Drawn moves named the Locations that came next
    (`on`), by which ways (`on_by`), and whether the units stopped at the end (`then_stop`). An
    Infantry OVR ends a move by itself, and nothing came of that.
    """
    command = msgspec.json.decode(stored)
    if command["verb"] not in {"move", "overrun"} or not command.keys() & _OF_DRAWN_MOVES:
        return stored
    now = {name: value for name, value in command.items() if name not in _OF_DRAWN_MOVES}
    if command["verb"] == "overrun":
        return msgspec.json.encode(now)
    step = {"verb": "move", "units": command["units"]}
    then: list[dict[str, Any]] = [{**step, "to": to} for to in command.get("on", ())]
    for one, manner in zip(then, command.get("on_by", ()), strict=False):
        one["manner"] = manner
    if command.get("then_stop", False):
        then.append({"verb": "end_move"})
    return msgspec.json.encode({**now, "then": then})
