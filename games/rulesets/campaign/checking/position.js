// The position of a game of The Campaign, folded from its events by engine/FORMATS.md.
"use strict";

const campaignPositions = (() => {
  const { KINDS, DEVELOPMENTS, CHITS, written } = campaignThings;
  const { COUNSELORS, checkStart, startingPosition, prepare, deal } = campaignStart;
  const { impossible } = eventValues;
  const FOLDS = { ...campaignTurns.FOLDS, ...campaignDeals.FOLDS };
  /** The events after which the last offer may still be replaced. */
  const KEEP_LAST_OFFER = new Set([
    ...["offered", "offer-reduced", "withdrawn", "traded", "not-needed"],
    ...["discards-preferred", "rolling-preferred"],
  ]);

  /** @typedef {ReturnType<typeof campaignStart.startingPosition>} CampaignPosition */

  /** @param {CampaignPosition} now */
  function textOfPosition(now) {
    /** @param {bigint[]} sets */
    const hex = (sets) => sets.map((set) => set.toString(16));
    /** @param {number[]} row @param {string} letters */
    const inOrder = (row, letters) => row.map((thing) => letters[thing]).join("");
    return JSON.stringify([
      ...[now.map.fingerprint, now.players, now.openBidding, now.bluff, now.rules, now.phase],
      ...[now.seat, now.turn, now.dice, now.arrow, now.robber],
      ...[hex(now.roads), hex(now.settlements), hex(now.cities)],
      ...[now.hands.map(written), written(now.bank), inOrder(now.supply, KINDS)],
      ...[inOrder(now.deck, DEVELOPMENTS), inOrder(now.chits, CHITS), inOrder(now.aside, CHITS)],
      ...[now.won, now.cards, now.bought, now.played, now.soldiers, now.counselors],
      ...[now.longest, now.army, now.due, now.discards.map((cards) => cards && written(cards))],
      ...[auctionParts(now.auction), now.preferred, now.atOnce],
      ...[now.offers.map(offerParts), now.offered, now.lastOffer],
      ...[now.thefts, now.winners, now.reason],
    ]);
  }

  /** @param {CampaignPosition["auction"]} auction */
  const auctionParts = (auction) =>
    auction && [auction.kind, auction.junction, auction.opener, auction.excluded, auction.bids];

  /** @param {CampaignPosition["offers"][number]} offer */
  const offerParts = ({ number, seat, give, get, to, times, standing }) => [
    ...[number, seat, written(give), written(get), to, times, standing],
  ];

  /** The points of a seat at the end. @param {CampaignPosition} now @param {number} seat */
  function scoreOf(now, seat) {
    /** @param {bigint} set */
    const size = (set) => set.toString(2).replaceAll("0", "").length;
    const counselor = COUNSELORS[now.players][now.counselors.indexOf(seat)] ?? 0;
    const awards = [now.longest, now.army].filter((owner) => owner === seat).length;
    const buildings = size(now.settlements[seat]) + 2 * size(now.cities[seat]);
    return buildings + 2 * awards + counselor + now.cards[seat][campaignTurns.POINT];
  }

  /** @param {CampaignPosition} now @param {GameEvent} event @param {Draws} draws */
  function fold(now, event, draws) {
    if (!Object.hasOwn(FOLDS, event.type)) throw impossible("event-type", { type: event.type });
    FOLDS[event.type](now, event, draws);
    if (!KEEP_LAST_OFFER.has(event.type)) now.lastOffer = 0;
  }

  /** @param {GameLog} log @param {Draws} draws @returns {GameFold} */
  function begin(log, draws) {
    /** @type {CampaignPosition | null} */
    let now = null;
    /** What the next events must be, after the first. */
    let opening = [prepare, deal];
    return {
      get over() {
        return now?.phase === "over";
      },
      get scores() {
        const position = now;
        return position ? position.hands.map((_hand, seat) => scoreOf(position, seat)) : [];
      },
      get cards() {
        return now?.compared ?? 0;
      },
      text: () => (now ? textOfPosition(now) : ""),
      apply(event) {
        if (now) {
          (opening.shift() ?? fold)(now, event, draws);
          return;
        }
        if (event.type !== "started") throw impossible("start-missing");
        const from = checkStart(log, event, draws);
        if (from) opening = [(...next) => campaignContinued.goOn(next[0], next[1], from, draws)];
        now = startingPosition(event);
      },
    };
  }

  return { begin };
})();
gameCheckers.set("campaign", { versions: [1, 2], begin: campaignPositions.begin });
