"""Seasons of leagues: signing up, the divisions and the schedule, dropping out, and the end.

A season is a row as soon as somebody signs up for it.  A sweep tells a worker of each season at
which something is to be done (``look_at``), and ``look_after`` does whatever is due by then.  Doing
it twice changes nothing, so a task that is lost or runs twice does no harm.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games.base import failures, locks, task_queue
from games.base.refusals import Closed, Foreign, TableRefusal
from games.features.competitions import arranging, calendar, emails, results, showing
from games.features.competitions.arranging import PAIR, Candidate
from games.features.competitions.standing import Row
from games.models import (
    Competition,
    Entry,
    Fixture,
    FixtureSeat,
    Game,
    Match,
    OutgoingEmail,
    Pace,
    RatedPlayer,
    Rating,
    User,
)
from games.post.outbox import queue
from games.rulesets import registry
from games.table.lobby import open_tables
from games.table.seats import leaving

JUDGE = "judge_fixture"
PACE = Pace.DAY
LOST_STAYS = 2  # games lost on time, after which nobody goes up
UNRATED = 1100.0  # what a newcomer's rating is taken to be at least
AGAIN = timedelta(minutes=10)  # until a worker is told again
TOGETHER = timedelta(minutes=2)  # until people are told of their tables, so in one email
BATCH = 100  # seasons of which one sweep tells

Status, Decided = Competition.Status, Fixture.Decided

log = logging.getLogger(__name__)


def leagues() -> list[tuple[str, int]]:
    """Return the leagues: games with numbers of players whose games can be rated."""
    return [(room.name, players) for room in registry.rooms().values()
            for players in arranging.FEWEST if players in room.ruleset.rated_options]


def find(ruleset: str, players: int, begins: datetime) -> Competition:
    """Return a season of a league, which is not stored as long as nobody has signed up."""
    found = Competition.objects.filter(ruleset=ruleset, players=players, starts_at=begins).first()
    return found or unsaved(ruleset, players, begins)


def unsaved(ruleset: str, players: int, begins: datetime) -> Competition:
    """Return a season for which nobody has signed up."""
    return Competition(ruleset=ruleset, players=players, starts_at=begins,
                       ends_at=begins + calendar.LENGTH)


# Signing up, and dropping out.

def enter(user: User, season: Competition, *, now: datetime) -> None:
    """Sign somebody up for a season; refuse whoever plays unrated, and all at other times.

    The user is locked.
    """
    if user.is_guest:
        raise TableRefusal("guest", _("You are playing as a guest. Sign in with your email address"
                                      " to play in a league."))
    if RatedPlayer.objects.filter(user=user, hidden=True).exists():
        raise TableRefusal("hidden", _("You hide your rating, but the games of a league are rated"
                                       " for everybody. Show your rating on the page of your"
                                       " account first."))
    if not calendar.may_sign_up(season.starts_at, now=now):
        raise Closed("sign-up", _("You can sign up for this season from %(day)s on, until it"
                                  " begins.") % {
            "day": showing.day_of(season.starts_at - calendar.SIGN_UP)})
    stored, _new = Competition.objects.get_or_create(
        ruleset=season.ruleset, players=season.players, starts_at=season.starts_at,
        defaults={"ends_at": season.ends_at, "look_at": season.starts_at})
    entry, is_new = Entry.objects.get_or_create(
        competition=stored, user=user, defaults={"signed_up_at": now})
    if is_new:
        emails.queue(emails.ENTERED, [entry], now=now)


def withdraw(user: User, season: Competition, *, now: datetime) -> None:
    """Take somebody out of a season, before it begins or while it is played; refuse others.

    The user is locked.
    """
    entry = Entry.objects.select_related("competition").filter(
        competition=season, user=user, out_at=None).first() if season.pk else None
    if entry is None or entry.competition.status not in (Status.OPEN, Status.RUNNING):
        raise Foreign("not-entered", _("You are not playing in this season."))
    if entry.division is None:
        entry.delete()
    else:
        drop_out([entry.pk], now=now)


def drop_out(entries: Iterable[int], *, now: datetime) -> None:
    """Note that these people play on no longer; a worker then settles what they leave behind."""
    entered = Entry.objects.filter(pk__in=[*entries], out_at=None)
    seasons = list(entered.values_list("competition", flat=True))
    entered.update(out_at=now)
    Competition.objects.filter(pk__in=seasons, status=Status.RUNNING).update(look_at=now)
    for season in seasons:
        task_queue.send_after_commit(results.TASK, season)


# What a worker does.

def sweep(now: datetime) -> int:
    """Tell workers of the seasons at which something is to be done, and return how many."""
    due = Competition.objects.filter(look_at__lte=now).order_by("look_at")
    found = list(due.values_list("pk", flat=True)[:BATCH])
    for pk in found:
        Competition.objects.filter(pk=pk, look_at__lte=now).update(look_at=now + AGAIN)
        task_queue.send_after_commit(results.TASK, pk)
    return len(found)


def next_due(now: datetime) -> datetime | None:
    """Return when something is to be done next at any season."""
    return Competition.objects.filter(look_at__isnull=False).order_by("look_at").values_list(
        "look_at", flat=True).first()


def look_after(pk: int, *, now: datetime) -> None:
    """Do everything that is due at a season, and note when to look again."""
    season = Competition.objects.filter(pk=pk).first()
    if season is None:
        return
    if season.status == Status.OPEN and season.starts_at <= now:
        season = _begin(season.pk, now=now)
    if season.status == Status.RUNNING:
        _play(season, now=now)
    if season.status == Status.RUNNING and season.ends_at <= now:
        _end(season.pk, now=now)
    season.refresh_from_db()
    Competition.objects.filter(pk=pk).update(look_at=_next_look(season, now=now))


def _next_look(season: Competition, *, now: datetime) -> datetime | None:
    if season.status == Status.OPEN:
        return season.starts_at
    if season.status != Status.RUNNING:
        return None
    to_begin = season.fixtures.filter(game=None, decided="").order_by("begins_at")
    moments = [season.ends_at, *to_begin.values_list("begins_at", flat=True)[:1]]
    return max(min(moments), now + AGAIN)


@transaction.atomic
def _begin(pk: int, *, now: datetime) -> Competition:
    """Divide the people who have signed up, and make the schedule; or give the season up."""
    season = Competition.objects.select_for_update(no_key=True).get(pk=pk)
    if season.status != Status.OPEN:
        return season
    entries = {entry.user_id: entry for entry in season.entries.filter(user__is_active=True)}
    has_enough = len(entries) >= arranging.FEWEST[season.players]
    divisions = arranging.divide(_candidates(season, entries)) if has_enough else []
    season.status = Status.RUNNING if has_enough else Status.CANCELLED
    season.divisions = len(divisions)
    season.save(update_fields=["status", "divisions"])
    if has_enough:
        for number, people in enumerate(divisions, start=1):
            members = [entries[person] for person in people]
            Entry.objects.filter(pk__in=[entry.pk for entry in members]).update(division=number)
            _make_schedule(season, number, members)
    emails.queue(emails.BEGAN, entries.values(), now=now)
    return season


def _candidates(season: Competition, entries: Mapping[int | None, Entry]) -> list[Candidate]:
    """Return the people who have signed up, with what is known of them."""
    ratings = dict(Rating.objects.filter(
        player__user__in=[*entries], player__hidden=False, ruleset=season.ruleset,
        players=season.players).values_list("player__user", "standing"))
    last = {entry.user_id: entry for entry in Entry.objects.filter(
        user__in=[*entries], competition__ruleset=season.ruleset,
        competition__players=season.players, belongs__isnull=False,
    ).order_by("competition__starts_at")}
    return [Candidate(user, ratings.get(user, UNRATED),
                      *(_belongs(last[user]) if user in last else ()))
            for user in entries if user is not None]


def _belongs(entry: Entry) -> tuple[int, tuple[int, int]]:
    """Return the division to which somebody belongs, and their order there.

    Whoever comes from above is before those who stay, and whoever comes from below is behind them.
    """
    assert entry.belongs is not None  # as the query says
    assert entry.division is not None
    assert entry.place is not None
    return entry.belongs, (entry.division - entry.belongs, entry.place)


def _make_schedule(season: Competition, division: int, members: Sequence[Entry]) -> None:
    rounds = arranging.rounds(len(members), season.players,
                              matches=results.games_of(season) > 1)
    step = calendar.STARTS_WITHIN / max(1, len(rounds) - 1)
    for number, games in enumerate(rounds):
        fixtures = Fixture.objects.bulk_create(Fixture(
            competition=season, division=division, round=number + 1, number=place,
            begins_at=season.starts_at + number * step,
        ) for place in range(1, len(games) + 1))
        FixtureSeat.objects.bulk_create(
            FixtureSeat(fixture=fixture, index=index, entry=members[member])
            for fixture, seats in zip(fixtures, games, strict=True)
            for index, member in enumerate(seats))


def _play(season: Competition, *, now: datetime) -> None:
    """Begin the matches and tables that are due, and settle what people have left behind."""
    gone = season.entries.filter(Q(user=None) | Q(user__is_active=False), out_at=None)
    drop_out(gone.values_list("pk", flat=True), now=now)
    waiting = season.fixtures.filter(decided="")
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
    people = [seat.entry.user if _plays(seat.entry) else None for seat in seats]
    locks.lock_people(User.objects.filter(pk__in=[user.pk for user in people if user]))
    fixture = Fixture.objects.select_for_update(no_key=True, of=("self",)).select_related(
        "competition").get(pk=pk)
    if fixture.game_id is not None or fixture.decided:
        return
    season = fixture.competition
    if (season.players == PAIR and None in people) or not any(people):
        results.decide(fixture, Decided.WALKOVER, results.walkover(season, seats))
        return
    fixture.game = open_tables.arrange(
        people, name=showing.title_of_game(fixture), ruleset=season.ruleset, pace=PACE,
        match=results.games_of(season) > 1, now=now)
    fixture.save(update_fields=["game"])
    if season.players != PAIR:  # somebody's four tables begin together, and are told of together
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
        if fixture.decided or (fixture.game is None and fixture.competition.players != PAIR):
            return
        games = [] if fixture.game is None else list(Game.objects.filter(
            Q(pk=fixture.game.pk) | Q(match_of=fixture.game.pk),
        ).select_for_update(no_key=True).order_by("pk"))
        out = [seat.entry.user for seat in FixtureSeat.objects.filter(
            fixture=pk, entry__out_at__isnull=False).select_related("entry__user")]
        if fixture.competition.players != PAIR:  # all tables have begun with the season
            for user in filter(None, out):
                leaving.leave_if_seated(games[0], user=user, now=now)
            return
        for game in games:
            if game.status == Game.Status.RUNNING:
                leaving.call_off(game, now=now)
            elif game.match == Match.FIRST:  # or a worker would begin the second one
                game.match = Match.BROKEN_OFF
                game.save(update_fields=["match"])
        fixture = Fixture.objects.select_for_update(no_key=True, of=("self",)).select_related(
            "competition").get(pk=pk)
        if not fixture.decided:
            results.decide(fixture, Decided.WALKOVER, results.walkover(
                fixture.competition, list(fixture.seats.select_related("entry"))))


def _end(pk: int, *, now: datetime) -> None:
    """End a season if everything is decided; otherwise have the rest played out by bots."""
    waiting = Fixture.objects.filter(competition=pk, decided="")
    undecided = list(waiting.values_list("pk", flat=True))
    for fixture in undecided:
        task_queue.send_task(JUDGE, fixture)
    if not undecided:
        _close(pk, now=now)


@transaction.atomic
def _close(pk: int, *, now: datetime) -> None:
    """Store everybody's place, and where they belong in the next season; and tell them."""
    season = Competition.objects.select_for_update(no_key=True).get(pk=pk)
    if season.status != Status.RUNNING:
        return
    tables = results.standings(season)
    entries = season.entries.in_bulk()
    for number, rows in tables.items():
        moves = arranging.moves([_may_go_up(row) for row in rows], is_first=number == 1,
                                is_last=number == len(tables))
        for row, move in zip(rows, moves, strict=True):
            entry = entries[row.entrant]
            entry.place, entry.belongs = row.place, number + move
    Entry.objects.bulk_update(entries.values(), ["place", "belongs"])
    season.status = Status.OVER
    season.save(update_fields=["status"])
    emails.queue(emails.ENDED, [entry for entry in entries.values() if entry.out_at is None],
                 now=now)


def _may_go_up(row: Row) -> bool:
    return not row.is_out and row.lost < LOST_STAYS
