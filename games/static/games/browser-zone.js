// The time zone of this browser: moments on a page are shown in it, and every form that is posted
// carries it along, so that the site knows it before somebody's first game.  The site keeps it only
// if the person has never chosen one.  Without JavaScript, moments are in UTC and say so.
document.addEventListener("formdata", (event) => {
  const form = event.target;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (form instanceof HTMLFormElement && form.method === "post" && zone) {
    event.formData.set("browser_zone", zone);
  }
});

const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const showLocally = () => {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const moment = new Date(time.getAttribute("datetime") ?? "");
    time.removeAttribute("data-local");
    if (!Number.isNaN(moment.getTime())) time.textContent = format.format(moment);
  }
};
showLocally();
// Parts of a page may come later.
new MutationObserver(showLocally).observe(document.body, { childList: true, subtree: true });
