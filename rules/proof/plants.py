"""Leaks planted in any ruleset: mistakes that are easily made and hard to see.

Each lets one small thing that an audience gets depend on what it may not know: `Peeks` says how a
ruleset's secrets are looked at. They are meant to be subtle: most do something only where mines
are close to a unit, or where mines are known and their strength is not.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from inspect import isfunction, signature
from typing import Any, ClassVar, Final

import msgspec

from rules.kernel import seal
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.counters import next_of
from rules.kernel.dice import Roll
from rules.kernel.document import Document, Faces, Patch
from rules.kernel.fact import Fact
from rules.kernel.game import Bulletin, Game, chain
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Ruleset
from rules.kernel.seal import Leaf, MaskedSealer, Opening
from rules.kernel.table import Purpose, Table, Told
from rules.kernel.view import LogLine, Modifier, wire
from rules.kernel.world import Known, World
from rules.proof.forging import hexes_among
from rules.proof.twins import Maker

Lines = Sequence[tuple[Audience, LogLine]]
Form = dict[str, Any]


@dataclass(frozen=True)
class Peeks:
    """Looks at what an audience may not know.

    `mined`: the places where mines lie that it has not heard of; `near`: how many of these are
    next to a unit; `power`: how strong the mines are that it knows of without their strength;
    `passing`: whether another side has a standing order; `ids`: the ids of secret records.
    """

    mined: Callable[[World, Audience], frozenset[str]]
    near: Callable[[World, Audience], int]
    power: Callable[[World, Audience], int]
    passing: Callable[[World, Audience], bool]
    ids: Callable[[World, Audience], Sequence[str]]


class Spoilt(Game):
    """A game that looks."""

    peeks: ClassVar[Peeks]

    def mined(self, audience: Audience) -> frozenset[str]:
        return self.peeks.mined(self.world, audience)

    def near(self, audience: Audience) -> int:
        return self.peeks.near(self.world, audience)

    def power(self, audience: Audience) -> int:
        return self.peeks.power(self.world, audience)


# -- the log --------------------------------------------------------------------------------------


class SpoiltLog(Spoilt):
    """Writes one line of a step otherwise."""

    def _numbered(self, audience: Audience, lines: Lines) -> bytes:
        return super()._numbered(audience, self.spoil(audience, list(lines)))

    def spoil(self, audience: Audience, lines: list[tuple[Audience, LogLine]]) -> Lines:
        changed = {id(line): self.line(audience, line) for _, line in lines[-1:]}
        return [(to, changed.get(id(line), line)) for to, line in lines]

    def line(self, audience: Audience, line: LogLine) -> LogLine:
        return line


class LogSpacing(SpoiltLog):
    """Leaves a blank at the end of a line where mines are near."""

    def line(self, audience: Audience, line: LogLine) -> LogLine:
        return msgspec.structs.replace(line, text=line.text + " " * (self.near(audience) > 0))


class LogPlural(SpoiltLog):
    """Says minefields of several that are near, and minefield of one."""

    def line(self, audience: Audience, line: LogLine) -> LogLine:
        ending = "s" if self.near(audience) > 1 else ""
        return msgspec.structs.replace(line, text=f"{line.text} (minefield{ending} possible)")


class LogRounding(SpoiltLog):
    """Gives the chance of a hit, rounded, of mines whose strength nobody knows."""

    def line(self, audience: Audience, line: LogLine) -> LogLine:
        chance = round(self.power(audience) / 36, 1)
        return msgspec.structs.replace(line, result=f"{line.result} {chance}".strip())


class LogPlace(SpoiltLog):
    """Names the place of a line twice."""

    def line(self, audience: Audience, line: LogLine) -> LogLine:
        return msgspec.structs.replace(line, at=line.at * (1 + (self.near(audience) > 0)))


class LogModifier(SpoiltLog):
    """Lists a modifier of 0."""

    def line(self, audience: Audience, line: LogLine) -> LogLine:
        more = (Modifier("", "mines", 0),) if self.power(audience) % 4 else ()
        return msgspec.structs.replace(line, mods=line.mods + more)


class ClockStamp(SpoiltLog):
    """Stamps a line with the turn of the next moment."""

    def line(self, audience: Audience, line: LogLine) -> LogLine:
        return msgspec.structs.replace(line, turn=line.turn + (self.near(audience) > 0))


class LogOrder(SpoiltLog):
    """Changes the order of the last two lines."""

    def spoil(self, audience: Audience, lines: list[tuple[Audience, LogLine]]) -> Lines:
        if self.near(audience):
            lines[-2:] = reversed(lines[-2:])
        return lines


class LogTwice(SpoiltLog):
    """Says the same again."""

    def spoil(self, audience: Audience, lines: list[tuple[Audience, LogLine]]) -> Lines:
        return [*lines, *lines[-1:]] if self.near(audience) else lines


class LineNumbers(SpoiltLog):
    """Leaves out a number."""

    def spoil(self, audience: Audience, lines: list[tuple[Audience, LogLine]]) -> Lines:
        if lines and self.near(audience):
            next_of(self.ledger.counters.lines, audience)
        return lines


# -- offers ---------------------------------------------------------------------------------------


class SpoiltOffers(Spoilt):
    """Makes offers otherwise."""

    def _offers(self, audience: Audience) -> bytes:
        forms: list[Form] = msgspec.json.decode(super()._offers(audience))
        return wire(self.spoil(audience, forms)) if forms else wire(forms)

    def spoil(self, audience: Audience, forms: list[Form]) -> list[Form]:
        return forms


class OfferOrder(SpoiltOffers):
    """Turns the order of the offers round."""

    def spoil(self, audience: Audience, forms: list[Form]) -> list[Form]:
        return forms[::-1] if self.near(audience) else forms


class OfferHint(SpoiltOffers):
    """Gives a hint."""

    def spoil(self, audience: Audience, forms: list[Form]) -> list[Form]:
        forms[-1] |= {"hint": "Careful."} if self.near(audience) else {}
        return forms


class ButtonLabel(SpoiltOffers):
    """Writes a label a little longer."""

    def spoil(self, audience: Audience, forms: list[Form]) -> list[Form]:
        forms[0]["label"] += "…" if self.power(audience) % 4 else ""
        return forms


class PrimaryButton(SpoiltOffers):
    """Recommends another offer."""

    def spoil(self, audience: Audience, forms: list[Form]) -> list[Form]:
        forms[0] |= {"primary": True} if self.near(audience) else {}
        return forms


class Tooltip(SpoiltOffers):
    """Adds a blank to the cost of the way into a mined hex."""

    def spoil(self, audience: Audience, forms: list[Form]) -> list[Form]:
        mined = self.mined(audience)
        for form in (one for one in forms if one["form"] == "units_to"):
            for ways in form["units"].values():
                ways |= {at: note + " " for at, note in ways.items() if at in mined}
        return forms


class MfCost(SpoiltOffers):
    """Reckons more MF for a mined hex."""

    def spoil(self, audience: Audience, forms: list[Form]) -> list[Form]:
        mined = self.mined(audience)
        for form in (one for one in forms if one["form"] == "units_to"):
            for ways in form["units"].values():
                ways |= {at: "2 MF" for at in ways if at in mined}
        return forms


class OrderOfPlaces(SpoiltOffers):
    """Lists mined hexes last among those where one may go."""

    def spoil(self, audience: Audience, forms: list[Form]) -> list[Form]:
        mined = self.mined(audience)
        for form in (one for one in forms if one["form"] == "units_to"):
            form["units"] = {
                unit: dict(sorted(ways.items(), key=lambda way: way[0] in mined))
                for unit, ways in form["units"].items()
            }
        return [dict(form) for form in forms]

    def _offers(self, audience: Audience) -> bytes:
        forms: list[Form] = msgspec.json.decode(super(Spoilt, self)._offers(audience))
        return msgspec.json.encode(self.spoil(audience, forms))


class OrderOfIds(SpoiltOffers):
    """Lists units in another order where mines are near."""

    def spoil(self, audience: Audience, forms: list[Form]) -> list[Form]:
        return [self._turned(audience, form) for form in forms]

    def _turned(self, audience: Audience, form: Form) -> Form:
        units = form.get("units")
        if isinstance(units, dict) and self.near(audience):
            return {**form, "units": dict(reversed(units.items()))}
        return form

    def _offers(self, audience: Audience) -> bytes:
        forms: list[Form] = msgspec.json.decode(super(Spoilt, self)._offers(audience))
        return msgspec.json.encode(self.spoil(audience, forms))


class TakeBackByMines(Spoilt):
    """Offers no take-back where mines are near."""

    def _may_ask(self, side: Side) -> bool:
        return super()._may_ask(side) and not self.near(side.audience)


# -- whose decision it is, and faces --------------------------------------------------------------


class SpoiltDocument(Spoilt):
    """Shows one thing otherwise."""

    def document(self, audience: Audience) -> Document:
        document = super().document(audience)
        now = msgspec.json.decode(document.now)
        faces = {key: msgspec.json.decode(face) for key, face in document.faces.items()}
        self.spoil(audience, now, faces)
        return msgspec.structs.replace(
            document, now=wire(now), faces={key: wire(face) for key, face in faces.items()}
        )

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        pass


class Focus(SpoiltDocument):
    """Points at the mines."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        if self.near(audience):
            now["focus"] += sorted(self.mined(audience))[:1]


