"""Random games for tests that look at every position.

``RestlessBot`` first chooses the kind of move, so that takeovers, levies and recalls are as likely
as marches, of which there are many more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from alexandros_rules.alexandros.bots.greedy import FIRST_HABITS, GreedyBot
from alexandros_rules.alexandros.moves import Draw, Move, Occupy, Take
from alexandros_rules.alexandros.provinces import owner, province_of
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State
from alexandros_rules.bot_games import play_out
from alexandros_rules.bot_plans import MoveByMove
from alexandros_rules.move_list import MoveList
from alexandros_rules.ruleset import Bot, Setup


class RestlessBot(MoveByMove):
    """Chooses any kind of legal move, each as likely as the others, then any move of it."""

    name = "restless"
    title = "does anything it may"
    about = "Prefers moves that bots seldom play."
    seat_names: tuple[str, ...] = ("Restless",)

    def choose(self, view: State, *, seat: int, salt: bytes) -> Move:
        kinds: dict[tuple[type, bool], list[Sequence[Move]]] = {}
        for part in RULESET.legal_moves(view, seat=seat).parts:  # of one kind and one province
            kinds.setdefault((type(part[0]), _takes_over(view, part[0])), []).append(part)
        digest = hashlib.sha256(salt).digest()
        kind = MoveList(list(kinds.values())[int.from_bytes(digest[:4]) % len(kinds)])
        move: Move = kind[int.from_bytes(digest[4:8]) % len(kind)]
        return move


def _takes_over(view: State, move: Move) -> bool:
    return isinstance(move, Occupy) and (
        owner(view, province_of(view.board, view.walls, move.spaces[0])) is not None
    )


class HoardingBot(RestlessBot):
    """Draws and takes cards whenever it can, so that the supply runs out."""

    name = "hoarder"
    title = "gathers cards"
    about = "Takes every card that it can get."
    seat_names = ("Hoarder",)

    def choose(self, view: State, *, seat: int, salt: bytes) -> Move:
        parts = RULESET.legal_moves(view, seat=seat).parts
        draws = [move for part in parts if isinstance(part[0], Draw | Take) for move in part]
        return draws[salt[-1] % len(draws)] if draws else super().choose(view, seat=seat, salt=salt)


# The greedy bot is the first one, so that these games stay the same when the bot is improved.
BOTS: dict[str, Bot] = {**RULESET.bots, "greedy": GreedyBot(FIRST_HABITS),
                        "restless": RestlessBot(), "hoarder": HoardingBot()}


def setup(
    board: str, *, players: int, walls: tuple[int, int] | None = None, **options: Any
) -> Setup:
    """Returns the setup of a game on a shipped board; ``walls`` changes the black and red ones."""
    text = RULESET.boards()[board]
    if walls is not None:
        kept = [line for line in text.splitlines()
                if not line.startswith(("black_walls", "red_walls"))]
        named = [f"black_walls = {walls[0]}", f"red_walls = {walls[1]}"]
        place = kept.index("[region_names]")
        text = "\n".join([*kept[:place], *named, *kept[place:], ""])
    return Setup(text, players, options)


def seed(number: int) -> bytes:
    """Returns the seed with this number."""
    return seed_of(str(number))


def seed_of(deal: str) -> bytes:
    """Returns the seed that follows from these words."""
    return hashlib.sha256(f"golden {deal}".encode()).digest()


def played(
    table: Setup, *, seed: bytes, bots: Sequence[str]
) -> Iterator[tuple[State, Move | None, tuple[Any, ...]]]:
    """Plays a game between these bots and yields the (state, move, events) of each move."""
    return play_out(RULESET, table, seed=seed, bots=[BOTS[name] for name in bots])
