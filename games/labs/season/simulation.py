"""The simulation of a season: all events in their order, with the sweeps in between.

The database must be empty and nobody else's: ``manage.py season`` sees to that.
"""

from __future__ import annotations

import heapq
import random
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from games.base.refusals import BadCalendar, Closed, Missing
from games.labs.season import lost_time, scenario
from games.labs.season.lost_time import LocalClocks, LostTurns
from games.labs.season.players import Event, LiveTables, Player
from games.labs.season.scenario import (
    BEGIN,
    DAY,
    Absence,
    Options,
    Person,
    TablePlan,
    Trouble,
    address_of,
    generator,
)
from games.labs.season.service import Errors, Post, Service
from games.models import Game, Pace, Seat, SeatClock
from games.post.outbox import bounces
from games.table.clocks import outages, playing_hours, seat_clocks
from games.table.lobby import expiry, open_tables
from games.table.play import pauses

WEEK, NEXT_TRY = timedelta(days=7), timedelta(minutes=7)
CHANGES_HOURS = 0.1  # share of people who change their playing hours once
KEEPS_TABLE = 0.5  # how likely a creator keeps a table open that is about to close
REPORT = "Status: 5.1.1\nMessage-ID: {}\n"


class Agenda:
    """Events by their moments; those of one moment in the order in which they were added."""

    def __init__(self, end: datetime) -> None:
        self._end = end
        self._events: list[tuple[datetime, int, Event]] = []
        self._added = 0

    def add(self, moment: datetime, event: Event) -> None:
        """Add an event, unless it is after the end of the season."""
        if moment < self._end:
            self._added += 1
            heapq.heappush(self._events, (moment, self._added, event))

    def next_moment(self) -> datetime:
        """Return the moment of the next event; the end of the season if there is none."""
        return self._events[0][0] if self._events else self._end

    def take(self) -> tuple[datetime, Event]:
        """Remove the next event and return it with its moment."""
        moment, _, event = heapq.heappop(self._events)
        return moment, event


DEFAULT_BYTES = 32  # the standard library's default


class Chance:
    """The source of all secrets of a season."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._random = random.Random(seed)

    def restart(self, word: str) -> None:
        """Make all further secrets follow from the seed and this word alone."""
        self._random = random.Random(f"{self._seed}/secrets/{word}")

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Make the functions of ``secrets`` repeatable within the block."""
        repeatable: dict[str, Callable[..., Any]] = {
            "token_bytes": self._bytes,
            "token_hex": lambda nbytes=None: self._bytes(nbytes).hex(),
            "choice": lambda letters: self._random.choice(letters),
            "randbelow": lambda end: self._random.randrange(end),
        }
        usual = {name: getattr(secrets, name) for name in repeatable}
        try:
            vars(secrets).update(repeatable)
            yield
        finally:
            vars(secrets).update(usual)

    def _bytes(self, nbytes: int | None = None) -> bytes:
        return self._random.randbytes(DEFAULT_BYTES if nbytes is None else nbytes)


