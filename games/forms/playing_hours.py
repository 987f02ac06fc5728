"""Forms about one's own time: playing hours and vacations.

They only read what was entered; ``games.table.clocks`` decides what is allowed.
"""

from __future__ import annotations

from datetime import time
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from games.table.clocks.playing_hours import STEP
from games.table.clocks.playing_time import Hours

SECONDS_A_STEP = STEP * 60


class _Time(forms.TimeInput):
    input_type = "time"


class _Day(forms.DateInput):
    input_type = "date"


def _time_field(label: Any) -> forms.TimeField:
    return forms.TimeField(label=label, widget=_Time(format="%H:%M", attrs={
        "step": SECONDS_A_STEP}))


def _day_field(label: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=_Day(format="%Y-%m-%d"))


class PlayingHoursForm(forms.Form):
    """When somebody plays."""

    time_zone = forms.CharField(
        label=_("My time zone"), max_length=64,
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off"}))
    opens = _time_field(_("I play from"))
    closes = _time_field(_("until"))
    free_weekdays = forms.TypedMultipleChoiceField(
        label=_("Weekdays on which I do not play"), required=False, coerce=int,
        choices=list(WEEKDAYS.items()), widget=forms.CheckboxSelectMultiple)

    @property
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments for ``change_hours``, except ``now``."""
        data = self.cleaned_data
        return {"zone": data["time_zone"].strip(), "opens": _minutes(data["opens"]),
                "closes": _minutes(data["closes"]), "free_weekdays": data["free_weekdays"]}


class VacationForm(forms.Form):
    """The first and the last day of a vacation."""

    first_day = _day_field(_("First day"))
    last_day = _day_field(_("Last day"))


def initial_of(hours: Hours, *, zone: str) -> dict[str, Any]:
    """What the form shows of the hours that somebody chose last."""
    return {"time_zone": zone, "opens": _time_of_day(hours.opens),
            "closes": _time_of_day(hours.closes), "free_weekdays": sorted(hours.free)}


def _minutes(time_of_day: time) -> int:
    return time_of_day.hour * 60 + time_of_day.minute


def _time_of_day(minutes: int) -> time:
    return time(*divmod(minutes, 60))
