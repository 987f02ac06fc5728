"""What a worker does at competitions: begin them and their rounds, settle what is left, end them.

A sweep tells a worker of each competition at which something is to be done (``look_at``), and
``look_after`` does whatever is due by then.  Doing it twice changes nothing, so a task that is lost
or runs twice does no harm.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.base import failures, locks, task_queue
from games.features.competitions import cups, emails, results, seasons, showing
from games.features.competitions.arranging import PAIR
from games.models import Competition, Entry, Fixture, FixtureSeat, Game, OutgoingEmail, Pace, User
from games.post.outbox import queue
from games.table.lobby import open_tables
from games.table.seats import leaving

JUDGE = "judge_fixture"
PACE = Pace.DAY
AGAIN = timedelta(minutes=10)  # until a worker is told again
TOGETHER = timedelta(minutes=2)  # until people are told of their tables, so in one email
BATCH = 100  # competitions of which one sweep tells

Kind, Status, Decided = Competition.Kind, Competition.Status, Fixture.Decided

log = logging.getLogger(__name__)


class _Begin(Protocol):
    def __call__(self, competition: Competition, entered: Sequence[Entry], /, *,
                 now: datetime) -> None: ...


class _GoOn(Protocol):
    def __call__(self, competition: Competition, /, *, now: datetime) -> bool: ...


@dataclass(frozen=True, slots=True)
class Format:
    """How competitions of a kind are played.

    ``fewest`` is how many people one needs, and ``begin`` makes its first matches and tables.
    ``go_on`` makes those of the next round when all are decided, or returns that there is none.
    """

    fewest: Callable[[Competition], int]
    begin: _Begin
    go_on: _GoOn


_ROUNDS = Format(cups.fewest, cups.begin, cups.go_on)
FORMATS = {Kind.SEASON: Format(seasons.fewest, seasons.begin, seasons.go_on),
           Kind.CUP: _ROUNDS, Kind.DUPLICATE: _ROUNDS}


def sweep(now: datetime) -> int:
    """Tell workers of the competitions at which something is to be done; return how many."""
    due = Competition.objects.filter(look_at__lte=now).order_by("look_at")
    found = list(due.values_list("pk", flat=True)[:BATCH])
    for pk in found:
        Competition.objects.filter(pk=pk, look_at__lte=now).update(look_at=now + AGAIN)
        task_queue.send_after_commit(results.TASK, pk)
    return len(found)


def next_due(now: datetime) -> datetime | None:
    """Return when something is to be done next at any competition."""
    return Competition.objects.filter(look_at__isnull=False).order_by("look_at").values_list(
        "look_at", flat=True).first()


def look_after(pk: int, *, now: datetime) -> None:
    """Do everything that is due at a competition, and note when to look again."""
    competition = Competition.objects.filter(pk=pk).first()
    if competition is None:
        return
    if competition.status == Status.OPEN and competition.starts_at <= now:
        competition = _begin(competition.pk, now=now)
    if competition.status == Status.RUNNING:
        _play(competition, now=now)
        if competition.ends_at <= now:
            _have_judged(competition, now=now)
        if _go_on(competition.pk, now=now):
            competition.refresh_from_db()
            _play(competition, now=now)
    if competition.kind != Kind.SEASON:
        cups.unseal(competition, now=now)
    competition.refresh_from_db()
    Competition.objects.filter(pk=pk).update(look_at=_next_look(competition, now=now))


def _next_look(competition: Competition, *, now: datetime) -> datetime | None:
    if competition.status == Status.OPEN:
        return competition.starts_at
    moments = [now + cups.LOOKS] if cups.is_sealed(competition) else []
    if competition.status == Status.RUNNING:
        to_begin = competition.fixtures.filter(game=None, decided="").order_by("begins_at")
        moments += [competition.ends_at, *to_begin.values_list("begins_at", flat=True)[:1]]
    return max(min(moments), now + AGAIN) if moments else None


@transaction.atomic
def _begin(pk: int, *, now: datetime) -> Competition:
    """Begin a competition with the people who have signed up, or give it up."""
    competition = Competition.objects.select_for_update(no_key=True).get(pk=pk)
    if competition.status != Status.OPEN or competition.starts_at > now:
        return competition
    entered = list(competition.entries.filter(user__is_active=True).order_by("pk"))
    how = FORMATS[Kind(competition.kind)]
    has_enough = len(entered) >= how.fewest(competition)
    competition.status = Status.RUNNING if has_enough else Status.CANCELLED
    competition.save(update_fields=["status"])
    if has_enough:
        how.begin(competition, entered, now=now)
    else:
        emails.queue(emails.BEGAN, entered, now=now)
    return competition


def _play(competition: Competition, *, now: datetime) -> None:
    """Begin the matches and tables that are due, and settle what people have left behind."""
    gone = competition.entries.filter(Q(user=None) | Q(user__is_active=False), out_at=None)
    results.drop_out(gone.values_list("pk", flat=True), now=now)
    waiting = competition.fixtures.filter(decided="")
    out = FixtureSeat.objects.filter(fixture=OuterRef("pk"), entry__out_at__isnull=False)
    with_losses = waiting.filter(Exists(out))
    to_begin = waiting.filter(game=None, begins_at__lte=now)
    for act, fixtures in ((_settle_without, with_losses), (_begin_fixture, to_begin)):
        for pk in fixtures.values_list("pk", flat=True):
            try:
                act(pk, now=now)
            except Exception as error:  # the others must not wait for this one
                log.exception("a fixture could not go on", extra={"fixture": pk})
                failures.keep(error, now=now)


@transaction.atomic
def _begin_fixture(pk: int, *, now: datetime) -> None:
    """Begin a match or table; a bot has the seat of whoever is out, and a match is a walkover."""
    seats = list(FixtureSeat.objects.filter(fixture=pk).select_related("entry__user"))
    of_index = {seat.index: seat.entry.user for seat in seats if _plays(seat.entry)}
    locks.lock_people(User.objects.filter(pk__in=[user.pk for user in of_index.values() if user]))
    fixture = Fixture.objects.select_for_update(no_key=True, of=("self",)).select_related(
        "competition").get(pk=pk)
    if fixture.game_id is not None or fixture.decided:
        return
    competition = fixture.competition
    people = [of_index.get(index) for index in range(competition.players)]
    if not any(people) or (results.are_duels(competition) and None in people):
        results.decide(fixture, Decided.WALKOVER, results.walkover(competition, seats))
        return
    fixture.game = open_tables.arrange(
        people, name=showing.title_of_game(fixture), ruleset=competition.ruleset, pace=PACE,
        match=results.games_of(competition) > 1, rated=competition.kind != Kind.DUPLICATE,
        sealed=competition.kind != Kind.SEASON, seed=cups.seed_of(fixture), now=now)
    fixture.save(update_fields=["game"])
    if competition.kind == Kind.SEASON and competition.players != PAIR:
        # Somebody's four tables begin together, and they are told of them together.
        queue.hold(OutgoingEmail.objects.filter(game=fixture.game), until=now + TOGETHER)


def _plays(entry: Entry) -> bool:
    return entry.out_at is None and entry.user is not None and entry.user.is_active


def _settle_without(pk: int, *, now: datetime) -> None:
    """Settle what somebody has left behind who is out.

    Their matches end, are won for their opponents, and are not rated; at a table, a bot takes their
    seat and the others play on.
    """
    with transaction.atomic():
        fixture = Fixture.objects.select_related("competition", "game").get(pk=pk)
        has_others = fixture.competition.players != PAIR and fixture.competition.kind != (
            Kind.DUPLICATE)
        if fixture.decided or (fixture.game is None and has_others):
            return
        games = [] if fixture.game is None else list(Game.objects.filter(
            Q(pk=fixture.game.pk) | Q(match_of=fixture.game.pk),
        ).select_for_update(no_key=True).order_by("pk"))
        if has_others:
            for seat in FixtureSeat.objects.filter(
                    fixture=pk, entry__out_at__isnull=False).select_related("entry__user"):
                if seat.entry.user is not None:
                    leaving.leave_if_seated(games[0], user=seat.entry.user, now=now)
            return
        results.call_off(games, now=now)
        fixture = Fixture.objects.select_for_update(no_key=True, of=("self",)).select_related(
            "competition").get(pk=pk)
        if not fixture.decided:
            results.decide(fixture, Decided.WALKOVER, results.walkover(
                fixture.competition, list(fixture.seats.select_related("entry"))))


def _have_judged(competition: Competition, *, now: datetime) -> None:
    """Have bots play out what is not decided at the end of a season or round.

    Whoever has not ended their game of a duplicate cup by then is out.
    """
    undecided = Fixture.objects.filter(competition=competition, decided="")
    if competition.kind == Kind.DUPLICATE:
        results.drop_out(FixtureSeat.objects.filter(fixture__in=undecided).values_list(
            "entry", flat=True), now=now)
        _play(competition, now=now)
        return
    for fixture in undecided.values_list("pk", flat=True):
        task_queue.send_task(JUDGE, fixture)


@transaction.atomic
def _go_on(pk: int, *, now: datetime) -> bool:
    """Make the next round if all is decided and there is one, or else end the competition."""
    competition = Competition.objects.select_for_update(no_key=True).get(pk=pk)
    if (competition.status != Status.RUNNING or competition.fixtures.filter(decided="").exists()
            or (competition.kind == Kind.SEASON and competition.ends_at > now)):
        return False
    if FORMATS[Kind(competition.kind)].go_on(competition, now=now):
        return True
    _close(competition, now=now)
    return False


def _close(competition: Competition, *, now: datetime) -> None:
    """Store everybody's place, and tell them."""
    entered = competition.entries.in_bulk()
    for rows in results.standings(competition).values():
        for row in rows:
            entered[row.entrant].place = row.place
    Entry.objects.bulk_update(entered.values(), ["place"])
    competition.status = Status.OVER
    if competition.kind != Kind.SEASON:  # the end of a season stands in the calendar
        competition.ends_at = now
    competition.save(update_fields=["status", "ends_at"])
    played = [entry for entry in entered.values() if entry.division and entry.out_at is None]
    emails.queue(emails.ENDED, played, now=now)
