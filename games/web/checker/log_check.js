// Checks a game from its seed: the commitment, the rows' hashes, the draws and the positions.
"use strict";

/** What each game adds, by the name of its ruleset. @type {Map<string, GameChecker>} */
const gameCheckers = new Map();

const logCheck = (() => {
  const SEPARATOR = "\u001f";

  /** @param {number} row @param {string} code @param {Record<string, string | number>} values
   * @returns {Difference} */
  const difference = (row, code, values = {}) => ({ row, code, values });

  /** @param {CheckName} name @param {Difference | null} found
   * @param {Record<string, string | number>} values @returns {Check} */
  const checked = (name, found, values = {}) => ({
    name,
    verdict: found ? "bad" : "good",
    values,
    difference: found,
  });

  /** @param {CheckName} name @param {Record<string, string | number>} values @returns {Check} */
  const unknown = (name, values = {}) => ({ name, verdict: "unknown", values, difference: null });

  /** @param {GameLog} log @param {Uint8Array} seed */
  function commitmentCheck(log, seed) {
    const fits = hashes.toHex(hashes.sha256(seed)) === log.commitment;
    return checked("commitment", fits ? null : difference(0, "commitment"));
  }

  /** What is wrong with a row of the right shape; "" if nothing is.
   * @param {LogRow} row @param {number} number @param {string} previous @param {Uint8Array} key */
  function rowFault(row, number, previous, key) {
    if (row.number !== number) return "row-number";
    if ((number === 1) !== (row.move === "start")) return "row-start";
    const seat = row.seat === null ? "-" : row.seat;
    const parts = [previous, row.number, seat, row.move, row.events, row.digest];
    return hashes.short(key, parts.join(SEPARATOR)) === row.hash ? "" : "row-hash";
  }

  /** @param {GameLog} log @param {Uint8Array} key @returns {Difference | null} */
  function wrongRow(log, key) {
    const misshapen = logFile.misshapen(log.rows);
    let previous = "";
    for (const [i, row] of log.rows.entries()) {
      if (i + 1 === misshapen) return difference(misshapen, "row-shape");
      const fault = rowFault(row, i + 1, previous, key);
      if (fault) return difference(i + 1, fault, { found: row.number });
      previous = row.hash;
    }
    return null;
  }

  /** @param {LogRow} row @returns {GameEvent[]} */
  function eventsOf(row) {
    const events = JSON.parse(row.events);
    if (!Array.isArray(events) || events.some((event) => typeof event?.type !== "string")) {
      throw new LogFault("positions", "row-events");
    }
    return events.filter((event) => !event.type.startsWith("@"));
  }

  /** @param {GameFold} fold @param {LogRow} row @param {Uint8Array} key */
  function foldRow(fold, row, key) {
    for (const event of eventsOf(row)) fold.apply(event);
    if (hashes.short(key, fold.text()) !== row.digest) throw new LogFault("positions", "digest");
  }

  /** The fault that stops the folding of a log, and the row it is in.
   * @param {GameFold} fold @param {LogRow[]} rows @param {Uint8Array} key
   * @returns {{ number: number, fault: LogFault } | null} */
  function foldingFault(fold, rows, key) {
    for (const [i, row] of rows.entries()) {
      try {
        foldRow(fold, row, key);
      } catch (error) {
        const known = error instanceof LogFault;
        return { number: i + 1, fault: known ? error : new LogFault("positions", "row-events") };
      }
    }
    // It ends outside the rules if somebody resigns, for example.
    const over = fold.over || rows.at(-1)?.move === "@end";
    return over ? null : { number: rows.length, fault: new LogFault("positions", "not-over") };
  }

  /** The checks that need to know the game, and the scores at its end.
   * @param {GameLog} log @param {Uint8Array} seed @param {Uint8Array} key */
  function gameChecks(log, seed, key) {
    const game = gameCheckers.get(log.ruleset);
    if (!game?.versions.includes(log.version)) {
      const values = { ruleset: log.ruleset, version: log.version };
      return { checks: [unknown("draws", values), unknown("positions", values)], scores: null };
    }
    const draws = seededDraws(seed);
    const fold = game.begin(log, draws);
    const stopped = foldingFault(fold, log.rows, key);
    /** @param {"draws" | "positions"} check */
    const found = (check) =>
      stopped?.fault.check === check
        ? difference(stopped.number, stopped.fault.code, stopped.fault.values)
        : null;
    const checks = [
      checked("draws", found("draws"), { count: draws.count, cards: fold.cards }),
      checked("positions", found("positions"), { count: log.rows.length }),
    ];
    // Beyond a fault, the other check has seen only a part of the game.
    if (stopped) for (const one of checks) if (!one.difference) one.verdict = "unknown";
    return { checks, scores: stopped ? null : fold.scores };
  }

  /** @param {GameLog} log @param {string} pasted */
  function emailCheck(log, pasted) {
    const { heads: all, secrets } = logFile.evidence(pasted);
    const heads = all.filter(({ game = log.game }) => game === log.game);
    if (!heads.length && !secrets.length) {
      const why = all.length ? "emails-other" : pasted.trim() ? "emails-none" : "emails-missing";
      return unknown("emails", { why });
    }
    const own = new Set([log.commitment, log.seed, ...logFile.secretsOfDeal(log)]);
    const foreign = secrets.some((text) => !own.has(text));
    const wrong = heads
      .filter(({ row, hash }) => log.rows[row - 1]?.hash !== hash)
      .toSorted((one, other) => one.row - other.row)[0];
    let found = foreign ? difference(0, "email-commitment") : null;
    if (wrong && !found) {
      const beyond = wrong.row > log.rows.length || wrong.row < 1;
      found = difference(
        beyond ? log.rows.length : wrong.row,
        beyond ? "email-beyond" : "email-hash",
        { wanted: wrong.row },
      );
    }
    const latest = Math.max(0, ...heads.map((head) => head.row));
    return checked("emails", found, { count: heads.length, secrets: secrets.length, latest });
  }

  /** Checks the text of a log file; `pasted` is what the reader has from emails.
   * Throws logFile.Unreadable.
   * @param {string} text @param {string} pasted @returns {CheckReport} */
  function check(text, pasted) {
    const log = logFile.read(text);
    const emails = emailCheck(log, pasted);
    if (!logFile.HEX_SEED.test(log.seed)) {
      const first = difference(0, "seed-shape");
      return { log, checks: [checked("commitment", first), emails], first, scores: null };
    }
    const seed = hashes.fromHex(log.seed);
    const key = hashes.hmac(seed, hashes.utf8("digest"));
    const rows = checked("rows", wrongRow(log, key), { count: log.rows.length });
    const { checks, scores } = gameChecks(log, seed, key);
    const all = [commitmentCheck(log, seed), rows, ...checks, emails];
    const found = all.flatMap((one) => one.difference ?? []);
    const first = found.toSorted((one, other) => one.row - other.row)[0] ?? null;
    return { log, checks: all, first, scores };
  }

  return { check };
})();
