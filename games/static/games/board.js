// The board under a pointer, a finger and arrow keys: what a choice would do is drawn and said while
// it is pointed at, in the list and on the board alike.  Moves of the log are drawn in the same way,
// and those that are new to this browser one after the other.  Nothing depends on it: everything
// shown here stands in words beside the choice or in the log.
"use strict";
(() => {
  /** @typedef {[x: number, y: number]} Point */
  /** @typedef {HTMLElement | SVGElement} Drawn an element of the page or of a picture in it */

  const SVG = "http://www.w3.org/2000/svg";
  const parts = window.pictureParts ?? {};
  const area = document.getElementById("game-page") || document.body;
  /** @returns {HTMLElement | null} */
  const frame = () => document.querySelector(".board-frame");
  /** @returns {SVGSVGElement | null} */
  const picture = () => document.querySelector(".board-frame > svg");
  const links = () => {
    /** @type {NodeListOf<Drawn>} */
    const all = document.querySelectorAll(".board-frame a");
    return [...all];
  };

  // ---------- what would come of it ----------
  /** @type {Drawn | null} */
  let shown = null;

  /**
   * All links that lead where this one leads, itself included.
   * @param {Drawn} link
   * @returns {Drawn[]}
   */
  const twins = (link) => {
    const href = link.getAttribute("href");
    /** @type {NodeListOf<Drawn>} */
    const all = area.querySelectorAll("a[href]");
    return [...all].filter((other) => other.getAttribute("href") === href);
  };

  const clear = () => {
    shown = null;
    for (const lit of area.querySelectorAll(".lit")) lit.classList.remove("lit");
    wipe();
    const preview = document.getElementById("preview");
    if (preview) preview.textContent = "";
    mark();
  };
  const wipe = () => {
    for (const layer of document.querySelectorAll(".preview-layer")) layer.remove();
  };

  // What a text points at is marked as long as nothing else is pointed at.
  const mark = () => {
    /** @type {NodeListOf<HTMLElement>} */
    const texts = area.querySelectorAll("[data-marks]");
    const text = [...texts].reverse().find((one) => one.checkVisibility());
    if (text) draw(text);
  };

  // What the list points at may lie beyond the frame.
  /** @param {Element} shape */
  const reveal = (shape) => {
    const box = frame();
    if (!box) return;
    const outer = box.getBoundingClientRect();
    const inner = shape.getBoundingClientRect();
    const [x, y] = middle(shape);
    if (inner.left < outer.left || inner.right > outer.right)
      box.scrollLeft += x - outer.left - box.clientWidth / 2;
    if (inner.top < outer.top || inner.bottom > outer.bottom)
      box.scrollTop += y - outer.top - box.clientHeight / 2;
  };

  /** @param {Drawn} from */
  const draw = (from) => {
    const svg = picture();
    if (!svg) return;
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", "preview-layer");
    // Each data-preview-* is a shape, drawn in a class of its own.
    for (const { name, value } of from.attributes) {
      if (!name.startsWith("data-preview-")) continue;
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", name.slice("data-".length));
      path.setAttribute("d", value);
      layer.append(path);
    }
    // Below the links, so that what is pointed at stays what is tapped.
    svg.insertBefore(layer, parts.links ? svg.querySelector(parts.links) : null);
    if (layer.firstChild && !from.closest("svg")) reveal(layer);
  };

  /** @param {Drawn} link */
  const show = (link) => {
    if (shown === link) return;
    clear();
    wipe();
    shown = link;
    const alike = twins(link);
    for (const twin of alike) twin.classList.add("lit");
    const listed = alike.find((twin) => !twin.closest("svg")) || link;
    draw(listed);
    // The list has its words beside it; for the board they are laid over its other half.
    if (!link.closest("svg")) return;
    const words = listed.matches(".option")
      ? listed.cloneNode(true).childNodes
      : [link.getAttribute("aria-label") || ""];
    tell(words, link);
  };

  /**
   * @param {Iterable<Node | string>} words
   * @param {Element} beside
   */
  const tell = (words, beside) => {
    const preview = document.getElementById("preview");
    if (!preview) return;
    preview.replaceChildren(...words);
    const box = preview.closest(".board-hold")?.getBoundingClientRect();
    preview.classList.toggle("high", box && middle(beside)[1] > box.top + box.height / 2);
  };

  /**
   * The link under the pointer or in focus that is one of the turn's choices.
   * @param {EventTarget | null} node
   * @returns {Drawn | null | false}
   */
  const choice = (node) =>
    node instanceof Element &&
    node.closest("#board a, #turn a.option, #turn a.card, #turn a.button");
  area.addEventListener("pointerover", (event) => {
    if (playing) return; // the page may have come under a pointer that rests
    const link = choice(event.target);
    const lines = linesAt(event.target, "[data-row]");
    if (link) show(link);
    else if (lines.length) light(lines);
    else if (shown && !shown.matches(":focus-visible, li:has(:focus-visible) *")) clear();
  });
  area.addEventListener("focusin", (event) => {
    if (playing) return;
    const link = choice(event.target);
    const lines = linesAt(event.target, ".log li");
    if (link) show(link);
    else if (lines.length) light(lines);
    else clear();
  });

  // ---------- what has happened ----------
  const [WHOLE, LONGEST] = [12000, 2500]; // milliseconds for all moves, and for each at most
  const MOST = 10; // moves that are shown one after the other
  const { site } = document.documentElement.dataset;
  /** @param {string} key */
  const recall = (key) => {
    try {
      return localStorage.getItem(`${site}.${key}`);
    } catch {
      return null; // A browser that keeps nothing.
    }
  };
  /**
   * @param {string} key
   * @param {string} value
   */
  const keep = (key, value) => {
    try {
      localStorage.setItem(`${site}.${key}`, value);
    } catch {
      // It is shown once more.
    }
  };
  const shelf = `shown.${area.dataset.game}`; // the last row that was shown in this game
  let playing = 0; // the timer of the next move
  /** @type {{ line: HTMLElement, words: string }[]} */
  let coming = []; // the sentences of the moves that are shown
  let pace = LONGEST;

  /** @param {Element} line */
  const row = (line) => Number(line.getAttribute("data-row"));
  /** The moves of the log that changed the board, each once, the oldest first. */
  const moves = () => {
    /** @type {NodeListOf<HTMLElement>} */
    const all = area.querySelectorAll("[data-row]");
    const once = new Map([...all].map((line) => [row(line), line]));
    return [...once.values()].sort((one, other) => row(one) - row(other));
  };
  /**
   * The moves at this place of the page, or in the part of the log round it.
   * @param {EventTarget | null} node
   * @param {string} part
   */
  const linesAt = (node, part) => {
    const found = node instanceof Element && node.closest(part);
    if (!found) return [];
    /** @type {NodeListOf<HTMLElement>} */
    const within = found.querySelectorAll("[data-row]");
    return found instanceof HTMLElement && found.dataset.row ? [found] : [...within];
  };
  /** @param {HTMLElement[]} lines */
  const light = (lines) => {
    if (shown === lines[0]) return;
    clear();
    wipe();
    shown = lines[0];
    for (const line of lines) {
      const all = area.querySelectorAll(`[data-row="${line.dataset.row}"]`);
      for (const one of all) one.classList.add("lit");
      draw(line);
    }
  };
  /** @param {Element} line */
  const sentences = (line) =>
    line.textContent
      .trim()
      .replace(/\s+/g, " ")
      .replace(/([.!?]) /g, "$1\n")
      .split("\n");
  const next = () => {
    const step = coming.shift();
    if (!step) {
      stop();
      return;
    }
    const { line, words } = step;
    if (row(line) > Number(recall(shelf))) keep(shelf, String(row(line)));
    light([line]);
    const layer = document.querySelector(".preview-layer");
    if (layer) {
      fit(layer);
      tell([words], layer);
    }
    playing = window.setTimeout(next, pace);
  };
  /** @param {HTMLElement[]} lines */
  const play = (lines) => {
    const box = frame();
    place = box && [box.scrollLeft, box.scrollTop];
    coming = lines
      .slice(-MOST)
      .flatMap((line) => sentences(line).map((words) => ({ line, words })));
    pace = Math.min(LONGEST, WHOLE / coming.length);
    next();
    label();
  };
  // Moves in places that are too far apart for the frame are shown on the whole board: once it is
  // that small, it stays so to the last move.
  /** @param {Element} layer */
  const fit = (layer) => {
    const box = frame();
    const svg = picture();
    const { width: wide, height: high } = layer.getBoundingClientRect();
    if (!box || !svg || (wide <= box.clientWidth && high <= box.clientHeight)) return;
    box.style.height = `${box.offsetHeight}px`; // what is below it stays there
    svg.style.width = svg.style.maxHeight = "100%";
  };
  const see = () => {
    for (const part of [frame(), document.getElementById("moves")])
      part?.scrollIntoView({ block: "nearest" });
  };
  const stop = () => {
    if (!playing) return;
    window.clearTimeout(playing);
    playing = 0;
    const last = moves().pop();
    if (last) keep(shelf, String(row(last)));
    clear();
    const box = frame();
    if (box) box.style.height = "";
    stretch(width);
    if (place && box) [box.scrollLeft, box.scrollTop] = place;
    label();
  };
  const label = () => {
    const bar = document.getElementById("moves");
    bar?.toggleAttribute("hidden", !playing);
    bar?.classList.toggle("off", recall("moves") === "off");
    for (const show of area.querySelectorAll("[data-moves=show]"))
      show.toggleAttribute("hidden", !show.parentElement?.querySelector("[data-row]"));
  };
  // Whoever has just given orders was brought to the receipt and has not scrolled there.
  const brought = () =>
    location.hash === "#done" &&
    performance
      .getEntriesByType("navigation")
      .some((one) => one instanceof PerformanceNavigationTiming && one.type === "navigate");
  /**
   * Shows the moves that are new to this browser, unless its owner wants none or nothing moving.
   * @param {boolean} [inSight] whether the page scrolls to them
   */
  const begin = (inSight = !window.scrollY) => {
    settle();
    label();
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const fresh = moves().filter((line) => row(line) > Number(recall(shelf)));
    if (still || recall("moves") === "off" || !fresh.length) return;
    const later = () => begin(inSight);
    if (document.hidden) document.addEventListener("visibilitychange", later, { once: true });
    else {
      play(fresh);
      if (inSight) see(); // whoever reads further down is left there
    }
  };
  area.addEventListener("click", (event) => {
    const at = event.target;
    if (!(at instanceof Element)) return;
    const asked = at.closest("[data-moves]")?.getAttribute("data-moves");
    const lines = linesAt(at, "[data-row]");
    if (asked === "on" || asked === "off") keep("moves", asked);
    if (asked === "show") {
      play(moves());
      see();
    } else if (asked === "on") label();
    else if (asked) stop();
    else if (at.closest("#got-it")) {
      keep(`done.${area.dataset.game}`, document.getElementById("done")?.dataset.last ?? "");
      settle();
    } else if (lines.length) {
      light(lines);
      frame()?.scrollIntoView({ block: "nearest" });
    }
  });
  // Whoever goes on need not wait.
  /** @param {Event} event */
  const skip = (event) => {
    const own = event.target instanceof Element && event.target.closest("#moves");
    const walks = event instanceof KeyboardEvent && event.key === "Tab";
    if (playing && !own && !walks) stop();
  };
  for (const input of ["click", "keydown"]) document.addEventListener(input, skip, true);

  // What came of one's orders stands there until it is put away.
  const settle = () => {
    const done = document.getElementById("done");
    const button = document.getElementById("got-it");
    if (!done || !button) return;
    button.hidden = false;
    done.hidden = Number(recall(`done.${area.dataset.game}`)) >= Number(done.dataset.last);
  };

  // ---------- arrow keys ----------
  /**
   * @param {Element} node
   * @returns {Point}
   */
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  /** @type {Record<string, Point>} */
  const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

  /**
   * The nearest node that lies this way rather than aside.
   * @template {Element} T
   * @param {T[]} nodes
   * @param {Point} from
   * @param {Point} way
   * @returns {T | null}
   */
  const nearest = (nodes, [x, y], [dx, dy]) => {
    let best = null;
    let least = Infinity;
    for (const node of nodes) {
      const [u, v] = middle(node);
      const along = (u - x) * dx + (v - y) * dy;
      const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      const cost = along + 2 * aside;
      if (along > 2 && aside <= along * 2.2 && cost < least) [best, least] = [node, cost];
    }
    return best;
  };

  /** @param {Element | undefined} to */
  const rove = (to) => {
    for (const link of links()) link.setAttribute("tabindex", link === to ? "0" : "-1");
  };

  /** @returns {Element | null} */
  const standing = () => (parts.piece && picture()?.querySelector(parts.piece)) || picture();
  /** @type {Element | null} */
  let cursor = null; // the space looked at where nothing can be chosen

  /** @param {Element} space */
  const look = (space) => {
    cursor?.classList.remove("cursor");
    cursor = space;
    space.classList.add("cursor");
    space.scrollIntoView({ block: "nearest", inline: "nearest" });
    const text = space.querySelector("title")?.textContent || "";
    tell([text], space);
    const announcer = document.getElementById("announcer");
    if (announcer) announcer.textContent = text;
  };

  document.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    const from = event.target;
    if (!way || event.ctrlKey || event.altKey) return;
    if (!(from instanceof Element) || !from.closest(".board-frame")) return;
    const choices = links();
    if (!choices.length && !parts.spaces) return; // the keys scroll the board
    event.preventDefault();
    if (choices.length) {
      const start = choices.find((link) => link.contains(from));
      const others = choices.filter((one) => one !== start);
      const next = start
        ? nearest(others, middle(start), way)
        : nearest(choices, middle(standing() ?? from), way) || choices[0];
      if (next) {
        rove(next);
        next.focus();
      }
      return;
    }
    const spaces = [...(parts.spaces ? (picture()?.querySelectorAll(parts.spaces) ?? []) : [])];
    const others = spaces.filter((one) => one !== cursor);
    const start = cursor?.isConnected ? cursor : (standing() ?? from);
    const next = nearest(others, middle(start), way);
    if (next) look(next);
  });

  // ---------- size and place ----------
  let zoom = "";
  /** @type {Point | null} */
  let place = null;
  /** @param {string} value */
  const rescale = (value) => {
    const box = document.getElementById(`zoom-${value}`);
    if (box instanceof HTMLInputElement) box.checked = true;
  };
  area.addEventListener("change", (event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.name !== "zoom") return;
    zoom = event.target.value;
    stretch(0);
    centre();
  });
  document.addEventListener("keydown", (event) => {
    if (!"+-".includes(event.key) || event.ctrlKey || event.metaKey) return;
    const from = event.target;
    if (from instanceof Element && from.closest("input:not([type=radio]), textarea, select"))
      return;
    if (!document.getElementById("zoom")) return;
    const box = frame();
    const own = box && box.scrollWidth > box.clientWidth ? 2 : 1; // the size before one is chosen
    zoom = String(Math.min(3, Math.max(1, Number(zoom || own) + (event.key === "+" ? 1 : -1))));
    rescale(zoom);
    stretch(0);
    centre();
  });

  // Two fingers make it as large as they like; 0 gives the size back to the style sheet.
  let width = 0;
  /** @type {{ far: number, wide: number } | null} */
  let pinch = null; // how far apart the fingers were, and how wide the board
  /** @param {number} wide */
  const stretch = (wide) => {
    const svg = picture();
    width = wide;
    if (!svg) return;
    svg.style.width = wide ? `${wide}px` : "";
    svg.style.maxWidth = svg.style.maxHeight = wide ? "none" : "";
  };
  /** @param {TouchList} touches */
  const span = ([one, other]) => ({
    far: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
  });
  /** @param {TouchEvent} event */
  const onPinch = (event) => {
    const box = frame();
    const svg = picture();
    if (event.touches.length !== 2 || !document.getElementById("zoom") || !box || !svg) return;
    if (!(event.target instanceof Node) || !box.contains(event.target)) return;
    event.preventDefault();
    const { far, x, y } = span(event.touches);
    const before = svg.getBoundingClientRect();
    pinch ??= { far, wide: before.width };
    const wanted = (pinch.wide * far) / pinch.far;
    const wide = Math.min(4 * box.clientWidth, Math.max(box.clientWidth, wanted));
    stretch(wide);
    // What lies between the fingers stays there.
    const after = svg.getBoundingClientRect();
    box.scrollLeft += after.left + ((x - before.left) * wide) / before.width - x;
    box.scrollTop += after.top + ((y - before.top) * wide) / before.width - y;
  };
  area.addEventListener("touchmove", onPinch, { passive: false });
  for (const end of ["touchend", "touchcancel"]) {
    area.addEventListener(end, () => {
      pinch = null;
    });
  }

  // A wheel scrolls the page over the board, too, until the board is clicked; sideways it is left
  // alone, because the page has nowhere to go.
  area.addEventListener(
    "wheel",
    (event) => {
      const box = frame();
      const over = event.target instanceof Node && box?.contains(event.target);
      if (!over || box?.matches(":focus-within") || event.ctrlKey || event.shiftKey) return;
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      window.scrollBy(0, event.deltaY);
    },
    { passive: false },
  );

  // On a small screen the board is wider than its frame: it shows what can be chosen, else the piece.
  const centre = () => {
    const box = frame();
    const there = box && (box.querySelector(parts.choices ?? "a") || standing());
    if (!there) return;
    if (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight) return;
    const [x, y] = middle(there);
    const outer = box.getBoundingClientRect();
    box.scrollLeft += x - outer.left - box.clientWidth / 2;
    box.scrollTop += y - outer.top - box.clientHeight / 2;
  };
  const visible = () => {
    const box = frame()?.getBoundingClientRect();
    return links().every((link) => {
      const [x, y] = middle(link);
      return box && x > box.left && x < box.right && y > box.top && y < box.bottom;
    });
  };

  document.addEventListener("table:leave", () => {
    stop();
    clear();
    cursor = null;
    const box = frame();
    place = box && [box.scrollLeft, box.scrollTop];
  });
  document.addEventListener("table:come", () => {
    if (zoom) rescale(zoom);
    if (width) stretch(width);
    const box = frame();
    if (place && box) [box.scrollLeft, box.scrollTop] = place;
    if (!visible()) centre();
    rove(links()[0]);
    mark();
    begin();
  });
  document.addEventListener("table:part", () => {
    if (!playing && !shown) clear();
  });
  rove(links()[0]);
  centre();
  mark();
  begin(!window.scrollY || brought());
})();
