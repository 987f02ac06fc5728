// What the pages' scripts find on `window` beyond what browsers give them.

interface Htmx {
  ajax(
    verb: "GET" | "POST",
    path: string,
    context: { source: Element; target: Element; swap: string },
  ): Promise<void>;
}

interface Window {
  /** Set by htmx when the page loads it. */
  htmx?: Htmx;
  /** Set by motion.js: draws what changed between two pictures of the board. */
  alexandrosMotion(before: SVGSVGElement, after: SVGSVGElement, pace: number): void;
}
