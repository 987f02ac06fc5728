"""Whole games of both kinds that bots have played, as records."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from alexandros_rules import codec, replay
from alexandros_rules.bot_plans import next_move
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.collection import rulesets
from alexandros_rules.record import Record
from alexandros_rules.ruleset import Setup

NAMES = ("Alice", "Bob", "Carol", "Dave")
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "alexandros": [{}, {"balanced_start": True}, {"finish_round": True, "first": 1},
                   {"half_of_occupying": True}],
    "campaign": [{}, {"open_bidding": True}, {"bluff": True}, {"balanced_start": True, "first": 0}],
}
BOT = "random"  # it is quick, and tries what others do not


def played(name: str, number: int) -> Record:
    """Returns a game by the newest rules; its number chooses the table and the cards."""
    rules, players = rulesets()[name], 2 + number % 3
    boards = sorted(rules.boards().values())
    setup = Setup(boards[number % len(boards)], players, OPTIONS[name][number % 4])
    seed = sha256(f"{name} {number}".encode()).digest()
    key, chance = codec.digest_key(seed), SeededChance(seed)
    row, state = replay.start(rules, setup, chance, key)
    rows = [row]
    while seats := rules.status(state).to_move:
        move = next_move(rules.bots[BOT], rules.view(state, seats[0]), seat=seats[0],
                         salt=len(rows).to_bytes(2, "big"))
        row, state = replay.play(rules, state, move, chance, key, previous=rows[-1], seat=seats[0])
        rows.append(row)
    return Record(name, rules.version, "fromabot00", NAMES[:players], setup, commitment(seed), key,
                  seed, tuple(rows))
