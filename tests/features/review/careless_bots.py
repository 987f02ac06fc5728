"""Bots that are careless in one known way, and games that they play."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from alexandros_rules import codec, replay
from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.analysis.analyst import after
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.moves import Draw, End, Levy, Move, Occupy, Recall
from alexandros_rules.alexandros.provinces import levy_gains, province_of, value
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, State
from alexandros_rules.bot_plans import always
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.record import Record
from alexandros_rules.ruleset import Bot, HasTime, Setup

BOT = "planner"  # who is not careless
NAMES = ("Alice", "Bob", "Carol", "Dave")
Spoil = Callable[[State, Move], Move]


@dataclass
class Careless:
    """A bot that plays some moves of another bot's plans worse."""

    bot: Bot
    spoil: Spoil

    def plan(self, view: State, *, seat: int, salt: bytes, has_time: HasTime) -> list[Move]:
        moves = list[Move]()
        for move in self.bot.plan(view, seat=seat, salt=salt, has_time=has_time):
            now = after(view, moves)
            moves.append(self.spoil(now, move))
            if moves[-1] != move:  # the rest of the plan may not be possible any more
                break
        return moves


def _pass(view: State) -> Move:
    return next((move for move in legal_moves(view) if isinstance(move, Draw)), End())


def two_guards(view: State, move: Move) -> Move:
    """Occupies the largest province with two guards or more, as soon as possible, and for good."""
    if view.phase != ACT or not view.actions:
        return move
    if isinstance(move, Recall):
        return _pass(view)
    doubled = [each for each in legal_moves(view)
               if isinstance(each, Occupy) and len(each.spaces) > 1]
    return max(doubled, key=lambda each: value(view.board, province_of(
        view.board, view.walls, each.spaces[0])), default=move)


def no_levies(view: State, move: Move) -> Move:
    """Never levies taxes."""
    return _pass(view) if isinstance(move, Levy) else move


def hoarding(view: State, move: Move) -> Move:
    """Never pays cards for a province."""
    if not isinstance(move, Occupy):
        return move
    paid = cards.total(view.hand) - cards.total(after(view, [move]).hands[view.seat])
    return _pass(view) if paid > 0 else move


@dataclass
class Blunder:
    """A bot that plays like another one, except for its first turn from turn ``at`` on.

    In that turn it takes back its two most valuable guards.
    """

    bot: Bot
    at: int
    done: int = field(default=0)

    def plan(self, view: State, *, seat: int, salt: bytes, has_time: HasTime) -> list[Move]:
        moves = list(self.bot.plan(view, seat=seat, salt=salt, has_time=has_time))
        due = self.done == view.turn or (not self.done and view.turn >= self.at
                                         and levy_gains(view)[seat] >= WORTH)
        if view.phase == ACT and due and view.actions:
            self.done = view.turn
            recalls = [move for move in legal_moves(view) if isinstance(move, Recall)]
            if recalls:
                return [min(recalls, key=lambda one: levy_gains(after(view, [one]))[seat])]
        return moves[:1]


WORTH = 8  # points of a levy that a blunder gives away, at least
CARELESS: dict[str, Spoil] = {
    "two guards": two_guards, "no levies": no_levies, "hoarding": hoarding}


def play(bots: Sequence[Bot], number: int, *, board: str) -> Record:
    """Returns a whole game of these bots on a board, dealt from its number."""
    seed = hashlib.sha256(b"careless %d" % number).digest()
    setup = Setup(RULESET.boards()[board], len(bots))
    key, chance, planned = codec.digest_key(seed), SeededChance(seed), list[Move]()
    row, state = replay.start(RULESET, setup, chance, key)
    rows = [row]
    while not RULESET.status(state).over:
        seat = RULESET.status(state).to_move[0]
        planned = planned or list(bots[seat].plan(
            RULESET.view(state, seat), seat=seat, salt=seed + len(rows).to_bytes(2),
            has_time=always))
        row, state = replay.play(RULESET, state, planned.pop(0), chance, key, previous=rows[-1],
                                 seat=seat)
        rows.append(row)
    return Record(RULESET.name, RULESET.version, "careless00", NAMES[:len(bots)], setup,
                  commitment(seed), key, seed, tuple(rows))


def careless_game(kind: str, number: int, *, players: int, board: str) -> Record:
    """Returns a game in which Alice is careless in this way."""
    good = RULESET.bots[BOT]
    return play([Careless(good, CARELESS[kind]), *[good] * (players - 1)], number, board=board)


def blundered_game(number: int, *, at: int, players: int, board: str) -> tuple[Record, int]:
    """Returns a game in which Alice blunders, and the turn of the blunder (0: none came)."""
    good = RULESET.bots[BOT]
    blunder = Blunder(good, at)
    made = play([blunder, *[good] * (players - 1)], number, board=board)
    return made, blunder.done
