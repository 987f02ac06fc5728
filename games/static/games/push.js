// Turns notifications on and off in this browser.  What the browser gives us for that is sent with
// the page's own form; without JavaScript the page only says so.
const section = /** @type {HTMLElement | null} */ (document.querySelector("#notifications"));

/** @param {string} state */
const show = (state) => {
  /** @type {NodeListOf<HTMLElement>} */
  const parts = section?.querySelectorAll("[data-when]") ?? document.querySelectorAll("never");
  for (const part of parts) part.hidden = !part.dataset.when?.split(" ").includes(state);
};

/**
 * The bytes of a key in URL-safe base64.
 * @param {string} text
 */
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** @param {PushSubscription} subscription */
const hasOurKey = (subscription) => {
  const known = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  return `${known}` === `${bytes(section?.dataset.key ?? "")}`;
};

/** This browser's subscription, if it has one. */
const current = async () =>
  (await (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription()) ??
  null;

/** A subscription for the site's key; one for another key would get nothing. */
const subscribe = async () => {
  await navigator.serviceWorker.register(section?.dataset.worker ?? "", { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  if (old && hasOurKey(old)) return old;
  await old?.unsubscribe();
  return pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(section?.dataset.key ?? ""),
  });
};

/** @param {HTMLFormElement} form */
const turnOn = async (form) => {
  const button = form.querySelector("button");
  if (button) button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") {
      show("blocked");
      return;
    }
    const { endpoint = "", keys = {} } = (await subscribe()).toJSON();
    const values = { endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" };
    for (const [name, value] of Object.entries(values)) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
    form.submit();
  } catch {
    show("failed");
  } finally {
    if (button) button.disabled = false;
  }
};

const start = async () => {
  if (!section) return;
  if (!window.isSecureContext) return show("insecure");
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return show("unsupported");
  }
  const form = /** @type {HTMLFormElement} */ (section.querySelector("form.turn-on"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    turnOn(form);
  });
  const here = section.dataset.here;
  const own = /** @type {HTMLFormElement | null} */ (
    here ? section.querySelector(`form[data-device="${here}"]`) : null
  );
  own?.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await (await current())?.unsubscribe();
    } finally {
      own.submit(); // the server forgets the device in any case
    }
  });
  if (Notification.permission === "denied") return show("blocked");
  const subscription = await current();
  show(own && subscription && hasOurKey(subscription) ? "on" : "off");
};

start();
