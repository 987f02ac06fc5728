"""Results of fixtures: what games that have ended are worth, and who has lost on time."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F

from games.base import task_queue
from games.features.competitions import standing
from games.features.competitions.standing import Row
from games.models import Competition, Entry, Fixture, FixtureSeat, Game, Match, Seat
from games.rulesets import registry
from games.table.events import Ended, SeatChange, SeatChanged
from games.table.lobby import table_settings
from games.table.seats import ranking

TASK = "look_after_season"
OUT_AFTER = 3  # games lost on time in one season


def ended(event: Ended) -> None:
    """Note what a match or table was worth when its last game has ended."""
    game = event.game
    if not game.arranged or game.status != Game.Status.OVER:
        return
    if game.match == Match.FIRST and not any(ranking.has_left(seat) for seat in event.seats):
        return  # the second game follows
    first = game.match_of or game
    fixture = Fixture.objects.filter(game=first, decided="").first()
    if fixture is not None:
        decide(fixture, Fixture.Decided.PLAYED, _points(first, game, event.seats))


def changed(event: SeatChanged) -> None:
    """Count a game that somebody has lost on time, and take them out after the third."""
    if event.change != SeatChange.LEFT or event.cause is not None or not event.game.arranged:
        return
    is_second = event.game.match == Match.SECOND
    first = event.game.match_of_id if is_second else event.game.pk
    index = 1 - event.seat.index if is_second else event.seat.index
    entries = Entry.objects.filter(seats__fixture__game=first, seats__index=index, out_at=None)
    found = entries.first()
    if found is None:
        return
    Entry.objects.filter(pk=found.pk).update(lost=F("lost") + 1)
    if found.lost + 1 >= OUT_AFTER:
        Entry.objects.filter(pk=found.pk).update(out_at=event.now)
        Competition.objects.filter(pk=found.competition_id, status=Competition.Status.RUNNING
                                   ).update(look_at=event.now)
        task_queue.send_after_commit(TASK, found.competition_id)


def decide(fixture: Fixture, how: Fixture.Decided, points: Sequence[float],
           margins: Sequence[float] | None = None) -> None:
    """Store what a fixture was worth for each of its seats."""
    for number, seat in enumerate(fixture.seats.order_by("index")):
        seat.points, seat.margin = points[number], margins[number] if margins else None
        seat.save(update_fields=["points", "margin"])
    fixture.decided = how
    fixture.save(update_fields=["decided"])


def games_of(season: Competition) -> int:
    """Return how many games each fixture of a season has: two if it is a match."""
    rules = registry.get(season.ruleset).ruleset
    return 2 if table_settings.offers_matches(rules, players=season.players) else 1


def walkover(season: Competition, seats: Sequence[FixtureSeat]) -> list[float]:
    """Return what a fixture is worth that is not played because somebody is out."""
    return [0.0 if seat.entry.out_at else float(games_of(season)) for seat in seats]


def worth_of(game: Game, seats: Sequence[Seat]) -> list[float]:
    """Return what a game that is over was worth for each of its seats."""
    assert game.result is not None  # it is over
    left = ranking.rows_of_leaving(game, seats)
    return standing.worth(ranking.ranks(game.result["winners"], game.result["scores"], left))


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
    rows: dict[int, dict[int, Row]] = {}
    for entry in sorted(entries, key=lambda entry: entry.pk):
        assert entry.division is not None  # the season has begun
        rows.setdefault(entry.division, {})[entry.pk] = Row(
            entry.pk, is_out=entry.out_at is not None, lost=entry.lost)
    games: dict[int, dict[int, dict[int, float]]] = {}
    for seat in seats:
        assert seat.points is not None  # as they are decided
        games.setdefault(seat.fixture.division, {}).setdefault(
            seat.fixture_id, {})[seat.entry_id] = seat.points
    return {division: standing.table(rows[division], [*games.get(division, {}).values()])
            for division in sorted(rows)}
