// Talking without loading the page again: messages and notes are sent in the background, and new
// messages appear when watch.js hears of them.  Keeps what somebody is writing while the page is
// loaded again.  Nothing depends on it: without JavaScript the same forms load the page.
"use strict";
(() => {
  const panel = document.getElementById("talk");
  const site = document.documentElement.dataset.site ?? "";

  // ---------- what is being written is kept ----------
  /** @param {HTMLTextAreaElement} area */
  const shelf = (area) => `${site}.talk.${area.form?.getAttribute("action")}.${area.id}`;
  /** @param {HTMLTextAreaElement} area */
  const keep = (area) => {
    try {
      if (area.value) sessionStorage.setItem(shelf(area), area.value);
      else sessionStorage.removeItem(shelf(area));
    } catch {
      // A browser that keeps nothing.
    }
  };
  /** @param {ParentNode} within */
  const recall = (within) => {
    /** @type {NodeListOf<HTMLTextAreaElement>} */
    const areas = within.querySelectorAll("textarea[data-keep]");
    for (const area of areas) {
      try {
        if (!area.value) area.value = sessionStorage.getItem(shelf(area)) ?? "";
      } catch {
        return;
      }
    }
  };
  document.addEventListener("input", (event) => {
    const area = event.target;
    if (area instanceof HTMLTextAreaElement && area.matches("[data-keep]")) keep(area);
  });

  // ---------- new messages ----------
  /**
   * Puts the messages of a conversation in their place; those that are the same stay as they are.
   * @param {HTMLElement} conversation
   * @param {string} html
   */
  const show = (conversation, html) => {
    const holder = conversation.querySelector(".messages");
    const before = holder?.querySelector("ol");
    if (!holder || !before) return;
    const sheet = document.createElement("template");
    sheet.innerHTML = html;
    const after = sheet.content.querySelector("ol");
    if (!after) return;
    const atEnd = holder.scrollTop + holder.clientHeight >= holder.scrollHeight - 40;
    const ids = new Set([...after.children].map((item) => item.id));
    for (const item of [...before.children]) if (!ids.has(item.id)) item.remove();
    for (const item of [...after.children]) {
      const known = document.getElementById(item.id);
      const changed =
        known?.querySelector(".words")?.textContent !== item.querySelector(".words")?.textContent;
      if (!known) before.append(item);
      else if (changed) known.replaceWith(item);
    }
    before.dataset.last = after.dataset.last;
    if (before.children.length) holder.querySelector(".nothing")?.remove();
    /** @type {NodeListOf<HTMLInputElement>} */
    const marks = conversation.querySelectorAll("input[name=after]");
    for (const mark of marks) mark.value = after.dataset.last ?? "";
    if (atEnd) holder.scrollTop = holder.scrollHeight;
  };
  /** @param {TalkMessages} talk */
  const update = (talk) => {
    if (!panel) return;
    panel.dataset.mark = talk.mark;
    for (const [channel, html] of Object.entries(talk.lists)) {
      /** @type {HTMLElement | null} */
      const conversation = panel.querySelector(`[data-channel="${CSS.escape(channel)}"]`);
      if (conversation) show(conversation, html);
    }
    count();
  };
  document.addEventListener("table:mark", async (event) => {
    if (!panel || !(event instanceof CustomEvent) || event.detail.talk === panel.dataset.mark)
      return;
    try {
      const response = await fetch(panel.dataset.messages ?? "", {
        headers: { Accept: "application/json" },
        cache: "no-store",
      });
      if (response.ok) update(await response.json());
    } catch {
      // The next message asks again.
    }
  });

  // ---------- how many messages are new, beside the link at the top ----------
  const seenShelf = `${site}.seen.${panel?.dataset.messages}`;
  let inView = false;
  const count = () => {
    if (!panel) return;
    const items = [...panel.querySelectorAll(".said > li")];
    const said = (/** @type {Element} */ item) =>
      Date.parse(item.querySelector("time")?.dateTime ?? "") || 0;
    let seen = 0;
    try {
      if (inView) localStorage.setItem(seenShelf, String(Math.max(0, ...items.map(said))));
      seen = Number(localStorage.getItem(seenShelf));
    } catch {
      return; // A browser that keeps nothing: it does not know what is new.
    }
    const fresh = items.filter((item) => !item.matches(".own") && said(item) > seen).length;
    /** @type {HTMLElement | null} */
    const link = document.querySelector('a[href="#talk"]');
    if (!link) return;
    if (fresh) link.dataset.fresh = String(fresh);
    else delete link.dataset.fresh;
  };
  if (panel) {
    new IntersectionObserver((entries) => {
      inView = entries.some((entry) => entry.isIntersecting);
      count();
    }).observe(panel.querySelector(".messages") ?? panel);
    document.addEventListener("htmx:afterSwap", count);
  }

  // ---------- sending ----------
  /**
   * @param {HTMLFormElement} form
   * @param {string} sentence
   */
  const tell = (form, sentence) => {
    /** @type {HTMLElement | null} */
    const place = form.querySelector(".fault");
    if (!place) return;
    place.textContent = sentence;
    place.hidden = !sentence;
  };
  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} button
   */
  const send = async (form, button) => {
    const area = form.querySelector("textarea");
    const sent = area?.value;
    const body = new FormData(form, button);
    tell(form, "");
    try {
      const response = await fetch(form.action, {
        method: "POST",
        body,
        headers: { Accept: "application/json" },
      });
      const answer = await response.json();
      if (answer.sentence) tell(form, answer.sentence);
      if (!response.ok) return;
      if (answer.lists) update(answer);
      if (area?.matches("[data-keep]") && area.value === sent) {
        area.value = "";
        keep(area);
      }
      /** @type {HTMLElement | null | undefined} */
      const messages = form.closest(".conversation")?.querySelector(".messages");
      if (messages) messages.scrollTop = messages.scrollHeight;
    } catch {
      tell(form, form.dataset.away ?? "");
    }
  };
  let busy = false;
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    if (!form.matches("[data-say], [data-note]")) {
      // The page is loaded again after this: what was sent need not be kept.
      const area = form.querySelector("textarea");
      if (area?.matches("[data-keep]")) sessionStorage.removeItem(shelf(area));
      return;
    }
    event.preventDefault();
    if (busy) return;
    busy = true;
    await send(form, event.submitter);
    busy = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    const area = event.target;
    if (area instanceof HTMLTextAreaElement && area.form?.matches(".say, .note-form")) {
      event.preventDefault();
      area.form.requestSubmit();
    }
  });

  recall(document);
  for (const messages of document.querySelectorAll(".talk .messages")) {
    messages.scrollTop = messages.scrollHeight;
  }
  // A replay puts the comments of another position in place.
  const changing = document.getElementById("replay-talk");
  if (changing) {
    new MutationObserver(() => {
      recall(changing);
    }).observe(changing, { childList: true });
  }
})();
