"""The first step of a turn: the card to march with (A2, A12 to A14, A16)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.alexandros import terms
from engine.alexandros.board import SYMBOLS
from engine.alexandros.cards import KINDS
from engine.alexandros.marches import can_play, can_take, empty_spaces, is_stuck, symbols_for
from engine.alexandros.state import State
from engine.translation import list_with_or
from games.rulesets.alexandros import choices as choices
from games.rulesets.alexandros import overlays, wording
from games.rulesets.alexandros.overlays import NOTHING, Overlay
from games.rulesets.alexandros.steps import StepContent, StepContext


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card to begin the turn with; ``href`` is "" if it cannot be used, and ``note`` says why.

    ``label`` says all of it to people who hear the page.
    """

    symbol: int
    name: str
    href: str
    note: str
    label: str = ""
    count: int = 1
    preview: Overlay = NOTHING


def content(context: StepContext) -> StepContent:
    """The cards to choose from, with where each leads."""
    state = context.state
    empty = empty_spaces(state)
    stuck = is_stuck(state, empty)
    row = [_face_up(context, card, empty, stuck=stuck) for card in state.face_up]
    hand = [_from_hand(context, card, empty) for card in KINDS if state.hand[card]]
    return StepContent("take", {
        "row": row, "hand": hand, "stuck": stuck,
        "stay": context.add("stay") if stuck and not state.face_up else "",
    })


def _face_up(context: StepContext, card: int, empty: int, *, stuck: bool) -> CardChoice:
    state = context.state
    if card not in KINDS:
        return CardChoice(card, wording.card_label(card), "", _("not revealed yet"))
    name = terms.card_name(card)
    if not stuck and not can_take(state, card, empty):
        return CardChoice(card, name, "", _("too few walls left"))
    note = _("Alexander stays") if stuck else _where(state, card, joker=True)
    label = _("Take the %(card)s: %(note)s") % {"card": name, "note": note}
    return CardChoice(card, name, context.add(f"take {SYMBOLS[card]}"), note, label,
                      preview=_goals(state, card, joker=True))


def _from_hand(context: StepContext, card: int, empty: int) -> CardChoice:
    state, name = context.state, terms.card_name(card)
    if not can_play(state, card, empty):
        note = (
            _("too few walls left") if symbols_for(state, card, empty, joker=False)
            else _("no empty space bears it")
        )
        return CardChoice(card, name, "", note, count=state.hand[card])
    note = _where(state, card, joker=False)
    label = _("Play %(card)s from your hand: %(note)s") % {
        "card": terms.a_card(card), "note": note,
    }
    return CardChoice(card, name, context.add(f"play {SYMBOLS[card]}"), note, label,
                      state.hand[card], _goals(state, card, joker=False))


def _goals(state: State, card: int, *, joker: bool) -> Overlay:
    goal = choices.destination(state, card, joker=joker)
    return overlays.of_spaces(state.board, sum(1 << s for s in goal.spaces) if goal else 0)


def _where(state: State, card: int, *, joker: bool) -> str:
    goal = choices.destination(state, card, joker=joker)
    if goal is None:
        return _("nowhere to go")
    if goal.joker:
        return ngettext(
            "joker: any symbol, %(count)s side away", "joker: any symbol, %(count)s sides away",
            goal.distance,
        ) % {"count": goal.distance}
    names = [state.board.names[space] for space in goal.spaces]
    spaces = list_with_or(names) if len(names) <= 3 else ngettext(
        "%(count)s space", "%(count)s spaces", len(names)
    ) % {"count": len(names)}
    return ngettext(
        "%(spaces)s, %(count)s side away", "%(spaces)s, %(count)s sides away", goal.distance
    ) % {"spaces": spaces, "count": goal.distance}
