"""Commands as they were stored before: what they are now."""

from typing import Any

import msgspec


def as_now(stored: bytes) -> bytes:
    """A stored command as it would be given now. Drawn moves named the Locations that came next
    (`on`), by which ways (`on_by`), and whether the units stopped at the end (`then_stop`).
    """
    command = msgspec.json.decode(stored)
    if not command.keys() & {"on", "on_by", "then_stop"}:
        return stored
    on, by = command.pop("on", ()), command.pop("on_by", ())
    step = {"verb": command["verb"], "units": command["units"]}
    then: list[dict[str, Any]] = [{**step, "to": to} for to in on]
    for one, manner in zip(then, by, strict=False):
        one["manner"] = manner
    if command.pop("then_stop", False):
        then.append({"verb": "end_move"})
    return msgspec.json.encode({**command, "then": then})
