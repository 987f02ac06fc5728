"""Guesses of everything that a seat cannot see, each as likely as any other that fits its view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from alexandros_rules.campaign import auctions, trading
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.moves import Bid
from alexandros_rules.campaign.state import (
    SECRET_BID,
    SECRET_PAYMENT,
    WINNING_SCORE,
    Auction,
    State,
    change,
)
from alexandros_rules.chance import Chance

ATTEMPTS = 8  # to deal victory point cards so that nobody has won yet
PROGRESS = (th.ROADS, th.PLENTY, th.MONOPOLY)  # cards that leave the game when they are played


def guess(view: State, seat: int, chance: Chance) -> State:
    """Return a position that may be the true one, as far as this seat sees.

    What the others have decided in secret is open again, except for bids in open auctions.
    """
    hands, supply = _hands(view, seat, chance)
    cards, deck = _developments(view, seat, chance)
    known = len(view.chits)
    chits = chance.shuffle(_unseen_chits(view), "shuffle-chits")[:known + len(view.aside)]
    guessed = change(
        view, hands=hands, supply=supply, cards=cards, deck=deck,
        bought=_bought(view, seat, cards), chits=chits[:known], aside=chits[known:],
        discards=tuple([None if some is None or some[th.UNKNOWN] else some
                        for some in view.discards]))
    if view.auction is None:
        return guessed
    return change(guessed, auction=_opened(guessed, view.auction))


def _hands(view: State, seat: int,
           chance: Chance) -> tuple[tuple[th.Counts, ...], tuple[int, ...]]:
    """Return all hands and the supply."""
    sure = [view.hands[seat] if each == seat else trading.holding(view, each)
            for each in range(view.players)]
    left = list(th.subtract((*th.IN_GAME, 0), view.bank))
    for hand in sure:
        left = [have - less for have, less in zip(left, hand, strict=True)]
    unseen = chance.shuffle([kind for kind in th.COMMODITIES for _ in range(left[kind])],
                            "shuffle-hands")
    hands, dealt = list[th.Counts](), 0
    for hand, some in zip(view.hands, sure, strict=True):
        lacking = th.cards(hand) - th.cards(some)
        hands.append(th.add(some, th.counts(unseen[dealt:dealt + lacking])))
        dealt += lacking
    return tuple(hands), unseen[dealt:]


def _developments(view: State, seat: int,
                  chance: Chance) -> tuple[tuple[th.Counts, ...], tuple[int, ...]]:
    """Return all development cards in hands, and the deck."""
    left = list(th.subtract(th.DECK, view.cards[seat]))
    left[th.SOLDIER] -= sum(view.soldiers)
    numbers = [0 if each == seat else sum(view.cards[each]) for each in range(view.players)]
    gone = sum(left) - sum(numbers) - len(view.deck)
    progress = [kind for kind in PROGRESS for _ in range(left[kind])]
    for kind in chance.shuffle(progress, "shuffle-gone")[:max(0, gone)]:
        left[kind] -= 1
    unseen = [kind for kind in range(th.HIDDEN) for _ in range(left[kind])]
    for attempt in range(ATTEMPTS):
        order = chance.shuffle(unseen, f"shuffle-developments-{attempt}")
        cards, dealt = list[th.Counts](), 0
        for each, number in enumerate(numbers):
            some = order[dealt:dealt + number]
            cards.append(view.cards[each] if each == seat else tuple(
                [some.count(kind) for kind in range(th.HIDDEN + 1)]))
            dealt += number
        if all(view.public_points(each) + cards[each][th.POINT] < WINNING_SCORE
               for each in range(view.players) if each != seat):
            break
    return tuple(cards), order[dealt:]


def _bought(view: State, seat: int, cards: Sequence[th.Counts]) -> th.Counts:
    """Return the cards of this turn; the last kinds of the hand, if the seat cannot see them."""
    if view.seat == seat:
        return view.bought
    some = th.expand(cards[view.seat])[::-1][:sum(view.bought)]
    return tuple([some.count(kind) for kind in range(th.HIDDEN + 1)])


def _unseen_chits(view: State) -> list[int]:
    """Return the chits that may lie face down; some of them may be out of the game (AU4)."""
    left = [th.CHITS_OF_EACH - sum(won[kind] for won in view.won)
            for kind in range(len(th.CHIT_NAMES))]
    if view.auction is not None and view.auction.kind != th.TEMPLE:
        left[view.auction.kind] -= 1
    return [kind for kind, number in enumerate(left) for _ in range(number)]


def _opened(state: State, auction: Auction) -> Auction:
    """Return an auction in which nothing is hidden: others may decide again, or pay as usual."""
    return replace(auction, bids=tuple([
        None if bid == SECRET_BID
        else Bid(bid.limit, auctions.usual_payment(state, auction.kind, bid.limit, seat=each))
        if bid is not None and bid.payment == SECRET_PAYMENT else bid
        for each, bid in enumerate(auction.bids)]))
