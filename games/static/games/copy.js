// Buttons that copy what a field holds; the field itself is chosen whole when it is entered.
"use strict";
for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  field.addEventListener("focus", () => field.select());
  const said = button.textContent;
  button.addEventListener("click", async () => {
    await window.navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
    window.setTimeout(() => {
      button.textContent = said;
    }, 2000);
  });
  button.hidden = !window.navigator.clipboard; // browsers lend it to secure addresses only
}
