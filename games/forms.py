"""What is asked of people on pages."""

from datetime import timedelta
from typing import Any

from allauth.account import forms as accounts
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import rulesets
from games.models import User
from games.models.choices import Flag, LookKind, Pace, SideChoice, Timing, Together, TurnMail
from games.models.seat import LONGEST_WHY
from games.selectors.lobby import Wanted
from games.selectors.own_scenarios import playable
from games.services.looks import SHORTEST_REASON
from games.timekeeping import Terms
from rules.kernel.audience import Side
from rules.scenarios.balance import balanced
from rules.scenarios.options import BY_LOS, with_inspection_by_los

COMPUTER = "computer"


class _Plain(forms.Form):
    """A form of allauth's without what stands in its fields already as their labels."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # whatever a form takes
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class LoginForm(_Plain, accounts.LoginForm):
    """Name and password. The page leads to the other ways."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""


class SignUpForm(_Plain, accounts.SignupForm):
    """A new account; with an address where mail is sent."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("The others see it.")
        if not settings.MAIL:
            del self.fields["email"]
            return
        self.fields["email"].help_text = _("Nobody sees it. You confirm it by a link that we send.")

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponseBase | None]:
        """An address that has an account takes as long as another: it is told by mail alone."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        made: tuple[User | None, HttpResponseBase | None] = super().try_save(request)
        return made


class AddressForm(_Plain, accounts.AddEmailForm):
    """Another address for one's account."""


class PasswordForm(_Plain, accounts.ChangePasswordForm):
    """Another password, by the one before."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].help_text = ""


class ForgottenForm(_Plain, accounts.ResetPasswordForm):
    """The address of somebody who has forgotten his password."""


class NewPasswordForm(_Plain, accounts.ResetPasswordKeyForm):
    """Another password, by the link in a mail."""


class NoticesForm(forms.ModelForm):  # type: ignore[type-arg]  # of users
    """How often one is told by mail which games wait."""

    turn_mail = forms.ChoiceField(
        choices=TurnMail.choices, required=False, label=_("Tell me"), widget=forms.RadioSelect
    )

    class Meta:
        model = User
        fields = ("turn_mail",)


class RevokeForm(forms.Form):
    """Taking a seat back: whose, why, and that it is meant."""

    side = forms.ChoiceField(choices=SideChoice.choices)
    why = forms.CharField(max_length=LONGEST_WHY)
    sure = forms.BooleanField()


class NewGameForm(forms.Form):
    """A new game: what is played, which side one takes, who may come.

    The sides bear the names that they have in `shown`, the scenario chosen so far. A browser asks
    for the form anew when another is chosen; what comes from one that did not ask says in
    `names_of` which scenario's names were read.
    """

    scenario = forms.ChoiceField(label=_("Scenario"))
    side = forms.ChoiceField(label=_("Side"), widget=forms.RadioSelect, initial="a")
    opponent = forms.ChoiceField(
        label=_("Opponent"),
        choices=(
            ("", _("Whoever joins")),
            (COMPUTER, _("The computer")),
            (Together.HOT_SEAT, _("Somebody beside me: we hand this screen over")),
            (Together.SOLO, _("Nobody: I play both sides")),
        ),
        required=False,
        widget=forms.RadioSelect,
        initial="",
        help_text=_("The computer plays from what its side knows, and begins at once."),
    )
    balance = forms.ChoiceField(
        label=_("Balance"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Whoever joins sees it in the title (A26.4)."),
    )
    inspection = forms.ChoiceField(
        label=_("Stacks in the open"),
        required=False,
        choices=[
            ("", _("Everybody looks into all of them")),
            (BY_LOS, _("Only with a LOS to them (A12.16)")),
        ],
        widget=forms.RadioSelect,
        initial="",
    )
    pace = forms.ChoiceField(
        label=_("Pace"), required=False, choices=[("", _("As agreed")), *Pace.choices]
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        required=False,
        choices=[("", _("None")), *Timing.choices],
        help_text=_(
            "It runs in play, while both seats are taken and a person has to decide. The "
            "first six seconds of each decision cost nothing."
        ),
    )
    minutes = forms.IntegerField(
        required=False, min_value=1, max_value=10_000, initial=120, label=_("Minutes a side")
    )
    increment = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=1_000,
        initial=0,
        label=_("Minutes more for both at each Player Turn"),
    )
    days = forms.IntegerField(
        required=False, min_value=1, max_value=60, initial=3, label=_("Days for each decision")
    )
    flag = forms.ChoiceField(
        required=False, choices=Flag.choices, label=_("Whose time is out"), initial=Flag.LOSS
    )
    private = forms.BooleanField(
        label=_("Private"),
        required=False,
        help_text=_("Only those with the invitation link watch or join."),
    )

    def __init__(self, *args: object, user: User | None = None, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # whatever a form takes
        self.user = user
        scenarios = [(id_, rulesets.card(id_)["title"]) for id_ in rulesets.scenario_ids()]
        scenarios += playable(self.user, self._wanted)
        self._choose_from("scenario", scenarios)
        self.fields["scenario"].widget.attrs |= {
            "hx-get": reverse("games:new_game"),
            "hx-target": "closest form",
            "hx-include": "closest form",
        }
        self.shown = self._shown([id_ for id_, _ in scenarios])
        self._choose_from("side", _side_names(self.shown))
        self._choose_from("balance", _balances(self.shown))

    def clean(self) -> dict[str, Any]:
        """Refuse a side that was chosen by the name it has in another scenario."""
        if self.data.get("names_of", self.shown) != self.shown:
            self.add_error(
                "side", _("These are the sides of the scenario chosen now. Choose again.")
            )
        clock = self.cleaned_data.get("clock", "")
        needed = "days" if clock == Timing.DAYS else "minutes"
        if clock and not self.cleaned_data.get(needed) and needed not in self.errors:
            self.add_error(needed, _("How much time is there?"))
        return self.cleaned_data

    @property
    def together(self) -> Together:
        """Whether both seats are taken here and now, and by how many people."""
        chosen = self.cleaned_data["opponent"]
        return Together(chosen) if chosen in Together.values else Together.NO

    def sides(self, user: User) -> dict[Side, User]:
        """Who plays what, when one user makes the game."""
        if self.together:
            return dict.fromkeys(Side, user)
        return {Side(self.cleaned_data["side"]): user}

    @property
    def terms(self) -> Terms | None:
        """What time it is played by, if by any."""
        chosen = self.cleaned_data
        if not chosen["clock"] or self.together:
            return None
        timing = Timing(chosen["clock"])
        if timing is Timing.DAYS:
            return Terms(timing, timedelta(days=chosen["days"]))
        more = chosen["increment"] or 0 if timing is Timing.TOTAL else 0
        return Terms(timing, timedelta(minutes=chosen["minutes"]), timedelta(minutes=more))

    @property
    def fall(self) -> Flag:
        """What becomes of a side whose time is out."""
        return Flag(self.cleaned_data["flag"] or Flag.LOSS)

    @property
    def version(self) -> str:
        """The id of what is to be played: the scenario, with a side's Balance and by the option, if
        they were chosen.
        """
        printed, letter = self.cleaned_data["scenario"], self.cleaned_data["balance"]
        version = balanced(printed, Side(letter)) if letter else str(printed)
        return with_inspection_by_los(version) if self.cleaned_data["inspection"] else version

    @property
    def agreed_pace(self) -> Pace | None:
        """How quickly; None if that is left open."""
        chosen = self.cleaned_data["pace"]
        return Pace(chosen) if chosen else None

    @property
    def computer(self) -> Side | None:
        """The side that the computer is to play, if any."""
        if self.cleaned_data["opponent"] != COMPUTER:
            return None
        return Side(self.cleaned_data["side"]).enemy

    def _choose_from(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    @property
    def _wanted(self) -> str:
        return str(self.data.get("scenario") or self.initial.get("scenario") or "")

    def _shown(self, ids: list[str]) -> str:
        """The scenario that the form shows: the one chosen, asked for, or first in the list."""
        return self._wanted if self._wanted in ids else next(iter(ids), "")


def _side_names(scenario_id: str) -> list[tuple[str, str]]:
    """The sides as the scenario's card has them."""
    if not scenario_id:
        return [(value, str(label)) for value, label in SideChoice.choices]
    card = rulesets.card(scenario_id)
    first = card["first"]
    called = {id_: f"{side['name']}, {side['role']}" for id_, side in card["sides"].items()}
    first_of = gettext("%(side)s, moves first")
    return [
        (id_, first_of % {"side": name} if id_ == first else name) for id_, name in called.items()
    ]


