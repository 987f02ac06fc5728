"""Operations on leagues and cups."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any

from django.conf import settings
from django.db.models import Count, Q
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema, Status
from pydantic import Field

from games.base import cursors, site_clock
from games.base.refusals import Missing
from games.features.competitions import (
    calendar,
    cup_pages,
    cups,
    entries,
    pages,
    seasons,
    showing,
)
from games.models import Competition, Entry
from games.rulesets import registry
from games.web.access import ANYBODY, PROVED, READER, require
from games.web.api.access import reading, seating, user_of
from games.web.api.problems import answers

router = Router(tags=["Events"], auth=reading)
PART = 20  # in one answer

Kind = Competition.Kind


class Event(Schema):
    """A season of a league, or a cup."""

    title: str
    kind: str = Field(description="season, cup or duplicate")
    code: str = Field(description="Of a cup, what its address is made of; empty for a season")
    url: str = Field(description="The page about it")
    feed: str = Field(description="Its news as Atom")
    game: str
    players: int = Field(description="How many play in each game")
    status: str = Field(description="open, running, over or cancelled")
    sign_up_from: datetime | None = Field(description=(
        "When one can begin to sign up for it, if not at any time"))
    starts_at: datetime
    ends_at: datetime
    entrants: int
    may_enter: bool = Field(description=(
        "Whether people can sign up now; for a running cup, to wait for a place"))
    entered: bool = Field(description="Whether you take part")


class Events(Schema):
    """A part of the list of events."""

    events: list[Event]
    next: str = Field(description="The cursor of the next part; empty at the end")


class Line(Schema):
    """Somebody who takes part, in the order of the standings."""

    place: int | None = Field(description="None while results are secret, as in duplicate cups")
    name: str
    points: float | None
    played: int | None = Field(description="Matches or tables that are decided")
    won: int | None
    dropped_out: bool
    own: bool = Field(description="Whether it is you")


class FixtureShape(Schema):
    """A match or a table."""

    round: int
    begins_at: datetime
    names: list[str] = Field(description="Who plays; others are bots")
    points: list[float | None] = Field(description="Of each, once it is decided and no secret")
    decided: str = Field(description="How it was decided, as a word; empty until then")
    table: str = Field(description="The code of its table; empty without one, and while it is"
                                   " sealed")


class Standings(Schema):
    """How things stand in an event."""

    event: Event
    division: int = Field(description="The one that is shown, from 1; 0 before the event begins")
    divisions: int
    lines: list[Line]
    fixtures: list[FixtureShape]
    waiting: list[str] = Field(description=(
        "Who has signed up and has no place yet, as everybody before the beginning"))


@router.get("/events", response=answers(Events), summary="Leagues and cups")
@require(ANYBODY)
def events(request: HttpRequest, cursor: Annotated[str, Query(
        max_length=200, description="The “next” of the part before")] = "") -> Any:
    """Return the seasons of leagues and the cups, the latest beginning first.

    At the head of the list are the next seasons for which nobody has signed up so far.
    """
    now = site_clock.now()
    shown = Competition.objects.filter(ruleset__in=registry.names()).exclude(
        status=Competition.Status.CANCELLED)
    found, following = cursors.part(shown, moment="starts_at", key=cursor, size=PART,
                                    label="events")
    people = dict(Entry.objects.filter(competition__in=found).values_list("competition").annotate(
        Count("pk")).order_by())
    own = set(Entry.objects.filter(user=user_of(request), out_at=None).values_list(
        "competition", flat=True))
    empty = [] if cursor else _without_entrants(calendar.following(now))
    return {"next": following, "events": [
        _event(one, people.get(one.pk, 0), entered=one.pk in own, now=now)
        for one in (*empty, *found)]}


def _without_entrants(begins: datetime) -> Iterator[Competition]:
    """Yield the seasons of that day for which nobody has signed up, one for each league."""
    known = set(Competition.objects.filter(kind=Kind.SEASON, starts_at=begins).values_list(
        "ruleset", "players"))
    for league in seasons.leagues():
        if league not in known:
            yield seasons.unsaved(*league, begins)


@router.post("/leagues/{slug:game}/{int:players}/entries", response=answers(Event, 201),
             auth=seating, summary="Enter a league")
@require(PROVED, locks=(READER,))
def enter_league(request: HttpRequest, game: str, players: int) -> Any:
    """Sign up for the next season of a league, which is possible for a while before it begins."""
    _check_league(game, players)
    now = site_clock.now()
    begins = calendar.following(now)
    seasons.enter(user_of(request), seasons.find(game, players, begins), now=now)
    season = seasons.find(game, players, begins)
    return Status(201, _event(season, season.entries.count(), entered=True, now=now))


@router.delete("/leagues/{slug:game}/{int:players}/entries", response=answers(None, 204),
               auth=seating, summary="Withdraw from a league")
@require(PROVED, locks=(READER,))
def leave_league(request: HttpRequest, game: str, players: int) -> Any:
    """Take back your entry in the next season of a league, or drop out of the one that is played.

    Refuses (not-entered) somebody who takes part in neither.
    """
    _check_league(game, players)
    now = site_clock.now()
    user, coming = user_of(request), seasons.find(game, players, calendar.following(now))
    present = Competition.objects.filter(
        ruleset=game, players=players, kind=coming.kind, status=Competition.Status.RUNNING,
        entries__user=user, entries__out_at=None).first()
    is_entered = coming.pk and coming.entries.filter(user=user).exists()
    entries.withdraw(user, present if present and not is_entered else coming, now=now)
    return Status(204, None)


@router.get("/leagues/{slug:game}/{int:players}/standings", response=answers(Standings),
            summary="The standings of a league")
@require(ANYBODY)
def league_standings(
    request: HttpRequest, game: str, players: int,
    day: Annotated[str, Query(max_length=10, description=(
        "The first day of a season, such as 2026-03-09; the present one without it, or the next"
    ))] = "",
    division: Annotated[str, Query(max_length=5, pattern="^[0-9]*$", description=(
        "Its number; yours without it, or the first"))] = "",
) -> Any:
    """Return the table of a division of a season, and its matches or tables."""
    season = pages.season_of(game, players, day, now=site_clock.now())
    own = season.entries.filter(user=user_of(request)).first() if season.pk else None
    return _standings(request, season, own, pages.division_shown(request, season, own))


@router.post("/cups/{slug:cup}/entries", response=answers(Event, 201), auth=seating,
             summary="Enter a cup")
@require(PROVED, locks=(READER,))
def enter_cup(request: HttpRequest, cup: str) -> Any:
    """Sign up for a cup; while it is played, for a place that becomes free."""
    found, now = cup_pages.cup_or_404(cup, locked=True), site_clock.now()
    cups.enter(user_of(request), found, now=now)
    return Status(201, _event(found, found.entries.count(), entered=True, now=now))


@router.delete("/cups/{slug:cup}/entries", response=answers(None, 204), auth=seating,
               summary="Withdraw from a cup")
@require(PROVED, locks=(READER,))
def leave_cup(request: HttpRequest, cup: str) -> Any:
    """Take back your entry in a cup or, once it is played, drop out of it for good."""
    entries.withdraw(user_of(request), cup_pages.cup_or_404(cup), now=site_clock.now())
    return Status(204, None)


@router.get("/cups/{slug:cup}/standings", response=answers(Standings),
            summary="The standings of a cup")
@require(ANYBODY)
def cup_standings(request: HttpRequest, cup: str) -> Any:
    """Return who takes part in a cup, how things stand, and its matches or tables."""
    found = cup_pages.cup_or_404(cup)
    own = found.entries.filter(user=user_of(request)).first()
    return _standings(request, found, own, min(1, found.divisions))


def _check_league(game: str, players: int) -> None:
    if (game, players) not in seasons.leagues():
        raise Missing("no-league", _("There is no such league."))


def _event(one: Competition, entrants: int, *, entered: bool, now: datetime) -> dict[str, Any]:
    is_season = one.kind == Kind.SEASON
    return {"title": showing.title_of(one), "kind": one.kind, "game": one.ruleset,
            "code": "" if is_season else one.code, "players": one.players, "status": one.status,
            "sign_up_from": one.starts_at - calendar.SIGN_UP if is_season else None,
            "starts_at": one.starts_at, "ends_at": one.ends_at,
            "url": f"{settings.BASE_URL}{showing.path_of(one)}",
            "feed": f"{settings.BASE_URL}{showing.path_of(one, 'feed')}",
            "may_enter": (calendar.may_sign_up(one.starts_at, now=now) if is_season
                          else cups.may_enter(one, now=now)),
            "entrants": entrants, "entered": entered}


def _standings(request: HttpRequest, one: Competition, own: Entry | None,
               number: int) -> dict[str, Any]:
    """Return how things stand in a division, and who waits for a place in one."""
    shown = Q(division=None) | Q(division=number)
    people = list(one.entries.filter(shown).select_related("user").order_by("signed_up_at", "pk")
                  ) if one.pk else []
    is_secret = showing.is_secret(one)
    division = showing.division(one, number, reader=user_of(request), entered=people) if (
        number) else None
    return {
        "event": _event(one, one.entries.count() if one.pk else 0, now=site_clock.now(),
                        entered=own is not None and own.out_at is None),
        "division": number, "divisions": one.divisions,
        "lines": [_line(line, is_secret=is_secret) for line in division.rows] if division else [],
        "fixtures": [_fixture(fixture, is_secret=is_secret) for fixtures in division.rounds
                     for fixture in fixtures] if division else [],
        "waiting": [showing.name_of(entry) for entry in people
                    if entry.division is None and entry.user is not None],
    }


def _line(line: showing.Line, *, is_secret: bool) -> dict[str, Any]:
    row = line.row
    results = {"place": row.place, "points": row.points, "played": row.played, "won": row.won}
    return {**(dict.fromkeys(results) if is_secret else results), "name": line.name,
            "dropped_out": line.entry.out_at is not None, "own": line.is_reader}


def _fixture(fixture: Any, *, is_secret: bool) -> dict[str, Any]:
    seats = fixture.seats.all()
    return {"round": fixture.round, "begins_at": fixture.begins_at,
            "names": [showing.name_of(seat.entry) for seat in seats],
            "points": [None if is_secret else seat.points for seat in seats],
            "decided": fixture.decided,
            "table": fixture.code if fixture.code and not fixture.is_sealed else ""}
