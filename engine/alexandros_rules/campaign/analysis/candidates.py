"""Turns worth comparing: what the strongest bot would play, and other things to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from alexandros_rules.campaign import auctions, moves, trading, yields
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.analysis.playing_on import after, bots_move, completed, firm
from alexandros_rules.campaign.bots.characters import REGENT
from alexandros_rules.campaign.bots.goals import free_roads
from alexandros_rules.campaign.bots.prices import Prices
from alexandros_rules.campaign.bots.tactics import best_robberies, payment_up_to
from alexandros_rules.campaign.state import AUCTION, BUILD, DISCARD, ROBBER, ROLL, State, dump_state
from alexandros_rules.errors import Refusal

STEPS = (-3, -2, -1, 1, 2, 3)  # from the bot's limit in an auction
ROBBERIES = 5
TRADES = 3  # with the bank, beside those for something to build
PAIRS = 3  # of commodities for a year of plenty


def turns(view: State, seat: int) -> list[tuple[moves.Move, ...]]:
    """Return whole turns, as they look now, that differ in what is played at once."""
    found: dict[str, tuple[moves.Move, ...]] = {}
    for some in _beginnings(view, seat):
        try:
            whole = completed(view, some, seat=seat)
        except Refusal:  # a site that is worth nothing now, or a kind that the bank lacks
            continue
        found.setdefault(outcome(view, whole, seat=seat), whole)
    return [*found.values()]


def outcome(view: State, whole: Sequence[moves.Move], *, seat: int) -> str:
    """Return the position after the moves that can be played at once, as a text to compare."""
    return dump_state(after(view, whole[:firm(view, whole)], seat=seat))


def _beginnings(view: State, seat: int) -> Iterator[Sequence[moves.Move]]:
    """Yield moves to begin with, the bot's own first."""
    yield ()
    prices = REGENT.prices(view, seat)
    match view.phase:
        case phase if phase == AUCTION:
            yield from ([bid] for bid in _bids(view, seat, prices))
        case phase if phase == ROBBER:
            yield from ([moves.MoveRobber(*each)] for each in best_robberies(view, seat, ROBBERIES))
        case phase if phase == DISCARD:
            hand, due = view.hands[seat], view.due[seat]
            yield [moves.Discard(yields.preferred_discard(hand, due, ()))]
        case phase if phase == ROLL:
            yield [moves.Roll()]
            yield from ([move] for move in _cards_to_play(view, seat, prices))
        case phase if phase == BUILD:
            yield [moves.End()]
            yield from ([move] for move in _cards_to_play(view, seat, prices))
            yield from _purchases(view, seat, prices)
            yield from ([move] for move in _trades(view, seat, prices))


def _bids(view: State, seat: int, prices: Prices) -> Iterator[moves.Bid]:
    auction, bot = view.auction, bots_move(view, seat)
    assert auction is not None
    assert isinstance(bot, moves.Bid)
    most = auctions.most_payable(view, auction.kind, seat=seat)
    lowest = auctions.lowest_bid(view)
    yield moves.Bid(0, ())
    for limit in sorted({lowest, *(bot.limit + step for step in STEPS)}):
        if lowest <= limit <= most:
            yield moves.Bid(limit, payment_up_to(view, seat, limit, prices))


def _cards_to_play(view: State, seat: int, prices: Prices) -> Iterator[moves.Move]:
    """Yield the best ways to play each development card that the seat may play (DE1)."""
    if view.played:
        return
    held = th.subtract(view.cards[seat], view.bought)
    if held[th.SOLDIER]:
        yield from (moves.PlaySoldier(*each) for each in best_robberies(view, seat, 2))
    if held[th.ROADS] and view.roads_left(seat):
        paths = free_roads(view, seat, prices.habits)
        if paths:
            yield moves.PlayRoads(paths)
    hand = view.hands[seat]
    if held[th.PLENTY]:
        pairs = sorted(trading.pairs_in_bank(view),
                       key=lambda pair: -prices.trade(hand, pair, th.NOTHING))
        yield from map(moves.PlayPlenty, pairs[:PAIRS])
    if held[th.MONOPOLY]:
        kinds = sorted(th.COMMODITIES, key=lambda kind: -prices.trade(
            hand, th.single(kind, 2), th.NOTHING))
        yield from map(moves.PlayMonopoly, kinds[:2])


def _purchases(view: State, seat: int, prices: Prices) -> Iterator[Sequence[moves.Move]]:
    """Yield everything to build that the seat can pay for, if need be after trades."""
    for goal in prices.goals:
        trades = _trades_for(view, seat, goal.price)
        if trades is not None:
            yield [*trades, goal.move]


def _trades_for(view: State, seat: int, price: th.Counts) -> list[moves.Move] | None:
    """Return trades with the bank after which the seat can pay a price; None if none suffice."""
    spare = [have - need for have, need in zip(view.hands[seat], price, strict=True)]
    found: list[moves.Move] = []
    for get in th.COMMODITIES:
        while spare[get] < 0:
            rates = {give: trading.bank_rate(view, give, seat=seat) for give in th.KINDS}
            able = [give for give in th.KINDS if spare[give] >= rates[give]]
            if not able:
                return None
            give = max(able, key=lambda kind: spare[kind] - rates[kind])
            spare[give] -= rates[give]
            spare[get] += 1
            found.append(moves.BankTrade(give, get, 1))
    return found


def _trades(view: State, seat: int, prices: Prices) -> Iterator[moves.Move]:
    """Yield the best trades, with others and with the bank."""
    for offer in trading.acceptable(view, seat):
        yield moves.Accept(offer.number)
    hand = view.hands[seat]
    worths = [
        (prices.trade(hand, th.single(get), th.single(give, rate)), give, get)
        for give in th.KINDS
        for rate in (trading.bank_rate(view, give, seat=seat),) if hand[give] >= rate
        for get in th.KINDS if get != give and view.bank[get]]
    for _worth, give, get in sorted(worths, key=lambda some: -some[0])[:TRADES]:
        yield moves.BankTrade(give, get, 1)
