// Runs the page's script without a browser: reads {script, cases} and writes a result for each case.
const { script, cases } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const page = new Function(`${script}\nreturn { logCheck, logFile, hashes, seededDraws };`)();
const crypto = require("node:crypto");

const kinds = {
  check({ text, pasted }) {
    try {
      const { checks, first, scores } = page.logCheck.check(text, pasted);
      return { checks, first, scores };
    } catch (error) {
      if (error instanceof page.logFile.Unreadable) return { refused: error.message };
      throw error;
    }
  },
  hash({ key, text }) {
    const [secret, message] = [Buffer.from(key, "hex"), Buffer.from(text, "hex")];
    const { sha256, hmac, toHex } = page.hashes;
    return {
      ours: [toHex(sha256(message)), toHex(hmac(secret, message))],
      theirs: [
        crypto.createHash("sha256").update(message).digest("hex"),
        crypto.createHmac("sha256", secret).update(message).digest("hex"),
      ],
    };
  },
  draw({ seed, label, below, shuffle }) {
    const draws = page.seededDraws(page.hashes.fromHex(seed));
    return shuffle ? draws.shuffle(shuffle, label) : draws.below(below, label);
  },
  board({ board }) {
    const run = new Function(`${script}\nreturn readBoard;`)();
    const { fingerprint, start, black, red, spaces } = run(board);
    return { fingerprint, start, black, red, spaces: Object.fromEntries(spaces) };
  },
  map({ map }) {
    const run = new Function(`${script}\nreturn readCampaignMap;`)();
    const { hexes, junctions, paths, ...rest } = run(map);
    const [byHex, byJunction, byPath] = [hexes, junctions, paths].map(Object.fromEntries);
    return { hexes: byHex, junctions: byJunction, paths: byPath, ...rest };
  },
};
process.stdout.write(JSON.stringify(cases.map((one) => kinds[one.kind](one))));
