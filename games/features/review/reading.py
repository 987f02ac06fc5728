"""Reviews as people read them: each player's account, and each turn in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules import drafts, replay
from alexandros_rules.addressing import told
from alexandros_rules.drafts import Draft
from games.features.review import reviewing
from games.features.review.reviewing import ATTEMPTS
from games.models import Game, Review, review_findings
from games.models.review_findings import LARGE, Findings, JudgedTurn, LikelyAnswer, Standing
from games.rulesets import registry
from games.rulesets.protocols import TurnComments
from games.table.play import event_log
from games.table.play.history import GameHistory
from games.web.replay import ReplayAccess

MOMENTS = 3  # of each player, those that mattered most


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The account of one seat's play.

    ``turns``  in which there was something to lose, ``good`` ones of them lost nothing notable.
    ``loss``   of the chance of winning in an average one of these turns; ``luck`` in points.
    ``judged`` all turns of the seat.
    """

    seat: int
    turns: int
    good: int
    loss: float
    luck: float
    judged: tuple[JudgedTurn, ...]


@dataclass(frozen=True, slots=True)
class GameReview:
    """A review as it may be shown: of the seats that have not turned reviews off.

    ``state`` is "done", "computing", "failed", or "none" if nobody has asked for one; ``percent``
    is the part of the game that has been looked at.  ``seats``, ``notable`` turns and the
    ``course`` are those of this part.  ``is_delayed`` tells that the site is too busy at the
    moment.
    """

    state: str
    percent: int = 0
    seats: tuple[SeatReview, ...] = ()
    notable: tuple[JudgedTurn, ...] = ()
    course: tuple[Standing, ...] = ()
    is_delayed: bool = False

    def at(self, number: int) -> JudgedTurn | None:
        """Return the notable turn that row ``number`` belongs to."""
        return next((each for each in self.notable if each.first <= number <= each.last), None)

    def from_row(self, first: int) -> JudgedTurn | None:
        """Return the notable turn that begins with this row."""
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
    shown = [each for each in found.turns if each.seat in seats]
    return GameReview(
        state, percent, tuple(_of_seat(found, seat) for seat in sorted(seats)),
        tuple(each for each in shown if each.is_notable), tuple(found.course),
        is_delayed=row.delays > 0)


def _of_seat(found: Findings, seat: int) -> SeatReview:
    own = tuple(each for each in found.turns if each.seat == seat)
    open_ones = [each for each in own if each.is_open]
    good = sum(not each.is_notable for each in open_ones)
    loss = sum(each.loss for each in open_ones) / max(1, len(open_ones))
    return SeatReview(seat, len(open_ones), good, loss, found.luck[seat], own)


@dataclass(frozen=True, slots=True)
class TurnInWords:
    """Sentences on a whole turn that was ``played``, and on the ``better`` one.

    ``reasons`` are true of the better turn only; ``harms`` are done by the likely answer to what
    was played, and not by the answer to the better turn.
    """

    turn: JudgedTurn
    played: Sequence[str]
    better: Sequence[str]
    orders: str
    reasons: Sequence[str]
    harms: Sequence[str]

    @property
    def says_why(self) -> bool:
        """Whether it says anything about why the better turn is better."""
        return bool(self.reasons or self.harms)


def moments(past: GameHistory, review: SeatReview) -> list[TurnInWords]:
    """Return the turns of a seat that lost most, in their order.

    Only the worst of them is among them if we cannot say why another turn was better.
    """
    described = (describe_turn(past, one) for one in _by_loss(review))
    shown = (each for i, each in enumerate(described) if i == 0 or each.says_why)
    return sorted(islice(shown, MOMENTS), key=lambda each: each.turn.first)


def worst_turn(review: SeatReview) -> JudgedTurn | None:
    """Return the turn in which a seat gave away most, None if that was little."""
    return next((one for one in _by_loss(review) if one.loss >= LARGE), None)


def _by_loss(review: SeatReview) -> list[JudgedTurn]:
    return sorted((each for each in review.judged if each.is_notable),
                  key=lambda each: each.loss, reverse=True)


def worst_in_words(turn: JudgedTurn, past: GameHistory) -> str:
    """Return a sentence on the turn in which a seat gave away most."""
    names = past.names_for_reader(turn.last)
    return told(
        names, turn.seat,
        _("In turn %(turn)s, you gave away more than in any other: %(chance)s %% to win instead of"
          " %(best)s %%."),
        _("In turn %(turn)s, %(name)s gave away more than in any other: %(chance)s %% to win"
          " instead of %(best)s %%."),
    ) % {"turn": turn.turn, "name": names[turn.seat], **percentages(turn)}


