"""What happens to a guest's calendar and timings when they become a member."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from games.models import EmailPreferences, PlayingHours, Seat, TurnTiming, User, Vacation
from games.table.clocks import playing_hours, seat_clocks


def merge(guest: User, user: User, *, now: datetime) -> None:
    """Gives the member the guest's calendar if they have none, and the timings of their turns.

    To be called once the seats are moved.  Timings in games where the guest keeps a seat stay.
    The clocks of all the member's seats then run by one calendar: their own.
    """
    if not _has_calendar(user):
        _copy(PlayingHours.objects.filter(user=guest), user)
        _copy(Vacation.objects.filter(user=guest), user)
        if playing_hours.knows_zone(guest):
            EmailPreferences.objects.update_or_create(
                user=user, defaults={"time_zone": playing_hours.zone_of(guest)})
    kept = Seat.objects.filter(user=guest).values("game_id")
    TurnTiming.objects.filter(user=guest).exclude(game_id__in=kept).update(user=user)
    seat_clocks.refresh_for([user.pk], now=now)


def _has_calendar(user: User) -> bool:
    return playing_hours.knows_zone(user) or Vacation.objects.filter(user=user).exists()


def _copy(rows: QuerySet[PlayingHours] | QuerySet[Vacation], user: User) -> None:
    """Stores the same rows for somebody else; the guest may go on playing with theirs."""
    for row in rows:
        row.pk, row.user = None, user
        row.save(force_insert=True)
