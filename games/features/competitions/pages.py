"""Pages of leagues: all leagues, and a season with its tables, its schedule and signing up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.base import atom, site_clock
from games.features.competitions import calendar, entries, feeds, results, seasons, showing
from games.features.competitions.arranging import FEWEST, PAIR, TABLE
from games.models import Competition, Entry
from games.web.access import ACCOUNT, ANYBODY, PROVED, READER, declare, user_or_none

PAST = 20  # seasons that the page of a league names
ENTRANTS = 50  # people that it names before the season begins
NEAR = 4  # divisions on each side of one, to which its page leads

Status = Competition.Status


@dataclass(frozen=True, slots=True)
class League:
    """A league in the list of all."""

    ruleset: str
    players: int
    entrants: int
    is_readers: bool

    @property
    def title(self) -> str:
        """The name of the league."""
        return showing.title_of_league(self.ruleset, self.players)


@require_safe
@declare(ANYBODY)
def show_leagues(request: HttpRequest) -> HttpResponse:
    """Show all leagues, with how many people play, and when one can sign up."""
    now, reader = site_clock.now(), user_or_none(request)
    following = calendar.following(now)
    shown = Competition.objects.filter(
        kind=Competition.Kind.SEASON, starts_at__in=(calendar.current(now), following),
        status__in=(Status.OPEN, Status.RUNNING))
    own = set(Entry.objects.filter(competition__in=shown, user=reader, out_at=None).values_list(
        "competition", flat=True)) if reader else set()
    people = dict(shown.annotate(people=Count("entries")).values_list("pk", "people"))
    found: dict[tuple[str, int], list[Competition]] = {}
    for season in shown:
        found.setdefault((season.ruleset, season.players), []).append(season)
    return render(request, "competitions/leagues.html", {
        "section": "people", "next_day": showing.day_of(following),
        "fewest_for_two": FEWEST[PAIR], "fewest_for_four": FEWEST[TABLE],
        "sign_up_day": showing.day_of(following - calendar.SIGN_UP),
        "is_open": calendar.may_sign_up(following, now=now),
        "leagues": [League(
            *league, max((people[season.pk] for season in found.get(league, ())), default=0),
            any(season.pk in own for season in found.get(league, ())))
            for league in seasons.leagues()],
    })


@require_safe
@declare(ANYBODY)
def show_season(request: HttpRequest, game: str, players: int, day: str = "") -> HttpResponse:
    """Show a season of a league; without a day the one that is played, or else the next one.

    ``division`` in the query is the number of the division to show, else the reader's or the first.
    """
    now, reader = site_clock.now(), user_or_none(request)
    known = _known(game, players, now=now)
    season = _of_day(known, game, players, day, now=now)
    entry = season.entries.filter(user=reader).first() if season.pk and reader else None
    number = division_shown(request, season, entry)
    return render(request, "competitions/season.html", {
        "section": "people", "competition": season, "title": showing.title_of(season),
        "entry": entry,
        "status": season.status if season.pk or season.starts_at > now else "empty",
        "begins": showing.day_of(season.starts_at), "ends": showing.day_of(season.ends_at),
        "sign_up_from": showing.day_of(season.starts_at - calendar.SIGN_UP),
        "fewest": FEWEST[season.players],
        "may_enter": calendar.may_sign_up(season.starts_at, now=now),
        "others": [one for begins, one in known.items() if begins != season.starts_at],
        "may_drop_out": season.status == Status.RUNNING and entry and not entry.out_at,
        "are_matches": results.games_of(season) > 1,
        "division": showing.division(season, number, reader=reader) if number else None,
        "numbers": _numbers(season, number, entry) if season.divisions > 1 else (),
        **_signed_up(season),
    })


def _signed_up(season: Competition) -> dict[str, Any]:
    """Return who has signed up for a season that has not begun: the latest, and how many more."""
    if not season.pk or season.status != Status.OPEN:
        return {}
    entries = list(season.entries.filter(user__isnull=False).select_related("user").order_by(
        "-signed_up_at")[:ENTRANTS + 1])
    return {"entrants": [entry.user for entry in entries[:ENTRANTS]],
            "are_more": len(entries) > ENTRANTS}


def division_shown(request: HttpRequest, season: Competition, entry: Entry | None) -> int:
    """Return the number of the division to show; 0 if there is none yet."""
    wanted = request.GET.get("division", "")
    if wanted:
        if wanted not in map(str, range(1, season.divisions + 1)):
            raise Http404(_("There is no such division in this season."))
        return int(wanted)
    return (entry.division if entry else None) or min(1, season.divisions)


def _numbers(season: Competition, number: int, entry: Entry | None) -> list[int]:
    """Return the divisions to which the page of one leads: the nearest, both ends, one's own."""
    near = range(max(number - NEAR, 1), min(number + NEAR, season.divisions) + 1)
    own = entry.division if entry else None
    return sorted({1, *near, season.divisions, own or 1})


