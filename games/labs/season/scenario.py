"""The scenario of a season: its people and their habits, their tables, and its troubles.

All of it is settled before the season begins and follows from the options alone.  It does not
depend on what happens in games, so a season with clocks and one without have the same tables.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from games.models import Pace, User
from games.post.outbox import preferences
from games.rulesets import registry
from games.table.clocks import playing_hours

DAY = timedelta(days=1)
BEGIN = datetime(2026, 8, 31, tzinfo=UTC)  # both hemispheres change their clocks soon after


@dataclass(frozen=True, slots=True)
class Options:
    """The size and the kind of a season.

    ``games`` is how many games each person begins, on average, in the share ``opening`` of the
    season, on a board with this name ("" for the default one).  ``joining`` is after how many
    days somebody joins a table, on average.

    ``clocks`` are off in the season that ``--compare`` sets beside the usual one: the same tables
    get the pace "no clock".  ``vanishing`` is whether people disappear for good, ``sinking``
    whether a turn without a deadline sinks in the inbox, and ``prompt`` whether everybody is as
    quick as the quickest.

    ``rendered`` is how many emails of each kind are drawn and written in full; the others are only
    checked to be still true.  There is a sweep every ``sweep_minutes``, a divisor of
    5; unless ``every_sweep`` is wanted, those that cannot find anything are left out.
    """

    people: int = 200
    days: int = 182
    games: float = 2.0
    opening: float = 1.0
    joining: float = 1.5
    board: str = ""
    seed: str = "1"
    clocks: bool = True
    vanishing: bool = True
    sinking: bool = True
    prompt: bool = False
    rendered: int = 3
    sweep_minutes: int = 1
    every_sweep: bool = False

    @property
    def end(self) -> datetime:
        """The end of the season."""
        return BEGIN + self.days * DAY


def quick() -> Options:
    """Return a small season for tests and for a first look: few people, on the smallest board."""
    boards = registry.default().ruleset.boards()
    return Options(people=14, days=28, games=2, opening=0.4, joining=0.3, rendered=1,
                   board=min(boards, key=lambda name: len(boards[name])))


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
    they have chosen (both None if they never chose any).  ``timing`` and ``quiet`` are their email
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
        """Return the absence at this moment; None if they are not away."""
        day = moment.astimezone(ZoneInfo(self.zone)).date()
        return next((each for each in self.absences if each.first <= day <= each.last), None)


def generator(*words: object) -> random.Random:
    """Return a source of chance for one purpose, the same in every process."""
    return random.Random("/".join(map(str, words)))


def everybody(options: Options) -> list[Person]:
    """Return the people of the season."""
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
    """Return playing hours around the routine; half of the people never choose any."""
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
    """Return a random whole number with this mean, which differs from it by less than one."""
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
    """Yield the moments at which somebody looks at their email, in order for each day."""
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
    """Return the email address of the person with this number."""
    return f"person-{number}@example.org"


def sign_up(person: Person) -> User:
    """Create somebody's account, with their playing hours and email settings."""
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
    """Choose other playing hours, as some people do once."""
    chance = generator(seed, "new hours", person.number)
    playing_hours.change_hours(
        user, person.zone, opens=chance.choice(NEW_OPENS), closes=chance.choice(NEW_CLOSES),
        free_weekdays=set(chance.sample(range(7), chance.randint(0, 2))), now=now)


SIZES = {2: 25, 3: 20, 4: 55}
PACES = {Pace.RELAXED: 45, Pace.DAY: 22, Pace.WEEKDAYS: 15, Pace.NONE: 10, Pace.LIVE: 8}
INCOMPLETE, WITH_BOTS, PAUSED = 0.04, 0.04, 0.08  # shares of the tables
PATIENCE = timedelta(days=3)  # after which a creator lets bots fill the table
EVENING = range(18, 21)  # hours, when live games begin


