// Asks whether the table has changed: loads the page again when the game has moved on, and tells
// talk.js when something was said.  Nothing depends on it: without JavaScript the page refreshes
// itself by <meta>, and a reload by hand does the same.
"use strict";
(() => {
  /** @type {HTMLElement | null} */
  const watched = document.querySelector("[data-watch]");
  if (!watched) return;
  const { watch = "", version } = watched.dataset;
  const quick = watched.dataset.quick === "yes";
  const reloads = watched.dataset.reload !== "no";
  const talks = document.getElementById("talk") !== null;
  const started = Date.now();
  const giveUpAfter = 30 * 60 * 1000;

  const pause = () => {
    const age = Date.now() - started;
    if (!reloads) return age < 120000 ? 6000 : 12000;
    if (quick && age < 20000) return 700;
    return age < 120000 ? 3000 : 12000;
  };

  const typing = () => document.activeElement?.matches("input, textarea, select") ?? false;

  const check = async () => {
    if (Date.now() - started > giveUpAfter) return;
    if (!document.hidden && (talks || !typing())) {
      try {
        const response = await fetch(watch, {
          headers: { Accept: "application/json" },
          cache: "no-store",
        });
        if (response.ok) {
          /** @type {TableMark} */
          const mark = await response.json();
          if (reloads && mark.version !== version && !typing()) {
            window.location.reload();
            return;
          }
          document.dispatchEvent(new CustomEvent("table:mark", { detail: mark }));
        }
      } catch {
        // The network is away; the next check may succeed.
      }
    }
    window.setTimeout(check, pause());
  };
  window.setTimeout(check, pause());
})();
