// The list of somebody's games for the time without a network.  "My games" keeps what it says, if
// this site is installed or has a service worker; the page offline shows it, with the time; a page
// on which nobody is signed in forgets it.
const LIST = "my-games"; // the cache, which has nothing else
const ADDRESS = "/offline/games.json"; // only in the cache
const { lang } = document.documentElement;
const games = /** @type {HTMLElement | null} */ (document.querySelector("main[data-keep]"));
const offline = /** @type {HTMLElement | null} */ (document.querySelector("main[data-kept]"));

/** @typedef {{ title: string, games: { name: string, state: string }[] }} Group */

/** @param {Element | null | undefined} element */
const words = (element) => element?.textContent?.replaceAll(/\s+/g, " ").trim() ?? "";

/**
 * The headings of the page, each with the games under it.
 * @param {HTMLElement} main
 */
const read = (main) => {
  /** @type {Group[]} */
  const groups = [];
  for (const element of main.querySelectorAll("h2, .grid-cards article")) {
    if (element instanceof HTMLHeadingElement) groups.push({ title: words(element), games: [] });
    else
      groups.at(-1)?.games.push({
        name: words(element.querySelector("h3")),
        state: words(element.querySelector("p.soft")),
      });
  }
  return groups.filter((group) => group.games.length);
};

/** What was kept, if anything: when it was seen, and the games. */
const kept = async () => {
  const found = await caches.match(ADDRESS, { cacheName: LIST });
  /** @type {{ seen: number, groups: Group[] } | undefined} */
  const list = await found?.json();
  return list;
};

/** Once the reader has chosen another language, the page offline is to be in that, too. */
const translate = async () => {
  const page = await caches.match("/offline/", { cacheName: "offline", ignoreVary: true });
  if (page && page.headers.get("Content-Language") !== lang) {
    await (await caches.open("offline")).add("/offline/");
  }
};

/** @param {HTMLElement} main */
const keep = async (main) => {
  if (window.matchMedia("(display-mode: standalone)").matches) {
    await navigator.serviceWorker.register(main.dataset.keep ?? "", { scope: "/" });
  }
  if (!(await navigator.serviceWorker.getRegistration("/"))) return;
  const list = { seen: Date.now(), groups: read(main) };
  await (await caches.open(LIST)).put(ADDRESS, Response.json(list));
};

/**
 * @param {string} name
 * @param {string} text
 */
const element = (name, text = "") =>
  Object.assign(document.createElement(name), { textContent: text });

/** @param {HTMLElement} main */
const showKept = async (main) => {
  const list = await kept();
  if (!list) return;
  const note = /** @type {HTMLElement} */ (main.querySelector("[data-when=kept]"));
  const format = new Intl.DateTimeFormat(lang, { dateStyle: "long", timeStyle: "short" });
  /** @type {HTMLElement} */ (note.querySelector("time")).textContent = format.format(list.seen);
  for (const group of list.groups) {
    const items = element("ul");
    for (const { name, state } of group.games) {
      const item = element("li");
      const title = element("strong", name);
      title.translate = false;
      item.append(title, element("br"), element("span", state));
      items.append(item);
    }
    main.append(element("h2", group.title), items);
  }
  note.hidden = false;
  /** @type {HTMLElement} */ (main.querySelector("[data-when=nothing]")).hidden = true;
};

const work = async () => {
  if (!("caches" in window && "serviceWorker" in navigator)) return;
  if (offline) return showKept(offline);
  if (games) await keep(games);
  else await caches.delete(LIST);
  await translate();
};

// A browser may refuse to keep anything: then there is no list without a network.
work().catch(() => {});
