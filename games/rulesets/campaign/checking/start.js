// The start of a game of The Campaign: its options, what is drawn and dealt, and its first position.
"use strict";

const campaignStart = (() => {
  const { KINDS, GOLD, DEVELOPMENTS, CHITS } = campaignThings;
  const { impossible, numberOf, flagOf, listOf, textOf, rowOf, compareDraw } = eventValues;
  const OPTIONS = ["open_bidding", "bluff"];
  const EACH = 19; // cards of a commodity
  const GOLD_PIECES = 40;
  const GOLD_OF_EACH = 8;
  /** With a balanced start: by place in the turn order, for each number of players.
   * @type {Record<number, number[]>} */
  const BALANCED_GOLD = { 2: [9, 8], 3: [7, 8, 10], 4: [8, 8, 8, 8] };
  const DEALT = 5;
  const CHITS_OF_EACH = 7;
  const DECK = [14, 5, 2, 2, 2];
  /** How many of each commodity are in the supply stack, by the number of players.
   * @type {Record<number, number>} */
  const IN_STACK = { 2: 10, 3: 15, 4: 19 };
  /** The points of the counselor cards in play. @type {Record<number, number[]>} */
  const COUNSELORS = { 2: [2], 3: [4, 2], 4: [4, 3, 2] };

  /** A bid: its limit or amount, and what pays it. @typedef {[number, Payment]} CampaignBid */

  /** @typedef {{ kind: number, junction: number, opener: number, excluded: number,
   *   bids: (CampaignBid | null)[] }} Auction */

  /** `to` is a set of seats as a number.
   * @typedef {{ number: number, seat: number, give: Holding, get: Holding, to: number,
   *   times: number, standing: boolean }} Offer */

  /** @typedef {ReturnType<typeof startingPosition>} CampaignPosition */

  /** @param {string} text */
  function mapOf(text) {
    try {
      return readCampaignMap(text);
    } catch {
      throw impossible("board");
    }
  }

  /** Compares the first event with the head of the file and the first player with the seed.
   * Returns the position from which the game goes on, if it does.
   * @param {GameLog} log @param {GameEvent} event @param {Draws} draws */
  function checkStart(log, event, draws) {
    const players = log.players.length;
    const { first = null } = log.options;
    eventValues.checkHead(log, event, OPTIONS);
    if (!(players in IN_STACK)) throw impossible("start-players");
    const from = campaignContinued.from(log);
    if (from) {
      if (event.first !== campaignContinued.firstSeat(from, players)) {
        throw impossible("start-option");
      }
    } else if (first === null) {
      const drawn = draws.below(players, "first");
      if (event.first !== drawn) throw new LogFault("draws", "first-player", { seat: drawn + 1 });
    } else if (event.first !== first) throw impossible("start-option");
    checkGold(log, event);
    return from;
  }

  /** @param {GameLog} log @param {GameEvent} event */
  function checkGold(log, event) {
    const players = log.players.length;
    const { balanced_start: balanced = false } = log.options;
    const gold = listOf(event.gold);
    const from = eventValues.seatOf(event.first, players);
    const due = (/** @type {number} */ seat) =>
      balanced ? BALANCED_GOLD[players][(seat - from + players) % players] : GOLD_OF_EACH;
    if (gold.length !== players || gold.some((some, seat) => some !== due(seat)))
      throw impossible("start-option");
  }

  /** @param {GameEvent} event */
  function startingPosition(event) {
    const players = numberOf(event.players);
    const gold = listOf(event.gold).map(numberOf);
    /** @template T @param {(seat: number) => T} make */
    const each = (make) => Array.from({ length: players }, (_, seat) => make(seat));
    return {
      map: mapOf(textOf(event.board)),
      players,
      openBidding: flagOf(event.open_bidding),
      bluff: flagOf(event.bluff),
      rules: numberOf(event.rules),
      phase: "build",
      seat: eventValues.seatOf(event.first, players),
      turn: 1,
      dice: [0, 0],
      arrow: 0,
      robber: 0,
      roads: each(() => 0n),
      settlements: each(() => 0n),
      cities: each(() => 0n),
      hands: each((seat) => [0, 0, 0, 0, 0, gold[seat]]),
      bank: [...Array(GOLD).fill(EACH), GOLD_PIECES - gold.reduce((sum, some) => sum + some, 0)],
      supply: /** @type {number[]} */ ([]),
      deck: /** @type {number[]} */ ([]),
      chits: /** @type {number[]} */ ([]),
      aside: /** @type {number[]} */ ([]),
      won: each(() => [0, 0, 0, 0]),
      cards: each(() => [0, 0, 0, 0, 0, 0]),
      bought: [0, 0, 0, 0, 0, 0],
      played: false,
      soldiers: each(() => 0),
      counselors: /** @type {(number | null)[]} */ (COUNSELORS[players].map(() => null)),
      longest: /** @type {number | null} */ (null),
      army: /** @type {number | null} */ (null),
      due: each(() => 0),
      discards: each(() => /** @type {Holding | null} */ (null)),
      auction: /** @type {Auction | null} */ (null),
      preferred: each(() => /** @type {number[]} */ ([])),
      atOnce: each(() => false),
      offers: /** @type {Offer[]} */ ([]),
      offered: each(() => 0),
      lastOffer: 0,
      thefts: 0,
      winners: /** @type {number[]} */ ([]),
      reason: "",
      /** How many cards were compared with a shuffle; not a part of the position. */
      compared: 0,
    };
  }

  /** Things one by one, from how many there are of each kind. @param {number[]} counts */
  const oneByOne = (counts) => counts.flatMap((count, kind) => Array(count).fill(kind));

  /** Whether a row is the shuffle of so many things of each kind.
   * @param {number[]} row @param {number[]} counts @param {string} label @param {Draws} draws */
  const isShuffle = (row, counts, label, draws) =>
    `${row}` === `${draws.shuffle(oneByOne(counts), label)}`;

  /** Puts out the robber, the chits, the deck and the supply stack, as the seed says.
   * @param {CampaignPosition} now @param {GameEvent} event @param {Draws} draws */
  function prepare(now, event, draws) {
    if (event.type !== "prepared") throw impossible("start-missing");
    const { hexes, deserts } = now.map;
    const inStack = Array(GOLD).fill(IN_STACK[now.players]);
    const robber = textOf(event.robber);
    const chits = rowOf(event.chits, CHITS);
    const deck = rowOf(event.deck, DEVELOPMENTS);
    const supply = rowOf(event.supply, KINDS);
    compareDraw("desert", robber, deserts[draws.below(deserts.length, "desert")]);
    if (!isShuffle(chits, Array(CHITS.length).fill(CHITS_OF_EACH), "shuffle-chits", draws)) {
      throw new LogFault("draws", "shuffled-chits");
    }
    if (!isShuffle(deck, DECK, "shuffle-development", draws)) {
      throw new LogFault("draws", "shuffled-deck");
    }
    if (!isShuffle(supply, inStack, "shuffle-supply", draws)) {
      throw new LogFault("draws", "shuffled-supply");
    }
    campaignThings.take(now.bank, [...inStack, 0]);
    const aside = chits.splice(now.map.chits);
    Object.assign(now, { chits, aside, deck, supply, robber: hexes.get(robber) });
  }

  /** Deals from the supply stack. @param {CampaignPosition} now @param {GameEvent} event */
  function deal(now, event) {
    if (event.type !== "dealt") throw impossible("start-missing");
    const hands = campaignThings.holdingsOf(event.hands, now.players);
    for (const [seat, hand] of hands.entries()) {
      const expected = campaignThings.counted(now.supply.splice(0, DEALT));
      compareDraw("supply-cards", campaignThings.written(hand), campaignThings.written(expected));
      campaignThings.put(now.hands[seat], hand);
      now.compared += DEALT;
    }
  }

  return { COUNSELORS, checkStart, startingPosition, oneByOne, prepare, deal };
})();
