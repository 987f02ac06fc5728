"""Previews of a table's pace for one reader, from calendars and past speed.

Owns the sentences that people read before they sit down.  It knows the people at the table by their
calendars and by how long the others used to wait for them; it changes nothing.

A slow turn uses up what the player has at the start (or what each turn adds, if that is more) and
then the grace period.  Somebody who has saved time up to the limit can take longer, but only after
many quick turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.translation import list_with_and
from games.models import Game, Pace, Seat, User
from games.table.clocks import paces, seat_clocks
from games.table.clocks.paces import CONTROLS, TimeControl
from games.table.clocks.playing_time import (
    BEGINNING,
    DAY,
    HORIZON,
    Calendar,
    Hours,
    end_of_next_window,
    moment_after,
    zone_named,
)
from games.table.clocks.reliability import RecentTurn, usual_wait
from games.table.clocks.time_wording import roughly

WHOLE_WEEK = 7


def slow_turn(calendar: Calendar, control: TimeControl, *, week: datetime) -> timedelta:
    """Return how long a slow turn can take at most if it begins within a week of this moment.

    Vacations and later changes of the hours are left out.  The slowest turn begins at the end of
    the playing hours, since no time passes after that.  The result is ``HORIZON`` if this person's
    time never passes.
    """
    amount = max(control.at_start, control.per_turn) + control.grace
    hours = hours_at(calendar, week)
    if hours is None:
        return amount
    if never_plays(hours):
        return HORIZON
    ends = {end_of_next_window(hours, week + days * DAY) for days in range(WHOLE_WEEK)}
    typical = Calendar((hours,))
    return max(moment_after(typical, end, amount) - end for end in ends)


def hours_at(calendar: Calendar, moment: datetime) -> Hours | None:
    """Return the playing hours that hold at this moment; None if all time counts."""
    if not calendar.hours:
        return None
    begun = [each for each in calendar.hours if each.since <= moment]
    return begun[-1] if begun else calendar.hours[0]


def never_plays(hours: Hours) -> bool:
    """Return whether every day is free."""
    return len(hours.free) == WHOLE_WEEK


SLOWER_BY = DAY  # than somebody with the usual playing hours, before we say so

Turns = Mapping[int, Sequence[RecentTurn]]
Calendars = Mapping[int, Calendar]


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table who is not the reader; ``speed`` is unknown of newcomers."""

    name: str
    calendar: Calendar
    speed: timedelta | None


def of_table(game: Game, seats: Sequence[Seat], *, reader: User | None, turns: Turns,
             now: datetime) -> list[str]:
    """Return sentences on this table's pace for somebody who sits there or might.

    ``turns`` are the recent turns of all these people.  The playing hours of the others make a
    difference only for somebody who sits there.  Takes three queries at most.
    """
    others = {seat.user_id: seat.called for seat in seats
              if seat.user_id and (reader is None or seat.user_id != reader.pk)}
    own_speed = usual_wait(turns.get(reader.pk, ()) if reader else (), game)
    at_table = reader is not None and any(seat.user_id == reader.pk for seat in seats)
    known = _calendars(game, [*(others if at_table else ()), *([reader.pk] if reader else [])])
    players = [Player(name, known.get(pk, Calendar()), usual_wait(turns.get(pk, ()), game))
               for pk, name in others.items()]
    sentences = []
    if game.has_clock:
        own = known[reader.pk] if reader else _counted(game, _visitors_calendar())
        sentences = [*about_reader(own, paces.control_of(game), visitor=reader is None, now=now),
                     *(_slow_players(game, players, now=now) if at_table else [])]
    return [*sentences, *about_speed(players, own_speed)]


def of_games(games: Iterable[Game], *, reader: User | None,
             now: datetime) -> dict[int, list[str]]:
    """Return the meaning of each game's pace for the reader, by the games' ids."""
    clocked = [game for game in games if game.has_clock]
    if not clocked:
        return {}
    calendar, visitor = _visitors_calendar(), reader is None
    if reader is not None:
        calendar = seat_clocks.calendar_of(reader)
    return {game.pk: about_reader(_counted(game, calendar), paces.control_of(game),
                                  visitor=visitor, now=now) for game in clocked}


def of_paces(reader: User | None, *, now: datetime) -> tuple[str, dict[Pace, list[str]]]:
    """Return when the reader's turns end, and the meaning of each pace for the reader alone."""
    calendar, visitor = _visitors_calendar(), reader is None
    if reader is not None:
        calendar = seat_clocks.calendar_of(reader)
    return about_hours(calendar, visitor=visitor, now=now), {
        pace: _of_pace(pace, calendar, control, visitor=visitor, now=now)
        for pace, control in CONTROLS.items() if control.per_turn}


