"""The events of a decision so far, and the events that follow by themselves.

These are dice, yields, the supply, Alexander's way, the end of an auction, awards, and the end of
the game.  On a view, they stop where chance or somebody else's secret decides.
"""

from __future__ import annotations

from alexandros_rules.campaign import auctions, awards, events, trading
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.evolve import evolve
from alexandros_rules.campaign.state import (
    LARGEST_HAND,
    OVER,
    ROBBER,
    SECRET_BID,
    SECRET_PAYMENT,
    State,
)
from alexandros_rules.campaign.yields import card_at, preferred_discard, yields
from alexandros_rules.chance import Chance


class Progress:
    """The events of a decision so far, and the state after them.

    Each event is folded into the state, so that the next can build on it.
    """

    def __init__(self, state: State, chance: Chance):
        self.state = state
        self.chance = chance
        self.events: list[events.Event] = []

    def add(self, event: events.Event) -> None:
        """Append an event and fold it into the state."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def begin_turn(self) -> None:
        """Roll the dice, unless the player may want to play a development card before (DE1)."""
        state = self.state
        if not sum(state.cards[state.seat]) or state.at_once[state.seat]:
            self.roll()

    def roll(self) -> None:
        """Roll the dice and go on to the first decision after them (YI1 to YI5, SE1)."""
        turn = self.state.turn
        first, second = (self.chance.below(6, f"die-{turn}-{i}") + 1 for i in (1, 2))
        self.rolled(first, second)

    def rolled(self, first: int, second: int) -> None:
        """Go on to the first decision after these dice; zeros are unknown."""
        state = self.state
        self.add(events.Rolled(state.seat, (first, second)))
        if not first:
            return  # a view: the rest is not known
        if self.state.phase == ROBBER:
            self._demand_discards(tuple(
                th.cards(hand) // 2 if th.cards(hand) > LARGEST_HAND else 0
                for hand in state.hands))
            return
        gains, short = yields(state, first + second)
        if any(map(any, gains)) or short:
            self.add(events.Yielded(gains, short))
        self.travel(seven=False)

    def _demand_discards(self, due: tuple[int, ...]) -> None:
        """Let seats choose cards to give up; those with a preference do so at once."""
        if not any(due):
            return
        self.add(events.DiscardsDue(due))
        for seat, number in enumerate(due):
            kinds = self.state.preferred[seat]
            if number and kinds:
                cards = preferred_discard(self.state.hands[seat], number, kinds)
                self.add(events.ChoseDiscard(seat, cards, by_preference=True))
        self.settle_discards()

    def settle_discards(self) -> None:
        """Take away the discards when all seats have chosen (SE1); resume an auction (AU7)."""
        state = self.state
        chosen = [some for some, due in zip(state.discards, state.due, strict=True) if due]
        if None in chosen or any(some is not None and some[th.UNKNOWN] for some in chosen):
            return
        self.add(events.Discarded(tuple(some or th.NOTHING for some in state.discards)))
        if state.auction is not None:
            self._begin_auction(state.auction.kind, state.auction.junction,
                                opener=state.auction.opener, excluded=state.auction.excluded)

    def rob(self, tile: int, victim: int | None, *, seat: int) -> None:
        """Move the robber and steal a card (SE2)."""
        self.add(events.RobberMoved(seat, self.state.world.hexes[tile].label))
        if victim is None:
            return
        hand = self.state.hands[victim]
        place = self.chance.below(th.cards(hand), f"theft-{self.state.thefts + 1}")
        # On a view, chance returns -1: even the victim does not know the card before it is drawn.
        card = th.UNKNOWN if place < 0 or hand[th.UNKNOWN] else card_at(hand, place)
        self.add(events.Stole(seat, victim, card))
        # All offers of cards lapse: if only some did, everybody could tell which card was stolen.
        for offer in self.state.offers:
            if offer.seat == victim and th.cards(offer.give):
                self.add(events.OfferReduced(offer.number, 0))

    def travel(self, *, seven: bool) -> None:
        """Let everybody draw from the supply and Alexander go on (YI4, YI5, SE3, AL1 to AL3)."""
        self._draw_supply()
        state = self.state
        stuck = state.arrow >= state.world.first_violet and not seven  # AL2
        if stuck or state.arrow == state.world.last_arrow:
            return
        self.add(events.AlexanderMoved(state.arrow + 1))
        if state.arrow + 1 == state.world.last_arrow:
            self.check_end()
            return
        stop = state.world.route[state.arrow]
        if stop.kind == "temple":
            self._begin_auction(th.TEMPLE, stop.junction, opener=state.seat, excluded=0)
        elif stop.kind == "chit":
            self.add(events.ChitTurned(state.chits[0]))
            if state.chits[0] != th.FACE_DOWN:
                self.begin_event(state.chits[0])

    def begin_event(self, chit: int) -> None:
        """Begin the auction for a chit at the junction that Alexander has passed (AL3)."""
        state = self.state
        self._begin_auction(chit, state.world.route[state.arrow - 1].junction, opener=state.seat,
                            excluded=0)

    def _draw_supply(self) -> None:
        state = self.state
        if len(state.supply) >= state.players:
            top = state.supply[:state.players]
            drawn = [top[(seat - state.seat) % state.players] for seat in range(state.players)]
            self.add(events.Supplied(state.seat, tuple(drawn)))
        elif state.supply:
            self.add(events.SupplyEnded(th.counts(state.supply)))

    def _begin_auction(self, kind: int, junction: int, *, opener: int, excluded: int) -> None:
        state = self.state
        # The next seat opens in place of one that could not pay (AU7); if none is left, none opens.
        while excluded >> opener & 1 and excluded.bit_count() < state.players:
            opener = (opener + 1) % state.players
        for seat in range(state.players):
            if not auctions.may_bid(state, kind, seat=seat):
                excluded |= 1 << seat
        self.add(events.AuctionBegan(
            th.AUCTION_NAMES[kind], state.world.junctions[junction].label, opener,
            trading.seats_of(excluded)))
        self.settle_auction()

    def settle_auction(self) -> None:
        """End the auction if nobody has to decide any more (AU4, AU5, AU10)."""
        state, auction = self.state, self.state.auction
        assert auction is not None
        if state.options.open_bidding:
            if auctions.next_bidder(auction, state.players) is not None:
                return
            winner, price = auctions.high_bid(auction)
        elif auctions.undecided(auction, state.players) or SECRET_BID in auction.bids:
            return
        else:
            order = auctions.bidders(auction, state.players)
            winner, price = auctions.sealed_outcome(auction.bids, order) or (None, 0)
        if winner is None:
            self.add(events.NobodyBid())
        else:
            self._sell(winner, price)

    def _sell(self, winner: int, price: int) -> None:
        """Let the winner pay, and hand over the settlement or chit (AU5 to AU9)."""
        auction = self.state.auction
        assert auction is not None
        bid = auction.bids[winner]
        assert bid is not None
        if bid.payment == SECRET_PAYMENT:
            return  # a view: only the winner knows their payment
        payment = auctions.part_of(bid.payment, price) if bid.payment else (
            auctions.usual_payment(self.state, auction.kind, price, seat=winner))
        if not payment:
            self._fail_payment(winner, price)
            return
        self.add(events.AuctionWon(winner, price, payment))
        if auction.kind == th.TEMPLE:
            label = self.state.world.junctions[auction.junction].label
            self.add(events.Founded(winner, label, bool(self.state.settlements_left(winner))))
            self.award_road()
        else:
            self.add(events.ChitWon(winner, auction.kind))
            self._award_counselors()
            self.award_army()
        self.check_end()

    def _fail_payment(self, winner: int, price: int) -> None:
        self.add(events.PaymentFailed(winner, price))
        half = th.cards(self.state.hands[winner]) // 2
        auction = self.state.auction
        assert auction is not None
        if half:
            self._demand_discards(tuple(
                half if seat == winner else 0 for seat in range(self.state.players)))
        else:
            self._begin_auction(auction.kind, auction.junction, opener=auction.opener,
                                excluded=auction.excluded)

    def _award_counselors(self) -> None:
        owners = awards.counselors(self.state)
        if owners != self.state.counselors:
            self.add(events.CounselorsChanged(owners))

    def award_road(self) -> None:
        """Pass on the longest road, if another player has it now (LR1)."""
        lengths = awards.road_lengths(self.state)
        owner = awards.longest_road(self.state, lengths)
        if owner != self.state.longest:
            self.add(events.LongestRoad(owner, 0 if owner is None else lengths[owner]))

    def award_army(self) -> None:
        """Pass on the largest army, if another player has it now (LA1)."""
        owner = awards.largest_army(self.state)
        if owner != self.state.army:
            self.add(events.LargestArmy(owner))

    def check_end(self, *, round_over: bool = False) -> None:
        """End the game if somebody has won; with two players only after a round (EN2, EN3)."""
        state = self.state
        if state.phase == OVER or (state.players == 2 and not round_over):
            return
        if winners := awards.reached(state):
            self.add(events.Ended("points", awards.best_of(state, winners)))
        elif state.arrow == state.world.last_arrow:
            self.add(events.Ended("persepolis",
                                  awards.best_of(state, list(range(state.players)))))

    def end_turn(self) -> None:
        """Pass the turn on, unless the game ends with it (EN4)."""
        state = self.state
        self.check_end(round_over=state.turn % state.players == 0)
        if self.state.phase != OVER:
            self.add(events.TurnEnded(state.seat, (state.seat + 1) % state.players))
            self.begin_turn()

    def reduce_offers(self) -> None:
        """Reduce offers to what their owners can certainly still fulfil (TR3)."""
        for seat in {offer.seat for offer in self.state.offers}:
            if not self.state.hands[seat][th.UNKNOWN]:
                self.reduce_offers_of(seat, self.state.hands[seat])

    def reduce_offers_of(self, seat: int, held: th.Counts) -> None:
        """Reduce the offers of a seat that certainly holds these things."""
        for offer in self.state.offers:
            if offer.seat == seat:
                possible = min(offer.times, trading.fulfillable(held, offer.give))
                if possible < offer.times:
                    self.add(events.OfferReduced(offer.number, possible))
