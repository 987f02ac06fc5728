"""Players: how they play turns, ask for time, postpone turns, come back and leave.

In live games, people sit at the table together for an evening.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db.models import QuerySet

from alexandros_rules import orders
from alexandros_rules.bot_plans import next_move
from alexandros_rules.errors import Refusal
from games.labs.season.scenario import Options, Person, generator
from games.labs.season.service import Inbox, Notice
from games.models import Game, LoggedMove, Seat, SeatClock, User
from games.table.play import bots, event_log, turn_clocks, turns
from games.table.seats import leaving, taking_over

Event = Callable[[datetime], bool]  # does something; returns whether it changed anything

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
FRESH_FOR = DAY  # without a deadline, a turn begins to sink in the inbox after this
SOON, URGENT = DAY, 12 * HOUR  # before a deadline
WITH_DEADLINE_SOON = 0.85  # how likely a turn is played at a look when its deadline is near
FAR, AT_LEISURE = timedelta(days=3), 0.8  # a deadline that is far away makes people a bit slower
ASKS_FOR_TIME = 0.4  # at a look when the deadline is very near and there is no time to play
COMES_BACK, GIVES_UP_AFTER = 0.6, timedelta(days=60)
RESIGNS, FROM_TURN = 0.01, 8  # in games of two, at each turn
CANCELS = 0.004  # at each turn in the first round
# Without a clock, each week of waiting:
NUDGES_AFTER, NUDGES = timedelta(days=7), 0.3
TIRED_AFTER, LEAVES = timedelta(days=28), 0.2


def likelihood(person: Person, notice: Notice, *, deadline: datetime | None, visits: bool,
               sinking: bool, now: datetime) -> float:
    """Return the probability that somebody who looks at a turn plays it.

    ``deadline`` is None without a clock.  ``visits`` is whether they also look at the website,
    which lists old turns like new ones.
    """
    usual = person.promptness
    if deadline is not None:
        rest = deadline - now
        if rest < SOON or notice.reminded:
            return max(usual, WITH_DEADLINE_SOON)
        return usual * (AT_LEISURE if rest > FAR else 1)
    age = now - notice.told_at
    return usual * (FRESH_FOR / age) if sinking and not visits and age > FRESH_FOR else usual


class Player:
    """One person of the season as a user of the service."""

    def __init__(self, person: Person, user: User, inbox: Inbox, options: Options) -> None:
        self.person, self.user, self._inbox = person, user, inbox
        self._seed, self._sinking = options.seed, options.sinking

    @property
    def has_lost_seats(self) -> bool:
        """Whether an email says that a bot keeps one of their seats."""
        return bool(self._inbox.lost)

    def look(self, now: datetime) -> bool:
        """Look at the email, and perhaps the website; return whether they did anything."""
        chance = generator(self._seed, "look", self.person.number, now.isoformat())
        visits, leisure = chance.random() < self.person.visits, chance.random()
        if visits:
            self.visit(now)
        acted = [self._come_back(pk, chance, now=now) for pk in sorted(self._inbox.lost)]
        for pk in sorted(self._inbox.turns):
            acted.append(self._consider(pk, leisure=leisure, visits=visits, chance=chance, now=now))
        return any(acted)

    def visit(self, now: datetime) -> None:
        """Look at their games on the website, and so learn of their turns."""
        mine = Seat.objects.filter(user=self.user, to_move=True, stand_in="",
                                   game__status=Game.Status.RUNNING)
        for pk in mine.order_by("game_id").values_list("game_id", flat=True):
            self._inbox.turns.setdefault(pk, Notice(now))

    def _seat(self, pk: int) -> Seat | None:
        return Seat.objects.select_related("game").filter(
            game_id=pk, user=self.user, to_move=True, game__status=Game.Status.RUNNING).first()

    def _consider(self, pk: int, *, leisure: float, visits: bool, chance: random.Random,
                  now: datetime) -> bool:
        seat = self._seat(pk)
        if seat is None:
            del self._inbox.turns[pk]
            return False
        notice, game = self._inbox.turns[pk], seat.game
        clock = SeatClock.objects.filter(seat=seat).first() if game.has_clock else None
        deadline = clock.deadline or now + FAR if clock else None
        if leisure < likelihood(self.person, notice, deadline=deadline, visits=visits,
                                sinking=self._sinking, now=now):
            self.play(seat, now=now)
            return True
        is_short = clock is not None and deadline is not None and deadline - now < URGENT
        if is_short and turn_clocks.is_possible(game, clock) and chance.random() < ASKS_FOR_TIME:
            turn_clocks.ask(game, seat=seat.index, actor=self._actor, now=now)
            notice.reminded = False
            return True
        return False

    @property
    def _actor(self) -> str:
        return LoggedMove.Actor.MAIL if self.person.by_email else LoggedMove.Actor.PAGE

    def play(self, seat: Seat, *, now: datetime) -> None:
        """Play the whole turn or, seldom, end the game early."""
        game = seat.game
        self._inbox.turns.pop(game.pk, None)
        if self._ends_early(game, now=now):
            return
        turn = game.turn
        while seat.to_move and game.status == Game.Status.RUNNING and game.turn == turn:
            turns.submit(game, seat=seat.index, user_id=self.user.pk,
                         text=_orders(game, seat.index), number=game.number,
                         key=f"season:{game.number}", actor=self._actor, now=now)
            seat.refresh_from_db(fields=["to_move"])

    def _ends_early(self, game: Game, *, now: datetime) -> bool:
        chance = generator(self._seed, "ends early", game.name, game.turn).random()
        seats = game.seats.count()
        if leaving.may_cancel(game, seats=seats):
            if chance < CANCELS:
                leaving.cancel(game, user=self.user, now=now)
            return chance < CANCELS
        if seats == 2 and game.turn >= FROM_TURN and chance < RESIGNS:
            leaving.leave(game, user=self.user, now=now)
            return True
        return False

    def _come_back(self, pk: int, chance: random.Random, *, now: datetime) -> bool:
        if now - self._inbox.lost[pk] > GIVES_UP_AFTER:
            del self._inbox.lost[pk]
        elif chance.random() < COMES_BACK:
            del self._inbox.lost[pk]
            try:
                taking_over.take_back(Game.objects.get(pk=pk), user=self.user, now=now)
            except Refusal:  # the game is over
                return False
            self.visit(now)
            return True
        return False

    def review(self, now: datetime) -> bool:
        """Leave games without a clock in which nothing has happened for long, once a week."""
        left = False
        for seat in self._stuck(now - TIRED_AFTER):
            if self._draw("leaves", seat.game, now) < LEAVES:
                leaving.leave(seat.game, user=self.user, now=now)
                left = True
        return left

    def nudges(self, now: datetime) -> list[int]:
        """Return the ids of seats whose players they remind of their turn, once a week."""
        games = [seat.game_id for seat in self._stuck(now - NUDGES_AFTER)
                 if self._draw("nudges", seat.game, now) < NUDGES]
        waited_for = Seat.objects.filter(game__in=games, to_move=True, user__isnull=False)
        return list(waited_for.order_by("pk").values_list("pk", flat=True))

    def _stuck(self, since: datetime) -> QuerySet[Seat]:
        """Return their seats in games without a clock that have waited for others since then."""
        return Seat.objects.filter(
            user=self.user, to_move=False, game__status=Game.Status.RUNNING,
            game__bank_per_turn=timedelta(0), game__moved_at__lt=since,
        ).select_related("game").order_by("game_id")

    def _draw(self, purpose: str, game: Game, now: datetime) -> float:
        return generator(self._seed, purpose, self.person.number, game.name,
                         now.isoformat()).random()

    def be_nudged(self, game: int, now: datetime) -> None:
        """Make an old turn as good as new, because another player has written to them about it."""
        self._inbox.turns[game] = Notice(now)


def _orders(game: Game, seat: int) -> list[str]:
    """Return a bot's orders for as much of the turn as can be foreseen."""
    ruleset, (state, _) = event_log.ruleset_of(game), event_log.latest_state(game)
    bot = ruleset.bots[bots.default_bot(ruleset)]
    view: Any = ruleset.view(state, seat)
    turn, lines = game.turn, list[str]()
    salt = bots.salt(game, game.number)
    while len(lines) < orders.MAX_MOVES:
        status = ruleset.status(view)
        if seat not in status.to_move or status.turn != turn:
            break
        try:
            line = ruleset.format(next_move(bot, view, seat=seat, salt=salt), view)
            (step,) = orders.evaluate(ruleset, view, [line], seat=seat)
        except Refusal:
            if not lines:
                raise
            break  # it depends on what the orders before it reveal
        lines.append(line)
        view = step.after
    return lines


