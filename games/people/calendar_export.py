"""The part of the data export about time: playing hours, vacations, clocks and turns."""

from __future__ import annotations

from typing import Any

from games.models import PlayingHours, SeatClock, TurnTiming, User, Vacation
from games.table.clocks import seat_clocks


def data_of(user: User) -> dict[str, Any]:
    """Everything stored about the user's time, as JSON values; periods are in seconds."""
    hours = PlayingHours.objects.filter(user=user).order_by("since")
    clocks = SeatClock.objects.filter(seat__user=user).select_related("seat__game")
    turns = TurnTiming.objects.filter(user=user).select_related("game")
    return {
        "playing_hours": [_hours(row) for row in hours],
        "vacations": [_vacation(row) for row in Vacation.objects.filter(user=user)],
        "clocks": [_clock(row) for row in clocks.order_by("pk")],
        "turns": [_turn(row) for row in turns.order_by("ended_at", "pk")],
    }


def _hours(row: PlayingHours) -> dict[str, Any]:
    return {"since": row.since, "time_zone": row.time_zone, "opens_minute": row.opens,
            "closes_minute": row.closes, "free_weekdays": sorted(seat_clocks.to_hours(row).free)}


def _vacation(row: Vacation) -> dict[str, Any]:
    return {"first_day": row.first_day.isoformat(), "last_day": row.last_day.isoformat(),
            "begins_at": row.begins_at, "ends_at": row.ends_at}


def _clock(row: SeatClock) -> dict[str, Any]:
    return {
        "game": row.seat.game.code, "bank": row.bank.total_seconds(), "asked_at": row.asked_at,
        "since": row.since, "held_until": row.held_until, "deadline": row.deadline,
        "spent": row.spent.total_seconds(), "reminded": row.reminded, "extended": row.extended,
        "extensions": row.extensions, "in_time": row.in_time, "missed": row.missed,
        "wants_pause": row.wants_pause,
    }


def _turn(row: TurnTiming) -> dict[str, Any]:
    return {"game": row.game.code, "ended_at": row.ended_at, "outcome": row.outcome,
            "used": row.used.total_seconds(), "took": row.took.total_seconds()}
