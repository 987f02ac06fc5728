// Asks whether the table has changed: loads the page again when the game has moved on, and tells
// talk.js when something was said.  A page that need not be loaded again (data-reload="no") asks
// only when somebody comes back to it.  Nothing depends on this script: without JavaScript the page
// refreshes itself by <meta>, and a reload by hand does the same.  How often it asks is in
// docs/running.md, and a test counts.
"use strict";
(() => {
  /** @type {HTMLElement | null} */
  const watched = document.querySelector("[data-watch]");
  if (!watched) return;
  const { watch = "", version } = watched.dataset;
  const quick = watched.dataset.quick === "yes";
  const reloads = watched.dataset.reload !== "no";
  const talks = document.getElementById("talk") !== null;
  const giveUpAfter = 30 * 60 * 1000; // of being looked at; then only when somebody comes back
  let looked = 0; // milliseconds for which the page was visible before ...
  let since = Date.now(); // ... it last became visible
  let asked = Date.now();
  let timer = 0;

  const age = () => looked + (document.hidden ? 0 : Date.now() - since);

  const pause = () => {
    if (quick && age() < 20000) return 700;
    return age() < 120000 ? 3000 : 12000;
  };

  const typing = () => document.activeElement?.matches("input, textarea, select") ?? false;

  // Whoever looks at the table sees where to go on; whoever reads further down is left there.
  const reload = () => {
    const seen = document.elementFromPoint(window.innerWidth / 2, window.innerHeight * 0.7);
    if (seen?.closest(".right, .on-board, .players")) history.scrollRestoration = "manual";
    window.location.reload();
  };

  const ask = async () => {
    asked = Date.now();
    try {
      const response = await fetch(watch, {
        headers: { Accept: "application/json" },
        cache: "no-store",
      });
      if (!response.ok) return;
      /** @type {TableMark} */
      const answer = await response.json();
      if (reloads && answer.version !== version && !typing()) {
        reload();
        return;
      }
      window.dispatchEvent(new CustomEvent("waiting", { detail: answer.waiting }));
      document.dispatchEvent(new CustomEvent("table:mark", { detail: answer }));
    } catch {
      // The network is away; the next check may succeed.
    }
  };

  const check = async () => {
    window.clearTimeout(timer);
    if (document.hidden) return;
    if (talks || !typing()) await ask();
    plan();
  };

  const plan = () => {
    window.clearTimeout(timer);
    if (reloads && !document.hidden && age() < giveUpAfter)
      timer = window.setTimeout(check, pause());
  };

  /** Asks at once, unless it has just asked. */
  const hurry = () => {
    if (Date.now() - asked >= pause()) check();
    else plan();
  };

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      looked += Date.now() - since;
      window.clearTimeout(timer);
    } else {
      since = Date.now();
      hurry();
    }
  });
  window.addEventListener("news", hurry);
  plan();
})();
