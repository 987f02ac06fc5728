"""What a season prints: endings, turns, waiting, emails, and what went wrong.

English only, like all commands for operators.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

from games.models import Game, Pace
from games.season import facts
from games.season.facts import Course
from games.season.naive_calendar import LocalClocks
from games.season.options import Options
from games.season.running import Season

GAME_SIZE = 4  # whose lengths are told and compared
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
ENDINGS = ("finished by people", "finished with a bot that kept a seat", "resigned", "cancelled",
           "deserted and finished by bots", "still running")
BY = (facts.PEOPLE, facts.STAND_IN, facts.KEEPS_SEAT, facts.AT_TABLE)
STATES = {"gone": "is gone for good", "weeks": "is away for weeks without saying so",
          "vacation": "is on vacation", "forgotten": "is on a vacation that they did not enter",
          "ill": "is away for some days"}


@dataclass(frozen=True, slots=True)
class Length:
    """How long one game of four lasted, or at least lasted, in days."""

    table: str
    pace: str
    begun_on_day: float
    days: float
    over: bool


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a season; it can be written as JSON."""

    lines: list[str]
    faults: list[str]
    digest: str
    lengths: list[Length] = field(default_factory=list)

    def as_data(self) -> dict[str, Any]:
        """Values that JSON knows."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Result:
        """The result that ``as_data`` made."""
        lengths = [Length(**each) for each in data["lengths"]]
        return cls(data["lines"], data["faults"], data["digest"], lengths)


def result_of(season: Season) -> Result:
    """Everything about a season that has run."""
    courses = facts.courses()
    asleep = season.lost_turns.faults(LocalClocks(), season.troubles)
    stalled = [str(stall) for stall in season.stalls.values()]
    lines = [*_head(season.options, courses), *_endings(season, courses), *_turns(courses),
             *_waiting(courses), *_lengths(courses), *_emails(season),
             *_listed("Turns lost while asleep, on a free day or on vacation", asleep),
             *_listed("Games that stalled", stalled),
             *_listed("Errors of the service", season.errors.lines)]
    logs = facts.digest_of_logs()
    digest = hashlib.sha256("\n".join([logs, *lines]).encode()).hexdigest()
    faults = [*asleep, *stalled, *season.errors.lines]
    return Result([*lines, f"Digest of the logs and this report: {digest}"], faults, digest,
                  _all_lengths(season.options, courses))


def _head(options: Options, courses: Sequence[Course]) -> list[str]:
    turns = sum(len(each.turns) for each in courses)
    clocks = "" if options.clocks else ", all without a clock except live ones"
    return [(f"{options.people} people, {options.days} days, {len(courses)} games{clocks},"
            f" {turns} turns, seed {options.seed}")]


def _endings(season: Season, courses: Sequence[Course]) -> Iterator[str]:
    counted = Counter(each.ending for each in courses)
    yield "How games ended:"
    for ending in ENDINGS:
        yield f"  {counted[ending]:5}  {ending}"
        if ending == "still running":
            reasons = Counter(facts.why_running(_states(season)))
            for reason, count in sorted(reasons.items()):
                yield f"         {count:5}  {reason}"
    tables = Game.objects.filter(number=0)
    closed = tables.filter(status=Game.Status.CANCELLED).count()
    yield f"  {closed:5}  tables closed before they were full"
    yield f"  {tables.filter(status=Game.Status.OPEN).count():5}  tables still open"


def _states(season: Season) -> dict[int, str]:
    """What everybody is doing at the end of the season, by users' ids."""
    found = {}
    for player in season.players:
        absence = player.person.absence(season.options.end - HOUR)
        found[player.user.pk] = STATES[absence.kind] if absence else "has not played yet"
    return found


def _turns(courses: Sequence[Course]) -> Iterator[str]:
    counted = Counter(turn.by for each in courses for turn in each.turns)
    total = max(1, sum(counted.values()))
    yield "Turns, by who played them:"
    for by in BY:
        yield f"  {counted[by]:5}  {100 * counted[by] / total:5.1f} %  {by}"


def _waiting(courses: Sequence[Course]) -> Iterator[str]:
    waits: dict[str, list[timedelta]] = defaultdict(list)
    for course in courses:
        waits[course.pace] += [turn.waited for turn in course.turns
                               if turn.by in (facts.PEOPLE, facts.STAND_IN)]
    yield "How long the others waited for a turn of a person, median and 90th percentile:"
    for pace in Pace:
        if waits[pace]:
            yield (f"  {pace.value:9} {_period(_percentile(waits[pace], 50)):>9}"
                   f" {_period(_percentile(waits[pace], 90)):>9}   ({len(waits[pace])} turns)")


def _percentile(values: Sequence[timedelta], percent: int) -> timedelta:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def _period(value: timedelta) -> str:
    if value >= 2 * DAY:
        return f"{value / DAY:.1f} d"
    return f"{value / HOUR:.1f} h" if value >= HOUR else f"{value / MINUTE:.1f} min"


def _lengths(courses: Sequence[Course]) -> Iterator[str]:
    yield f"Length of games of {GAME_SIZE} that are over, median:"
    for pace in Pace:
        found = [each.finished_at - each.started_at for each in courses if each.pace == pace
                 and each.size == GAME_SIZE and each.finished_at and each.ending != "cancelled"]
        if found:
            yield f"  {pace.value:9} {_period(_percentile(found, 50)):>9}   ({len(found)} games)"


def _all_lengths(options: Options, courses: Iterable[Course]) -> list[Length]:
    """The lengths of the games of four people that are not live and were not cancelled."""
    return [_length(options, each) for each in courses
            if each.size == GAME_SIZE and each.pace != Pace.LIVE and each.ending != "cancelled"
            and not any(turn.by == facts.AT_TABLE for turn in each.turns)]


def _length(options: Options, course: Course) -> Length:
    end: datetime = course.finished_at or options.end
    begun = (course.started_at - (options.end - options.days * DAY)) / DAY
    return Length(course.name, course.pace, begun, (end - course.started_at) / DAY,
                  course.finished_at is not None)


def _emails(season: Season) -> Iterator[str]:
    weeks = season.options.people * season.options.days / 7
    sent = season.post.sent
    yield f"Emails per person and week: {sum(sent.values()) / weeks:.2f}, of which"
    for kind, count in sorted(sent.items(), key=lambda item: (-item[1], item[0])):
        yield f"  {count / weeks:5.2f}  {kind}"


def _listed(title: str, faults: Sequence[str]) -> list[str]:
    return [f"{title}: {len(faults)}", *(f"  {fault}" for fault in faults)]
