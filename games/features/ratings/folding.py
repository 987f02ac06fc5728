"""Folding finished rated games into ratings, in the order of their ends.

What a game changes depends on the games before it, also on those of other players and pools: pairs
that meet often, people who lose games on time.  So all pools have one order.  When a game arrives
that ended earlier than one that is folded already, or an operator takes one out, everything from
there on is computed again.  So the stored ratings never depend on the order of processing.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, OuterRef, Prefetch, Q, QuerySet, Subquery

from games.base import task_queue
from games.base.refusals import Missing
from games.features.ratings.facts import TASK
from games.features.ratings.ledger import (
    OFTEN_WITHIN,
    Change,
    Ledger,
    Loss,
    Part,
    Played,
    Pool,
    Skill,
)
from games.models import OutgoingEmail, RatedGame, RatedSeat, Rating, User
from games.post.outbox import delivery
from games.post.outbox.queue import queue_email

VOIDED = "rating-voided"  # the kind of email that tells of a game that was taken out
BATCH = 500  # rows in one statement

COMPUTED = ("mu_before", "sigma_before", "mu_after", "sigma_after", "games", "weight", "why")
_NOTHING: dict[str, Any] = dict.fromkeys(COMPUTED) | {"why": ""}


def finished() -> QuerySet[RatedGame]:
    """Return the finished games that count, in their order; also those that were taken out."""
    return RatedGame.objects.filter(ended_at__isnull=False, why="").order_by("ended_at", "game")


def due() -> QuerySet[RatedGame]:
    """Return the games with which the stored ratings do not agree yet, in their order."""
    return finished().filter(folded=False)


def sweep(now: datetime) -> int:
    """Fold the games whose task was lost, and return how many."""
    first = due().values_list("pk", flat=True).first()  # in their order, as their index has them
    return 0 if first is None else fold(now=now)


@transaction.atomic
def fold(*, now: datetime) -> int:
    """Fold all games that are due, and return how many were."""
    # Every worker locks all games that are due, so one folds and the others wait, and then find
    # nothing left.
    waiting = list(due().select_for_update(no_key=True))
    if not waiting:
        return 0
    games = list(_with_seats(_from(finished(), waiting[0])))
    ledger = _before(waiting[0], _pairs(games))
    rows = [row for game in games for row in _entered(ledger, game)]
    _store_seats(rows)
    RatedGame.objects.filter(pk__in=[game.pk for game in waiting]).update(folded=True)
    _store_ratings(ledger, _pairs(games))
    delivery.stop_waiting(OutgoingEmail.objects.filter(
        game__in=[game.game_id for game in waiting], kind="over"), now=now)
    return len(waiting)


def _with_seats(games: QuerySet[RatedGame]) -> QuerySet[RatedGame]:
    return games.prefetch_related(Prefetch("seats", RatedSeat.objects.order_by("index")))


def _from(games: QuerySet[RatedGame], first: RatedGame) -> QuerySet[RatedGame]:
    """Return this game and those after it."""
    return games.filter(Q(ended_at__gt=first.ended_at)
                        | Q(ended_at=first.ended_at, game__gte=first.game_id))


def _earlier(first: RatedGame) -> Q:
    """Return the condition for seats of games before this one that are in the ratings."""
    return Q(rated__why="", rated__voided_at=None) & (
        Q(rated__ended_at__lt=first.ended_at)
        | Q(rated__ended_at=first.ended_at, rated__game__lt=first.game_id))


Person = tuple[Pool, int]


def _pairs(games: Iterable[RatedGame]) -> set[Person]:
    """Return the people of these games, each with the pool in which they played."""
    return {(_pool(game), row.player_id) for game in games for row in game.seats.all()
            if row.player_id is not None}


def _pool(game: RatedGame) -> Pool:
    return game.ruleset, game.players


def _before(first: RatedGame, people: set[Person]) -> Ledger:
    """Return the ledger as it was before this game, as far as these people need it."""
    ids = {player for _pool, player in people}
    earlier = RatedSeat.objects.filter(_earlier(first))
    own = earlier.filter(player=OuterRef("player"), rated__ruleset=OuterRef("ruleset"),
                         rated__players=OuterRef("players"), weight__gt=0)
    last = own.order_by("-rated__ended_at", "-rated__game").values("pk")[:1]
    ratings = Rating.objects.filter(player__in=ids).annotate(last=Subquery(last))
    rows = RatedSeat.objects.select_related("rated").filter(
        pk__in=[rating.last for rating in ratings if rating.last])
    ledger = Ledger({(_pool(row.rated), row.player_id): skill_after(row) for row in rows
                     if row.player_id is not None})
    meetings: dict[tuple[int, datetime], list[int]] = defaultdict(list)
    assert first.ended_at is not None  # only such games are folded
    recent = earlier.filter(player__in=ids, rated__ended_at__gte=first.ended_at - OFTEN_WITHIN)
    for game, at, player in recent.order_by("rated__ended_at", "rated__game").values_list(
            "rated", "rated__ended_at", "player"):
        if at is not None and player is not None:  # both are there in such a query
            meetings[game, at].append(player)
    for (_game, at), players in meetings.items():
        ledger.note_meeting(players, at)
    lost = earlier.filter(player__in=ids, lost_at__isnull=False)
    for player, lost_at, at in lost.values_list("player", "lost_at", "rated__ended_at"):
        if player is not None and lost_at is not None and at is not None:  # as above
            ledger.losses[player].append(Loss(lost_at, at))
    return ledger


def _entered(ledger: Ledger, game: RatedGame) -> Iterator[RatedSeat]:
    """Enter a game that was not taken out, and yield its seats with what it has changed."""
    changes = {} if game.voided_at else {
        change.player: change for change in ledger.enter(_played(game))}
    for row in game.seats.all():
        if row.player_id is not None:
            columns = _columns(changes.get(row.player_id))
            for name, value in columns.items():
                setattr(row, name, value)
            yield row


def _played(game: RatedGame) -> Played:
    assert game.ended_at is not None
    return Played(game.game_id, _pool(game), game.began_at, game.ended_at, [
        Part(row.player_id, row.points, row.rank or 0, row.lost_at) for row in game.seats.all()])


def _columns(change: Change | None) -> dict[str, Any]:
    if change is None:
        return _NOTHING
    return {"mu_before": change.before.mu, "sigma_before": change.before.sigma,
            "mu_after": change.after.mu, "sigma_after": change.after.sigma,
            "games": change.after.games, "weight": change.weight, "why": change.why}


def skill_after(row: RatedSeat) -> Skill:
    """Return somebody's rating after a game that has changed it."""
    assert row.mu_after is not None
    assert row.sigma_after is not None
    return Skill(row.mu_after, row.sigma_after, row.games or 0, row.rated.ended_at)


