"""Whether a command is among what a side is offered, form by form (docs/wire.md §5)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from rules.kernel.command import Command
from rules.kernel.slots import fills
from rules.kernel.view import wire

Form = Mapping[str, Any]


def is_offered(offers: bytes, command: Command) -> bool:
    """Whether a browser that has these offers could build that command."""
    said = _said(command)
    spelled = {**said, **_numbers(command)}
    forms = [form for form in msgspec.json.decode(offers) if form["verb"] == command.verb]
    return any(_COVERS[form["form"]](form, said) for form in forms) or any(
        _slots(form, spelled) for form in forms if form["form"] == "slots"
    )


def _said(command: Command) -> Form:
    """A command as it is sent, without what is not said: the fields that are left as they were."""
    fields = msgspec.structs.fields(command)
    unsaid = {field.name for field in fields if getattr(command, field.name) == field.default}
    sent = msgspec.json.decode(wire(command))
    return {name: value for name, value in sent.items() if name not in unsaid}


def _numbers(command: Command) -> Form:
    """The numbers of a command, which a slot may ask for though they are what is meant without."""
    sent = msgspec.json.decode(wire(command))
    return {name: value for name, value in sent.items() if type(value) is int}


def is_verb_offered(offers: bytes, verb: str) -> bool:
    """Whether anything at all is offered under a verb."""
    return any(form["verb"] == verb for form in msgspec.json.decode(offers))


def _button(form: Form, said: Form) -> bool:
    return True


def _slots(form: Form, said: Form) -> bool:
    return fills(form["slots"], said)


def _units_to(form: Form, said: Form) -> bool:
    flags = {
        (flag["name"], flag.get("value", True)): flag["units"] for flag in form.get("flags", ())
    }
    chosen = [name for name in said if name not in {"verb", "units", "to"}]
    tables = [form["units"], *(flags.get((name, said[name]), {}) for name in chosen)]
    there = all(said["to"] in table.get(unit, ()) for table in tables for unit in said["units"])
    needs = form.get("needs", {})
    needed = (needs.get(unit, {}).get(said["to"]) for unit in said["units"])
    return there and all(others is None or set(others) & set(said["units"]) for others in needed)


def _fire(form: Form, said: Form) -> bool:
    units, leaders, directors = said["units"], said.get("directors"), form.get("directors", {})
    aims = all(said["at"] in form["units"].get(unit, ()) for unit in units)
    guns = [gun for unit in units for gun in form.get("weapons", {}).get(unit, ())]
    led = [unit for leader in leaders or () for unit in directors.get(leader, ())]
    directed = not leaders or _holds(led, units)
    also, lane = said.get("also"), said.get("lane")
    sprays = also is None or all(also in form.get("sprays", {}).get(u, ()) for u in units)
    lays = lane is None or any(lane in form.get("lanes", {}).get(u, ()) for u in units)
    return aims and directed and sprays and lays and _holds(guns, said.get("weapons") or ())


def _cc(form: Form, said: Form) -> bool:
    leader = said.get("leader")
    able = leader is None or leader in form.get("leaders", ())
    return (
        able and _holds(form["units"], said["units"]) and _holds(form["targets"], said["targets"])
    )


def _place(form: Form, said: Form) -> bool:
    allowed = [group["pieces"] for group in form["groups"] if said["to"] in group["area"]]
    return _holds([piece for pieces in allowed for piece in pieces], said["pieces"])


def _mines(form: Form, said: Form) -> bool:
    return said["hex"] in form["hexes"] and said["strength"] in form["strengths"]


def _line(form: Form, said: Form) -> bool:
    return len(str(said["line"])) <= int(form["max"])


_COVERS: Mapping[str, Callable[[Form, Form], bool]] = {
    "button": _button,
    "slots": _slots,
    "units_to": _units_to,
    "fire": _fire,
    "cc": _cc,
    "place": _place,
    "mines": _mines,
    "line": _line,
}


def _holds(allowed: Iterable[str] | None, wanted: Iterable[str]) -> bool:
    return set(wanted) <= set(allowed or ())
