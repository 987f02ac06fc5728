"""Queries for lists of tables: the lobby, a person's own games and their invitations.

Owns the order of these lists.  Each takes a fixed number of queries, and seats and people are
loaded along with the games, so that pages need no other queries.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Coalesce

from games.base import blocks
from games.models import FormerPlayer, Game, Seat, SeatClock, User
from games.rulesets import registry
from games.table.seats import seating

LIMIT = 200
OPEN_PER_PAGE = 12
PAGES_BY_FIT = 5  # of open tables, for members
VACANT_PER_PAGE = LISTED_LIMIT = 6
FINISHED_PER_PAGE = 12
CANCELLED_FOR = timedelta(days=7)  # that a cancelled game stays in the lists of its people
READINGS = 5  # of a table in which others move meanwhile


@dataclass(frozen=True, slots=True)
class Part:
    """One page of a long list, counted from 1; the number of pages is not known."""

    games: list[Game]
    number: int
    has_more: bool

    def in_order(self, games: Sequence[Game], *, page: int) -> Part:
        """Return one page of these open tables, which are this part in another order."""
        begin, end = (page - 1) * OPEN_PER_PAGE, page * OPEN_PER_PAGE
        return Part(list(games[begin:end]), page, self.has_more or len(games) > end)


@dataclass(frozen=True, slots=True)
class MyGame:
    """A person's game: their seat, None if they were only invited, and whether it is their turn."""

    game: Game
    seat: int | None
    is_my_turn: bool


def open_tables(user: Any = None, *, page: int = 1, pages: int = 1) -> Part:
    """Return one page of ``tables_to_join``, the newest first; so many ``pages`` are one."""
    tables = tables_to_join(user)
    return _part(tables.order_by("-created_at", "-pk"), page, size=pages * OPEN_PER_PAGE)


def tables_to_join(user: Any = None) -> QuerySet[Game]:
    """Return listed tables with an open seat, without this person's own.

    And without those of people who block them or whom they block.
    """
    free = Seat.objects.filter(game=OuterRef("pk"), status=Seat.Status.OPEN)
    tables = with_seats(Game.objects.filter(Exists(free), status=Game.Status.OPEN, listed=True))
    reader = user if isinstance(user, User) else None
    tables = tables.exclude(blocks.hidden_from(reader, person="created_by"))
    if reader:
        tables = tables.exclude(_has_seat(reader))
    return tables


def games_with_vacant_seats(user: Any = None, *, page: int = 1, now: datetime) -> Part:
    """Return games in progress with a seat in the lobby, without those this person played.

    The latest move comes first.
    """
    vacant = Seat.objects.filter(game=OuterRef("pk"), offered_at__lte=now, left_at__isnull=False)
    games = with_seats(Game.objects.filter(Exists(vacant.exclude(bot="")),
                                           status=Game.Status.RUNNING))
    reader, seats = user if isinstance(user, User) else None, Seat.objects.filter(
        game=OuterRef("pk"))
    games = games.exclude(Exists(seats.filter(blocks.hidden_from(reader, person="user"))))
    if reader:
        lost = FormerPlayer.objects.filter(seat=OuterRef("pk"), user=user)
        games = games.exclude(Exists(seats.filter(
            Q(user=user) | Q(left_by=user) | Exists(lost))))
    return _part(games.order_by("-moved_at", "-pk"), page, size=VACANT_PER_PAGE)


def _has_seat(user: User) -> Exists:
    """Return whether this person sits at the game of the outer query."""
    return Exists(Seat.objects.filter(game=OuterRef("pk"), user=user))


def _part(games: QuerySet[Game], number: int, *, size: int) -> Part:
    begin = (number - 1) * size
    found = list(games[begin:begin + size + 1])
    return Part(found[:size], number, has_more=len(found) > size)


def games_left_to_bots(user: User) -> list[Game]:
    """Return games in which a bot keeps this person's seat, the latest move first."""
    left = Seat.objects.filter(left_by=user).exclude(bot="")
    games = with_seats(Game.objects.filter(status=Game.Status.RUNNING,
                                           pk__in=left.values("game_id")))
    return list(games.order_by("-moved_at", "-pk")[:LIMIT])


def watchable_games(user: Any = None) -> list[Game]:
    """Return listed games in progress, the latest move first, without this person's own."""
    return _listed(Game.Status.RUNNING, user)


def game_to_watch(user: Any = None) -> Game | None:
    """Return the listed game with the latest move, if it is not this person's own."""
    games = Game.objects.filter(status=Game.Status.RUNNING, listed=True,
                                ruleset__in=registry.names())
    if isinstance(user, User):
        games = games.exclude(_has_seat(user))
    return games.order_by("-moved_at", "-pk").first()


def replayable_games(user: Any = None) -> list[Game]:
    """Return listed games that are over, the latest first, without this person's own."""
    return _listed(Game.Status.OVER, user)


def _listed(status: str, user: Any) -> list[Game]:
    games = with_seats(Game.objects.filter(status=status, listed=True))
    if isinstance(user, User):
        games = games.exclude(_has_seat(user))
    return list(games.order_by("-moved_at", "-pk")[:LISTED_LIMIT])


