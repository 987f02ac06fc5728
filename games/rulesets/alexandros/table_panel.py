"""The table of Alexandros: scores, guards, cards, walls (T3, C1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from alexandros_rules.addressing import for_reader, told, win_of
from alexandros_rules.alexandros import cards, display_names
from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.cards import UNKNOWN
from alexandros_rules.alexandros.describe import region_of
from alexandros_rules.alexandros.event_builder import is_last_turn, last_seat
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.occupying import symbol_spaces
from alexandros_rules.alexandros.provinces import (
    closed_provinces,
    levy_gains,
    open_land,
    owner,
    value,
)
from alexandros_rules.alexandros.state import COLOURS, OVER, WINNING_SCORE, State
from alexandros_rules.translation import list_with_and
from games.rulesets.alexandros import wording
from games.rulesets.plain import percent
from games.rulesets.protocols import Player

USUAL_PACE = 2.2  # walls per turn: in ``typical_games``, it is much the same on all boards


@dataclass(frozen=True, slots=True)
class Place:
    """One seat at the table.

    ``cards`` are those the viewer may see, ``size`` is the number of all.  ``known`` names the
    cards of a hidden hand that everybody has seen (C5), "" if there are none.  ``provinces`` are
    sentences.
    """

    seat: int
    name: str
    colour: str
    own: bool
    on_turn: bool
    won: str
    score: int
    guards: int
    size: int
    known: str
    cards: Sequence[wording.Chip]
    income: int
    provinces: Sequence[str]

    @property
    def colour_beside_name(self) -> str:
        """The colour; "" for a seat that is called by its colour."""
        return "" if self.name.lower() == self.colour.lower() else self.colour

    @property
    def colour_after_name(self) -> str:
        """The colour as it continues the name: ", red"; "" likewise."""
        return f", {self.colour_beside_name}" if self.colour_beside_name else ""


@dataclass(frozen=True, slots=True)
class FaceCard:
    """A face-up card."""

    symbol: int
    name: str


class AlexandrosTable:
    """See ``games.rulesets.protocols.TablePanel``."""

    details_template = "alexandros/details.html"
    strip_template = "alexandros/strip.html"
    notice_template = "alexandros/notice.html"

    def table(self, view: State, *, names: Sequence[str], seat: int | None,
              open_hands: bool = False) -> dict[str, object]:
        return table(view, names=names, seat=seat, open_hands=open_hands)


def table(
    state: State, *, names: Sequence[str], seat: int | None, open_hands: bool
) -> dict[str, object]:
    """Return the seats and stacks as this view shows them, with all hands if ``open_hands``."""
    held, incomes = _provinces(state), levy_gains(state)
    places = [
        _place(state, i, names, held=held[i], income=incomes[i], own=i == seat)
        for i in range(state.players)
    ]
    row = [FaceCard(card, wording.card_label(card)) for card in state.face_up]
    hand = wording.chips(state.hands[seat]) if seat is not None else []
    hidden = state.hands[seat][UNKNOWN] if seat is not None else 0
    return {
        "players": [_player(place) for place in places],
        "goal": _goal(state, incomes, for_reader(names, seat)),
        "standing": (_standing(state, incomes, names, seat)
                     if seat is not None and state.phase != OVER else ""),
        "places": places, "row": row, "hand": hand, "hidden": hidden,
        "hand_list": "" if seat is None else display_names.card_list(state.hands[seat]),
        "row_list": ", ".join(card.name for card in row),
        "seated": seat is not None, "open": open_hands,
        "supply": len(state.supply), "discard": cards.total(state.discard),
        "black": state.black_left, "red": state.red_left, "any_walls": bool(state.walls),
        "all_black": state.board.black_walls, "all_red": state.board.red_walls,
        "discarded": wording.chips(state.discard), "turn": state.turn,
        "free": _free(state, seat), "open_land": open_land(state) > 0,
        "alexander": _alexander(state),
        "own": [province for one in places if one.own for province in one.provinces],
        "last_turn": is_last_turn(state) and state.phase != OVER, "mover": names[state.seat],
        "last_round": state.last_round if state.phase != OVER else "",
        "last": names[last_seat(state)], "last_is_own": last_seat(state) == seat,
    }


def _player(place: Place) -> Player:
    """Return a seat with what everybody sees of it."""
    return Player(
        place.seat, place.name, place.colour, place.own, place.score,
        percent(place.score, WINNING_SCORE),
        pgettext("it is this player’s", "turn") if place.on_turn else "", place.won, (
            _("land +%(points)s") % {"points": place.income},
            ngettext("%(count)s guard", "%(count)s guards", place.guards) % {
                "count": place.guards},
            ngettext("%(count)s card", "%(count)s cards", place.size) % {"count": place.size},
        ))


def _goal(state: State, incomes: Sequence[int], names: Sequence[str]) -> str:
    """Return how the game is won: who can end it by a levy, or about how long it goes on.

    It says nothing once the game is over (E1, E3, E4).
    """
    if state.phase == OVER:
        return ""
    after = [score + income for score, income in zip(state.scores, incomes, strict=True)]
    best = after.index(max(after))
    if after[best] >= WINNING_SCORE:
        return told(
            names, best,
            _("With the next levy you have %(points)s points. 100 points end the game, and most"
              " points win."),
            _("With the next levy %(name)s has %(points)s points. 100 points end the game, and most"
              " points win."),
        ) % {"name": names[best], "points": after[best]}
    if state.red or state.last_round:
        return _("The game is about to end. Most points win.")
    left = turns_left(state)
    return ngettext(
        "Most points win at 100, or when the walls run out (about %(count)s turn).",
        "Most points win at 100, or when the walls run out (about %(count)s turns).",
        left) % {"count": left}


def turns_left(state: State) -> int:
    """Return in about how many turns, of all players, the black walls run out.

    It follows from the walls left alone, so that it never rises.
    """
    return max(1, round(state.black_left / USUAL_PACE))


def _standing(
    state: State, incomes: Sequence[int], names: Sequence[str], seat: int
) -> str:
    """Return how far the seat is behind or ahead of the best other one, and what both lands pay.

    Of several with as many points, it names the one whose land pays most.
    """
    if not any((*state.scores, *incomes)):
        return _("Your land pays nothing.")
    best = max((i for i in range(state.players) if i != seat),
               key=lambda i: (state.scores[i], incomes[i]))
    ahead = state.scores[seat] - state.scores[best]
    if not ahead:
        text = _("You are level with %(name)s: their land pays %(theirs)s a levy, yours %(own)s.")
    elif ahead > 0:
        text = _("You are %(count)s ahead of %(name)s: their land pays %(theirs)s a levy, yours"
                 " %(own)s.")
    else:
        text = _("You are %(count)s behind %(name)s: their land pays %(theirs)s a levy, yours"
                 " %(own)s.")
    return text % {"count": abs(ahead), "name": names[best], "theirs": incomes[best],
                   "own": incomes[seat]}


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
        seat, names[seat], _(COLOURS[seat]), own,
        state.phase != OVER and state.seat == seat,
        win_of(seat, state.winners, state.scores), state.scores[seat],
        state.guards_left(seat), cards.total(hand),
        display_names.known_cards(state.known[seat]) if hand[UNKNOWN] and not own else "",
        wording.chips(hand) if not hand[UNKNOWN] else [], income,
        [_held_province(state, seat, province) for province in held],
    )


def _held_province(state: State, seat: int, province: int) -> str:
    guards = state.guards[seat] & province
    region = region_of(state.board, province)
    text = ngettext(
        "Worth %(worth)s in %(region)s, with a guard on %(spaces)s.",
        "Worth %(worth)s in %(region)s, but scores nothing with guards on %(spaces)s.",
        guards.bit_count(),
    ) if region else ngettext(
        "Worth %(worth)s, with a guard on %(spaces)s.",
        "Worth %(worth)s, but scores nothing with guards on %(spaces)s.",
        guards.bit_count(),
    )
    return text % {
        "worth": value(state.board, province), "region": region,
        "spaces": list_with_and(state.board.names[s] for s in bits(guards)),
    }


def _free(state: State, seat: int | None) -> list[str]:
    """Return the closed free provinces in sentences, the most valuable first."""
    free = [p for p in closed_provinces(state) if owner(state, p) is None]
    free.sort(key=lambda p: (-value(state.board, p), p))
    return [_free_province(state, seat, province) for province in free]


def _free_province(state: State, seat: int | None, province: int) -> str:
    board, region = state.board, region_of(state.board, province)
    text = (
        _("Worth %(worth)s in %(region)s, starting at %(space)s.") if region
        else _("Worth %(worth)s, starting at %(space)s.")
    )
    worth = text % {
        "worth": value(board, province), "region": region,
        "space": board.names[bits(province)[0]],
    }
    if not symbol_spaces(state, province):
        return " ".join([worth, _("Nobody can occupy it.")])
    return " ".join([
        worth, _("Price: %(price)s.") % {"price": wording.price(state, seat, province)}])


def _alexander(state: State) -> str:
    board = state.board
    around = [
        f"{board.names[s]} ({_ground(board, s)})" for s in bits(board.spaces_at[state.alexander])
    ]
    return _("Alexander stands on %(point)s, next to %(spaces)s.") % {
        "point": board.point_name(state.alexander), "spaces": list_with_and(around),
    }


def _ground(board: Board, space: int) -> str:
    symbol = board.symbol_of.get(space)
    if symbol is None:
        return pgettext("a space without a symbol", "open")
    return display_names.card_name(symbol)
