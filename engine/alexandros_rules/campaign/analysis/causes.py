"""Causes of a result: what a finished game has brought and cost its players, counted on its log.

What was spent and received is counted in cards and pieces of gold.  The size of a cause is in
points, by what the best other player made of a card on average.  Nothing is hidden after the end,
so all of this follows from the true positions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from alexandros_rules.analysis import PlayedMove
from alexandros_rules.campaign import auctions
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.bots.prospects import income
from alexandros_rules.campaign.moves import Bid, MoveRobber, PlaySoldier
from alexandros_rules.campaign.state import LARGEST_HAND, SEVEN, State, change
from alexandros_rules.campaign.yields import yields

SPARE = 5  # cards and gold at the end of a game that nobody is blamed for
NOWHERE = -1  # a hex for the robber, to count what it costs


@dataclass(frozen=True, slots=True)
class _Counted:
    """Something that a result came from: its size in ``points``, and the ``turns`` in question."""

    points: float
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FewYields(_Counted):
    """Settlements and cities of which less was to be expected than of those of another seat.

    ``expected`` is what all rolls of the game bring on average, for both seats.
    """

    other: int
    expected: float
    others_expected: float


@dataclass(frozen=True, slots=True)
class BadDice(_Counted):
    """Dice that brought the seat less than was to be expected, compared with another seat.

    ``got`` is what they brought both seats without the robber.
    """

    other: int
    got: int
    expected: float
    others_got: int
    others_expected: float


@dataclass(frozen=True, slots=True)
class LostCards(_Counted):
    """Cards ``discarded`` after sevens, ``stolen`` by others, and ``blocked`` by the robber.

    ``others`` is how many another seat lost in these ways.
    """

    discarded: int
    stolen: int
    blocked: int
    other: int
    others: int


@dataclass(frozen=True, slots=True)
class Unspent(_Counted):
    """Cards and ``gold`` left at the end, and what another seat had left in all."""

    cards: int
    gold: int
    other: int
    others: int


@dataclass(frozen=True, slots=True)
class DearChits(_Counted):
    """Chits that cost the seat more than the points of its ``card`` in the end, 0 without one."""

    chits: int
    paid: int
    card: int


@dataclass(frozen=True, slots=True)
class DearPurchase(_Counted):
    """The settlement for which the seat paid most beyond what it brought."""

    junction: int
    paid: int
    brought: int
    next_limit: int


@dataclass(frozen=True, slots=True)
class CheapForOthers(_Counted):
    """A settlement that another seat won for a ``price`` below what this seat could pay."""

    other: int
    junction: int
    price: int
    most: int
    brought: int


@dataclass(frozen=True, slots=True)
class LostAward(_Counted):
    """The longest road or the largest army, which went over to another seat for good."""

    award: str  # "road" or "army"
    other: int


@dataclass(frozen=True, slots=True)
class OthersCounselor(_Counted):
    """The counselor card of another seat, and what both seats paid for their chits."""

    other: int
    card: int
    chits: int
    paid: int
    own_chits: int
    own_paid: int


@dataclass(frozen=True, slots=True)
class GoodPurchase(_Counted):
    """The settlement that brought the winner most for its price."""

    junction: int
    paid: int
    brought: int


class MoreYields(FewYields):
    """Settlements and cities of the winner, of which more was to be expected."""


class GoodDice(BadDice):
    """Dice that brought the winner more than was to be expected."""


@dataclass(frozen=True, slots=True)
class GoodChits(_Counted):
    """The winner's counselor card, worth ``card`` points, and what its chits cost."""

    chits: int
    paid: int
    card: int


Cause: TypeAlias = (
    FewYields | BadDice | LostCards | Unspent | DearChits | DearPurchase | CheapForOthers
    | LostAward | OthersCounselor | GoodPurchase | GoodChits
)


@dataclass(frozen=True, slots=True)
class Account:
    """What a seat got and spent, in cards and gold.

    ``yielded``  by the dice; ``expected`` of them, without the robber.
    ``paid``     in auctions, for so many ``settlements`` and ``chits``.
    """

    yielded: int
    expected: float
    unblocked: int
    paid: int
    settlements: int
    chits: int


@dataclass(frozen=True, slots=True)
class _Roll:
    turn: int
    total: int
    before: State


@dataclass(frozen=True, slots=True)
class _Sale:
    """An auction that a seat won; ``next_limit`` is the highest limit of the others."""

    turn: int
    seat: int
    kind: int
    junction: int
    price: int
    next_limit: int
    before: State


