"""What a review says to its readers: each player's account, and what can be said of a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Game, Review
from games.review import findings as finding
from games.review import participants
from games.review.findings import Findings, JudgedDecision
from games.review.work import ATTEMPTS

MOMENTS = 3  # of each player, those that mattered most


@dataclass(frozen=True, slots=True)
class SeatReview:
    """How a seat has played.

    ``turns``    that were judged, ``good`` ones of them lost nothing notable.
    ``loss``     of the chance of winning in an average turn; ``luck`` in points.
    ``moments``  that lost most, in the order of the game.
    """

    seat: int
    turns: int
    good: int
    loss: float
    luck: float
    moments: tuple[JudgedDecision, ...]


@dataclass(frozen=True, slots=True)
class GameReview:
    """A review as it may be shown: of the seats that have not turned reviews off.

    ``state`` is "done", "computing", "failed", or "none" if nobody has asked for one; ``percent``
    of the game have been looked at.  ``seats`` and ``notable`` decisions are empty until then.
    """

    state: str
    percent: int = 0
    seats: tuple[SeatReview, ...] = ()
    notable: tuple[JudgedDecision, ...] = ()

    def at(self, number: int) -> JudgedDecision | None:
        """The notable decision that row ``number`` belongs to."""
        return next((each for each in self.notable if each.first <= number <= each.last), None)

    def from_row(self, first: int) -> JudgedDecision | None:
        """The notable decision that begins with this row."""
        return next((each for each in self.notable if each.first == first), None)


def read(game: Game) -> GameReview:
    """The review of a finished game, as anybody who sees the game may see it."""
    row = Review.objects.filter(game=game).first()
    if row is None:
        return GameReview("none")
    if row.done_at is None:
        percent = 100 * row.row // max(1, game.number)
        return GameReview("failed" if row.failures >= ATTEMPTS else "computing", percent)
    found = finding.load(row.data)
    if found is None:  # written by another version, and nobody has asked for it anew
        return GameReview("none")
    seats = found.seats & participants.reviewed_seats(game)
    shown = [each for each in found.decisions if each.seat in seats]
    return GameReview(
        "done", 100, tuple(_of_seat(found, seat) for seat in sorted(seats)),
        tuple(each for each in shown if each.is_notable))


def _of_seat(found: Findings, seat: int) -> SeatReview:
    own = [each for each in found.decisions if each.seat == seat]
    lost = dict[int, float]()
    for each in own:
        lost[each.turn] = lost.get(each.turn, 0.0) + each.loss
    good = sum(loss < finding.NOTABLE for loss in lost.values())
    loss = sum(lost.values()) / len(lost) if lost else 0.0
    return SeatReview(seat, len(lost), good, loss, found.luck[seat], _moments(own))


def _moments(own: Sequence[JudgedDecision]) -> tuple[JudgedDecision, ...]:
    notable = [each for each in own if each.is_notable]
    most = sorted(notable, key=lambda each: each.loss, reverse=True)[:MOMENTS]
    return tuple(sorted(most, key=lambda each: each.first))
