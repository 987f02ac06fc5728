"""Verification of logs: decides every move again, compares digests and the hash chain.

Owns the check for operators (``first_fault``) and the one that players of a finished game can
follow (``reveal_deal``).  It repairs nothing and writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from alexandros_rules import replay
from alexandros_rules.chance import ChanceRecorder, commitment
from alexandros_rules.errors import Refusal
from alexandros_rules.replay import Fault
from games.base import features
from games.base.refusals import Closed
from games.models import Game, LoggedMove, Seat
from games.table.play import continued_games, event_log
from games.table.play.event_log import RowHash
from games.table.play.revealing import check_revealed


@dataclass(frozen=True, slots=True)
class Draw:
    """One random draw: the row it belongs to, its label and its result."""

    number: int
    label: str
    result: tuple[int, ...] | int


@dataclass(frozen=True, slots=True)
class RevealedDeal:
    """The random draws of a finished game, and the proof that they were fair (R24).

    ``kept``     whether the seed matches the SHA-256 that was published at the start.
    ``follows``  whether the seed and the moves lead to every row of the log.
    ``draws``    all shuffles and random numbers in order, with their labels.
    ``hashes``   the hash of every row, to be compared with those in turn emails.
    """

    commitment: str
    seed: str
    kept: bool
    follows: bool
    draws: tuple[Draw, ...]
    hashes: tuple[RowHash, ...]


def first_fault(game: Game) -> Fault | None:
    """Return the first row of a game that is wrong, and why, or None (R8, R9).

    Reads the game and its log under the game's lock, so the game can be in progress.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        rows = event_log.logged_moves(game)
        seats = list(Seat.objects.filter(game=game))
    if not rows:
        return None if game.number == 0 else Fault(0, "the log is empty, but the game has begun")
    if commitment(bytes(game.seed)) != game.commitment:
        return Fault(1, "the seed does not match the published commitment")
    fault = replay.verify(
        event_log.ruleset_of(game),
        event_log.setup_of(game),
        [event_log.to_log_row(row) for row in rows],
        event_log.chance_of(game),
        event_log.key_of(game),
        version=game.rules_version,
    )
    return (fault or _column_fault(game, rows, seats) or _feature_fault(game)
            or _origin_fault(game))


def _feature_fault(game: Game) -> Fault | None:
    """Return a fault of the game that a feature finds, or None."""
    found = (fault(game) for fault in features.hooks("fault"))
    return next((Fault(1, sentence) for sentence in found if sentence), None)


def _origin_fault(game: Game) -> Fault | None:
    """Return a fault in the position from which a game goes on, or None."""
    if game.origin is None or game.origin_number is None or (
            event_log.setup_of(game) == continued_games.setup_at(game.origin, game.origin_number)):
        return None
    return Fault(1, "it does not go on from the position of the game that it names")


def _column_fault(game: Game, rows: list[LoggedMove], seats: list[Seat]) -> Fault | None:
    """Return the first derived column that does not match the log, or None."""
    ruleset, last = event_log.ruleset_of(game), rows[-1].number
    log = [event_log.to_log_row(row) for row in rows]
    state = replay.rebuild(ruleset, log, version=game.rules_version)
    status = event_log.status_after(game, state, log[-1])
    for name, value in event_log.derived_columns(status, number=last).items():
        if getattr(game, name) != value:
            return Fault(last, f"after it the game's column {name} should be {value!r}")
    for seat in seats:
        for name, value in event_log.seat_columns(status, seat.index).items():
            if getattr(seat, name) != value:
                return Fault(last, f"after it the column {name} of seat {seat.index + 1} should be"
                             f" {value!r}")
    return None


def check_games(ids: Iterable[int]) -> Iterator[tuple[Game, Fault | None]]:
    """Yield each game that still exists with its first fault or None, one at a time.

    It takes ids and not a query: while a query is open, SQLite refuses to lock a game if somebody
    has played on in any other one.
    """
    for pk in ids:
        game = Game.objects.filter(pk=pk).first()
        if game is not None:
            yield game, first_fault(game)


def reveal_deal(game: Game) -> RevealedDeal:
    """Return the random draws of a finished game; refuse (Closed) while the seed is secret."""
    check_revealed(game, Closed("secret", _("The seed is secret until the game is over. Please come"
                                            " back then.")))
    seed = bytes(game.seed)
    draws: list[Draw] = []
    follows = True
    rows = event_log.logged_moves(game)
    for transition in event_log.transitions(game, rows):
        chance = ChanceRecorder(seed)
        follows = _decide_again(game, transition, chance) == transition.row.events and follows
        draws += [Draw(transition.row.number, *result) for result in chance.results.items()]
    return RevealedDeal(game.commitment, seed.hex(), commitment(seed) == game.commitment, follows,
                        tuple(draws), tuple(RowHash(row.number, row.chain) for row in rows))


def _decide_again(game: Game, transition: event_log.Transition, chance: Any) -> str:
    """Return the events that the rules give for a row, as text; "" if they refuse its move."""
    ruleset, row, before = event_log.ruleset_of(game), transition.row, transition.before
    if replay.is_outside_rules(row.move):
        return row.events
    try:
        events = replay.decide_again(ruleset, event_log.setup_of(game), event_log.to_log_row(row),
                                     before, chance, version=game.rules_version)
    except Refusal:
        return ""
    return replay.events_text(ruleset, events)
