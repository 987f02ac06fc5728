// Every form that is posted carries the time zone of this browser along, so that the site knows it
// before somebody's first game.  The site keeps it only if the person has never chosen one.
document.addEventListener("formdata", (event) => {
  const form = event.target;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (form instanceof HTMLFormElement && form.method === "post" && zone) {
    event.formData.set("browser_zone", zone);
  }
});
