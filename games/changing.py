"""The forms by which a side writes down a change of the position, an edit each.

All that a form offers to choose from is in the document of the side that fills it in.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.selectors.ground import Ground
from rules.forces import unit_types, weapon_types
from rules.forces.fired import Fired
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.play.adjudicating import LAYABLE
from rules.play.rulings import ALTERABLE

FLAGS: Final = tuple(
    (name, called) for name, called in ALTERABLE[Unit].items() if name not in {"type", "fired"}
)


def types_of(ground: Ground, *, weapons: bool = False) -> list[tuple[str, str]]:
    """The types of the nations that have anything in the game."""
    nations = sorted({str(f["nation"]) for f in ground.faces.values() if f.get("nation")})
    found = [
        (one.id, f"{nation}: {one.strength} ({one.cls.value})")
        for nation in nations
        for one in unit_types(nation)
    ]
    if weapons:
        found += [(one.id, f"{n}: {one.name}") for n in nations for one in weapon_types(n)]
    return found


class EditForm(forms.Form):
    """One edit. `act` names the form, `title` says what it does."""

    act: ClassVar[str]
    title: ClassVar[str | Promise]

    def __init__(self, ground: Ground, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id=f"{self.act}_%s")
        self.ground = ground
        self.offer()

    def offer(self) -> None:
        """Fill in what can be chosen."""

    def edit(self) -> dict[str, Any]:
        """The edit that was written down."""
        raise NotImplementedError

    def choose(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        """Let a field choose from these."""
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = list(choices)

    def place(self, name: str) -> str:
        """The Location that was typed, by its name or its id."""
        typed = str(self.cleaned_data[name]).strip()
        return self.ground.places.get(typed.lower(), typed)


class MoveForm(EditForm):
    """Put a counter elsewhere."""

    act = "move"
    title = _("Put a counter elsewhere")
    counter = forms.ChoiceField(label=_("Counter"))
    to = forms.CharField(max_length=40, label=_("To the hex or Location"))

    def offer(self) -> None:
        self.choose("counter", self.ground.counters("unit", "weapon", "cover", "marker"))

    def edit(self) -> dict[str, Any]:
        return {"edit": "move", "key": self.cleaned_data["counter"], "to": self.place("to")}


class RemoveForm(EditForm):
    """Take a counter off the table."""

    act = "remove"
    title = _("Take a counter off")
    counter = forms.ChoiceField(label=_("Counter"))
    counts = forms.BooleanField(required=False, label=_("It counts as eliminated"))

    def offer(self) -> None:
        kinds = ("unit", "weapon", "cover", "marker", "minefield", "boat")
        self.choose("counter", self.ground.counters(*kinds))

    def edit(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        return {"edit": "remove", "key": chosen["counter"], "counts": chosen["counts"]}


class MarkForm(EditForm):
    """What is so of a unit, or not."""

    act = "mark"
    title = _("Mark a unit")
    counter = forms.ChoiceField(label=_("Counter"))
    mark = forms.ChoiceField(label=_("Mark"), choices=FLAGS)
    so = forms.ChoiceField(choices=[("yes", _("yes")), ("no", _("no"))], label=_("Is it so?"))

    def offer(self) -> None:
        self.choose("counter", self.ground.counters("unit"))

    def edit(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        return _alter(chosen["counter"], **{chosen["mark"]: chosen["so"] == "yes"})


class FireMarkForm(EditForm):
    """The fire mark on a unit or a weapon."""

    act = "fire"
    title = _("Set a fire mark")
    counter = forms.ChoiceField(label=_("Counter"))
    mark = forms.ChoiceField(
        label=_("Mark"),
        choices=[("", _("none")), *((one.value, one.value) for one in Fired)],
        required=False,
    )

    def offer(self) -> None:
        self.choose("counter", self.ground.counters("unit", "weapon"))

    def edit(self) -> dict[str, Any]:
        return _alter(self.cleaned_data["counter"], fired=self.cleaned_data["mark"] or None)


class WeaponForm(EditForm):
    """Who has a weapon, and whether it works."""

    act = "weapon"
    title = _("Give a weapon to somebody")
    counter = forms.ChoiceField(label=_("Weapon"))
    holder = forms.ChoiceField(required=False, label=_("Possessed by"))

    def offer(self) -> None:
        self.choose("counter", self.ground.counters("weapon"))
        units = [(key.partition(":")[2], name) for key, name in self.ground.counters("unit")]
        self.choose("holder", [("", gettext("nobody")), *units])

    def edit(self) -> dict[str, Any]:
        return _alter(self.cleaned_data["counter"], holder=self.cleaned_data["holder"] or None)


class BrokenWeaponForm(EditForm):
    """Whether a weapon works."""

    act = "works"
    title = _("Break or mend a weapon")
    counter = forms.ChoiceField(label=_("Weapon"))
    so = forms.ChoiceField(choices=[("yes", _("yes")), ("no", _("no"))], label=_("Malfunctioned?"))

    def offer(self) -> None:
        self.choose("counter", self.ground.counters("weapon"))

    def edit(self) -> dict[str, Any]:
        return _alter(self.cleaned_data["counter"], malfunctioned=self.cleaned_data["so"] == "yes")


class TypeForm(EditForm):
    """Another type of the same nation: a Reduction, a Replacement."""

    act = "type"
    title = _("Exchange a unit for another type")
    counter = forms.ChoiceField(label=_("Counter"))
    type = forms.ChoiceField(label=_("Its new type"))

    def offer(self) -> None:
        self.choose("counter", self.ground.counters("unit"))
        self.choose("type", types_of(self.ground))

    def edit(self) -> dict[str, Any]:
        return _alter(self.cleaned_data["counter"], type=self.cleaned_data["type"])


class AddForm(EditForm):
    """A new counter in the open."""

    act = "add"
    title = _("Bring a counter onto the table")
    side = forms.ChoiceField(label=_("Side"))
    type = forms.ChoiceField(label=_("Type"))
    to = forms.CharField(max_length=40, label=_("In the hex or Location"))

    def offer(self) -> None:
        self.choose("side", self.ground.sides.items())
        self.choose("type", types_of(self.ground, weapons=True))

    def edit(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        return {"edit": "add", "side": chosen["side"], "type": chosen["type"],
                "at": self.place("to")}  # fmt: skip


class LayForm(EditForm):
    """A marker."""

    act = "lay"
    title = _("Lay a marker")
    what = forms.ChoiceField(label=_("What"), choices=[(name, name) for name in LAYABLE])
    to = forms.CharField(max_length=40, label=_("In the hex or Location"))

    def edit(self) -> dict[str, Any]:
        return {"edit": "lay", "what": self.cleaned_data["what"], "at": self.place("to")}


class TimeForm(EditForm):
    """Game Turn, Player Turn and phase."""

    act = "time"
    title = _("Set turn and phase")
    turn = forms.IntegerField(min_value=1, max_value=99, label=_("Game Turn"))
    phasing = forms.ChoiceField(label=_("ATTACKER"))
    phase = forms.ChoiceField(label=_("Phase"), choices=[(one.value, one.value) for one in Phase])

    def offer(self) -> None:
        self.choose("phasing", self.ground.sides.items())
        clock = self.ground.faces.get("clock:clock", {})
        for name in ("turn", "phasing", "phase"):
            self.fields[name].initial = clock.get(name)

    def edit(self) -> dict[str, Any]:
        names = ("turn", "phasing", "phase")
        return _alter("clock:clock", **{name: self.cleaned_data[name] for name in names})


class SideForm(EditForm):
    """What is kept of a side."""

    act = "side"
    title = _("Set a side’s numbers")
    side = forms.ChoiceField(label=_("Side"))
    what = forms.ChoiceField(
        label=_("What"),
        choices=[
            ("elr", "ELR"),
            ("san", "SAN"),
            ("cvp", "Casualty VP"),
            ("exit_vp", "Exit VP"),
        ],
    )
    value = forms.IntegerField(label=_("Value"), min_value=0, max_value=999)

    def offer(self) -> None:
        self.choose("side", self.ground.sides.items())

    def edit(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        return _alter(f"tray:{chosen['side']}", **{chosen["what"]: chosen["value"]})


FORMS: Final[Mapping[str, type[EditForm]]] = {
    form.act: form
    for form in (
        MoveForm, RemoveForm, MarkForm, FireMarkForm, TypeForm, WeaponForm, BrokenWeaponForm,
        AddForm, LayForm, TimeForm, SideForm,
    )
}  # fmt: skip


def _alter(key: str, **fields: object) -> dict[str, Any]:
    return {"edit": "alter", "key": key, "fields": fields}
