"""Reviews as people read them: each player's account, and each decision in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine import drafts
from engine.addressing import told
from engine.drafts import Draft
from games.features.review import reviewing
from games.features.review.reviewing import ATTEMPTS
from games.models import Game, Review, review_findings
from games.models.review_findings import LARGE, Findings, JudgedDecision
from games.rulesets import registry
from games.table.play import event_log
from games.table.play.history import GameHistory

MOMENTS = 3  # of each player, those that mattered most


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The account of one seat's play.

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
    is the part of the game that has been looked at.  ``seats`` and ``notable`` decisions are those
    of this part.  ``is_delayed`` tells that the site is too busy at the moment.
    """

    state: str
    percent: int = 0
    seats: tuple[SeatReview, ...] = ()
    notable: tuple[JudgedDecision, ...] = ()
    is_delayed: bool = False

    def at(self, number: int) -> JudgedDecision | None:
        """Return the notable decision that row ``number`` belongs to."""
        return next((each for each in self.notable if each.first <= number <= each.last), None)

    def from_row(self, first: int) -> JudgedDecision | None:
        """Return the notable decision that begins with this row."""
        return next((each for each in self.notable if each.first == first), None)


def read(game: Game) -> GameReview:
    """Return the review of a finished game, as anybody who sees the game may see it."""
    row = Review.objects.filter(game=game).first()
    if row is None:
        return GameReview("none")
    state, percent = "done", 100
    if row.done_at is None:
        state = "failed" if row.failures >= ATTEMPTS else "computing"
        percent = 100 * row.row // max(1, game.number)
    found = review_findings.load(row.data)
    if found is None:  # nothing has been found yet, or another version has written it
        is_computed = row.done_at is not None
        return GameReview("none" if is_computed else state, percent, is_delayed=row.delays > 0)
    seats = found.seats & reviewing.reviewed_seats(game)
    shown = [each for each in found.decisions if each.seat in seats]
    return GameReview(
        state, percent, tuple(_of_seat(found, seat) for seat in sorted(seats)),
        tuple(each for each in shown if each.is_notable), is_delayed=row.delays > 0)


def _of_seat(found: Findings, seat: int) -> SeatReview:
    own = [each for each in found.decisions if each.seat == seat]
    lost = dict[int, float]()
    for each in own:
        lost[each.turn] = lost.get(each.turn, 0.0) + each.loss
    good = sum(loss < review_findings.NOTABLE for loss in lost.values())
    loss = sum(lost.values()) / len(lost) if lost else 0.0
    return SeatReview(seat, len(lost), good, loss, found.luck[seat], _moments(own))


def _moments(own: Sequence[JudgedDecision]) -> tuple[JudgedDecision, ...]:
    notable = [each for each in own if each.is_notable]
    most = sorted(notable, key=lambda each: each.loss, reverse=True)[:MOMENTS]
    return tuple(sorted(most, key=lambda each: each.first))


@dataclass(frozen=True, slots=True)
class DecisionInWords:
    """Sentences on what was ``played``, on what is ``better``, and on the ``reasons``."""

    decision: JudgedDecision
    played: Sequence[str]
    better: Sequence[str]
    reasons: Sequence[str]


def describe_decision(game: Game, past: GameHistory, decision: JudgedDecision) -> DecisionInWords:
    """Return a notable decision in the reader's language; ``past`` is the whole history."""
    room = registry.get(game.ruleset)
    names = past.names_for_reader(decision.first)
    best = better_turn(game, past, decision)
    played = [sentence for number in range(decision.first, decision.last + 1)
              for sentence in past.entry(number).sentences]
    reasons: Sequence[str] = ()
    if room.comments is not None:
        other = _turn(game, past, decision, decision.instead)
        reasons = room.comments.reasons(
            best.start, _moves(best), instead=_moves(other), seat=decision.seat, names=names)
    proposed = drafts.describe(best, ruleset=room.ruleset, names=names,
                               seat=past.reader_at(decision.first))
    return DecisionInWords(decision, played, proposed, reasons)


def better_turn(game: Game, past: GameHistory, decision: JudgedDecision) -> Draft:
    """Return the best turn on the view on which it was chosen."""
    return _turn(game, past, decision, decision.orders)


def _turn(game: Game, past: GameHistory, decision: JudgedDecision, text: str) -> Draft:
    ruleset = event_log.ruleset_of(game)
    before = past.transitions[decision.first - 1].before
    view = ruleset.view(before, decision.seat)
    return drafts.evaluate(ruleset, view, text, seat=decision.seat)


def _moves(draft: Draft) -> list[Any]:
    return [step.move for step in draft.steps]


def in_short(decision: JudgedDecision, past: GameHistory) -> str:
    """Return one sentence on what a decision has lost, for the replay."""
    names = past.names_for_reader(decision.last)
    return told(
        names, decision.seat,
        _("This cost you %(loss)s %% of the chance to win: %(chance)s %% instead of %(best)s %%."),
        _("This cost %(name)s %(loss)s %% of the chance to win: %(chance)s %% instead of"
          " %(best)s %%."),
    ) % {"name": names[decision.seat], **percentages(decision)}


def percentages(decision: JudgedDecision) -> dict[str, int]:
    """Return the chances in whole percents, so that the loss is their difference."""
    chance, best = round(100 * decision.chance), round(100 * decision.best)
    return {"chance": chance, "best": best, "loss": best - chance}


def review_of(game: Game) -> GameReview | None:
    """Return the review of a game, or None, without a query, if the game cannot have one."""
    return read(game) if reviewing.can_be_reviewed(game) else None


def chart_marks(review: GameReview | None, past: GameHistory) -> dict[int, str]:
    """Return a sentence on each decision that lost much, by its last row, for the chart."""
    notable = review.notable if review else ()
    return {one.last: in_short(one, past) for one in notable if one.loss >= LARGE}


def note_context(review: GameReview | None, number: int, *, past: GameHistory,
                 address: str) -> dict[str, Any]:
    """Return the context of the review's address, and of a note on the position if there is any.

    The context is empty in a game without a review.
    """
    if review is None:
        return {}
    decision = review.at(number)
    note = decision and {"sentence": in_short(decision, past), "orders": decision.orders}
    return {"review": address, "review_note": note}
