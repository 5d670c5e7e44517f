"""A11.19 CC with the concealed: what is shown of them, and when they lose their "?"."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_hidden import come_under_cover
from rules.chapters.concealment.covers import TypeWord, drop_dummies, into_the_open, put_under
from rules.forces.lookup import unit_type
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import ShownId
from rules.kernel.view import LogLine
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.concealed_fighters import is_concealed
from rules.position.knowledge import Knowledge
from rules.position.position import HIDDEN

Drm = Annotated[int, Meta(ge=-9, le=9)]


class StrengthShown(AslFact, frozen=True, kw_only=True, tag="StrengthShown"):
    """A unit under a "?" shows its Strength Factor before CC."""

    rule: ClassVar[str] = "A11.19"
    tells: ClassVar[tuple[str, ...]] = ("side", "at", "type")
    gives_away: ClassVar[str] = "of what type a unit under a “?” is; not its letter, SW or state"
    side: Side
    at: LocationId
    type: TypeWord

    def line(self, position: Knowledge) -> LogLine:
        text = (
            f"shows a {unit_type(self.type).strength} under a ? in {position.board.name(self.at)}"
        )
        return LogLine(kind="reveal", side=self.side, text=text, rule="A11.19", at=(self.at,))


class AmbushDrm(AslFact, frozen=True, kw_only=True, tag="AmbushDrm"):
    """The drm of an Ambush dr of a force of which somebody is under a "?"."""

    rule: ClassVar[str] = "A11.4"
    tells: ClassVar[tuple[str, ...]] = ("drm",)
    gives_away: ClassVar[str] = "the whole drm of a force with a “?”, not what it consists of"
    side: Side
    at: LocationId
    drm: Drm

    def line(self, position: Knowledge) -> LogLine:
        text = f"Ambush drm {self.drm:+d} in {position.board.name(self.at)}"
        return LogLine(kind="cc", side=self.side, text=text, rule="A11.4", at=(self.at,))


class StateShown(AslFact, frozen=True, kw_only=True, tag="StateShown"):
    """A unit under a "?" is attacked in CC, or attacks: of its state what bears on that. Its type
    has been told, and everybody sees which "?" it is.
    """

    rule: ClassVar[str] = "A11.19"
    tells: ClassVar[tuple[str, ...]] = ("state", "type", "cover")
    gives_away: ClassVar[str] = "whether a unit under a “?” that fights is CX, TI or pinned"
    side: Side
    at: LocationId
    type: TypeWord
    cover: ShownId
    state: tuple[Literal["CX", "TI", "pinned"], ...]

    def line(self, position: Knowledge) -> LogLine:
        here, state = position.board.name(self.at), " and ".join(self.state)
        text = f"the {unit_type(self.type).strength} ? in {here} is {state}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A11.19", at=(self.at,))


def place_hidden(table: AslTable) -> None:
    """A11.19: as the CCPh begins the hidden come under a "?" where enemies are with them."""
    hidden = (one for one in table.truth.pieces() if one.under == HIDDEN)
    public = table.public
    placed = [u for u in hidden if public.seen_at(u.at, u.side.enemy)]
    come_under_cover(table, placed)
    table.world.change(table.clock, placed=tuple(sorted({unit.at for unit in placed})))


def show_strengths(table: AslTable, at: LocationId) -> None:
    """A11.19: before anything else in a CC Dummies go, and each unit under a "?" shows its Strength
    Factor; it is under one of its own until the CC is over.
    """
    covers = tuple(cover for cover in table.public.covers() if cover.at == at)
    for cover in covers:
        drop_dummies(table, cover.id)
    for cover in covers:
        if table.world.find(Cover, cover.id) is not None:
            _part(table, cover)


def _part(table: AslTable, cover: Cover) -> None:
    """In the order of what is shown, which tells nothing of the ids."""
    units = [one for one in table.truth.under(cover.id) if isinstance(one, Unit)]
    for unit in sorted(units, key=lambda one: (one.type, one.letter)):
        id_ = table.kernel.new_id(Audience.PUBLIC, "c")
        table.world.add(replace(cover, id=id_, type=unit.type))
        put_under(table, (unit,), id_)
        table.tell(StrengthShown(side=cover.side, at=cover.at, type=unit.type))
    table.world.drop(cover)


def end_showing(table: AslTable) -> None:
    """A11.19: after the CC those still under a "?" are again what everybody sees as one."""
    for cover in table.world.all(Cover):
        if cover.type is not None:
            table.world.change(cover, type=None)


def lose_in_cc(table: AslTable, shown: Iterable[ShownId]) -> Mapping[ShownId, ShownId]:
    """A11.19: those of the units in a CC that are under a "?" lose it; their new ids by those of
    the "?".
    """
    truth = table.truth
    there = {one: truth.shown_by(one)[0].id for one in shown if is_concealed(truth, one)}
    new = into_the_open(table, there.values())
    return {cover: new[unit] for cover, unit in there.items()}


def tell_states(table: AslTable, shown: Iterable[ShownId]) -> None:
    """A11.19: what of the state of those under a "?" changes the odds or the DRM of an attack."""
    for one in shown:
        if is_concealed(table.truth, one):
            unit = table.truth.shown_by(one)[0]
            marks: tuple[tuple[Literal["CX", "TI", "pinned"], bool], ...] = (
                ("CX", unit.cx),
                ("TI", unit.ti),
                ("pinned", unit.pinned),
            )
            state = tuple(word for word, is_so in marks if is_so)
            if state:
                table.tell(
                    StateShown(side=unit.side, at=unit.at, type=unit.type, cover=one, state=state)
                )
