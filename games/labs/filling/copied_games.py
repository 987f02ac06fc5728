"""The games of a filled database: bots play a few in memory, which are copied many times.

Digests and the hash chain depend on a game's seed and its rows alone.  A copy that shares both is
therefore as valid as the game that was played, and so is any beginning of it.  A plan says of each
copy when it was created, how far it got, and who sits there.
"""

from __future__ import annotations

import dataclasses
import random
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from typing import Any

from alexandros_rules import codec, replay
from alexandros_rules.bot_plans import next_move
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.replay import LogRow
from alexandros_rules.ruleset import Ruleset, Setup, Status
from games.base import retention
from games.labs.filling.population import (
    DAY,
    FRESH,
    FULL_PAGE,
    LONGEST,
    OPEN_SINCE,
    RUNNING_SINCE,
    SPAN,
    People,
    Person,
    Size,
)
from games.models import Game, Pace
from games.rulesets import registry
from games.table.play import event_log, outside_moves
from games.table.play.bots import default_bot

PLAYED = 48  # that are played, for all sizes that are larger
MOST_ROWS = 2000  # rows; a game that goes on is cut off there


@dataclass(frozen=True, slots=True)
class Reached:
    """A game up to a certain row: its rows, the state after them and the game's status."""

    rows: tuple[LogRow, ...]
    state: str
    status: Status


