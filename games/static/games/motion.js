// How a step of the replay moves: Alexander walks his way, walls grow behind him, what is new
// appears.  Owns no time: the replay says how long a step may take.
"use strict";
(() => {
  const lines = (svg) =>
    [...svg.querySelectorAll(".ax-walls path")].flatMap(
      (path) => path.getAttribute("d").match(/M[^M]+/g) ?? [],
    );
  const spot = (svg) => {
    const figure = svg.querySelector(".ax-alexander");
    return figure && { figure, x: figure.x.baseVal.value, y: figure.y.baseVal.value };
  };
  const legs = (svg) => {
    const way = svg.querySelector(".ax-way")?.getAttribute("d") ?? "";
    return [...way.matchAll(/[ML]([\d.]+) ([\d.]+)(?![\d.l])/g)].map(([, x, y]) => ({
      x: +x,
      y: +y,
    }));
  };
  const appear = (element, delay, duration) =>
    element.animate([{ opacity: 0 }, { opacity: 1 }], { delay, duration, fill: "backwards" });

  const walk = (now, way, duration) => {
    now.figure.animate(
      way.map(({ x, y }) => ({ transform: `translate(${x - now.x}px, ${y - now.y}px)` })),
      { duration, easing: "linear" },
    );
  };

  const build = (svg, old, way, duration) => {
    const same = (a, b) => Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1;
    for (const path of [...svg.querySelectorAll(".ax-walls path")]) {
      const all = path.getAttribute("d").match(/M[^M]+/g) ?? [];
      const fresh = all.filter((line) => !old.has(line));
      if (!fresh.length) continue;
      path.setAttribute("d", all.filter((line) => old.has(line)).join("") || "M0 0");
      for (const line of fresh) {
        const [x, y, dx, dy] = line.match(/-?[\d.]+/g).map(Number);
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
        const wall = path.cloneNode();
        wall.setAttribute("d", line);
        path.after(wall);
        const each = duration / Math.max(1, way.length - 1);
        appear(wall, leg < 0 ? duration : (leg + 0.6) * each, each / 2);
      }
    }
  };

  const move = (before, after, pace) => {
    const from = spot(before);
    const to = spot(after);
    let marched = 0;
    if (from && to && (from.x !== to.x || from.y !== to.y)) {
      const found = legs(after);
      const way = found.length > 1 ? found : [from, to];
      marched = Math.min(0.65 * pace, 220 * (way.length - 1) + 120);
      walk(to, way, marched);
      build(after, new Set(lines(before)), way, marched);
    }
    const was = new Set(
      [...before.querySelectorAll(".ax-province, .ax-value, .ax-guard")].map((e) => e.outerHTML),
    );
    for (const element of after.querySelectorAll(".ax-province, .ax-value, .ax-guard")) {
      if (!was.has(element.outerHTML)) appear(element, marched, Math.min(400, pace / 3));
    }
  };

  window.alexandrosMotion = move;
})();