class NowText(SpoiltDocument):
    """Puts a question in other words."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        now["text"] += " " if self.power(audience) % 4 else ""


class NowSub(SpoiltDocument):
    """Gives an empty explanation instead of none."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        now["sub"] = "" if self.near(audience) else now["sub"]


class OrderVisible(SpoiltDocument):
    """Says that a side has made up its mind to pass."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        now["rule"] += "." if self.peeks.passing(self.world, audience) else ""


class FloatOrInt(SpoiltDocument):
    """Writes a whole number with its decimal point."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        for face in faces.values():
            if "turn" in face and self.near(audience):
                face["turn"] = float(face["turn"])


class EmptyField(SpoiltDocument):
    """Sends a field that is empty, of the first unit on the list."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        if self.near(audience):
            next(iter(faces.values()))["note"] = ""


class FaceOrder(Spoilt):
    """Sends the faces in another order."""

    def document(self, audience: Audience) -> Document:
        document = super().document(audience)
        keys = list(document.faces)
        if self.near(audience):
            keys[-2:] = reversed(keys[-2:])
        return msgspec.structs.replace(document, faces={key: document.faces[key] for key in keys})


class KnownHoldsAll(Spoilt):
    """Gives its readers' knowledge everything, where mines are near."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.faces = _AllKnowing(self.rules, self.peeks)


