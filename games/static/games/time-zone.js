// Proposes the browser's time zone: fills it in when none has ever been saved, and offers it in a
// button when another one has.  Nothing is saved before the form is sent.
/** @type {HTMLElement | null} */
const box = document.querySelector(".time-zone");
const field = box?.querySelector("input");
const note = /** @type {HTMLElement | null} */ (box?.querySelector("[role=status]"));
const button = box?.querySelector("button");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const known = [...(field?.list?.options ?? [])].some((option) => option.value === zone);

/**
 * A text of the page about the browser's time zone.
 * @param {string} name
 */
const text = (name) => (box?.dataset[name] ?? "").replace("{zone}", zone);

if (box && field && note && button && known && zone !== field.value) {
  const use = () => {
    field.value = zone;
    button.hidden = true;
    note.textContent = text("filled");
    note.hidden = false;
  };
  if (box.dataset.unset === "yes") {
    use();
  } else {
    button.textContent = text("offer");
    button.addEventListener("click", use);
    button.hidden = false;
  }
}
