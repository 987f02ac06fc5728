// The service worker: shows notifications while no page is open, and nothing else.  It keeps no
// pages and answers no requests.
"use strict";
(() => {
  const scope = /** @type {PushWorkerScope} */ (/** @type {unknown} */ (self));
  const icon = "/static/games/icon.png"; // the server writes the address with its version here

  /**
   * What a message says: the game's name, a sentence and the page to open.
   * @param {PushWorkerEvent} event
   * @returns {{ name?: string, sentence?: string, url?: string }}
   */
  const read = (event) => {
    try {
      return event.data?.json() ?? {};
    } catch {
      return {};
    }
  };

  /** @param {string} path */
  const own = (path) => {
    const url = new URL(path, scope.location.origin);
    return url.origin === scope.location.origin ? url : new URL(scope.location.origin);
  };

  const pages = () => scope.clients.matchAll({ type: "window", includeUncontrolled: true });

  /** @param {PushWorkerEvent} event */
  const show = async (event) => {
    const { name = "", sentence = "", url = "/" } = read(event);
    const to = own(url);
    // One notification for each game: the newest replaces the one before and is heard again.
    const tag = to.pathname.split("/")[2] || to.pathname;
    const options = { body: sentence, tag, renotify: true, icon, badge: icon, data: `${to}` };
    await scope.registration.showNotification(name || scope.location.host, options);
    for (const page of await pages()) page.postMessage({ news: to.pathname });
  };

  /** @param {string} address */
  const visit = async (address) => {
    const to = new URL(address);
    const open = await pages();
    const there = open.find((page) => new URL(page.url).pathname === to.pathname);
    if (there) await there.focus();
    else await scope.clients.openWindow(address);
  };

  scope.addEventListener("push", (event) => event.waitUntil(show(event)));
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(visit(event.notification.data));
  });
  scope.addEventListener("install", () => scope.skipWaiting());
})();
