"""What is asked of people on pages of clubs."""

from datetime import timedelta
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils import timezone

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

PROTOCOLS: dict[str, tuple[str, tuple[Step, ...]]] = {
    "strikes_bids": (
        "Each strikes one of three and ranks the rest; sides by bids",
        STRIKES_AND_BIDS,
    ),
    "strikes": ("Each strikes one of three and ranks the rest; sides by lot", (Pick(strikes=1),)),
    "list": ("Both rank a list in secret; sides by bids", (Pick(strikes=0), Bid())),
    "fixed_bids": ("One scenario for the round; sides by bids", (Fixed(), Bid())),
    "fixed": ("One scenario for the round; sides by lot", (Fixed(),)),
}
CRITERIA: dict[str, tuple[str, tuple[Criterion, ...]]] = {
    "classic": ("3/1/0, then each other, Buchholz, Sonneborn-Berger", CLASSIC),
    "area": ("10 a win and 2 for each win of those one has beaten", AREA),
}


class ClubForm(forms.Form):
    """A club."""

    name = forms.CharField(max_length=60)
    page = forms.CharField(
        label="About it", required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 5})
    )
    private = forms.BooleanField(required=False, help_text="Only its members see it.")


class EventForm(forms.Form):
    """An event."""

    name = forms.CharField(max_length=80)
    kind = forms.ChoiceField(choices=EventKind.choices)
    rounds = forms.IntegerField(min_value=1, max_value=30, initial=3)
    starts = forms.DateTimeField(
        required=False,
        label="Begins (UTC)",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    page = forms.CharField(
        label="About it", required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 3})
    )
    protocol = forms.ChoiceField(
        label="Scenarios and sides", choices=[(key, one[0]) for key, one in PROTOCOLS.items()]
    )
    criteria = forms.ChoiceField(
        label="Scores", choices=[(key, one[0]) for key, one in CRITERIA.items()]
    )
    round_minutes = forms.IntegerField(
        required=False,
        min_value=10,
        max_value=150_000,
        label="Minutes until a round ends",
        help_text="Nothing: it ends when all games have ended.",
    )
    finish = forms.ChoiceField(label="What is unfinished then", choices=Finish.choices)
    no_show_minutes = forms.IntegerField(
        min_value=1, max_value=100_000, initial=30, label="Minutes until a no-show may be claimed"
    )
    clock = forms.ChoiceField(required=False, choices=[("", "None"), *Timing.choices])
    minutes = forms.IntegerField(
        required=False, min_value=1, max_value=10_000, initial=240, label="Minutes a side, or days"
    )
    looks_told = forms.ChoiceField(
        label="Players learn of a director’s look at secrets", choices=Told.choices
    )
    rated = forms.BooleanField(required=False, initial=True)
    private = forms.BooleanField(required=False, help_text="Only members of the club see it.")

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
        choices=[
            (one.value, one.label)
            for one in (
                VerdictKind.ADJUDICATED,
                VerdictKind.FORFEIT,
                VerdictKind.ENTERED,
                VerdictKind.CORRECTED,
            )
        ]
    )
    result = forms.ChoiceField(choices=Result.choices)
    why = forms.CharField(max_length=500, help_text="Everybody reads it.")


class InspectForm(forms.Form):
    """What a director wants to look at, and why."""

    side = forms.ChoiceField(
        choices=(("a", "Side A"), ("b", "Side B")), widget=forms.RadioSelect, label="Whose secrets"
    )
    why = forms.CharField(
        min_length=SHORTEST_REASON,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Both players read this.",
    )
    confirmed = forms.BooleanField(label="I look at this knowing that both players are told.")


class BalanceForm(forms.Form):
    """Which games are to say how even scenarios are."""

    since = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}))
    club = forms.ChoiceField(required=False, label="Events of")
    rating = forms.IntegerField(
        required=False, min_value=0, max_value=4000, label="Both players rated at least"
    )

    def __init__(self, user: User | None, data: QueryDict) -> None:
        super().__init__(data)
        clubs = [(str(line.club.pk), line.club.name) for line in club_lines(user)]
        field = self.fields["club"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", "all, and games of no event"), *clubs]

    @property
    def chosen(self) -> Chosen:
        """What was asked for."""
        given = self.cleaned_data
        club = UUID(given["club"]) if given["club"] else None
        return Chosen(given["since"], given["until"], club, given["rating"])
