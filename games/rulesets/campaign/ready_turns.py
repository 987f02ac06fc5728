"""Turns and decisions that are ready to play: what the strongest bot would do."""

from __future__ import annotations

from collections.abc import Sequence

from alexandros_rules.addressing import for_reader
from alexandros_rules.campaign import moves
from alexandros_rules.campaign.analysis.playing_on import OFFERS, bots_move
from alexandros_rules.campaign.events import Event
from alexandros_rules.campaign.order_text import format_move
from alexandros_rules.campaign.rules import RULESET, to_move
from alexandros_rules.campaign.state import State
from alexandros_rules.drafts import SEPARATOR
from alexandros_rules.errors import Refusal
from alexandros_rules.replay import fold
from games.rulesets.campaign.wares import thrifty
from games.rulesets.plain import PlainSuggestion

MOST_MOVES = 12  # in a ready-made turn


def bot_turn(view: State, seat: int) -> list[moves.Move]:
    """Return the strongest bot's moves up to the next auction or unknown thing, or the turn's end.

    The analyst, who gives hints, compares this turn with others; like it, it makes no offers.
    Bids are paid, and cards discarded, as the page proposes it.
    """
    found: list[moves.Move] = []
    turn = view.turn
    while len(found) < MOST_MOVES and view.turn == turn and seat in to_move(view):
        move = bots_move(view, seat)
        move = moves.End() if isinstance(move, OFFERS) else thrifty(view, seat, move)
        try:
            events = RULESET.decide(view, move, RULESET.unknown_chance(), seat=seat)
        except Refusal:  # the effect depends on something that the view does not show
            break
        found.append(move)
        auction, view = view.auction, fold(RULESET, view, events)
        if auction is None and view.auction is not None:  # first see what you draw
            break
    return found


def suggestion(view: State, suggested: Sequence[moves.Move], *, names: Sequence[str],
                seat: int) -> PlainSuggestion:
    """Return moves as a turn, with what they do in sentences."""
    orders, told = [], list[tuple[Event, State | None]]()
    for move in suggested:
        orders.append(format_move(move, view))
        for event in RULESET.decide(view, move, RULESET.unknown_chance(), seat=seat):
            told.append((event, view))
            view = RULESET.evolve(view, event)
    return PlainSuggestion(SEPARATOR.join(orders), " ".join(
        RULESET.describe_events(told, for_reader(names, seat))))
