"""The page "My playing hours": when the reader's time passes, and their vacations.

Its forms only read what was entered; ``games.table.clocks`` decides what is allowed.
"""

from __future__ import annotations

from datetime import datetime, time
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.base import sealing, site_clock
from games.base.refusals import BadCalendar
from games.models import User, Vacation
from games.table.clocks import outages, playing_hours, playing_time, seat_clocks, time_wording
from games.table.clocks.playing_hours import STEP
from games.table.clocks.playing_time import Hours
from games.web.access import ACCOUNT, PROVED, READER, TABLES, declare
from games.web.calendar_page import about_feed

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
    """The form for somebody's playing hours."""

    time_zone = forms.CharField(
        label=gettext_lazy("My time zone"), max_length=64,
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off"}))
    opens = _time_field(gettext_lazy("I play from"))
    closes = _time_field(gettext_lazy("until"))
    free_weekdays = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Weekdays on which I do not play"), required=False, coerce=int,
        choices=list(WEEKDAYS.items()), widget=forms.CheckboxSelectMultiple)

    @property
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments for ``change_hours``, except ``now``."""
        data = self.cleaned_data
        return {"zone": data["time_zone"].strip(), "opens": minutes(data["opens"]),
                "closes": minutes(data["closes"]), "free_weekdays": data["free_weekdays"]}


class VacationForm(forms.Form):
    """The first and the last day of a vacation."""

    first_day = _day_field(gettext_lazy("First day"))
    last_day = _day_field(gettext_lazy("Last day"))


def initial_of(hours: Hours, *, zone: str) -> dict[str, Any]:
    """Return the initial values of the form for the hours that somebody chose last."""
    return {"time_zone": zone, "opens": time_of_day(hours.opens),
            "closes": time_of_day(hours.closes), "free_weekdays": sorted(hours.free)}


def minutes(time_of_day: time) -> int:
    """Return the minutes from midnight to this time."""
    return time_of_day.hour * 60 + time_of_day.minute


def time_of_day(minutes: int) -> time:
    """Return the time so many minutes after midnight."""
    return time(*divmod(minutes, 60))


@require_http_methods(["GET", "HEAD", "POST"])
@declare(ACCOUNT | PROVED, locks=(TABLES, READER))
def show(request: HttpRequest) -> HttpResponse:
    """Show the playing hours, or change them on POST."""
    user, now = _user(request), site_clock.now()
    if request.method != "POST":
        return _page(request, user, now=now)
    form = PlayingHoursForm(request.POST)
    if not form.is_valid():
        return _page(request, user, form=form, now=now)
    try:
        counts_from = playing_hours.change_hours(user, **form.arguments, now=now)
    except BadCalendar as refusal:
        form.add_error(None, refusal.sentence)
        return _page(request, user, form=form, now=now)
    messages.success(request, _told(user, counts_from, now=now))
    return redirect("playing-hours")


def _told(user: User, counts_from: datetime, *, now: datetime) -> str:
    if counts_from <= now:
        return _("Your playing hours have been saved. They count from now on.")
    moment = time_wording.at(counts_from, zone=playing_hours.zone_of(user), now=now)
    return _("Your playing hours have been saved. They count from %(moment)s on; until then, your"
             " present hours count.") % {"moment": moment}


@require_POST
@declare(ACCOUNT | PROVED, locks=(TABLES, READER))
def add_vacation(request: HttpRequest) -> HttpResponse:
    """Enter a vacation."""
    user, now, form = _user(request), site_clock.now(), VacationForm(request.POST)
    if not form.is_valid():
        return _page(request, user, vacation_form=form, now=now)
    first, last = form.cleaned_data["first_day"], form.cleaned_data["last_day"]
    try:
        playing_hours.add(user, first, last=last, now=now)
    except BadCalendar as refusal:
        form.add_error(None, refusal.sentence)
        return _page(request, user, vacation_form=form, now=now)
    messages.success(request, _("Your vacation has been entered. Have a good time!"))
    return redirect("playing-hours")


@require_POST
@declare(ACCOUNT | PROVED, locks=(TABLES, READER))
def cancel_vacation(request: HttpRequest, vacation: str) -> HttpResponse:
    """Cancel a vacation, or end it if it has begun."""
    number = sealing.row_id(vacation, Vacation)
    playing_hours.cancel(_user(request), number, now=site_clock.now())
    messages.success(request, _("Your vacation has been cancelled."))
    return redirect("playing-hours")


def _page(request: HttpRequest, user: User, *, form: PlayingHoursForm | None = None,
          vacation_form: VacationForm | None = None, now: datetime) -> HttpResponse:
    """Return the page, with the forms that were not filled in correctly."""
    zone, calendar = playing_hours.zone_of(user), seat_clocks.calendar_of(user)
    known = playing_hours.hours_in(calendar, now=now)
    wrong = form is not None or vacation_form is not None
    return render(request, "games/playing_hours.html", {
        "now_for_you": playing_hours.now_for(calendar, zone=zone, now=now),
        "all_stopped": outages.current(),
        **_hours(known, zone=zone, now=now), **_vacations(user, zone=zone, now=now),
        **about_feed(request),
        "form": form or PlayingHoursForm(initial=initial_of(known.chosen, zone=zone)),
        "vacation_form": vacation_form or VacationForm(),
        "zone": zone, "zones": playing_time.zone_names(), "section": "account",
        "unset": not playing_hours.is_known(zone, user),
        "least": playing_hours.LEAST_A_DAY // playing_time.HOUR,
        "most_free": playing_hours.MOST_FREE_WEEKDAYS,
    }, status=400 if wrong else 200)


def _hours(known: playing_hours.HoursOf, *, zone: str, now: datetime) -> dict[str, Any]:
    pending = known.pending
    return {
        "hours": playing_hours.hours_in_words(known.current),
        "length": time_wording.exactly(known.current.length),
        "pending": pending and playing_hours.hours_in_words(pending),
        "pending_from": pending and time_wording.at(pending.since, zone=zone, now=now),
    }


def _vacations(user: User, *, zone: str, now: datetime) -> dict[str, Any]:
    own = playing_hours.of(user)
    return {
        "vacations": [each for each in own if each.ends_at > now],
        "days_left": playing_hours.days_left(own, today=playing_time.local_day(zone, now)),
        "days_a_year": playing_hours.DAYS, "year": playing_hours.YEAR.days, "now": now,
    }


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # the page needs an account
    return request.user
