"""Computing reviews in the background, a part at a time.

Owns whose moves are reviewed, namely those of bots and of people who want it, and the questions to
the analyst: the rows of a finished game, on the views of their players. The true states are only
used to make these views. The end of a game wakes a worker, which looks at a few turns, stores
what it has found, and announces the rest. If that fails, a sweep finds it. Doing a part twice
changes nothing. Each part is of a game of people who were served longest ago
(``games.base.fair_turns``). A machine too busy to think is no failure: the review goes on later.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.db.models import Exists, OuterRef, Q, QuerySet

from alexandros_rules import drafts, replay
from alexandros_rules.analysis import Analyst, Answer, Decision, Judgement, PlayedMove, decisions
from alexandros_rules.bot_plans import always
from alexandros_rules.errors import Refusal
from alexandros_rules.ruleset import Ruleset
from games.base import failures, fair_turns, log_context, task_queue
from games.base.thinker import THINKER, Interrupted, Overdue
from games.models import Game, Review, Seat, review_findings
from games.models.review_findings import (
    NOTABLE,
    Findings,
    JudgedTurn,
    LikelyAnswer,
    Standing,
)
from games.rulesets import registry
from games.table.play import event_log, history
from games.table.play.event_log import Transition

TASK = "review_game"
PROGRESS = ("row", "data", "delays")  # columns that a part changes
SECONDS = 3.0  # in which the analyst must answer a question
PART = 15.0  # seconds of one task; other games are waiting, too
SHOWN_AFTER = 2.0  # seconds until the page shows what has been found
LIKELY = 0.5  # share of the guesses in which an answer must be the same
ATTEMPTS = 3
RECENT = timedelta(days=1)  # games that ended before are reviewed only if somebody asks
BATCH = 100  # games that one sweep looks at
MOST_WAITING = 500  # games of which one is chosen

Ask = Callable[..., Any]  # ``Thinker.ask``

log = logging.getLogger(__name__)


def reviewed_seats(game: Game) -> frozenset[int]:
    """Return the seats whose moves may be judged and shown.

    If one of the people who have had a seat has turned reviews off, the seat is not among them.
    """
    hidden = Seat.objects.order_by().filter(game=game).filter(
        Q(user__wants_reviews=False) | Q(left_by__wants_reviews=False)
        | Q(former_players__user__wants_reviews=False))
    players = event_log.setup_of(game).players
    return frozenset(range(players)) - frozenset(hidden.values_list("index", flat=True))


def can_be_reviewed(game: Game) -> bool:
    """Return whether this game is revealed and can be reviewed on this site."""
    has_analyst = registry.get(game.ruleset).analyst is not None
    return bool(settings.REVIEWS) and has_analyst and game.is_revealed


def is_reviewed(game: Game) -> bool:
    """Return whether this game is revealed and at least one of its people wants a review."""
    return can_be_reviewed(game) and reviewed(Game.objects.filter(pk=game.pk)).exists()


def reviewed(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return those of these games that are revealed and have people who want a review.

    Of an imported game, that is whoever has imported it.  Games between bots have no people.
    """
    with_analyst = [name for name in registry.names() if registry.get(name).analyst is not None]
    wanted = Seat.objects.order_by().filter(game=OuterRef("pk")).filter(
        Q(user__wants_reviews=True) | Q(left_by__wants_reviews=True)
        | Q(former_players__user__wants_reviews=True))
    theirs = Q(imported=True, created_by__wants_reviews=True)
    return games.filter(Exists(wanted) | theirs, status=Game.Status.OVER, sealed=False,
                        ruleset__in=with_analyst)


def ask_here(question: Callable[..., Any], *about: Any, seconds: float, **details: Any) -> Any:
    """Ask the analyst in this process, where it may take as long as it likes."""
    return question(*about, **details, has_time=always)


