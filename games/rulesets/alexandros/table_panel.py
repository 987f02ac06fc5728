"""What lies on the table: scores, guards, cards, walls (T3, C1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.alexandros import cards
from engine.alexandros.board import SYMBOLS, Board
from engine.alexandros.cards import KINDS, UNKNOWN
from engine.alexandros.describe import in_region
from engine.alexandros.lattice import bits
from engine.alexandros.provinces import closed_provinces, levy_gains, open_land, owner, price, value
from engine.alexandros.state import OVER, State
from games.rulesets.alexandros import wording


@dataclass(frozen=True, slots=True)
class Place:
    """One seat at the table; ``cards`` are those the viewer may see, ``size`` all of them."""

    seat: int
    name: str
    own: bool
    on_turn: bool
    won: bool
    score: int
    guards: int
    size: int
    cards: Sequence[wording.Chip]
    income: int
    provinces: Sequence[str]


@dataclass(frozen=True, slots=True)
class FaceCard:
    """A face-up card."""

    symbol: int
    name: str


class AlexandrosTable:
    """See ``games.rulesets.protocols.TablePanel``."""

    panel_template = "alexandros/table.html"
    strip_template = "alexandros/strip.html"
    notice_template = "alexandros/notice.html"

    def table(self, view: State, *, names: Sequence[str], seat: int | None,
              open_hands: bool = False) -> dict[str, object]:
        return table(view, names=names, seat=seat, open_hands=open_hands)


def table(
    state: State, *, names: Sequence[str], seat: int | None, open_hands: bool
) -> dict[str, object]:
    """The seats and stacks as this view shows them, with all hands if ``open_hands``."""
    held, incomes = _provinces(state), levy_gains(state)
    places = [
        _place(state, i, names, held=held[i], income=incomes[i], own=i == seat)
        for i in range(state.players)
    ]
    row = [FaceCard(card, SYMBOLS[card] if card in KINDS else "new card") for card in state.face_up]
    hand = wording.chips(state.hands[seat]) if seat is not None else []
    hidden = state.hands[seat][UNKNOWN] if seat is not None else 0
    return {
        "places": places, "row": row, "hand": hand, "hidden": hidden,
        "seated": seat is not None, "open": open_hands,
        "supply": len(state.supply), "discard": cards.total(state.discard),
        "black": state.black_left, "red": state.red_left,
        "all_black": state.board.black_walls, "all_red": state.board.red_walls,
        "discarded": wording.chips(state.discard), "turn": state.turn,
        "free": _free(state), "open_land": open_land(state) > 0, "alexander": _alexander(state),
        "own": [told for one in places if one.own for told in one.provinces],
        "last_turn": bool(state.red) and state.phase != OVER, "mover": names[state.seat],
    }


def _provinces(state: State) -> dict[int, list[int]]:
    held: dict[int, list[int]] = {seat: [] for seat in range(state.players)}
    for province in closed_provinces(state):
        whose = owner(state, province)
        if whose is not None:
            held[whose].append(province)
    return held


def _place(
    state: State, seat: int, names: Sequence[str], *, held: Sequence[int], income: int, own: bool
) -> Place:
    hand = state.hands[seat]
    return Place(
        seat, names[seat], own, state.phase != OVER and state.seat == seat, seat in state.winners,
        state.scores[seat], state.guards_left(seat), cards.total(hand),
        wording.chips(hand) if not hand[UNKNOWN] else [], income,
        [_told(state, seat, province) for province in held],
    )


def _told(state: State, seat: int, province: int) -> str:
    mask = state.guards[seat] & province
    where = wording.joined([state.board.names[s] for s in bits(mask)])
    worth = value(state.board, province)
    scores = "" if mask.bit_count() == 1 else ", scores nothing with several guards"
    guards = "guard" if mask.bit_count() == 1 else "guards"
    return f"worth {worth}{in_region(state.board, province)}, {guards} on {where}{scores}"


def _free(state: State) -> list[str]:
    """The closed free provinces in words, the most valuable first."""
    free = [p for p in closed_provinces(state) if owner(state, p) is None]
    board = state.board
    return [
        f"worth {value(board, p)}{in_region(board, p)}, from {board.names[bits(p)[0]]};"
        f" {_price(board, p)}"
        for p in sorted(free, key=lambda p: (-value(board, p), p))
    ]


def _price(board: Board, province: int) -> str:
    needed = price(board, province & ~board.open)
    if not cards.total(needed):
        return "nobody can occupy it"
    return f"price {cards.words(needed)}, or guards in their place"


def _alexander(state: State) -> str:
    """Where Alexander stands, and the spaces around him."""
    board = state.board
    around = [
        f"{board.names[s]} ({SYMBOLS[board.symbol_of[s]] if s in board.symbol_of else 'open'})"
        for s in bits(board.spaces_at[state.alexander])
    ]
    return f"Alexander stands on {board.point_name(state.alexander)}, by {wording.joined(around)}."
