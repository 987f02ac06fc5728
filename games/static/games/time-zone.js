// Proposes the browser's time zone: fills it in when none has ever been saved, and offers it in a
// button when another one has.  Nothing is saved before the form is sent.
const box = document.querySelector(".time-zone");
const field = box?.querySelector("input");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const known = [...(field?.list?.options ?? [])].some((option) => option.value === zone);

if (known && zone !== field.value) {
  const [said, button] = box.querySelectorAll("[role=status], button");
  const use = () => {
    field.value = zone;
    button.hidden = true;
    said.textContent = `${zone} is the time zone of this browser. Save your settings to use it.`;
    said.hidden = false;
  };
  if (box.dataset.unset === "yes") {
    use();
  } else {
    button.textContent = `Use ${zone}, the time zone of this browser`;
    button.addEventListener("click", use);
    button.hidden = false;
  }
}
