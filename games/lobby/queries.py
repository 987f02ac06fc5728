"""Lists of tables: the lobby, a person's own games, his invitations.

Owns their order and that each takes a fixed number of queries.  Seats come along, so that a
page asks nothing more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Prefetch, QuerySet

from games.lobby import seating
from games.models import Game, Seat, User

LIMIT = 200
WATCHED = 6
FINISHED = 12  # on one page


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game of somebody's: his seat, and whether it waits for him."""

    game: Game
    seat: int
    waits: bool


def open_tables(user: Any = None) -> list[Game]:
    """Listed tables with an open seat, newest first, without those this person sits at."""
    tables = with_seats(Game.objects.filter(status=Game.Status.OPEN, listed=True))
    tables = tables.filter(seats__status=Seat.Status.OPEN).distinct().order_by("-created_at", "-pk")
    if isinstance(user, User):
        tables = tables.exclude(pk__in=Seat.objects.filter(user=user).values("game_id"))
    return list(tables[:LIMIT])


def watchable_games(user: Any = None) -> list[Game]:
    """Listed games in progress, the latest first, without those of this person."""
    return _listed(Game.Status.RUNNING, user)


def replayed_games(user: Any = None) -> list[Game]:
    """Listed games that are over, the latest first, without those of this person."""
    return _listed(Game.Status.OVER, user)


def _listed(status: str, user: Any) -> list[Game]:
    games = with_seats(Game.objects.filter(status=status, listed=True))
    if isinstance(user, User):
        games = games.exclude(pk__in=Seat.objects.filter(user=user).values("game_id"))
    return list(games.order_by("-moved_at", "-pk")[:WATCHED])


def my_games(user: Any) -> list[MyGame]:
    """A person's games that are not over: first those that wait for him, the longest on top.

    Then the running ones and open tables, each with the latest first.
    """
    if not isinstance(user, User):
        return []
    present = [Game.Status.RUNNING, Game.Status.OPEN]
    games = with_seats(Game.objects.filter(seats__user=user, status__in=present))
    return sorted((_mine(game, user) for game in games), key=_order)


def finished_games(user: User, *, page: str = "") -> Page[MyGame]:
    """A page of a person's games that are over, the latest first; the nearest for a wrong one."""
    games = with_seats(Game.objects.filter(seats__user=user, status=Game.Status.OVER))
    pages: Paginator[Any] = Paginator(games.order_by("-moved_at", "-pk"), FINISHED)
    found = pages.get_page(page)
    return Page([_mine(game, user) for game in found], found.number, pages)


def invitations(user: Any) -> list[Seat]:
    """The seats kept for this person at tables that have not started, with their games."""
    if not isinstance(user, User):
        return []
    kept = Seat.objects.filter(seating.is_for(user), status=Seat.Status.INVITED,
                               game__status=Game.Status.OPEN)
    return list(kept.select_related("game", "game__created_by").order_by("-game__created_at"))


def _mine(game: Game, user: User) -> MyGame:
    seat = next(seat.index for seat in game.seats.all() if seat.user_id == user.pk)
    return MyGame(game, seat, game.status == Game.Status.RUNNING and game.to_move == seat)


def _order(mine: MyGame) -> tuple[bool, bool, float]:
    touched = (mine.game.moved_at or mine.game.created_at).timestamp()
    is_open = mine.game.status == Game.Status.OPEN
    return not mine.waits, is_open, touched if mine.waits else -touched


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """The same tables with their seats and people, in one query more for all of them."""
    seats = Seat.objects.select_related("user", "kept_for").order_by("index")
    return games.select_related("created_by").prefetch_related(Prefetch("seats", queryset=seats))
