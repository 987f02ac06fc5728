"""Facts of rated games: who began them, and how they ended for whom.

They are written in the transaction in which the game begins or ends, so a game is rated exactly
if it was played.  Nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from games.base import task_queue
from games.features.ratings import company
from games.features.ratings.company import Marks
from games.models import (
    FormerPlayer,
    Game,
    LoggedMove,
    RatedGame,
    RatedPlayer,
    RatedSeat,
    Seat,
    User,
)
from games.rulesets import opponents, registry
from games.rulesets.registry import Room
from games.table.events import Begun, Ended
from games.table.seats import ranking

TASK = "rate_games"
FEWEST_TURNS = 2  # of each player, in a game that ends because somebody leaves it
BEGINNERS = 1200  # points of the bot that a game suggests for somebody's first games


class Why(TextChoices):
    """Reasons why a rated game does not count for ratings, as they follow a colon."""

    PEOPLE = "people", _("fewer than two people play")
    GUEST = "guest", _("a guest plays")
    HIDDEN = "hidden", _("somebody hides their rating")
    SHARED = "shared", _("two of the players use the same network or browser")
    BOT = "bot", _("nobody has measured how strong one of the bots is")
    CANCELLED = "cancelled", _("it was cancelled")
    DESERTED = "deserted", _("nobody stayed to the end")
    SHORT = "short", _("somebody left before everybody had played two turns")


# Those that are noted when a game begins; all others, when it has ended.
AT_THE_START = (Why.PEOPLE, Why.GUEST, Why.HIDDEN, Why.SHARED, Why.BOT)


def begun(event: Begun) -> None:
    """Note a rated game that begins, and whether it counts."""
    if event.game.rated:
        _note(event.game, event.seats, [seat.user for seat in event.seats], at=event.now)


def ended(event: Ended) -> None:
    """Note how a rated game has ended, and have the ratings computed."""
    game = event.game
    if not game.rated or event.imported:
        return
    rated = RatedGame.objects.filter(game=game).first() or _note_late(game, event.seats)
    rated.ended_at = game.finished_at or event.now
    if game.status == Game.Status.CANCELLED:
        rated.why = Why.CANCELLED
    elif not rated.why and event.left and game.turn <= FEWEST_TURNS * len(event.seats):
        rated.why = Why.SHORT  # or a rating could be made without a move
    elif not rated.why:
        _note_parts(rated, game, event.seats)
    rated.save(update_fields=["ended_at", "why"])
    if not rated.why:
        task_queue.send_after_commit(TASK, game.pk)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of people: who hides their rating, and from where they act."""

    hidden: Collection[int]
    marks: Marks


def known_of(users: Collection[User], *, now: datetime) -> Known:
    """Return what is known of these users, in two queries."""
    rows = RatedPlayer.objects.filter(user__in=users, hidden=True)
    hidden = {pk for pk in rows.values_list("user_id", flat=True) if pk is not None}
    return Known(hidden, company.marks_of(users, now=now))


def why_not(room: Room, people: Sequence[User], bots: Collection[str], known: Known) -> str:
    """Return why a game does not count that these people and bots begin, "" if it does.

    Further reasons belong here: whatever is returned is told before the start, and stored when the
    game begins.
    """
    if any(user.is_guest for user in people):
        return Why.GUEST
    if any(user.pk in known.hidden for user in people):
        return Why.HIDDEN
    marks = [known.marks.get(user.pk, frozenset()) for user in people]
    if any(one & other for one, other in combinations(marks, 2)):
        return Why.SHARED
    if not {*bots} <= bot_points(room).keys():
        return Why.BOT
    return Why.PEOPLE if len(people) < 2 else ""


def bot_points(room: Room) -> dict[str, int]:
    """Return the fixed ratings of the game's bots whose strength is measured."""
    measured = {one.name: points for one, points in opponents.measured(room)}
    # Measured points are relative to one of the bots.  Whoever plays rated games has mostly beaten
    # the bot for beginners: 300 points below the middle, it wins one game in six or seven.
    shift = BEGINNERS - measured.get(opponents.first_opponent(room).name, BEGINNERS)
    return {name: points + shift for name, points in measured.items()}


def player_of(user: User) -> RatedPlayer:
    """Return the person as the ratings know them."""
    return RatedPlayer.objects.get_or_create(user=user)[0]


def _note(game: Game, seats: Sequence[Seat], people: Sequence[User | None], *,
          at: datetime) -> RatedGame:
    room, present = registry.get(game.ruleset), [user for user in people if user is not None]
    bots = {seat.bot for seat, user in zip(seats, people, strict=True) if user is None}
    rated = RatedGame.objects.create(
        game=game, ruleset=game.ruleset, players=len(seats), began_at=at,
        why=why_not(room, present, bots, known_of(present, now=at)))
    if rated.why:
        return rated
    points = bot_points(room)
    # By ascending ids, so that games that begin at the same moment do not wait for each other.
    players = {user.pk: player_of(user)
               for user in sorted(present, key=lambda user: user.pk)}
    RatedSeat.objects.bulk_create(
        RatedSeat(rated=rated, index=seat.index, player=players[user.pk] if user else None,
                  points=None if user else points[seat.bot])
        for seat, user in zip(seats, people, strict=True))
    return rated


def _note_late(game: Game, seats: Sequence[Seat]) -> RatedGame:
    """Note a game that began before there were ratings."""
    former = FormerPlayer.objects.filter(seat__game=game).select_related("user").order_by("-number")
    first = {row.seat_id: row.user for row in former}  # of several, the first remains
    people = [first.get(seat.pk, seat.user or seat.left_by) for seat in seats]
    return _note(game, seats, people, at=game.started_at or game.created_at)


def _note_parts(rated: RatedGame, game: Game, seats: Sequence[Seat]) -> None:
    """Note everybody's rank and who has lost on time, or that nobody has stayed."""
    rows = list(rated.seats.order_by("index"))
    left = ranking.rows_of_leaving(game, seats)
    if not any(row.player_id and row.index not in left for row in rows):
        rated.why = Why.DESERTED
        return
    assert game.result is not None  # it is over
    ranks = ranking.ranks(game.result["winners"], game.result["scores"], left)
    for row, rank in zip(rows, ranks, strict=True):
        row.rank = rank
        if row.player_id and row.index in left:
            leaving = left[row.index]
            row.lost_at = leaving.created_at if leaving.actor == LoggedMove.Actor.CLOCK else None
    RatedSeat.objects.bulk_update(rows, ["rank", "lost_at"])
