// A turn without loading the page again: each link and form of the draft is fetched by htmx and the
// table is put in place.  Nothing depends on it: without JavaScript the same links lead to the same
// pages.  Owns also the draft kept while one is away, and orders read while they are typed.
"use strict";
(() => {
  /**
   * What asked for a table: where the focus and the words go when it has come depends on it.
   * @typedef {object} Cause
   * @property {boolean} [onBoard] a link in the picture of the board
   * @property {boolean} [byKey] the keyboard rather than a pointer
   * @property {boolean} [typing] orders that are being typed
   * @property {string} [again] the selector of the field that was changed, or of what was tapped
   * @property {boolean} [stays] whether that stays where it stands in the window
   */
  /**
   * What the table that is replaced hands on to the next one.
   * @typedef {object} Kept
   * @property {number} at how far the page was scrolled
   * @property {string[]} open the ids of the sections that were unfolded
   * @property {[text: string, from: number, to: number] | null} typed the orders and the selection
   */

  const gamePage = document.getElementById("game-page");
  const announcer = document.getElementById("announcer");
  const { htmx } = window;
  if (!gamePage || !announcer || !htmx) return;

  // The page of this turn; its drafts are below it.
  const table = gamePage.dataset.path ?? `/games/${gamePage.dataset.game}/`;

  /** @type {Cause | null} */
  let cause = null; // what asked for the table that comes next

  /**
   * Whether an address is this turn's page or a draft of it.
   * @param {string} address
   */
  const here = (address) => {
    const url = new URL(address, location.href);
    return (
      url.origin === location.origin &&
      (url.pathname === table || url.pathname.startsWith(`${table}draft/`))
    );
  };

  /**
   * @param {string} address
   * @param {Cause} what
   * @param {Element} source the element that asks
   */
  const fetchTable = (address, what, source = gamePage) => {
    cause = what;
    return htmx.ajax("GET", address, {
      source,
      target: gamePage,
      swap: "innerHTML",
    });
  };

  // ---------- links and forms ----------
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[href]");
    if (!link || !gamePage.contains(link) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const href = link.getAttribute("href") ?? "";
    if (href.startsWith("#") || !here(href)) return;
    event.preventDefault();
    // What is tapped again and again stays where it is under the finger.
    const tapped = link.closest("[data-stays][id]");
    const { hash } = new URL(href, location.href);
    fetchTable(href.replace(hash, ""), {
      onBoard: Boolean(link.closest("svg")),
      byKey: event.detail === 0,
      again: tapped ? `#${CSS.escape(tapped.id)}` : hash || undefined,
      stays: Boolean(tapped),
    });
  });

  /**
   * The address that a form sent by this button leads to.
   * @param {HTMLFormElement} form
   * @param {Element | null} button
   */
  const sent = (form, button) => {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) fields.append(name, String(value));
    if (button instanceof HTMLButtonElement && button.name)
      fields.append(button.name, button.value);
    return `${form.getAttribute("action")}?${fields}`;
  };

  gamePage.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== "get" || !here(form.action)) return;
    event.preventDefault();
    fetchTable(sent(form, event.submitter), { byKey: event.submitter?.matches(":focus-visible") });
  });

  // A form that asks for it shows at once what its fields would do.
  gamePage.addEventListener("change", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
    if (!field.form?.matches("[data-live]")) return;
    const look = field.form.querySelector("[value=look]");
    fetchTable(sent(field.form, look), {
      again: `form[data-live] [name="${field.name}"][value="${field.value}"]`,
    });
  });

  // ---------- orders that are being typed ----------
  const typed = () => {
    const area = document.getElementById("typed");
    return area instanceof HTMLTextAreaElement ? area : null;
  };
  let pause = 0;
  /** @param {HTMLTextAreaElement} area */
  const read = (area) => {
    const lines = area.value
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .join("; ");
    const address = new URL(area.dataset.live ?? table, location.href);
    if (lines) address.searchParams.set("draft", lines);
    const what = { typing: true, again: "#typed", stays: true };
    fetchTable(`${address.pathname}${address.search}`, what, area);
  };
  gamePage.addEventListener("input", (event) => {
    const area = typed();
    if (!area || event.target !== area) return;
    if (event instanceof InputEvent && event.isComposing) return;
    window.clearTimeout(pause);
    pause = window.setTimeout(() => read(area), 450);
  });

  // ---------- the swap ----------
  /** @type {Kept | null} */
  let before = null;
  /** @type {Element | null} */
  let focused = null;
  let at = 0; // how far the page was scrolled before a part of it was replaced
  /** @type {number | undefined} */
  let stood; // where in the window what stays there stood before the swap
  /** @param {Element | null | undefined} element */
  const top = (element) => element?.getBoundingClientRect().top;
  /** @param {Element | null | undefined} element */
  const hold = (element) => {
    const now = top(element);
    if (stood !== undefined && now !== undefined) window.scrollBy(0, now - stood);
  };
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!(event instanceof CustomEvent)) return;
    /** @type {XMLHttpRequest} */
    const response = event.detail.xhr;
    const { target } = event.detail;
    if (target !== gamePage) {
      // A part that has waited for something: whatever is round it is left alone.
      event.detail.shouldSwap = response.responseText.includes(`id="${target.id}"`);
      focused = document.activeElement;
      at = window.scrollY;
      stood = gamePage.contains(focused) ? top(focused) : undefined;
      return;
    }
    if (!response.responseText.includes('id="turn"') || response.status >= 500) {
      // Not this turn any more, or signed out: the whole page says what is the matter.
      event.detail.shouldSwap = false;
      const signedOut = response.responseText.includes('id="signed-out"'); // keeps the draft
      const moved = here(response.responseURL) && !signedOut;
      location.assign(moved ? table : response.responseURL);
      return;
    }
    const area = typed();
    before = {
      at: window.scrollY,
      open: [...gamePage.querySelectorAll("details[id][open]")].map((one) => one.id),
      typed: cause?.typing && area ? [area.value, area.selectionStart, area.selectionEnd] : null,
    };
    stood = cause?.stays && cause.again ? top(gamePage.querySelector(cause.again)) : undefined;
    document.dispatchEvent(new CustomEvent("table:leave"));
  });

  const settle = () => {
    // The browser takes the new table, inserted before the old one, for a reason to scroll.
    if (before) window.scrollTo(0, before.at);
    for (const id of before?.open || []) document.getElementById(id)?.setAttribute("open", "");
    const area = typed();
    if (before?.typed && area) {
      const [text, from, to] = before.typed;
      area.value = text;
      area.focus({ preventScroll: true });
      area.setSelectionRange(from, to);
    }
    document.dispatchEvent(new CustomEvent("table:come", { detail: cause || {} }));
    if (!cause?.typing) focus(cause || {});
    fold();
    if (cause?.again) hold(gamePage.querySelector(cause.again));
    keep();
    announce();
    cause = before = null;
  };
  /** @param {HTMLElement} part */
  const settlePart = (part) => {
    window.scrollTo(0, at);
    if (focused?.isConnected) hold(focused);
    else part.querySelector("a")?.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("table:part"));
    announcer.textContent = part.textContent.trim();
  };
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!(event instanceof CustomEvent)) return;
    const { target } = event.detail; // none for the Back button
    const part = target && target !== gamePage && document.getElementById(target.id);
    if (part) settlePart(part);
    else settle();
  });
  document.addEventListener("htmx:historyRestore", settle);

  const heading = () =>
    document.getElementById("composer") || document.getElementById("draft-title");
  const begin = () => {
    const first = gamePage.querySelector("#guide[open]") || heading();
    first?.scrollIntoView({ block: "nearest" });
  };
  /** @param {Cause} why */
  const focus = (why) => {
    /** @type {HTMLElement | null | undefined} */
    const same = why.again ? gamePage.querySelector(why.again) : null;
    /** @type {SVGElement | null} */
    const next = why.onBoard && why.byKey ? gamePage.querySelector("#board svg a") : null;
    /** @type {HTMLElement | null | undefined} */
    const within = same?.querySelector("a, button");
    (within || same || next || heading())?.focus({ preventScroll: true });
    if (!same) begin();
    else if (!why.stays) same.scrollIntoView({ block: "nearest" });
  };
  const announce = () => {
    const turn = document.getElementById("turn");
    const fault = document.getElementById("typed-fault");
    const parts = [
      turn?.dataset.announcement,
      fault?.textContent.trim(),
      heading()?.textContent.trim(),
    ];
    announcer.textContent = parts.filter(Boolean).join(" ");
  };

  // ---------- a draft one has left is there again ----------
  const { site } = document.documentElement.dataset;
  const shelf = `${site}.draft.${gamePage.dataset.game}`;
  const keep = () => {
    if (!gamePage.dataset.game) return; // a page that is no turn of a game
    const turn = document.getElementById("turn");
    try {
      if (turn?.dataset.draft) {
        localStorage.setItem(
          shelf,
          JSON.stringify({ at: turn.dataset.key, draft: turn.dataset.draft }),
        );
      } else {
        localStorage.removeItem(shelf);
      }
    } catch {
      // A browser that keeps nothing: the draft is in the address all the same.
    }
  };
  const recall = () => {
    if (!gamePage.dataset.game) return;
    const turn = document.getElementById("turn");
    /** @type {{ at?: string, draft?: string } | null} */
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(shelf) || "null");
    } catch {
      kept = null;
    }
    const bare = !location.search && turn && !turn.dataset.draft;
    if (bare && kept?.draft && kept.at === turn.dataset.key) {
      fetchTable(
        `${location.pathname}?${new URLSearchParams({ draft: kept.draft, kept: "yes" })}`,
        {},
      );
    } else {
      keep();
    }
  };

  // ---------- the guide stays folded once somebody has folded it ----------
  const folding = `${site}.guide`;
  const fold = () => {
    /** @type {HTMLElement | null} */
    const guide = document.querySelector("[data-folds]");
    try {
      if (guide && localStorage.getItem(folding) === guide.dataset.folds)
        guide.removeAttribute("open");
    } catch {
      // It stays open.
    }
  };
  gamePage.addEventListener(
    "toggle",
    (event) => {
      const guide = event.target;
      if (!(guide instanceof HTMLDetailsElement) || !guide.matches("[data-folds]")) return;
      try {
        localStorage.setItem(folding, guide.open ? "" : (guide.dataset.folds ?? ""));
      } catch {
        // It is open again on the next page.
      }
    },
    true,
  );

  // ---------- keys ----------
  /** @type {HTMLDialogElement | null} */
  const keys = document.querySelector("dialog#keys");
  /** @type {HTMLInputElement | null} */
  const switched = document.querySelector("input#keys-on");
  const choice = `${site}.keys`;
  try {
    if (switched) switched.checked = localStorage.getItem(choice) !== "off";
    switched?.addEventListener("change", () =>
      localStorage.setItem(choice, switched.checked ? "on" : "off"),
    );
  } catch {
    // They stay on.
  }
  /**
   * Does what a key stands for; returns whether it stands for anything.
   * @param {string} key
   */
  const act = (key) => {
    if (key === "?") {
      keys?.showModal();
      return true;
    }
    if (key === "m") {
      /** @type {HTMLElement | null} */
      const frame = document.querySelector(".board-frame");
      frame?.focus();
      return true;
    }
    if (key === "t") {
      document.getElementById("typing")?.setAttribute("open", "");
      typed()?.focus();
      return true;
    }
    /** @type {HTMLElement | null} */
    const found = gamePage.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
    found?.click();
    return Boolean(found);
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || keys?.open) return;
    if (event.key === "Enter" && event.target === document.getElementById("draft-title")) {
      act("c"); // the focus is on a draft to which nothing is missing
      return;
    }
    if (event.key.length !== 1) return;
    const field = "input:not([type=radio], [type=checkbox]), textarea, select";
    if (event.target instanceof Element && event.target.closest(field)) return;
    if (switched && !switched.checked && event.key !== "?") return;
    if (act(event.key)) event.preventDefault();
  });

  gamePage.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("#keys-open")) keys?.showModal();
  });

  gamePage.classList.add("with-keys");
  fold();
  recall();
  // watch.js has loaded the page again for somebody who looks at the table: it begins with what came
  // of their orders.
  window.addEventListener("load", () => {
    if (history.scrollRestoration !== "manual") return;
    const done = document.querySelector("#done:not([hidden])");
    if (done) done.scrollIntoView();
    else begin();
    window.setTimeout(() => {
      history.scrollRestoration = "auto"; // not before the browser would have gone back
    });
  });
})();