def my_games(user: Any) -> list[MyGame]:
    """Return a person's games that are not over, in the order in which they need attention.

    First the games that wait for this person: those whose time runs out, the next one first, and
    then the longest wait.  Then other running games and open tables, each with the latest first.
    """
    if not isinstance(user, User):
        return []
    unfinished = [Game.Status.RUNNING, Game.Status.OPEN]
    games = with_seats(_games_of(user).filter(status__in=unfinished))
    return sorted((_my_game(game, user) for game in games), key=_sort_key)


def cancelled_games(user: User, *, now: datetime) -> list[MyGame]:
    """Return the games of a person that were cancelled or closed lately, the latest first.

    Tables to which they were only invited are among them, but none that they have cancelled before
    its start.
    """
    seats = Seat.objects.filter(Q(user=user) | Q(seating.reserved_for(user),
                                                 status=Seat.Status.INVITED))
    cancelled = Game.objects.filter(status=Game.Status.CANCELLED,
                                    finished_at__gt=now - CANCELLED_FOR,
                                    pk__in=seats.order_by().values("game"))
    own = Q(created_by=user, number=0, warned_at=None)
    games = with_seats(cancelled.exclude(own))
    return [_my_game(game, user) for game in games.order_by("-finished_at", "-pk")[:LIMIT]]


def finished_games(user: User, *, page: str = "") -> Page[MyGame]:
    """Return one page of a person's finished games, the latest first.

    A ``page`` that does not exist stands for the nearest one.
    """
    games = finished(user).order_by("-moved_at", "-pk")
    paginator: Paginator[Any] = Paginator(games, FINISHED_PER_PAGE)
    games_page = paginator.get_page(page)
    my_games = [_my_game(game, user) for game in games_page]
    return Page(my_games, games_page.number, paginator)


def finished(user: User) -> QuerySet[Game]:
    """Return a person's finished games."""
    return with_seats(_games_of(user).filter(status=Game.Status.OVER))


def _games_of(user: User) -> QuerySet[Game]:
    """Return the games in which this person has a seat."""
    return Game.objects.filter(pk__in=Seat.objects.filter(user=user).order_by().values("game"))


def waiting_seats(user: User) -> Any:
    """Return the seats in which this person is to move, that of the longest turn first.

    Each has the time ``since`` when its turn began, or in a game without a clock of the last move.
    """
    seats = Seat.objects.filter(user=user, to_move=True, game__status=Game.Status.RUNNING,
                                game__ruleset__in=registry.names())
    return seats.annotate(since=Coalesce("clock__asked_at", "game__moved_at")).order_by(
        "since", "pk")


def waiting_count(user: Any) -> int:
    """Return how many games wait for this person's move."""
    return waiting_seats(user).count() if isinstance(user, User) else 0


def invitations(user: Any) -> list[Seat]:
    """Return the seats reserved for this person at tables before their start."""
    if not isinstance(user, User):
        return []
    seats = Seat.objects.filter(seating.reserved_for(user), status=Seat.Status.INVITED,
                                game__status=Game.Status.OPEN,
                                game__ruleset__in=registry.names())
    seats = seats.exclude(blocks.hidden_from(user, person="game__created_by"))
    return list(seats.select_related("game", "game__created_by").order_by("-game__created_at"))


def _my_game(game: Game, user: User) -> MyGame:
    seat = next((seat for seat in game.seats.all() if seat.user_id == user.pk), None)
    return MyGame(game, seat.index if seat else None,
                  game.status == Game.Status.RUNNING and seat is not None and seat.to_move)


def _sort_key(mine: MyGame) -> tuple[bool, bool, float, float]:
    last_change = (mine.game.moved_at or mine.game.created_at).timestamp()
    is_open = mine.game.status == Game.Status.OPEN
    if not mine.is_my_turn:
        return True, is_open, 0, -last_change
    deadline = deadline_of(mine.game.seats.all()[mine.seat or 0])
    return False, is_open, deadline.timestamp() if deadline else math.inf, last_change


def deadline_of(seat: Seat) -> datetime | None:
    """Return when the time of this seat's player runs out; None while no clock runs.

    The seat must have been loaded by ``with_seats``.
    """
    try:
        return seat.clock.deadline
    except SeatClock.DoesNotExist:
        return None


def table(code: str) -> Game | None:
    """Return the game with this code, its seats and people; None if it is not on this service.

    The seats are those after the game's latest row, even if somebody moves between the queries.
    """
    games = Game.objects.filter(code=code, ruleset__in=registry.names())
    for _attempt in range(READINGS):
        game = next(iter(games.select_related("created_by")), None)
        if game is None:
            return None
        people = ("user",) if game.number else ("user", "kept_for")  # kept until the start
        seats = Seat.objects.select_related(*people).order_by("index")
        same = seats.filter(game__number=game.number)
        prefetch_related_objects([game], Prefetch("seats", queryset=same))
        if game.seats.all():
            return game
    return None


def seat_of(user: User, code: str) -> Seat | None:
    """Return this person's seat in the game with this code, with the game but no other people.

    Returns None if they have no seat, or if the game is not on this service.
    """
    seats = Seat.objects.filter(user=user, game__code=code, game__ruleset__in=registry.names())
    return next(iter(seats.select_related("game")), None)


def _seats() -> QuerySet[Seat]:
    return Seat.objects.select_related("user", "kept_for", "clock").order_by("index")


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return these games with their seats and people, which takes one more query.

    Leaves out games that this service no longer offers.
    """
    games = games.filter(ruleset__in=registry.names())
    return games.select_related("created_by").prefetch_related(
        Prefetch("seats", queryset=_seats()))