class Examination:
    """The examination of one game, which adds the analyst's judgements to the findings."""

    def __init__(self, game: Game, findings: Findings, ask: Ask) -> None:
        analyst = registry.get(game.ruleset).analyst
        assert analyst is not None  # else nobody asks for a review
        self._analyst: Analyst = analyst
        self._ruleset: Ruleset = event_log.ruleset_of(game)
        self._rows = history.read(game, None).transitions
        self._findings, self._ask = findings, ask

    def examine(self, *, after: int) -> Iterator[int]:
        """Examine the rows after ``after``; yield the last row each time a part is done."""
        if after == 0:
            self._look_at_start()
            yield 1
        found = decisions(self._ruleset, played_moves(self._ruleset, self._rows))
        for _turn, group in groupby(found, key=lambda one: (one.seat, one.turn)):
            turn = [*group]
            if turn[0].first > after:
                self._look_at(turn)
                yield turn[-1].last

    def _look_at_start(self) -> None:
        """Measure each seat's luck with the deal."""
        # Each seat knows only its own cards.
        for seat in range(len(self._findings.luck)):
            self._add_luck(self._rows[0], seat)

    def _look_at(self, turn: Sequence[Decision]) -> None:
        """Judge a turn, measure the luck in it, and rate everybody's chances before it."""
        start, last = turn[0], turn[-1].last
        if self._begins_turn(start):
            chances = self._ask_about(self._analyst.standing, start.view, decision=start)
            self._findings.course.append(Standing(
                start.first - 1, tuple(round(chance, 4) for chance in chances)))
        if start.seat in self._findings.seats:
            self._findings.turns.append(self._judged(turn))
        for row in self._rows[start.first - 1:last]:
            if row.row.seat is not None:
                self._add_luck(row, row.row.seat)

    def _begins_turn(self, decision: Decision) -> bool:
        """Return whether this decision is the first of its turn, whoever made it."""
        course = self._findings.course
        return not course or decision.turn != self._ruleset.status(
            self._rows[course[-1].row].before).turn

    def _judged(self, turn: Sequence[Decision]) -> JudgedTurn:
        """Compare a whole turn with the best one, from the first decision that lost much."""
        judged: list[Judgement] = [
            self._ask_about(self._analyst.judge, one.view, one.moves, decision=one)
            for one in turn]
        losses = [one.loss for one in judged]
        begin = next(i for i, loss in enumerate(losses) if loss >= max(losses) / 2)
        decision, better = turn[begin], judged[begin].best
        chance, best = better.chance - sum(losses[begin:]), better.chance
        moves = [move for one in turn[begin:] for move in one.moves]
        if best - chance >= NOTABLE and self._is_whole(turn) and self._is_legal(decision, moves):
            best, chance = self._ask_about(self._analyst.chances, decision.view,
                                           [better.moves, moves], decision=decision)
        chance, best = round(max(0.0, min(chance, best)), 4), round(best, 4)
        found = JudgedTurn(decision.seat, decision.turn, turn[0].first, turn[-1].last,
                           decision.first, chance, best)
        if best - chance < NOTABLE:
            return found
        return replace(
            found, orders=drafts.write_moves(self._ruleset, decision.view, better.moves,
                                             seat=decision.seat),
            answers=(self._answer(turn[-1], turn[-1].moves) if self._is_whole(turn) else None,
                     self._answer(decision, better.moves)))

    def _is_whole(self, turn: Sequence[Decision]) -> bool:
        """Return whether a turn was played to its end."""
        after = self._ruleset.status(self._rows[turn[-1].last - 1].after)
        return after.over or after.turn != turn[0].turn

    def _is_legal(self, decision: Decision, moves: Sequence[Any]) -> bool:
        """Return whether moves use nothing that was revealed after the decision."""
        try:
            drafts.write_moves(self._ruleset, decision.view, moves, seat=decision.seat)
        except Refusal:
            return False
        return True

    def _answer(self, decision: Decision, moves: Sequence[Any]) -> LikelyAnswer | None:
        """Return the likely answer to the moves, or None if it is not likely enough."""
        found: Answer | None = self._ask_about(self._analyst.answer, decision.view, moves,
                                               decision=decision)
        if found is None or found.share < LIKELY:
            return None
        return LikelyAnswer(
            found.seat, self._ruleset.dump_state(found.view),
            drafts.write_moves(self._ruleset, found.view, found.moves, seat=found.seat))

    def _ask_about(self, question: Callable[..., Any], *about: Any, decision: Decision) -> Any:
        return self._ask(question, *about, seat=decision.seat, salt=self._salt(decision.first),
                         seconds=SECONDS)

    def _add_luck(self, row: Transition, seat: int) -> None:
        steps = list(_steps(self._ruleset, row, seat))
        if steps:
            self._findings.add_luck(self._ask(
                self._analyst.luck, steps, seat=seat, salt=self._salt(row.row.number),
                seconds=SECONDS))

    def _salt(self, number: int) -> bytes:
        """Return a salt that is the same each time for this row, and differs from row to row."""
        return hashlib.sha256(f"review {self._rows[number - 1].row.chain}".encode()).digest()


