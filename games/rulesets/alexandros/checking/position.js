// The position of a game of Alexandros, folded from its events by engine/FORMATS.md.
"use strict";
const positions = (() => {
  const { LETTERS, impossible, written, oneByOne } = eventFields;
  const { checkStart, boardOf, startingPosition } = gameStart;
  const { cardOf, rowOf, countsOf, textOf, numberOf, listOf, flagOf } = eventFields;

  /** @typedef {ReturnType<typeof gameStart.startingPosition>} Position */
  /** @typedef {ReturnType<typeof gameStart.checkStart>} Beginning */
  /** @typedef {NonNullable<Beginning["deal"]>} Deal */

  /** @param {Position} now @param {unknown} seat */
  const seatOf = (now, seat) => eventValues.seatOf(seat, now.players);

  /** @param {Counts} pile @param {Counts} cards */
  function put(pile, cards) {
    cards.forEach((count, card) => {
      pile[card] += count;
    });
  }

  /** @param {Counts} pile @param {Counts} cards */
  function remove(pile, cards) {
    cards.forEach((count, card) => {
      if (count > pile[card]) throw impossible("no-such-card", { card: LETTERS[card] });
      pile[card] -= count;
    });
  }

  /** The spaces with these names, as a set. @param {Position} now @param {unknown} names */
  function spacesOf(now, names) {
    let spaces = 0n;
    for (const name of listOf(names)) {
      const space = now.board.spaces.get(textOf(name));
      if (space === undefined) throw impossible("no-such-space", { space: String(name) });
      spaces |= 1n << BigInt(space);
    }
    return spaces;
  }

  /** @param {Position} now @param {number} seat @param {unknown} names */
  function removeGuards(now, seat, names) {
    const spaces = spacesOf(now, names);
    if ((now.guards[seat] & spaces) !== spaces) throw impossible("no-such-guard");
    now.guards[seat] &= ~spaces;
  }

  /** Gives out the cards of another game's deal, which everybody knows.
   * @param {Position} now @param {GameEvent} event @param {Deal} deal */
  function dealAgain(now, event, deal) {
    const hands = listOf(event.hands).map(countsOf);
    const faceUp = rowOf(event.face_up);
    const expected = deal.hands.map((cards) => cards.map((card) => LETTERS[card]).join(""));
    const fits = expected.every((cards, seat) => `${countsOf(cards)}` === `${hands[seat]}`);
    if (!fits || hands.length !== now.players || `${faceUp}` !== `${deal.faceUp}`) {
      throw new LogFault("draws", "other-deal");
    }
    for (const [seat, cards] of hands.entries()) {
      remove(now.discard, cards);
      put(now.hands[seat], cards);
      put(now.known[seat], cards);
    }
    for (const card of faceUp) now.discard[card]--;
    now.faceUp = faceUp;
  }

  /** The first card of the supply, which the event must name.
   * @param {Position} now @param {GameEvent} event */
  function draw(now, event) {
    const card = cardOf(event.card);
    const next = now.supply.shift();
    if (next !== card) {
      const expected = next === undefined ? "-" : LETTERS[next];
      throw new LogFault("draws", "wrong-card", { found: LETTERS[card], expected });
    }
    return card;
  }

  /** Notes that the current turn keeps the game going. @param {Position} now */
  function happen(now) {
    if (now.rules > 1) now.eventful = now.turn;
  }

  /** Everybody has seen these cards come to a hand.
   * @param {Position} now @param {number} seat @param {Counts} cards */
  function reveal(now, seat, cards) {
    if (now.rules > 1) put(now.known[seat], cards);
  }

  /** @param {Position} now */
  const actionsOfTurn = (now) => (now.balanced && now.turn === 1 ? 1 : 2);

  /** Moves a face-up card to a hand. @param {Position} now @param {GameEvent} event */
  function takeFaceUp(now, event) {
    const card = cardOf(event.card);
    const place = now.faceUp.indexOf(card);
    if (place < 0) throw impossible("no-such-card", { card: LETTERS[card] });
    now.faceUp.splice(place, 1);
    const seat = seatOf(now, event.seat);
    now.hands[seat][card]++;
    reveal(now, seat, countsOf(event.card));
    return card;
  }

  /** Moves cards from a hand to the discard pile.
   * @param {Position} now @param {number} seat @param {Counts} cards */
  function discard(now, seat, cards) {
    remove(now.hands[seat], cards);
    now.known[seat] = now.known[seat].map((count, card) => Math.max(0, count - cards[card]));
    put(now.discard, cards);
  }

  /** @param {Position} now @param {GameEvent} event */
  function placeWalls(now, event) {
    const black = numberOf(event.black);
    const red = numberOf(event.red);
    let built = 0;
    for (const step of textOf(event.steps).split(" ").filter(Boolean)) {
      const went = now.board.walk(now.alexander, step);
      if (!went) throw impossible("no-such-step", { step });
      const side = 1n << BigInt(went.side);
      now.alexander = went.point;
      if (now.walls & side) continue;
      now.walls |= side;
      if (built++ >= black) now.red |= side;
    }
    if (built !== black + red) throw impossible("walls", { found: black + red, expected: built });
    if (built) happen(now);
    now.blackLeft -= black;
    now.redLeft -= red;
  }

  /** What each event does to the position.
   * @type {Record<string, (now: Position, event: GameEvent, draws: Draws) => void>} */
  const FOLDS = {
    shuffled(now, event, draws) {
      const label = `shuffle-${now.shuffles + 1}`;
      const expected = draws.shuffle(oneByOne(now.discard), label);
      const supply = rowOf(event.supply);
      if (supply.join() !== expected.join()) throw new LogFault("draws", "shuffle", { label });
      Object.assign(now, { supply, discard: [0, 0, 0, 0, 0], shuffles: now.shuffles + 1 });
    },
    dealt(now, event) {
      now.hands[seatOf(now, event.seat)][draw(now, event)]++;
    },
    revealed(now, event) {
      now.faceUp.push(draw(now, event));
    },
    chose(now, event) {
      const card = takeFaceUp(now, event);
      Object.assign(now, { phase: "march", card, joker: flagOf(event.joker) });
    },
    played(now, event) {
      const card = cardOf(event.card);
      discard(now, seatOf(now, event.seat), countsOf(event.card));
      Object.assign(now, { phase: "march", card, joker: false });
    },
    marched(now, event) {
      placeWalls(now, event);
      const actions = actionsOfTurn(now);
      Object.assign(now, { phase: "act", actions, stayed: 0, card: null, joker: false });
    },
    stayed(now, event) {
      const actions = actionsOfTurn(now);
      Object.assign(now, { phase: "act", actions, stayed: now.stayed + 1 });
      if (event.card !== null) takeFaceUp(now, event);
    },
    drew(now, event) {
      now.hands[seatOf(now, event.seat)][draw(now, event)]++;
      now.actions--;
    },
    took(now, event) {
      takeFaceUp(now, event);
      now.actions--;
    },
    occupied(now, event) {
      const seat = seatOf(now, event.seat);
      now.guards[seat] |= spacesOf(now, event.guards);
      discard(now, seat, countsOf(event.paid));
      happen(now);
      now.actions--;
    },
    "took-over"(now, event) {
      const [seat, loser] = [seatOf(now, event.seat), seatOf(now, event.loser)];
      const given = countsOf(event.given);
      removeGuards(now, loser, event.removed);
      now.guards[seat] |= spacesOf(now, event.guards);
      discard(now, seat, countsOf(event.removal));
      discard(now, seat, countsOf(event.paid));
      remove(now.discard, given);
      put(now.hands[loser], given);
      reveal(now, loser, given);
      happen(now);
      now.actions--;
    },
    levied(now, event) {
      const gains = listOf(event.gains).map(numberOf);
      discard(now, seatOf(now, event.seat), countsOf(event.card));
      now.scores = now.scores.map((score, seat) => score + gains[seat]);
      if (gains.some((gain) => gain > 0)) happen(now);
      now.levied = true;
      now.actions--;
    },
    recalled(now, event) {
      removeGuards(now, seatOf(now, event.seat), [event.space]);
      now.actions--;
    },
    "last-round"(now, event) {
      seatOf(now, event.last);
      now.lastRound = textOf(event.reason);
    },
    "quiet-rounds"(_now, event) {
      numberOf(event.rounds);
      numberOf(event.left);
    },
    "turn-ended"(now, event) {
      const seat = seatOf(now, event.next);
      Object.assign(now, { phase: "take", seat, turn: now.turn + 1, actions: 0, levied: false });
    },
    ended(now, event) {
      const winners = listOf(event.winners).map((seat) => seatOf(now, seat));
      Object.assign(now, { phase: "over", actions: 0, reason: textOf(event.reason), winners });
    },
  };

  /** What version 2 of the rules has added. @param {Position} now */
  const newerParts = (now) => [
    ...[now.rules, now.balanced, now.finish, now.lastRound, now.eventful],
    now.known.map(written),
  ];

  /** @param {Position} now */
  function textOfPosition(now) {
    /** @param {bigint} set */
    const hex = (set) => set.toString(16);
    /** @param {number[]} row */
    const letters = (row) => row.map((card) => LETTERS[card]).join("");
    return JSON.stringify([
      ...[now.board.fingerprint, now.players, now.half, now.phase, now.seat, now.turn],
      ...[now.actions, now.levied, now.card, now.joker, now.alexander, hex(now.walls)],
      ...[hex(now.red), now.blackLeft, now.redLeft, now.guards.map(hex), now.hands.map(written)],
      ...[letters(now.faceUp), letters(now.supply), written(now.discard), now.scores],
      ...[now.stayed, now.shuffles, now.winners, now.reason],
      ...(now.rules > 1 ? newerParts(now) : []),
    ]);
  }

  /** @param {GameLog} log @param {Draws} draws @returns {GameFold} */
  function begin(log, draws) {
    /** @type {Position | null} */
    let now = null;
    let cards = 0;
    /** What the second event must show. @type {Beginning} */
    let begins = { deal: null, position: null };
    return {
      get over() {
        return now?.phase === "over";
      },
      get scores() {
        return now ? [...now.scores] : [];
      },
      get cards() {
        return cards;
      },
      text: () => (now ? textOfPosition(now) : ""),
      apply(event) {
        if (!now) {
          if (event.type !== "started") throw impossible("start-missing");
          begins = checkStart(log, event, draws);
          now = startingPosition(boardOf(log.board), event);
          return;
        }
        if (begins.position) {
          continuedGames.goOn(now, event, begins.position, draws);
          begins.position = null;
          return;
        }
        if (begins.deal) {
          if (event.type !== "dealt-again") throw new LogFault("draws", "other-deal");
          dealAgain(now, event, begins.deal);
          begins.deal = null;
          return;
        }
        if (!Object.hasOwn(FOLDS, event.type)) throw impossible("event-type", { type: event.type });
        const before = now.supply.length;
        FOLDS[event.type](now, event, draws);
        if (now.supply.length < before) cards++;
      },
    };
  }

  return { begin };
})();
gameCheckers.set("alexandros", { versions: [1, 2, 3], begin: positions.begin });
