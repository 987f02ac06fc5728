// Shows how many games wait for the reader in the title, on the icon of the tab and on that of an
// installed site, and removes the notification of the game whose page is open.
const root = document.documentElement;
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const picture = /** @type {HTMLLinkElement | null} */ (
  document.querySelector("link[rel=apple-touch-icon]")
);
const plain = { href: icon?.href ?? "", type: icon?.type ?? "" };
const SIZE = 64;
let waiting = Number(root.dataset.waiting) || 0;
let prefix = waiting ? `(${waiting}) ` : "";

/** Other scripts change the title, too: the number is in front of whatever it says. */
const mark = () => {
  if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
};

/** @param {CanvasRenderingContext2D} canvas */
const badge = (canvas) => {
  const radius = SIZE * 0.3;
  const centre = SIZE - radius;
  canvas.fillStyle = "#fdf8ec";
  canvas.beginPath();
  canvas.arc(centre, centre, radius, 0, 2 * Math.PI);
  canvas.fill();
  canvas.fillStyle = "#15181b";
  canvas.font = `bold ${radius * 1.5}px sans-serif`;
  canvas.textAlign = "center";
  canvas.textBaseline = "middle";
  canvas.fillText(waiting > 9 ? "9+" : `${waiting}`, centre, centre + radius * 0.1, radius * 1.7);
};

const draw = async () => {
  if (!icon || !picture) return;
  if (!waiting) {
    Object.assign(icon, plain);
    return;
  }
  const drawn = waiting;
  const image = new Image(SIZE, SIZE);
  image.src = picture.href;
  await image.decode();
  // The number may have changed while the picture loaded: the later call draws the icon.
  if (drawn !== waiting) return;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.drawImage(image, 0, 0, SIZE, SIZE);
  badge(context);
  icon.type = "image/png";
  icon.href = canvas.toDataURL("image/png");
};

const display = async () => {
  try {
    await draw();
    await (waiting ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.());
  } catch {
    // The icon could not be loaded, or this browser has no badge: the title says it, too.
  }
};

/** @param {number} number */
const change = (number) => {
  if (number === waiting || !Number.isInteger(number)) return;
  const rest = document.title.slice(document.title.startsWith(prefix) ? prefix.length : 0);
  waiting = number;
  prefix = waiting ? `(${waiting}) ` : "";
  document.title = prefix + rest;
  const count = document.querySelector("nav .count");
  if (count?.firstChild) count.firstChild.textContent = `${waiting}`;
  count?.parentElement?.toggleAttribute("hidden", !waiting);
  display();
};

const closeNotification = async () => {
  const [, folder, tag] = window.location.pathname.split("/");
  if (folder !== "games" || !tag) return;
  const registration = await navigator.serviceWorker?.getRegistration("/");
  for (const shown of (await registration?.getNotifications({ tag })) ?? []) shown.close();
};

new MutationObserver(mark).observe(document.head, {
  subtree: true,
  childList: true,
  characterData: true,
});
window.addEventListener("waiting", (event) => {
  if (event instanceof CustomEvent) change(event.detail);
});
// The service worker has shown a notification: a page about games may be out of date.
navigator.serviceWorker?.addEventListener("message", () => {
  window.dispatchEvent(new Event("news"));
  if (document.querySelector("main[data-renew]")) window.location.reload();
});
display();
closeNotification().catch(() => {});
