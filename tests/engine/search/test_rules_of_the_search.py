"""The search's own, quick copy of the rules agrees with the engine to the end of every game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.bots.search.actions import (
    END,
    LEVY,
    MOST_ACTIONS,
    OCCUPY,
    RECALL,
    TAKE,
    act,
    list_actions,
)
from alexandros_rules.alexandros.bots.search.deals import position_of
from alexandros_rules.alexandros.bots.search.evaluation import STAGES, WIDTH, rate_end
from alexandros_rules.alexandros.bots.search.ground import NONE, ground_of, zeros
from alexandros_rules.alexandros.bots.search.marches import FACE_UP, FROM_HAND, add_marches, clear
from alexandros_rules.alexandros.bots.search.plan import action_of, march_of
from alexandros_rules.alexandros.bots.search.position import (
    CARDS,
    DISCARD,
    PURSE,
    ROW,
    UNKNOWN,
    Position,
    end_turn,
)
from alexandros_rules.alexandros.bots.search.turns import (
    STAY,
    Search,
    is_over,
    march_with,
    may_stop,
    play_stay,
)
from alexandros_rules.alexandros.decide import decide
from alexandros_rules.alexandros.evolve import evolve
from alexandros_rules.alexandros.moves import End, Move, Play, Stay, Take
from alexandros_rules.alexandros.state import OVER, State, change
from alexandros_rules.chance import SeededChance
from alexandros_rules.replay import fold
from tests.engine.positions import RULESET
from tests.engine.random_games import seed, setup
from tests.engine.search.test_same_as_the_engine import facts

BOARDS = ("delta", "empire", "persia", "march")
MOST_TURNS = 300  # some tables take provinces from each other for ever


class LuckOfThePosition:
    """The shuffles of a position, which the engine follows."""

    def __init__(self, luck: int) -> None:
        self.luck = luck

    def shuffle(self, some: tuple[int, ...], label: str) -> tuple[int, ...]:
        pile = list(some)
        for i in range(len(pile) - 1, 0, -1):
            self.luck = (self.luck * 1103515245 + 12345) % 2**31
            j = (self.luck >> 8) % (i + 1)
            pile[i], pile[j] = pile[j], pile[i]
        return tuple(pile)

    def below(self, n: int, label: str) -> int:
        raise AssertionError("nothing else is drawn in the middle of a game")


class Pair:
    """A true state and the search's position of it, in which the same is played."""

    def __init__(self, state: State, luck: Random) -> None:
        self.state, self.luck = state, luck
        self.position = position_of(state, (state.hands, state.supply))
        self.chance = LuckOfThePosition(self.position.luck)
        weights = [0.0] * WIDTH * len(STAGES)
        self.search = Search(ground_of(state.board), state.players, weights)
        self.found = zeros(MOST_ACTIONS)
        # Some players hoard cards and spare the walls, so that games end in all ways.
        self.spares = luck.random() < 0.4

    def play(self, move: Move) -> None:
        for event in decide(self.state, move, self.chance):
            self.state = evolve(self.state, event)

    def play_turn(self) -> None:
        """Plays a random turn in both, and checks that they agree."""
        position, state = self.position, self.state
        clear(self.search.marches)
        for card in {*state.face_up}:
            add_marches(self.search.marches, position, card, FACE_UP)
        for card in cards.KINDS:
            if state.hand[card]:
                add_marches(self.search.marches, position, card, FROM_HAND)
        if self.search.marches.count:
            self._march()
        else:
            self._stay()
        self._act()

    def _march(self) -> None:
        marches = self.search.marches
        choice = self.luck.randrange(marches.count)
        if self.spares:
            choice = min(range(marches.count), key=lambda i: (marches.built[i], i != choice))
        card = marches.card[choice]
        self.play(Take(card) if marches.played[choice] == FACE_UP else Play(card))
        self.play(march_of(marches, choice, self.state))
        march_with(self.search, choice, self.position)

    def _stay(self) -> None:
        if self.state.face_up:
            card = self.luck.choice(self.state.face_up)
            self.play(Take(card))
            play_stay(self.position, STAY - 1 - card)
        else:
            self.play(Stay())
            play_stay(self.position, STAY)

    def _act(self) -> None:
        position = self.position
        while position.actions > 0 and not is_over(position):
            count = list_actions(position, self.found)
            choices = [*self.found[:count], END]
            useful = [action for action in choices if LEVY <= action < RECALL or action >= OCCUPY]
            if self.spares and not may_stop(position, self.found, count):
                choices = [action for action in choices if action < LEVY]
            elif useful and self.luck.random() < 0.7:
                choices = useful
            action = self.luck.choice(choices)
            self.play(self._move(action))
            act(position, action)
        if is_over(position):
            assert self.state.phase == OVER
            rate_end(self.search.evaluation, position)
            shares = [self.search.evaluation.chance[seat] for seat in range(position.players)]
            assert [seat for seat, share in enumerate(shares) if share] == [*self.state.winners]
        else:
            end_turn(position)
            assert self.state.phase != OVER
        self._check()

    def _move(self, action: int) -> Move:
        """Returns an action as a move, which names the card that the search does not know."""
        if action == END:
            return End()
        if action == TAKE + UNKNOWN:
            return Take(self.position.pile[self.position.seen])
        return action_of(action, self.state, self.position)

    def _check(self) -> None:
        state, position = self.state, self.position
        if state.phase == OVER:
            return
        expected = position_of(state, (state.hands, state.supply))
        assert facts(position) == facts(expected)
        assert [*position.purse[DISCARD:PURSE]] == [*expected.purse[DISCARD:PURSE]]
        assert sorted(position.purse[ROW:ROW + 2]) == sorted(expected.purse[ROW:ROW + 2])
        assert tuple(position.pile[position.drawn:position.end]) == state.supply
        for name in ("seat", "stayed", "quiet", "given", "closer", "reddened"):
            assert getattr(position, name) == getattr(expected, name), name
        assert position.seen == position.drawn
        assert cards_of(position) == cards_of(expected)


def cards_of(position: Position) -> int:
    purse = position.purse
    row = sum(card != NONE for card in purse[ROW:ROW + 2])
    return (sum(purse[:position.players * CARDS]) + row + sum(purse[DISCARD:PURSE])
            + position.end - position.seen)


def started(number: int) -> State:
    """Returns the start of a game, many with few walls or cards."""
    luck = Random(number)
    walls = (luck.randrange(5, 40), luck.choice([1, 3, 10])) if luck.random() < 0.5 else None
    names = ("half_of_occupying", "finish_round", "balanced_start")
    options = {name: luck.random() < 0.3 for name in names}
    table = setup(luck.choice(BOARDS), players=luck.choice([2, 3, 4]), walls=walls, **options)
    state: State = fold(RULESET, None, RULESET.start(table, SeededChance(seed(number))))
    return change(state, supply=state.supply[:luck.choice([0, 3, 8, 55])])


@pytest.mark.rule("A6", "A16", "C2", "C3", "C4", "E1", "E2", "E3", "E4", "E5", "K1", "K3", "P5")
@pytest.mark.parametrize("turns", [3_000, 100_000])
def test_games_go_on_and_end_as_in_the_engine(turns: int) -> None:
    ends, played, number = Counter[str](), 0, 0
    while played < turns:
        pair = Pair(started(number), Random(number))
        while pair.state.phase != OVER and pair.state.turn < MOST_TURNS:
            pair.play_turn()
            played += 1
        ends[pair.state.reason] += 1
        number += 1
    assert {"points", "walls", "stuck", "quiet"} <= set(ends)
