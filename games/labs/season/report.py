"""The report of a season: endings, turns, waiting, emails, and everything that went wrong.

Facts are read from the logs of its games.  A comparison shows how long games take with clocks and
without, with the same people and tables.
"""

from __future__ import annotations

import hashlib
import json
import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from alexandros_rules import replay
from games.labs.season.lost_time import LocalClocks
from games.labs.season.scenario import Options
from games.labs.season.simulation import Season
from games.models import Game, LoggedMove, Pace
from games.table.play import event_log, outside_moves

PEOPLE, STAND_IN, KEEPS_SEAT, AT_TABLE = (
    "people", "stand-ins", "bots that keep a seat", "bots that sat down at the start")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: its player, and how long the others waited for it."""

    by: str
    waited: timedelta


@dataclass(frozen=True, slots=True)
class Course:
    """The course of one started game: its table's name, size, pace, turns and end."""

    name: str
    size: int
    pace: str
    started_at: datetime
    finished_at: datetime | None
    ending: str
    turns: tuple[Turn, ...]


def courses_of_games() -> list[Course]:
    """Return the course of every game that has started, in the order of their tables."""
    return [_course(game) for game in Game.objects.filter(number__gt=0).order_by("pk")]


def _course(game: Game) -> Course:
    assert game.started_at is not None  # it has rows
    return Course(game.name, game.seats.count(), game.pace, game.started_at, game.finished_at,
                  _ending(game), tuple(_turns_of(game)))


def _turns_of(game: Game) -> Iterator[Turn]:
    kept: dict[int, str] = {
        seat.index: AT_TABLE for seat in game.seats.filter(left_by=None).exclude(bot="")}
    seat, last, by = None, game.started_at, PEOPLE
    assert last is not None  # it has started
    begun = last
    for row in game.rows.order_by("number"):
        if row.move == outside_moves.BOT_TAKES_SEAT and row.seat is not None:
            kept[row.seat] = KEEPS_SEAT
        elif row.move == outside_moves.RETURN and row.seat is not None:
            kept.pop(row.seat, None)
        if row.seat is None or replay.is_outside_rules(row.move):
            continue
        if seat is not None and row.seat != seat:
            yield Turn(by, last - begun)
            begun = last
        seat, last = row.seat, row.created_at
        by = kept.get(seat, STAND_IN) if row.actor == LoggedMove.Actor.BOT else PEOPLE
    if seat is not None and (game.status == Game.Status.OVER):
        yield Turn(by, last - begun)


def _ending(game: Game) -> str:
    if game.status == Game.Status.RUNNING:
        return "still running"
    if game.status == Game.Status.CANCELLED:
        return "cancelled"
    if (game.result or {}).get("reason") == event_log.RESIGNED:
        return "resigned"
    if not game.seats.filter(user__isnull=False).exists():
        return "deserted and finished by bots"
    if game.seats.filter(left_by__isnull=False).exists():
        return "finished with a bot that kept a seat"
    return "finished by people"


def why_running(names: Mapping[int, str]) -> list[str]:
    """Return the reason why each game still runs; ``names`` say how users behave, by their ids."""
    reasons = []
    for game in Game.objects.filter(status=Game.Status.RUNNING).order_by("pk"):
        if game.paused_at is not None:
            reasons.append("paused")
        elif game.deserted_at is not None:
            reasons.append("deserted, rests for a week")
        else:
            seat = game.seats.filter(to_move=True).first()
            user = seat.user_id if seat else None
            reasons.append(f"waits for somebody who {names[user]}" if user is not None
                           else "waits for a bot")
    return reasons


def digest_of_logs() -> str:
    """Return a digest of all rows of all games."""
    digest = hashlib.sha256()
    for row in LoggedMove.objects.select_related("game").order_by("game_id", "number"):
        facts = (row.game.name, row.number, row.seat, row.actor, row.move, row.events, row.chain,
                 row.created_at.isoformat())
        digest.update(json.dumps(facts).encode() + b"\n")
    return digest.hexdigest()


GAME_SIZE = 4  # whose lengths are told and compared
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
ENDINGS = ("finished by people", "finished with a bot that kept a seat", "resigned", "cancelled",
           "deserted and finished by bots", "still running")
BY = (PEOPLE, STAND_IN, KEEPS_SEAT, AT_TABLE)
STATES = {"gone": "is gone for good", "weeks": "is away for weeks without saying so",
          "vacation": "is on vacation", "forgotten": "is on a vacation that they did not enter",
          "ill": "is away for some days"}


