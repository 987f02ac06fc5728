"""Pages of cups: all cups, a new one, and a cup with its table, its rounds and its organiser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.base import atom, sealing, site_clock
from games.base.refusals import TableRefusal
from games.features.competitions import calendar, cups, entries, feeds, organising, results, showing
from games.models import Competition, Entry, Fixture, User
from games.models.competition import TEXT_LENGTH, TITLE_LENGTH
from games.web.access import ACCOUNT, ANYBODY, PEOPLE, PROVED, READER, TABLES, declare, user_or_none

PAGE = 30  # cups that have begun on one page of the list

Kind, Status = Competition.Kind, Competition.Status


class _Day(forms.DateInput):
    input_type = "date"


def _day_field(label: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=_Day(format="%Y-%m-%d"))


class CupForm(forms.Form):
    """The form for a new cup."""

    title = forms.CharField(label=gettext_lazy("Name of the cup"), max_length=TITLE_LENGTH)
    what = forms.ChoiceField(label=gettext_lazy("Game"))
    day = _day_field(gettext_lazy("First day"))
    weeks = forms.TypedChoiceField(
        label=gettext_lazy("A round takes at most"), coerce=int, initial=2)
    about = forms.CharField(
        label=gettext_lazy("What people should know"), required=False, max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        choices = [(f"{kind}-{ruleset}-{players}", showing.title_of_kind(kind, ruleset, players))
                   for kind in (Kind.CUP, Kind.DUPLICATE)
                   for ruleset, players in cups.sizes(kind)]
        self.fields["what"].choices = choices  # type: ignore[attr-defined]
        self.fields["weeks"].choices = [  # type: ignore[attr-defined]
            (length.days // 7, ngettext("%(weeks)s week", "%(weeks)s weeks", length.days // 7) % {
                "weeks": length.days // 7}) for length in cups.ROUND_LENGTHS]

    @property
    def plan(self) -> cups.Plan:
        """What the organiser wants; the form is valid."""
        data = self.cleaned_data
        kind, ruleset, players = data["what"].split("-")
        return cups.Plan(
            title=data["title"], about=data["about"], kind=Kind(kind), ruleset=ruleset,
            players=int(players), starts_at=_begin_of(data["day"]),
            round_length=next(each for each in cups.ROUND_LENGTHS
                              if each.days == 7 * data["weeks"]))


def _begin_of(day: date) -> datetime:
    """Return when a cup begins on this day: at the same time as seasons do."""
    return datetime.combine(day, calendar.FIRST.timetz())


@require_safe
@declare(ANYBODY)
def show_cups(request: HttpRequest) -> HttpResponse:
    """Show the cups for which people can sign up, and those that have begun, the latest first."""
    reader = user_or_none(request)
    shown = Competition.objects.exclude(kind=Kind.SEASON).exclude(status=Status.CANCELLED)
    ordered = shown.order_by("-starts_at", "-pk")
    begun = Paginator(ordered.exclude(status=Status.OPEN), PAGE).get_page(request.GET.get("page"))
    still_open = ordered.filter(status=Status.OPEN).annotate(people=Count("entries"))[:PAGE]
    own = set(Entry.objects.filter(user=reader, out_at=None).values_list(
        "competition", flat=True)) if reader else set()
    lines = {name: [(cup, showing.title_of_kind(Kind(cup.kind), cup.ruleset, cup.players),
                     cup.pk in own) for cup in found]
             for name, found in (("open", still_open), ("begun", begun))}
    return render(request, "competitions/cups.html", {
        "section": "people", "page": begun, "may_organise": reader is not None
        and cups.may_organise(reader), "to_organise": cups.TO_ORGANISE, **lines})


@require_http_methods(["GET", "HEAD", "POST"])
@declare(ACCOUNT | PROVED, locks=(READER,))
def create(request: HttpRequest) -> HttpResponse:
    """Show the form for a new cup, or announce it on POST."""
    now, user = site_clock.now(), user_or_none(request)
    assert user is not None  # the page needs an account
    cups.check_organiser(user)
    form = CupForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            cup = cups.create(form.plan, by=user, now=now)
        except TableRefusal as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, _("People can sign up for your cup now. So can you."))
            return redirect("cup", cup=cup.code)
    return render(request, "competitions/new_cup.html", {
        "section": "people", "form": form, "earliest": (now + cups.SOONEST).date(),
        "latest": (now + cups.LATEST).date(), "fewest": cups.FEWEST, "most": cups.MOST,
        "fewest_alone": cups.FEWEST_ALONE}, status=400 if form.errors else 200)


def cup_or_404(code: str, *, locked: bool = False) -> Competition:
    """Return the cup with this code; refuse (Http404) any other."""
    found = Competition.objects.select_related("organiser").exclude(kind=Kind.SEASON)
    if locked:
        found = found.select_for_update(no_key=True, of=("self",))
    cup = found.filter(code=code).first()
    if cup is None:
        raise Http404(_("There is no such cup. The list of cups leads to all of them."))
    return cup


@require_safe
@declare(ANYBODY)
def show_cup(request: HttpRequest, cup: str) -> HttpResponse:
    """Show a cup: who has signed up or who is ahead, the rounds, and what the organiser says."""
    now, reader = site_clock.now(), user_or_none(request)
    found = cup_or_404(cup)
    entered = list(found.entries.select_related("user").order_by("signed_up_at", "pk"))
    entry = next((each for each in entered if reader and each.user_id == reader.pk), None)
    return render(request, "competitions/cup.html", {
        "section": "people", "competition": found, "title": found.title, "entry": entry,
        "kind": showing.title_of_kind(Kind(found.kind), found.ruleset, found.players),
        "is_alone": found.kind == Kind.DUPLICATE, "are_matches": results.games_of(found) > 1,
        "begins": showing.day_of(found.starts_at), "ends": showing.day_of(found.ends_at),
        "weeks": found.round_length.days // 7, "may_enter": cups.may_enter(found, now=now),
        "fewest": cups.fewest(found), "organises": organising.may_act(reader, found),
        "was_called_off": found.notes.filter(deed="called off").exists() if (
            found.status == Status.CANCELLED) else False,
        "may_drop_out": found.status == Status.RUNNING and entry is not None
        and entry.division is not None and entry.out_at is None and not entries.has_finished(entry),
        "is_secret": showing.is_secret(found), **_people(found, entered, reader)})


def _people(cup: Competition, entered: Sequence[Entry], reader: User | None) -> dict[str, Any]:
    """Return who has signed up for a cup or, when it has begun, how things stand."""
    waiting = [entry.user for entry in entered if entry.user and entry.division is None]
    if not cup.divisions:
        return {"entrants": waiting, "notes": showing.notes_of(cup)}
    division = showing.division(cup, 1, reader=reader, entered=entered)
    fixtures = [fixture for fixtures in division.rounds for fixture in fixtures]
    notes = showing.notes_of(cup, ({entry.pk: entry for entry in entered},
                                   {fixture.pk: fixture for fixture in fixtures}))
    return {"waiting": waiting, "own_game": showing.own_game(fixtures, reader), "notes": notes,
            **({"alone": showing.alone(division)} if cup.kind == Kind.DUPLICATE
               else {"division": division})}


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def enter(request: HttpRequest, cup: str) -> HttpResponse:
    """Sign the reader up for a cup."""
    user = user_or_none(request)
    assert user is not None  # the page needs an account
    found = cup_or_404(cup, locked=True)
    cups.enter(user, found, now=site_clock.now())
    messages.success(request, _("You have signed up. Until the cup begins, you can withdraw here.")
                     if found.status == Status.OPEN else _(
                         "You wait for a place in this cup. We will email you if you get one."))
    return redirect("cup", cup=cup)


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def withdraw(request: HttpRequest, cup: str) -> HttpResponse:
    """Take the reader out of a cup."""
    user = user_or_none(request)
    assert user is not None  # the page needs an account
    found = cup_or_404(cup)
    plays = found.entries.filter(user=user, division__isnull=False).exists()
    if plays:
        entries.check_sure(found, request.POST)
    entries.withdraw(user, found, now=site_clock.now())
    messages.success(request, _("You have dropped out of this cup.") if plays
                     else _("You do not play in this cup."))
    return redirect("cup", cup=cup)


@require_safe
@declare(ANYBODY)
def feed(request: HttpRequest, cup: str) -> HttpResponseBase:
    """Return the Atom feed of a cup."""
    found = cup_or_404(cup)
    return atom.answer(request, feeds.news_of_cup(found), title=found.title,
                       path=showing.path_of(found), feed_path=request.path)


@require_safe
@declare(ANYBODY)
def dates(request: HttpRequest, cup: str) -> HttpResponse:
    """Return the dates of a cup as a calendar."""
    content = feeds.dates_of_cup(cup_or_404(cup), now=site_clock.now())
    return HttpResponse(content, content_type="text/calendar; charset=utf-8")


# What the organiser does.

Deed = Callable[[HttpRequest, Competition, User, datetime], str]


@require_http_methods(["GET", "HEAD", "POST"])
@declare(ACCOUNT | PROVED, locks=(TABLES, PEOPLE))
def organise(request: HttpRequest, cup: str) -> HttpResponse:
    """Show what the organiser of a cup can do, or do one of these things on POST."""
    user = user_or_none(request)
    assert user is not None  # the page needs an account
    found = cup_or_404(cup)
    organising.check(user, found)
    error = ""
    if request.method == "POST":
        deed = _DEEDS.get(request.POST.get("do", ""))
        try:
            if deed is None:
                raise TableRefusal("do", _("Please press one of the buttons on this page."))
            messages.success(request, deed(request, found, user, site_clock.now()))
        except TableRefusal as refusal:
            error = refusal.sentence
        else:
            return redirect("cup", cup=cup)
    tables = list(showing.with_seats(organising.open_to_ruling(found).order_by(
        "decided", "-round", "number")))
    own = {seat.fixture_id for fixture in tables for seat in fixture.seats.all()
           if seat.entry.user_id == user.pk}
    return render(request, "competitions/organise.html", {
        "section": "people", "cup": found, "title": found.title, "error": error,
        "posted": request.POST if error else {},
        "gone": (found.entries.filter(division=1, successor=None) if user.is_staff
                 else organising.gone(found)).select_related("user").order_by("signed_up_at"),
        "waiting": found.entries.filter(division=None, user__isnull=False).select_related(
            "user").order_by("signed_up_at"),
        "fixtures": [(sealing.id_token(fixture.pk, Fixture), fixture, showing.seat_names(fixture))
                     for fixture in tables if fixture.pk not in own],
        "begins": showing.day_of(found.starts_at), "longest": TEXT_LENGTH,
        "may_replace": found.kind == Kind.CUP and found.status == Status.RUNNING,
    }, status=400 if error else 200)


def _postpone(request: HttpRequest, cup: Competition, user: User, now: datetime) -> str:
    try:
        to = _begin_of(date.fromisoformat(request.POST.get("day", "")))
    except ValueError:
        raise TableRefusal("day", _("Please enter a day, such as 2026-03-31.")) from None
    organising.postpone(cup, to, by=user, text=_text(request), now=now)
    return _("The cup begins later, and everybody has been told.")


def _call_off(request: HttpRequest, cup: Competition, user: User, now: datetime) -> str:
    organising.call_off(cup, by=user, text=_text(request), now=now)
    return _("The cup is called off, and everybody has been told.")


def _replace(request: HttpRequest, cup: Competition, user: User, now: datetime) -> str:
    organising.replace(cup, _row(request, "gone", Entry), _row(request, "came", Entry), by=user,
                       text=_text(request), now=now)
    return _("The place has changed hands, and everybody has been told.")


def _rule(request: HttpRequest, cup: Competition, user: User, now: datetime) -> str:
    organising.rule(cup, _row(request, "fixture", Fixture), [
        _points(request.POST.get(f"points-{index}", "")) for index in range(cup.players)],
        by=user, text=_text(request), now=now)
    return _("The points are decided, and the players have been told.")


def _announce(request: HttpRequest, cup: Competition, user: User, now: datetime) -> str:
    organising.announce(cup, by=user, text=_text(request), now=now)
    return _("Everybody who plays has been told.")


_DEEDS: dict[str, Deed] = {"postpone": _postpone, "call-off": _call_off, "replace": _replace,
                           "rule": _rule, "announce": _announce}


def _text(request: HttpRequest) -> str:
    return request.POST.get("text", "")


def _row(request: HttpRequest, name: str, model: type[Entry] | type[Fixture]) -> int:
    return sealing.row_id(request.POST.get(name, ""), model)


def _points(value: str) -> float:
    try:
        return float(value.replace(",", ".") or 0)
    except ValueError:
        return -1.0  # which is refused with a sentence