def _of_pace(pace: Pace, calendar: Calendar, control: TimeControl, *, visitor: bool,
             now: datetime) -> list[str]:
    """Return sentences on slow turns at a pace and, if the pace changes that, on when turns end."""
    counted = _counted(Game(pace=pace), calendar)
    usual, hours = (about_hours(each, visitor=visitor, now=now) for each in (calendar, counted))
    return [*([] if hours == usual else [hours]),
            *about_slow_turns(counted, control, now=now)]


def _calendars(game: Game, user_ids: list[int]) -> Calendars:
    """Return the parts of these people's calendars that count in this game, if it has a clock."""
    if not game.has_clock:
        return {}
    return {pk: _counted(game, calendar)
            for pk, calendar in seat_clocks.calendars_of(user_ids).items()}


def _counted(game: Game, calendar: Calendar) -> Calendar:
    return seat_clocks.counted_in(game, calendar)


def _visitors_calendar() -> Calendar:
    return Calendar((seat_clocks.default_hours(seat_clocks.DEFAULT_ZONE),))


# ---------- the reader ----------
def about_reader(calendar: Calendar, control: TimeControl, *, visitor: bool,
                 now: datetime) -> list[str]:
    """Return when the reader's turns will end, and how long a slow one takes."""
    return [about_hours(calendar, visitor=visitor, now=now),
            *about_slow_turns(calendar, control, now=now)]


def about_hours(calendar: Calendar, *, visitor: bool, now: datetime) -> str:
    """Return when the reader's turns will end."""
    hours = hours_at(calendar, now)
    if hours is None:
        return _("Your turns can end at any hour.")
    if never_plays(hours):
        return _("At this pace, your time would never pass: you play on no day that counts. Please"
                 " choose another pace.")
    if hours.since == BEGINNING and visitor:
        return _("Your turns will end between %(opens)s and %(closes)s (%(zone)s), until you sign"
                 " in and choose your playing hours.") % _times(hours, now)
    if hours.since == BEGINNING:
        return _("Your turns will end between %(opens)s and %(closes)s (%(zone)s), until you"
                 " choose your playing hours.") % _times(hours, now)
    if hours.length == DAY:
        return _("Your turns can end at any hour of a day that is not free.")
    return _("Your turns will end between %(opens)s and %(closes)s your time.") % _times(hours, now)


def about_slow_turns(calendar: Calendar, control: TimeControl, *, now: datetime) -> list[str]:
    """Return how long a slow turn of the reader takes, or "" if their time never passes."""
    hours = hours_at(calendar, now)
    if hours is not None and never_plays(hours):
        return []
    slow = _roughly(slow_turn(calendar, control, week=now))
    return [_("A slow turn of yours takes %(slow)s.") % {"slow": slow}]


def _times(hours: Hours, now: datetime) -> dict[str, str]:
    midnight = now.astimezone(zone_named(hours.zone)).replace(hour=0, minute=0)
    opens, closes = (formats.time_format(midnight.replace(
        hour=minutes // 60 % 24, minute=minutes % 60).time(), "G:i")
        for minutes in (hours.opens, hours.closes))
    return {"opens": opens, "closes": closes, "zone": hours.zone}


def _roughly(period: timedelta) -> str:
    return _("more than a year") if period >= HORIZON else roughly(period)


# ---------- the others ----------
def _slow_players(game: Game, players: Iterable[Player], *, now: datetime) -> list[str]:
    """Return the players whose playing hours make slow turns longer than usual."""
    control = paces.control_of(game)
    usual = slow_turn(_counted(game, _visitors_calendar()), control, week=now)
    slow = {player.name: slow_turn(player.calendar, control, week=now) for player in players}
    return [_("A slow turn of %(name)s can take %(slow)s.") % {
        "name": name, "slow": _roughly(longest)}
        for name, longest in slow.items() if longest >= usual + SLOWER_BY]


def about_speed(players: Sequence[Player], own: timedelta | None) -> list[str]:
    """Return how long a round usually takes with these people.

    ``own`` is the reader's own speed.
    """
    known = {player.name: player.speed for player in players if player.speed is not None}
    new = [player.name for player in players if player.speed is None]
    total, names = sum(known.values(), timedelta(0)), {"names": list_with_and(known)}
    sentences = []
    if known and own is not None and not new:
        sentences.append(_("With %(names)s, a round usually takes about %(period)s.") % {
            **names, "period": roughly(total + own)})
    elif known:
        sentences.append(ngettext(
            "A turn of %(names)s usually takes about %(period)s.",
            "The turns of %(names)s usually take about %(period)s together.", len(known)) % {
                **names, "period": roughly(total)})
    if known and new:
        sentences.append(ngettext(
            "We do not know yet how quickly %(names)s plays.",
            "We do not know yet how quickly %(names)s play.", len(new)) % {
                "names": list_with_and(new)})
    return sentences
