"""What is asked of people on pages."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.urls import reverse

from games import rulesets
from games.models import User
from games.models.choices import LookKind, SideChoice
from games.services.looks import SHORTEST_REASON

if TYPE_CHECKING:
    UserForm = UserCreationForm[User]
else:
    UserForm = UserCreationForm


class RegisterForm(UserForm):
    """A new account."""

    class Meta:
        model = User
        fields = ("username", "email")


class NewGameForm(forms.Form):
    """A new game: what is played, which side one takes, who may come.

    The sides bear the names that they have in `shown`, the scenario chosen so far. A browser asks
    for the form anew when another is chosen; what comes from one that did not ask says in
    `names_of` which scenario's names were read.
    """

    scenario = forms.ChoiceField()
    side = forms.ChoiceField(widget=forms.RadioSelect, initial="a")
    private = forms.BooleanField(
        required=False, help_text="Only those with the invitation link watch or join."
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # whatever a form takes
        scenarios = [(id_, rulesets.scenario(id_).title) for id_ in rulesets.scenario_ids()]
        self._choose_from("scenario", scenarios)
        self.fields["scenario"].widget.attrs |= {
            "hx-get": reverse("games:new_game"),
            "hx-target": "closest form",
            "hx-include": "closest form",
        }
        self.shown = self._shown([id_ for id_, _ in scenarios])
        self._choose_from("side", _side_names(self.shown))

    def clean(self) -> dict[str, Any]:
        """Refuse a side that was chosen by the name it has in another scenario."""
        if self.data.get("names_of", self.shown) != self.shown:
            self.add_error("side", "These are the sides of the scenario chosen now. Choose again.")
        return self.cleaned_data

    def _choose_from(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    def _shown(self, ids: list[str]) -> str:
        """The scenario that the form shows: the one chosen, asked for, or first in the list."""
        wanted = str(self.data.get("scenario") or self.initial.get("scenario") or "")
        return wanted if wanted in ids else next(iter(ids), "")


def _side_names(scenario_id: str) -> list[tuple[str, str]]:
    """The sides as the scenario's card has them."""
    if not scenario_id:
        return list(SideChoice.choices)
    card = rulesets.scenario(scenario_id).page_data()["scenario"]
    first = card["first"]
    return [
        (id_, f"{side['name']}, {side['role']}{' and moves first' if id_ == first else ''}")
        for id_, side in card["sides"].items()
    ]


class JoinForm(forms.Form):
    """A free seat, and the invitation of a private game."""

    side = forms.ChoiceField(choices=SideChoice.choices)
    invitation = forms.CharField(required=False, max_length=64)


class LookForm(forms.Form):
    """What of a game an operator wants to look at, why, and that he knows who will read of it."""

    kind = forms.ChoiceField(
        label="What",
        choices=[(kind.value, kind.label) for kind in LookKind if kind is not LookKind.ACCOUNT],
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label="Why",
        min_length=SHORTEST_REASON,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Both players and everybody else read this when the game is over.",
    )
    confirmed = forms.BooleanField(label="I look at this knowing that the players will be told.")
