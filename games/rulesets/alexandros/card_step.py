"""The first step of a turn: the card to march with (A2, A12 to A14, A16)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.alexandros.board import SYMBOLS
from engine.alexandros.cards import KINDS
from engine.alexandros.marches import can_play, can_take, empty_spaces, is_stuck
from engine.alexandros.state import State
from games.rulesets.alexandros import choices as choices
from games.rulesets.alexandros import overlays, wording
from games.rulesets.alexandros.overlays import NOTHING, Overlay
from games.rulesets.alexandros.steps import StepContent, StepContext


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card to begin the turn with; ``href`` is "" if it cannot be used, and ``note`` says why."""

    symbol: int
    name: str
    href: str
    note: str
    count: int = 1
    play: str = ""
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
        "sizes": f"{wording.plural(len(state.supply), 'card')} in the supply",
    })


def _face_up(context: StepContext, card: int, empty: int, *, stuck: bool) -> CardChoice:
    state = context.state
    if card not in KINDS:
        return CardChoice(card, "new card", "", "not revealed yet")
    usable = stuck or can_take(state, card, empty)
    href = context.add(f"take {SYMBOLS[card]}") if usable else ""
    note = "Alexander stays" if stuck else _where(state, card, joker=True)
    return CardChoice(card, SYMBOLS[card], href, note if usable else "too few walls left",
                      preview=_goals(state, card, joker=True) if usable else NOTHING)


def _from_hand(context: StepContext, card: int, empty: int) -> CardChoice:
    state = context.state
    usable = can_play(state, card, empty)
    href = context.add(f"play {SYMBOLS[card]}") if usable else ""
    note = _where(state, card, joker=False) if usable else "no empty space bears it"
    return CardChoice(card, SYMBOLS[card], href, note, state.hand[card],
                      "Play an" if SYMBOLS[card][0] in "aeiou" else "Play a",
                      _goals(state, card, joker=False) if usable else NOTHING)


def _goals(state: State, card: int, *, joker: bool) -> Overlay:
    goal = choices.destination(state, card, joker=joker)
    return overlays.of_spaces(state.board, sum(1 << s for s in goal.spaces) if goal else 0)


def _where(state: State, card: int, *, joker: bool) -> str:
    goal = choices.destination(state, card, joker=joker)
    if goal is None:
        return "nowhere to go"
    names = [state.board.names[space] for space in goal.spaces]
    near = f"{wording.plural(goal.distance, 'side')} away"
    if goal.joker:
        return f"joker: any symbol, {near}"
    if len(names) > 3:
        return f"{len(names)} spaces, {near}"
    return f"{wording.joined(names, 'or')}, {near}"
