"""What is asked of people on pages."""

from typing import TYPE_CHECKING

from django import forms
from django.contrib.auth.forms import UserCreationForm

from games import rulesets
from games.models import User
from games.models.choices import SideChoice

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
    """A new game: what is played, which side one takes, who may come."""

    scenario = forms.ChoiceField()
    side = forms.ChoiceField(choices=SideChoice.choices, widget=forms.RadioSelect, initial="a")
    private = forms.BooleanField(
        required=False, help_text="Only those with the invitation link watch or join."
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # whatever a form takes
        scenarios = [(id_, rulesets.scenario(id_).title) for id_ in rulesets.scenario_ids()]
        field = self.fields["scenario"]
        if isinstance(field, forms.ChoiceField):
            field.choices = scenarios


class JoinForm(forms.Form):
    """A free seat, and the invitation of a private game."""

    side = forms.ChoiceField(choices=SideChoice.choices)
    invitation = forms.CharField(required=False, max_length=64)
