// What the events of auctions and of trade between players do in The Campaign.
"use strict";

const campaignDeals = (() => {
  const { AUCTIONS, SOLDIERS, paymentOf, holdingOf, nothing, put, take } = campaignThings;
  const { impossible, senseless, textOf, numberOf, listOf, flagOf } = eventValues;
  const { seatOf, placeOf } = campaignTurns;
  const SOLDIER = 0;

  /** @typedef {ReturnType<typeof campaignStart.startingPosition>} CampaignPosition */

  /** A set of seats as a number. @param {CampaignPosition} now @param {unknown} seats */
  const seatsOf = (now, seats) =>
    listOf(seats).reduce((/** @type {number} */ set, seat) => set | (1 << seatOf(now, seat)), 0);

  /** @param {CampaignPosition} now */
  function auctionOf(now) {
    if (!now.auction) throw impossible("no-auction");
    return now.auction;
  }

  /** Who wins an open auction by its bids, and for how much; nobody for 0.
   * @param {number[]} bids */
  function openOutcome(bids) {
    const price = Math.max(0, ...bids);
    return { seat: price ? bids.indexOf(price) : null, price };
  }

  /** Who wins an auction with secret limits, and the price: the lowest that nobody else would
   * have raised.
   * @param {number[]} limits @param {number} opener */
  function sealedOutcome(limits, opener) {
    const seats = limits.map((_limit, i) => (opener + i) % limits.length);
    const order = seats.filter((seat) => limits[seat]);
    if (!order.length) return { seat: null, price: 0 };
    const highest = Math.max(...limits);
    const place = order.findIndex((seat) => limits[seat] === highest);
    const prices = order.map((seat, i) => (i < place ? limits[seat] + 1 : limits[seat]));
    return { seat: order[place], price: Math.max(1, ...prices.toSpliced(place, 1)) };
  }

  /** Compares who wins an auction, and the price, with what follows from the bids.
   * @param {CampaignPosition} now @param {number | null} seat @param {number} price */
  function checkOutcome(now, seat, price) {
    const { bids, excluded, opener } = auctionOf(now);
    const amounts = bids.map((bid, bidder) => (bid && !((excluded >> bidder) & 1) ? bid[0] : 0));
    const due = now.openBidding ? openOutcome(amounts) : sealedOutcome(amounts, opener);
    if (seat === due.seat && price === due.price) return;
    const [found, winner] = [seat, due.seat].map((one) => (one === null ? "-" : one + 1));
    throw impossible("auction-outcome", { seat: found, price, winner, due: due.price });
  }

  /** @param {CampaignPosition} now @param {unknown} number */
  function offerOf(now, number) {
    const offer = now.offers.find((one) => one.number === number);
    if (!offer) throw impossible("no-such-offer", { number: String(number) });
    return offer;
  }

  /** @param {CampaignPosition} now @param {unknown} number @param {number} times that are left */
  function keepOffer(now, number, times) {
    const offer = offerOf(now, number);
    offer.times = times;
    if (times <= 0) now.offers = now.offers.filter((one) => one !== offer);
  }

  /** @param {CampaignPosition} now @param {GameEvent} event @param {number} limit
   * @param {Payment} payment */
  function decideBid(now, event, limit, payment) {
    auctionOf(now).bids[seatOf(now, event.seat)] = [limit, payment];
  }

  /** What each event does to the position.
   * @type {Record<string, (now: CampaignPosition, event: GameEvent) => void>} */
  const FOLDS = {
    "auction-began"(now, event) {
      const kind = AUCTIONS.indexOf(textOf(event.kind));
      if (kind < 0) throw senseless(event.kind);
      const junction = placeOf(now.map.junctions, event.junction);
      const [opener, excluded] = [seatOf(now, event.opener), seatsOf(now, event.excluded)];
      const bids = now.hands.map(() => null);
      Object.assign(now, { phase: "auction", auction: { kind, junction, opener, excluded, bids } });
    },
    "limit-named"(now, event) {
      decideBid(now, event, numberOf(event.limit), paymentOf(event.payment));
    },
    "bid-made"(now, event) {
      decideBid(now, event, numberOf(event.amount), paymentOf(event.payment));
    },
    passed(now, event) {
      decideBid(now, event, 0, []);
    },
    "auction-won"(now, event) {
      const seat = seatOf(now, event.seat);
      checkOutcome(now, seat, numberOf(event.price));
      const price = nothing();
      let soldiers = 0;
      for (const [kind, number] of paymentOf(event.payment)) {
        if (kind === SOLDIERS) soldiers += number;
        else price[kind] += number;
      }
      if (soldiers > now.soldiers[seat]) throw impossible("nothing-there", { thing: "S" });
      take(now.hands[seat], price);
      put(now.bank, price);
      now.soldiers[seat] -= soldiers;
      now.deck.push(...Array(soldiers).fill(SOLDIER));
      Object.assign(now, { phase: "build", auction: null });
    },
    "nobody-bid"(now) {
      checkOutcome(now, null, 0);
      Object.assign(now, { phase: "build", auction: null });
    },
    "payment-failed"(now, event) {
      const seat = seatOf(now, event.seat);
      checkOutcome(now, seat, numberOf(event.price));
      auctionOf(now).excluded |= 1 << seat;
    },
    offered(now, event) {
      const [number, seat] = [numberOf(event.number), seatOf(now, event.seat)];
      const [give, get] = [holdingOf(event.give), holdingOf(event.get)];
      const [times, standing] = [numberOf(event.times), flagOf(event.standing)];
      now.offers.push({ number, seat, give, get, to: seatsOf(now, event.to), times, standing });
      now.offered[seat]++;
      if (seat === now.seat) now.lastOffer = number;
    },
    "offer-reduced"(now, event) {
      keepOffer(now, event.number, numberOf(event.times));
    },
    withdrawn(now, event) {
      // It may have lapsed meanwhile.
      now.offers = now.offers.filter((offer) => offer.number !== numberOf(event.number));
      if (now.lastOffer === event.number) now.lastOffer = 0;
    },
    traded(now, event) {
      const [hand, other] = [event.seat, event.other].map((seat) => now.hands[seatOf(now, seat)]);
      const [given, got] = [holdingOf(event.given), holdingOf(event.got)];
      take(hand, given);
      take(other, got);
      put(hand, got);
      put(other, given);
      if (flagOf(event.at_once) || now.lastOffer === event.number) now.lastOffer = -1;
      keepOffer(now, event.number, offerOf(now, event.number).times - 1);
    },
    "not-needed"(now, event) {
      seatOf(now, event.seat);
    },
  };

  return { FOLDS };
})();