def played_moves(ruleset: Ruleset, rows: Iterable[Transition]) -> Iterator[PlayedMove]:
    """Yield the moves of a game by its rules, with the true positions."""
    for each in rows:
        row = each.row
        if row.seat is not None and not replay.is_outside_rules(row.move):
            move = ruleset.parse(row.move, each.before, seat=row.seat)
            yield PlayedMove(row.number, row.seat, move, each.before, each.after)


def _steps(ruleset: Ruleset, row: Transition, seat: int) -> Iterator[tuple[Any, Any]]:
    """Yield the events of a row as a seat saw them, each with the seat's view before it."""
    state = row.before
    for event in row.events:
        if state is not None:
            yield ruleset.view(state, seat), ruleset.view_event(event, seat, over=False)
        state = ruleset.evolve(state, event)


def choose(game_id: int, *, now: datetime) -> int:
    """Return the game whose review goes on next, if this game wants one, too."""
    game = Game.objects.filter(pk=game_id).first()
    if game is not None and is_reviewed(game):
        Review.objects.get_or_create(game=game, defaults={"asked_at": now})
    waiting = _unfinished(now).order_by("asked_at").values_list("game", flat=True)[:MOST_WAITING]
    served = Review.objects.filter(served_at__gt=now - fair_turns.MEMORY)
    order = fair_turns.in_fair_order(waiting, list(served.values_list("game", "served_at")))
    return order[0] if order else game_id


def go_on(game_id: int, *, now: datetime, clock: Callable[[], datetime] | None = None,
          ask: Ask = THINKER.ask, seconds: float = PART) -> bool:
    """Compute the review of a game for these ``seconds``; return whether the review is done.

    Does nothing if the game is not to be reviewed or another worker is reviewing it.  If the
    machine is too busy, the review goes on after a pause.  A failure is recorded, and after some
    failed attempts we give up.  That the database is away is none: its exceptions are raised, and
    a later sweep goes on.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not is_reviewed(game):
        Review.objects.filter(game=game_id, done_at=None).delete()  # or others would wait for it
        return False
    review = _claimed(game, now=now)
    if review is None:
        return False
    try:
        with log_context.about(game, log_context.REVIEW, number=review.row):
            is_done = _compute(game, review, ask, end=time.monotonic() + seconds)
    except Interrupted:
        _release(review)
        return False
    except Overdue:
        log.warning("a machine too busy to review: game %s", game.code)
        moment, delays = (clock or (lambda: now))(), review.delays + 1
        _release(review, delays=delays, look_at=moment + fair_turns.pause_after(delays))
        return False
    except (InterfaceError, OperationalError):  # nobody's mistake; the lease ends by itself
        raise
    except Exception as error:  # the game has ended: nothing else may suffer from this
        failures.keep(error, now=now)
        log.error("a review failed", exc_info=error)
        _release(review, failures=review.failures + 1)
        return False
    _release(review, done_at=(clock or (lambda: now))() if is_done else None)
    if not is_done:
        task_queue.send_task(TASK, game_id)
    return is_done


def _claimed(game: Game, *, now: datetime) -> Review | None:
    """Claim the game's review; return None if it needs no work or another worker has it."""
    Review.objects.get_or_create(game=game, defaults={"asked_at": now})
    free = _unfinished(now).filter(game=game)
    if not free.update(lease_until=now + task_queue.LEASE, served_at=now):
        return None
    return Review.objects.get(game=game)


