"""Records of games in which something went wrong, for operators.

The record of a failure has the game's seed, because the failure may depend on cards that are still
to come, and a line ``failure:`` that says what was being done.  So it reveals every card.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from alexandros_rules import codec
from alexandros_rules.chance import ChanceRecorder
from alexandros_rules.errors import Refusal
from games.base import log_context
from games.base.refusals import BadRecord
from games.models import Failure, Game, LoggedMove
from games.table.play import event_log, records

_LINE = "failure: "


@dataclass(frozen=True, slots=True)
class KnownFailure:
    """A failure as a record describes it; the fields are those of ``Failure``."""

    doing: str
    number: int
    seat: int | None
    details: dict[str, Any]
    error: str
    place: str


def export(game: Game, failure: Failure | None = None) -> str:
    """Return the game's record with this failure of it, or with its last one.

    If the game cannot be replayed, the record ends there and has that failure.  Refuses
    (Closed) a game that has not started.
    """
    try:
        text = records.export_record(game, with_seed=True)
    except Refusal:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the record must show it
        return _export_broken(game, error)
    failure = failure or Failure.objects.filter(game=game).first()
    if failure is None:
        return text
    if failure.doing in (log_context.TURN, log_context.BOT):  # what failed came after this row
        text = records.export_record(game, with_seed=True, number=failure.number)
    return _with_failure(text, KnownFailure(failure.doing, failure.number, failure.seat,
                                            failure.details, failure.error, failure.place))


def _export_broken(game: Game, error: Exception) -> str:
    """Return the record of a log that cannot be replayed, up to its first bad row.

    The bad row's move is a detail of the failure.  If even the start cannot be replayed, the
    record has only that row.
    """
    numbers = range(1, game.number + 1)
    bad = numbers[bisect_left(numbers, True, key=lambda number: _breaks(game, number))]
    row = LoggedMove.objects.get(game=game, number=bad)
    text = records.export_record(game, with_seed=True, number=bad - 1)
    if bad == 1:
        text += f"1 - {row.move} ! {_chance_of_start(game)} = {row.digest}\n"
    return _with_failure(text, KnownFailure(
        log_context.REPLAY, bad, row.seat, {"move": row.move}, type(error).__name__,
        log_context.place_of(error)))


def _chance_of_start(game: Game) -> str:
    """Return the random results that the start uses, up to the exception if there is one."""
    chance = ChanceRecorder(bytes(game.seed))
    with suppress(Exception):
        event_log.ruleset_of(game).start(event_log.setup_of(game), chance)
    return chance.text()


def _breaks(game: Game, number: int) -> bool:
    """Return whether the log up to this row cannot be replayed."""
    try:
        records.export_record(game, with_seed=True, number=number)
    except Exception:  # noqa: BLE001 - as above
        return True
    return False


def _with_failure(text: str, failure: KnownFailure) -> str:
    """Return the record with one more line in its header, which ``import_game`` passes over."""
    facts = {name: getattr(failure, name) for name in KnownFailure.__slots__}
    return text.replace("\n\nboard:\n", f"\n{_LINE}{codec.canonical(facts)}\n\nboard:\n", 1)


def failure_in(text: str) -> KnownFailure:
    """Return the failure that a record describes; refuse (BadRecord) one that describes none."""
    head = text.partition("\nboard:\n")[0].split("\n")
    facts = next((line.removeprefix(_LINE) for line in head if line.startswith(_LINE)), None)
    if facts is None:
        raise BadRecord("no-failure", "This record describes no failure. To check its moves,"
                        " please import it with import_game.")
    try:
        return KnownFailure(**json.loads(facts))
    except (ValueError, TypeError) as error:
        raise BadRecord("no-failure", f"The line of the failure cannot be read: {error}.") from None
