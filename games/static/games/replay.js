// The replay without loading pages: steps, keys, the chart as a slider, playing by itself.
// Every step is a link as well, so that without JavaScript nothing is missing but the playing.
"use strict";
(() => {
  const root = document.querySelector("[data-replay]");
  if (!root) return;
  const base = root.dataset.replay;
  const part = (name) => document.getElementById(`replay-${name}`);
  const own = root.dataset.seat;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const rows = [...part("log").querySelectorAll("[data-number]")].map((item) => ({
    item,
    link: item.querySelector("a"),
    turn: Number(item.dataset.turn),
    mine: item.dataset.seat === own,
  }));
  const last = rows.length;
  let shown = Number(root.dataset.number);
  let wanted = shown;

  // ---------- where one can go ----------
  const starts = rows
    .map((_, i) => i + 1)
    .filter((n) => n === 1 || (rows[n - 1].turn > 0 && rows[n - 1].turn !== rows[n - 2].turn));
  const mine = starts.slice(1).filter((start) => rows[start - 1].mine);
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

  // ---------- the chart ----------
  const sheet = part("chart").querySelector(".chart-sheet");
  const chart = sheet.querySelector("svg");
  const thumb = part("thumb");
  const width = chart.viewBox.baseVal.width;
  const columns = [...chart.querySelectorAll(".ax-turns a")].map((link) => {
    const [, x, broad] = /^M([\d.]+) \d+h([\d.]+)/.exec(
      link.querySelector("path").getAttribute("d"),
    );
    link.setAttribute("tabindex", "-1"); // the thumb does the same with fewer stops
    return { x: Number(x), broad: Number(broad) };
  });
  const inTurn = new Map();
  const places = rows
    .map(({ turn }) => {
      const column = Math.max(turn, 1);
      inTurn.set(column, (inTurn.get(column) ?? 0) + 1);
      return { column, nth: inTurn.get(column) };
    })
    .map(({ column, nth }) => {
      const { x, broad } = columns[column - 1];
      return x + (broad * nth) / inTurn.get(column);
    });
  const nearest = (clientX) => {
    const box = chart.getBoundingClientRect();
    const x = ((clientX - box.left) * width) / box.width;
    let best = 0;
    places.forEach((place, i) => {
      if (Math.abs(place - x) < Math.abs(places[best] - x)) best = i;
    });
    return best + 1;
  };

  const point = (n) => {
    const x = places[n - 1];
    for (const line of chart.querySelectorAll(".ax-later, .ax-now, .ax-grip")) {
      line.setAttribute("d", line.getAttribute("d").replace(/^M[\d.]+/, `M${x.toFixed(1)}`));
    }
    thumb.style.left = `${(100 * x) / width}%`;
    thumb.setAttribute("aria-valuenow", n);
    thumb.setAttribute("aria-valuetext", `Position ${n}, turn ${Math.max(rows[n - 1].turn, 1)}`);
  };

  // ---------- what the page shows at once ----------
  let told = 0;
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
    for (const link of root.querySelectorAll("[data-go]")) offer(link, to[link.dataset.go]);
    point(n);
    document.getElementById("turn-number").value = Math.max(rows[n - 1].turn, 1);
    const link = part("link");
    if (link) link.value = `${link.dataset.base}${n}/`;
    if (part("ending")) part("ending").value = n;
    window.clearTimeout(told); // browsers dislike an address that changes a hundred times
    told = window.setTimeout(() => window.history.replaceState(null, "", `${base}${n}/`), 200);
  };

  // ---------- fetching steps ----------
  const kept = new Map();
  const load = (n) => {
    if (!kept.has(n)) {
      if (kept.size > 60) kept.delete(kept.keys().next().value);
      kept.set(
        n,
        fetch(`${base}${n}/step.json`).then((answer) => {
          if (!answer.ok || answer.redirected) throw new Error(`step ${n}: ${answer.status}`);
          return answer.json();
        }),
      );
      kept.get(n).catch(() => kept.delete(n));
    }
    return kept.get(n);
  };

  // ---------- showing a step ----------
  let pace = 1500;
  const centre = () => {
    const frame = part("board");
    const figure = frame.querySelector(".ax-alexander");
    if (!figure || !frame.classList.contains("large")) return;
    const box = figure.getBoundingClientRect();
    const around = frame.getBoundingClientRect();
    frame.scrollLeft += box.left + box.width / 2 - around.left - frame.clientWidth / 2;
    frame.scrollTop += box.top + box.height / 2 - around.top - frame.clientHeight / 2;
  };

  const paint = (step) => {
    const before = part("board").querySelector("svg");
    const open = [...part("table").querySelectorAll("details")].map((details) => details.open);
    for (const [name, html] of Object.entries(step.parts)) part(name).innerHTML = html;
    part("table")
      .querySelectorAll("details")
      .forEach((details, i) => {
        details.open = open[i] ?? false;
      });
    part("place").textContent = step.place.trim();
    document.title = `${step.title} · Alexandros`;
    if (step.number === shown + 1 && !still.matches) {
      window.alexandrosMotion(before, part("board").querySelector("svg"), pace);
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

  const go = (n) => {
    if (!n || n === wanted) return Promise.resolve();
    wanted = n;
    mark(n);
    return settle();
  };

  // ---------- playing ----------
  const toggle = part("toggle");
  let playing = false;
  let timer = 0;
  const stop = () => {
    playing = false;
    window.clearTimeout(timer);
    toggle.textContent = "Play";
    toggle.setAttribute("aria-pressed", "false");
    part("said").removeAttribute("aria-live");
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
    toggle.textContent = "Pause";
    toggle.setAttribute("aria-pressed", "true");
    part("said").setAttribute("aria-live", "off"); // too fast to be read aloud
    if (wanted >= last) await go(1);
    timer = window.setTimeout(next, Math.min(pace, 400));
  };
  const halt = () => {
    if (playing) stop();
  };

  // ---------- hands on ----------
  root.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const address = link.getAttribute("href") ?? "";
    const found = address.startsWith(base) && /^(\d+)\/$/.exec(address.slice(base.length));
    if (!found) return;
    event.preventDefault();
    halt();
    if (!sheet.contains(link)) go(Number(found[1]));
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
  for (const end of ["pointerup", "pointercancel"])
    sheet.addEventListener(end, () => {
      dragging = false;
    });
  sheet.addEventListener("dragstart", (event) => event.preventDefault());

  // A finger that sweeps over the board turns the steps like pages.
  let touched = null;
  part("board").addEventListener("pointerdown", (event) => {
    touched =
      event.pointerType === "touch" && event.isPrimary
        ? { x: event.clientX, y: event.clientY }
        : null;
  });
  part("board").addEventListener("pointerup", (event) => {
    if (!touched || !event.isPrimary || event.currentTarget.classList.contains("large")) return;
    const [across, down] = [event.clientX - touched.x, event.clientY - touched.y];
    touched = null;
    if (Math.abs(across) < 40 || Math.abs(across) < 2 * Math.abs(down)) return;
    halt();
    go(across < 0 ? stops(wanted).forward : stops(wanted).back);
  });

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
  part("speed").addEventListener("change", (event) => {
    pace = Number(event.target.value);
  });
  part("large").addEventListener("change", (event) => {
    part("board").classList.toggle("large", event.target.checked);
    part("board").classList.toggle("whole", !event.target.checked);
    centre();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) halt();
  });

  part("play").hidden = false;
  part("keys").hidden = !window.matchMedia("(hover: hover)").matches;
  thumb.hidden = false;
  pace = Number(part("speed").value);
  root.classList.add("live");
  mark(shown);
  if (shown < last) load(shown + 1).catch(() => {});
})();
