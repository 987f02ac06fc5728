// What the checks of every game read of an event, each part checked for its kind.
"use strict";

const eventValues = (() => {
  /** @param {string} code @param {Record<string, string | number>} values */
  const impossible = (code, values = {}) => new LogFault("positions", code, values);

  /** @param {unknown} value */
  const senseless = (value) => impossible("event-field", { value: String(value) });

  /** @param {unknown} value */
  function textOf(value) {
    if (typeof value !== "string") throw senseless(value);
    return value;
  }

  /** @param {unknown} value */
  function numberOf(value) {
    if (!Number.isSafeInteger(value)) throw senseless(value);
    return Number(value);
  }

  /** @param {unknown} value @returns {unknown[]} */
  function listOf(value) {
    if (!Array.isArray(value)) throw senseless(value);
    return value;
  }

  /** @param {unknown} value */
  function flagOf(value) {
    if (typeof value !== "boolean") throw senseless(value);
    return value;
  }

  /** @param {unknown} value @param {number} players */
  function seatOf(value, players) {
    const seat = numberOf(value);
    if (seat < 0 || seat >= players) throw senseless(value);
    return seat;
  }

  /** The place of a letter among those of its kind. @param {unknown} value @param {string} letters */
  function letterOf(value, letters) {
    const place = typeof value === "string" && value.length === 1 ? letters.indexOf(value) : -1;
    if (place < 0) throw senseless(value);
    return place;
  }

  /** The places of letters in which the order counts. @param {unknown} value
   * @param {string} letters */
  const rowOf = (value, letters) => [...textOf(value)].map((one) => letterOf(one, letters));

  /** Compares an event that sets up a game with the head of its file.
   * @param {GameLog} log @param {GameEvent} event
   * @param {string[]} options those that the event repeats, false where the file lacks them */
  function checkHead(log, event, options) {
    if (event.board !== log.board) throw impossible("start-board");
    if (event.players !== log.players.length) throw impossible("start-players");
    if ((event.rules ?? 1) !== log.version) throw impossible("start-version");
    for (const name of options) {
      if (event[name] !== (log.options[name] ?? false)) throw impossible("start-option");
    }
  }

  /** Compares what an event shows of a random draw with what follows from the seed.
   * @param {string} code @param {string} found @param {string} expected */
  function compareDraw(code, found, expected) {
    if (found === expected) return;
    throw new LogFault("draws", code, { found: found || "-", expected: expected || "-" });
  }

  return {
    impossible,
    senseless,
    textOf,
    numberOf,
    listOf,
    flagOf,
    seatOf,
    letterOf,
    rowOf,
    checkHead,
    compareDraw,
  };
})();
