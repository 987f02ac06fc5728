"""Games that bots play once, in memory, whose beginnings and ends are stored many times.

Digests and the hash chain depend on a game's seed and its rows alone.  A copy that shares both is
therefore as valid as the game that was played, and so is any beginning of it.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from engine import codec, replay
from engine.bot_plans import next_move
from engine.chance import SeededChance, commitment
from engine.replay import LogRow
from engine.ruleset import Ruleset, Setup, Status
from games.labs.filling.size import Size
from games.rulesets import registry
from games.table.play import event_log, outside_moves
from games.table.play.bots import default_bot

GAMES = 48  # that are played, for all sizes that are larger
LONGEST = 2000  # rows; a game that goes on is cut off there


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
        """The game to its end."""
        return self.until(len(self.rows))

    def until(self, number: int) -> Reached:
        """The game up to this row."""
        return Reached(self.rows[:number], self.states[number - 1], self.statuses[number - 1])

    def resigned(self, number: int, *, seat: int) -> Reached:
        """The game up to this row, after which the player of a seat has resigned."""
        reached = self.until(number)
        winners = [each for each in range(self.players) if each != seat]
        noted = self._noted(reached, {"type": event_log.ENDED, "seat": seat,
                                      "reason": event_log.RESIGNED, "winners": winners})
        ended = dataclasses.replace(reached.status, to_move=(), over=True,
                                    winners=tuple(winners), reason=event_log.RESIGNED)
        return dataclasses.replace(noted, status=ended)

    def left(self, number: int, *, seat: int) -> Reached:
        """The game up to this row, after which a player has left their seat to a bot."""
        return self._noted(self.until(number), {"type": outside_moves.BOT_TAKES_SEAT, "seat": seat,
                                                "bot": default_bot(self.ruleset)})

    def _noted(self, reached: Reached, data: dict[str, Any]) -> Reached:
        row = replay.note_row(data, codec.digest_key(self.seed), previous=reached.rows[-1],
                              seat=data["seat"])
        return dataclasses.replace(reached, rows=(*reached.rows, row))


def play_games(size: Size) -> list[Recorded]:
    """Plays games for two to four, or as many as the rules allow, on the smallest board."""
    ruleset = registry.default().ruleset
    seats = [count for count in ruleset.seats if 2 <= count <= 4] or [ruleset.seats[0]]
    board = min(ruleset.boards().values(), key=len)
    return [_play(ruleset, Setup(board, seats[number % len(seats)]),
                  seed=size.chance("game", number).randbytes(32))
            for number in range(min(GAMES, size.games))]


def _play(ruleset: Ruleset, setup: Setup, *, seed: bytes) -> Recorded:
    key, chance = codec.digest_key(seed), SeededChance(seed)
    bot = ruleset.bots[default_bot(ruleset)]
    row, state = replay.start(ruleset, setup, chance, key)
    rows, states, statuses = [row], [ruleset.dump_state(state)], [ruleset.status(state)]
    while not statuses[-1].over and len(rows) < LONGEST:
        seat = statuses[-1].to_move[0]
        move = next_move(bot, ruleset.view(state, seat), seat=seat,
                         salt=seed + len(rows).to_bytes(4))
        row, state = replay.play(ruleset, state, move, chance, key, previous=row, seat=seat)
        rows.append(row)
        states.append(ruleset.dump_state(state))
        statuses.append(ruleset.status(state))
    return Recorded(ruleset, event_log.keep_setup(setup), setup.players, seed, tuple(rows),
                    tuple(states), tuple(statuses))
