// The parts of an event of Alexandros, checked for their kind, and cards.
"use strict";

/** How many there are of each of the five cards. @typedef {number[]} Counts */

const eventFields = (() => {
  const LETTERS = "tahls";

  /** @param {string} code @param {Record<string, string | number>} values */
  const impossible = (code, values = {}) => new LogFault("positions", code, values);

  /** @param {Counts} cards */
  const written = (cards) => cards.map((count, card) => LETTERS[card].repeat(count)).join("");

  /** @param {Counts} cards */
  const oneByOne = (cards) => cards.flatMap((count, card) => Array(count).fill(card));

  /** The card that a letter stands for. @param {unknown} letter */
  function cardOf(letter) {
    const card = typeof letter === "string" && letter.length === 1 ? LETTERS.indexOf(letter) : -1;
    if (card < 0) throw impossible("event-field", { value: String(letter) });
    return card;
  }

  /** A row of cards. @param {unknown} letters */
  const rowOf = (letters) => [...textOf(letters)].map(cardOf);

  /** @param {unknown} letters @returns {Counts} */
  function countsOf(letters) {
    const counts = [0, 0, 0, 0, 0];
    for (const card of rowOf(letters)) counts[card]++;
    return counts;
  }

  /** @param {unknown} value */
  function textOf(value) {
    if (typeof value !== "string") throw impossible("event-field", { value: String(value) });
    return value;
  }

  /** @param {unknown} value */
  function numberOf(value) {
    if (!Number.isSafeInteger(value)) throw impossible("event-field", { value: String(value) });
    return Number(value);
  }

  /** @param {unknown} value @returns {unknown[]} */
  function listOf(value) {
    if (!Array.isArray(value)) throw impossible("event-field", { value: String(value) });
    return value;
  }

  /** @param {unknown} value */
  function flagOf(value) {
    if (typeof value !== "boolean") throw impossible("event-field", { value: String(value) });
    return value;
  }

  return {
    LETTERS,
    impossible,
    written,
    oneByOne,
    cardOf,
    rowOf,
    countsOf,
    textOf,
    numberOf,
    listOf,
    flagOf,
  };
})();
