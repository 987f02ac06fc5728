"""Experiments: games between bots, played in several processes, and their results in files."""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alexandros_rules import bot_games
from alexandros_rules.ruleset import Bot, Ruleset, Setup

if TYPE_CHECKING:  # the processes need nothing of pages and pictures
    from games.rulesets.protocols import Landmarks


@dataclass(frozen=True, slots=True)
class Gear:
    """The rules, bots and landmarks of an experiment; each process gets a copy."""

    ruleset: Ruleset
    bots: Mapping[str, Bot]
    landmarks: Landmarks | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played: ``bots`` are names, seat by seat."""

    setup: Setup
    bots: tuple[str, ...]
    seed: bytes


@dataclass(frozen=True, slots=True)
class Played:
    """The outcome of a game.

    ``order``    the seats in turn order, whoever moved first at the beginning.
    ``turns``    number of turns; ``scores`` and ``winners`` as in ``Status``.
    ``millis``   for each seat, milliseconds of computing per turn (0 if it never moved), the only
    ``reached``  the landmarks that were reached.
    """

    bots: tuple[str, ...]
    order: tuple[int, ...]
    turns: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    millis: tuple[float, ...]
    reached: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Watch:
    """Notes taken during a game; ``first`` lists the seats in the order of their first moves."""

    first: dict[int, None] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)
    turns: dict[int, set[int]] = field(default_factory=dict)

    def note(self, seat: int, turn: int, seconds: float) -> None:
        self.first.setdefault(seat)
        self.seconds[seat] = self.seconds.get(seat, 0.0) + seconds
        self.turns.setdefault(seat, set()).add(turn)

    def order(self, players: int) -> tuple[int, ...]:
        """Return the seats in the order of their first moves; those that never moved come last."""
        return tuple(dict.fromkeys([*self.first, *range(players)]))

    def millis(self, seat: int) -> float:
        return 1000 * self.seconds.get(seat, 0.0) / len(self.turns.get(seat, "1"))


def play(gear: Gear, pairing: Pairing) -> Played:
    """Play one game; raise the ruleset's refusal of a bad board or option."""
    ruleset, watch, reached = gear.ruleset, _Watch(), set[str]()
    began = time.process_time()
    for state, move, _ in bot_games.play_out(
        ruleset, pairing.setup, seed=pairing.seed, bots=[gear.bots[name] for name in pairing.bots]
    ):
        now, status = time.process_time(), ruleset.status(state)
        if move is not None:
            watch.note(status.to_move[0], status.turn, now - began)
        if gear.landmarks is not None:
            reached.update(gear.landmarks.reached(state))
        began = time.process_time()
    seats = pairing.setup.players
    return Played(
        pairing.bots, watch.order(seats), status.turn, status.scores, status.winners,
        status.reason, tuple(map(watch.millis, range(seats))), frozenset(reached),
    )


def play_all(gear: Gear, pairings: Iterable[Pairing], *, processes: int) -> Iterator[Played]:
    """Play games in this number of processes, and yield the results in the order of the games."""
    if processes == 1:
        yield from map(partial(play, gear), pairings)
        return
    # Not a fork: the caller may have threads and connections.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, mp_context=context)
    try:
        yield from pool.map(partial(play, gear), pairings)
    finally:
        pool.shutdown(cancel_futures=True)


def reported(
    played: Iterable[Played], *, total: int, say: Callable[[str], None]
) -> Iterator[Played]:
    """Yield the results, and call ``say`` now and then with the number of games played."""
    for number, game in enumerate(played, 1):
        if number == total or number % max(1, total // 100) == 0:
            say(f"{number} of {total} games")
        yield game


FORMAT = 2


class Unusable(Exception):
    """A file that cannot be used; the message is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions that all games of a measurement have in common.

    ``board`` is the text of its file; ``version`` that of the rules; ``seed`` any text.  ``bots``
    are those of all games, seat by seat, if the measurement has no others.
    """

    ruleset: str
    version: int
    board: str
    seed: str
    options: Mapping[str, Any] = field(default_factory=dict)
    bots: tuple[str, ...] = ()


def write_measurement(path: Path, kind: str, conditions: Conditions,
                      results: Mapping[str, Any]) -> None:
    """Store a measurement; a file of this name stays until the new one is complete."""
    text = json.dumps({"format": FORMAT, "kind": kind, "conditions": asdict(conditions),
                       "results": results}, separators=(",", ":"))
    new = path.with_name(path.name + ".new")
    new.write_text(text + "\n", encoding="utf-8")
    new.replace(path)


def read_measurement(path: Path, kind: str, conditions: Conditions) -> Mapping[str, Any]:
    """Return the stored results; raise Unusable if they were made in other conditions."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        stored, results = data["conditions"], data["results"]
        fits = (data["format"], data["kind"]) == (FORMAT, kind)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Unusable(f"{path} cannot be read: {error}.") from error
    if not fits or not isinstance(results, dict):
        raise Unusable(f"{path} was not written by manage.py {kind}.")
    asked = json.loads(json.dumps(asdict(conditions)))
    other = [one.name for one in fields(Conditions) if stored.get(one.name) != asked[one.name]]
    if other:
        raise Unusable(f"{path} was measured with other settings ({', '.join(other)}). Give the"
                       " same ones, or begin a new file.")
    return results