def describe_turn(past: GameHistory, turn: JudgedTurn) -> TurnInWords:
    """Return a notable turn in the reader's language; ``past`` is the whole history."""
    room, ruleset = registry.get(past.game.ruleset), event_log.ruleset_of(past.game)
    names = past.names_for_reader(turn.first)
    best = better_turn(past, turn)

    def told_of(rows: range) -> list[str]:
        return [sentence for number in rows if past.transitions[number - 1].row.seat == turn.seat
                for sentence in past.entry(number).sentences]

    reasons: Sequence[str] = ()
    harms = list[str]()
    if room.comments is not None:
        end = ruleset.view(past.transitions[turn.last - 1].after, turn.seat)
        played = reviewing.played_moves(ruleset, past.transitions[turn.start - 1:turn.last])
        reasons = room.comments.reasons(
            best.start, _moves(best), instead=end, seat=turn.seat, names=names,
            played=[one.move for one in played if one.seat == turn.seat])
        done, other = (_harms(past, answer, room.comments, to=turn.seat, names=names)
                       for answer in turn.answers)
        harms = [each for each in done if each not in other]
    proposed = drafts.describe(best, ruleset=ruleset, names=names,
                               seat=past.reader_at(turn.first))
    return TurnInWords(
        turn, told_of(range(turn.first, turn.last + 1)),
        [*told_of(range(turn.first, turn.start)), *proposed], whole_orders(past, turn), reasons,
        harms)


def whole_orders(past: GameHistory, turn: JudgedTurn) -> str:
    """Return the orders of the better turn with those before it in which it agrees."""
    before = [each.row.move for each in past.transitions[turn.first - 1:turn.start - 1]
              if each.row.seat == turn.seat and not replay.is_outside_rules(each.row.move)]
    return drafts.SEPARATOR.join([*before, turn.orders])


def _harms(past: GameHistory, answer: LikelyAnswer | None, comments: TurnComments, *, to: int,
           names: Sequence[str]) -> Sequence[str]:
    """Return what an answer does to the seat ``to``."""
    if answer is None:
        return ()
    ruleset = event_log.ruleset_of(past.game)
    view = ruleset.load_state(answer.view, event_log.setup_of(past.game))
    draft = drafts.evaluate(ruleset, view, answer.orders, seat=answer.seat)
    return comments.harms(view, _moves(draft), seat=answer.seat, to=to, names=names)


def better_turn(past: GameHistory, turn: JudgedTurn) -> Draft:
    """Return the better turn on the view on which it was chosen."""
    ruleset = event_log.ruleset_of(past.game)
    view = ruleset.view(past.transitions[turn.start - 1].before, turn.seat)
    return drafts.evaluate(ruleset, view, turn.orders, seat=turn.seat)


def _moves(draft: Draft) -> list[Any]:
    return [step.move for step in draft.steps]


def in_short(turn: JudgedTurn, past: GameHistory) -> str:
    """Return one sentence on what a turn has lost, for the replay."""
    names = past.names_for_reader(turn.last)
    return told(
        names, turn.seat,
        _("This cost you %(loss)s %% of the chance to win: %(chance)s %% instead of %(best)s %%."),
        _("This cost %(name)s %(loss)s %% of the chance to win: %(chance)s %% instead of"
          " %(best)s %%."),
    ) % {"name": names[turn.seat], **percentages(turn)}


def percentages(turn: JudgedTurn) -> dict[str, int]:
    """Return the chances in whole percents, so that the loss is their difference."""
    chance, best = round(100 * turn.chance), round(100 * turn.best)
    return {"chance": chance, "best": best, "loss": best - chance}


def review_of(game: Game) -> GameReview | None:
    """Return the review of a game, or None, without a query, if the game cannot have one."""
    return read(game) if reviewing.can_be_reviewed(game) else None


def may_ask(replay: ReplayAccess, review: GameReview) -> bool:
    """Return whether this person has played or imported the game and nobody is reviewing it."""
    table = replay.table
    is_theirs = table.seat is not None or (replay.game.imported and table.is_creator)
    return (is_theirs and not replay.token and review.state in ("none", "failed")
            and reviewing.is_reviewed(replay.game))


def chart_marks(review: GameReview | None, past: GameHistory) -> dict[int, str]:
    """Return a sentence on each turn that lost much, by its last row, for the chart."""
    notable = review.notable if review else ()
    return {one.last: in_short(one, past) for one in notable if one.loss >= LARGE}


def note_context(review: GameReview | None, number: int, *, past: GameHistory,
                 address: str) -> dict[str, Any]:
    """Return the context of the review's address, and of a note on the position if there is any.

    The context is empty in a game without a review.
    """
    if review is None:
        return {}
    turn = review.at(number)
    note = turn and {"sentence": in_short(turn, past), "orders": whole_orders(past, turn)}
    return {"review": address, "review_note": note}