@dataclass(frozen=True, slots=True)
class Recorded:
    """One whole game between bots; ``states`` and ``statuses`` are those after each row.

    ``setup`` is the key under which its setup is stored.
    """

    ruleset: Ruleset
    setup: str
    players: int
    seed: bytes
    rows: tuple[LogRow, ...]
    states: tuple[str, ...]
    statuses: tuple[Status, ...]

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed."""
        return commitment(self.seed)

    @property
    def ends(self) -> bool:
        """Whether the last row ends the game."""
        return self.statuses[-1].over

    def whole(self) -> Reached:
        """Return the game to its end."""
        return self.until(len(self.rows))

    def until(self, number: int) -> Reached:
        """Return the game up to this row."""
        return Reached(self.rows[:number], self.states[number - 1], self.statuses[number - 1])

    def resigned(self, number: int, *, seat: int) -> Reached:
        """Return the game up to this row, after which the player of a seat has resigned."""
        reached = self.until(number)
        winners = [each for each in range(self.players) if each != seat]
        noted = self._noted(reached, {"type": event_log.ENDED, "seat": seat,
                                      "reason": event_log.RESIGNED, "winners": winners})
        ended = dataclasses.replace(reached.status, to_move=(), over=True,
                                    winners=tuple(winners), reason=event_log.RESIGNED)
        return dataclasses.replace(noted, status=ended)

    def left(self, number: int, *, seat: int) -> Reached:
        """Return the game up to this row, after which a player has left their seat to a bot."""
        return self._noted(self.until(number), {"type": outside_moves.BOT_TAKES_SEAT, "seat": seat,
                                                "bot": default_bot(self.ruleset)})

    def _noted(self, reached: Reached, data: dict[str, Any]) -> Reached:
        row = replay.note_row(data, codec.digest_key(self.seed), previous=reached.rows[-1],
                              seat=data["seat"])
        return dataclasses.replace(reached, rows=(*reached.rows, row))


def play_games(size: Size) -> list[Recorded]:
    """Play games for two to four, or as many as the rules allow, on the smallest board."""
    ruleset = registry.default().ruleset
    seats = [count for count in ruleset.seats if 2 <= count <= 4] or [ruleset.seats[0]]
    board = min(ruleset.boards().values(), key=len)
    return [_play(ruleset, Setup(board, seats[number % len(seats)]),
                  seed=size.chance("game", number).randbytes(32))
            for number in range(min(PLAYED, size.games))]


def _play(ruleset: Ruleset, setup: Setup, *, seed: bytes) -> Recorded:
    key, chance = codec.digest_key(seed), SeededChance(seed)
    bot = ruleset.bots[default_bot(ruleset)]
    row, state = replay.start(ruleset, setup, chance, key)
    rows, states, statuses = [row], [ruleset.dump_state(state)], [ruleset.status(state)]
    while not statuses[-1].over and len(rows) < MOST_ROWS:
        seat = statuses[-1].to_move[0]
        move = next_move(bot, ruleset.view(state, seat), seat=seat,
                         salt=seed + len(rows).to_bytes(4))
        row, state = replay.play(ruleset, state, move, chance, key, previous=row, seat=seat)
        rows.append(row)
        states.append(ruleset.dump_state(state))
        statuses.append(ruleset.status(state))
    return Recorded(ruleset, event_log.keep_setup(setup), setup.players, seed, tuple(rows),
                    tuple(states), tuple(statuses))


OVER, RUNNING, OPEN, CANCELLED = (Game.Status.OVER, Game.Status.RUNNING, Game.Status.OPEN,
                                  Game.Status.CANCELLED)
SHARES = {OVER: 81, RUNNING: 12, OPEN: 4, CANCELLED: 3}
PACES = {Pace.NONE: 40, Pace.DAY: 30, Pace.RELAXED: 20, Pace.WEEKDAYS: 10}
BOTS = 0.12  # share of the seats that bots had from the beginning
ONE_IMPORTED = 50  # in so many games that are over
RESIGNED, LEFT = 0.06, 0.02  # shares of the games that are over, and of those that run
# What the people with well-known names have, in a database of any size.
OF_NAMED: Sequence[str] = (OVER,) * 8 + (RUNNING,) * 4 + (OPEN,)


@dataclass(frozen=True, slots=True)
class Plan:
    """One game: who has its seats (None: a bot or, at a table, nobody), and how far it got.

    ``reached`` is None for a table at which no game has begun.  ``moved_at`` is when the last
    row was added, or a table was closed, and ``left`` the seat whose player has left it to a bot.
    A ``rare`` game has everything that few games have.  Nobody has a seat of a game that somebody
    has imported, the ``importer``.
    """

    status: str
    pace: str
    created_at: datetime
    started_at: datetime
    moved_at: datetime
    recorded: Recorded
    reached: Reached | None
    people: tuple[Person | None, ...]
    left: int | None = None
    rare: bool = False
    importer: Person | None = None

    @property
    def ended_at(self) -> datetime | None:
        """When the game ended or its table was closed; None while it goes on."""
        return self.moved_at if self.status in (OVER, CANCELLED) else None

    def is_tidied_up(self, now: datetime) -> bool:
        """Return whether sweeps have deleted the rows that only a game in progress needs."""
        return self.ended_at is not None and self.ended_at < now - retention.ENDED_GAMES


def make_plans(size: Size, recorded: Sequence[Recorded], people: People, *,
               now: datetime) -> list[Plan]:
    """Return the plans of all games, in the order in which they were created."""
    plans = [_named_plan(size, number, recorded, people, now=now)
             for number in range(min(len(OF_NAMED), size.games // 4))]
    chance, made = size.chance("games"), Counter[str]()
    for status in _statuses(size.games - len(plans)):
        game = chance.choice(recorded)
        sitting = people.draw(chance, game.players)
        made[status] += 1
        if status == OVER and made[status] % ONE_IMPORTED == 1:
            plans.append(_imported(game, people, chance, now=now))
            continue
        plans.append(_plan(status, game, sitting, chance, bots=BOTS,
                           rare=made[status] <= FULL_PAGE, now=now))
    return sorted(plans, key=lambda plan: plan.created_at)


def _imported(game: Recorded, people: People, chance: random.Random, *, now: datetime) -> Plan:
    importer = chance.choice([one for one in (*people.named, *people.others) if one.email])
    moment = now - chance.uniform(0.001, 1) * SPAN
    return Plan(OVER, Pace.NONE, moment, moment, moment, game,
                game.whole() if game.ends else game.resigned(len(game.rows), seat=0),
                (None,) * game.players, importer=importer)


def _statuses(games: int) -> Iterator[str]:
    """Yield ``games`` statuses in the usual shares, with enough tables for the lobby."""
    limits, total = list(accumulate(SHARES.values())), sum(SHARES.values())
    tables = min(FULL_PAGE, games // 3)
    yield from [OPEN] * tables
    for number in range(games - tables):
        yield list(SHARES)[bisect(limits, (number + 0.5) / (games - tables) * total)]


def _named_plan(size: Size, number: int, recorded: Sequence[Recorded], people: People, *,
                now: datetime) -> Plan:
    """Return the plan of a game of the people with well-known names, who begin in turn."""
    chance, game = size.chance("named", number), recorded[number % len(recorded)]
    first = number % len(people.named)
    sitting = [*people.named[first:], *people.named[:first]][:game.players]
    sitting += people.draw(chance, game.players - len(sitting))
    return _plan(OF_NAMED[number], game, sitting, chance, bots=0, now=now)


def _plan(status: str, game: Recorded, sitting: Sequence[Person], chance: random.Random, *,
          bots: float, now: datetime, rare: bool = False) -> Plan:
    pace = chance.choices(list(PACES), list(PACES.values()))[0]
    if status in (OPEN, CANCELLED):
        age = OPEN_SINCE if status == OPEN else SPAN
        created = now - chance.uniform(0.02, 0.98) * age
        here = chance.randint(1, max(1, game.players - 1))
        closed = min(created + OPEN_SINCE, now) if status == CANCELLED else created
        return Plan(status, pace, created, created, closed, game, None,
                    _seated(sitting[:here], game.players), rare=rare)
    reached, left = _reached(status, game, chance, rare=rare)
    seated = _with_bots(sitting, game.players, reached, chance, bots=bots)
    if left is not None and seated[left] is None:
        left, reached = None, game.until(len(reached.rows) - 1)
    begun, moved = _moments(status, chance, now=now)
    alone = sum(person is not None for person in seated) < 2
    return Plan(status, Pace.NONE if alone else pace, begun - chance.random() * DAY, begun, moved,
                game, reached, seated, left, rare)


def _reached(status: str, game: Recorded, chance: random.Random, *,
             rare: bool) -> tuple[Reached, int | None]:
    """Return how far a game got, and the seat that its player left while the game runs."""
    middle = chance.randint(min(2, len(game.rows)), max(2, len(game.rows) - 1))
    middle = min(middle, len(game.rows) - game.ends)
    if status == OVER:
        if game.ends and chance.random() >= RESIGNED:
            return game.whole(), None
        return game.resigned(middle, seat=chance.randrange(game.players)), None
    if rare or chance.random() < LEFT:
        waiting = game.statuses[middle - 1].to_move
        others = [seat for seat in range(game.players) if seat not in waiting]
        if len(others) > 1 or (others and game.players > 2):
            seat = chance.choice(others)
            return game.left(middle, seat=seat), seat
    return game.until(middle), None


def _moments(status: str, chance: random.Random, *, now: datetime) -> tuple[datetime, datetime]:
    """Return when a game began and when its last move was."""
    if status == RUNNING:
        moved = now - chance.uniform(0.05, 1) * FRESH
        return moved - chance.uniform(0.01, 1) * RUNNING_SINCE, moved
    begun = now - chance.uniform(0.001, 1) * SPAN
    return begun, begun + min(chance.uniform(0.2, 1) * LONGEST, 0.98 * (now - begun))


def _seated(sitting: Sequence[Person], players: int) -> tuple[Person | None, ...]:
    return (*sitting, *[None] * (players - len(sitting)))


def _with_bots(sitting: Sequence[Person], players: int, reached: Reached, chance: random.Random,
               *, bots: float) -> tuple[Person | None, ...]:
    """Return the people in their seats; never only bots, and never a bot that is to move."""
    return tuple(
        None if seat > 0 and seat not in reached.status.to_move and chance.random() < bots
        else person for seat, person in enumerate(_seated(sitting, players)))
