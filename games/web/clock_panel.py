"""Time on a game's page: each player's bank, deadline and time of day, and the buttons about it.

The buttons ask for one more day, pause and resume a game, and take a seat back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from alexandros_rules.errors import Refusal
from games.base import site_clock
from games.base.refusals import Foreign, status_code
from games.models import Game, LoggedMove, Seat, SeatClock
from games.people import languages
from games.post.outbox import preferences
from games.table.clocks import outages, playing_time, seat_clocks, time_wording
from games.table.clocks.playing_time import NOTHING
from games.table.clocks.seat_clocks import Times
from games.table.play import pauses, turn_clocks
from games.table.seats import taking_over
from games.table.seats.taking_over import OpenedLink
from games.web.access import (
    GAME,
    PLAYER,
    SECRET,
    TABLE,
    TableAccess,
    declare,
    get_own_seat,
    get_table_or_404,
    is_of_table,
)

RESTING, RUNNING, WAITING, STOPPED = "resting", "running", "waiting", "stopped"


@dataclass(frozen=True, slots=True)
class PlayerTime:
    """One player's time, for one reader.

    ``left`` and ``until`` are in words.  ``state`` says what the clock does: "" while it is not
    their turn, "running", "resting" (outside their playing hours, until ``opens``), "waiting"
    (for their turn email to leave) or "stopped".  ``local`` is their time of day.  ``delays``
    say why their time ends later than by their hours alone.  Whoever is not
    of the table learns only when the time ends: ``left`` stands still while a player rests.
    """

    seat: Seat
    left: str
    state: str = ""
    until: str = ""
    opens: str = ""
    local: str = ""
    wants_pause: bool = False
    is_reader: bool = False
    delays: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockPanel:
    """The times of all people at the table, and what the reader may do about them.

    ``extensions`` is how many the reader has left, ``given`` how many they have had in this turn.
    ``may_pause`` is whether the reader may pause or resume the game.
    ``unset`` is whether the reader's clock follows UTC because we do not know their time zone.
    """

    players: tuple[PlayerTime, ...]
    paused: bool
    stopped_for: str
    may_extend: bool
    extensions: int
    given: int
    may_pause: bool
    asked_to_pause: bool
    unset: bool

    @property
    def own_until(self) -> str:
        """The end of the reader's time, if their clock runs."""
        return next((each.until for each in self.players if each.is_reader), "")


def reader_zone(access: TableAccess) -> str:
    """Return the time zone of the page's reader."""
    if access.user is None:
        return seat_clocks.DEFAULT_ZONE
    return preferences.preferences_of(access.user).time_zone


def clock_panel(access: TableAccess, *, now: datetime) -> ClockPanel | None:
    """Return the panel for this reader; None if no time runs out in this game."""
    game = access.game
    if not game.has_clock or game.status != Game.Status.RUNNING:
        return None
    clocks = _clocks(access)
    known = [*clocks.values()] if is_of_table(access) else []
    times = {clock.seat_id: one for clock, one in zip(
        known, seat_clocks.times_of_all(known, now=now), strict=True)} if known else {}
    own = next((clocks[each.pk] for each in access.seats
                if each.index == access.seat and each.pk in clocks), None)
    stop, zone = outages.current(), reader_zone(access)
    return ClockPanel(
        players=tuple(_player(clocks[seat.pk], times.get(seat.pk), zone=zone,
                              stopped=bool(stop), is_reader=seat.index == access.seat, now=now)
                      for seat in access.seats if seat.pk in clocks),
        paused=game.paused_at is not None,
        stopped_for=stop.get_cause_display() if stop else "",
        may_extend=turn_clocks.is_possible(game, own),
        extensions=own.extensions if own else 0, given=own.extended if own else 0,
        may_pause=own is not None and (not game.arranged or game.paused_at is not None),
        asked_to_pause=own is not None and own.wants_pause,
        unset=own is not None and _is_unset(times[own.seat_id]),
    )


