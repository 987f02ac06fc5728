// The parts of an event of Alexandros, checked for their kind, and cards.
"use strict";

/** How many there are of each of the five cards. @typedef {number[]} Counts */

const eventFields = (() => {
  const LETTERS = "tahls";
  const { impossible, textOf, numberOf, listOf, flagOf } = eventValues;

  /** @param {Counts} cards */
  const written = (cards) => cards.map((count, card) => LETTERS[card].repeat(count)).join("");

  /** @param {Counts} cards */
  const oneByOne = (cards) => cards.flatMap((count, card) => Array(count).fill(card));

  /** The card that a letter stands for. @param {unknown} letter */
  const cardOf = (letter) => eventValues.letterOf(letter, LETTERS);

  /** A row of cards. @param {unknown} letters */
  const rowOf = (letters) => eventValues.rowOf(letters, LETTERS);

  /** @param {unknown} letters @returns {Counts} */
  function countsOf(letters) {
    const counts = [0, 0, 0, 0, 0];
    for (const card of rowOf(letters)) counts[card]++;
    return counts;
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