class _Game:
    """A finished game, by its moves in order."""

    def __init__(self, played: Sequence[PlayedMove], winners: Collection[int]) -> None:
        self.played, self.winners = played, winners
        self.end: State = played[-1].after

    def seats_but(self, seat: int) -> list[int]:
        return [other for other in range(self.end.players) if other != seat]

    def best_other(self, seat: int) -> int:
        """Return the winner, or the best other seat if this seat has won."""
        return max(self.seats_but(seat), key=lambda other: (
            other in self.winners, self.end.points(other)))

    @cached_property
    def rolls(self) -> list[_Roll]:
        return [
            _Roll(one.after.turn, sum(one.after.dice), one.before) for one in self.played
            if (one.after.turn, one.after.dice) != (one.before.turn, one.before.dice)
            and any(one.after.dice)]

    @cached_property
    def sales(self) -> list[_Sale]:
        return [sale for sale in map(_sale, self.played) if sale is not None]

    @cached_property
    def accounts(self) -> list[Account]:
        return [self._account(seat) for seat in range(self.end.players)]

    def _account(self, seat: int) -> Account:
        sales = [sale for sale in self.sales if sale.seat == seat]
        land = sum(sale.kind == th.TEMPLE for sale in sales)
        return Account(
            sum(sum(yields(roll.before, roll.total)[0][seat]) for roll in self.rolls),
            sum(sum(income(roll.before, seat)) for roll in self.rolls),
            sum(self._unblocked(roll, seat) for roll in self.rolls),
            sum(sale.price for sale in sales), land, len(sales) - land)

    def _unblocked(self, roll: _Roll, seat: int) -> int:
        return sum(yields(change(roll.before, robber=NOWHERE), roll.total)[0][seat])

    def card_worth(self, seat: int) -> float:
        """Return the points that the best other seat made of a card or a piece of gold."""
        other = self.best_other(seat)
        got = sum(self.played[0].before.hands[other]) + len(self.rolls) // 3
        return float(self.end.points(other) / max(1, got + self.accounts[other].yielded))

    def brought(self, sale: _Sale) -> int:
        """Return what the dice brought the owner of a settlement bought in this auction."""
        world, total = self.end.world, 0
        for roll in self.rolls:
            state = roll.before
            if roll.turn > sale.turn:
                times = (2 if state.cities[sale.seat] >> sale.junction & 1
                         else state.settlements[sale.seat] >> sale.junction & 1)
                total += times * sum(
                    world.hexes[tile].number == roll.total and tile != state.robber
                    for tile in world.junctions[sale.junction].hexes)
        return total

    def losses(self, seat: int) -> tuple[int, int, int]:
        """Return the cards discarded and stolen, and what the robber kept away."""
        discarded = sum(
            th.cards(roll.before.hands[seat]) // 2 for roll in self.rolls
            if roll.total == SEVEN and th.cards(roll.before.hands[seat]) > LARGEST_HAND)
        stolen = sum(isinstance(one.move, MoveRobber | PlaySoldier) and one.move.victim == seat
                     for one in self.played)
        account = self.accounts[seat]
        return discarded, stolen, account.unblocked - account.yielded


def _sale(one: PlayedMove) -> _Sale | None:
    """Return the auction that this move ended with a purchase; None if it ended none."""
    before, after, move = one.before, one.after, one.move
    auction = before.auction
    if not isinstance(move, Bid) or auction is None or after.auction is not None:
        return None
    paid = [sum(a) - sum(b) + b_soldiers for a, b, b_soldiers in zip(
        before.hands, after.hands,
        [th.worth(th.SOLDIERS) * (a - b) for a, b in zip(
            before.soldiers, after.soldiers, strict=True)], strict=True)]
    seat = max(range(len(paid)), key=paid.__getitem__)
    if paid[seat] <= 0:
        return None
    limits = {each: bid.limit for each, bid in enumerate(auction.bids) if bid is not None}
    limits[one.seat] = move.limit
    others = [limit for each, limit in limits.items() if each != seat]
    return _Sale(before.turn, seat, auction.kind, auction.junction, paid[seat],
                 max(others, default=0), before)


def find_causes(played: Sequence[PlayedMove], *, seat: int,
                winners: Collection[int]) -> list[Cause]:
    """Return what decided a finished game for a seat, the largest first.

    ``played`` are all moves with the true positions.  Winners get causes of their win.
    """
    game = _Game(played, winners)
    if seat in winners:
        found = [_yields(game, seat), _dice(game, seat), _good_purchase(game, seat),
                 _good_chits(game, seat)]
    else:
        found = [_yields(game, seat), _dice(game, seat), _lost_cards(game, seat),
                 _unspent(game, seat), _dear_chits(game, seat), _dear_purchase(game, seat),
                 _cheap_for_others(game, seat), _counselor(game, seat), *_lost_awards(game, seat)]
    return sorted([one for one in found if one is not None and one.points > 0],
                  key=lambda one: -one.points)


def accounts(played: Sequence[PlayedMove], *, seat: int,
             winners: Collection[int]) -> tuple[Account, int, Account]:
    """Return what a seat got and spent, the best other seat, and the same of that one."""
    game = _Game(played, winners)
    other = game.best_other(seat)
    return game.accounts[seat], other, game.accounts[other]


def _yields(game: _Game, seat: int) -> Cause:
    other = game.best_other(seat)
    own, others = game.accounts[seat].expected, game.accounts[other].expected
    won = seat in game.winners
    size = game.card_worth(seat) * (own - others if won else others - own)
    return (MoreYields if won else FewYields)(size, (), other, own, others)


