// Random draws that follow from a game's seed, and the fault that everything here throws.
"use strict";

/** Something in a log that does not match. */
class LogFault extends Error {
  /**
   * @param {"positions" | "draws"} check the check that fails
   * @param {string} code of the sentence that says what is wrong
   * @param {Record<string, string | number>} values for the sentence
   */
  constructor(check, code, values = {}) {
    super(code);
    this.check = check;
    this.code = code;
    this.values = values;
  }
}

/** @param {Uint8Array} seed @returns {Draws} */
function seededDraws(seed) {
  /** @param {string} label @returns {Generator<number, never>} */
  function* stream(label) {
    for (let i = 0; ; i++) yield* hashes.hmac(seed, hashes.utf8(`${label}:${i}`));
  }

  /** @param {number} n @param {Generator<number, never>} bytes */
  function numberBelow(n, bytes) {
    let byte = bytes.next().value;
    while (byte >= 256 - (256 % n)) byte = bytes.next().value;
    return byte % n;
  }

  let count = 0;
  return {
    get count() {
      return count;
    },
    below(n, label) {
      count++;
      return numberBelow(n, stream(label));
    },
    shuffle(cards, label) {
      count++;
      const bytes = stream(label);
      const order = cards.toSorted((one, other) => one - other);
      for (let i = order.length - 1; i > 0; i--) {
        const j = numberBelow(i + 1, bytes);
        [order[i], order[j]] = [order[j], order[i]];
      }
      return order;
    },
  };
}
