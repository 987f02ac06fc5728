// The board of a game for the page that checks it: the numbers of its spaces, points and sides.
"use strict";

/** Reads what the checks need of a TOML file; throws an Error if it is not valid.
 *
 * Returns the texts and whole numbers above the first table; other values are passed over.
 * @param {string} source @returns {Map<string, string | number>} */
function readTopLevelToml(source) {
  const text = source.replaceAll("\r\n", "\n");
  const values = new Map();
  /** @type {Record<string, string>} */
  const ESCAPES = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };
  let at = 0;

  /** What matches here, if anything does; it is passed over.
   * @param {RegExp} pattern with the flag y */
  function eat(pattern) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  }

  /** @param {RegExp} pattern */
  function expect(pattern) {
    const found = eat(pattern);
    if (!found) throw new Error(`not TOML at ${at}`);
    return found;
  }

  /** @param {string} raw */
  const unescaped = (raw) =>
    raw.replace(
      /\\[ \t]*\n\s*|\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})|\\(.)/g,
      (all, u, U, letter) => {
        if (u || U) return String.fromCodePoint(Number.parseInt(u ?? U, 16));
        if (letter === undefined) return "";
        if (!Object.hasOwn(ESCAPES, letter)) throw new Error(`no such escape: ${all}`);
        return ESCAPES[letter];
      },
    );

  /** A string of one of the four kinds; null if none begins here. */
  function string() {
    let found = eat(/"""\n?((?:[^\\]|\\[\s\S])*?"{0,2})"""(?!")/y);
    if (found) return unescaped(found[1]);
    found = eat(/'''\n?([\s\S]*?'{0,2})'''(?!')/y);
    if (found) return found[1];
    found = eat(/"((?:[^"\\\n]|\\.)*)"/y);
    if (found) return unescaped(found[1]);
    found = eat(/'([^'\n]*)'/y);
    return found ? found[1] : null;
  }

  /** @param {string} token */
  function number(token) {
    const plain = token.replace(/(?<=[0-9A-Fa-f])_(?=[0-9A-Fa-f])/g, "");
    return /^(?:[+-]?(?:0|[1-9]\d*)|0x[0-9A-Fa-f]+|0o[0-7]+|0b[01]+)$/.test(plain)
      ? Number(plain)
      : null;
  }

  /** A value that nobody asks for: an array or an inline table. */
  function passOver() {
    let depth = 0;
    do {
      if (eat(/[[{]/y)) depth++;
      else if (eat(/[\]}]/y)) depth--;
      else if (string() === null) expect(/#[^\n]*|[^"'[\]{}#]+/y);
    } while (depth);
    return null;
  }

  function value() {
    const words = string();
    if (words !== null) return words;
    if (/[[{]/.test(text[at] ?? "")) return passOver();
    return number(expect(/[^\s#,\]}]+(?: [^\s#,\]}]+)?/y)[0]);
  }

  let inTable = false;
  for (;;) {
    eat(/(?:[ \t\n]|#[^\n]*)*/y);
    if (at >= text.length) return values;
    if (eat(/\[[^\n]*/y)) {
      inTable = true;
      continue;
    }
    const key = string() ?? expect(/[A-Za-z0-9_-]+/y)[0];
    const dotted = eat(/[ \t]*\.[^=\n]*/y) !== null;
    expect(/[ \t]*=[ \t]*/y);
    const found = value();
    if (!inTable && !dotted && found !== null) values.set(key, found);
    expect(/[ \t]*(?:#[^\n]*)?(?:\n|$)/y);
  }
}

/** The numbers of a board's spaces, points and sides; throws an Error for a bad board.
 * @param {string} text of the board file */
function readBoard(text) {
  const file = readTopLevelToml(text);
  const rows = String(file.get("map"))
    .replace(/^\n+|\n+$/g, "")
    .split("\n")
    .map(boardText.trimmed);
  const width = Math.max(...rows.map((row) => row.length)) + 2;
  const size = width * (rows.length + 2);

  /** @param {number} row @param {number} column */
  const cell = (row, column) => (row + 1) * width + column + 1;

  /** The corners of a cell by name. @param {number} r @param {number} c
   * @returns {Record<string, [number, number]>} */
  const corners = (r, c) =>
    (r + c) % 2 === 0
      ? { N: [r, c + 1], SW: [r + 1, c], SE: [r + 1, c + 2] }
      : { NW: [r, c], NE: [r, c + 2], S: [r + 1, c + 1] };

  /** @type {Map<string, number>} */
  const spaces = new Map();
  /** @type {Map<string, [number, number]>} */
  const places = new Map();
  const land = new Set();
  rows.forEach((row, r) => {
    for (const [c, symbol] of [...row].entries()) {
      if (!".tahls".includes(symbol)) continue;
      spaces.set(`${String.fromCharCode(65 + r)}${c + 1}`, cell(r, c));
      land.add(cell(r, c));
      for (const place of Object.values(corners(r, c))) places.set(place.join(), place);
    }
  });
  const inOrder = [...places.values()].toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const points = new Map(inOrder.map((place, number) => [place.join(), number]));

  /** The number of a side from a point in one of the three directions E, SE, SW.
   * @param {number} y @param {number} x @param {string} step */
  function sideFrom(y, x, step) {
    if (step === "E") return size + cell(y - 1, x);
    return step === "SE" ? cell(y, x - 1) : cell(y, x - 2);
  }

  /** @type {Record<string, [number, number, string]>} */
  const STEPS = {
    E: [0, 2, "E"],
    SE: [1, 1, "SE"],
    SW: [1, -1, "SW"],
    W: [0, -2, "E"],
    NW: [-1, -1, "SE"],
    NE: [-1, 1, "SW"],
  };

  /** Whether a space lies on one hand of a side or the other. @param {number} side */
  const hasLand = (side) =>
    side < size
      ? land.has(side) || land.has(side + 1)
      : land.has(side - size) || land.has(side - size + width);

  /** The point that a step leads to and the side it follows; null if there is none.
   * @param {number} point @param {string} step */
  function walk(point, step) {
    if (!Object.hasOwn(STEPS, step)) return null;
    const [dy, dx, along] = STEPS[step];
    const [y, x] = inOrder[point];
    const goal = points.get([y + dy, x + dx].join());
    const side = step === along ? sideFrom(y, x, along) : sideFrom(y + dy, x + dx, along);
    return goal !== undefined && hasLand(side) ? { point: goal, side } : null;
  }

  /** @param {string} name of a space and a corner, as "B3.NW" */
  function pointNamed(name) {
    const [space, corner] = name.split(".");
    const [r, c] = [space.charCodeAt(0) - 65, Number(space.slice(1)) - 1];
    const number = spaces.has(space) ? points.get(String(corners(r, c)[corner])) : undefined;
    if (number === undefined) throw new Error(`no such point: ${name}`);
    return number;
  }

  return {
    fingerprint: boardText.fingerprint(text),
    start: pointNamed(String(file.get("start"))),
    black: Number(file.get("black_walls") ?? 65),
    red: Number(file.get("red_walls") ?? 10),
    walk,
    spaces,
  };
}