def _balances(scenario_id: str) -> list[tuple[str, str]]:
    """A26.4: nobody's Balance, or that of a side in the words of the card."""
    if not scenario_id:
        return [("", gettext("Nobody"))]
    card = rulesets.card(scenario_id)
    named = (
        (id_, card["sides"][id_]["name"], text) for id_, text in card.get("balance", {}).items()
    )
    return [("", gettext("Nobody")), *((id_, f"{name}: {text}") for id_, name, text in named)]


class WantedForm(forms.Form):
    """Which open games to show: all of them, or those of a scenario, a side, a pace."""

    scenario = forms.ChoiceField(label=_("Scenario"), required=False)
    nation = forms.ChoiceField(required=False, label=_("I would play the"))
    pace = forms.ChoiceField(
        label=_("Pace"), required=False, choices=[("", _("Any")), *Pace.choices]
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # whatever a form takes
        cards = [rulesets.card(id_) for id_ in rulesets.scenario_ids()]
        sides = [side for card in cards for side in card["sides"].values()]
        names = sorted({(side["nation"], side["name"]) for side in sides}, key=lambda one: one[1])
        for field, choices in (
            ("scenario", [(card["id"], card["title"]) for card in cards]),
            ("nation", list(dict(names).items())),
        ):
            self.fields[field].choices = [("", _("Any")), *choices]  # type: ignore[attr-defined]

    @property
    def wanted(self) -> Wanted:
        """What was chosen; a mistake in the address chooses nothing."""
        chosen = self.cleaned_data if self.is_valid() else {}
        return Wanted(**{name: chosen.get(name, "") for name in self.fields})


class JoinForm(forms.Form):
    """A free seat, and the invitation of a private game."""

    side = forms.ChoiceField(choices=SideChoice.choices)
    invitation = forms.CharField(required=False, max_length=64)


class LookForm(forms.Form):
    """What of a game an operator wants to look at, why, and that he knows who will read of it."""

    kind = forms.ChoiceField(
        label=_("What"),
        choices=[(kind.value, kind.label) for kind in LookKind if kind is not LookKind.ACCOUNT],
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=_("Why"),
        min_length=SHORTEST_REASON,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Both players and everybody else read this when the game is over."),
    )
    confirmed = forms.BooleanField(label=_("I look at this knowing that the players will be told."))
