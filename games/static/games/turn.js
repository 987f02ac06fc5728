// A turn without loading the page again: each link and form of the draft is fetched by htmx and the
// table is put in place.  Nothing depends on it: without JavaScript the same links lead to the same
// pages.  Owns also the draft kept while one is away, and orders read while they are typed.
"use strict";
(() => {
  const sitting = document.getElementById("sitting");
  const announcer = document.getElementById("announcer");
  if (!sitting || !window.htmx) return;

  let cause = null; // what asked for the table that comes next

  const here = (address) => {
    const url = new URL(address, location.href);
    const table = `/games/${sitting.dataset.game}/`;
    return (
      url.origin === location.origin &&
      (url.pathname === table || url.pathname === `${table}draft/`)
    );
  };

  const fetchTable = (address, what, source) => {
    cause = what;
    return window.htmx.ajax("GET", address, {
      source: source || sitting,
      target: sitting,
      swap: "innerHTML",
    });
  };

  // ---------- links and forms ----------
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || !sitting.contains(link) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const href = link.getAttribute("href");
    if (href.startsWith("#") || !here(href)) return;
    event.preventDefault();
    fetchTable(href, { onBoard: Boolean(link.closest("svg")), byKey: event.detail === 0 });
  });

  const sent = (form, button) => {
    const fields = new URLSearchParams(new FormData(form));
    if (button?.name) fields.append(button.name, button.value);
    return `${form.getAttribute("action")}?${fields}`;
  };

  sitting.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "get" || !here(form.action)) return;
    event.preventDefault();
    fetchTable(sent(form, event.submitter), { byKey: event.submitter?.matches(":focus-visible") });
  });

  // Guards ticked and cards given show their price at once.
  sitting.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-live]");
    if (!form) return;
    const look = form.querySelector("[value=look]");
    fetchTable(sent(form, look), {
      again: `[name="${event.target.name}"][value="${event.target.value}"]`,
    });
  });

  // ---------- orders that are being typed ----------
  let pause = 0;
  const read = (area) => {
    const lines = area.value
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .join("; ");
    const query = lines ? `?${new URLSearchParams({ draft: lines })}` : "";
    fetchTable(area.dataset.live + query, { typing: true }, area);
  };
  sitting.addEventListener("input", (event) => {
    if (event.target.id !== "typed" || event.isComposing) return;
    window.clearTimeout(pause);
    pause = window.setTimeout(() => read(event.target), 450);
  });

  // ---------- the swap ----------
  let before = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const answer = event.detail.xhr;
    if (!answer.responseText.includes('id="turn"') || answer.status >= 500) {
      // Not this turn any more, or signed out: the whole page says what is the matter.
      event.detail.shouldSwap = false;
      location.assign(
        here(answer.responseURL) ? `/games/${sitting.dataset.game}/` : answer.responseURL,
      );
      return;
    }
    const area = document.getElementById("typed");
    before = {
      open: [...sitting.querySelectorAll("details[id][open]:not(#since)")].map((one) => one.id),
      typed: cause?.typing && area ? [area.value, area.selectionStart, area.selectionEnd] : null,
    };
    document.dispatchEvent(new CustomEvent("table:leave"));
  });

  const settle = () => {
    for (const id of before?.open || []) document.getElementById(id)?.setAttribute("open", "");
    const area = document.getElementById("typed");
    if (before?.typed && area) {
      const [text, from, to] = before.typed;
      area.value = text;
      area.focus({ preventScroll: true });
      area.setSelectionRange(from, to);
    }
    document.dispatchEvent(new CustomEvent("table:come", { detail: cause || {} }));
    if (!cause?.typing) focus(cause || {});
    keep();
    say();
    cause = before = null;
  };
  document.addEventListener("htmx:afterSwap", settle);
  document.addEventListener("htmx:historyRestore", settle);

  const heading = () =>
    document.getElementById("composer") || document.getElementById("draft-title");
  const focus = (why) => {
    const same = why.again && sitting.querySelector(`form[data-live] ${why.again}`);
    const next = why.onBoard && why.byKey && sitting.querySelector("#board svg a");
    (same || next || heading())?.focus({ preventScroll: true });
    if (!same) heading()?.scrollIntoView({ block: "nearest" });
  };
  const say = () => {
    const turn = document.getElementById("turn");
    const fault = document.getElementById("typed-fault");
    const parts = [turn?.dataset.say, fault?.textContent.trim(), heading()?.textContent.trim()];
    announcer.textContent = parts.filter(Boolean).join(" ");
  };

  // ---------- a draft one has left is there again ----------
  const shelf = `alexandros.draft.${sitting.dataset.game}`;
  const keep = () => {
    const turn = document.getElementById("turn");
    try {
      if (turn?.dataset.draft) {
        localStorage.setItem(
          shelf,
          JSON.stringify({ at: turn.dataset.stamp, draft: turn.dataset.draft }),
        );
      } else {
        localStorage.removeItem(shelf);
      }
    } catch {
      // A browser that keeps nothing: the draft is in the address all the same.
    }
  };
  const recall = () => {
    const turn = document.getElementById("turn");
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(shelf) || "null");
    } catch {
      kept = null;
    }
    const bare = !location.search && turn && !turn.dataset.draft;
    if (bare && kept?.draft && kept.at === turn.dataset.stamp) {
      fetchTable(
        `${location.pathname}?${new URLSearchParams({ draft: kept.draft, kept: "yes" })}`,
        {},
      );
    } else {
      keep();
    }
  };

  // ---------- keys ----------
  const keys = document.getElementById("keys");
  const switched = document.getElementById("keys-on");
  const choice = "alexandros.keys";
  try {
    if (switched) switched.checked = localStorage.getItem(choice) !== "off";
    switched?.addEventListener("change", () =>
      localStorage.setItem(choice, switched.checked ? "on" : "off"),
    );
  } catch {
    // They stay on.
  }
  const act = (key) => {
    if (key === "?") return keys?.showModal() ?? true;
    if (key === "m") return document.querySelector(".board-frame")?.focus() ?? true;
    if (key === "t") {
      const typing = document.getElementById("typing");
      typing?.setAttribute("open", "");
      return document.getElementById("typed")?.focus() ?? true;
    }
    const found = sitting.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
    found?.click();
    return Boolean(found);
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || keys?.open)
      return;
    if (event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select")) return;
    if (switched && !switched.checked && event.key !== "?") return;
    if (act(event.key) !== false) event.preventDefault();
  });

  sitting.addEventListener("click", (event) => {
    if (event.target.closest("#keys-open")) keys?.showModal();
  });

  sitting.classList.add("with-keys");
  recall();
})();
