"""A12.14, A12.16 Weapons with attacks of their own that are used from under a "?" which keeps it:
what is told before they are carried out.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, Protocol

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_unseen_facts import Against, show_to_enemy
from rules.chapters.concealment.covers import TypeWord
from rules.chapters.fire.a07_encirclement import entries_of
from rules.chapters.terms.a07_shot import Shot
from rules.forces.counter_kinds import called
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.view import LogLine, Modifier
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


class WeaponFromCover(AslFact, frozen=True, kw_only=True, tag="WeaponFromCover"):
    """A mortar, LATW, FT or DC is used from under a "?", and that is kept. `number` is the one that
    its DR is read by: the TH# of ordnance, the X# of others.
    """

    rule: ClassVar[str] = "A12.14"
    tells: ClassVar[tuple[str, ...]] = (
        "type", "directed", "cowers", "number", "fp", "against", "entries",
    )  # fmt: skip
    gives_away: ClassVar[str] = "which weapon is used from under a “?”, its number, FP and DRM"
    side: Side
    of: tuple[ShownId, ...]
    place: LocationId
    at: LocationId
    type: TypeWord
    directed: bool
    cowers: int
    number: int
    fp: int
    against: tuple[Against, ...]
    entries: tuple[int, ...]

    def line(self, position: Knowledge) -> LogLine:
        board, what = position.board, called(self.type, "")
        whence, to = board.name(self.place), board.name(self.at)
        text = f"A {what} is used from under a ? in {whence} against {to}, seen by nobody near"
        return LogLine(
            kind="reveal", side=self.side, text=text, rule="A12.14", at=(self.at, self.place)
        )


def tell_of_weapon(
    table: AslTable,
    shot: Shot,
    type_: str,
    number: int,
    fp: Fraction | int,
    ledgers: Mapping[CounterId, tuple[Modifier, ...]],
    cowers: int = 0,
) -> None:
    """A12.14, A12.16: if who uses a weapon, or directs it, keeps his "?", everybody hears of
    which type it is and what its DR will be read by, and the enemy who they are.
    """
    position = table.truth
    units = position.alive(shot.takers)
    veiled = [unit for unit in units if unit.under is not None]
    if not veiled:
        return
    fact = WeaponFromCover(
        side=veiled[0].side,
        of=position.shown(units),
        place=veiled[0].at,
        at=shot.at,
        type=type_,
        directed=bool(shot.directors),
        cowers=cowers,
        number=number,
        fp=int(fp),
        against=tuple(_against(table, ledgers, fp)),
        entries=entries_of(position, shot),
    )
    table.tell(fact)
    show_to_enemy(table, veiled, shot.arms)


class LiesThere(Protocol):
    """A DC that was placed or Set: whose it is, and where."""

    @property
    def side(self) -> Side: ...

    @property
    def at(self) -> LocationId: ...


def tell_of_charge(
    table: AslTable,
    charge: LiesThere,
    type_: str | None,
    place: LocationId,
    number: int,
    fp: int,
    ledgers: Mapping[CounterId, tuple[Modifier, ...]],
) -> None:
    """A12.14: the same of a DC that was placed or Set under a "?", or is set off out of there; if
    so `type_` is its own. The enemy has been shown who does it.
    """
    if type_ is None:
        return
    fact = WeaponFromCover(
        side=charge.side,
        of=(),
        place=place,
        at=charge.at,
        type=type_,
        directed=False,
        cowers=0,
        number=number,
        fp=fp,
        against=tuple(_against(table, ledgers, fp)),
        entries=(),
    )
    table.tell(fact)


def _against(
    table: AslTable, ledgers: Mapping[CounterId, tuple[Modifier, ...]], fp: Fraction | int
) -> Iterator[Against]:
    """The attack against each of its targets, as everybody sees these: a "?" is one."""
    found: dict[ShownId, tuple[Modifier, ...]] = {}
    for unit in table.alive(tuple(ledgers)):
        found.setdefault(unit.under or unit.id, ledgers[unit.counter])
    for shown, ledger in found.items():
        yield shown, str(fp), tuple((mod.rule, mod.value) for mod in ledger)
