"""A day of email for 100,000 people and a million games, simulated: when it is due, how it waits.

Discrete events, with no database.  When an email may leave is computed by the real
``preferences.send_time``, for people with the habits of a season (``games.labs.season.scenario``);
the sweep's portions and the workers' two queues are those of the site. Everybody's emails of the
first day are simulated, too, but only those due on the second day count.
"""

from __future__ import annotations

import os
import random
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from heapq import heapify, heapreplace
from unittest.mock import patch
from zoneinfo import ZoneInfo

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from games.labs.season.scenario import Options, Person, everybody, generator  # noqa: E402
from games.models import EmailPreferences, EmailTiming, User  # noqa: E402
from games.post.outbox import digest, preferences  # noqa: E402
from tests.bench.measurement import Fact  # noqa: E402

PEOPLE, GAMES = 100_000, 1_000_000
RUNNING = 0.12  # share of the games, as in games.labs.filling
TURNS = 1.0  # a day in each game that runs; in a season, others wait for 16 to 28 hours
EMAILS = 1.5  # for each turn, with reminders and others, as in a season
MANY_DAILY = 0.5  # share of people who want one email a day, in the worse of two cases
HOURS = {8: 60, 6: 4, 7: 9, 9: 8, 12: 5, 18: 6, 20: 5, 22: 3}  # chosen for it; 8 is the default
RATES = (5, 10, 30)  # emails a second that leave in all
WORKERS = 2  # processes of worker-outbox in compose.yaml
BEGIN = datetime(2026, 3, 2, tzinfo=UTC)
DAY, MINUTE, HOUR = timedelta(days=1), timedelta(minutes=1), timedelta(hours=1)
SWEEP = 15.0  # seconds, as in CELERY_BEAT_SCHEDULE
PORTION = digest.TOGETHER * digest.MAX_PER_SWEEP


@dataclass(slots=True)
class Email:
    """One email: to whom, and when (in seconds) it was queued and may leave."""

    person: int
    queued: float
    due: float
    sent: float = 0.0

    @property
    def held(self) -> bool:
        """Whether its reader wants it later."""
        return self.due > self.queued

    @property
    def counts(self) -> bool:
        """Whether it is due on the second day."""
        return DAY.total_seconds() <= self.due < 2 * DAY.total_seconds()


@dataclass(slots=True)
class Outbox:
    """The queues and the workers, who take from both in turn, or from one if there is only one.

    ``free`` is when each worker will have sent its email; ``each`` is how long one takes.
    """

    each: float
    free: list[float]
    one_queue: bool
    fresh: deque[tuple[float, list[Email]]] = field(default_factory=deque)
    held: deque[tuple[float, list[Email]]] = field(default_factory=deque)
    turn: bool = False

    def add(self, emails: list[Email], now: float, *, held: bool) -> None:
        """Queues one message: an email, or a digest of several."""
        (self.held if held and not self.one_queue else self.fresh).append((now, emails))

    def work(self, until: float) -> None:
        """Sends what workers begin to send before this moment."""
        while (self.fresh or self.held) and self.free[0] <= until:
            queue = self._next_queue()
            begin = max(self.free[0], queue[0][0])
            if begin > until:
                return
            _, emails = queue.popleft()
            heapreplace(self.free, begin + self.each)
            for email in emails:
                email.sent = begin + self.each

    def _next_queue(self) -> deque[tuple[float, list[Email]]]:
        if not (self.fresh and self.held):
            return self.fresh or self.held
        self.turn = not self.turn
        return self.held if self.turn else self.fresh


def run() -> Iterator[Fact]:
    """Yields the emails that are due, and how long they wait, for each way of sending them."""
    yield Fact("turn emails and others a day", f"{_emails_a_day():,}",
               f"{GAMES:,} games, {PEOPLE:,} people")
    for share in (0.0, MANY_DAILY):
        people = _people(share)
        daily = sum(person.timing == EmailTiming.DAILY for person in people)
        who = f"{daily:,} daily"
        turns = _turns(people)
        for before in (True, False):
            emails = _emails(people, turns, spread=not before)
            way = f"{who}, {'before' if before else 'now'}"
            yield _due_at(emails, way)
            for rate in RATES:
                yield _waits(emails, way, rate, one_queue=before)


def _emails_a_day() -> int:
    return int(GAMES * RUNNING * TURNS * EMAILS)


def _people(daily: float) -> list[Person]:
    """The people of a season, and this share of them wants a daily email instead."""
    chance = generator("digests", "daily")
    return [replace(person, timing=EmailTiming.DAILY) if chance.random() < daily else person
            for person in everybody(Options(people=PEOPLE, days=2))]


