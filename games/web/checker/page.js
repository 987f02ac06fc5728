// The page itself: takes the file and what is pasted from emails, and shows what was found.
"use strict";
(() => {
  /** @template {Element} T @param {string} id @param {new () => T} kind @returns {T} */
  function part(id, kind) {
    const found = document.getElementById(id);
    if (!(found instanceof kind)) throw new Error(`no ${id}`);
    return found;
  }

  const file = part("log-file", HTMLInputElement);
  const pasted = part("evidence", HTMLTextAreaElement);
  const drop = part("drop", HTMLElement);
  const result = part("result", HTMLElement);
  const texts = part("texts", HTMLTemplateElement).content;
  let loaded = "";
  let called = "";

  /** The sentence with this code; `{name}` stands for a value.
   * @param {string} code @param {Record<string, string | number>} values */
  function say(code, values = {}) {
    const found = texts.querySelector(`[data-code="${code}"]`)?.textContent?.trim() ?? code;
    return found
      .replace(/\s+/g, " ")
      .replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
  }

  /** @param {string} tag @param {string} kind its class @param {(Node | string)[]} children */
  function element(tag, kind, ...children) {
    const made = document.createElement(tag);
    made.className = kind;
    made.append(...children);
    return made;
  }

  /** @param {Difference} difference */
  const reason = ({ row, code, values }) => say(code, { row, ...values });

  /** @param {Check} check */
  function sentence(check) {
    if (check.difference) return reason(check.difference);
    if (check.verdict === "good") return say(`${check.name}-good`, check.values);
    if (check.values.why) return say(String(check.values.why));
    return say(check.values.ruleset ? "game-unknown" : "stopped", check.values);
  }

  /** @param {Check} check */
  function checkItem(check) {
    const mark = { good: "✓", bad: "✗", unknown: "–" }[check.verdict];
    const sign = element("span", "sign", mark);
    sign.setAttribute("role", "img");
    sign.setAttribute("aria-label", say(`sign-${check.verdict}`));
    const words = element(
      "div",
      "",
      element("h3", "", say(`${check.name}-title`)),
      element("p", "", sentence(check)),
    );
    return element("li", check.verdict, sign, words);
  }

  /** What vouches for the log besides the file itself.
   * @param {Check[]} checks */
  function support(checks) {
    const emails = checks.find(({ name }) => name === "emails");
    if (emails?.verdict !== "good") return say("verdict-alone");
    return say(emails.values.latest ? "verdict-emails" : "verdict-seed", emails.values);
  }

  /** @param {CheckReport} report */
  function verdict({ first, checks }) {
    if (first) {
      const head = say(first.row ? "verdict-bad" : "verdict-bad-head", { row: first.row });
      return element(
        "div",
        "verdict bad",
        element("h2", "", head),
        element("p", "", reason(first)),
      );
    }
    const code = checks.some(({ name, verdict }) => name === "draws" && verdict === "unknown")
      ? "verdict-partly"
      : "verdict-good";
    return element(
      "div",
      "verdict good",
      element("h2", "", say(code)),
      element("p", "", support(checks)),
    );
  }

  /** The title of a game, or its name in the file if this page does not know it.
   * @param {string} ruleset */
  function titleOf(ruleset) {
    const titles = [...texts.querySelectorAll("[data-game]")];
    return titles.find((one) => one.getAttribute("data-game") === ruleset)?.textContent ?? ruleset;
  }

  /** @param {string} code @param {string} words */
  function fact(code, words) {
    const told = element("dd", "", words);
    told.translate = false;
    return [element("dt", "", say(code)), told];
  }

  /** @param {CheckReport} report */
  function facts({ log, scores }) {
    const players = log.players.map((name, seat) => {
      const score = scores?.[seat];
      return score === undefined ? name : `${name} ${score}`;
    });
    return element(
      "dl",
      "facts",
      ...fact("fact-file", called),
      ...fact("fact-name", log.name),
      ...fact("fact-code", log.game),
      ...fact("fact-game", titleOf(log.ruleset)),
      ...fact(scores ? "fact-scores" : "fact-players", players.join(", ")),
      ...fact("fact-commitment", log.commitment),
    );
  }

  /** @param {string} code */
  function refuse(code) {
    result.replaceChildren(
      element(
        "div",
        "verdict bad",
        element("h2", "", say("verdict-unread")),
        element("p", "", say(code)),
      ),
    );
  }

  function show() {
    if (!called) return;
    result.hidden = false;
    try {
      const report = logCheck.check(loaded, pasted.value);
      const items = report.checks.map(checkItem);
      result.replaceChildren(verdict(report), facts(report), element("ol", "checks", ...items));
    } catch (error) {
      if (!(error instanceof logFile.Unreadable)) throw error;
      refuse(error.message);
    }
  }

  /** @param {File | undefined} chosen */
  async function load(chosen) {
    if (!chosen) return;
    called = chosen.name;
    // A file that cannot be read, such as a folder, is like an empty one.
    loaded = await chosen.text().catch(() => "");
    show();
    result.scrollIntoView({ block: "nearest" });
  }

  // Otherwise choosing the same file again would change nothing.
  file.addEventListener("click", () => {
    file.value = "";
  });
  file.addEventListener("change", () => load(file.files?.[0]));
  pasted.addEventListener("input", show);
  for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
    document.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragenter" || kind === "dragover");
    });
  }
  document.addEventListener("drop", (event) => load(event.dataTransfer?.files[0]));
})();