class _AllKnowing(Faces):
    def __init__(self, rules: Ruleset, peeks: Peeks) -> None:
        super().__init__(rules)
        self._peeks = peeks

    def known(self, world: World, audience: Audience) -> Known:
        known = super().known(world, audience)
        if not self._peeks.near(world, audience):
            return known
        mine = [e for e in world if known.find(type(e), e.id) is not None]
        records = set(self._peeks.ids(world, audience))
        seen = {(type(e), e.id) for e in mine}
        more = [e for e in world if e.id in records and (type(e), e.id) not in seen]
        return Known(world.version, [*mine, *more])


# -- refusals -------------------------------------------------------------------------------------


class SpoiltRefusal(Spoilt):
    """Explains a refusal otherwise."""

    def check(self, side: Side, command: Command, seen: int | None = None) -> None:
        try:
            super().check(side, command, seen)
        except Refused as refused:
            raise self.spoil(side, command, refused) from refused

    def spoil(self, side: Side, command: Command, refused: Refused) -> Refused:
        return refused


class RefusalRule(SpoiltRefusal):
    """Names another rule for it where mines are near."""

    def spoil(self, side: Side, command: Command, refused: Refused) -> Refused:
        rule = f"{refused.rule}1" if self.near(side.audience) else refused.rule
        return Refused(rule, refused.why, refused.code)


class RefusalCode(SpoiltRefusal):
    """Answers with another code if the command names a mined hex."""

    def spoil(self, side: Side, command: Command, refused: Refused) -> Refused:
        texts = wire(command).decode()
        named = any(f'"{hex_id}' in texts for hex_id in hexes_among(self.mined(side.audience)))
        return Refused(refused.rule, refused.why, "hidden" if named else refused.code)


class RefusalOfSecretIds(SpoiltRefusal):
    """Knows an id that it should not know from one that there is not."""

    def spoil(self, side: Side, command: Command, refused: Refused) -> Refused:
        texts = wire(command).decode()
        ids = self.peeks.ids(self.world, side.audience)
        why = "That is not yours." if any(f'"{id_}"' in texts for id_ in ids) else refused.why
        return Refused(refused.rule, why, refused.code)


