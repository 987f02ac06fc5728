"""The people of a season: how they sign up, look at their email, play, and when they are away."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from games.labs.season.options import BEGIN, DAY, Options
from games.models import User
from games.post.outbox import preferences
from games.table.clocks import playing_hours

# Time zones and their weights.  The last four do not change their clocks, all others do.
ZONES = {
    "Europe/Berlin": 22, "Europe/London": 14, "Europe/Madrid": 6, "Europe/Helsinki": 4,
    "America/New_York": 14, "America/Chicago": 7, "America/Los_Angeles": 9, "America/Santiago": 3,
    "Australia/Sydney": 6, "Pacific/Auckland": 4,
    "America/Sao_Paulo": 4, "Asia/Kolkata": 3, "Asia/Tokyo": 3, "Africa/Johannesburg": 1,
}
# How likely somebody takes a turn when they look at a fresh email about it, and the weights.
PROMPTNESS = {0.60: 35, 0.30: 45, 0.15: 20}
MOST_PROMPT = max(PROMPTNESS)
# Times of day at which people look at their email (hours), as sets of habits with weights.
ROUTINES: dict[tuple[float, ...], int] = {
    (7.5, 12.5, 20.5): 30, (8.5, 21.0): 20, (20.0,): 15, (9.0, 13.0, 17.5, 22.0): 20,
    (6.5, 19.0): 10, (12.5, 23.5): 5,
}
JITTER = 50  # minutes, of each look
SKIPPED = 0.15  # share of the looks that do not happen
ON_FREE_DAYS = 0.3  # share of the looks that happen on a weekday that somebody keeps free
GONE_FOR_GOOD, GONE_FOR_WEEKS = 0.13, 0.12  # shares of people within half a year
HALF_A_YEAR = 182
FORGOTTEN_VACATIONS = 0.25  # share of the vacations that nobody enters


@dataclass(frozen=True, slots=True)
class Absence:
    """Days on which somebody neither looks at their email nor plays.

    ``kind`` is "vacation", "forgotten" (a vacation that was not entered), "ill", "weeks" or
    "gone" for good.
    """

    kind: str
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Person:
    """One person and their habits.

    ``routine`` are hours of the day, ``opens`` and ``closes`` minutes of the playing hours that
    they have chosen (both None if they never chose any).  ``timing``, ``quiet`` are their email
    settings.  ``visits`` is how likely a look at the email is also one at the website, and
    ``by_email`` whether they play by replying.
    """

    number: int
    zone: str
    promptness: float
    routine: tuple[float, ...]
    opens: int | None
    closes: int | None
    free: frozenset[int]
    timing: str
    quiet: bool
    visits: float
    by_email: bool
    absences: tuple[Absence, ...] = field(default=())

    @property
    def name(self) -> str:
        """The name that others see."""
        return f"Person {self.number}"

    def absence(self, moment: datetime) -> Absence | None:
        """Why they are away at this moment; None if they are not."""
        day = moment.astimezone(ZoneInfo(self.zone)).date()
        return next((each for each in self.absences if each.first <= day <= each.last), None)


def generator(*words: object) -> random.Random:
    """A source of chance for one purpose, the same in every process."""
    return random.Random("/".join(map(str, words)))


def everybody(options: Options) -> list[Person]:
    """The people of the season."""
    return [_person(options, number) for number in range(options.people)]


def _person(options: Options, number: int) -> Person:
    chance = generator(options.seed, "person", number)
    zone = chance.choices(list(ZONES), list(ZONES.values()))[0]
    promptness = chance.choices(list(PROMPTNESS), list(PROMPTNESS.values()))[0]
    routine = chance.choices(list(ROUTINES), list(ROUTINES.values()))[0]
    opens, closes, free = _hours(chance, routine)
    timing = chance.choices(["now", "quiet", "daily", "urgent"], [80, 9, 7, 4])[0]
    quiet, visits = chance.random() < 0.2, 0.5 if chance.random() < 0.15 else 0.05
    by_email = chance.random() < 0.5
    return Person(number, zone, MOST_PROMPT if options.prompt else promptness, routine, opens,
                  closes, free, timing, quiet, visits, by_email, _absences(options, number))


def _hours(chance: random.Random, routine: tuple[float, ...]
           ) -> tuple[int | None, int | None, frozenset[int]]:
    """Playing hours around the routine: half of the people never choose any."""
    begin, late = chance.randint(0, 3), chance.randint(1, 3)
    free = frozenset(chance.sample(range(7), chance.randint(1, 2)))
    if chance.random() < 0.5:
        return None, None, frozenset()
    opens = max(0, int(routine[0]) - begin)
    closes = max(opens + 3, int(routine[-1]) + 1 + late)
    has_free = chance.random() < 0.4
    return opens * 60, closes % 24 * 60, free if has_free else frozenset()


def _absences(options: Options, number: int) -> tuple[Absence, ...]:
    chance = generator(options.seed, "absences", number)
    found: list[Absence] = []
    share = options.days / HALF_A_YEAR
    for _ in range(_times(chance, 0.9 * share)):
        kind = "forgotten" if chance.random() < FORGOTTEN_VACATIONS else "vacation"
        _add(found, kind, chance, options, length=chance.randint(3, 14))
    for _ in range(_times(chance, 1.5 * share)):
        _add(found, "ill", chance, options, length=chance.randint(1, 4))
    weeks, gone = chance.random() < GONE_FOR_WEEKS * share, chance.random() < GONE_FOR_GOOD * share
    long, day = chance.randint(14, 56), int(chance.random() * options.days)
    if gone and options.vanishing:
        found.append(Absence("gone", _day(day), _day(options.days + 2)))
    elif weeks:
        found.append(Absence("weeks", _day(day), _day(day + long)))
    return tuple(found)


def _times(chance: random.Random, mean: float) -> int:
    """How often something happens: a whole number with this mean, spread by at most one."""
    return int(mean) + (chance.random() < mean % 1)


def _add(found: list[Absence], kind: str, chance: random.Random, options: Options, *,
         length: int) -> None:
    first = chance.randrange(options.days)
    new = Absence(kind, _day(first), _day(first + length - 1))
    if not any(new.first <= each.last and each.first <= new.last for each in found):
        found.append(new)


def _day(number: int) -> date:
    return (BEGIN + number * DAY).date()


def looks(person: Person, options: Options) -> Iterator[datetime]:
    """The moments at which somebody looks at their email, in order for each day."""
    place = ZoneInfo(person.zone)
    for number in range(options.days):
        day = _day(number)
        chance = generator(options.seed, "day", person.number, number)
        likely = (1 - SKIPPED) * (ON_FREE_DAYS if day.weekday() in person.free else 1)
        for hour in person.routine:
            minutes = int(hour * 60 + chance.gauss(0, JITTER))
            happens, second = chance.random() < likely, chance.randint(1, 59)
            midnight = datetime(day.year, day.month, day.day)  # noqa: DTZ001 - the zone follows
            local = midnight + timedelta(minutes=minutes, seconds=second)
            moment = local.replace(tzinfo=place).astimezone(UTC)
            if happens and BEGIN <= moment < options.end and person.absence(moment) is None:
                yield moment


NEW_OPENS, NEW_CLOSES = (7 * 60, 9 * 60, 17 * 60), (21 * 60, 23 * 60)  # minutes


def address_of(number: int) -> str:
    """The email address of the person with this number."""
    return f"person-{number}@example.org"


def sign_up(person: Person) -> User:
    """Creates somebody's account, with their playing hours and email settings."""
    user = User.objects.create_user(address_of(person.number), name=person.name,
                                    date_joined=BEGIN, last_login=BEGIN)
    if person.opens is None or person.closes is None:
        playing_hours.note_browser_zone(user, person.zone, now=BEGIN)
    else:
        playing_hours.change_hours(user, person.zone, opens=person.opens,
                                   closes=person.closes, free_weekdays=person.free, now=BEGIN)
    quiet = {"quiet_from": 22, "quiet_until": 7} if person.quiet else {}
    preferences.change(user, when=person.timing, **quiet)
    return user


def change_hours(user: User, person: Person, *, seed: str, now: datetime) -> None:
    """Chooses other playing hours, as some people do once."""
    chance = generator(seed, "new hours", person.number)
    playing_hours.change_hours(
        user, person.zone, opens=chance.choice(NEW_OPENS), closes=chance.choice(NEW_CLOSES),
        free_weekdays=set(chance.sample(range(7), chance.randint(0, 2))), now=now)
