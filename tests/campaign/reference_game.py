"""A second, simple implementation of a whole game, to compare the engine with.

A ``Game`` follows from the map's text, orders in notation and chance alone; nothing of the engine
is used.  Single rules come from ``reference_rules``, ``reference_auction`` and
``reference_trade``.  An order that is not legal raises Refused and may leave the table half
changed.
"""

from __future__ import annotations

from collections import Counter

from tests.campaign import reference_rules as rules
from tests.campaign import reference_trade as trade
from tests.campaign.reference_auction import Auction
from tests.campaign.reference_map import Junction
from tests.campaign.reference_rules import COMMODITIES, cards, need
from tests.campaign.reference_table import COLOURS, Table, things

KEEP_LAST_OFFER = ("offer", "standing", "accept", "withdraw", "prefer", "otherwise")


class Game(Table):
    """A table at which the game goes on by itself until somebody has to decide."""

    def start(self) -> Game:
        self._after_dice(seven=False)  # YI1, YI4
        return self

    # The orders

    def play(self, seat: int, order: str) -> None:
        """Plays an order of a seat.  Raises Refused."""
        need(self.phase != "over")
        self._do(seat, order.split())
        if self.phase == "over":
            self.offers, self.auction = [], None
        trade.reduce_offers(self)

    def _do(self, seat: int, words: list[str]) -> None:
        if words[0] not in KEEP_LAST_OFFER:
            self.last_offer = None
        match words:
            case ["discard", *some]:
                self._discard(seat, Counter(things(some)))
            case ["bid", "nothing"] | ["pass"]:
                self._bid(seat, limit=0, payment=[])
            case ["bid", "up", "to", limit] | ["bid", limit]:
                self._bid(seat, limit=int(limit), payment=[])
            case ["bid", "up", "to", limit, "pay", *some] | ["bid", limit, "pay", *some]:
                self._bid(seat, limit=int(limit), payment=things(some))
            case ["offer" | "standing", *_]:
                self._offer(seat, words)
            case ["accept", number]:
                trade.accept(self, int(number), seat=seat)
            case ["withdraw", number]:
                trade.withdraw(self, int(number), seat=seat)
            case ["prefer", "to", *what]:
                self._prefer(seat, what)
            case ["otherwise", *other]:
                self._otherwise(seat, other)
            case _:
                need(seat == self.seat)
                self._do_in_turn(seat, words)

    def _do_in_turn(self, seat: int, words: list[str]) -> None:
        match words:
            case ["roll"]:
                need(self.phase == "roll")
                self._roll()
            case ["robber", label, *victim]:
                need(self.phase == "robber")
                self._rob(seat, label, victim)
                self._after_dice(seven=True)
            case ["play", card, *rest]:
                self._play_card(seat, card, rest)
            case _:
                need(self.phase == "build")
                self._trade_or_build(seat, words)

    def _trade_or_build(self, seat: int, words: list[str]) -> None:
        match words:
            case ["road", label]:
                self._build_road(seat, self.land.path(label), free=False)
                self._check_end()
            case ["settlement" | "city" as kind, label]:
                self._build(seat, kind, self.land.junction(label))
            case ["buy", "development"]:
                self._buy_card(seat)
            case ["bank", *some]:
                self._trade_with_bank(seat, some)
            case ["end"]:
                self._end_turn()
            case _:
                raise AssertionError(words)

    def _discard(self, seat: int, some: Counter[str]) -> None:
        need(self.phase == "discard" and self.due[seat] and self.discards[seat] is None)
        need(cards(some) == some.total() == self.due[seat] and some <= self.hands[seat])
        self.discards[seat] = some
        self._take_discards()

    def _bid(self, seat: int, *, limit: int, payment: list[str]) -> None:
        need(self.phase == "auction")
        assert self.auction is not None
        self.auction.bid(self, seat, limit=limit, payment=payment)
        self._settle_auction()

    def _offer(self, seat: int, words: list[str]) -> None:
        """Reads and makes an offer such as "standing offer 2 wool for ore twice to red"."""
        standing = words[0] == "standing"
        words = words[1 + standing:]
        to = set(range(self.players)) - {seat}
        if "to" in words:
            place = words.index("to")
            to, words = {COLOURS.index(word) for word in words[place + 1:]}, words[:place]
        times = 1
        if words[-1] == "twice":
            times, words = 2, words[:-1]
        elif words[-1] == "times":
            times, words = int(words[-2]), words[:-2]
        place = words.index("for")
        number = self.offered[seat] * self.players + seat + 1  # the next that is only this seat's
        trade.make(self, trade.Offer(
            number, seat, Counter(things(words[:place])),
            Counter(things(words[place + 1:])), to, times, standing))

    def _prefer(self, seat: int, what: list[str]) -> None:
        match what:
            case ["discard", *kinds]:
                need(len(set(kinds)) == len(kinds) and set(kinds) <= set(COMMODITIES))
                self.preferred[seat] = tuple(kinds)
            case ["choose", "discards"]:
                self.preferred[seat] = ()
            case ["roll", *how]:
                self.at_once[seat] = how == ["at", "once"]

    def _otherwise(self, seat: int, words: list[str]) -> None:
        need(seat == self.seat and self.phase == "build" and self.last_offer)
        need(words[0] != "otherwise")
        if self.last_offer != "taken":
            number, self.last_offer = self.last_offer, None
            trade.end_offers(self, lambda offer: offer.number == number)
            self._do(seat, words)

    # Dice, robber and Alexander

    def _roll(self) -> None:
        first, second = (self.chance.below(6, f"die-{self.turn}-{i}") + 1 for i in (1, 2))
        self.dice = first, second
        if first + second == 7:
            self.phase = "robber"
            self._demand([cards(hand) // 2 if cards(hand) > 11 else 0 for hand in self.hands])
            return
        for hand, some in zip(self.hands, rules.yields(self, first + second), strict=True):
            hand += some
            self.bank -= some
        self._after_dice(seven=False)

    def _demand(self, due: list[int]) -> None:
        """Asks players to discard (SE1, AU7)."""
        if any(due):
            self.due, self.phase = due, "discard"
            for seat, number in enumerate(due):
                if number and self.preferred[seat]:
                    self.discards[seat] = rules.preferred_discard(
                        self.hands[seat], number, self.preferred[seat])
            self._take_discards()

    def _take_discards(self) -> None:
        if any(due and some is None for due, some in zip(self.due, self.discards, strict=True)):
            return
        for hand, some in zip(self.hands, self.discards, strict=True):
            hand -= some or Counter()
            self.bank += some or Counter()
        self.due, self.discards = [0] * self.players, [None] * self.players
        self.phase = "robber"
        if self.auction is not None:
            self._begin_auction(self.auction.kind, self.auction.place, self.auction.out)

    def _after_dice(self, *, seven: bool) -> None:
        self.phase = "build"
        if len(self.supply) >= self.players:  # YI4
            for i in range(self.players):
                self.hands[(self.seat + i) % self.players][self.supply.pop(0)] += 1
        else:  # YI5
            self.bank.update(self.supply)
            self.supply = []
        if self.arrow <= len(self.land.route) and (seven or self.arrow < self.land.violet):
            self._move_alexander()

    def _move_alexander(self) -> None:
        self.arrow += 1
        if self.arrow > len(self.land.route):  # EN3
            self._check_end()
            return
        stop = self.land.route[self.arrow - 1]
        if stop.mark == "T":
            self._begin_auction("settlement", stop.junction, set())
        elif stop.mark == "?":
            self._begin_auction(self.chits.pop(0), stop.junction, set())

    # Auctions

    def _begin_auction(self, kind: str, place: Junction, out: set[int]) -> None:
        self.phase, self.auction = "auction", Auction(self, kind, place, out)
        self._settle_auction()

    def _settle_auction(self) -> None:
        auction = self.auction
        assert auction is not None
        if auction.waits_for():
            return
        result = auction.result()
        if result is None:
            self.phase, self.auction = "build", None
            return
        winner, price = result
        paid = auction.payment(self, winner, price)
        if paid is None:  # AU7
            auction.out.add(winner)
            half = cards(self.hands[winner]) // 2
            if half:
                self._demand([half if seat == winner else 0 for seat in range(self.players)])
            else:
                self._begin_auction(auction.kind, auction.place, auction.out)
            return
        self.phase, self.auction = "build", None
        self._pay_bid(winner, Counter(paid))
        self._award(winner, auction.kind, auction.place)

    def _pay_bid(self, seat: int, paid: Counter[str]) -> None:  # AU5
        soldiers = paid.pop("soldier", 0)
        self.soldiers[seat] -= soldiers
        self.deck += ["soldier"] * soldiers
        self._pay(seat, paid)
        self._award_army()

    def _award(self, seat: int, kind: str, place: Junction) -> None:
        if kind != "settlement":  # AU9
            self.won[seat][kind] += 1
            self.counselors = rules.counselors(
                self.counselors, [chits.total() for chits in self.won])
        elif self.has_left(seat, "settlement"):  # AU8
            self.buildings[place] = seat, "settlement"
            self._award_road()
        self._check_end()

    def _end_turn(self) -> None:
        self._check_end(round_over=self.turn % self.players == 0)
        if self.phase == "over":
            return
        self.seat, self.turn, self.phase = (self.seat + 1) % self.players, self.turn + 1, "roll"
        self.dice, self.played, self.bought = (0, 0), False, Counter()
        trade.end_offers(self, lambda offer: not offer.standing)
        if not self.cards[self.seat].total() or self.at_once[self.seat]:
            self._roll()

    def waits_for(self) -> list[int]:
        """Returns the seats that the game waits for."""
        match self.phase:
            case "over":
                return []
            case "discard":
                return [seat for seat, due in enumerate(self.due)
                        if due and self.discards[seat] is None]
            case "auction":
                assert self.auction is not None
                return self.auction.waits_for()
        return [self.seat]
