"""What one person's calendar feed contains: when their turns end, and forecasts of the next ones.

A feed is the whole truth of the moment: what is not in it any more is over.  It takes the same
number of queries however many games there are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.calendar_feed import ics
from games.calendar_feed.ics import Entry
from games.calendar_feed.next_turns import NextTurn, next_turns
from games.models import Game, SeatClock, User
from games.outbox import preferences
from games.table.clocks import outages, seat_clocks, time_wording
from games.table.lobby import game_lists


@dataclass(frozen=True, slots=True)
class File:
    """A feed as an iCalendar file.

    ``content`` is a new revision each time, ``fingerprint`` the same until it says anything else.
    """

    content: bytes
    fingerprint: str


def file(user: User, *, now: datetime) -> File:
    """The user's feed at this moment."""
    with translation.override(preferences.language_of(user)):
        write = partial(ics.written, entries(user, now=now), site=settings.SITE_NAME,
                        name=_("%(site)s: my turns") % {"site": settings.SITE_NAME})
    same = write(now=ics.FIRST_REVISION)
    return File(write(now=now), hashlib.sha256(same).hexdigest()[:32])


def entries(user: User, *, now: datetime) -> list[Entry]:
    """The entries, in the order of their games."""
    running = Game.objects.filter(seats__user=user, status=Game.Status.RUNNING)
    games = list(game_lists.with_seats(running).order_by("pk"))
    zone = preferences.preferences_of(user).time_zone
    expected = next_turns(games, user, now=now)
    return [*_deadlines(_own_clocks(games, user), zone=zone, now=now),
            *(_forecast(game, user, expected[game.pk]) for game in games if game.pk in expected)]


def _own_clocks(games: Iterable[Game], user: User) -> Iterator[SeatClock]:
    """The user's clocks that run or will be started as soon as an email has left."""
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
    """The earliest moment at which a clock that stands still can be started."""
    begin = clock.held_until or clock.asked_at or now
    email = clock.email.digest or clock.email if clock.email else None
    return max(begin, email.not_before) if email else begin


def _deadline(clock: SeatClock, deadline: datetime, *, zone: str) -> Entry:
    game = clock.seat.game
    sentence = _("Your time for this turn ends on %(moment)s (%(zone)s).") if clock.since else _(
        "Your time for this turn ends on %(moment)s (%(zone)s), or a little later: it begins to"
        " pass when our email about the turn has left.")
    moment = time_wording.fixed(deadline, zone=zone)
    return Entry(
        uid=_uid("deadline", clock.seat.index, game), begins_at=deadline, ends_at=None,
        summary=_("Your turn in %(table)s ends") % {"table": game.name},
        description=_with_link(sentence % {"moment": moment, "zone": zone}, game),
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
