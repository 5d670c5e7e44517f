"""Whether a command is among what a side is offered, form by form (docs/wire.md §5)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from rules.kernel.ruleset import Command
from rules.kernel.view import wire

Form = Mapping[str, Any]


def is_offered(offers: bytes, command: Command) -> bool:
    """Whether a browser that has these offers could build that command."""
    said = msgspec.json.decode(wire(command))
    forms = [form for form in msgspec.json.decode(offers) if form["verb"] == command.verb]
    return any(_COVERS[form["form"]](form, said) for form in forms)


def is_verb_offered(offers: bytes, verb: str) -> bool:
    """Whether anything at all is offered under a verb."""
    return any(form["verb"] == verb for form in msgspec.json.decode(offers))


def _button(form: Form, said: Form) -> bool:
    return True


def _units_to(form: Form, said: Form) -> bool:
    flags = {flag["name"]: flag["units"] for flag in form.get("flags", ())}
    chosen = [name for name, value in said.items() if value is True]
    tables = [form["units"], *(flags.get(name, {}) for name in chosen)]
    return all(said["to"] in table.get(unit, ()) for table in tables for unit in said["units"])


def _fire(form: Form, said: Form) -> bool:
    aims = all(said["at"] in form["units"].get(unit, ()) for unit in said["units"])
    director, directors = said["director"], form.get("directors", {})
    return aims and (director is None or _holds(directors.get(director), said["units"]))


def _unit(form: Form, said: Form) -> bool:
    return said["unit"] in form["units"]


def _unit_with(form: Form, said: Form) -> bool:
    return (said["leader"] or "") in form["units"].get(said["unit"], ())


def _cc(form: Form, said: Form) -> bool:
    leader = said["leader"]
    able = leader is None or leader in form.get("leaders", ())
    return (
        able and _holds(form["units"], said["units"]) and _holds(form["targets"], said["targets"])
    )


def _choice(form: Form, said: Form) -> bool:
    return any(option["id"] == said["option"] for option in form["options"])


def _place(form: Form, said: Form) -> bool:
    allowed = [group["pieces"] for group in form["groups"] if said["to"] in group["area"]]
    return _holds([piece for pieces in allowed for piece in pieces], said["pieces"])


def _unplace(form: Form, said: Form) -> bool:
    return _holds(form["pieces"], said["pieces"])


def _mines(form: Form, said: Form) -> bool:
    return said["hex"] in form["hexes"] and said["strength"] in form["strengths"]


def _erase_mines(form: Form, said: Form) -> bool:
    return said["hex"] in form["hexes"]


def _line(form: Form, said: Form) -> bool:
    return len(str(said["line"])) <= int(form["max"])


_COVERS: Mapping[str, Callable[[Form, Form], bool]] = {
    "button": _button,
    "units_to": _units_to,
    "fire": _fire,
    "unit": _unit,
    "unit_with": _unit_with,
    "cc": _cc,
    "choice": _choice,
    "place": _place,
    "unplace": _unplace,
    "mines": _mines,
    "erase_mines": _erase_mines,
    "line": _line,
}


def _holds(allowed: Iterable[str] | None, wanted: Iterable[str]) -> bool:
    return set(wanted) <= set(allowed or ())
