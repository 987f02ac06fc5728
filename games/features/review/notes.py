"""What the replay shows of a review: marks in its chart, and a note beside a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.features.review import participants, reading
from games.features.review.reading import GameReview
from games.models import Game
from games.models.review_findings import LARGE


@dataclass(frozen=True, slots=True)
class ReviewNote:
    """What was better than the moves at this position: a sentence, and orders in notation."""

    sentence: str
    orders: str


def review_of(game: Game) -> GameReview | None:
    """The review of a game that is over; None without asking for it if there can be none."""
    return reading.read(game) if participants.can_be_reviewed(game) else None


def marks(review: GameReview | None, names: Sequence[str]) -> dict[int, str]:
    """The rows of decisions that lost much, for the chart, with a sentence on each."""
    notable = review.notable if review else ()
    return {one.last: reading.in_short(one, names) for one in notable if one.loss >= LARGE}


def context(review: GameReview | None, number: int, *, names: Sequence[str],
            address: str) -> dict[str, Any]:
    """What templates show: the review's address, and a note on the position if there is any.

    Nothing in a game without a review.
    """
    if review is None:
        return {}
    decision = review.at(number)
    note = decision and ReviewNote(reading.in_short(decision, names), decision.orders)
    return {"review": address, "review_note": note}
