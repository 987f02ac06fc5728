// SHA-256 and HMAC-SHA256.  Browsers lend theirs to secure addresses only, and a page that is
// opened from a disk or in a local network has none.
"use strict";
const hashes = (() => {
  const ROUND_CONSTANTS = Uint32Array.from([
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]);
  const INITIAL = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ];
  const BLOCK = 64;

  /** @param {number} word @param {number} bits */
  const rotated = (word, bits) => (word >>> bits) | (word << (32 - bits));

  /** The message with its padding and its length in bits.
   * @param {Uint8Array} message */
  function padded(message) {
    const length = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
    const bytes = new Uint8Array(length);
    bytes.set(message);
    bytes[message.length] = 0x80;
    const view = new DataView(bytes.buffer);
    view.setUint32(length - 8, Math.floor(message.length / 0x20000000));
    view.setUint32(length - 4, (message.length << 3) >>> 0);
    return view;
  }

  /** @param {DataView} view @param {number} start */
  function schedule(view, start) {
    const words = new Uint32Array(64);
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(start + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [early, late] = [words[i - 15], words[i - 2]];
      const small0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const small1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words[i] = words[i - 16] + small0 + words[i - 7] + small1;
    }
    return words;
  }

  /** @param {Uint32Array} hash @param {Uint32Array} words */
  function compress(hash, words) {
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const big1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const first = (h + big1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[i] + words[i]) | 0;
      const big0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] += word;
    });
  }

  /** @param {Uint8Array} message */
  function sha256(message) {
    const view = padded(message);
    const hash = Uint32Array.from(INITIAL);
    for (let start = 0; start < view.byteLength; start += BLOCK) {
      compress(hash, schedule(view, start));
    }
    const result = new DataView(new ArrayBuffer(32));
    hash.forEach((word, i) => {
      result.setUint32(4 * i, word);
    });
    return new Uint8Array(result.buffer);
  }

  /** @param {Uint8Array} first @param {Uint8Array} second */
  function joined(first, second) {
    const both = new Uint8Array(first.length + second.length);
    both.set(first);
    both.set(second, first.length);
    return both;
  }

  /** @param {Uint8Array} key @param {Uint8Array} message */
  function hmac(key, message) {
    const block = new Uint8Array(BLOCK);
    block.set(key.length > BLOCK ? sha256(key) : key);
    const inner = sha256(
      joined(
        block.map((byte) => byte ^ 0x36),
        message,
      ),
    );
    return sha256(
      joined(
        block.map((byte) => byte ^ 0x5c),
        inner,
      ),
    );
  }

  /** @param {string} text */
  const utf8 = (text) => new TextEncoder().encode(text);

  /** @param {Uint8Array} bytes */
  const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

  /** The bytes of a text of hexadecimal digits.
   * @param {string} text */
  const fromHex = (text) =>
    Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

  /** The hex of the first half of an HMAC.
   * @param {Uint8Array} key @param {string} text */
  const short = (key, text) => toHex(hmac(key, utf8(text)).subarray(0, 16));

  return { sha256, hmac, utf8, toHex, fromHex, short };
})();