def _dice(game: _Game, seat: int) -> Cause:
    other = game.best_other(seat)
    own, others = game.accounts[seat], game.accounts[other]
    luck = (own.unblocked - own.expected) - (others.unblocked - others.expected)
    won = seat in game.winners
    return (GoodDice if won else BadDice)(
        game.card_worth(seat) * (luck if won else -luck), (), other,
        own.unblocked, own.expected, others.unblocked, others.expected)


def _lost_cards(game: _Game, seat: int) -> Cause:
    other = game.best_other(seat)
    own, others = game.losses(seat), sum(game.losses(other))
    sevens = tuple([roll.turn for roll in game.rolls if roll.total == SEVEN
                    and th.cards(roll.before.hands[seat]) > LARGEST_HAND])
    return LostCards(game.card_worth(seat) * (sum(own) - others), sevens, *own, other, others)


def _unspent(game: _Game, seat: int) -> Cause:
    other = game.best_other(seat)
    left = [sum(hand) for hand in game.end.hands]
    surplus = left[seat] - max(SPARE, left[other])
    return Unspent(game.card_worth(seat) * surplus, (), th.cards(game.end.hands[seat]),
                   game.end.gold(seat), other, left[other])


def _chit_sales(game: _Game, seat: int) -> list[_Sale]:
    return [sale for sale in game.sales if sale.seat == seat and sale.kind != th.TEMPLE]


def _dear_chits(game: _Game, seat: int) -> Cause | None:
    sales, card = _chit_sales(game, seat), game.end.counselor_points(seat)
    paid = sum(sale.price for sale in sales)
    return DearChits(game.card_worth(seat) * paid - card, tuple([sale.turn for sale in sales]),
                     len(sales), paid, card)


def _counselor(game: _Game, seat: int) -> Cause | None:
    other = game.best_other(seat)
    card = game.end.counselor_points(other)
    if card <= game.end.counselor_points(seat):
        return None
    sales, own = _chit_sales(game, other), _chit_sales(game, seat)
    paid = sum(sale.price for sale in sales)
    gained = card - game.end.counselor_points(seat) - game.card_worth(seat) * paid
    return OthersCounselor(gained, tuple([sale.turn for sale in sales]), other, card, len(sales),
                           paid, len(own), sum(sale.price for sale in own))


def _good_chits(game: _Game, seat: int) -> Cause | None:
    card, sales = game.end.counselor_points(seat), _chit_sales(game, seat)
    if not card:
        return None
    paid = sum(sale.price for sale in sales)
    return GoodChits(card - game.card_worth(seat) * paid, tuple([sale.turn for sale in sales]),
                     len(sales), paid, card)


def _land_sales(game: _Game) -> Iterator[_Sale]:
    return (sale for sale in game.sales if sale.kind == th.TEMPLE)


def _gain(game: _Game, sale: _Sale, seat: int, price: int) -> float:
    """Return what a settlement gained in points: its own point and yield, less its price."""
    built = (game.end.buildings(sale.seat) >> sale.junction) & 1
    return built + game.card_worth(seat) * (game.brought(sale) - price)


def _dear_purchase(game: _Game, seat: int) -> Cause | None:
    own = [sale for sale in _land_sales(game) if sale.seat == seat]
    if not own:
        return None
    worst = min(own, key=lambda sale: _gain(game, sale, seat, sale.price))
    return DearPurchase(-_gain(game, worst, seat, worst.price), (worst.turn,), worst.junction,
                        worst.price, game.brought(worst), worst.next_limit)


def _good_purchase(game: _Game, seat: int) -> Cause | None:
    own = [sale for sale in _land_sales(game) if sale.seat == seat]
    if not own:
        return None
    best = max(own, key=lambda sale: _gain(game, sale, seat, sale.price))
    return GoodPurchase(_gain(game, best, seat, best.price), (best.turn,), best.junction,
                        best.price, game.brought(best))


def _cheap_for_others(game: _Game, seat: int) -> Cause | None:
    found = []
    for sale in _land_sales(game):
        most = auctions.most_payable(sale.before, sale.kind, seat=seat)
        if sale.seat != seat and most > sale.price and sale.before.settlements_left(seat):
            found.append((_gain(game, sale, seat, sale.price + 1), most, sale))
    if not found:
        return None
    gain, most, sale = max(found, key=lambda some: some[0])
    return CheapForOthers(gain, (sale.turn,), sale.seat, sale.junction, sale.price, most,
                          game.brought(sale))


def _lost_awards(game: _Game, seat: int) -> Iterator[Cause]:
    for award, name in (("road", "longest"), ("army", "army")):
        new = getattr(game.end, name)
        lost = [one for one in game.played
                if getattr(one.before, name) == seat != getattr(one.after, name)]
        if lost and new is not None and new != seat:
            yield LostAward(2.0, (lost[-1].before.turn,), award, new)

