// What the events of a turn do in The Campaign: dice, robber, supply, building and cards.
"use strict";

const campaignTurns = (() => {
  const { KINDS, GOLD, DEVELOPMENTS, CHITS } = campaignThings;
  const { counted, rowOf, holdingOf, holdingsOf, put, take, written } = campaignThings;
  const { impossible, senseless, textOf, numberOf, listOf, flagOf } = eventValues;
  const { letterOf, compareDraw } = eventValues;
  const [SOLDIER, POINT, ROADS, PLENTY, MONOPOLY] = [0, 1, 2, 3, 4];
  const SEVEN = 7;
  const ROAD_PRICE = [1, 1, 0, 0, 0, 0];
  const SETTLEMENT_PRICE = [1, 1, 1, 1, 0, 0];
  const CITY_PRICE = [0, 0, 2, 0, 3, 0];
  const DEVELOPMENT_PRICE = [0, 0, 1, 1, 1, 0];

  /** @typedef {ReturnType<typeof campaignStart.startingPosition>} CampaignPosition */

  /** @param {CampaignPosition} now @param {unknown} seat */
  const seatOf = (now, seat) => eventValues.seatOf(seat, now.players);

  /** @param {CampaignPosition} now @param {unknown} seat */
  const ownerOf = (now, seat) => (seat === null ? null : seatOf(now, seat));

  /** A number for each seat. @param {CampaignPosition} now @param {unknown} value */
  function numbersOf(now, value) {
    const numbers = listOf(value).map(numberOf);
    if (numbers.length !== now.players) throw senseless(value);
    return numbers;
  }

  /** The number of a hex, a junction or a path.
   * @param {Map<string, number>} places @param {unknown} label */
  function placeOf(places, label) {
    const number = places.get(textOf(label));
    if (number === undefined) throw impossible("no-such-place", { place: String(label) });
    return number;
  }

  /** The set of one junction or path. @param {Map<string, number>} places @param {unknown} label */
  const setOf = (places, label) => 1n << BigInt(placeOf(places, label));

  /** Moves things from a hand to the bank. @param {CampaignPosition} now @param {number} seat
   * @param {Holding} price */
  function pay(now, seat, price) {
    take(now.hands[seat], price);
    put(now.bank, price);
  }

  /** Moves things from the bank to a hand. @param {CampaignPosition} now @param {number} seat
   * @param {Holding} gain */
  function gain(now, seat, gain) {
    take(now.bank, gain);
    put(now.hands[seat], gain);
  }

  /** Takes cards from the top of the supply stack, which the event must name in this order.
   * @param {CampaignPosition} now @param {string} found */
  function drawSupply(now, found) {
    const drawn = now.supply.splice(0, found.length);
    compareDraw("supply-cards", found, drawn.map((kind) => KINDS[kind]).join(""));
    now.compared += found.length;
  }

  /** @param {CampaignPosition} now @param {GameEvent} event @param {number} kind */
  function playCard(now, event, kind) {
    const seat = seatOf(now, event.seat);
    if (!now.cards[seat][kind]) throw impossible("nothing-there", { thing: DEVELOPMENTS[kind] });
    now.cards[seat][kind]--;
    now.played = true;
    return seat;
  }

  /** Whether an offer outlasts the turn. @param {{ standing: boolean }} offer */
  const stands = ({ standing }) => standing;

  /** What each event does to the position.
   * @type {Record<string, (now: CampaignPosition, event: GameEvent, draws: Draws) => void>} */
  const FOLDS = {
    rolled(now, event, draws) {
      const dice = listOf(event.dice).map(numberOf);
      const expected = [1, 2].map((die) => draws.below(6, `die-${now.turn}-${die}`) + 1);
      compareDraw("dice", dice.join(" + "), expected.join(" + "));
      const seven = dice[0] + dice[1] === SEVEN;
      Object.assign(now, { dice, phase: seven ? "robber" : "build" });
    },
    yielded(now, event) {
      rowOf(event.short);
      holdingsOf(event.gains, now.players).forEach((gains, seat) => {
        gain(now, seat, gains);
      });
    },
    "discards-due"(now, event) {
      const due = numbersOf(now, event.due);
      Object.assign(now, { phase: "discard", due, discards: due.map(() => null) });
    },
    "chose-discard"(now, event) {
      flagOf(event.by_preference);
      now.discards[seatOf(now, event.seat)] = holdingOf(event.cards);
    },
    discarded(now, event) {
      const discards = holdingsOf(event.discards, now.players);
      const chosen = now.discards.map((cards) => cards ?? campaignThings.nothing());
      if (`${discards}` !== `${chosen}`) throw impossible("discards");
      discards.forEach((cards, seat) => {
        pay(now, seat, cards);
      });
      const phase = now.auction ? "auction" : "robber";
      const [due, none] = [now.due.map(() => 0), now.due.map(() => null)];
      Object.assign(now, { phase, due, discards: none });
    },
    "robber-moved"(now, event) {
      seatOf(now, event.seat);
      now.robber = placeOf(now.map.hexes, event.hex);
      if (now.phase === "robber") now.phase = "build";
    },
    stole(now, event, draws) {
      const [seat, victim] = [seatOf(now, event.seat), seatOf(now, event.victim)];
      const hand = now.hands[victim];
      const cards = written(hand.slice(0, GOLD));
      if (!cards) throw impossible("nothing-there", { thing: textOf(event.card) });
      now.thefts++;
      const place = draws.below(cards.length, `theft-${now.thefts}`);
      compareDraw("theft", textOf(event.card), cards[place]);
      take(hand, holdingOf(event.card));
      put(now.hands[seat], holdingOf(event.card));
    },
    supplied(now, event) {
      const first = seatOf(now, event.first);
      const cards = rowOf(event.cards);
      if (cards.length !== now.players) throw senseless(event.cards);
      const order = cards.map((_card, i) => (first + i) % now.players);
      drawSupply(now, order.map((seat) => KINDS[cards[seat]]).join(""));
      for (const [seat, card] of cards.entries()) now.hands[seat][card]++;
    },
    "supply-ended"(now, event) {
      const left = written(holdingOf(event.left));
      compareDraw("supply-cards", left, written(counted(now.supply)));
      now.compared += now.supply.length;
      put(now.bank, counted(now.supply.splice(0)));
    },
    "alexander-moved"(now, event) {
      const [found, expected] = [numberOf(event.arrow), now.arrow + 1];
      if (found !== expected) throw impossible("arrow", { found, expected });
      now.arrow = found;
    },
    "chit-turned"(now, event) {
      const next = now.chits.splice(0, 1).map((chit) => CHITS[chit]);
      compareDraw("next-chit", CHITS[letterOf(event.chit, CHITS)], next.join());
    },
    founded(now, event) {
      const [seat, junction] = [seatOf(now, event.seat), setOf(now.map.junctions, event.junction)];
      if (flagOf(event.built)) now.settlements[seat] |= junction;
    },
    "chit-won"(now, event) {
      now.won[seatOf(now, event.seat)][letterOf(event.chit, CHITS)]++;
    },
    "counselors-changed"(now, event) {
      now.counselors = listOf(event.owners).map((seat) => ownerOf(now, seat));
    },
    "longest-road"(now, event) {
      numberOf(event.length);
      now.longest = ownerOf(now, event.owner);
    },
    "largest-army"(now, event) {
      now.army = ownerOf(now, event.owner);
    },
    "road-built"(now, event) {
      const seat = seatOf(now, event.seat);
      now.roads[seat] |= setOf(now.map.paths, event.path);
      if (!flagOf(event.free)) pay(now, seat, ROAD_PRICE);
    },
    "settlement-built"(now, event) {
      const seat = seatOf(now, event.seat);
      now.settlements[seat] |= setOf(now.map.junctions, event.junction);
      pay(now, seat, SETTLEMENT_PRICE);
    },
    "city-built"(now, event) {
      const [seat, junction] = [seatOf(now, event.seat), setOf(now.map.junctions, event.junction)];
      if (!(now.settlements[seat] & junction)) throw impossible("no-such-settlement");
      now.settlements[seat] ^= junction;
      now.cities[seat] |= junction;
      pay(now, seat, CITY_PRICE);
    },
    "development-bought"(now, event) {
      const [seat, card] = [seatOf(now, event.seat), letterOf(event.development, DEVELOPMENTS)];
      const top = now.deck.splice(0, 1).map((kind) => DEVELOPMENTS[kind]);
      compareDraw("development-card", DEVELOPMENTS[card], top.join());
      now.compared++;
      now.bought[card]++;
      now.cards[seat][card]++;
      pay(now, seat, DEVELOPMENT_PRICE);
    },
    "soldier-played"(now, event) {
      now.soldiers[playCard(now, event, SOLDIER)]++;
    },
    "roads-played"(now, event) {
      playCard(now, event, ROADS);
    },
    "plenty-played"(now, event) {
      gain(now, playCard(now, event, PLENTY), holdingOf(event.taken));
    },
    "monopoly-played"(now, event) {
      const [seat, kind] = [playCard(now, event, MONOPOLY), letterOf(event.kind, KINDS)];
      const taken = numbersOf(now, event.taken);
      const expected = now.hands.map((hand, other) => (other === seat ? 0 : hand[kind]));
      if (`${taken}` !== `${expected}`) {
        throw impossible("monopoly", { found: taken.join(", "), expected: expected.join(", ") });
      }
      for (const [other, number] of taken.entries()) {
        now.hands[other][kind] -= number;
        now.hands[seat][kind] += number;
      }
    },
    "bank-traded"(now, event) {
      const seat = seatOf(now, event.seat);
      pay(now, seat, holdingOf(event.given));
      gain(now, seat, holdingOf(event.got));
    },
    "discards-preferred"(now, event) {
      now.preferred[seatOf(now, event.seat)] = rowOf(event.kinds);
    },
    "rolling-preferred"(now, event) {
      now.atOnce[seatOf(now, event.seat)] = flagOf(event.at_once);
    },
    "turn-ended"(now, event) {
      const seat = seatOf(now, event.next);
      Object.assign(now, { phase: "roll", seat, turn: now.turn + 1, dice: [0, 0], played: false });
      Object.assign(now, { bought: [0, 0, 0, 0, 0, 0], offers: now.offers.filter(stands) });
    },
    ended(now, event) {
      const winners = listOf(event.winners).map((seat) => seatOf(now, seat));
      const reason = textOf(event.reason);
      Object.assign(now, { phase: "over", winners, reason, auction: null, offers: [] });
    },
  };

  return { POINT, FOLDS, seatOf, placeOf };
})();