@dataclass(frozen=True, slots=True)
class Length:
    """The length of one game of four in days; of a running game, until the season's end."""

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

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Result:
        """Return the result from the data that ``asdict`` has made of it."""
        lengths = [Length(**each) for each in data["lengths"]]
        return cls(data["lines"], data["faults"], data["digest"], lengths)


def result_of(season: Season) -> Result:
    """Return the report of a season that has run, its faults and its lengths of games."""
    courses = courses_of_games()
    asleep = season.lost_turns.faults(LocalClocks(), season.troubles)
    stalled = [str(stall) for stall in season.stalls.values()]
    lines = [*_head(season.options, courses), *_endings(season, courses), *_turns(courses),
             *_waiting(courses), *_lengths(courses), *_emails(season),
             *_listed("Turns lost while asleep, on a free day or on vacation", asleep),
             *_listed("Games that stalled", stalled),
             *_listed("Errors of the service", season.errors.lines)]
    logs = digest_of_logs()
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
            reasons = Counter(why_running(_states(season)))
            for reason, count in sorted(reasons.items()):
                yield f"         {count:5}  {reason}"
    tables = Game.objects.filter(number=0)
    closed = tables.filter(status=Game.Status.CANCELLED).count()
    yield f"  {closed:5}  tables closed before they were full"
    yield f"  {tables.filter(status=Game.Status.OPEN).count():5}  tables still open"


def _states(season: Season) -> dict[int, str]:
    """Return what each player is doing at the end of the season, by users' ids."""
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
                               if turn.by in (PEOPLE, STAND_IN)]
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
    """Return the lengths of the games of four people that are not live and were not cancelled."""
    return [_length(options, each) for each in courses
            if each.size == GAME_SIZE and each.pace != Pace.LIVE and each.ending != "cancelled"
            and not any(turn.by == AT_TABLE for turn in each.turns)]


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


EARLY = 1 / 3  # of the season, in which all tables are opened
BEGUN = 0.4  # of the season: until then a game that counts has begun
Variant = Callable[[Options], Options]
VARIANTS: Sequence[tuple[str, Variant]] = (
    ("as assumed", lambda options: options),
    ("nobody disappears for good", lambda options: replace(options, vanishing=False)),
    ("nobody disappears for good, and everybody is as quick as the quickest",
     lambda options: replace(options, vanishing=False, prompt=True)),
    ("nobody disappears for good, and no turn sinks in an inbox",
     lambda options: replace(options, vanishing=False, sinking=False)),
)


@dataclass(frozen=True, slots=True)
class Medians:
    """The median lengths in days, of the same tables; infinite if most games did not end."""

    games: int
    with_clock: float
    without: float
    at_least: float  # without a clock, if games ended at the end of the season

    @property
    def ratio(self) -> float:
        """The length of games with a clock as a share of their length without one, at most."""
        # An upper bound: as if games without a clock that go on had ended with the season.
        return self.with_clock / max(self.at_least, 1e-9)


def medians(with_clock: Result, without: Result, options: Options) -> Medians | None:
    """Return the medians of the tables that count in both seasons; None if there is none."""
    clocked = {each.table: each for each in with_clock.lengths
               if each.pace != Pace.NONE and each.begun_on_day <= BEGUN * options.days}
    free = {each.table: each for each in without.lengths}
    both = sorted(clocked.keys() & free.keys())
    if not both:
        return None
    return Medians(len(both), statistics.median(_days(clocked[name]) for name in both),
                   statistics.median(_days(free[name]) for name in both),
                   statistics.median(free[name].days for name in both))


def _days(length: Length) -> float:
    return length.days if length.over else math.inf


def seasons(options: Options) -> list[tuple[str, Options, Options]]:
    """Return the pairs to compare: a title, and the options with clocks and without."""
    early = replace(options, opening=EARLY)
    return [(title, variant(early), replace(variant(early), clocks=False))
            for title, variant in VARIANTS]


def comparison_lines(options: Options, run: Callable[[Options], Result]) -> Iterator[str]:
    """Run all variants, and yield the lines of the comparison; ``run`` runs one season."""
    for title, clocked, free in seasons(options):
        yield f"Games of four, {title}:"
        yield from _sentences(medians(run(clocked), run(free), options))


def _sentences(found: Medians | None) -> list[str]:
    if found is None:
        return ["  there was none"]
    bound = "at most " if found.at_least < found.without else ""
    return [(f"  {found.games} games; median {_text(found.with_clock)} with a clock,"
            f" {_text(found.without)} without"),
            f"  ratio: {bound}{100 * found.ratio:.0f} %"]


def _text(days: float) -> str:
    return f"{days:.1f} days" if math.isfinite(days) else "longer than the season"
