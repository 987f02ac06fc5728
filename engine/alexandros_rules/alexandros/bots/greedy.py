"""A bot that looks one turn ahead and takes the move that gains most.

The bot rates positions by the points that its own and the others' provinces will pay in the levies
to come.  So it closes off and occupies valuable provinces, levies taxes when it gains more than the
others do, and takes provinces over when that is worth the cards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.cards import Counts
from alexandros_rules.alexandros.decide import decide
from alexandros_rules.alexandros.evolve import evolve
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.marches import marches, targets
from alexandros_rules.alexandros.moves import (
    Draw,
    End,
    Levy,
    March,
    Move,
    Occupy,
    Play,
    Recall,
    Stay,
    Take,
)
from alexandros_rules.alexandros.occupying import ProvinceOccupations, occupation_cost
from alexandros_rules.alexandros.provinces import (
    is_open_land,
    levy_gains,
    owner,
    province_of,
    provinces,
    value,
)
from alexandros_rules.alexandros.state import ACT, MARCH, TAKE, WINNING_SCORE, State, change
from alexandros_rules.bot_plans import MoveByMove
from alexandros_rules.chance import UnknownChance
from alexandros_rules.immutable import with_item
from alexandros_rules.ruleset import lead
from alexandros_rules.translation import gettext_noop

# Weights in points, tuned by games between bots.
SPECIAL_MOVE = 1.5  # cost of the special move besides the card: the face-up card not taken
LEVIES = 6.0  # levies expected in a whole game
RIVAL = 0.9  # value of a rival's loss relative to an own gain, with two players
SECOND = 0.5  # weight of the second best occupation after a march
DECIDED = 1000.0  # a game that is certainly won (or lost, if negative)
MAX_RATED = 5000  # moves that are rated one by one
FREE_RISK = 0.1  # share of a free province's value that the next player may gain


@dataclass(frozen=True, slots=True)
class Prospects:
    """The rating of a position for a seat: held provinces, and the best possible occupations."""

    held: float
    occupations: tuple[float, ...]

    @property
    def rating(self) -> float:
        first, second = (*self.occupations, 0.0, 0.0)[:2]
        return self.held + first + SECOND * second


@dataclass(frozen=True, slots=True)
class Habits:
    """The differences between greedy bots; weights in points.

    ``card``        the value of a card in hand; ``hand`` the number of cards beyond which each is
                    worth less.
    ``crowded``     share of a province's value if guards must be recalled before it scores;
                    ``guards`` are put into a province at most.
    ``least``       the value of a province that is worth a guard, before the last walls, as a
                    share of the board's open spaces.
    ``rival_gain``  weight of the best rival's levy gain, with 2, 3, 4 players.
    ``wary``        whether it never levies if the leader, who is somebody else, could then win
                    with the next levy.
    """

    card: float
    hand: int
    crowded: float
    guards: int
    least: float
    rival_gain: tuple[float, float, float]
    wary: bool


# Tuned by games between bots.
HABITS = Habits(card=1.5, hand=12, crowded=0.35, guards=2, least=0.03, rival_gain=(1.0, 0.9, 0.8),
                wary=True)
# Habits of the first version, which never change because other bots are measured against it.
FIRST_HABITS = Habits(card=1.0, hand=6, crowded=0.5, guards=4, least=0.0,
                      rival_gain=(0.9, 0.7, 0.5), wary=False)


class GreedyBot(MoveByMove):
    """A bot that plays the move that looks best within its own turn."""

    name = "greedy"
    title = gettext_noop("the most valuable move")
    about = gettext_noop("Grabs what looks most valuable right now, and does not think about"
                         " what the others will do next.")
    seat_names: tuple[str, ...] = ("Parmenion", "Craterus", "Ptolemy", "Seleucus")

    def __init__(self, habits: Habits = HABITS):
        self.habits = habits

    def choose(self, view: State, *, seat: int, salt: bytes) -> Move:
        if view.phase == TAKE:
            return _best(self._rate_cards(view), salt)
        if view.phase == MARCH:
            return _best(self._rate_marches(view), salt)
        assert view.phase == ACT
        rated = [(self._rate_action(view, move), move) for move in _considered_actions(view)]
        return _best(rated, salt)

    def _rate_cards(self, state: State) -> list[tuple[float, Move]]:
        rated: list[tuple[float, Move]] = []
        for move in legal_moves(state):
            if isinstance(move, Stay):
                return [(0.0, move)]
            assert isinstance(move, Take | Play)
            after = _before_march(state, move)
            options = self._rate_marches(after) if after.phase == MARCH else [(0.0, move)]
            if isinstance(move, Play):
                cost = self.habits.card + SPECIAL_MOVE
            else:
                cost = -self._card_use(state, move.card)
            rated.append((max(score for score, _ in options) - cost, move))
        return rated

    def _rate_marches(self, state: State) -> list[tuple[float, Move]]:
        some = marches(state, targets(state))
        step = -(-len(some) // MAX_RATED) or 1  # more than one only for very distant spaces
        return [(self._rate_march(state, march), march) for march in some[::step]]

    def _rate_march(self, state: State, march: March) -> float:
        after = _after_march(state, march)
        prospects = self._prospects(after)
        last_turn = _rate_last_turn(after, prospects) if after.red else 0.0
        return prospects.rating + last_turn

    def _card_value(self, state: State) -> float:
        """Return the value of one more or one less card in a hand of this size."""
        habits = self.habits
        return habits.card * habits.hand / max(cards.total(state.hand), habits.hand)

    def _prospects(self, state: State) -> Prospects:
        board, levies = state.board, _levies_left(state)
        held, occupations = 0.0, []
        for province in provinces(board, state.walls):
            points = value(board, province)
            holder = owner(state, province)
            if holder is None:
                if is_open_land(state, province):  # nobody can pay for it
                    continue
                gain = self._occupation_gain(state, province, points * levies)
                if gain > 0:
                    occupations.append(gain)
                else:
                    held -= FREE_RISK * points
                continue
            single = (state.guards[holder] & province).bit_count() == 1
            income = points * levies * (1 if single else self.habits.crowded)
            if holder == state.seat:
                held += income
                continue
            held -= income * _rival_weight(state)
            gain = self._occupation_gain(
                state, province, points * levies * (1 + _rival_weight(state)))
            if gain > 0:
                occupations.append(gain)
        return Prospects(held, tuple(sorted(occupations, reverse=True)[:2]))

    def _is_too_small(self, state: State, province: int) -> bool:
        least = self.habits.least * state.board.open.bit_count()
        return value(state.board, province) < least and state.black_left > 0

    def _occupation_gain(self, state: State, province: int, income: float) -> float:
        """Return the gain of the cheapest occupation of a province; 0 if it is impossible."""
        supply = state.guards_left(state.seat)
        if not supply or not province & ~state.board.open:
            return 0.0
        if self._is_too_small(state, province):
            return 0.0
        cost = occupation_cost(state, province, 0)
        price = cards.total(cost.total)
        lacking = cards.total(cards.missing(state.hand, cost.total))
        guards = max(1, lacking)
        lacking_for_removal = cards.missing(state.hand, cost.removal)
        if guards > min(supply, self.habits.guards) or cards.total(lacking_for_removal):
            return 0.0
        if guards > 1:
            income *= self.habits.crowded
        paid = self._card_value(state) * (price - guards)
        return income - paid - 0.5 * self.habits.card * cost.given

    def _rate_action(self, state: State, move: Move) -> float:
        match move:
            case Occupy():
                return self._rate_occupation(state, move)
            case Levy():
                return self._rate_levy(state, move)
            case Take(card):
                worth = 0.9 * self._card_value(state) + self._card_use(state, card)
                return 0.1 if state.red else worth
            case Draw():
                return 0.1 if state.red else self._card_value(state)
            case Recall(space):
                return self._rate_recall(state, space)
            case End():
                return 0.0
            case _:
                raise TypeError(f"{move} is not an action")

    def _rate_occupation(self, state: State, move: Occupy) -> float:
        province = province_of(state.board, state.walls, move.spaces[0])
        if len(move.spaces) > self.habits.guards:
            return -DECIDED
        if self._is_too_small(state, province):
            return -DECIDED
        cost = occupation_cost(state, province, sum(1 << space for space in move.spaces))
        income = value(state.board, province) * _levies_left(state)
        if state.red and not _can_levy_after(state, cost.total, move):
            income = 0.0
        if cost.loser is not None:
            income *= 1 + _rival_weight(state)
        if len(move.spaces) > 1:
            income *= self.habits.crowded
        paid = self._card_value(state) * cards.total(cost.total)
        gift = 0.0 if move.give is None else 0.5 * self.habits.card * cards.total(move.give)
        return income - paid - gift

    def _rate_levy(self, state: State, move: Levy) -> float:
        gains = levy_gains(state)
        own = gains[state.seat]
        rivals = [gain for seat, gain in enumerate(gains) if seat != state.seat]
        after = _scores_after_levy(state)
        wins, leads = lead(after, state.seat) >= 0, lead(state.scores, state.seat) >= 0
        if max(after) >= WINNING_SCORE or (state.red and wins != leads):
            return DECIDED if wins else -DECIDED
        if self.habits.wary and _helps_leader(state, gains):
            return -DECIDED
        rival_gain = self.habits.rival_gain[state.players - 2] * max(rivals)
        return own - rival_gain - self._card_value(state) - (0 if own else self.habits.card)

    def _rate_recall(self, state: State, space: int) -> float:
        province = province_of(state.board, state.walls, space)
        points = value(state.board, province)
        count = (state.guards[state.seat] & province).bit_count()
        if count == 2:
            return points * _levies_left(state) * (1 - self.habits.crowded)
        if count > 2:
            return points * 0.5
        if state.guards_left(state.seat) or state.actions < 2:
            return -points * _levies_left(state)
        left = with_item(state.guards, state.seat, state.guards[state.seat] & ~(1 << space))
        best = self._best_occupation(change(state, guards=left), state.hand)
        return best - points * _levies_left(state)

    def _card_use(self, state: State, card: int) -> float:
        """Return the use of a further card, which may allow a levy or complete a price."""
        if card not in cards.KINDS:
            return 0.0
        own = state.guards[state.seat]
        use = 0.0
        fits = [s for s in cards.KINDS if state.board.symbols[s] & own]
        if card in fits and not any(state.hand[s] for s in fits):
            use += min(6.0, 0.3 * levy_gains(state)[state.seat])
        before = self._best_occupation(state, state.hand)
        after = self._best_occupation(state, cards.add(state.hand, cards.single(card)))
        return use + SECOND * max(0.0, after - before)

    def _best_occupation(self, state: State, hand: Counts) -> float:
        """Return the gain of the best occupation with this hand."""
        changed = change(state, hands=with_item(state.hands, state.seat, hand))
        occupations = self._prospects(changed).occupations
        return occupations[0] if occupations else 0.0


def _best(rated: list[tuple[float, Move]], salt: bytes) -> Move:
    """Return the best move; the salt chooses among equal ones."""
    top = max(score for score, _ in rated)
    equals = [move for score, move in rated if score >= top - 1e-9]
    return equals[int.from_bytes(hashlib.sha256(salt).digest()[:4]) % len(equals)]


def _levies_left(state: State) -> float:
    """Estimate how often taxes will still be levied."""
    if state.red:
        return 1.0
    walls = state.walls_left / (state.board.black_walls + state.board.red_walls)
    return 0.5 + LEVIES * walls


def _before_march(state: State, move: Take | Play) -> State:
    """Return the state in which the march is chosen; the card turned up is still unknown."""
    for event in decide(state, move, UnknownChance(cards.UNKNOWN)):
        state = evolve(state, event)
    return state


def _rate_last_turn(last: State, prospects: Prospects) -> float:
    """Rate making this turn the last one (E1): very high if that certainly wins."""
    now = after_levy = lead(last.scores, last.seat)
    if _levy_cards(last, last.hand, last.guards[last.seat]):
        after_levy = lead(_scores_after_levy(last), last.seat)
    if max(now, after_levy) >= 0:
        return DECIDED
    # The bot puts the end off as long as it has another march, unless an occupation and a levy in
    # this turn may still make up for its deficit.
    return 0.0 if after_levy + sum(prospects.occupations[:1]) >= 0 else -DECIDED


def _scores_after_levy(state: State) -> tuple[int, ...]:
    """Return what the scores would be after a levy now."""
    return tuple(a + b for a, b in zip(state.scores, levy_gains(state), strict=True))


def _levy_cards(state: State, hand: Counts, guards: int) -> list[int]:
    """Return the cards of a hand to levy with, for guards on a mask of spaces (L1)."""
    return [s for s in cards.KINDS if hand[s] and state.board.symbols[s] & guards]


def _rival_weight(state: State) -> float:
    """Return the value of one rival's loss: the more rivals, the less."""
    return RIVAL / (state.players - 1)


