"""Logs of games that look the same to all but a few seats, and differ in one hidden thing.

Bots play a game up to a moment.  Then one result of chance that nobody else has seen is changed, or
one secret move, until a log is found in which every move is still legal and everything that others
may see of every row is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from alexandros_rules import codec, replay
from alexandros_rules.alexandros.rules import RULESET as ALEXANDROS
from alexandros_rules.bot_plans import next_move
from alexandros_rules.campaign.rules import RULESET as CAMPAIGN
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.errors import Refusal
from alexandros_rules.move_list import parts_of
from alexandros_rules.record import Record
from alexandros_rules.replay import LogRow
from alexandros_rules.ruleset import Ruleset, Setup

RULES: Mapping[str, Ruleset] = {rules.name: rules for rules in (ALEXANDROS, CAMPAIGN)}
MOST_TRIES = 500
PARTNERS = 4  # with which a card changes places

Change = tuple[str, int, int]  # in a shuffle, two places that change; or another random number


class Forged(SeededChance):
    """Chance as the seed has it, but for one result."""

    def __init__(self, seed: bytes, change: Change | None) -> None:
        super().__init__(seed)
        self._change = change

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        order = list(super().shuffle(cards, label))
        if self._change and self._change[0] == label:
            _, one, other = self._change
            order[one], order[other] = order[other], order[one]
        return tuple(order)

    def below(self, n: int, label: str) -> int:
        drawn = super().below(n, label)
        if self._change and self._change[0] == label:
            return (drawn + self._change[1]) % n
        return drawn


@dataclass(frozen=True, slots=True)
class Plot:
    """A game up to a moment: who plays how, and when it stops.

    ``wanted`` tells of a state whether this is the moment; ``orders`` are played after it.
    """

    ruleset: str
    players: int
    board: str
    wanted: Callable[[Any], bool]
    options: tuple[tuple[str, Any], ...] = ()
    orders: tuple[tuple[int, str], ...] = ()
    seed: bytes = bytes(range(32))
    bot: str = ""

    @property
    def rules(self) -> Ruleset:
        return RULES[self.ruleset]

    @property
    def setup(self) -> Setup:
        return Setup(self.rules.boards()[self.board], self.players, dict(self.options))


@dataclass(frozen=True, slots=True)
class Log:
    """The moves of a game with their rows, and the states from the start on."""

    plot: Plot
    moves: tuple[tuple[int, Any], ...]
    rows: tuple[LogRow, ...]
    states: tuple[Any, ...] = field(repr=False)

    @property
    def record(self) -> Record:
        rules = self.plot.rules
        return Record(rules.name, rules.version, "twinworlds", ("Alice", "Bob", "Carol", "Dave")[
            :self.plot.players], self.plot.setup, commitment(self.plot.seed),
            codec.digest_key(self.plot.seed), self.plot.seed, self.rows)


@cache
def played(plot: Plot) -> Log:
    """Return the log that bots play of this game."""
    rules = plot.rules
    bot = rules.bots[plot.bot or next(iter(rules.bots))]
    chance, key = SeededChance(plot.seed), codec.digest_key(plot.seed)
    row, state = replay.start(rules, plot.setup, chance, key)
    moves, rows, states = [], [row], [state]

    def play(seat: int, move: Any) -> None:
        row, after = replay.play(rules, states[-1], move, chance, key, previous=rows[-1], seat=seat)
        moves.append((seat, move))
        rows.append(row)
        states.append(after)

    while not plot.wanted(states[-1]):
        assert len(rows) < 1500, "this moment does not come"
        seat = rules.status(states[-1]).to_move[0]
        play(seat, next_move(bot, rules.view(states[-1], seat), seat=seat,
                             salt=len(rows).to_bytes(4, "big")))
    for seat, text in plot.orders:
        play(seat, rules.parse(text, states[-1], seat=seat))
    return Log(plot, tuple(moves), tuple(rows), tuple(states))


def twin(log: Log, differs: Callable[[Log], Any], *, where: str, knows: Iterable[int]) -> Log:
    """Return a log that differs from this one in what ``differs`` tells of it.

    To all seats but those that ``knows`` names, and to spectators, it looks the same.  ``where`` is
    the label of a random result, or the name of a kind of secret move.
    """
    blind = [None, *({*range(log.plot.players)} - {*knows})]
    told = differs(log)
    for moves, change in islice(_others(log, where), MOST_TRIES):
        other = _again(log, moves, Forged(log.plot.seed, change), blind)
        if other is not None and differs(other) != told:
            return other
    raise AssertionError(f"there is no twin of this log in {where}")


def _others(log: Log, where: str) -> Iterator[tuple[Sequence[tuple[int, Any]], Change | None]]:
    """Yield moves and changes of chance that may make a twin."""
    rng = Random(where)
    for at, (seat, move) in reversed([*enumerate(log.moves)]):
        if type(move).__name__ == where:
            for other in _instead(log, at, seat, move, rng):
                yield (*log.moves[:at], (seat, other), *log.moves[at + 1:]), None
    heard = _Listening(log.plot.seed)
    _again(log, log.moves, heard, ())
    result = heard.results.get(where, 1)
    if isinstance(result, int):
        yield from ((log.moves, (where, other, 0)) for other in range(1, result))
        return
    # What was drawn last is least likely to have been used.
    for one in reversed(range(len(result))):
        later = [other for other in range(one + 1, len(result)) if result[other] != result[one]]
        for other in rng.sample(later, min(len(later), PARTNERS)):
            yield log.moves, (where, one, other)


class _Listening(SeededChance):
    """Chance that remembers its results: shuffles, and how many numbers there were."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.results: dict[str, tuple[int, ...] | int] = {}

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        self.results[label] = result = super().shuffle(cards, label)
        return result

    def below(self, n: int, label: str) -> int:
        self.results[label] = n
        return super().below(n, label)


