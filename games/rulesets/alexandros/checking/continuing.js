// Games of Alexandros that go on from a position in another game, by engine/FORMATS.md.
"use strict";

const continuedGames = (() => {
  const { LETTERS, impossible, oneByOne } = eventFields;
  const { rowOf, countsOf, textOf, numberOf, listOf, flagOf } = eventFields;
  const PARTS = 31;

  /** Cards that were shuffled together, and how many of them each hand has.
   * @typedef {{ cards: Counts, held: number[] }} Pool */

  /** The position in the option "position", as its text and as its parts.
   * @typedef {{ text: string, parts: unknown[], pools: Pool[] }} Continued */

  /** The position that the game goes on from; null without that option.
   * @param {GameLog} log @returns {Continued | null} */
  function continuedFrom(log) {
    const { position = null, first = null, deal = null } = log.options;
    if (position === null) return null;
    if (log.version < 3 || first !== null || deal !== null) throw impossible("start-option");
    const text = textOf(position);
    const [parts, pools] = listOf(parsed(text)).map(listOf);
    if (parts?.length !== PARTS || !pools?.length) throw impossible("start-option");
    return { text, parts, pools: pools.map(poolOf) };
  }

  /** @param {string} text @returns {unknown} */
  function parsed(text) {
    try {
      return JSON.parse(text);
    } catch {
      throw impossible("start-option");
    }
  }

  /** @param {unknown} value @returns {Pool} */
  function poolOf(value) {
    const [cards, held] = listOf(value);
    return { cards: countsOf(cards), held: listOf(held).map(numberOf) };
  }

  /** The seat that took the first turn. @param {Continued} from @param {number} players */
  function firstSeat(from, players) {
    const passed = numberOf(from.parts[5]) - 1;
    return (((numberOf(from.parts[4]) - passed) % players) + players) % players;
  }

  /** Sets up the position and compares the cards with the shuffles of its pools.
   * @param {ReturnType<typeof gameStart.startingPosition>} now
   * @param {GameEvent} event @param {Continued} from @param {Draws} draws */
  function goOn(now, event, from, draws) {
    if (event.type !== "continued" || event.position !== from.text) {
      throw new LogFault("draws", "other-position");
    }
    setUp(now, from.parts);
    let supply = /** @type {number[]} */ ([]);
    const hands = now.known.map((cards) => [...cards]);
    for (const [i, { cards, held }] of from.pools.entries()) {
      supply = draws.shuffle(oneByOne(cards), `shuffle-${i + 1}`);
      for (const [seat, hand] of hands.entries()) {
        for (const card of supply.splice(0, held[seat])) hand[card]++;
      }
    }
    const found = [listOf(event.hands).map(countsOf), rowOf(event.supply)];
    if (JSON.stringify(found) !== JSON.stringify([hands, supply])) {
      throw new LogFault("draws", "dealt-cards");
    }
    checkCards(Object.assign(now, { hands, supply, shuffles: from.pools.length }));
  }

  /** Reads the parts of a position that everybody has seen.
   * @param {ReturnType<typeof gameStart.startingPosition>} now @param {unknown[]} parts */
  function setUp(now, parts) {
    const [board, players, half, phase, seat, turn, actions, levied, card, joker] = parts;
    const [point, walls, red, black, left, guards, , row, , discard, scores, stayed] =
      parts.slice(10);
    const [, balanced, finish, lastRound, eventful, known] = parts.slice(25);
    const table = [now.board.fingerprint, now.players, now.half, now.balanced, now.finish];
    if (JSON.stringify([board, players, half, balanced, finish]) !== JSON.stringify(table)) {
      throw impossible("start-option");
    }
    Object.assign(now, {
      ...{ phase: textOf(phase), seat: numberOf(seat), turn: numberOf(turn) },
      ...{ actions: numberOf(actions), levied: flagOf(levied), joker: flagOf(joker) },
      ...{ card: card === null ? null : numberOf(card), alexander: numberOf(point) },
      ...{ walls: setOf(walls), red: setOf(red), guards: listOf(guards).map(setOf) },
      ...{ blackLeft: numberOf(black), redLeft: numberOf(left), stayed: numberOf(stayed) },
      ...{ faceUp: rowOf(row), discard: countsOf(discard), scores: listOf(scores).map(numberOf) },
      ...{ lastRound: textOf(lastRound), eventful: numberOf(eventful) },
      known: listOf(known).map(countsOf),
    });
  }

  /** The set that a hexadecimal number stands for. @param {unknown} value */
  function setOf(value) {
    const digits = textOf(value);
    if (!/^[0-9a-f]+$/.test(digits)) throw impossible("event-field", { value: digits });
    return BigInt(`0x${digits}`);
  }

  /** All cards are somewhere.
   * @param {ReturnType<typeof gameStart.startingPosition>} now */
  function checkCards(now) {
    const all = [...now.faceUp, ...now.supply, ...oneByOne(now.discard)];
    for (const hand of now.hands) all.push(...oneByOne(hand));
    for (const [card, letter] of [...LETTERS].entries()) {
      if (all.filter((one) => one === card).length !== 11) {
        throw impossible("no-such-card", { card: letter });
      }
    }
  }

  return { continuedFrom, firstSeat, goOn };
})();