def _is_unset(times: Times) -> bool:
    hours = times.calendar.hours
    return bool(hours) and (hours[-1].since, hours[-1].zone) == (
        playing_time.BEGINNING, seat_clocks.DEFAULT_ZONE)


def _clocks(access: TableAccess) -> dict[int, SeatClock]:
    """Return the clocks of the seats that people have, by the seats' ids."""
    seats = {seat.pk: seat for seat in access.seats if seat.user_id is not None}
    clocks = {}
    for clock in SeatClock.objects.filter(seat__in=seats).select_related("email__digest"):
        clock.seat = seats[clock.seat_id]
        clock.seat.game = access.game
        clocks[clock.seat_id] = clock
    return clocks


def _player(clock: SeatClock, times: Times | None, *, zone: str, stopped: bool,
            is_reader: bool, now: datetime) -> PlayerTime:
    """Return the time of a player; without their ``times``, what everybody may know of it."""
    state, until, opens, local = _state(clock, stopped=stopped), "", "", ""
    left = time_wording.exactly(max(NOTHING, clock.bank))
    if state == RUNNING and clock.deadline is not None:
        until = time_wording.until(clock.deadline, zone=zone, now=now)
    if times is None:
        left = "" if until else left
        return PlayerTime(clock.seat, left, RUNNING if until else "", until,
                          wants_pause=clock.wants_pause)
    left = time_wording.exactly(max(NOTHING, seat_clocks.left(clock, times, now)))
    hours = times.calendar.hours
    resumes = playing_time.next_open(times.calendar, now) if until else now
    if resumes > now:
        state, opens = RESTING, time_wording.fixed(resumes, zone=zone)
    if hours:
        local = time_wording.local_time(now, zone=hours[-1].zone)
    return PlayerTime(clock.seat, left, state, until, opens, local, clock.wants_pause, is_reader,
                      delays(clock, times, zone=zone, now=now) if until else ())


def delays(clock: SeatClock, times: Times, *, zone: str, now: datetime) -> tuple[str, ...]:
    """Return what has moved a deadline, or will: vacations, more days, and stops of all clocks."""
    begin, end = clock.asked_at, clock.deadline
    if begin is None or end is None:
        return ()
    vacations = [away for away in times.calendar.away if away.begin < end and away.end > begin]
    found = [_("not counting the vacation from %(begin)s to %(end)s") % {
        "begin": time_wording.at(away.begin, zone=zone, now=now),
        "end": time_wording.at(away.end, zone=zone, now=now)} for away in vacations]
    if clock.extended:
        found.append(ngettext("with %(count)s more day", "with %(count)s more days",
                              clock.extended) % {"count": clock.extended})
    stopped = sum((min(stop.end, end) - max(stop.begin, begin) for stop in times.ended_stops
                   if stop.begin < end and stop.end > begin), NOTHING)
    if stopped:
        found.append(_("not counting %(period)s in which all clocks stood still") % {
            "period": time_wording.exactly(stopped)})
    return tuple(found)


def _state(clock: SeatClock, *, stopped: bool) -> str:
    if clock.asked_at is None:
        return ""
    if stopped or clock.seat.game.paused_at is not None or clock.seat.stand_in:
        return STOPPED
    return WAITING if clock.since is None else RUNNING


@require_POST
@declare(PLAYER, locks=(GAME,))
def extend(request: HttpRequest, code: str) -> HttpResponse:
    """Give the reader one more day for their turn."""
    seat = get_own_seat(request, code)
    _clock, got_it = turn_clocks.ask(seat.game, seat=seat.index, given=_given(request),
                                     actor=LoggedMove.Actor.PAGE, now=site_clock.now())
    if got_it:
        messages.success(request, _("You have one more day for this turn."))
    else:
        messages.info(request, _("You had already asked for this day, so nothing has changed. If"
                                 " you need another one, ask again here."))
    return redirect("game", code=code)


