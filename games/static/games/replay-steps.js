// The steps of a replay: where one can go from each position, and fetching what the page shows there.
"use strict";
/**
 * @param {string} base the address below which all positions are
 * @param {ReplayRow[]} rows
 */
window.replaySteps = (base, rows) => {
  const last = rows.length;
  const starts = rows
    .map((_, i) => i + 1)
    .filter((n) => n === 1 || (rows[n - 1].turn > 0 && rows[n - 1].turn !== rows[n - 2].turn));
  const mine = starts.slice(1).filter((start) => rows[start - 1].mine);
  /**
   * Where one can go from a position; 0 where there is nothing further.
   * @param {number} n
   * @returns {Record<string, number>}
   */
  const stops = (n) => ({
    first: n > 1 ? 1 : 0,
    turn_back: starts.findLast((start) => start < n) ?? 0,
    back: n - 1,
    forward: n < last ? n + 1 : 0,
    turn_forward: starts.find((start) => start > n) ?? (n < last ? last : 0),
    last: n < last ? last : 0,
    mine_back: mine.findLast((start) => start < n) ?? 0,
    mine_forward: mine.find((start) => start > n) ?? 0,
  });

  /** @type {Map<number, Promise<ReplayStep>>} */
  const kept = new Map();
  /**
   * @param {number} n
   * @returns {Promise<ReplayStep>}
   */
  const fetchStep = async (n) => {
    const response = await fetch(`${base}${n}/step.json`);
    if (!response.ok || response.redirected) throw new Error(`step ${n}: ${response.status}`);
    return response.json();
  };
  /** @param {number} n */
  const load = (n) => {
    const known = kept.get(n);
    if (known) return known;
    if (kept.size > 60) kept.delete([...kept.keys()][0]);
    const step = fetchStep(n);
    kept.set(n, step);
    step.catch(() => kept.delete(n));
    return step;
  };

  return { stops, load };
};
