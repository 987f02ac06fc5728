// The start of a game of Alexandros: its options and its first position, by engine/FORMATS.md.
"use strict";

const gameStart = (() => {
  const { LETTERS, impossible, numberOf, flagOf } = eventFields;
  const EACH = 11;
  const OPTIONS = ["half_of_occupying", "balanced_start", "finish_round"];

  const FACE_UP = 2;

  /** @typedef {ReturnType<typeof readBoard>} Board */

  /** What a game begins with whose deal is that of another game.
   * @typedef {{ first: number, hands: number[][], faceUp: number[] }} Deal */

  /** The seats that begin with one more card, in the order in which it is dealt.
   * @param {GameLog} log @param {number[]} seats @param {number} first */
  function withOneMore(log, seats, first) {
    if (!log.options.balanced_start) return [];
    if (log.version === 2) return seats.filter((seat) => seat !== first);
    return seats.length === 4 ? [(first + 2) % 4, (first + 3) % 4] : [];
  }

  /** The deal of the game with the seed in the option "deal"; null without that option.
   * @param {GameLog} log @returns {Deal | null} */
  function repeatedDeal(log) {
    const { deal = null, first = null } = log.options;
    if (deal === null) return null;
    if (log.version === 1 || typeof deal !== "string" || !logFile.HEX_SEED.test(deal)) {
      throw impossible("start-option");
    }
    const draws = seededDraws(hashes.fromHex(deal));
    const players = log.players.length;
    const begins = first === null ? draws.below(players, "first") : numberOf(first);
    const deck = [...LETTERS].flatMap((_letter, card) => Array(EACH).fill(card));
    const cards = draws.shuffle(deck, "shuffle-1");
    const seats = log.players.map((_name, seat) => seat);
    const hands = seats.map(() => /** @type {number[]} */ ([]));
    const dealt = [...seats, ...withOneMore(log, seats, begins)];
    for (const seat of dealt) hands[seat].push(...cards.splice(0, 1));
    return { first: begins, hands, faceUp: cards.slice(0, FACE_UP) };
  }

  /** Returns the deal that the next event must repeat, or the position from which the game goes
   * on, if any.
   * @param {GameLog} log @param {GameEvent} event @param {Draws} draws
   * @returns {{ deal: Deal | null, position: ReturnType<typeof continuedGames.continuedFrom> }} */
  function checkStart(log, event, draws) {
    const position = continuedGames.continuedFrom(log);
    const deal = position ? null : repeatedDeal(log);
    const { first = null } = log.options;
    eventValues.checkHead(log, event, log.version === 1 ? OPTIONS.slice(0, 1) : OPTIONS);
    if (position) {
      if (event.first !== continuedGames.firstSeat(position, log.players.length)) {
        throw new LogFault("draws", "other-position");
      }
      return { deal, position };
    }
    if (first !== null) {
      if (event.first !== first) throw impossible("start-option");
      return { deal, position };
    }
    const drawn = deal ? deal.first : draws.below(log.players.length, "first");
    if (event.first !== drawn) throw new LogFault("draws", "first-player", { seat: drawn + 1 });
    return { deal, position };
  }

  /** @param {string} text @returns {Board} */
  function boardOf(text) {
    try {
      return readBoard(text);
    } catch {
      throw impossible("board");
    }
  }

  /** @param {Board} board @param {GameEvent} event */
  function startingPosition(board, event) {
    const players = numberOf(event.players);
    /** @template T @param {() => T} make */
    const each = (make) => Array.from({ length: players }, make);
    return {
      board,
      players,
      rules: numberOf(event.rules ?? 1),
      half: flagOf(event.half_of_occupying),
      balanced: flagOf(event.balanced_start ?? false),
      finish: flagOf(event.finish_round ?? false),
      phase: "take",
      seat: numberOf(event.first),
      turn: 1,
      actions: 0,
      levied: false,
      card: /** @type {number | null} */ (null),
      joker: false,
      alexander: board.start,
      walls: 0n,
      red: 0n,
      blackLeft: board.black,
      redLeft: board.red,
      guards: each(() => 0n),
      hands: each(() => /** @type {Counts} */ ([0, 0, 0, 0, 0])),
      faceUp: /** @type {number[]} */ ([]),
      supply: /** @type {number[]} */ ([]),
      discard: /** @type {Counts} */ (Array(LETTERS.length).fill(EACH)),
      scores: each(() => 0),
      stayed: 0,
      shuffles: 0,
      winners: /** @type {number[]} */ ([]),
      reason: "",
      lastRound: "",
      eventful: 0,
      known: each(() => /** @type {Counts} */ ([0, 0, 0, 0, 0])),
    };
  }

  return { checkStart, boardOf, startingPosition };
})();
