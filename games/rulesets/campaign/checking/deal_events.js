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
      auctionOf(now);
      numberOf(event.price);
      const seat = seatOf(now, event.seat);
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
      auctionOf(now);
      Object.assign(now, { phase: "build", auction: null });
    },
    "payment-failed"(now, event) {
      numberOf(event.price);
      auctionOf(now).excluded |= 1 << seatOf(now, event.seat);
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
      keepOffer(now, event.number, 0);
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
