"""Whether logs hold: every move decided again, every digest and the hash chain compared.

Owns the check for operators (``fault``) and the one players can follow when the seed is open
(``deal``).  It mends nothing and writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from engine import replay
from engine.chance import Recording, commitment
from engine.errors import Refusal
from engine.replay import Fault
from games.models import Game, Row, Seat
from games.services import journal
from games.services.refusals import Closed


@dataclass(frozen=True, slots=True)
class Draw:
    """One use of chance: in which row, under which label, with what result."""

    number: int
    label: str
    result: tuple[int, ...] | int


@dataclass(frozen=True, slots=True)
class Deal:
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


def fault(game: Game) -> Fault | None:
    """The first row of a game that does not hold, and why; None when all is well (R8, R9).

    Judged is the game as it is stored at one moment, so that it may be played meanwhile.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        rows = journal.rows(game)
        scores = tuple(Seat.objects.filter(game=game).values_list("score", flat=True))
    if not rows:
        return None if game.number == 0 else Fault(0, "the log is empty, but the game has begun")
    if commitment(bytes(game.seed)) != game.commitment:
        return Fault(1, "the seed is not the one the published commitment is of")
    found = replay.verify(
        journal.ruleset_of(game), journal.setup_of(game), [journal.plain(row) for row in rows],
        journal.chance_of(game), journal.key_of(game), version=game.rules_version,
    )
    return found or _column_fault(game, rows, scores)


def _column_fault(game: Game, rows: list[Row], scores: tuple[int, ...]) -> Fault | None:
    """What the game says of itself that does not follow from its log."""
    ruleset, last = journal.ruleset_of(game), rows[-1].number
    status = ruleset.status(
        replay.rebuild(ruleset, map(journal.plain, rows), version=game.rules_version)
    )
    for name, value in journal.columns(status, number=last).items():
        if getattr(game, name) != value:
            return Fault(last, f"after it the game's column {name} should be {value!r}")
    if scores != status.scores:
        return Fault(last, f"after it the scores should be {status.scores!r}")
    return None


def faults(games: Iterator[Game]) -> Iterator[tuple[Game, Fault | None]]:
    """Each game with its first fault or None, one after another."""
    for game in games:
        yield game, fault(game)


def deal(game: Game) -> Deal:
    """The chance of a finished game laid open; refuses (Closed) while it is a secret."""
    if game.status != Game.Status.OVER:
        raise Closed("secret", "The seed is secret until the game is over; come back then.")
    seed = bytes(game.seed)
    draws: list[Draw] = []
    follows = True
    for step in journal.steps(game, journal.rows(game)):
        chance = Recording(seed)
        follows = _decided(game, step, chance) == step.row.events and follows
        draws += [Draw(step.row.number, *given) for given in chance.given.items()]
    return Deal(game.commitment, seed.hex(), commitment(seed) == game.commitment, follows,
                tuple(draws))


def _decided(game: Game, step: journal.Step, chance: Any) -> str:
    """The events of a row decided anew, as text; "" when the rules refuse it."""
    ruleset = journal.ruleset_of(game)
    if step.row.move.startswith(replay.OUTSIDE):
        return step.row.events
    try:
        if step.before is None:
            events = ruleset.start(journal.setup_of(game), chance)
        else:
            move = ruleset.parse(step.row.move, step.before)
            events = ruleset.decide(step.before, move, chance)
    except Refusal:
        return ""
    return replay.events_text(ruleset, events)