@require_POST
@declare(PLAYER, locks=(GAME,))
def pause(request: HttpRequest, code: str) -> HttpResponse:
    """Note that the reader wants to pause, or take that back."""
    seat = get_own_seat(request, code)
    if request.POST.get("do") == "withdraw":
        pauses.withdraw(seat.game, seat=seat.index)
    elif pauses.agree(seat.game, seat=seat.index, now=site_clock.now()):
        messages.success(request, _("The game is paused. All clocks stand still until somebody"
                                    " resumes it, for at most %(days)s days.")
                         % {"days": pauses.LONGEST.days})
    else:
        messages.success(request, _("The game will be paused as soon as all players have agreed."))
    return redirect("game", code=code)


@require_POST
@declare(PLAYER, locks=(GAME,))
def resume(request: HttpRequest, code: str) -> HttpResponse:
    """End the pause."""
    seat = get_own_seat(request, code)
    pauses.resume(seat.game, seat=seat.index, now=site_clock.now())
    messages.success(request, _("The game goes on, and the clocks run again."))
    return redirect("game", code=code)


@require_POST
@declare(TABLE, locks=(GAME,))
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Give the reader their seat back."""
    access = get_table_or_404(request, code)
    if access.user is None:
        raise Foreign("no-seat", _("You have no seat at this table, so you can only watch."))
    taking_over.take_back(access.game, user=access.user, now=site_clock.now())
    messages.success(request, _("Welcome back! You are playing for yourself again."))
    return redirect("game", code=code)


def _given(request: HttpRequest) -> int | None:
    """Return how many extensions in this turn the page says the reader has had, or None."""
    given = request.POST.get("given", "")
    return int(given) if given.isdecimal() and len(given) < 4 else None


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@declare(SECRET, locks=(GAME,))
def extend_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Return the page behind "I need one more day" in an email."""
    return _page(request, token, taking_over.EXTENSION, "email_links/extension.html",
                 partial(_extend, given=_given(request)))


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@declare(SECRET, locks=(GAME,))
def return_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Return the page behind "Take my seat back" in an email."""
    return _page(request, token, taking_over.RETURN, "email_links/return.html", _return)


def _extend(opened: OpenedLink, *, given: int | None) -> dict[str, Any]:
    clock, got_it = turn_clocks.ask(opened.game, seat=opened.seat.index, given=given,
                                    actor=LoggedMove.Actor.MAIL, now=site_clock.now())
    zone = preferences.preferences_of(opened.user).time_zone
    return {"until": time_wording.fixed(clock.deadline, zone=zone) if clock.deadline else "",
            "extensions": clock.extensions, "got_it": got_it}


def _return(opened: OpenedLink) -> dict[str, Any]:
    taking_over.take_back(opened.game, user=opened.user, now=site_clock.now())
    return {}


def _page(request: HttpRequest, token: str, purpose: str, template: str,
          act: Callable[[OpenedLink], dict[str, Any]]) -> HttpResponse:
    """Return a page that says what its button does, or what it did."""
    context: dict[str, Any] = {"done": request.method == "POST"}
    status = 200
    try:
        opened = taking_over.open_link(purpose, token)
        languages.speak(request, opened.user)
        context |= {"game": opened.game, **_facts(opened)}
        if request.method == "POST":
            context |= act(opened)
    except Refusal as refusal:
        context, status = {"refusal": refusal}, status_code(refusal)
    response = render(request, template, context, status=status)
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response


def _facts(opened: OpenedLink) -> dict[str, Any]:
    """Return the content of the page before the button is pressed."""
    clock = SeatClock.objects.filter(seat=opened.seat).first()
    former = taking_over.former_seat(opened.game, opened.user)
    return {"extensions": clock.extensions if clock else 0, "seat": opened.seat,
            "given": clock.extended if clock else 0,
            "can_return": former is not None}
