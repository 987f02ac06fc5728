"""Whether logs hold: every move decided again, every digest and the hash chain compared.

Owns the check for operators (``first_fault``) and the one players can follow when the seed is open
(``reveal_deal``).  It mends nothing and writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from engine import replay
from engine.chance import ChanceRecorder, commitment
from engine.errors import Refusal
from engine.replay import Fault
from games.models import Game, LoggedMove, Seat
from games.play import event_log
from games.refusals import Closed


@dataclass(frozen=True, slots=True)
class Draw:
    """One use of chance: in which row, under which label, with what result."""

    number: int
    label: str
    result: tuple[int, ...] | int


@dataclass(frozen=True, slots=True)
class RevealedDeal:
    """A finished game's chance laid open (R24).

    ``kept``     whether the seed is the one whose SHA-256 was published at the start.
    ``follows``  whether every row is what the seed and the moves give.
    ``draws``    all shuffles and random numbers in order, with their labels.
    """

    commitment: str
    seed: str
    kept: bool
    follows: bool
    draws: tuple[Draw, ...]


def first_fault(game: Game) -> Fault | None:
    """The first row of a game that does not hold, and why; None when all is well (R8, R9).

    Judged is the game as it is stored at one moment, so that it may be played meanwhile.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        rows = event_log.logged_moves(game)
        scores = tuple(Seat.objects.filter(game=game).values_list("score", flat=True))
    if not rows:
        return None if game.number == 0 else Fault(0, "the log is empty, but the game has begun")
    if commitment(bytes(game.seed)) != game.commitment:
        return Fault(1, "the seed is not the one the published commitment is of")
    found = replay.verify(
        event_log.ruleset_of(game),
        event_log.setup_of(game),
        [event_log.engine_row(row) for row in rows],
        event_log.chance_of(game),
        event_log.key_of(game),
        version=game.rules_version,
    )
    return found or _column_fault(game, rows, scores)


def _column_fault(game: Game, rows: list[LoggedMove], scores: tuple[int, ...]) -> Fault | None:
    """What the game says of itself that does not follow from its log."""
    ruleset, last = event_log.ruleset_of(game), rows[-1].number
    status = ruleset.status(
        replay.rebuild(ruleset, map(event_log.engine_row, rows), version=game.rules_version)
    )
    for name, value in event_log.derived_columns(status, number=last).items():
        if getattr(game, name) != value:
            return Fault(last, f"after it the game's column {name} should be {value!r}")
    if scores != status.scores:
        return Fault(last, f"after it the scores should be {status.scores!r}")
    return None


def check_games(games: Iterator[Game]) -> Iterator[tuple[Game, Fault | None]]:
    """Each game with its first fault or None, one after another."""
    for game in games:
        yield game, first_fault(game)


def reveal_deal(game: Game) -> RevealedDeal:
    """The chance of a finished game laid open; refuses (Closed) while it is a secret."""
    if game.status != Game.Status.OVER:
        raise Closed("secret", "The seed is secret until the game is over; come back then.")
    seed = bytes(game.seed)
    draws: list[Draw] = []
    follows = True
    for step in event_log.transitions(game, event_log.logged_moves(game)):
        chance = ChanceRecorder(seed)
        follows = _decided(game, step, chance) == step.row.events and follows
        draws += [Draw(step.row.number, *result) for result in chance.results.items()]
    return RevealedDeal(game.commitment, seed.hex(), commitment(seed) == game.commitment, follows,
                tuple(draws))


def _decided(game: Game, step: event_log.Transition, chance: Any) -> str:
    """The events of a row decided anew, as text; "" when the rules refuse it."""
    ruleset = event_log.ruleset_of(game)
    if step.row.move.startswith(replay.NOTE_PREFIX):
        return step.row.events
    try:
        if step.before is None:
            events = ruleset.start(event_log.setup_of(game), chance)
        else:
            move = ruleset.parse(step.row.move, step.before)
            events = ruleset.decide(step.before, move, chance)
    except Refusal:
        return ""
    return replay.events_text(ruleset, events)