@dataclass(frozen=True, slots=True)
class Joining:
    """A person who joins, at their first look at the website from this moment on."""

    person: int
    moment: datetime


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table: its creator opens it at ``moment``, and the others join.

    ``pause_from`` is when its people want to pause the game, if they do, and ``pause_until`` when
    they want to go on.  ``bots`` is whether the creator fills it with bots if it is not full after
    a while.
    """

    number: int
    creator: int
    moment: datetime
    size: int
    pace: str
    joining: tuple[Joining, ...]
    bots: bool
    pause_from: datetime | None
    pause_until: datetime | None


def plans(options: Options, people: Sequence[Person]) -> list[TablePlan]:
    """Return all tables of the season, in the order in which they are opened."""
    usual = sum(size * weight for size, weight in SIZES.items()) / sum(SIZES.values())
    count = max(2, round(len(people) * options.games / usual))
    chance = generator(options.seed, "tables")
    days = options.opening * (options.days - 2)
    moments = sorted(BEGIN + chance.random() * days * DAY for _ in range(count))
    found = [_plan(options, people, number, moment.replace(microsecond=0))
             for number, moment in enumerate(moments)]
    return [plan for plan in found if plan is not None]


def _plan(options: Options, people: Sequence[Person], number: int, moment: datetime
          ) -> TablePlan | None:
    chance = generator(options.seed, "table", number)
    size = chance.choices(list(SIZES), list(SIZES.values()))[0]
    pace = chance.choices(list(PACES), list(PACES.values()))[0]
    incomplete, bots = chance.random() < INCOMPLETE, chance.random() < WITH_BOTS
    wants_pause = chance.random() < PAUSED
    begin, length = chance.uniform(3, 15), chance.uniform(2, 9)
    present = [each for each in people if each.absence(moment) is None]
    if pace == Pace.LIVE:
        moment, present = _evening(chance, moment, present)
    chance.shuffle(present)
    company = present[:max(2, size - 1) if incomplete or bots else size]
    if len(company) < 2 or (pace == Pace.LIVE and len(company) < size):
        return None
    creator, *others = company
    joining = tuple(Joining(each.number, moment + _delay(chance, pace, options.joining))
                    for each in others)
    return TablePlan(
        number, creator.number, moment.replace(second=17), size, str(pace),
        joining, bots and len(company) < size,
        moment + begin * DAY if wants_pause and pace != Pace.LIVE else None,
        moment + (begin + length) * DAY if wants_pause else None)


def _delay(chance: random.Random, pace: str, days: float) -> timedelta:
    """Return how long after the table was opened somebody wants to join."""
    if pace == Pace.LIVE:
        return timedelta(seconds=chance.randint(60, 600))
    return min(chance.expovariate(1.0), 4.0) * days * DAY


def _evening(chance: random.Random, moment: datetime, present: list[Person]
             ) -> tuple[datetime, list[Person]]:
    """Return the evening of somebody who is present, and the people for whom it is evening then."""
    if not present:
        return moment, []
    place = ZoneInfo(chance.choice(present).zone)
    local = moment.astimezone(place).replace(hour=EVENING[0], minute=30, second=0, microsecond=0)
    evening = local.astimezone(UTC)
    return evening, [each for each in present
                     if evening.astimezone(ZoneInfo(each.zone)).hour in EVENING]


BOUNCING = 0.06  # share of people whose address bounces once in half a year
MINUTE = timedelta(minutes=1)
# How many there are in half a year, at least one of each, and the most minutes that one lasts.
FOR_ALL = {"service": (4, 600), "email": (3, 1200), "stop": (1, 480)}


@dataclass(frozen=True, slots=True)
class Trouble:
    """A trouble that lasts: "service", "email", "stop" (by an operator) or "bounce".

    ``person`` has the address that bounces; ``later`` is whether the bounce arrives as an email
    some minutes later rather than at once.
    """

    kind: str
    begin: datetime
    end: datetime
    person: int = -1
    later: bool = False

    def covers(self, moment: datetime) -> bool:
        """Return whether the trouble lasts at this moment."""
        return self.begin <= moment < self.end


def troubles(options: Options, people: Sequence[Person]) -> list[Trouble]:
    """Return all troubles in their order; no two of the whole site at the same time."""
    chance = generator(options.seed, "incidents")
    share = options.days / HALF_A_YEAR
    kinds = [kind for kind, (count, _) in FOR_ALL.items()
             for _ in range(max(1, round(count * share)))]
    chance.shuffle(kinds)
    room, found = options.days / len(kinds), []
    for place, kind in enumerate(kinds):
        begin = BEGIN + (place + chance.uniform(0.05, 0.4)) * room * DAY
        begin = begin.replace(second=30, microsecond=0)
        found.append(Trouble(kind, begin, begin + chance.randint(20, FOR_ALL[kind][1]) * MINUTE))
    return sorted([*found, *_bounces(options, people)], key=lambda each: each.begin)


def _bounces(options: Options, people: Sequence[Person]) -> list[Trouble]:
    found = []
    for person in people:
        chance = generator(options.seed, "bounce", person.number)
        share = options.days / HALF_A_YEAR
        bounces, day = chance.random() < BOUNCING * share, chance.random() * options.days * 0.9
        begin = (BEGIN + day * DAY).replace(second=31, microsecond=0)
        if bounces:
            end = begin + chance.randint(1, 9) * DAY
            found.append(Trouble("bounce", begin, end, person.number, chance.random() < 0.5))
    return found
