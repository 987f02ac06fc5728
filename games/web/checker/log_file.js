// Reading the file with a game's log, and what people paste from their emails.
"use strict";
const logFile = (() => {
  const FORMAT = "game log 1";
  const HEX_HASH = /^[0-9a-f]{32}$/;
  const HEX_SEED = /^[0-9a-f]{64}$/;
  // The number of a row, its hash with a little punctuation or a line break between them, and the
  // code of the game in parentheses.
  const HEAD =
    /(?<![\w/@.=-])(\d{1,7})[\s,:;.>*|-]{1,9}([0-9a-f]{32})(?![\w/@=-])(?:[\s>]*\(\s*([a-z0-9]+)\s*\))?/g;
  const COMMITMENT = /(?<![\w/@.=-])[0-9a-f]{64}(?![\w/@=-])/g;

  /** Why a file cannot be checked at all, as the code of a sentence. */
  class Unreadable extends Error {}

  /** @param {unknown} value @returns {value is Record<string, unknown>} */
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  /** @param {unknown} value @returns {value is number} */
  const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

  /** @param {Record<string, unknown>} data @param {string[]} names */
  const hasTexts = (data, names) => names.every((name) => typeof data[name] === "string");

  /** The number of the first row that is not shaped like one, 0 if there is none.
   * @param {unknown[]} rows */
  function misshapen(rows) {
    const bad = rows.findIndex(
      (row) =>
        !isObject(row) ||
        !isCount(row.number) ||
        !(row.seat === null || isCount(row.seat)) ||
        !hasTexts(row, ["move", "events", "digest", "hash"]) ||
        !HEX_HASH.test(String(row.digest)) ||
        !HEX_HASH.test(String(row.hash)),
    );
    return bad + 1;
  }

  /** @param {Record<string, unknown>} data */
  const headIsWhole = (data) =>
    hasTexts(data, ["game", "name", "ruleset", "board", "commitment", "seed"]) &&
    isCount(data.version) &&
    isObject(data.options) &&
    Array.isArray(data.players) &&
    data.players.every((name) => typeof name === "string") &&
    Array.isArray(data.rows) &&
    data.rows.length > 0;

  /** @param {string} text @returns {unknown} */
  function parsed(text) {
    try {
      return JSON.parse(text.replace(/^\uFEFF/, ""));
    } catch {
      throw new Unreadable(/^\s*game record/.test(text) ? "file-record" : "file-not-json");
    }
  }

  /** The log in a file; throws Unreadable.
   * @param {string} text @returns {GameLog} */
  function read(text) {
    const data = parsed(text);
    if (!isObject(data) || typeof data.format !== "string") throw new Unreadable("file-other");
    if (data.format !== FORMAT) throw new Unreadable("file-format");
    if (!headIsWhole(data)) throw new Unreadable("file-incomplete");
    return /** @type {GameLog} */ (/** @type {unknown} */ (data));
  }

  /** The rows' hashes in a text, with the codes of their games if they are there, and what may be
   * a commitment or a seed.
   * @param {string} text */
  function evidence(text) {
    const heads = [...text.matchAll(HEAD)].map(([, row, hash, game]) => ({
      row: Number(row),
      hash,
      game,
    }));
    const secrets = [...text.matchAll(COMMITMENT)].map(([found]) => found);
    return { heads, secrets: [...new Set(secrets)] };
  }

  /** The seed of the game whose deal this one repeats, and its commitment; nothing without one.
   * @param {GameLog} log */
  function secretsOfDeal(log) {
    const { deal } = log.options;
    if (typeof deal !== "string" || !HEX_SEED.test(deal)) return [];
    return [deal, hashes.toHex(hashes.sha256(hashes.fromHex(deal)))];
  }

  return { read, evidence, misshapen, secretsOfDeal, Unreadable, HEX_SEED };
})();