class Season:
    """One season, from its first day to its last."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.people = scenario.everybody(options)
        self.plans = {plan.number: plan for plan in scenario.plans(options, self.people)}
        self.troubles = scenario.troubles(options, self.people)
        self.games: dict[int, int] = {}  # ids by the numbers of their plans
        self.post = Post(rendered=options.rendered, troubles=self.troubles, addresses={
            address_of(person.number): person.number for person in self.people})
        self.lost_turns, self.stalls = LostTurns(), dict[str, lost_time.Stall]()
        self.errors = Errors()
        self._chance, self._agenda = Chance(options.seed), Agenda(options.end)
        self._joining: dict[int, list[tuple[datetime, TablePlan]]] = defaultdict(list)
        self._pausing: dict[int, list[TablePlan]] = defaultdict(list)

    def run(self) -> None:
        """Let the whole season happen, and look for stalled games every day."""
        with self._chance.applied(), self.errors.collected():
            self._prepare()
            with self.service.at_work():
                while (moment := min(self._agenda.next_moment(), self.service.next_sweep)
                       ) < self.options.end:
                    self._step(moment)
        self._look_for_stalls(self.options.end)

    def _prepare(self) -> None:
        self.players = [
            Player(person, user, self.post.inboxes[user.pk], self.options)
            for person in self.people for user in [scenario.sign_up(person)]]
        self.person_of = {player.user.pk: player.person.number for player in self.players}
        self.service = Service(self.post, self.troubles, begin=BEGIN,
                               interval=timedelta(minutes=self.options.sweep_minutes),
                               leaves_out=not self.options.every_sweep)
        self._live = LiveTables({player.user.pk: player for player in self.players},
                                seed=self.options.seed)
        for player in self.players:
            self._expect_person(player)
        for plan in self.plans.values():
            self._expect_table(plan)
        for trouble in self.troubles:
            self._expect_trouble(trouble)
        for day in range(1, self.options.days):
            self._agenda.add(BEGIN + day * DAY + timedelta(hours=12, seconds=3), self._check)

    # What is expected to happen

    def _expect_person(self, player: Player) -> None:
        person = player.person
        for moment in scenario.looks(person, self.options):
            self._agenda.add(moment, partial(self._look, player))
        for absence in person.absences:
            if absence.kind == "vacation":
                self._agenda.add(self._entered(person, absence),
                                 self._when_up(partial(self._enter_vacation, player, absence)))
        chance = generator(self.options.seed, "weekly", person.number)
        for week in range(1, self.options.days // 7):
            moment = BEGIN + week * WEEK + timedelta(seconds=chance.randint(1, 7 * 86400))
            self._agenda.add(moment.replace(second=41), partial(self._review, player))
        if chance.random() < CHANGES_HOURS:
            moment = BEGIN + timedelta(days=int(chance.random() * self.options.days), hours=15)
            self._agenda.add(moment.replace(second=43),
                             self._when_up(partial(self._change_hours, player)))

    def _entered(self, person: Person, absence: Absence) -> datetime:
        """Return when somebody enters their vacation: some days before it begins."""
        chance = generator(self.options.seed, "vacation", person.number, absence.first)
        first = datetime(absence.first.year, absence.first.month, absence.first.day,
                         tzinfo=BEGIN.tzinfo)
        return max(BEGIN + timedelta(seconds=11),
                   first - timedelta(days=chance.randint(1, 20), seconds=47))

    def _expect_table(self, plan: TablePlan) -> None:
        self._agenda.add(plan.moment, self._when_up(partial(self._open, plan)))
        for joining in plan.joining:
            if plan.pace == Pace.LIVE:
                self._agenda.add(joining.moment,
                                 self._when_up(partial(self._join, plan, joining.person)))
            else:
                self._joining[joining.person].append((joining.moment, plan))
        if plan.pause_from is not None:
            for number in (plan.creator, *(joining.person for joining in plan.joining)):
                self._pausing[number].append(plan)
        if plan.bots:
            self._agenda.add(plan.moment + scenario.PATIENCE,
                             self._when_up(partial(self._fill, plan)))

    def _expect_trouble(self, trouble: Trouble) -> None:
        if trouble.kind == "service":
            self._agenda.add(trouble.begin, self.service.go_down)
        elif trouble.kind == "stop":
            self._agenda.add(trouble.begin, self._stop_clocks)
            self._agenda.add(trouble.end, self._start_clocks)
        elif trouble.kind == "bounce":
            self._agenda.add(trouble.end, self._when_up(partial(self._mend, trouble)))

    def _when_up(self, event: Event) -> Event:
        """Return an event that waits for the end of an outage of the service."""
        def happen(now: datetime) -> bool:
            outage = self.service.outage(now)
            if outage is not None:
                self._agenda.add(outage.end + NEXT_TRY, self._when_up(event))
                return False
            return event(now)
        return happen

    # The course of time

    def _step(self, moment: datetime) -> None:
        """Make the next sweep or, if an event comes first, let the event happen."""
        if self.service.next_sweep <= moment:
            self.lost_turns.note(moment)
            self.service.sweep()
        else:
            _, event = self._agenda.take()
            self.post.now = moment
            changed = event(moment)
            if self.service.carry_out(moment) or changed:
                self.service.wake(moment)
        for back_at, message_id in self.post.reports:
            self._agenda.add(back_at, self._when_up(partial(self._report, message_id)))
        self.post.reports.clear()
        for at, event in self._live.thinking(moment):
            self._agenda.add(at, self._when_up(event))

    def _check(self, now: datetime) -> bool:
        self._look_for_stalls(now)
        return False

    def _look_for_stalls(self, now: datetime) -> None:
        for stall in lost_time.find_stalls(LocalClocks(), self.troubles, self.person_of, now):
            self.stalls.setdefault(stall.game, stall)

    # What people do

    def _look(self, player: Player, now: datetime) -> bool:
        if self.service.outage(now) is not None:
            return False
        if player.has_lost_seats:
            self.service.search_everything()
        changes = [self._join_tables(player, now), self._pause(player, now), player.look(now)]
        return any(changes)

    def _review(self, player: Player, now: datetime) -> bool:
        if player.person.absence(now) is not None or self.service.outage(now) is not None:
            return False
        for pk in player.nudges(now):
            seat = Seat.objects.get(pk=pk)
            assert seat.user_id is not None  # only people are nudged
            self.players[self.person_of[seat.user_id]].be_nudged(seat.game_id, now)
        kept, left = self._keep_tables(player, now), player.review(now)
        return kept or left

    def _enter_vacation(self, player: Player, absence: Absence, now: datetime) -> bool:
        try:
            playing_hours.add(player.user, absence.first, last=absence.last, now=now)
        except BadCalendar:  # too many days, or it should have begun already
            return False
        return True

    def _change_hours(self, player: Player, now: datetime) -> bool:
        scenario.change_hours(player.user, player.person, seed=self.options.seed, now=now)
        return True

    # Tables

    def _open(self, plan: TablePlan, now: datetime) -> bool:
        self._chance.restart(f"table {plan.number}")
        pace = plan.pace if self.options.clocks or plan.pace == Pace.LIVE else Pace.NONE
        game = open_tables.create_table(
            by=self.players[plan.creator].user, name=f"Table {plan.number}", players=plan.size,
            board=self.options.board, listed=True, pace=pace, now=now)
        self.games[plan.number] = game.pk
        return True

    def _join_tables(self, player: Player, now: datetime) -> bool:
        waiting = self._joining[player.person.number]
        ready = [(moment, plan) for moment, plan in waiting
                 if moment <= now and plan.number in self.games]
        for each in ready:
            waiting.remove(each)
        joined = [self._join(plan, player.person.number, now) for _, plan in ready]
        return any(joined)

    def _join(self, plan: TablePlan, person: int, now: datetime) -> bool:
        pk = self.games.get(plan.number)
        if pk is None:
            return False
        self._chance.restart(f"table {plan.number}")
        game = Game.objects.get(pk=pk)
        try:
            open_tables.join(game, user=self.players[person].user, now=now)
        except (Closed, Missing):  # bots have filled the table, or it was closed
            return False
        if plan.pace == Pace.LIVE and Game.objects.get(pk=pk).status == Game.Status.RUNNING:
            self._live.sit_down(pk, {plan.creator, *(each.person for each in plan.joining)})
        return True

    def _fill(self, plan: TablePlan, now: datetime) -> bool:
        creator = self.players[plan.creator]
        try:
            open_tables.fill_with_bots(Game.objects.get(pk=self.games[plan.number]),
                                       by=creator.user, now=now)
        except Closed:
            return False
        return True

    def _keep_tables(self, player: Player, now: datetime) -> bool:
        """Keep a table open that is about to close, if its creator feels like it."""
        warned = Game.objects.filter(created_by=player.user, status=Game.Status.OPEN,
                                     warned_at__isnull=False).order_by("pk").first()
        if warned is None or self._draw("keep", warned.name, now) > KEEPS_TABLE:
            return False
        expiry.keep_open(warned, now=now)
        return True

    def _pause(self, player: Player, now: datetime) -> bool:
        """Agree to a pause that the table wants, or end one."""
        changed = False
        for plan in self._pausing[player.person.number]:
            seat = Seat.objects.select_related("game").filter(
                game=self.games.get(plan.number), user=player.user,
                game__status=Game.Status.RUNNING).first()
            if seat is not None and plan.pause_from and plan.pause_until:
                changed |= _agree(seat, plan.pause_from, plan.pause_until, now=now)
        return changed

    # Troubles

    def _stop_clocks(self, now: datetime) -> bool:
        outages.stop(reason="", now=now)
        seat_clocks.refresh_all(now=now)
        return True

    def _start_clocks(self, now: datetime) -> bool:
        outages.go_on(now=now)
        seat_clocks.refresh_all(now=now)
        return True

    def _report(self, message_id: str, now: datetime) -> bool:
        return bounces.process_report(REPORT.format(message_id).encode(), now=now)

    def _mend(self, trouble: Trouble, now: datetime) -> bool:
        """Have somebody correct their address and look at their games."""
        player = self.players[trouble.person]
        bounces.clear_bounce(player.user.email or "")
        self.service.search_everything()
        if player.person.absence(now) is None:
            player.visit(now)
        return True

    def _draw(self, purpose: str, name: str, now: datetime) -> float:
        return generator(self.options.seed, purpose, name, now.isoformat()).random()


def _agree(seat: Seat, begin: datetime, end: datetime, *, now: datetime) -> bool:
    """Let a player agree to a pause or end it; return whether the player did either."""
    game = seat.game
    if game.paused_at is not None and now > end:
        pauses.resume(game, seat=seat.index, now=now)
        return True
    wants = SeatClock.objects.filter(seat=seat, wants_pause=False).exists()
    if game.has_clock and game.paused_at is None and begin < now < end and wants:
        pauses.agree(game, seat=seat.index, now=now)
        return True
    return False
