"""Looks at the rows of a finished game, on the views of their players.

Owns what the analyst is asked.  The true states are only used to make these views.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from engine import drafts, replay
from engine.analysis import Analyst, Judgement
from engine.bot_plans import always
from engine.decisions import Decision, PlayedMove, decisions
from engine.ruleset import Ruleset
from games.models import Game
from games.review.findings import NOTABLE, Findings, JudgedDecision
from games.rulesets import registry
from games.table.play import event_log, history
from games.table.play.event_log import Transition

SECONDS = 3.0  # in which the analyst must answer a question

Ask = Callable[..., Any]  # ``Thinker.ask``


def ask_here(question: Callable[..., Any], *about: Any, seconds: float, **details: Any) -> Any:
    """Asks the analyst in this process, where it may take as long as it likes."""
    return question(*about, **details, has_time=always)


class Examination:
    """The examination of one game: adds what the analyst says to the findings."""

    def __init__(self, game: Game, findings: Findings, ask: Ask) -> None:
        analyst = registry.get(game.ruleset).analyst
        assert analyst is not None  # else nobody asks for a review
        self._analyst: Analyst = analyst
        self._ruleset: Ruleset = event_log.ruleset_of(game)
        self._rows = history.read(game, None).transitions
        self._findings, self._ask = findings, ask

    def examine(self, *, after: int) -> Iterator[int]:
        """Examines the rows after ``after``; yields the last row each time a part is done."""
        if after == 0:
            self._look_at_start()
            yield 1
        for decision in decisions(self._ruleset, self._played()):
            if decision.first > after:
                self._look_at(decision)
                yield decision.last

    def _played(self) -> Iterator[PlayedMove]:
        for each in self._rows:
            row = each.row
            if row.seat is not None and not replay.is_outside_rules(row.move):
                move = self._ruleset.parse(row.move, each.before, seat=row.seat)
                yield PlayedMove(row.number, row.seat, move, each.before, each.after)

    def _look_at_start(self) -> None:
        """Each seat knows its own cards, so each tells its own luck with the deal."""
        for seat in range(len(self._findings.luck)):
            self._add_luck(self._rows[0], seat)

    def _look_at(self, decision: Decision) -> None:
        if decision.seat in self._findings.seats:
            judged: Judgement = self._ask(
                self._analyst.judge, decision.view, decision.moves, seat=decision.seat,
                salt=self._salt(decision.first), seconds=SECONDS)
            self._findings.decisions.append(self._noted(decision, judged))
        for row in self._rows[decision.first - 1:decision.last]:
            if row.row.seat is not None:
                self._add_luck(row, row.row.seat)

    def _noted(self, decision: Decision, judged: Judgement) -> JudgedDecision:
        played, best = round(judged.played.chance, 4), round(judged.best.chance, 4)
        texts = [
            drafts.write_moves(self._ruleset, decision.view, turn.moves, seat=decision.seat)
            for turn in (judged.best, judged.played) if best - played >= NOTABLE
        ]
        return JudgedDecision(decision.seat, decision.turn, decision.first, decision.last,
                              played, best, *texts)

    def _add_luck(self, row: Transition, seat: int) -> None:
        steps = list(_steps(self._ruleset, row, seat))
        if steps:
            self._findings.add_luck(self._ask(
                self._analyst.luck, steps, seat=seat, salt=self._salt(row.row.number),
                seconds=SECONDS))

    def _salt(self, number: int) -> bytes:
        """The same each time this row is looked at, and different from row to row."""
        return hashlib.sha256(f"review {self._rows[number - 1].row.chain}".encode()).digest()


def _steps(ruleset: Ruleset, row: Transition, seat: int) -> Iterator[tuple[Any, Any]]:
    """The events of a row as a seat saw them, each with the seat's view before it."""
    state = row.before
    for event in row.events:
        if state is not None:
            yield ruleset.view(state, seat), ruleset.view_event(event, seat, over=False)
        state = ruleset.evolve(state, event)
