"""What is asked of people on pages of clubs."""

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clubs.core.choosing import STRIKES_AND_BIDS, Bid, Fixed, Pick, Step
from games.clubs.core.standings import AREA, CLASSIC, Criterion
from games.clubs.models.choices import EventKind, Finish, Result, Told, VerdictKind
from games.clubs.selectors.balance import Chosen
from games.clubs.selectors.clubs import club_lines
from games.clubs.services.events import Plan
from games.models import User
from games.models.choices import Timing
from games.services.looks import SHORTEST_REASON
from games.timekeeping import Terms

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PROTOCOLS: "dict[str, tuple[StrOrPromise, tuple[Step, ...]]]" = {
    "strikes_bids": (
        _("Each strikes one of three and ranks the rest; sides by bids"),
        STRIKES_AND_BIDS,
    ),
    "strikes": (
        _("Each strikes one of three and ranks the rest; sides by lot"),
        (Pick(strikes=1),),
    ),
    "list": (_("Both rank a list in secret; sides by bids"), (Pick(strikes=0), Bid())),
    "fixed_bids": (_("One scenario for the round; sides by bids"), (Fixed(), Bid())),
    "fixed": (_("One scenario for the round; sides by lot"), (Fixed(),)),
}
CRITERIA: "dict[str, tuple[StrOrPromise, tuple[Criterion, ...]]]" = {
    "classic": (_("3/1/0, then each other, Buchholz, Sonneborn-Berger"), CLASSIC),
    "area": (_("10 a win and 2 for each win of those one has beaten"), AREA),
}


class ClubForm(forms.Form):
    """A club."""

    name = forms.CharField(label=_("Name"), max_length=60)
    page = forms.CharField(
        label=_("About it"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    private = forms.BooleanField(
        label=_("Private"), required=False, help_text=_("Only its members see it.")
    )


class EventForm(forms.Form):
    """An event."""

    name = forms.CharField(label=_("Name"), max_length=80)
    kind = forms.ChoiceField(label=_("Kind"), choices=EventKind.choices)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=30, initial=3)
    starts = forms.DateTimeField(
        required=False,
        label=_("Begins (UTC)"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    page = forms.CharField(
        label=_("About it"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    protocol = forms.ChoiceField(
        label=_("Scenarios and sides"), choices=[(key, one[0]) for key, one in PROTOCOLS.items()]
    )
    criteria = forms.ChoiceField(
        label=_("Scores"), choices=[(key, one[0]) for key, one in CRITERIA.items()]
    )
    round_minutes = forms.IntegerField(
        required=False,
        min_value=10,
        max_value=150_000,
        label=_("Minutes until a round ends"),
        help_text=_("Nothing: it ends when all games have ended."),
    )
    finish = forms.ChoiceField(label=_("What is unfinished then"), choices=Finish.choices)
    no_show_minutes = forms.IntegerField(
        min_value=1,
        max_value=100_000,
        initial=30,
        label=_("Minutes until a no-show may be claimed"),
    )
    clock = forms.ChoiceField(
        label=_("Clock"), required=False, choices=[("", _("None")), *Timing.choices]
    )
    minutes = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=10_000,
        initial=240,
        label=_("Minutes a side, or days"),
    )
    looks_told = forms.ChoiceField(
        label=_("Players learn of a director’s look at secrets"), choices=Told.choices
    )
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)
    private = forms.BooleanField(
        label=_("Private"), required=False, help_text=_("Only members of the club see it.")
    )

    @property
    def plan(self) -> Plan:
        """What was chosen."""
        given = self.cleaned_data
        round_time = given["round_minutes"]
        return Plan(
            name=given["name"],
            kind=EventKind(given["kind"]),
            page=given["page"],
            rounds=given["rounds"],
            private=given["private"],
            rated=given["rated"],
            criteria=CRITERIA[given["criteria"]][1],
            protocol=PROTOCOLS[given["protocol"]][1],
            round_time=timedelta(minutes=round_time) if round_time else None,
            no_show_after=timedelta(minutes=given["no_show_minutes"]),
            finish=Finish(given["finish"]),
            looks_told=Told(given["looks_told"]),
            terms=self._terms(),
            starts=given["starts"] or timezone.now(),
        )

    def _terms(self) -> Terms | None:
        clock, minutes = self.cleaned_data["clock"], self.cleaned_data["minutes"] or 240
        if not clock:
            return None
        timing = Timing(clock)
        days = timing is Timing.DAYS
        return Terms(timing, timedelta(days=minutes) if days else timedelta(minutes=minutes))


class VerdictForm(forms.Form):
    """A result as a director decides it."""

    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=[
            (one.value, one.label)
            for one in (
                VerdictKind.ADJUDICATED,
                VerdictKind.FORFEIT,
                VerdictKind.ENTERED,
                VerdictKind.CORRECTED,
            )
        ],
    )
    result = forms.ChoiceField(label=_("Result"), choices=Result.choices)
    why = forms.CharField(label=_("Why"), max_length=500, help_text=_("Everybody reads it."))


class InspectForm(forms.Form):
    """What a director wants to look at, and why."""

    side = forms.ChoiceField(
        choices=(("a", _("Side A")), ("b", _("Side B"))),
        widget=forms.RadioSelect,
        label=_("Whose secrets"),
    )
    why = forms.CharField(
        label=_("Why"),
        min_length=SHORTEST_REASON,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Both players read this."),
    )
    confirmed = forms.BooleanField(label=_("I look at this knowing that both players are told."))


class BalanceForm(forms.Form):
    """Which games are to say how even scenarios are."""

    since = forms.DateField(
        required=False, widget=forms.DateInput(attrs={"type": "date"}), label=_("Since")
    )
    until = forms.DateField(
        required=False, widget=forms.DateInput(attrs={"type": "date"}), label=_("Until")
    )
    club = forms.ChoiceField(required=False, label=_("Events of"))
    rating = forms.IntegerField(
        required=False, min_value=0, max_value=4000, label=_("Both players rated at least")
    )

    def __init__(self, user: User | None, data: QueryDict) -> None:
        super().__init__(data)
        clubs = [(str(line.club.pk), line.club.name) for line in club_lines(user)]
        field = self.fields["club"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", _("all, and games of no event")), *clubs]

    @property
    def chosen(self) -> Chosen:
        """What was asked for."""
        given = self.cleaned_data
        club = UUID(given["club"]) if given["club"] else None
        return Chosen(given["since"], given["until"], club, given["rating"])
