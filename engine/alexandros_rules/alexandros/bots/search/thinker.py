"""Bots that search whole turns and the replies to the best of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from alexandros_rules.alexandros.bots.search.deals import guess, position_of
from alexandros_rules.alexandros.bots.search.ground import decimals, ground_of
from alexandros_rules.alexandros.bots.search.marches import CHOSEN, FACE_UP, add_marches, clear
from alexandros_rules.alexandros.bots.search.plan import moves_of
from alexandros_rules.alexandros.bots.search.position import Position, copy_all
from alexandros_rules.alexandros.bots.search.replies import follow
from alexandros_rules.alexandros.bots.search.turns import (
    CARD,
    FREE,
    KEPT,
    LEVIED,
    MARCHED,
    TAKEOVER,
    TASTES,
    WALL,
    Search,
    add_turns,
    best_turn,
    find_turns,
    follow_marches,
    rate_marches,
)
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.moves import Move
from alexandros_rules.alexandros.state import ACT, TAKE, State
from alexandros_rules.ruleset import HasTime

PATIENCE = 200  # turns; most games take 20 to 45


def tastes(**wanted: float) -> tuple[float, ...]:
    """Return the values of likes and dislikes, by the names in ``PLACES``; 0 for the others."""
    values = [0.0] * TASTES
    for name, taste in wanted.items():
        values[PLACES[name]] = taste
    return tuple(values)


PLACES = {"wall": WALL, "free": FREE, "takeover": TAKEOVER, "card": CARD, "levied": LEVIED}
# Bots can take the same provinces from each other for ever, which E5 does not end.
HURRY = tastes(wall=1.0, free=-1.0, takeover=-1.0, levied=1.0)


@dataclass(frozen=True, slots=True)
class Effort:
    """The limits of a bot's search.

    ``beam``    marches for which all actions are tried; ``width`` first actions that are followed.
    ``keep``    turns that are compared for each march.
    ``alike``   marches that are followed among those that divide nothing and cost as many walls.
    ``turns``   turns to which replies are searched, 0 for none; ``deals`` guesses for each.
    ``narrow``  if not 0, the best of so many turns each go on to a comparison in twice as many
                further guesses, again and again until one is left (as in sequential halving).
    ``reply_beam``, ``reply_width``  ``beam`` and ``width`` of the search for each reply.
    ``whim``    the greatest random part of the worth of a march and of each action.
    ``go_on``   whether the search goes on after a turn that wins at once.
    """

    beam: int = 12
    width: int = 6
    keep: int = 1
    alike: int = 1
    turns: int = 0
    deals: int = 0
    narrow: int = 0
    reply_beam: int = 3
    reply_width: int = 2
    whim: float = 0.0
    go_on: bool = False


def for_all(effort: Effort) -> Mapping[int, Effort]:
    """Return the same limits for all numbers of players."""
    return dict.fromkeys((2, 3, 4), effort)


@dataclass
class Thinker:
    """A bot that searches, and hurries to the end after ``PATIENCE`` turns.

    ``weights`` are those of the evaluation by the number of players, ``at_home`` those for boards
    that the bot knows, by name; ``efforts`` are by the number of players, too.  ``taste`` is the
    worth of each of ``turns.TASTES`` beside the chance of winning; empty means no tastes.
    """

    name: str
    title: str
    seat_names: tuple[str, ...]
    weights: Mapping[int, Sequence[float]]
    efforts: Mapping[int, Effort] = field(default_factory=lambda: for_all(Effort()))
    taste: Sequence[float] = ()
    thinks: bool = True
    about: str = ""
    at_home: Mapping[str, Mapping[int, Sequence[float]]] = field(default_factory=dict)

    def plan(self, view: State, *, seat: int, salt: bytes, has_time: HasTime) -> list[Move]:
        """Return the moves of the best turn, up to the first that reveals a card."""
        search = self._salted_search(view, salt)
        hurry = view.turn > PATIENCE
        if hurry or self.taste:
            search.taste = decimals(HURRY if hurry else self.taste)
        position = position_of(view, guess(view, seat, salt=_salt(salt, 0)))
        self.find_turns(search, view, position)
        if not search.turns:  # the search knows only some of the routes to a very distant space
            return [legal_moves(view)[0]]
        if hurry:
            turn = best_turn(search)
        else:
            turn = self._best(search, view, seat=seat, salt=salt, has_time=has_time)
        return moves_of(search, turn, view, position)

    def whole_turns(self, view: State, *, seat: int, salt: bytes, count: int) -> list[list[Move]]:
        """Return the turns that are worth most before any reply, the best first, as moves.

        Each turn goes to its end as things look now, and is legal on the view of ``seat``, which is
        to move.
        """
        search = self._salted_search(view, salt)
        guessed = guess(view, seat, salt=_salt(salt, 0))
        self.find_turns(search, view, position_of(view, guessed))
        order = sorted(range(search.turns), key=search.worth.__getitem__, reverse=True)
        return [moves_of(search, turn, view, position_of(view, guessed), whole=True)
                for turn in order[:count]] or [[legal_moves(view)[0]]]

    def _salted_search(self, view: State, salt: bytes) -> Search:
        search = self.search_for(view)
        search.salt = int.from_bytes(hashlib.sha256(salt).digest()[:2])
        effort = self.efforts[view.players]
        search.alike, search.keep, search.whim = effort.alike, effort.keep, effort.whim
        search.go_on = int(effort.go_on)
        return search

    def search_for(self, view: State) -> Search:
        """Return the memory for a search with the weights for this board."""
        weights = self.at_home.get(view.board.name, self.weights)
        return Search(ground_of(view.board), view.players, weights[view.players])

    def find_turns(self, search: Search, view: State, position: Position) -> None:
        """Find the best turns, or rests of turns, of the seat to move."""
        effort = self.efforts[view.players]
        beam, width = effort.beam, effort.width
        if view.phase == TAKE:
            find_turns(search, position, beam, width)
        elif view.phase == ACT:
            copy_all(search.after, position)
            search.keep = KEPT
            add_turns(search, search.after, MARCHED, width)
        else:
            assert view.card is not None
            clear(search.marches)
            add_marches(search.marches, position, view.card, FACE_UP)
            for march in range(search.marches.count):
                search.marches.played[march] = CHOSEN
            rate_marches(search, position)
            follow_marches(search, position, beam, width)

    def _best(self, search: Search, view: State, *, seat: int, salt: bytes,
              has_time: HasTime) -> int:
        """Return the turn that is best after the replies, on average over the guesses."""
        effort = self.efforts[view.players]
        order = sorted(range(search.turns), key=search.worth.__getitem__, reverse=True)
        turns = order[:max(1, effort.turns)]
        chances = dict.fromkeys(turns, 0.0)
        first, deals = 0, effort.deals
        while len(turns) > 1:
            for deal in range(first, first + deals):
                found = self._chances(search, turns, view, seat=seat, salt=_salt(salt, deal),
                                      has_time=has_time)
                if len(found) < len(turns):  # the time is up
                    known = found if deal == 0 and found else chances
                    return max(known, key=known.__getitem__)
                for turn in turns:
                    chances[turn] += found[turn]
            turns.sort(key=chances.__getitem__, reverse=True)
            turns = turns[:max(1, len(turns) // effort.narrow if effort.narrow else 1)]
            first, deals = first + deals, 2 * deals
        return turns[0]

    def _chances(self, search: Search, turns: list[int], view: State, *, seat: int, salt: bytes,
                 has_time: HasTime) -> dict[int, float]:
        """Return the chances of winning after the turns for which there is time, in one guess."""
        replies = self.search_for(view)
        scratch = Position(ground_of(view.board), view.players)
        position = position_of(view, guess(view, seat, salt=salt))
        effort, chances = self.efforts[view.players], dict[int, float]()
        for turn in turns:
            if not has_time():
                break
            chances[turn] = follow(search, turn, replies, scratch, position,
                                   effort.reply_beam, effort.reply_width)
        return chances


def _salt(salt: bytes, deal: int) -> bytes:
    return salt + deal.to_bytes(2)
