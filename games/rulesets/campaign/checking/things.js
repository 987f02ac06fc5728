// What the players of The Campaign hold, as the events of a log write it.
"use strict";

/** How many there are of each of the five commodities, and of gold. @typedef {number[]} Holding */

/** What pays a bid: pairs of a kind, 7 for soldiers, and a number.
 * @typedef {[number, number][]} Payment */

const campaignThings = (() => {
  const KINDS = "blgwo$";
  const MEANS = `${KINDS}?S`; // place 6 is for what is hidden, which is never in a log
  const GOLD = 5;
  const SOLDIERS = 7;
  const DEVELOPMENTS = "sprym";
  const CHITS = "fbas";
  const AUCTIONS = ["famine", "bridge", "battle", "statue", "settlement"];
  const { impossible, senseless, listOf, textOf } = eventValues;

  /** @returns {Holding} */
  const nothing = () => [0, 0, 0, 0, 0, 0];

  /** @param {number[]} row of kinds */
  function counted(row) {
    const holding = nothing();
    for (const kind of row) holding[kind]++;
    return holding;
  }

  /** @param {unknown} letters */
  const rowOf = (letters) => eventValues.rowOf(letters, KINDS);

  /** @param {unknown} letters */
  const holdingOf = (letters) => counted(rowOf(letters));

  /** A holding for each seat. @param {unknown} value @param {number} players */
  function holdingsOf(value, players) {
    const holdings = listOf(value).map(holdingOf);
    if (holdings.length !== players) throw senseless(value);
    return holdings;
  }

  /** @param {unknown} value @returns {Payment} */
  const paymentOf = (value) =>
    listOf(value).map((part) => {
      const [, number, letter] = /^(\d{1,3})(\D)$/.exec(textOf(part)) ?? [];
      return [eventValues.letterOf(letter, MEANS), Number(number)];
    });

  /** @param {Holding} holding */
  const written = (holding) => holding.map((count, kind) => KINDS[kind].repeat(count)).join("");

  /** @param {Holding} pile @param {Holding} more */
  function put(pile, more) {
    more.forEach((count, kind) => {
      pile[kind] += count;
    });
  }

  /** @param {Holding} pile @param {Holding} less */
  function take(pile, less) {
    less.forEach((count, kind) => {
      if (count > pile[kind]) throw impossible("nothing-there", { thing: KINDS[kind] });
      pile[kind] -= count;
    });
  }

  /** The kind of the card at a place of a hand that is sorted by kind.
   * @param {Holding} hand @param {number} place */
  const cardAt = (hand, place) =>
    [...written(hand.slice(0, GOLD))].map((one) => KINDS.indexOf(one))[place];

  /** The number of cards; gold is no card. @param {Holding} hand */
  const cardsIn = (hand) => hand.slice(0, GOLD).reduce((sum, count) => sum + count, 0);

  return {
    ...{ KINDS, GOLD, SOLDIERS, DEVELOPMENTS, CHITS, AUCTIONS },
    ...{ nothing, counted, rowOf, holdingOf, holdingsOf, paymentOf },
    ...{ written, put, take, cardAt, cardsIn },
  };
})();
