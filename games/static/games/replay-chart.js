// The chart of a replay as a slider: which position lies at a place, and moving the thumb there.
"use strict";
/**
 * @param {HTMLElement} sheet the chart and its thumb
 * @param {HTMLElement} thumb
 * @param {ReplayRow[]} rows
 */
window.replayChart = (sheet, thumb, rows) => {
  const parts = window.pictureParts ?? {};
  const chart = sheet.querySelector("svg"); // null if the game draws none
  const width = chart?.viewBox.baseVal.width ?? 0;
  const columns = [...(chart?.querySelectorAll(parts.turns ?? "a") ?? [])].map((link) => {
    const shape = link.querySelector("path")?.getAttribute("d") ?? "";
    const [, x, broad] = /^M([\d.]+) \d+h([\d.]+)/.exec(shape) ?? [];
    link.setAttribute("tabindex", "-1"); // the thumb does the same with fewer stops
    return { x: Number(x), broad: Number(broad) };
  });
  const first = rows[1]?.turn || 1; // the row of the start belongs to the first turn
  /** @type {Map<number, number>} */
  const inTurn = new Map();
  const places = rows
    .map(({ turn }) => {
      const column = Math.max(turn, first);
      const nth = (inTurn.get(column) ?? 0) + 1;
      inTurn.set(column, nth);
      return { column, nth };
    })
    .map(({ column, nth }) => {
      const { x, broad } = columns[column - first] ?? { x: 0, broad: 0 };
      return x + (broad * nth) / (inTurn.get(column) ?? 1);
    });
  /** @param {number} clientX */
  const nearest = (clientX) => {
    if (!chart) return 0;
    const box = chart.getBoundingClientRect();
    const x = ((clientX - box.left) * width) / box.width;
    let best = 0;
    places.forEach((place, i) => {
      if (Math.abs(place - x) < Math.abs(places[best] - x)) best = i;
    });
    return best + 1;
  };

  /** @param {number} n */
  const point = (n) => {
    if (!chart) return;
    const x = places[n - 1];
    for (const line of parts.markers ? chart.querySelectorAll(parts.markers) : []) {
      const shape = line.getAttribute("d") ?? "";
      line.setAttribute("d", shape.replace(/^M[\d.]+/, `M${x.toFixed(1)}`));
    }
    thumb.style.left = `${(100 * x) / width}%`;
    thumb.setAttribute("aria-valuenow", `${n}`);
    const turn = `${Math.max(rows[n - 1].turn, first)}`;
    const text = (thumb.dataset.valueText ?? "").replace("{position}", `${n}`);
    thumb.setAttribute("aria-valuetext", text.replace("{turn}", turn));
  };

  return { nearest, point };
};