def skill_of(rating: Rating) -> Skill:
    """Return the rating in a row."""
    return Skill(rating.mu, rating.sigma, rating.games, rating.at)


def _store_seats(rows: Sequence[RatedSeat]) -> None:
    """Store the computed columns of seats, which are there already: the quickest way to do so."""
    RatedSeat.objects.bulk_create(rows, batch_size=BATCH, update_conflicts=True,
                                  unique_fields=["pk"], update_fields=COMPUTED)


def _store_ratings(ledger: Ledger, people: set[Person]) -> None:
    """Store the present ratings of these people in these pools."""
    new, gone = [], Q(pk__in=())
    for (ruleset, players), player in sorted(people):
        skill = ledger.skills.get(((ruleset, players), player))
        if skill is None:  # their only game was taken out, or has changed nothing
            gone |= Q(player=player, ruleset=ruleset, players=players)
            continue
        assert skill.at is not None
        new.append(Rating(
            player_id=player, ruleset=ruleset, players=players, mu=skill.mu, sigma=skill.sigma,
            games=skill.games, at=skill.at, standing=skill.standing,
            firm_until=skill.firm_until))
    Rating.objects.bulk_create(
        new, batch_size=BATCH, update_conflicts=True,
        unique_fields=["player", "ruleset", "players"],
        update_fields=["mu", "sigma", "games", "at", "standing", "firm_until"])
    Rating.objects.filter(gone).delete()


# Taking a game out.

@transaction.atomic
def void(code: str, *, because: str, now: datetime) -> int:
    """Take a game out of the ratings for foul play, tell its people, and return how many.

    Refuses (Missing) a game that is not in the ratings.
    """
    rated = _change(code, was_out=False, voided_at=now, because=because)
    seats = {seat.index: seat for seat in rated.game.seats.all()}
    people = User.objects.filter(rated_player__seats__rated=rated).order_by("pk").annotate(
        index=F("rated_player__seats__index"))
    return sum(queue_email(VOIDED, to=user.email or "", user=user, game=rated.game,
                           seat=seats[user.index], now=now) is not None for user in people)


@transaction.atomic
def put_back(code: str) -> None:
    """Take a game that was taken out into the ratings again; refuse (Missing) another one."""
    _change(code, was_out=True, voided_at=None, because="")


def _change(code: str, *, was_out: bool, **columns: Any) -> RatedGame:
    rated = finished().select_for_update(no_key=True, of=("self",)).select_related("game").filter(
        game__code=code, voided_at__isnull=not was_out).first()
    if rated is None:
        raise Missing("not-rated", f"The game {code} was not taken out of the ratings." if was_out
                      else f"The game {code} is not in the ratings.")
    RatedGame.objects.filter(pk=rated.pk).update(folded=False, **columns)
    task_queue.send_after_commit(TASK, rated.game_id)
    return rated


# The same from the beginning.

Values = tuple[float | None, ...]


def rebuilt() -> str:
    """Return the digest of the ratings that all finished games give, computed anew."""
    ledger = Ledger()
    rows = (row for game in _with_seats(finished()).iterator(chunk_size=BATCH)
            for row in _entered(ledger, game))
    seats = {_key(row): _values(row) for row in rows}
    return _digest(seats, {
        (player, *pool): (skill.mu, skill.sigma) for (pool, player), skill in
        ledger.skills.items()})


def stored() -> str:
    """Return the digest of the stored ratings."""
    rows = RatedSeat.objects.filter(rated__in=finished().order_by(), player__isnull=False)
    return _digest({_key(row): _values(row) for row in rows.iterator()}, {
        (row.player_id, row.ruleset, row.players): (row.mu, row.sigma)
        for row in Rating.objects.iterator()})


def _key(row: RatedSeat) -> tuple[int, int]:
    return row.rated_id, row.index


def _values(row: RatedSeat) -> Values:
    return row.mu_before, row.sigma_before, row.mu_after, row.sigma_after, row.weight


def _digest(seats: Mapping[Any, Values], ratings: Mapping[Any, Values]) -> str:
    """Return the SHA-256 of ratings, to a thousandth of a point."""
    lines = [f"{key} {_rounded(values)}" for found in (seats, ratings)
             for key, values in sorted(found.items())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _rounded(values: Sequence[float | None]) -> str:
    return " ".join("-" if value is None else f"{value:.3f}" for value in values)


@transaction.atomic
def fold_again(*, now: datetime) -> int:
    """Replace all stored ratings by those computed anew; return how many games are in them."""
    finished().update(folded=False)
    Rating.objects.all().delete()
    return fold(now=now)
