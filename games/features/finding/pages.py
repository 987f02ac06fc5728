"""The page on which members ask for a game with others, and see what has come of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from alexandros_rules.errors import Refusal
from games.base import site_clock
from games.base.refusals import TableRefusal, status_code
from games.features.finding import matching, pool
from games.models import Pace, PoolEntry, User, Vacation
from games.post.outbox import preferences
from games.rulesets import registry
from games.rulesets.registry import Room
from games.table.clocks import paces, time_wording
from games.table.lobby import fit
from games.web.access import ACCOUNT, PROVED, READER, declare


class WishForm(forms.Form):
    """The form for a wish."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.RadioSelect)
    players = forms.TypedMultipleChoiceField(
        coerce=int, label=gettext_lazy("Players"), required=False,
        widget=forms.CheckboxSelectMultiple)
    paces = forms.MultipleChoiceField(
        label=gettext_lazy("Pace"), required=False, widget=forms.CheckboxSelectMultiple,
        choices=[(pace.value, pace.label) for pace in pool.PACES], initial=[Pace.RELAXED.value])
    rated = forms.BooleanField(
        label=gettext_lazy("Rated"), required=False,
        help_text=gettext_lazy("The game counts for the ratings."))

    def __init__(self, *args: Any, entries: Sequence[PoolEntry] = (), **kwargs: Any):
        """Propose what somebody with these wishes has wanted, or else every number of players."""
        super().__init__(*args, **kwargs)
        rooms = registry.rooms().values()
        numbers = sorted({number for room in rooms for number in room.ruleset.seats})
        self._set("game", [(room.name, room.title) for room in rooms])
        self._set("players", [(number, str(number)) for number in numbers])
        self.initial.update(game=registry.default().name, players=numbers)
        for entry in entries[:1]:
            self.initial.update(game=entry.ruleset, players=entry.players, paces=entry.paces,
                                rated=entry.rated)
        if len(rooms) == 1:
            self.fields["game"].widget = forms.HiddenInput()

    def _set(self, name: str, choices: Sequence[tuple[Any, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def pace_boxes(self) -> list[tuple[Any, Pace, str]]:
        """The boxes of the paces, each with what the pace asks of people."""
        return [(box, pace, paces.summary_of(pace, paces.CONTROLS[pace]))
                for box, pace in zip(self["paces"], pool.PACES, strict=True)]


@dataclass(frozen=True, slots=True)
class Told:
    """A wish, and what its owner is told of it."""

    entry: PoolEntry
    room: Room
    sentences: Sequence[str]

    @property
    def summary(self) -> str:
        """The wish in a few words."""
        return pool.summary(self.entry)


@require_http_methods(["GET", "HEAD", "POST"])
@declare(ACCOUNT | PROVED, locks=(READER,))
def show(request: HttpRequest) -> HttpResponse:
    """Show the form for a wish, and what has come of the reader's; on POST, store a wish."""
    user, now = request.user, site_clock.now()
    assert isinstance(user, User)  # the page needs an account
    if request.method != "POST":
        return _page(request, user, now=now)
    form = WishForm(request.POST)
    if not form.is_valid():
        return _page(request, user, form=form, status=400, now=now)
    wish = form.cleaned_data
    try:
        pool.ask(user, ruleset=wish["game"], players=wish["players"], paces=wish["paces"],
                 rated=wish["rated"], now=now)
    except Refusal as refusal:
        return _page(request, user, form=form, refusal=refusal, status=status_code(refusal),
                     now=now)
    messages.success(request, _("We are looking for people to play with you. You get an email when"
                                " the game begins."))
    return redirect("find")


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def change_wish(request: HttpRequest) -> HttpResponse:
    """Let a wish last for another week, or withdraw it."""
    user, game = request.user, request.POST.get("game", "")
    assert isinstance(user, User)  # the page needs an account
    match request.POST.get("do"):
        case "renew":
            pool.renew(user, game, now=site_clock.now())
            messages.success(request, _("We look for people to play with you for a week from now."))
        case "withdraw":
            pool.withdraw(user, game)
            messages.success(request, _("That is forgotten. You can ask for a game at any time."))
        case _unknown:
            raise TableRefusal("do", _("A wish can only be renewed or withdrawn. Please use the"
                                       " buttons of this page."))
    return redirect("find")


def _page(request: HttpRequest, user: User, *, form: WishForm | None = None,
          refusal: Refusal | None = None, status: int = 200, now: datetime) -> HttpResponse:
    entries = [] if user.is_guest else pool.entries_of(user)
    hides = not user.is_guest and user.pk not in fit.strengths([user.pk], now=now)
    rooms = registry.rooms().values()
    return render(request, "finding/find.html", {
        "form": form or WishForm(entries=entries), "refusal": refusal, "section": "play",
        "told": _told(user, entries, hides=hides, now=now), "hides_rating": hides, "rooms": rooms,
        "boards": [(room, _usual_board(room)) for room in rooms], "several": registry.several(),
    }, status=status)


def _usual_board(room: Room) -> str:
    """Return the title of the board on which games are found."""
    return room.boards.title(next(iter(room.ruleset.boards().values())))


def on_my_games(user: User) -> dict[str, Any]:
    """Return the wishes for which a game is still to be found."""
    return {"wishes": [Told(entry, registry.get(entry.ruleset), ())
                       for entry in pool.entries_of(user) if entry.waits]}


def _told(user: User, entries: Collection[PoolEntry], *, hides: bool,
          now: datetime) -> list[Told]:
    """Return what the member is told of their wishes."""
    waiting = [entry for entry in entries if entry.waits]
    others = pool.others_waiting(user) if waiting else {}
    zone = preferences.preferences_of(user).time_zone if waiting else ""
    hindered = _hindrances(user, hides=hides, now=now) if waiting else {}
    told = []
    for entry in entries:
        sentences: list[str] = []
        if entry.waits:
            sentences = [_company(others.get(entry.ruleset, 0)), *_outlook(
                entry, zone=zone, now=now), *hindered[entry.rated]]
        told.append(Told(entry, registry.get(entry.ruleset), sentences))
    return told


def _company(count: int) -> str:
    """Say how many others wait, in three steps, so that nobody can tell who does."""
    if count < 5:
        return _("Fewer than five others are waiting for this game now.")
    if count < 20:
        return _("Between five and twenty others are waiting for this game now.")
    return _("Twenty others or more are waiting for this game now.")


def _outlook(entry: PoolEntry, *, zone: str, now: datetime) -> list[str]:
    """Say what happens next, and by when."""
    any_rating = entry.since + matching.ANY_RATING
    words = {"moment": time_wording.at(any_rating, zone=zone, now=now)}
    until = {"moment": time_wording.at(entry.until, zone=zone, now=now)}
    return [
        _("The game begins as soon as enough people want the same whose ratings are like yours.")
        if any_rating > now else
        _("The game begins as soon as enough people want the same, whatever their ratings."),
        *([_("From %(moment)s on, any rating will do.") % words] if any_rating > now else []),
        _("If nobody has come by %(moment)s, we tell you by email.") % until,
    ]


def _hindrances(user: User, *, hides: bool, now: datetime) -> dict[bool, list[str]]:
    """Say what keeps the member from being seated, in games that are rated and in others."""
    away = Vacation.objects.filter(user=user, begins_at__lte=now, ends_at__gt=now).exists()
    vacation = [_("You are on vacation, so no game begins before you are back.")] if away else []
    hidden = [_("You hide your rating, so no rated game begins.")] if hides else []
    return {True: [*vacation, *hidden], False: vacation}
