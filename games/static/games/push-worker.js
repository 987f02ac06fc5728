// The service worker: shows notifications while no page is open and, without a network, the page
// that says so.  It keeps that page with its files, and no other.
"use strict";
(() => {
  const scope = /** @type {PushWorkerScope} */ (/** @type {unknown} */ (self));
  const icon = "/static/games/icon.png"; // the server writes the address with its version here
  const offline = "/offline/";
  const kept = [
    offline,
    "/static/games/vendor/pico-2.1.1.classless.min.css",
    "/static/games/site.css",
    "/static/games/controls.css",
    "/static/games/icon.svg",
    "/static/games/kept-games.js",
  ];

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

  const fill = async () => {
    const cache = await caches.open("offline");
    await cache.addAll(kept);
    for (const request of await cache.keys()) {
      if (!kept.includes(new URL(request.url).pathname)) await cache.delete(request);
    }
  };

  /** @param {Request} request */
  const isOurs = ({ method, mode, url }) =>
    method === "GET" && (mode === "navigate" || kept.includes(new URL(url).pathname));

  /** @param {Request} request */
  const answer = async (request) => {
    try {
      return await fetch(request);
    } catch (failure) {
      const asked = request.mode === "navigate" ? offline : request;
      const found = await caches.match(asked, { cacheName: "offline", ignoreVary: true });
      if (found) return found;
      throw failure;
    }
  };

  scope.addEventListener("fetch", (event) => {
    if (isOurs(event.request)) event.respondWith(answer(event.request));
  });
  scope.addEventListener("push", (event) => event.waitUntil(show(event)));
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(visit(event.notification.data));
  });
  scope.addEventListener("install", (event) => {
    event.waitUntil(fill().catch(() => {})); // notifications work without that page
    scope.skipWaiting();
  });
})();