def _after_march(state: State, march: March) -> State:
    """Return the state after a march, with only the changes that matter for prospects."""
    walls = state.walls
    here = state.alexander
    for step in march.steps:
        here, side = state.board.links[here][step]
        walls |= 1 << side
    used = walls.bit_count() - state.walls.bit_count()
    black = min(used, state.black_left)
    return change(
        state, walls=walls, alexander=here, black_left=state.black_left - black,
        red_left=state.red_left - used + black, red=walls if used > black else state.red,
    )


def _considered_actions(state: State) -> Iterator[Move]:
    """Yield the legal actions; if there are too many, only those with different ratings."""
    moves = legal_moves(state)
    if len(moves) <= MAX_RATED:
        yield from moves
        return
    # All occupations of a province with guards on the same symbols have the same rating.
    for part in moves.parts:
        if isinstance(part, ProvinceOccupations):
            yield from part.one_of_each_kind()
        else:
            yield from part


def _can_levy_after(state: State, spent: Counts, move: Occupy) -> bool:
    """Check if a levy is still possible in this turn after an occupation."""
    left = cards.subtract(state.hand, spent)
    guards = state.guards[state.seat] | sum(1 << space for space in move.spaces)
    return (
        state.actions > 1
        and not state.levied
        and bool(_levy_cards(state, left, guards))
    )


def _helps_leader(state: State, gains: tuple[int, ...]) -> bool:
    """Check if the leader, who is somebody else, could win with the next levy after this one."""
    after = _scores_after_levy(state)
    return any(
        after[seat] > after[state.seat] and after[seat] + gains[seat] >= WINNING_SCORE
        for seat in range(state.players)
    )
