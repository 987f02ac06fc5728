// Games of The Campaign that go on from a position in another game, by engine/FORMATS.md.
"use strict";

const campaignContinued = (() => {
  const { KINDS, GOLD, DEVELOPMENTS, CHITS } = campaignThings;
  const { impossible, numberOf, flagOf, listOf, textOf, rowOf, compareDraw } = eventValues;
  const PARTS = 39;
  const EACH = 19; // cards of a commodity
  const HIDDEN = 5; // the place of unknown development cards

  /** @typedef {ReturnType<typeof campaignStart.startingPosition>} CampaignPosition */

  /** The position in the option "position": its text, the parts of what everybody saw, and the
   * hidden development cards and chits.
   * @typedef {{ text: string, parts: unknown[], developments: number[], chits: number[] }}
   *   CampaignContinued */

  /** The position that the game goes on from; null without that option.
   * @param {GameLog} log @returns {CampaignContinued | null} */
  function from(log) {
    const { position = null, first = null } = log.options;
    if (position === null) return null;
    if (log.version < 2 || first !== null) throw impossible("start-option");
    const text = textOf(position);
    const [parts, developments, chits] = listOf(parsed(text));
    if (listOf(parts).length !== PARTS) throw impossible("start-option");
    return {
      text,
      parts: listOf(parts),
      developments: rowOf(developments, DEVELOPMENTS),
      chits: rowOf(chits, CHITS),
    };
  }

  /** @param {string} text @returns {unknown} */
  function parsed(text) {
    try {
      return JSON.parse(text);
    } catch {
      throw impossible("start-option");
    }
  }

  /** The seat that took the first turn. @param {CampaignContinued} from @param {number} players */
  function firstSeat({ parts }, players) {
    const passed = numberOf(parts[7]) - 1;
    return (((numberOf(parts[6]) - passed) % players) + players) % players;
  }

  /** Sets up the position and compares what was hidden with the shuffles.
   * @param {CampaignPosition} now @param {GameEvent} event @param {CampaignContinued} from
   * @param {Draws} draws */
  function goOn(now, event, { text, parts, developments, chits }, draws) {
    if (event.type !== "continued" || event.position !== text) throw impossible("start-option");
    const { hands, counts, bought, onMap } = setUp(now, parts);
    const inStack = now.bank.slice(0, GOLD).map((count) => EACH - count);
    const supply = draws.shuffle(campaignStart.oneByOne(inStack), "shuffle-supply");
    for (const [seat, hand] of campaignThings.holdingsOf(event.hands, now.players).entries()) {
      const dealt = campaignThings.counted(supply.splice(0, hands[seat].cards));
      dealt[GOLD] = hands[seat].gold;
      compareDraw("supply-cards", campaignThings.written(hand), campaignThings.written(dealt));
      now.hands[seat] = dealt;
    }
    if (`${rowOf(event.supply, KINDS)}` !== `${supply}`) {
      throw new LogFault("draws", "shuffled-supply");
    }
    const deck = draws.shuffle(developments, "shuffle-development");
    const rows = counts.map((count) => deck.splice(0, count));
    const found = [
      ...listOf(event.developments).map((row) => rowOf(row, DEVELOPMENTS)),
      rowOf(event.deck, DEVELOPMENTS),
    ];
    if (JSON.stringify(found) !== JSON.stringify([...rows, deck])) {
      throw new LogFault("draws", "shuffled-deck");
    }
    const aside = draws.shuffle(chits, "shuffle-chits");
    if (`${rowOf(event.chits, CHITS)}` !== `${aside}`) {
      throw new LogFault("draws", "shuffled-chits");
    }
    const cards = rows.map(developmentsIn);
    const ofTurn = developmentsIn(rows[now.seat].slice(0, bought));
    Object.assign(now, { supply, deck, cards, bought: ofTurn, chits: aside.splice(0, onMap) });
    Object.assign(now, { aside, compared: found.flat().length + chits.length });
  }

  /** @param {number[]} row */
  function developmentsIn(row) {
    const counts = [0, 0, 0, 0, 0, 0];
    for (const kind of row) counts[kind]++;
    return counts;
  }

  /** Reads the parts of a position that everybody has seen. Returns how many cards and how much
   * gold each hand has, how many development cards each seat has and has bought in this turn, and
   * how many chits are on the map.
   * @param {CampaignPosition} now @param {unknown[]} parts */
  function setUp(now, parts) {
    const [map, players, open, bluff, , phase, seat, turn, dice, arrow, robber] = parts;
    const [roads, settlements, cities, hands, bank, , , chits, , won, cards, bought, played] =
      parts.slice(11);
    const [soldiers, counselors, longest, army, due, , auction, , , , offered, , thefts] =
      parts.slice(24);
    const table = [now.map.fingerprint, now.players, now.openBidding, now.bluff];
    if (JSON.stringify([map, players, open, bluff]) !== JSON.stringify(table)) {
      throw impossible("start-option");
    }
    Object.assign(now, {
      ...{ phase: textOf(phase), seat: eventValues.seatOf(seat, now.players) },
      ...{ turn: numberOf(turn), dice: numbersOf(dice), arrow: numberOf(arrow) },
      ...{ robber: numberOf(robber), roads: setsOf(roads), settlements: setsOf(settlements) },
      ...{ cities: setsOf(cities), bank: campaignThings.holdingOf(bank) },
      ...{ won: listOf(won).map(numbersOf), played: flagOf(played) },
      ...{ soldiers: numbersOf(soldiers), counselors: listOf(counselors).map(ownerOf) },
      ...{ longest: ownerOf(longest), army: ownerOf(army), due: numbersOf(due) },
      ...{ auction: auctionOf(auction, now.players), offered: numbersOf(offered) },
      thefts: numberOf(thefts),
    });
    return {
      hands: listOf(hands)
        .map(textOf)
        .map((hand) => ({
          gold: hand.split("$").length - 1,
          cards: hand.split("?").length - 1,
        })),
      counts: listOf(cards).map((counts) => numbersOf(counts)[HIDDEN]),
      bought: numbersOf(bought)[HIDDEN],
      onMap: textOf(chits).length,
    };
  }

  /** @param {unknown} value */
  const numbersOf = (value) => listOf(value).map(numberOf);

  /** @param {unknown} value */
  const ownerOf = (value) => (value === null ? null : numberOf(value));

  /** The sets that hexadecimal numbers stand for. @param {unknown} value */
  const setsOf = (value) =>
    listOf(value).map((each) => {
      const digits = textOf(each);
      if (!/^[0-9a-f]+$/.test(digits)) throw impossible("event-field", { value: digits });
      return BigInt(`0x${digits}`);
    });

  /** @param {unknown} value @param {number} players */
  function auctionOf(value, players) {
    if (value === null) return null;
    const [kind, junction, opener, excluded] = listOf(value).slice(0, 4).map(numberOf);
    return { kind, junction, opener, excluded, bids: Array(players).fill(null) };
  }

  return { from, firstSeat, goOn };
})();
