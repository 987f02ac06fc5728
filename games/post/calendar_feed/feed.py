"""The contents of a person's calendar feed: deadlines, and forecasts of later turns.

A feed describes the present: programs drop the entries that are no longer in it.  Making one takes
the same number of queries however many games there are.

Forecasts do not know the games' rules.  They assume that the players to move play first, and then
the others up to the reader, in the order of their seats.  Bots and stand-ins take no time.  There
is no forecast for live games, which are over before anybody looks at a calendar, for games without
a clock, in which nobody has promised to play, or while clocks stand still.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.models import Game, Pace, Seat, SeatClock, User
from games.people import languages
from games.post.calendar_feed import forecast, ics
from games.post.calendar_feed.forecast import ExpectedTurn
from games.post.calendar_feed.ics import Entry
from games.post.outbox import preferences
from games.table.clocks import outages, reliability, seat_clocks, time_wording
from games.table.clocks.playing_time import Calendar, Span
from games.table.clocks.reliability import RecentTurn
from games.table.lobby import game_lists

NEWCOMERS_SHARE = 1 / 4  # of the time that each turn adds: assumed for people who hardly played yet


@dataclass(frozen=True, slots=True)
class NextTurn:
    """A forecast of the reader's next turn in a game.

    ``assumed`` is whether we do not know yet how fast one of the players before them is.
    """

    window: Span
    assumed: bool


@dataclass(frozen=True, slots=True)
class _People:
    """The calendars and recent turns of the people at the tables, by their ids."""

    calendars: Mapping[int, Calendar]
    turns: Mapping[int, list[RecentTurn]]


def next_turns(games: Iterable[Game], reader: User, *, now: datetime) -> dict[int, NextTurn]:
    """Return forecasts by the ids of games, in at most six queries for any number of games.

    The games must have been loaded by ``game_lists.with_seats``.
    """
    waiting = {game.pk: (game, own) for game in games
               if (own := _waiting_seat(game, reader)) is not None}
    if not waiting:
        return {}
    seats = [seat for game, _ in waiting.values() for seat in game.seats.all()]
    stopped = outages.spans(min((clock.since for seat in seats if (clock := _clock(seat))
                                 and clock.since), default=now))
    if any(span.begin <= now < span.end for span in stopped):
        return {}
    ids = {seat.user_id for seat in seats if seat.user_id is not None}
    people = _People(seat_clocks.calendars_of(ids), reliability.recent_turns(ids, now=now))
    found = {pk: _next_turn(game, own, people, stopped=stopped, now=now)
             for pk, (game, own) in waiting.items()}
    return {pk: each for pk, each in found.items() if each is not None}


def _waiting_seat(game: Game, reader: User) -> Seat | None:
    """Return the reader's seat if the game's clocks run and it waits for others, else None."""
    running = game.status == Game.Status.RUNNING and game.paused_at is None
    if not running or not game.has_clock or game.pace == Pace.LIVE or game.deserted_at:
        return None
    own = next((seat for seat in game.seats.all() if seat.user_id == reader.pk), None)
    return None if own is None or own.to_move else own


def _next_turn(game: Game, own: Seat, people: _People, *, stopped: tuple[Span, ...],
               now: datetime) -> NextTurn | None:
    present, later = _before(game, own)
    reader = seat_clocks.counted_in(game, people.calendars[own.user_id or 0])
    window = forecast.window([_expected(seat, people) for seat in present],
                             [_expected(seat, people) for seat in later],
                             reader=reader, stopped=stopped, now=now)
    assumed = any(_speed(seat, people) is None for seat in (*present, *later))
    return NextTurn(window, assumed) if window else None


def _before(game: Game, own: Seat) -> tuple[list[Seat], list[Seat]]:
    """Return the seats to move now, and those between the last of them and the reader's."""
    seats = list(game.seats.all())
    order = [*seats[own.index + 1:], *seats[:own.index]]  # those who play before the reader last
    last = max((place for place, seat in enumerate(order) if seat.to_move), default=-1)
    present = [seat for seat in order if seat.to_move]
    return [seat for seat in present if _takes_time(seat)], [
        seat for seat in order[last + 1:] if _takes_time(seat)]


def _takes_time(seat: Seat) -> bool:
    return seat.user_id is not None and not seat.stand_in


def _expected(seat: Seat, people: _People) -> ExpectedTurn:
    game, clock, pk = seat.game, _clock(seat), seat.user_id or 0
    usual = _speed(seat, people)
    most = (clock.bank if clock else game.bank_at_start) + game.grace
    return ExpectedTurn(
        seat_clocks.counted_in(game, people.calendars[pk]),
        game.bank_per_turn * NEWCOMERS_SHARE if usual is None else usual, most,
        since=clock.since if clock else None,
        spent=clock.spent if clock and clock.asked_at else timedelta(0))


