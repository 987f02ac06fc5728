"""Orders in notation: moves as text, and legal orders that a refusal can suggest.

``notation`` reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from alexandros_rules.campaign import auctions, moves, trading
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.legal_moves import legal_moves
from alexandros_rules.campaign.state import COLOURS, State
from alexandros_rules.campaign.things import KIND_NAMES, SOLDIERS
from alexandros_rules.move_list import parts_of
from alexandros_rules.translation import ENGLISH

MOST_ORDERS = 12  # of one kind
MOST_EXAMPLES = 2
EXAMPLE_BID = 3
# The words of notation, marked for translators (see ``translation.translate_orders``): single
# words, and phrases that are translated as a whole.
WORDS = (
    ENGLISH.pgettext("words of an order", "roll"),
    ENGLISH.pgettext("words of an order", "discard"),
    ENGLISH.pgettext("words of an order", "robber"),
    ENGLISH.pgettext("words of an order", "from"),
    ENGLISH.pgettext("words of an order", "bid"),
    ENGLISH.pgettext("words of an order", "bid nothing"),
    ENGLISH.pgettext("words of an order", "bid up to"),
    ENGLISH.pgettext("words of an order", "pay"),
    ENGLISH.pgettext("words of an order", "pass"),
    ENGLISH.pgettext("words of an order", "road"),
    ENGLISH.pgettext("words of an order", "settlement"),
    ENGLISH.pgettext("words of an order", "city"),
    ENGLISH.pgettext("words of an order", "buy"),
    ENGLISH.pgettext("words of an order", "buy development"),
    ENGLISH.pgettext("words of an order", "play"),
    ENGLISH.pgettext("words of an order", "soldier"),
    ENGLISH.pgettext("words of an order", "roads"),
    ENGLISH.pgettext("words of an order", "plenty"),
    ENGLISH.pgettext("words of an order", "monopoly"),
    ENGLISH.pgettext("words of an order", "bank"),
    ENGLISH.pgettext("words of an order", "for"),
    ENGLISH.pgettext("words of an order", "offer"),
    ENGLISH.pgettext("words of an order", "standing"),
    ENGLISH.pgettext("words of an order", "standing offer"),
    ENGLISH.pgettext("words of an order", "twice"),
    ENGLISH.pgettext("words of an order", "times"),
    ENGLISH.pgettext("words of an order", "to"),
    ENGLISH.pgettext("words of an order", "accept"),
    ENGLISH.pgettext("words of an order", "withdraw"),
    ENGLISH.pgettext("words of an order", "prefer"),
    ENGLISH.pgettext("words of an order", "prefer to choose discards"),
    ENGLISH.pgettext("words of an order", "prefer to discard"),
    ENGLISH.pgettext("words of an order", "prefer to roll at once"),
    ENGLISH.pgettext("words of an order", "prefer to roll myself"),
    ENGLISH.pgettext("words of an order", "otherwise"),
    ENGLISH.pgettext("words of an order", "end"),
    ENGLISH.pgettext("words of an order", "brick"),
    ENGLISH.pgettext("words of an order", "lumber"),
    ENGLISH.pgettext("words of an order", "wheat"),
    ENGLISH.pgettext("words of an order", "wool"),
    ENGLISH.pgettext("words of an order", "ore"),
    ENGLISH.pgettext("words of an order", "gold"),
    ENGLISH.pgettext("words of an order", "red"),
    ENGLISH.pgettext("words of an order", "yellow"),
    ENGLISH.pgettext("words of an order", "blue"),
    ENGLISH.pgettext("words of an order", "green"),
)


def format_move(move: moves.Move, state: State) -> str:
    """Write a move in notation."""
    return _WRITERS[type(move)](move, state)


def things_text(pairs: Iterable[tuple[int, int]]) -> str:
    """Write things with their numbers: "2 wool ore"."""
    # If there is a number at all, the first is written too, as in "1 wool 3 gold", so that
    # everybody can see that numbers stand before the things that they count.
    written = [*pairs]
    several = any(number > 1 for _kind, number in written)
    return " ".join(
        (f"{number} " if number > 1 or (several and not i) else "")
        + ("soldier" if kind == SOLDIERS else KIND_NAMES[kind])
        for i, (kind, number) in enumerate(written))


def counts_text(some: th.Counts) -> str:
    """Write counts of commodities and gold: "2 wool ore"."""
    return things_text((kind, number) for kind, number in enumerate(some) if number)


def _robber_text(verb: str, tile: int, victim: int | None, state: State) -> str:
    text = f"{verb} {state.world.hexes[tile].label}"
    return text if victim is None else f"{text} from {COLOURS[victim]}"


def _write_bid(move: moves.Bid, state: State) -> str:
    if not move.limit:  # where others may not see it, it must look like a bid (see ``view_move``)
        return "pass" if state.options.open_bidding else "bid nothing"
    text = f"bid {move.limit}" if state.options.open_bidding else f"bid up to {move.limit}"
    return f"{text} pay {things_text(move.payment)}" if move.payment else text


def _write_bank_trade(move: moves.BankTrade, state: State) -> str:
    rate = trading.bank_rate(state, move.give, seat=state.seat)
    given = things_text([(move.give, rate * move.number)])
    return f"bank {given} for {things_text([(move.get, move.number)])}"


def _write_offer(move: moves.MakeOffer, state: State) -> str:
    text = f"{counts_text(move.give)} for {counts_text(move.get)}"
    verb = "standing offer" if move.standing else "offer"
    if move.times > 1:
        text += " twice" if move.times == 2 else f" {move.times} times"
    if move.to.bit_count() < state.players - 1:
        text += " to " + " ".join(COLOURS[seat] for seat in trading.seats_of(move.to))
    return f"{verb} {text}"


def _write_preferred_discards(move: moves.PreferDiscards, state: State) -> str:
    if not move.kinds:
        return "prefer to choose discards"
    return "prefer to discard " + " ".join(KIND_NAMES[kind] for kind in move.kinds)


def _labels(paths: Iterable[int], state: State) -> str:
    return " ".join(state.world.paths[path].label for path in paths)


_WRITERS: dict[type[Any], Callable[[Any, State], str]] = {
    moves.Roll: lambda move, state: "roll",
    moves.Discard: lambda move, state: f"discard {counts_text(move.cards)}",
    moves.MoveRobber: lambda move, state: _robber_text("robber", move.tile, move.victim, state),
    moves.Bid: _write_bid,
    moves.BuildRoad: lambda move, state: f"road {_labels([move.path], state)}",
    moves.BuildSettlement:
        lambda move, state: f"settlement {state.world.junctions[move.junction].label}",
    moves.BuildCity: lambda move, state: f"city {state.world.junctions[move.junction].label}",
    moves.BuyDevelopment: lambda move, state: "buy development",
    moves.PlaySoldier:
        lambda move, state: _robber_text("play soldier", move.tile, move.victim, state),
    moves.PlayRoads: lambda move, state: f"play roads {_labels(move.paths, state)}",
    moves.PlayPlenty: lambda move, state: f"play plenty {counts_text(move.cards)}",
    moves.PlayMonopoly: lambda move, state: f"play monopoly {KIND_NAMES[move.kind]}",
    moves.BankTrade: _write_bank_trade,
    moves.MakeOffer: _write_offer,
    moves.Accept: lambda move, state: f"accept {move.number}",
    moves.Withdraw: lambda move, state: f"withdraw {move.number}",
    moves.PreferDiscards: _write_preferred_discards,
    moves.PreferRolling: lambda move, state: (
        "prefer to roll at once" if move.at_once else "prefer to roll myself"),
    moves.Otherwise: lambda move, state: f"otherwise {format_move(move.move, state)}",
    moves.End: lambda move, state: "end",
}


def legal_orders(state: State, *kinds: type[moves.Move], seat: int) -> list[str]:
    """Return the first legal orders of these kinds of moves."""
    return list(islice(_orders(state, kinds, seat=seat), MOST_ORDERS))


def _orders(state: State, kinds: tuple[type[moves.Move], ...], *, seat: int) -> Iterator[str]:
    """Yield the legal orders of these kinds of moves."""
    for part in parts_of(legal_moves(state, seat)):
        if isinstance(part[0], kinds):
            yield from (format_move(move, state) for move in part)


def example_orders(state: State, *, seat: int) -> list[str]:
    """Return a few legal orders of each kind; preferences only if nothing else can be ordered."""
    parts = parts_of(legal_moves(state, seat))
    acting = [part for part in parts
              if not isinstance(part[0], moves.PreferRolling | moves.PreferDiscards)]
    return [format_move(move, state) for part in acting or parts
            for move in islice(part, MOST_EXAMPLES)]


def example_bid(state: State, *, seat: int) -> moves.Bid | None:
    """Return a small bid with its usual payment; None if the seat cannot bid anything now."""
    if state.auction is None or seat not in auctions.awaited(state):
        return None
    kind, lowest = state.auction.kind, auctions.lowest_bid(state)
    most = auctions.most_payable(state, kind, seat=seat)
    limit = min(most, max(lowest, EXAMPLE_BID))
    return moves.Bid(limit, auctions.usual_payment(state, kind, limit, seat=seat)) if (
        limit >= lowest) else None
