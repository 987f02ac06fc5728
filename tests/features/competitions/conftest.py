"""Seasons for the tests, in which many people have signed up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.base import events
from games.features.competitions import calendar, cups, lifecycle, seasons
from games.features.matches import matches
from games.models import Competition, Entry, Fixture, Game, User
from games.people import accounts
from games.table.events import Ended

Season = Callable[..., Competition]

BEGINS = calendar.following(datetime.fromisoformat("2026-03-01T12:00:00+00:00"))


@pytest.fixture
def many(db: None) -> list[User]:
    """Nine members."""
    return [accounts.member(f"member{number}@example.org", now=BEGINS - timedelta(days=90))
            for number in range(9)]


@pytest.fixture
def begun(announced: list[Any]) -> Season:
    """Makes a season of these people that has just begun."""
    def make(people: Sequence[User], *, players: int = 2, begins: datetime = BEGINS,
             ruleset: str = "alexandros") -> Competition:
        season = seasons.find(ruleset, players, begins)
        for number, user in enumerate(people):
            seasons.enter(user, season, now=begins - timedelta(hours=200 - number))
        season = seasons.find(ruleset, players, begins)
        look_after(season, begins)
        return season

    return make


def look_after(season: Competition, now: datetime) -> None:
    """Does what is due at a season by then."""
    lifecycle.look_after(season.pk, now=now)
    season.refresh_from_db()


def fixture_of(*people: User) -> Fixture:
    """The match of these two, or the first table of these people."""
    found = Fixture.objects.all()
    for user in people:
        found = found.filter(seats__entry__user=user)
    return found[0]


def entry_of(user: User) -> Entry:
    return Entry.objects.get(user=user)


def over(game: Game, *winners: User, now: datetime) -> None:
    """Ends a game as if these people had won it."""
    seats = list(game.seats.select_related("user").order_by("index"))
    won = [seat.index for seat in seats if seat.user in winners]
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.OVER, finished_at=now, result={
            "winners": won, "reason": "walls", "scores": [
                90 if seat.index in won else 10 + seat.index for seat in seats]})
    game.refresh_from_db()
    events.publish(Ended(game=game, seats=seats, now=now))


def win_match(winner: User, loser: User, *, now: datetime) -> None:
    """Plays both games of a match, which this person wins."""
    game = fixture_of(winner, loser).game
    assert game is not None
    over(game, winner, now=now)
    second = matches.start_second(game.pk, now=now)
    assert second is not None
    over(second, winner, now=now)


# Cups.

NOW = BEGINS - timedelta(days=5)
Cup = Callable[..., Competition]


def plan(**changes: Any) -> cups.Plan:
    """What the organiser of a cup wants."""
    return cups.Plan(**{"title": "Spring cup", "kind": Competition.Kind.CUP,
                        "ruleset": "alexandros", "players": 4, "starts_at": BEGINS, **changes})


@pytest.fixture
def organiser(alice: User, monkeypatch: pytest.MonkeyPatch) -> User:
    """Alice, who has played enough to organise a cup."""
    monkeypatch.setattr(cups, "may_organise", lambda user: user == alice or user.is_staff)
    return alice


@pytest.fixture
def cup(organiser: User, announced: list[Any]) -> Competition:
    """A cup for which people can sign up."""
    return cups.create(plan(), by=organiser, now=NOW)


@pytest.fixture
def begun_cup(organiser: User, many: list[User], announced: list[Any]) -> Cup:
    """Makes a cup of nine people, or so many, that has just begun."""
    def make(people: int = 9, **changes: Any) -> Competition:
        cup = cups.create(plan(**changes), by=organiser, now=NOW)
        for user in many[:people]:
            cups.enter(user, cup, now=NOW)
        look_after(cup, BEGINS)
        return cup

    return make
