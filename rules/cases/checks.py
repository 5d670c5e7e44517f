"""What must hold: every expectation a case may state, each with the line it stands on.

A check looks at the game as it is; what was told and logged, it looks up in the line of the
script it belongs to, or, at the end of the case, in everything since the start.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from rules.board.locations import HexId, hex_name
from rules.cases.asking import read_entry, read_mf, read_odds
from rules.cases.check import Check, Finding, Look
from rules.cases.commands import parse_command, verb_of, with_ids
from rules.cases.comparing import difference
from rules.cases.counters import Counter, read_counter
from rules.cases.lines_of_sight import read_los, read_sight
from rules.cases.offered import is_offered, is_verb_offered
from rules.cases.playing import Playing, Sent
from rules.cases.results import read_results
from rules.cases.sights import read_sees
from rules.cases.words import (
    Names,
    Said,
    UnclearError,
    controlled_place,
    say_unit,
    say_weapon,
    understood,
)
from rules.chapters.concealment.seals import sealed_leaves
from rules.chapters.mines.b28_minefields import presence_label, strength_label
from rules.data import Node
from rules.forces.entities import Clock, Control
from rules.forces.phases import Stage
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.position.position import CLOCK

CLOCK_FIELDS = ("stage", "turn", "phase", "phasing", "active", "breaking")
RESULT_FIELDS = ("winner", "reason")
NONE = "none"

_HIDDEN = re.compile(r"(presence|strength) of (\S+)")
_TELLS_STRENGTH = re.compile(r"\bfactors\b|\bcolumn\b|\bFP\b")


def read_checks(node: Node, names: Names) -> Iterator[Check]:
    """The expectations of one `expect`. Raises DataError for what means nothing."""
    node.only(_READERS)
    for name, child in node.pairs():
        yield from _READERS[name](child, names)


# -- counters -------------------------------------------------------------------------------------


def _units(node: Node, names: Names) -> Iterator[Check]:
    for name, child in node.pairs():
        understood(child, names.unit, name)
        yield Check(child, _unit(name, understood(child, say_unit, child.text(), names), names))


def _unit(name: str, said: Said, names: Names) -> Look:
    wanted = dict(said.fields)
    if said.is_unharmed:
        unharmed = dict.fromkeys(("broken", "pinned", "wounded", "melee"), False)
        wanted = {"type": names.units[name], **unharmed, **wanted}

    def look(playing: Playing, line_only: bool) -> Finding:
        return _compare(playing, name, playing.unit(name), wanted, said)

    return look


def _weapons(node: Node, names: Names) -> Iterator[Check]:
    for name, child in node.pairs():
        understood(child, names.weapon, name)
        said = understood(child, say_weapon, child.text(), names)
        yield Check(child, _weapon(name, said))


def _weapon(name: str, said: Said) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        return _compare(playing, name, playing.weapon(name), said.fields, said)

    return look


def _compare(
    playing: Playing,
    name: str,
    found: Unit | Weapon | None,
    wanted: Mapping[str, Any],
    said: Said,
) -> Finding:
    if said.is_gone:
        return None if found is None else f"{name} is still there, at {playing.short(found.at)}"
    if found is None:
        return f"{name} is gone"
    return difference(playing, name, found, wanted)


def _counters(node: Node, names: Names) -> Iterator[Check]:
    for key, child in node.pairs():
        yield Check(child, _counter(read_counter(child, key, names)))


def _counter(wanted: Counter) -> Look:
    return lambda playing, line_only: wanted.differs(playing.game.world)


# -- the state of the game ------------------------------------------------------------------------


def _clock(node: Node, names: Names) -> Iterator[Check]:
    node.only(CLOCK_FIELDS)
    for name, child in node.pairs():
        yield Check(child, _clock_field(name, child.value))


def _clock_field(name: str, value: object) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        actual = getattr(playing.game.world.get(Clock, CLOCK), name)
        return None if actual == value else f"{name} is {actual}, not {value}"

    return look


def _control(node: Node, names: Names) -> Iterator[Check]:
    for name, child in node.pairs():
        place = understood(child, lambda words: controlled_place(words, names.board), name)
        side = Side(child.choice(side.value for side in Side))
        yield Check(child, _controlled(name, place, side))


def _controlled(name: str, place: str, side: Side) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        found = playing.game.world.find(Control, place)
        if found is None:
            return f"the Control of {name} does not count"
        return None if found.side is side else f"{found.side} Controls {name}"

    return look


def _question(node: Node, names: Names) -> Iterator[Check]:
    text = node.text()
    if text != NONE and re.fullmatch(r"[ab] \w+", text) is None:
        raise node.error("is written as in: b FireWindow, a continue, or none")

    def look(playing: Playing, line_only: bool) -> Finding:
        question = playing.game.question
        if question is None:
            return None if text == NONE else "no question is open"
        shown = msgspec.json.decode(playing.game.documents[Audience.PUBLIC].now)["kind"]
        known = [f"{question.side} {question.kind}", f"{question.side} {shown}"]
        return None if text in known else f"the open question is {known[0]}"

    yield Check(node, look)


def _result(node: Node, names: Names) -> Iterator[Check]:
    if node.value == NONE:
        yield Check(node, lambda playing, _: _is_going_on(playing))
        return
    node.only(RESULT_FIELDS)
    reason = node.get("reason")
    wanted = "" if reason is None else reason.text()
    won = node["winner"].choice((*(side.value for side in Side), NONE))
    winner = None if won == NONE else Side(won)

    def look(playing: Playing, line_only: bool) -> Finding:
        clock = playing.game.world.get(Clock, CLOCK)
        if clock.stage is not Stage.OVER:
            return "the game is not over"
        if clock.winner is not winner:
            return f"{clock.winner or 'nobody'} has won"
        return None if wanted in clock.reason else f"the reason is {clock.reason!r}"

    yield Check(node, look)


def _is_going_on(playing: Playing) -> Finding:
    over = playing.game.world.get(Clock, CLOCK).stage is Stage.OVER
    return "the game is over" if over else None


# -- what each audience has -----------------------------------------------------------------------


def _faces(node: Node, names: Names) -> Iterator[Check]:
    for audience, of in _by_audience(node):
        for key, child in of.pairs():
            if child.value != NONE and not isinstance(child.value, Mapping):
                raise child.error("is a group of fields, or none")
            yield Check(child, _face(audience, key, child.value))


def _face(audience: Audience, key: str, wanted: Any) -> Look:
    kind, _, name = key.partition(" ")

    def look(playing: Playing, line_only: bool) -> Finding:
        shown = [face for face in playing.short(playing.faces(audience)) if face["k"] == kind]
        found = next((f for f in shown if name in {f["id"], f.get("at"), f.get("piece")}), None)
        if wanted == NONE:
            return None if found is None else f"{audience} sees {key}"
        if found is None:
            return f"{audience} sees no {key}"
        return _difference(key, found, wanted)

    return look


def _difference(key: str, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> Finding:
    for field, value in wanted.items():
        if field not in found:
            return f"{key} has no field {field!r}; it has {', '.join(sorted(found))}"
        if found[field] != value:
            return f"{key}: {field} is {found[field]}, not {value}"
    return None


def _told(node: Node, names: Names) -> Iterator[Check]:
    for audience, child in _by_audience(node):
        yield Check(child, _facts(audience, _texts(child)))


def _facts(audience: Audience, wanted: list[str]) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        told = playing.told_in(audience, line_only=line_only)
        return None if told == wanted else f"{audience} is told {told}"

    return look


def _log(node: Node, names: Names) -> Iterator[Check]:
    for audience, child in _by_audience(node):
        for text in child.items():
            yield Check(text, _logged(audience, text.text(), is_there=True))


def _log_lacks(node: Node, names: Names) -> Iterator[Check]:
    for audience, child in _by_audience(node):
        for text in child.items():
            yield Check(text, _logged(audience, text.text(), is_there=False))


def _logged(audience: Audience, text: str, *, is_there: bool) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        lines = playing.log_in(audience, line_only=line_only)
        if any(text.replace("−", "-") in line for line in lines) == is_there:
            return None
        what = "has no" if is_there else "has a"
        return "\n    ".join([f"the log of {audience} {what} line with {text!r}:", *lines])

    return look


def _offered(node: Node, names: Names) -> Iterator[Check]:
    yield from _offers(node, names, wanted=True)


def _not_offered(node: Node, names: Names) -> Iterator[Check]:
    yield from _offers(node, names, wanted=False)


def _offers(node: Node, names: Names, *, wanted: bool) -> Iterator[Check]:
    for audience, child in _by_audience(node):
        for text in child.items():
            verb = verb_of(text.text())
            command = None
            if verb is None:
                command = understood(text, parse_command, text.text(), names)
            yield Check(text, _offer(audience, verb, command, wanted=wanted))


def _offer(audience: Audience, verb: str | None, command: Command | None, *, wanted: bool) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        offers = playing.game.offers(audience)
        if command is None:
            found = is_verb_offered(offers, verb or "")
        else:
            found = _is_offered(playing, offers, command)
        if found is wanted:
            return None
        return f"{audience} is {'not ' if wanted else ''}offered this"

    return look


def _is_offered(playing: Playing, offers: bytes, command: Command) -> bool:
    try:
        return is_offered(offers, with_ids(command, playing.names, playing.ids, playing.stacks()))
    except UnclearError:
        return False


# -- what each audience was ever sent -------------------------------------------------------------


def _sealed(node: Node, names: Names) -> Iterator[Check]:
    node.only(side.value for side in Side)
    for name, child in node.pairs():
        for label, value in child.pairs():
            yield Check(value, _leaf(Side(name), label, value.text()))


def _leaf(side: Side, label: str, wanted: str) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        leaves = sealed_leaves(playing.game.world, side)
        said = {leaf.label: leaf.value for leaf in leaves}.get(label)
        return None if said == wanted else f"the leaf says {said!r}, not {wanted!r}"

    return look


def _hidden_from(node: Node, names: Names) -> Iterator[Check]:
    for audience, child in _by_audience(node):
        for text in child.items():
            match = _HIDDEN.fullmatch(text.text())
            if match is None:
                raise text.error("is written as in: presence of E5, or strength of E5")
            at = understood(text, names.hex, match[2])
            yield Check(text, _hidden(audience, at, strength=match[1] == "strength"))


def _hidden(audience: Audience, at: HexId, *, strength: bool) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        sent = playing.sent[audience]
        if _tells_of_mines(sent, at, strength=strength):
            what = "how strong the mines are" if strength else "of mines"
            return f"{audience} was sent something that tells {what} in {hex_name(at)}"
        return None

    return look


def _tells_of_mines(sent: Sent, at: HexId, *, strength: bool) -> bool:
    nodes = (node for text in sent.texts for node in _walk(msgspec.json.decode(text)))
    return any(_is_about_mines(node, at, strength=strength) for node in nodes)


def _is_about_mines(node: Mapping[str, Any], at: HexId, *, strength: bool) -> bool:
    """Whether a face, an opened leaf or a log line gives the mines of a hex away."""
    if node.get("k") in {"minefield", "mine_record"} and node["at"] == at:
        return not strength or node["strength"] is not None
    if node.get("label") == (strength_label(at) if strength else presence_label(at)):
        return True
    if "text" not in node or not _is_line_of_mines(node):
        return False
    here = any(place.removesuffix("/0") == at for place in node.get("at", ()))
    return here and (not strength or _TELLS_STRENGTH.search(node["text"]) is not None)


def _is_line_of_mines(line: Mapping[str, Any]) -> bool:
    """Whether a line of the log is about mines: of those that reveal something only some are."""
    of_mines = "mine" in line["text"] or str(line.get("rule", "")).startswith("B28")
    return line.get("kind") == "mines" or (line.get("kind") == "reveal" and of_mines)


def _walk(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict):
        yield value
    children = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict | list):
        for child in children:
            yield from _walk(child)


def _never_sent(node: Node, names: Names) -> Iterator[Check]:
    for audience, child in _by_audience(node):
        for text in child.items():
            yield Check(text, _text_sent(audience, text.text(), wanted=False))


def _sent(node: Node, names: Names) -> Iterator[Check]:
    for audience, child in _by_audience(node):
        for text in child.items():
            yield Check(text, _text_sent(audience, text.text(), wanted=True))


def _text_sent(audience: Audience, text: str, *, wanted: bool) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        found = any(text in part for part in playing.sent[audience].texts)
        if found is wanted:
            return None
        return f"{audience} was {'never ' if wanted else ''}sent {text!r}"

    return look


def _by_audience(node: Node) -> Iterator[tuple[Audience, Node]]:
    node.only(audience.value for audience in Audience)
    for name, child in node.pairs():
        yield Audience(name), child


def _texts(node: Node) -> list[str]:
    return [child.text() for child in node.items()]


_READERS: Mapping[str, Callable[[Node, Names], Iterator[Check]]] = {
    "units": _units,
    "weapons": _weapons,
    "counters": _counters,
    "clock": _clock,
    "control": _control,
    "question": _question,
    "result": _result,
    "faces": _faces,
    "told": _told,
    "log": _log,
    "log_lacks": _log_lacks,
    "offered": _offered,
    "not_offered": _not_offered,
    "los": read_los,
    "sealed": _sealed,
    "hidden_from": _hidden_from,
    "never_sent": _never_sent,
    "sent": _sent,
    "sees": read_sees,
    "sight": read_sight,
    "results": read_results,
    "mf": read_mf,
    "entry": read_entry,
    "odds": read_odds,
}