class RefusalOfInterjections(SpoiltRefusal):
    """Refuses what may be said at any time in other words where mines are near."""

    def spoil(self, side: Side, command: Command, refused: Refused) -> Refused:
        told = self.rules.is_interjection(command) and self.near(side.audience)
        return Refused(refused.rule, f"{refused.why} Now." if told else refused.why, refused.code)


class RefusesMines(Spoilt):
    """Refuses the way into a mined hex, as long as there are others."""

    def check(self, side: Side, command: Command, seen: int | None = None) -> None:
        super().check(side, command, seen)
        goes = self.question is None and getattr(command, "to", None)
        if goes in self.mined(side.audience):
            raise Refused("", "That would not be wise.")


class StaleByMines(Spoilt):
    """Calls a command stale where mines are near."""

    def check_seen(self, side: Side, command: Command, seen: int | None) -> None:
        super().check_seen(side, command, seen)
        if seen is not None and self.near(side.audience) > 1:
            raise Refused("", "The table has changed since; look again.", code="stale")


# -- bulletins and numbers ------------------------------------------------------------------------


class EmptyBulletin(Spoilt):
    """Sends a bulletin with nothing in it where mines are near."""

    def _is_news(self, audience: Audience, patch: Patch, log: bytes) -> bool:
        return super()._is_news(audience, patch, log) or self.near(audience) > 0


class DuplicateFace(Spoilt):
    """Sends a face twice."""

    def _patch(self, audience: Audience, before: Document) -> Patch:
        patch = super()._patch(audience, before)
        again = patch.put[:1] if self.near(audience) else ()
        return msgspec.structs.replace(patch, put=patch.put + again)


class PatchOrder(Spoilt):
    """Turns the order of what changed round."""

    def _patch(self, audience: Audience, before: Document) -> Patch:
        patch = super()._patch(audience, before)
        put = patch.put[::-1] if self.near(audience) else patch.put
        return msgspec.structs.replace(patch, put=put)


class UnchangedNow(Spoilt):
    """Sends the question again though it is the same."""

    def _patch(self, audience: Audience, before: Document) -> Patch:
        patch = super()._patch(audience, before)
        now = self.documents[audience].now if self.near(audience) else patch.now
        return msgspec.structs.replace(patch, now=now)


class DigestOfSecrets(Spoilt):
    """Lets the chain of digests depend on what is hidden."""

    def _bulletin(self, audience: Audience, before: Document, lines: Lines) -> Bulletin | None:
        bulletin = super()._bulletin(audience, before, lines)
        if bulletin is not None and self.power(audience) % 4:
            digests = self.ledger.digests
            digests[audience] = chain(digests[audience], b"")
        return bulletin


class BulletinNumbers(Spoilt):
    """Leaves out a number where mines are near."""

    def _bulletin(self, audience: Audience, before: Document, lines: Lines) -> Bulletin | None:
        if self.near(audience) > 1:
            next_of(self.ledger.counters.bulletins, audience)
        return super()._bulletin(audience, before, lines)


class FrameField(Spoilt):
    """Sends an empty list of what is gone, instead of none."""

    def _bulletin(self, audience: Audience, before: Document, lines: Lines) -> Bulletin | None:
        bulletin = super()._bulletin(audience, before, lines)
        if bulletin is None or not self.near(audience):
            return bulletin
        frame = {**msgspec.json.decode(bulletin.frame), "drop": []}
        return Bulletin(audience, bulletin.n, wire(frame), bulletin.digest)


# -- dice, ids, Facts: what a table does ----------------------------------------------------------


class SpoiltTable(Table):
    """A table that looks."""

    peeks: ClassVar[Peeks]


class RollPurpose(SpoiltTable):
    """Says of a roll that it is made close to mines."""

    def roll(self, purpose: Purpose, count: int, audience: Audience = Audience.PUBLIC) -> Roll:
        more = " " if self.peeks.near(self.world, Audience.PUBLIC) else ""
        spoilt = replace(purpose, text=purpose.text + more)
        return super().roll(spoilt, count, audience)


class ExtraRoll(SpoiltTable):
    """Rolls once more, in secret as it thinks, where strong mines lie."""

    def roll(self, purpose: Purpose, count: int, audience: Audience = Audience.PUBLIC) -> Roll:
        if self.peeks.power(self.world, Audience.PUBLIC) % 4:
            super().roll(Purpose("", "for nothing", "", purpose.by), 1, audience)
        return super().roll(purpose, count, audience)


