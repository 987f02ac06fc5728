"""Results of fixtures: what games that have ended are worth, and who has lost on time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import F

from games.base import task_queue
from games.features.competitions import standing
from games.features.competitions.arranging import PAIR
from games.features.competitions.standing import Row
from games.models import Competition, Entry, Fixture, FixtureSeat, Game, LoggedMove, Match, Seat
from games.rulesets import registry
from games.table.events import Ended, SeatChange, SeatChanged
from games.table.lobby import table_settings
from games.table.seats import leaving, ranking

TASK = "look_after_season"

Kind = Competition.Kind
# The number of games lost on time after which somebody is out.
OUT_AFTER = {Kind.SEASON: 3, Kind.CUP: 2, Kind.DUPLICATE: 1}


def ended(event: Ended) -> None:
    """Note what a match or table was worth when its last game has ended."""
    game = event.game
    if not game.arranged or game.status != Game.Status.OVER:
        return
    if game.match == Match.FIRST and not any(ranking.has_left(seat) for seat in event.seats):
        return  # the second game follows
    first = game.match_of or game
    fixture = Fixture.objects.select_related("competition").filter(game=first).first()
    if fixture is None:
        return
    if fixture.competition.kind != Kind.SEASON:  # the round may be over
        look_soon(fixture.competition_id, now=event.now)
    is_alone = fixture.competition.kind == Kind.DUPLICATE
    if not fixture.decided:
        points = _lead(game) if is_alone else _points(first, game, event.seats)
        decide(fixture, Fixture.Decided.PLAYED, points)
        if is_alone and (event.left or ranking.has_left(event.seats[0])):
            Entry.objects.filter(seats__fixture=fixture).update(out_at=event.now)


def changed(event: SeatChanged) -> None:
    """Count a game that somebody has lost on time, and take them out after too many."""
    if event.change != SeatChange.LEFT or event.cause is not None or not event.game.arranged:
        return
    is_second = event.game.match == Match.SECOND
    first = event.game.match_of_id if is_second else event.game.pk
    index = 1 - event.seat.index if is_second else event.seat.index
    found = Entry.objects.select_related("competition").filter(
        seats__fixture__game=first, seats__index=index, out_at=None).first()
    if found is None:
        return
    Entry.objects.filter(pk=found.pk).update(lost=F("lost") + 1)
    if found.lost + 1 >= OUT_AFTER[Kind(found.competition.kind)]:
        drop_out([found.pk], now=event.now)


def drop_out(entries: Iterable[int], *, now: datetime) -> None:
    """Note that these people play on no longer; a worker then settles what they leave behind."""
    entered = Entry.objects.filter(pk__in=[*entries], out_at=None)
    for competition in sorted({*entered.values_list("competition", flat=True)}):
        look_soon(competition, now=now)  # first, as everybody locks competitions before entries
    entered.update(out_at=now)


def look_soon(competition: int, *, now: datetime) -> None:
    """Have a worker look after a competition as soon as what is being done is stored."""
    Competition.objects.filter(pk=competition).exclude(
        status=Competition.Status.CANCELLED).update(look_at=now)
    task_queue.send_after_commit(TASK, competition)


def call_off(games: Iterable[Game], *, now: datetime) -> None:
    """End what is left of a match or table, whose games are locked; they do not count."""
    for game in games:
        if game.status == Game.Status.RUNNING:
            leaving.call_off(game, now=now)
        elif game.match == Match.FIRST:  # or a worker would begin the second one
            game.match = Match.BROKEN_OFF
            game.save(update_fields=["match"])


def decide(fixture: Fixture, how: Fixture.Decided, points: Sequence[float],
           margins: Sequence[float] | None = None) -> None:
    """Store what a fixture was worth, from the points of all seats of its (first) game."""
    for seat in fixture.seats.all():
        seat.points, seat.margin = points[seat.index], margins[seat.index] if margins else None
        seat.save(update_fields=["points", "margin"])
    fixture.decided = how
    fixture.save(update_fields=["decided"])


def games_of(competition: Competition) -> int:
    """Return how many games each fixture has: two if it is a match."""
    rules = registry.get(competition.ruleset).ruleset
    has_matches = table_settings.offers_matches(rules, players=competition.players)
    return 2 if has_matches and competition.kind != Kind.DUPLICATE else 1


def are_duels(competition: Competition) -> bool:
    """Return whether two people play against each other, so that nobody plays if one is out."""
    return competition.players == PAIR and competition.kind != Kind.DUPLICATE


def walkover(competition: Competition, seats: Sequence[FixtureSeat]) -> list[float]:
    """Return what a fixture is worth, for all its seats, that is not played.

    That is so because somebody is out or, in a cup, has no opponent in this round.
    """
    stay = {seat.index for seat in seats if seat.entry.out_at is None}
    return [float(games_of(competition)) * (index in stay) for index in range(competition.players)]


def rows_of_leaving(game: Game, seats: Sequence[Seat]) -> dict[int, LoggedMove]:
    """Return the rows with which entrants have left their seats, as ``ranking`` does.

    Not those of seats whose player has taken over the place in the competition as well.
    """
    found = ranking.rows_of_leaving(game, seats)
    if not found:
        return found
    first = game.match_of_id if game.match == Match.SECOND else game.pk
    entrants = {(seat.index, seat.entry.user_id) for seat in FixtureSeat.objects.filter(
        fixture__game=first, entry__user__isnull=False).select_related("entry")}
    if game.match == Match.SECOND:
        entrants = {(1 - index, user) for index, user in entrants}
    return {index: row for index, row in found.items()
            if (index, seats[index].user_id) not in entrants}


def worth_of(game: Game, seats: Sequence[Seat]) -> list[float]:
    """Return what a game that is over was worth for each of its seats."""
    assert game.result is not None  # it is over
    left = rows_of_leaving(game, seats)
    return standing.worth(ranking.ranks(game.result["winners"], game.result["scores"], left))


def _lead(game: Game) -> list[float]:
    """Return for each seat how many points it is ahead of the best other seat, or behind it."""
    assert game.result is not None  # it is over
    scores = game.result["scores"]
    return [float(own - max(scores[:seat] + scores[seat + 1:])) for seat, own in enumerate(scores)]


def _points(first: Game, last: Game, seats: Sequence[Seat]) -> list[float]:
    """Return what a match or table was worth, whose last game has just ended."""
    points = worth_of(last, seats)
    if not first.match:
        return points
    if last != first:
        return added(worth_of(first, list(first.seats.all())), points)
    # There is no second game, so whoever has stayed has that, too.
    stayed = [not ranking.has_left(seat) for seat in seats]
    return [own + stays for own, stays in zip(points, stayed, strict=True)]


def added(first: Sequence[float], second: Sequence[float]) -> list[float]:
    """Return what both games of a match were worth for the seats of the first."""
    return [own + other for own, other in zip(first, reversed(second), strict=True)]


# Standings.

def standings(season: Competition) -> dict[int, list[Row]]:
    """Return the rows of each division of a season, the best first, in two queries."""
    entries = season.entries.filter(division__isnull=False)
    seats = FixtureSeat.objects.filter(fixture__competition=season, points__isnull=False)
    return tables(list(entries), list(seats.select_related("fixture")))


def tables(entries: Sequence[Entry], seats: Sequence[FixtureSeat]) -> dict[int, list[Row]]:
    """Return the rows of each division; ``seats`` are those of fixtures that are decided."""
    heirs = {entry.pk: entry.successor_id for entry in entries if entry.successor_id}
    rows: dict[int, dict[int, Row]] = {}
    for entry in sorted(entries, key=lambda entry: entry.pk):
        assert entry.division is not None  # the season has begun
        rows.setdefault(entry.division, {})[entry.pk] = Row(
            entry.pk, is_out=entry.out_at is not None, lost=entry.lost)
    games: dict[int, dict[int, dict[int, float]]] = {}
    for seat in seats:
        assert seat.points is not None  # as they are decided
        games.setdefault(seat.fixture.division, {}).setdefault(
            seat.fixture_id, {})[_heir(seat.entry_id, heirs)] = seat.points
    return {division: standing.table(rows[division], [*games.get(division, {}).values()])
            for division in sorted(rows)}


def _heir(entry: int, heirs: Mapping[int, int]) -> int:
    """Return who has the points of an entrant: they themselves, or the last in their place."""
    while entry in heirs:
        entry = heirs[entry]
    return entry