def _unfinished(now: datetime) -> QuerySet[Review]:
    free = Q(lease_until=None) | task_queue.lease_expired(now)
    due = (Q(look_at=None) | Q(look_at__lte=now)
           | Q(look_at__gt=now + fair_turns.LONGEST_PAUSE))  # by a wrong clock
    return Review.objects.filter(free, due, done_at=None, failures__lt=ATTEMPTS)


def _compute(game: Game, review: Review, ask: Ask, *, end: float) -> bool:
    """Judge turns until the time is up; return whether all have been judged.

    What has been found is stored now and then, and otherwise by the caller.
    """
    found, saved_at = _findings_of(game, review), time.monotonic()
    for row in Examination(game, found, ask).examine(after=review.row):
        review.row, review.data, review.delays = row, review_findings.dump(found), 0
        moment = time.monotonic()
        if moment >= end:
            break
        if moment >= saved_at + SHOWN_AFTER:
            _store(review, PROGRESS)
            saved_at = moment
    else:
        review.row = game.number
    return review.row == game.number


def _findings_of(game: Game, review: Review) -> Findings:
    """Return the findings so far; begin anew if another version of the analyst made them."""
    analyst = registry.get(game.ruleset).analyst
    assert analyst is not None  # ``is_reviewed`` has checked it
    found = review_findings.load(review.data) if review.row else None
    if found is None or found.analyst != analyst.version:
        review.row = 0
        found = review_findings.begin(
            analyst=analyst.version, seats=reviewed_seats(game),
            players=event_log.setup_of(game).players)
    return found


def _release(review: Review, **columns: object) -> None:
    """Store what has been found and these columns, and let other workers go on."""
    for name, value in {"look_at": None, **columns}.items():
        setattr(review, name, value)
    review.lease_until = None
    _store(review, {"lease_until", "look_at", *PROGRESS, *columns})


def _store(review: Review, columns: Iterable[str]) -> None:
    """Store these columns, unless an imported game was deleted with its review meanwhile."""
    Review.objects.filter(pk=review.pk).update(**{name: getattr(review, name) for name in columns})


def request(game: Game, *, now: datetime) -> None:
    """Have a worker review this game, even if it has been reviewed.

    A review that has failed goes on where it was.
    """
    again = {"failures": 0, "delays": 0, "asked_at": now, "done_at": None, "look_at": None,
             "lease_until": None, "announced_at": None}
    if not Review.objects.filter(game=game, done_at=None).update(**again):
        Review.objects.update_or_create(game=game, defaults={"row": 0, "data": {}, **again})
    task_queue.send_after_commit(TASK, game.pk)


def sweep(now: datetime) -> list[int]:
    """Announce reviews that nobody is computing; return the ids of their games."""
    if not settings.REVIEWS:
        return []
    Review.objects.bulk_create([Review(game_id=pk, asked_at=now) for pk in _forgotten(now)],
                               ignore_conflicts=True)
    return task_queue.announce(TASK, _unfinished(now).order_by("asked_at"), now=now)


def _forgotten(now: datetime) -> list[int]:
    """Return the ids of games that have just ended and have no review, found by an index."""
    ended = Game.objects.filter(
        untidy_since__gte=now - RECENT, untidy_since__lte=now, finished_at__gte=now - RECENT,
        finished_at__lte=now - task_queue.START_GRACE, review=None, imported=False)
    due = reviewed(ended).order_by("untidy_since")
    return list(due.values_list("pk", flat=True)[:BATCH])
