// How a step of the replay moves: Alexander walks his way, walls grow behind him, what is new
// appears.  Owns no time: the replay says how long a step may take.
"use strict";
(() => {
  /** @typedef {{ x: number, y: number }} Point */

  /**
   * The lines that a path draws, each with its own start.
   * @param {SVGPathElement} path
   * @returns {string[]}
   */
  const strokes = (path) => path.getAttribute("d")?.match(/M[^M]+/g) ?? [];
  /**
   * The paths of all walls; each is drawn as their edge, and used again above it.
   * @param {SVGSVGElement} svg
   * @returns {NodeListOf<SVGPathElement>}
   */
  const walls = (svg) => svg.querySelectorAll(".ax-wall-edge path");
  /**
   * Alexander's figure and where it stands.
   * @param {SVGSVGElement} svg
   */
  const spot = (svg) => {
    const figure = svg.querySelector(".ax-alexander");
    if (!(figure instanceof SVGUseElement)) return null;
    return { figure, x: figure.x.baseVal.value, y: figure.y.baseVal.value };
  };
  /**
   * The corners of the way that Alexander came.
   * @param {SVGSVGElement} svg
   * @returns {Point[]}
   */
  const legs = (svg) => {
    const way = svg.querySelector(".ax-way")?.getAttribute("d") ?? "";
    return [...way.matchAll(/[ML]([\d.]+) ([\d.]+)(?![\d.hl])/g)].map(([, x, y]) => ({
      x: +x,
      y: +y,
    }));
  };
  /**
   * @param {Element} element
   * @param {number} delay
   * @param {number} duration
   */
  const appear = (element, delay, duration) =>
    element.animate([{ opacity: 0 }, { opacity: 1 }], { delay, duration, fill: "backwards" });

  /**
   * @param {Point & { figure: SVGElement }} now
   * @param {Point[]} way
   * @param {number} duration
   */
  const walk = (now, way, duration) => {
    now.figure.animate(
      way.map(({ x, y }) => ({ transform: `translate(${x - now.x}px, ${y - now.y}px)` })),
      { duration, easing: "linear" },
    );
  };

  /**
   * Lets each new wall grow when Alexander has passed it.
   * @param {SVGSVGElement} svg
   * @param {Set<string>} old
   * @param {Point[]} way
   * @param {number} duration
   */
  const build = (svg, old, way, duration) => {
    /** @type {(a: Point, b: Point) => boolean} */
    const same = (a, b) => Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1;
    for (const path of walls(svg)) {
      const all = strokes(path);
      const fresh = all.filter((line) => !old.has(line));
      if (!fresh.length) continue;
      path.setAttribute("d", all.filter((line) => old.has(line)).join("") || "M0 0");
      const layers = [path, ...svg.querySelectorAll(`use[href="#${path.id}"]`)];
      for (const line of fresh) {
        const [x, y, dx, dy = 0] = (line.match(/-?[\d.]+/g) ?? []).map(Number);
        const ends = [
          { x, y },
          { x: x + dx, y: y + dy },
        ];
        const leg = way.findIndex(
          (from, i) =>
            i + 1 < way.length &&
            ((same(from, ends[0]) && same(way[i + 1], ends[1])) ||
              (same(from, ends[1]) && same(way[i + 1], ends[0]))),
        );
        const each = duration / Math.max(1, way.length - 1);
        for (const layer of layers) {
          const wall = /** @type {SVGPathElement} */ (path.cloneNode());
          wall.removeAttribute("id");
          wall.setAttribute("class", layer.getAttribute("class") ?? "");
          wall.setAttribute("d", line);
          layer.after(wall);
          appear(wall, leg < 0 ? duration : (leg + 0.6) * each, each / 2);
        }
      }
    }
  };

  /**
   * What appears as a whole when it is new.
   * @param {SVGSVGElement} svg
   */
  const pieces = (svg) => svg.querySelectorAll(".ax-province > *, .ax-value > *, .ax-guard > *");
  /**
   * How a piece looks: its group gives it its colour.
   * @param {Element} piece
   */
  const look = (piece) => `${piece.parentElement?.getAttribute("class")} ${piece.outerHTML}`;

  /**
   * @param {SVGSVGElement} before
   * @param {SVGSVGElement} after
   * @param {number} pace how long the step may take, in milliseconds
   */
  const move = (before, after, pace) => {
    const from = spot(before);
    const to = spot(after);
    let marched = 0;
    if (from && to && (from.x !== to.x || from.y !== to.y)) {
      const found = legs(after);
      const way = found.length > 1 ? found : [from, to];
      marched = Math.min(0.65 * pace, 220 * (way.length - 1) + 120);
      walk(to, way, marched);
      build(after, new Set([...walls(before)].flatMap(strokes)), way, marched);
    }
    const was = new Set([...pieces(before)].map(look));
    for (const piece of pieces(after)) {
      if (!was.has(look(piece))) appear(piece, marched, Math.min(400, pace / 3));
    }
  };

  window.animateStep = move;
})();