def _instead(log: Log, at: int, seat: int, move: Any, rng: Random) -> Iterator[Any]:
    """Yield moves of this kind that the seat could have made instead, first those most alike."""
    for part in parts_of(log.plot.rules.legal_moves(log.states[at], seat=seat)):
        if len(part) and type(part[0]) is type(move):
            found = [part[place] for place in rng.sample(range(len(part)), min(len(part), 500))]
            found.sort(key=lambda other: getattr(other, "limit", 0) != getattr(move, "limit", 0))
            yield from [other for other in found if other != move][:60]


def _again(log: Log, moves: Sequence[tuple[int, Any]], chance: SeededChance,
           blind: Sequence[int | None]) -> Log | None:
    """Play the moves again; return None if one is illegal or others see a difference."""
    rules, key = log.plot.rules, codec.digest_key(log.plot.seed)
    row, state = replay.start(rules, log.plot.setup, chance, key)
    rows, states = [row], [state]
    if not _look_alike(log, row, None, state, blind):
        return None
    for seat, move in moves:
        try:
            row, after = replay.play(rules, states[-1], move, chance, key, previous=rows[-1],
                                     seat=seat)
        except Refusal:
            return None
        if not _look_alike(log, row, states[-1], after, blind):
            return None
        rows.append(row)
        states.append(after)
    return Log(log.plot, tuple(moves), tuple(rows), tuple(states))


def _look_alike(log: Log, row: LogRow, before: Any, after: Any,
                blind: Sequence[int | None]) -> bool:
    """Whether a row and the position after it look to these seats as in the log."""
    rules, was = log.plot.rules, log.rows[row.number - 1]
    if row.seat != was.seat:
        return False
    events, earlier = (replay.events_of(rules, each.events, version=rules.version)
                       for each in (row, was))
    return all(
        len(events) == len(earlier)
        and all(rules.view_event(one, viewer, over=False) == rules.view_event(
            other, viewer, over=False) for one, other in zip(events, earlier, strict=True))
        and (row.seat is None or rules.view_move(row.move, by=row.seat, seat=viewer)
             == rules.view_move(was.move, by=was.seat, seat=viewer))
        and rules.view(after, viewer, sealed=True) == rules.view(
            log.states[row.number - 1], viewer, sealed=True)
        for viewer in blind)