class ExtraId(SpoiltTable):
    """Uses an id more than it shows."""

    def roll(self, purpose: Purpose, count: int, audience: Audience = Audience.PUBLIC) -> Roll:
        if self.peeks.near(self.world, Audience.PUBLIC):
            self.new_id(Audience.PUBLIC, "x")
        return super().roll(purpose, count, audience)


class MarkerCountsRecords(SpoiltTable):
    """Numbers a marker by how many records there are."""

    def drawn_id(self, audience: Audience, prefix: str) -> ShownId:
        count = len(self.peeks.ids(self.world, Audience.PUBLIC))
        return self._issue(audience, prefix, lambda n: 1000 * n + count)


class WordsOfAFact(SpoiltTable):
    """Puts a Fact in other words if the mines are strong."""

    def tell(self, fact: Fact, to: Audience = Audience.PUBLIC) -> None:
        super().tell(fact, to)
        audience, line = self.lines[-1]
        if self.peeks.power(self.world, Audience.PUBLIC) % 4:
            self.lines[-1] = audience, msgspec.structs.replace(line, text=f"{line.text}.")


class LogsBeforeAFact(SpoiltTable):
    """Announces a Fact by a line of its own if the mines are strong."""

    def tell(self, fact: Fact, to: Audience = Audience.PUBLIC) -> None:
        if self.peeks.power(self.world, Audience.PUBLIC) % 4:
            self.log(LogLine(kind="system", text="Something happens."), to)
        super().tell(fact, to)


class ToldToAll(SpoiltTable):
    """Tells everybody what is for one side."""

    def tell(self, fact: Fact, to: Audience = Audience.PUBLIC) -> None:
        super().tell(fact, to)
        if to is not Audience.PUBLIC:
            told = self.facts[-1]
            self.facts[-1] = Told(Audience.PUBLIC, fact, told.line, told.rolls, told.known)
            self.lines[-1] = Audience.PUBLIC, self.lines[-1][1]


# -- seals ----------------------------------------------------------------------------------------

_KEY: Final = b"a key of the planted"


class OneSalt(MaskedSealer):
    """Salts every leaf alike."""

    def salt(self, context: str) -> str:
        return super().salt(context if context.startswith("id:") else "salt")


class ShortSalt(MaskedSealer):
    """Salts with too little."""

    def salt(self, context: str) -> str:
        salt = super().salt(context)
        return salt if context.startswith("id:") else salt[:4]


