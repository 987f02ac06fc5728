"""The choices of a turn of Alexandros: the open step, and its content."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.alexandros.cards import UNKNOWN
from alexandros_rules.alexandros.events import Drew, Revealed
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, MARCH, TAKE, State
from alexandros_rules.drafts import Draft
from games.rulesets.alexandros import action_step, board_pictures, march_step, occupy_step
from games.rulesets.alexandros.steps import StepContent, StepContext
from games.rulesets.protocols import Link, Turn

_STEPS: dict[str, Callable[[StepContext], StepContent]] = {
    TAKE: march_step.card_content, MARCH: march_step.content, ACT: action_step.content,
}


class AlexandrosTurnForm:
    """See ``games.rulesets.protocols.TurnForm``."""

    choices_template = "alexandros/turn.html"
    aim_template = "alexandros/aim.html"
    keys_template = "alexandros/keys.html"
    example_orders = "take horse; march K7.SE; draw; occupy K7"

    def turn(self, draft: Draft, *, seat: int, names: Sequence[str], query: Mapping[str, Any],
             link: Link, moves: Sequence[str], advice: bool = False) -> Turn:
        view: State = draft.view
        march = board_pictures.last_march([*moves, *(step.text for step in draft.steps)])
        if _turn_over(draft):
            board = board_pictures.board(view, names=names, last=march)
            return Turn(board, {}, whole=True)
        content = _STEPS[view.phase](StepContext(draft, names, query, link, advice))
        board = board_pictures.board(view, names=names, marks=content.marks, last=march)
        reveal, confirm = _reveal(draft)
        return Turn(board, _panel(content, view), reveal, end=content.panel.get("end", ""),
                    submit=content.panel.get("submit"), confirm=confirm)

    def order(self, fields: Any) -> str:
        return occupy_step.order(fields)


def _panel(content: StepContent, view: State) -> dict[str, Any]:
    """Return the panel; ``actions`` are those left, or those that follow the march."""
    left = view.actions if view.phase == ACT else view.actions_of_turn
    return {"kind": content.kind, "actions": left, **content.panel}


def _turn_over(draft: Draft) -> bool:
    before, after = RULESET.status(draft.start), RULESET.status(draft.view)
    return after.over or after.turn != before.turn


def _reveal(draft: Draft) -> tuple[str, str]:
    """Return which hidden things confirming the draft would show (A3, C1), and the button's words.

    The first is a sentence; both are "" if nothing is hidden.
    """
    events = [event for step in draft.steps for event in step.events]
    drawn = sum(isinstance(event, Drew) and event.card == UNKNOWN for event in events)
    if drawn:
        return ngettext(
            "To see the card you draw before you go on, confirm your orders so far.",
            "To see the cards you draw before you go on, confirm your orders so far.", drawn,
        ), ngettext("Confirm and see the card", "Confirm and see the cards", drawn)
    if any(isinstance(event, Revealed) and event.card == UNKNOWN for event in events):
        return (_("To see the new face-up card before you go on, confirm your orders so far."),
                _("Confirm and see the new card"))
    return "", ""
