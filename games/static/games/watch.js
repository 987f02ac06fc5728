// Hears from the site when the table has changed: loads the page again when the game has moved on,
// and tells talk.js when something was said.  Only a page that somebody looks at listens, and not
// for longer than docs/running.md says.  Nothing depends on this script: without JavaScript the page
// refreshes itself by <meta>, and a reload by hand does the same.
"use strict";
(() => {
  /** @type {HTMLElement | null} */
  const watched = document.querySelector("[data-watch]");
  if (!watched) return;
  const { watch = "", version } = watched.dataset;
  const reloads = watched.dataset.reload !== "no";
  const giveUpAfter = 30 * 60 * 1000; // then only when somebody comes back
  const refusedFor = 30 * 1000;
  /** @type {EventSource | null} */
  let stream = null;
  let giveUp = 0;
  let retry = 0;
  let outdated = false;

  /** @type {HTMLElement | null} */
  const notice = document.querySelector(".outdated");
  // Whoever clicks there types no more, which loads the page again.
  const typing = () => document.activeElement?.matches("input, textarea, select") ?? false;

  // Whoever looks at the table sees where to go on; whoever reads further down is left there.
  const reload = () => {
    const seen = document.elementFromPoint(window.innerWidth / 2, window.innerHeight * 0.7);
    if (seen?.closest(".right, .on-board, .players")) history.scrollRestoration = "manual";
    window.location.reload();
  };

  /** @param {MessageEvent<string>} event */
  const hear = (event) => {
    /** @type {TableMark} */
    const mark = JSON.parse(event.data);
    outdated = reloads && mark.version !== version;
    if (outdated && !typing()) {
      reload();
      return;
    }
    if (notice) notice.hidden = !outdated;
    window.dispatchEvent(new CustomEvent("waiting", { detail: mark.waiting }));
    document.dispatchEvent(new CustomEvent("table:mark", { detail: mark }));
  };

  const close = () => {
    window.clearTimeout(giveUp);
    window.clearTimeout(retry);
    stream?.close();
    stream = null;
  };

  /** Listens from now on; the site first says how things are. */
  const open = () => {
    close();
    if (document.hidden) return;
    giveUp = window.setTimeout(close, giveUpAfter);
    stream = new EventSource(watch);
    stream.onmessage = hear;
    // The browser connects again by itself, unless the answer was a refusal.
    stream.onerror = () => {
      if (stream?.readyState === EventSource.CLOSED) retry = window.setTimeout(open, refusedFor);
    };
  };

  document.addEventListener("visibilitychange", open);
  document.addEventListener("focusout", () => {
    window.setTimeout(() => {
      if (outdated && !typing()) reload();
    });
  });
  window.addEventListener("news", () => {
    if (!stream) open();
  });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  open();
})();
