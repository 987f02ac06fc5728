// The replay without loading pages: steps, keys, the chart as a slider, playing by itself.
// Every step is a link as well, so that without JavaScript nothing is missing but the playing.
"use strict";
(() => {
  /** @type {HTMLElement | null} */
  const root = document.querySelector("[data-replay]");
  if (!root) return;
  const base = root.dataset.replay ?? "";
  const parts = window.pictureParts ?? {};
  /**
   * A part of the page that every replay has.
   * @param {string} name
   */
  const part = (name) => {
    const found = document.getElementById(`replay-${name}`);
    if (!found) throw new Error(`The page has no #replay-${name}.`);
    return found;
  };
  const speed = /** @type {HTMLSelectElement} */ (part("speed"));
  const large = /** @type {HTMLInputElement} */ (part("large"));
  const own = root.dataset.seat;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {NodeListOf<HTMLElement>} */
  const items = part("log").querySelectorAll("[data-number]");
  const rows = [...items].map((item) => ({
    item,
    link: /** @type {HTMLAnchorElement} */ (item.querySelector("a")),
    turn: Number(item.dataset.turn),
    mine: item.dataset.seat === own,
  }));
  const last = rows.length;
  let shown = Number(root.dataset.number);
  let wanted = shown;
  const { stops, load } = window.replaySteps(base, rows);
  const sheet = /** @type {HTMLElement} */ (part("chart").querySelector(".chart-sheet"));
  const thumb = part("thumb");
  const { nearest, point } = window.replayChart(sheet, thumb, rows);

  /**
   * @param {HTMLAnchorElement} link
   * @param {number | undefined} to
   */
  const offer = (link, to) => {
    if (to) {
      link.href = `${base}${to}/`;
      link.removeAttribute("aria-disabled");
    } else {
      link.removeAttribute("href");
      link.setAttribute("role", "link");
      link.setAttribute("aria-disabled", "true");
    }
  };

  // ---------- what the page shows at once ----------
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const steps = root.querySelectorAll("a[data-go]");
  /**
   * Sets a field that some replays have.
   * @param {string} id
   * @param {(field: HTMLInputElement) => string} value
   */
  const fill = (id, value) => {
    const field = document.getElementById(id);
    if (field instanceof HTMLInputElement) field.value = value(field);
  };
  let addressTimer = 0;
  /** @param {number} n */
  const mark = (n) => {
    rows.forEach((row, i) => {
      row.item.classList.toggle("here", i + 1 === n);
      row.link.tabIndex = i + 1 === n ? 0 : -1; // the list is one stop for Tab, however long
      if (i + 1 === n) row.link.setAttribute("aria-current", "step");
      else row.link.removeAttribute("aria-current");
    });
    const { item } = rows[n - 1];
    const log = part("log");
    log.scrollTop = item.offsetTop - (log.clientHeight - item.offsetHeight) / 2;
    const to = stops(n);
    for (const step of steps) offer(step, to[step.dataset.go ?? ""]);
    point(n);
    fill("turn-number", () => `${Math.max(rows[n - 1].turn, 1)}`);
    fill("replay-link", (field) => `${field.dataset.base}${n}/`);
    fill("replay-revoking", () => `${n}`);
    fill("replay-what-if", () => `${n}`);
    window.clearTimeout(addressTimer); // browsers dislike an address that changes a hundred times
    addressTimer = window.setTimeout(
      () => window.history.replaceState(null, "", `${base}${n}/`),
      200,
    );
  };

  // ---------- showing a step ----------
  let pace = 1500;
  const centre = () => {
    const frame = part("board");
    const figure = parts.piece && frame.querySelector(parts.piece);
    if (!figure || !frame.classList.contains("large")) return;
    const box = figure.getBoundingClientRect();
    const around = frame.getBoundingClientRect();
    frame.scrollLeft += box.left + box.width / 2 - around.left - frame.clientWidth / 2;
    frame.scrollTop += box.top + box.height / 2 - around.top - frame.clientHeight / 2;
  };

  /** @param {ReplayStep} step */
  const paint = (step) => {
    const before = part("board").querySelector("svg");
    const open = [...part("table").querySelectorAll("details")].map((details) => details.open);
    for (const [name, html] of Object.entries(step.parts)) part(name).innerHTML = html;
    part("table")
      .querySelectorAll("details")
      .forEach((details, i) => {
        details.open = open[i] ?? false;
      });
    part("position").textContent = step.position.trim();
    document.title = step.title;
    const after = part("board").querySelector("svg");
    if (before && after && step.number === shown + 1 && !still.matches) {
      window.animateStep?.(before, after, pace);
    }
    shown = step.number;
    centre();
  };

  let busy = false;
  const settle = async () => {
    if (busy) return;
    busy = true;
    try {
      while (shown !== wanted) paint(await load(wanted));
      if (wanted < last) load(wanted + 1).catch(() => {});
    } catch {
      window.location.assign(`${base}${wanted}/`); // the page itself says what is wrong
    } finally {
      busy = false;
    }
  };

  /** @param {number} n */
  const go = (n) => {
    if (!n || n === wanted) return Promise.resolve();
    wanted = n;
    mark(n);
    return settle();
  };

  // ---------- playing ----------
  const toggle = part("toggle");
  const labels = { play: toggle.textContent, pause: toggle.dataset.pause ?? "" };
  let playing = false;
  let timer = 0;
  const stop = () => {
    playing = false;
    window.clearTimeout(timer);
    toggle.textContent = labels.play;
    toggle.setAttribute("aria-pressed", "false");
    part("step").removeAttribute("aria-live");
  };
  const next = async () => {
    if (!playing) return;
    if (wanted >= last) {
      stop();
      return;
    }
    await go(wanted + 1);
    if (wanted >= last) stop();
    else timer = window.setTimeout(next, pace);
  };
  const play = async () => {
    playing = true;
    toggle.textContent = labels.pause;
    toggle.setAttribute("aria-pressed", "true");
    part("step").setAttribute("aria-live", "off"); // too fast to be read aloud
    if (wanted >= last) await go(1);
    timer = window.setTimeout(next, Math.min(pace, 400));
  };
  const halt = () => {
    if (playing) stop();
  };

  // ---------- hands on ----------
  root.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const address = link.getAttribute("href") ?? "";
    const number = address.startsWith(base) && /^(\d+)\/$/.exec(address.slice(base.length))?.[1];
    if (!number) return;
    event.preventDefault();
    halt();
    if (!sheet.contains(link)) go(Number(number));
  });

  let dragging = false;
  sheet.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault(); // the links below are not to take the focus
    thumb.focus({ preventScroll: true });
    dragging = true;
    sheet.setPointerCapture(event.pointerId);
    halt();
    go(nearest(event.clientX));
  });
  sheet.addEventListener("pointermove", (event) => {
    if (dragging) go(nearest(event.clientX));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    sheet.addEventListener(end, () => {
      dragging = false;
    });
  }
  sheet.addEventListener("dragstart", (event) => event.preventDefault());

  // A finger that sweeps over the board turns the steps like pages.
  /** @type {{ x: number, y: number } | null} */
  let touched = null;
  part("board").addEventListener("pointerdown", (event) => {
    touched =
      event.pointerType === "touch" && event.isPrimary
        ? { x: event.clientX, y: event.clientY }
        : null;
  });
  part("board").addEventListener("pointerup", (event) => {
    if (!touched || !event.isPrimary || part("board").classList.contains("large")) return;
    const [across, down] = [event.clientX - touched.x, event.clientY - touched.y];
    touched = null;
    if (Math.abs(across) < 40 || Math.abs(across) < 2 * Math.abs(down)) return;
    halt();
    go(across < 0 ? stops(wanted).forward : stops(wanted).back);
  });

  /**
   * Where each key leads.
   * @param {KeyboardEvent} event
   * @returns {Record<string, number | undefined>}
   */
  const keys = (event) => {
    const to = stops(wanted);
    const onThumb = event.target === thumb;
    return {
      ArrowLeft: event.shiftKey ? to.turn_back : to.back,
      ArrowRight: event.shiftKey ? to.turn_forward : to.forward,
      ArrowUp: onThumb ? to.turn_forward : to.turn_back, // up is more on a slider, back in a list
      ArrowDown: onThumb ? to.turn_back : to.turn_forward,
      Home: to.first,
      End: to.last,
      m: to.mine_forward,
      M: to.mine_back,
    };
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!(event.target instanceof Element)) return;
    if (event.target.closest("input:not([type=checkbox]), select, textarea")) return;
    if (event.key === " ") {
      if (event.target.closest("button, a[href], summary, input")) return;
      event.preventDefault();
      if (playing) stop();
      else play();
      return;
    }
    const to = keys(event)[event.key];
    const scrolls = event.target === part("log") || event.target.closest(".board-frame.large");
    if (to === undefined || (scrolls && event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    halt();
    go(to);
  });

  toggle.addEventListener("click", () => {
    if (playing) stop();
    else play();
  });
  speed.addEventListener("change", () => {
    pace = Number(speed.value);
  });
  large.addEventListener("change", () => {
    part("board").classList.toggle("large", large.checked);
    part("board").classList.toggle("whole", !large.checked);
    centre();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) halt();
  });

  part("play").hidden = false;
  part("keys").hidden = !window.matchMedia("(hover: hover)").matches;
  thumb.hidden = false;
  pace = Number(speed.value);
  root.classList.add("live");
  mark(shown);
  if (shown < last) load(shown + 1).catch(() => {});
})();
