// Buttons that copy what a field holds; the field itself is chosen whole when it is entered.
"use strict";
/** @type {NodeListOf<HTMLButtonElement>} */
const copyButtons = document.querySelectorAll("button[data-copy]");
for (const button of copyButtons) {
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement)) continue;
  field.addEventListener("focus", () => field.select());
  const label = button.textContent;
  button.addEventListener("click", async () => {
    await window.navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copied ?? label;
    window.setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
  button.hidden = !window.navigator.clipboard; // browsers lend it to secure addresses only
}
