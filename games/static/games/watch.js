// Loads the page again when the game has moved on.  Nothing depends on it: without JavaScript the
// page refreshes itself by <meta>, and a reload by hand does the same.
"use strict";
(() => {
  /** @type {HTMLElement | null} */
  const watched = document.querySelector("[data-watch]");
  if (!watched) return;
  const { watch = "", mark } = watched.dataset;
  const quick = watched.dataset.quick === "yes";
  const started = Date.now();
  const giveUpAfter = 30 * 60 * 1000;

  const pause = () => {
    const age = Date.now() - started;
    if (quick && age < 20000) return 700;
    return age < 120000 ? 3000 : 12000;
  };

  const typing = () => document.activeElement?.matches("input, textarea, select") ?? false;

  const look = async () => {
    if (Date.now() - started > giveUpAfter) return;
    if (!document.hidden && !typing()) {
      try {
        const answer = await fetch(watch, {
          headers: { Accept: "application/json" },
          cache: "no-store",
        });
        if (answer.ok && (await answer.json()).mark !== mark) {
          window.location.reload();
          return;
        }
      } catch {
        // The network is away; the next look may succeed.
      }
    }
    window.setTimeout(look, pause());
  };
  window.setTimeout(look, pause());
})();