GETS_UP = 0.004  # how likely somebody leaves for good, at each turn
THINKS = (20, 150)  # seconds that a turn takes


class LiveTables:
    """The people who sit together at live games, and the turns that they think about."""

    def __init__(self, players: Mapping[int, Player], *, seed: str) -> None:
        self._players, self._seed = players, seed  # by the ids of their users
        self._sitting: dict[int, set[int]] = {}  # numbers of people, by the ids of games
        self._asked: set[tuple[int, int]] = set()  # games and turns

    def sit_down(self, game: int, people: set[int]) -> None:
        """Note that a game has begun at which these people are sitting."""
        self._sitting[game] = people

    def thinking(self, now: datetime) -> Iterator[tuple[datetime, Event]]:
        """Yield the turns that have just begun in live games, and when they will be played."""
        if not self._sitting:
            return
        running = set(Game.objects.filter(
            pk__in=self._sitting, status=Game.Status.RUNNING).values_list("pk", flat=True))
        self._sitting = {pk: people for pk, people in self._sitting.items() if pk in running}
        waiting = Seat.objects.filter(game__in=running, to_move=True, user__isnull=False)
        for seat in waiting.select_related("game").order_by("game_id"):
            assert seat.user_id is not None  # the query selects seats of users only
            player, turn = self._players[seat.user_id], (seat.game_id, seat.game.turn)
            if player.person.number in self._sitting[seat.game_id] and turn not in self._asked:
                self._asked.add(turn)
                moment = now + timedelta(seconds=generator(
                    self._seed, "thinks", seat.game.name, seat.game.turn).randint(*THINKS))
                yield _between_sweeps(moment), partial(self._play, player, seat.pk)

    def _play(self, player: Player, pk: int, now: datetime) -> bool:
        seat = Seat.objects.select_related("game").get(pk=pk)
        self._asked.discard((seat.game_id, seat.game.turn))
        if not seat.to_move or seat.user_id is None or seat.stand_in:
            return False
        chance = generator(self._seed, "gets up", seat.game.name, seat.game.turn)
        if chance.random() < GETS_UP:
            self._sitting[seat.game_id].discard(player.person.number)
            return False
        player.play(seat, now=now)
        return True


def _between_sweeps(moment: datetime) -> datetime:
    """Return the moment, or a second later if the moment is a whole minute."""
    return moment.replace(second=max(1, moment.second), microsecond=0)
