"""A decision in words: what was played, what was better, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine import drafts
from engine.drafts import Draft
from games.models import Game
from games.review.findings import JudgedDecision
from games.rulesets import registry
from games.table.play import event_log
from games.table.play.history import GameHistory


@dataclass(frozen=True, slots=True)
class DecisionInWords:
    """Sentences on what was ``played``, on what is ``better``, and on the ``reasons``."""

    decision: JudgedDecision
    played: Sequence[str]
    better: Sequence[str]
    reasons: Sequence[str]


def describe(game: Game, past: GameHistory, decision: JudgedDecision) -> DecisionInWords:
    """A notable decision in the reader's language; ``past`` is the whole history."""
    room, names = registry.get(game.ruleset), past.names_at(decision.first)
    best = better_turn(game, past, decision)
    played = [sentence for number in range(decision.first, decision.last + 1)
              for sentence in past.entry(number).sentences]
    reasons: Sequence[str] = ()
    if room.comments is not None:
        other = _turn(game, past, decision, decision.instead)
        reasons = room.comments.reasons(
            best.start, _moves(best), instead=_moves(other), seat=decision.seat, names=names)
    told = drafts.describe(best, ruleset=room.ruleset, names=names)
    return DecisionInWords(decision, played, told, reasons)


def better_turn(game: Game, past: GameHistory, decision: JudgedDecision) -> Draft:
    """The best turn on the view on which it was chosen."""
    return _turn(game, past, decision, decision.orders)


def _turn(game: Game, past: GameHistory, decision: JudgedDecision, text: str) -> Draft:
    ruleset = event_log.ruleset_of(game)
    before = past.transitions[decision.first - 1].before
    view = ruleset.view(before, decision.seat)
    return drafts.evaluate(ruleset, view, text, seat=decision.seat)


def _moves(draft: Draft) -> list[Any]:
    return [step.move for step in draft.steps]


def in_short(decision: JudgedDecision, names: Sequence[str]) -> str:
    """One sentence on what a decision has lost, for the replay."""
    return _("This cost %(name)s %(loss)s %% of the chance to win: %(chance)s %% instead of"
             " %(best)s %%.") % {"name": names[decision.seat], **percentages(decision)}


def percentages(decision: JudgedDecision) -> dict[str, int]:
    """The chances in whole percents, so that the loss is their difference."""
    chance, best = round(100 * decision.chance), round(100 * decision.best)
    return {"chance": chance, "best": best, "loss": best - chance}
