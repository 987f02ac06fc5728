// The map of a game of The Campaign: the numbers of its hexes, junctions and paths.
"use strict";

/** Reads what the checks need of a map file; throws an Error for one without a map.
 * @param {string} text of the map file */
function readCampaignMap(text) {
  const BREAK = "[\\n-\\r\\x1c-\\x1e\\x85\\u2028\\u2029]";
  const LINE_BREAKS = new RegExp(`\\r\\n|${BREAK}`);
  const COLUMN_GAPS = new RegExp(`${boardText.BLANKS}{2,}|\\t+`);
  const AROUND = new RegExp(`^${boardText.BLANKS}+|${boardText.BLANKS}+$`, "g");
  /** From the centre of a hex. @type {Record<string, [number, number]>} */
  const CORNERS = { N: [0, -2], NE: [1, -1], SE: [1, 1], S: [0, 2], SW: [-1, 1], NW: [-1, -1] };
  /** The corners at the ends of each side. @type {Record<string, [string, string]>} */
  const SIDES = {
    ...{ E: ["NE", "SE"], SE: ["SE", "S"], SW: ["S", "SW"] },
    ...{ W: ["SW", "NW"], NW: ["NW", "N"], NE: ["N", "NE"] },
  };

  /** @typedef {{ label: string, x: number, y: number, kind: string }} Hex */

  /** A junction or a path: where it is, what it is called, and whether it touches land.
   * @typedef {{ x: number, y: number, names: string[], land: boolean }} Place */

  /** The columns of the lines in each part. @returns {Map<string, string[][]>} */
  function readParts() {
    const parts = new Map();
    let part = "";
    for (const line of text.split(LINE_BREAKS).map((one) => one.replace(AROUND, ""))) {
      if (!line || line.startsWith("#")) continue;
      if (line.startsWith("[")) part = line;
      else parts.set(part, [...(parts.get(part) ?? []), line.split(COLUMN_GAPS)]);
    }
    return parts;
  }

  /** The hex that a line is about. @param {string[]} columns @returns {Hex} */
  function hexOf([label, place, , kind]) {
    const row = label.charCodeAt(0) - 65;
    const x = 2 * Number(place) + row;
    if (!kind || !Number.isInteger(x)) throw new Error(`no hex: ${label}`);
    return { label, x, y: 3 * row, kind };
  }

  /** @param {Map<string, Place>} places @param {Hex} hex @param {string} name
   * @param {number} x @param {number} y */
  function note(places, hex, name, x, y) {
    const place = places.get(`${x},${y}`) ?? { x, y, names: [], land: false };
    place.names.push(`${hex.label}.${name}`);
    place.land ||= hex.kind !== "sea";
    places.set(`${x},${y}`, place);
  }

  /** The numbers of the places that touch land, by all their names. @param {Map<string, Place>} places
   * @returns {Map<string, number>} */
  function numbered(places) {
    const inOrder = [...places.values()]
      .filter((place) => place.land)
      .toSorted((a, b) => a.y - b.y || a.x - b.x);
    return new Map(
      inOrder.flatMap(({ names }, number) =>
        names.map((name) => /** @type {[string, number]} */ ([name, number])),
      ),
    );
  }

  const parts = readParts();
  const hexes = (parts.get("[hexes]") ?? []).map(hexOf);
  /** @type {Map<string, Place>} */
  const junctions = new Map();
  /** By the sums of the coordinates of their ends. @type {Map<string, Place>} */
  const paths = new Map();
  for (const hex of hexes) {
    for (const [name, [x, y]] of Object.entries(CORNERS)) {
      note(junctions, hex, name, hex.x + x, hex.y + y);
    }
    for (const [name, [one, other]] of Object.entries(SIDES)) {
      const [[ax, ay], [bx, by]] = [CORNERS[one], CORNERS[other]];
      note(paths, hex, name, 2 * hex.x + ax + bx, 2 * hex.y + ay + by);
    }
  }
  const deserts = hexes.filter(({ kind }) => kind === "desert").map(({ label }) => label);
  if (!deserts.length) throw new Error("no desert");
  return {
    fingerprint: boardText.fingerprint(text),
    hexes: new Map(hexes.map(({ label }, number) => [label, number])),
    deserts,
    junctions: numbered(junctions),
    paths: numbered(paths),
    chits: (parts.get("[route]") ?? []).filter(
      (columns) => columns[0] === "?" && columns.length === 3,
    ).length,
  };
}
