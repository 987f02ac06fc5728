"""The page of a turn: the choices of somebody who has to decide, and of everybody at any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.campaign import terms
from engine.campaign.events import ChitTurned, DevelopmentBought, Rolled, Stole
from engine.campaign.rules import RULESET, to_move
from engine.campaign.state import State
from engine.drafts import Draft
from games.rulesets.campaign import order_forms
from games.rulesets.campaign.board_pictures import CampaignBoards
from games.rulesets.campaign.card_links import card_links
from games.rulesets.campaign.choices import Choices
from games.rulesets.campaign.phases import NOTHING, content_of
from games.rulesets.campaign.standing_choices import standing_choices
from games.rulesets.protocols import Link, Turn


class CampaignTurnForm:
    """See ``games.rulesets.protocols.TurnForm``."""

    choices_template = "campaign/turn.html"
    aim_template = "campaign/aim.html"
    keys_template = "campaign/keys.html"
    example_orders = "road C4.E; bank 4 wool for ore; end"

    def __init__(self, boards: CampaignBoards):
        self.boards = boards

    def turn(self, draft: Draft, *, seat: int, names: Sequence[str], query: Mapping[str, Any],
             link: Link, moves: Sequence[str]) -> Turn:
        view: State = draft.view
        choices = Choices.after(draft, seat=seat, names=names, link=link)
        awaited = seat in to_move(view) and not _is_next_turn(draft)
        content = content_of(choices, query) if awaited else NOTHING
        board = self.boards.marked_board(view, names=names, moves=moves, marks=content.marks)
        cards = card_links(choices, query, awaited=awaited)
        panel = {"kind": content.kind, "draft": draft.text, **content.panel,
                 "any_time": standing_choices(choices, query), "cards": cards,
                 "chosen": [terms.amount(kind, card.chosen)
                            for kind, card in enumerate(cards) if card.chosen],
                 "no_cards": link(draft.text)}
        return Turn(board, panel, _reveal(draft), whole=bool(draft.steps) and not awaited,
                    end=content.end)

    def order(self, fields: Any) -> str:
        return order_forms.order_of(fields)


def _is_next_turn(draft: Draft) -> bool:
    """Whether the draft has ended the turn in which it began."""
    before, after = RULESET.status(draft.start), RULESET.status(draft.view)
    return after.turn != before.turn


def _reveal(draft: Draft) -> str:
    """Returns what confirming the draft would show that cannot be seen yet."""
    events = [event for step in draft.steps for event in step.events]
    if any(isinstance(event, Rolled) for event in events):
        return _("Confirm to see the dice before you go on.")
    if any(isinstance(event, ChitTurned) for event in events):
        return _("Confirm to see the chit before you go on.")
    if any(isinstance(event, Stole) for event in events):
        return _("Confirm so far to see which card you steal before you go on.")
    if any(isinstance(event, DevelopmentBought) for event in events):
        return _("Confirm so far to see which development card you get before you go on.")
    return ""