def _check_league(game: str, players: int) -> None:
    if (game, players) not in seasons.leagues():
        raise Http404(_("There is no such league."))


def _known(game: str, players: int, *, now: datetime) -> dict[datetime, Competition]:
    """Return the latest seasons of a league and the next one, the latest first."""
    _check_league(game, players)
    stored = Competition.objects.filter(
        kind=Competition.Kind.SEASON, ruleset=game, players=players).order_by("-starts_at")
    found = {one.starts_at: one for one in stored[:PAST]}
    following = calendar.following(now)
    found.setdefault(following, seasons.unsaved(game, players, following))
    return dict(sorted(found.items(), reverse=True))


def season_of(game: str, players: int, day: str, *, now: datetime) -> Competition:
    """Return the season with this address; refuse (Http404) any other."""
    return _of_day(_known(game, players, now=now), game, players, day, now=now)


def _of_day(known: Mapping[datetime, Competition], game: str, players: int, day: str, *,
            now: datetime) -> Competition:
    if not day:
        return known.get(calendar.current(now)) or known[calendar.following(now)]
    try:
        begins = calendar.on(date.fromisoformat(day))
    except ValueError:
        begins = None
    if begins is None or begins > calendar.following(now):
        raise Http404(_("No season begins on this day. The list of leagues leads to all seasons."))
    return known.get(begins) or seasons.find(game, players, begins)


@require_safe
@declare(ANYBODY)
def feed(request: HttpRequest, game: str, players: int) -> HttpResponseBase:
    """Return the Atom feed of a league."""
    _check_league(game, players)
    return atom.answer(request, feeds.news_of_league(game, players),
                       title=showing.title_of_league(game, players),
                       path=reverse("season", args=(game, players)), feed_path=request.path)


@require_safe
@declare(ANYBODY)
def dates(request: HttpRequest, game: str, players: int) -> HttpResponse:
    """Return the dates of a league as a calendar."""
    _check_league(game, players)
    content = feeds.calendar_file(game, players, now=site_clock.now())
    return HttpResponse(content, content_type="text/calendar; charset=utf-8")


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def enter(request: HttpRequest, game: str, players: int, day: str) -> HttpResponse:
    """Sign the reader up for a season."""
    now, user = site_clock.now(), user_or_none(request)
    assert user is not None  # the page needs an account
    season = season_of(game, players, day, now=now)
    seasons.enter(user, season, now=now)
    messages.success(request, _("You have signed up. The season begins on %(day)s; until then you"
                                " can withdraw here.") % {"day": showing.day_of(season.starts_at)})
    return redirect("season", game=game, players=players, day=day)


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def withdraw(request: HttpRequest, game: str, players: int, day: str) -> HttpResponse:
    """Take the reader out of a season; of one that has begun, only if they say so twice."""
    now, user = site_clock.now(), user_or_none(request)
    assert user is not None  # the page needs an account
    season = season_of(game, players, day, now=now)
    entries.check_sure(season, request.POST)
    entries.withdraw(user, season, now=now)
    messages.success(request, _("You do not play in this season.") if (
        season.status == Status.OPEN) else _(
            "You have dropped out. Your matches that are not over are won for your opponents, and"
            " at tables of four a bot plays for you."))
    return redirect("season", game=game, players=players, day=day)
