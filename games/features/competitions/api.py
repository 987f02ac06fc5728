"""Operations on leagues and cups."""

from datetime import datetime
from typing import Annotated, Any

from django.conf import settings
from django.db.models import Count
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema, Status
from pydantic import Field

from games.base import cursors, site_clock
from games.base.refusals import Missing
from games.features.competitions import calendar, entries, seasons, showing
from games.models import Competition, Entry
from games.rulesets import registry
from games.web.access import ANYBODY, PROVED, READER, require
from games.web.api.access import reading, seating, user_of
from games.web.api.problems import answers

router = Router(tags=["Events"], auth=reading)
PART = 20  # in one answer


class Event(Schema):
    """A season of a league, or a cup."""

    title: str
    kind: str = Field(description="season, cup or duplicate")
    url: str = Field(description="The page about it")
    feed: str = Field(description="Its news as Atom")
    game: str
    players: int = Field(description="How many play in each game")
    status: str = Field(description="open, running or over")
    starts_at: datetime
    ends_at: datetime
    entrants: int
    entered: bool = Field(description="Whether you take part")


class Events(Schema):
    """A part of the list of events."""

    events: list[Event]
    next: str = Field(description="The cursor of the next part; empty at the end")


@router.get("/events", response=answers(Events), summary="Leagues and cups")
@require(ANYBODY)
def events(request: HttpRequest, cursor: Annotated[str, Query(
        max_length=200, description="The “next” of the part before")] = "") -> Any:
    """Return the seasons of leagues and the cups, the latest beginning first."""
    shown = Competition.objects.filter(ruleset__in=registry.names()).exclude(
        status=Competition.Status.CANCELLED)
    found, following = cursors.part(shown, moment="starts_at", key=cursor, size=PART,
                                    label="events")
    people = dict(Entry.objects.filter(competition__in=found).values_list("competition").annotate(
        Count("pk")).order_by())
    own = set(Entry.objects.filter(user=user_of(request), out_at=None).values_list(
        "competition", flat=True))
    return {"next": following, "events": [
        _event(one, people.get(one.pk, 0), entered=one.pk in own) for one in found]}


@router.post("/leagues/{slug:game}/{int:players}/entries", response=answers(Event, 201),
             auth=seating, summary="Enter a league")
@require(PROVED, locks=(READER,))
def enter_league(request: HttpRequest, game: str, players: int) -> Any:
    """Sign up for the next season of a league, which is possible for a while before it begins."""
    if (game, players) not in seasons.leagues():
        raise Missing("no-league", _("There is no such league."))
    now = site_clock.now()
    begins = calendar.following(now)
    seasons.enter(user_of(request), seasons.find(game, players, begins), now=now)
    season = seasons.find(game, players, begins)
    return Status(201, _event(season, season.entries.count(), entered=True))


@router.delete("/leagues/{slug:game}/{int:players}/entries", response=answers(None, 204),
               auth=seating, summary="Withdraw from a league")
@require(PROVED, locks=(READER,))
def leave_league(request: HttpRequest, game: str, players: int) -> Any:
    """Take back your entry in the next season of a league, or drop out of the one that is played.

    Refuses (not-entered) somebody who takes part in neither.
    """
    if (game, players) not in seasons.leagues():
        raise Missing("no-league", _("There is no such league."))
    now = site_clock.now()
    user, coming = user_of(request), seasons.find(game, players, calendar.following(now))
    present = Competition.objects.filter(
        ruleset=game, players=players, kind=coming.kind, status=Competition.Status.RUNNING,
        entries__user=user, entries__out_at=None).first()
    is_entered = coming.pk and coming.entries.filter(user=user).exists()
    entries.withdraw(user, present if present and not is_entered else coming, now=now)
    return Status(204, None)


def _event(one: Competition, entrants: int, *, entered: bool) -> dict[str, Any]:
    return {"title": showing.title_of(one), "kind": one.kind, "game": one.ruleset,
            "players": one.players, "status": one.status, "starts_at": one.starts_at,
            "ends_at": one.ends_at, "url": f"{settings.BASE_URL}{showing.path_of(one)}",
            "feed": f"{settings.BASE_URL}{showing.path_of(one, 'feed')}",
            "entrants": entrants, "entered": entered}
