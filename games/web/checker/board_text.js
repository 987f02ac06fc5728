// The text of a board file, as far as all games agree on it.
"use strict";

const boardText = (() => {
  /** A character class. */
  const BLANKS =
    "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
  const atEnd = new RegExp(`${BLANKS}+$`);

  /** Without blanks at its end. @param {string} text */
  const trimmed = (text) => text.replace(atEnd, "");

  /** What names the board in the text of a position. @param {string} text */
  function fingerprint(text) {
    const tidy = `${trimmed(text).split("\n").map(trimmed).join("\n")}\n`;
    return hashes.toHex(hashes.sha256(hashes.utf8(tidy))).slice(0, 16);
  }

  return { BLANKS, trimmed, fingerprint };
})();
