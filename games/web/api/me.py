"""Operations on oneself: who one is, one's playing hours and vacations."""

from datetime import date, datetime, time
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router, Schema, Status
from pydantic import ConfigDict, Field

from games.base import sealing, site_clock
from games.models import User, Vacation
from games.table.clocks import playing_hours, playing_time
from games.table.clocks.playing_time import Hours
from games.table.lobby import game_lists
from games.web.access import ANYBODY, PROVED, READER, TABLES, require
from games.web.api.access import playing, reading, token_of, user_of
from games.web.api.problems import answers
from games.web.playing_hours_page import minutes, time_of_day

router = Router(tags=["You"])
TimeOfDay = Annotated[str, Field(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$",
                                 description="On a clock of 24 hours, such as 08:00")]
Weekday = Annotated[int, Field(ge=0, le=6)]


class Me(Schema):
    """Who you are, and what your token may do."""

    name: str
    joined_at: datetime
    bot: bool = Field(description="Whether you are a bot of a member")
    waiting: int = Field(description="How many games wait for you")
    token: str = Field(description="The name of the token")
    scopes: list[str]


class HoursShape(Schema):
    """Hours of the day in which your time passes."""

    opens: TimeOfDay
    closes: TimeOfDay
    free_weekdays: list[int] = Field(description="Weekdays on which it stands still; 0 is Monday")


class VacationShape(Schema):
    """Days on which your time stands still."""

    id: str
    first_day: date
    last_day: date


class MyTime(Schema):
    """Your playing hours and vacations."""

    time_zone: str
    hours: HoursShape
    coming: HoursShape | None = Field(description="Hours that will replace them")
    coming_at: datetime | None
    vacations: list[VacationShape]
    days_left: int = Field(description="Days of vacation that you can still take this year")


class NewHours(Schema):
    """Playing hours to be kept from now on."""

    model_config = ConfigDict(extra="forbid")

    time_zone: str = Field(max_length=64, description="As in the IANA database: Europe/Berlin")
    opens: TimeOfDay
    closes: TimeOfDay
    free_weekdays: list[Weekday] = Field([], max_length=7)


class NewVacation(Schema):
    """A vacation to be entered: whole days in your time zone."""

    model_config = ConfigDict(extra="forbid")

    first_day: date
    last_day: date


@router.get("/me", response=answers(Me), auth=reading, summary="You")
@require(ANYBODY)
def me(request: HttpRequest) -> Any:
    """Return who you are."""
    user, token = user_of(request), token_of(request)
    return {"name": user.name, "joined_at": user.date_joined, "bot": user.is_bot,
            "token": token.name, "scopes": token.scopes.split(),
            "waiting": game_lists.waiting_count(user)}


@router.get("/me/time", response=answers(MyTime), auth=reading, summary="Your time")
@require(ANYBODY)
def my_time(request: HttpRequest) -> Any:
    """Return your playing hours and your vacations."""
    return _time_of(user_of(request), now=site_clock.now())


@router.put("/me/time", response=answers(MyTime), auth=playing, summary="Change your hours")
@require(PROVED, locks=(TABLES, READER))
def change_time(request: HttpRequest, hours: NewHours) -> Any:
    """Change your playing hours; the new ones count once your present ones have passed again."""
    user, now = user_of(request), site_clock.now()
    playing_hours.change_hours(
        user, hours.time_zone.strip(), opens=minutes(time.fromisoformat(hours.opens)),
        closes=minutes(time.fromisoformat(hours.closes)),
        free_weekdays=hours.free_weekdays, now=now)
    return _time_of(user, now=now)


@router.post("/me/vacations", response=answers(MyTime), auth=playing, summary="Take a vacation")
@require(PROVED, locks=(TABLES, READER))
def add_vacation(request: HttpRequest, vacation: NewVacation) -> Any:
    """Enter a vacation."""
    user, now = user_of(request), site_clock.now()
    playing_hours.add(user, vacation.first_day, last=vacation.last_day, now=now)
    return _time_of(user, now=now)


@router.delete("/me/vacations/{slug:vacation}", response=answers(None, 204),
               auth=playing, summary="Cancel a vacation")
@require(PROVED, locks=(TABLES, READER))
def cancel_vacation(request: HttpRequest, vacation: str) -> Any:
    """Cancel a vacation, or end it today if it has begun."""
    playing_hours.cancel(user_of(request), sealing.row_id(vacation, Vacation),
                         now=site_clock.now())
    return Status(204, None)


def _time_of(user: User, *, now: datetime) -> dict[str, Any]:
    known, zone = playing_hours.hours_of(user, now=now), playing_hours.zone_of(user)
    own = playing_hours.of(user)
    return {
        "time_zone": zone, "hours": _hours(known.current),
        "coming": _hours(known.pending) if known.pending else None,
        "coming_at": known.pending.since if known.pending else None,
        "vacations": [{"id": sealing.row_token(each), "first_day": each.first_day,
                       "last_day": each.last_day} for each in own if each.ends_at > now],
        "days_left": playing_hours.days_left(own, today=playing_time.local_day(zone, now)),
    }


def _hours(hours: Hours) -> dict[str, Any]:
    return {"opens": f"{time_of_day(hours.opens):%H:%M}",
            "closes": f"{time_of_day(hours.closes):%H:%M}",
            "free_weekdays": sorted(hours.free)}