def _known(people: Sequence[Person]) -> preferences.Known:
    """Their settings.  Whoever has never chosen any hours has not said their time zone either."""
    chance = generator("digests", "hours")
    return preferences.Known({number: EmailPreferences(
        user_id=number, when=person.timing,
        hour=chance.choices(list(HOURS), list(HOURS.values()))[0],
        time_zone="UTC" if person.opens is None else person.zone,
        quiet_from=22 if person.quiet else None, quiet_until=7 if person.quiet else None,
    ) for number, person in enumerate(people, start=1)}, {})


@contextmanager
def _spread(wanted: bool) -> Iterator[None]:
    """Within the block, digests leave at the chosen hour unless they are to be spread."""
    with patch.object(preferences, "SPREAD", preferences.SPREAD if wanted else timedelta(0)):
        yield


def _turns(people: Sequence[Person]) -> list[tuple[datetime, int]]:
    """When the emails of two days are caused, in this order, and the ids of their readers."""
    chance = generator("digests", "turns")
    return sorted((_moment(people[chance.randrange(len(people))], chance),
                   chance.randrange(len(people)) + 1) for _ in range(2 * _emails_a_day()))


def _emails(people: Sequence[Person], turns: Sequence[tuple[datetime, int]], *,
            spread: bool) -> list[Email]:
    """The emails that are wanted, in the order in which they are queued."""
    users, known = [User(pk=number) for number in range(len(people) + 1)], _known(people)
    emails = []
    with _spread(spread):
        for moment, reader in turns:
            due = preferences.send_time("turn", user=users[reader], game=None, now=moment,
                                        known=known)
            if due is not None:
                emails.append(Email(reader, _seconds(moment), _seconds(due)))
    return emails


def _moment(person: Person, chance: random.Random) -> datetime:
    """When this person plays a turn: around one of the moments of their own day."""
    hour = chance.choice(person.routine) + chance.uniform(-1, 1)
    midnight = BEGIN + DAY * chance.randrange(2)
    ahead = midnight.astimezone(ZoneInfo(person.zone)).utcoffset() or timedelta(0)
    return BEGIN + (midnight + HOUR * hour - ahead - BEGIN) % (2 * DAY)


def _seconds(moment: datetime) -> float:
    return (moment - BEGIN).total_seconds()


def _due_at(emails: Sequence[Email], way: str) -> Fact:
    """The busiest minute of the second day: how many messages were due in it."""
    held = {(email.person, email.due) for email in emails if email.counts and email.held}
    fresh = Counter(email.queued // 60 for email in emails if email.counts and not email.held)
    minutes = Counter(due // 60 for _, due in held)
    busiest = sorted(minutes, key=lambda minute: -minutes[minute])[:3]
    times = ", ".join(f"{(BEGIN + minute * MINUTE):%H:%M} ({minutes[minute]:,})"
                      for minute in busiest)
    return Fact(f"{way}: held emails due at most in a minute", f"{minutes[busiest[0]]:,}",
                f"{times}; {len(held):,} a day; of the others {max(fresh.values()):,} at most")


def _waits(emails: Sequence[Email], way: str, rate: int, *, one_queue: bool) -> Fact:
    """How long emails of the second day waited."""
    _send(emails, rate, one_queue=one_queue)
    fresh = max(email.sent - email.queued for email in emails if email.counts and not email.held)
    held = max(email.sent - email.due for email in emails if email.counts and email.held)
    return Fact(f"{way}, {rate} a second: longest wait of a turn email", _length(fresh),
                f"of a held email {_length(held)}")


def _send(emails: Sequence[Email], rate: int, *, one_queue: bool) -> None:
    """Sends them all, with a sweep every 15 seconds."""
    outbox = Outbox(WORKERS / rate, [0.0] * WORKERS, one_queue)
    heapify(outbox.free)
    waiting = deque(sorted((email for email in emails if email.held), key=lambda each: each.due))
    fresh = deque(email for email in emails if not email.held)
    now = 0.0
    while waiting or fresh or outbox.held or outbox.fresh:
        now += SWEEP
        while fresh and fresh[0].queued <= now:
            email = fresh.popleft()
            outbox.work(email.queued)
            outbox.add([email], email.queued, held=False)
        outbox.work(now)
        if one_queue or len(outbox.held) < digest.ROOM:
            _release(waiting, outbox, now)


def _release(waiting: deque[Email], outbox: Outbox, now: float) -> None:
    """What a sweep releases: one email to each reader."""
    by_reader: dict[int, list[Email]] = {}
    for _ in range(PORTION):
        if not waiting or waiting[0].due > now:
            break
        email = waiting.popleft()
        by_reader.setdefault(email.person, []).append(email)
    for emails in by_reader.values():
        outbox.add(emails, now, held=True)


def _length(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 180 else f"{seconds / 60:.0f} min"