def _speed(seat: Seat, people: _People) -> timedelta | None:
    return reliability.usual_time(people.turns.get(seat.user_id or 0, ()), seat.game)


def _clock(seat: Seat) -> SeatClock | None:
    try:
        return seat.clock
    except SeatClock.DoesNotExist:
        return None


@dataclass(frozen=True, slots=True)
class File:
    """A feed as an iCalendar file.

    ``content`` is a new revision each time; ``fingerprint`` changes only if the entries do.
    """

    content: bytes
    fingerprint: str


def file(user: User, *, now: datetime) -> File:
    """Return the user's feed at this moment."""
    with translation.override(languages.of(user)):
        write = partial(ics.written, entries(user, now=now), site=settings.SITE_NAME,
                        name=_("%(site)s: my turns") % {"site": settings.SITE_NAME})
    same = write(now=ics.FIRST_REVISION)
    return File(write(now=now), hashlib.sha256(same).hexdigest()[:32])


def entries(user: User, *, now: datetime) -> list[Entry]:
    """Return the entries of the user's feed: deadlines, then forecasts, by the ids of games."""
    running = Game.objects.filter(seats__user=user, status=Game.Status.RUNNING)
    games = list(game_lists.with_seats(running).order_by("pk"))
    zone = preferences.preferences_of(user).time_zone
    expected = next_turns(games, user, now=now)
    return [*_deadlines(_own_clocks(games, user), zone=zone, now=now),
            *(_forecast(game, user, expected[game.pk]) for game in games if game.pk in expected)]


def _own_clocks(games: Iterable[Game], user: User) -> Iterator[SeatClock]:
    """Yield the user's clocks that run or will start as soon as an email has left."""
    for game in games:
        for seat in game.seats.all():
            running = seat.user_id == user.pk and seat.to_move and not seat.stand_in
            if running and game.paused_at is None and hasattr(seat, "clock"):
                yield seat.clock


def _deadlines(clocks: Iterable[SeatClock], *, zone: str, now: datetime) -> list[Entry]:
    asked = [clock for clock in clocks if clock.asked_at is not None]
    if not asked or outages.current() is not None:
        return []
    prefetch_related_objects(asked, "email__digest")
    times = seat_clocks.times_of_all(asked, now=now)
    return [_deadline(clock, clock.deadline or seat_clocks.deadline_from(
        clock, each, _earliest_start(clock, now=now)), zone=zone)
        for clock, each in zip(asked, times, strict=True)]


def _earliest_start(clock: SeatClock, *, now: datetime) -> datetime:
    """Return the earliest moment at which a clock that stands still can be started."""
    begin = clock.held_until or clock.asked_at or now
    email = clock.email.digest or clock.email if clock.email else None
    return max(begin, email.not_before) if email else begin


def _deadline(clock: SeatClock, deadline: datetime, *, zone: str) -> Entry:
    game = clock.seat.game
    sentence = _("Your time for this turn ends on %(moment)s.") if clock.since else _(
        "Your time for this turn ends on %(moment)s, or a little later: it begins to"
        " pass when our email about the turn has left.")
    moment = time_wording.fixed(deadline, zone=zone)
    return Entry(
        uid=_uid("deadline", clock.seat.index, game), begins_at=deadline, ends_at=None,
        summary=_("Your turn in %(table)s ends") % {"table": game.name},
        description=_with_link(sentence % {"moment": moment}, game),
        url=_url(game), category=_("Deadline"), tentative=False)


def _forecast(game: Game, user: User, expected: NextTurn) -> Entry:
    seat = next(each for each in game.seats.all() if each.user_id == user.pk)
    sentences = [_(
        "This is only a forecast: your turn will probably come in this time. It is based on how"
        " much time the players before you usually take, and on everybody's playing hours. Your"
        " own time for the turn does not pass before the turn has come.")]
    if expected.assumed:
        sentences.append(_("We do not know yet how quickly some of them play."))
    return Entry(
        uid=_uid("forecast", seat.index, game),
        begins_at=expected.window.begin, ends_at=expected.window.end,
        summary=_("Probably your turn: %(table)s (forecast)") % {"table": game.name},
        description=_with_link(" ".join(sentences), game),
        url=_url(game), category=_("Forecast"), tentative=True)


def _uid(kind: str, seat: int, game: Game) -> str:
    return f"{kind}-{game.code}-{seat}@{urlsplit(settings.BASE_URL).hostname}"


def _with_link(text: str, game: Game) -> str:
    return f"{text}\n\n{_url(game)}"


def _url(game: Game) -> str:
    return f"{settings.BASE_URL}{reverse('game', kwargs={'code': game.code})}"