class NumberSalt(MaskedSealer):
    """Salts with numbers, one after the other."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self._count = 0

    def salt(self, context: str) -> str:
        if context.startswith("id:"):
            return super().salt(context)
        self._count += 1
        return str(self._count)


class IndexByValue(MaskedSealer):
    """Shows an opened leaf where it would lie if leaves were ordered by what they say."""

    def opening(self, leaves: Sequence[Leaf], index: int) -> Opening:
        opening = super().opening(leaves, index)
        order = sorted(leaves, key=lambda leaf: (leaf.value, leaf.salt))
        return msgspec.structs.replace(opening, index=order.index(leaves[index]))


class PathOfTheMined(MaskedSealer):
    """Makes the way from a leaf to the root as long as there are mines."""

    def opening(self, leaves: Sequence[Leaf], index: int) -> Opening:
        opening = super().opening(leaves, index)
        mined = sum(leaf.value not in {"0", "none", "no"} for leaf in leaves)
        return msgspec.structs.replace(opening, path=opening.path + ("",) * mined)


def _hashes_unsalted() -> AbstractContextManager[None]:
    """Commits to what a leaf says, and to nothing that nobody can guess."""

    def leaf_hash(leaf: Leaf) -> bytes:
        return hashlib.sha256(f"{leaf.label}:{leaf.value}".encode()).digest()

    return swapped(seal, "leaf_hash", leaf_hash)


_GAMES: Final[Mapping[str, type[Spoilt]]] = {
    "log: a blank at the end": LogSpacing,
    "log: one or many": LogPlural,
    "log: a rounded chance": LogRounding,
    "log: a place named twice": LogPlace,
    "log: a modifier of 0": LogModifier,
    "log: another turn": ClockStamp,
    "log: order of lines": LogOrder,
    "log: a line twice": LogTwice,
    "log: a number left out": LineNumbers,
    "offers: their order": OfferOrder,
    "offers: a hint": OfferHint,
    "offers: a label": ButtonLabel,
    "offers: what is recommended": PrimaryButton,
    "offers: a blank in a tooltip": Tooltip,
    "offers: MF for mines": MfCost,
    "offers: order of places": OrderOfPlaces,
    "offers: order of ids": OrderOfIds,
    "take-back by mines near": TakeBackByMines,
    "now: focus": Focus,
    "now: a blank": NowText,
    "now: empty or none": NowSub,
    "now: a standing order": OrderVisible,
    "faces: float or int": FloatOrInt,
    "faces: an empty field": EmptyField,
    "faces: their order": FaceOrder,
    "refusal: rule": RefusalRule,
    "refusal: code of a hex": RefusalCode,
    "refusal: ids that are secret": RefusalOfSecretIds,
    "refusal of what is said aside": RefusalOfInterjections,
    "refusal or not": RefusesMines,
    "refusal: stale by mines": StaleByMines,
    "bulletin: an empty one": EmptyBulletin,
    "bulletin: a face twice": DuplicateFace,
    "bulletin: order of faces": PatchOrder,
    "bulletin: the same question again": UnchangedNow,
    "bulletin: an empty field": FrameField,
    "bulletin: a number left out": BulletinNumbers,
    "digest of secrets": DigestOfSecrets,
}

_TABLES: Final[Mapping[str, type[SpoiltTable]]] = {
    "roll: its purpose": RollPurpose,
    "roll: one more": ExtraRoll,
    "id: one more": ExtraId,
    "id: a marker counts records": MarkerCountsRecords,
    "Fact: its words": WordsOfAFact,
    "Fact: a line before it": LogsBeforeAFact,
}

_SEALERS: Final[Mapping[str, type[MaskedSealer]]] = {
    "salt: one for all": OneSalt,
    "salt: short": ShortSalt,
    "salt: numbers": NumberSalt,
    "leaf: index by value": IndexByValue,
    "leaf: path as long as there are mines": PathOfTheMined,
}


def plants(rules: Callable[[], Ruleset], peeks: Peeks) -> Iterator[tuple[str, Callable[[], Maker]]]:
    """Every leak that can be planted in any ruleset, by name."""
    for name, game in _GAMES.items():
        yield name, _made(rules, with_peeks(game, peeks))
    for name, table in _TABLES.items():
        yield name, _made(rules, with_table(with_peeks(table, peeks)))
    for name, sealer in _SEALERS.items():
        yield name, _made(rules, with_sealer(sealer))
    yield "leaf: a hash without its salt", lambda: Maker(rules(), within=_hashes_unsalted)


def told_to_all(rules: Callable[[], Ruleset]) -> Callable[[], Maker]:
    """What is for one side is told to everybody."""
    return _made(rules, with_table(ToldToAll))


def _made(rules: Callable[[], Ruleset], game: type[Game]) -> Callable[[], Maker]:
    return lambda: Maker(rules(), game)


def with_peeks(kind: Any, peeks: Peeks) -> Any:
    """That kind of game or table, looking in that way."""
    return type(kind.__name__, (kind,), {"peeks": peeks})


def with_table(table: type[Table]) -> type[Game]:
    """A game at that table."""
    return type(table.__name__, (Game,), {"table_type": table})


def with_sealer(sealer: type[MaskedSealer]) -> type[Game]:
    """A game with that seal."""

    class Sealed(Game):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **{**kwargs, "sealer": sealer(_KEY)})

    return Sealed


@contextmanager
def swapped(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Another thing under a name for a while. Raises TypeError for a function that does not take
    what the one in its place does.
    """
    before = getattr(owner, name)
    if isfunction(before) and isfunction(value) and _taken(before) != _taken(value):
        raise TypeError(f"{value.__name__} does not take what {name} takes")
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def _taken(function: Callable[..., Any]) -> list[tuple[int, bool]]:
    """Of each parameter its kind, and whether it may be left out."""
    parameters = signature(function).parameters.values()
    return [(int(one.kind), one.default is not one.empty) for one in parameters]


@contextmanager
def marked_by(table: Table, record_id: str) -> Iterator[None]:
    """Let the next id drawn at a table have the number of a record."""
    number = int("".join(filter(str.isdigit, record_id)))

    def drawn(audience: Audience, prefix: str) -> str:
        return table._issue(audience, prefix, lambda n: 10_000_000 * n + number)

    with swapped(table, "drawn_id", drawn):
        yield
