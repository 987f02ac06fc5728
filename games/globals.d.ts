// What the pages' scripts find on `window` beyond what browsers give them.

interface Htmx {
  ajax(
    verb: "GET" | "POST",
    path: string,
    context: { source: Element; target: Element; swap: string },
  ): Promise<void>;
}

/** Selectors of parts of a game's pictures; without one, the scripts do without that part. */
interface PictureParts {
  /** In a board: the layer of its links, below which previews are drawn. */
  links?: string;
  /** In a board: the piece to keep in sight, from which the arrow keys begin. */
  piece?: string;
  /** In a board: the spaces that arrow keys visit where nothing can be chosen, with titles. */
  spaces?: string;
  /** In a board: what can be chosen, to be kept in sight. */
  choices?: string;
  /** In a chart: a link for each turn, whose first path begins "M<left> <top>h<width>". */
  turns?: string;
  /** In a chart: the paths that mark the position, which begin "M<x>". */
  markers?: string;
}

/** A row of a replay's log: its turn, and whether the reader played it. */
interface ReplayRow {
  turn: number;
  mine: boolean;
}

/** A step of a replay as the server sends it: HTML for each part of the page that changes. */
interface ReplayStep {
  number: number;
  title: string;
  position: string;
  parts: Record<string, string>;
}

/** What an open page asks for: its version, and a mark that changes when something is said. */
interface TableMark {
  waiting: number;
  version: string;
  talk: string;
}

/** The messages of each conversation as HTML, by channel. */
interface TalkMessages {
  mark: string;
  lists: Record<string, string>;
}

interface Window {
  /** Set by htmx when the page loads it. */
  htmx?: Htmx;
  /** Set by a script of the game. */
  pictureParts?: PictureParts;
  /** Set by a script of the game: animates what changed between two pictures of the board. */
  animateStep?(before: SVGSVGElement, after: SVGSVGElement, pace: number): void;
  /** Set by replay-steps.js: where one can go from each position (0: nowhere), and its parts. */
  replaySteps(
    base: string,
    rows: ReplayRow[],
  ): { stops(n: number): Record<string, number>; load(n: number): Promise<ReplayStep> };
  /** Set by replay-chart.js: the position at a place on the screen (0: none), and moving the thumb to one. */
  replayChart(
    sheet: HTMLElement,
    thumb: HTMLElement,
    rows: ReplayRow[],
  ): { nearest(clientX: number): number; point(n: number): void };
}

// What the service worker uses; its own library of types cannot be loaded beside that of pages.

interface PushWorkerPage {
  url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface PushWorkerEvent {
  data: { json(): { name?: string; sentence?: string; url?: string } } | null;
  waitUntil(work: Promise<unknown>): void;
}

interface PushWorkerClick {
  notification: Notification;
  waitUntil(work: Promise<unknown>): void;
}

interface PushWorkerFetch {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

interface PushWorkerScope {
  location: { host: string; origin: string };
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<PushWorkerPage[]>;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener(type: "push", listener: (event: PushWorkerEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: PushWorkerClick) => void): void;
  addEventListener(type: "fetch", listener: (event: PushWorkerFetch) => void): void;
  addEventListener(type: "install", listener: (event: PushWorkerEvent) => void): void;
  skipWaiting(): Promise<void>;
}
