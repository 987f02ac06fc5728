"""A sensible player that looks one turn ahead.

It judges positions by what its provinces and those of others will yield in the
levies to come, and takes the move with the best outlook: it closes and
occupies valuable provinces, levies when that gains more than it gives, takes
over when it pays.  It knows nothing but its seat's view.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from engine.alexandros import cards
from engine.alexandros.cards import Counts
from engine.alexandros.decide import decide
from engine.alexandros.evolve import evolve
from engine.alexandros.legal_moves import legal
from engine.alexandros.marches import marches, targets
from engine.alexandros.moves import Draw, End, Levy, March, Move, Occupy, Play, Recall, Stay, Take
from engine.alexandros.occupying import bill
from engine.alexandros.provinces import gains, is_open_land, owner, province_of, provinces, value
from engine.alexandros.state import ACT, GOAL, MARCH, TAKE, State, change, put
from engine.chance import Unknown

# Weights in points, settled by games against each other on the default board.
CARD = 1.0  # worth of a card in hand
PLENTY = 6  # cards in hand beyond which each is worth less
SPECIAL = 1.5  # what the special move costs besides the card: the one not taken
LEVIES = 6.0  # levies still to come when all walls are left
RIVAL = 0.9  # worth of a rival's loss against one's own gain, with two players
LEAD = (0.9, 0.7, 0.5)  # what the best rival's gain in a levy counts, with 2, 3, 4 players
DOUBLED = 0.5  # worth of a province while a second guard has to be recalled first
SECOND = 0.5  # worth of the second best thing to do after a march
DECIDED = 1000.0  # more than anything: a game surely won, or lost
FREE_RISK = 0.1  # what a valuable free province is worth to the next player


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a position is worth to a seat: what stands, and the best occupations at hand."""

    standing: float
    chances: tuple[float, ...]

    @property
    def worth(self) -> float:
        first, second = (*self.chances, 0.0, 0.0)[:2]
        return self.standing + first + SECOND * second


class Greedy:
    """Takes what looks best within its own turn."""

    name = "greedy"
    title = "plays to gain"
    called: tuple[str, ...] = ("Parmenion", "Craterus", "Ptolemy", "Seleucus")

    def choose(self, view: State, *, salt: bytes) -> Move:
        if view.phase == TAKE:
            return _best(_rate_cards(view), salt)
        if view.phase == MARCH:
            return _best(_rate_marches(view), salt)
        assert view.phase == ACT
        return _best(_rate_actions(view), salt)


def _best(rated: list[tuple[float, Move]], salt: bytes) -> Move:
    """The best move; among equals the salt chooses."""
    top = max(score for score, _ in rated)
    equals = [move for score, move in rated if score >= top - 1e-9]
    return equals[int.from_bytes(hashlib.sha256(salt).digest()[:4]) % len(equals)]


def _levies(state: State) -> float:
    """How often taxes will still be levied."""
    if state.red:
        return 1.0
    walls = state.walls_left / (state.board.black_walls + state.board.red_walls)
    return 0.5 + LEVIES * walls


def _rate_cards(state: State) -> list[tuple[float, Move]]:
    rated: list[tuple[float, Move]] = []
    for move in legal(state):
        if isinstance(move, Stay):
            return [(0.0, move)]
        assert isinstance(move, Take | Play)
        ready = _ready(state, move)
        options = _rate_marches(ready) if ready.phase == MARCH else [(0.0, move)]
        cost = CARD + SPECIAL if isinstance(move, Play) else -_use(state, move.card)
        rated.append((max(score for score, _ in options) - cost, move))
    return rated


def _ready(state: State, move: Take | Play) -> State:
    """The state in which the march is chosen, the card turned up still unknown."""
    for event in decide(state, move, Unknown(cards.UNKNOWN)):
        state = evolve(state, event)
    return state


def _rate_marches(state: State) -> list[tuple[float, Move]]:
    return [(_rate_march(state, march), march) for march in marches(state, targets(state))]


def _rate_march(state: State, march: March) -> float:
    after = _after(state, march)
    outlook = _outlook(after)
    return outlook.worth + _verdict(after, outlook) if after.red else outlook.worth


def _verdict(last: State, outlook: Outlook) -> float:
    """What it is worth to make this turn the last one (E1): all where that surely wins.

    Nothing short of a win is worth the end of the game, so it is put off as long as there is
    another march, unless an occupation and a levy may still make up for what is missing.
    """
    lead = ahead = _lead(last.scores, last.seat)
    if _levy_cards(last, last.hand, last.guards[last.seat]):
        ahead = _lead(_taxed(last), last.seat)
    if max(lead, ahead) >= 0:
        return DECIDED
    return 0.0 if ahead + sum(outlook.chances[:1]) >= 0 else -DECIDED


def _lead(scores: tuple[int, ...], seat: int) -> int:
    """How far a seat is before the best of the others; less than 0 when it is behind."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def _taxed(state: State) -> tuple[int, ...]:
    """The scores after a levy."""
    return tuple(a + b for a, b in zip(state.scores, gains(state), strict=True))


def _levy_cards(state: State, hand: Counts, standing: int) -> list[int]:
    """The cards of a hand to levy with when guards stand on these spaces (L1)."""
    return [s for s in cards.KINDS if hand[s] and state.board.symbols[s] & standing]


def _rival(state: State) -> float:
    """What one rival's loss is worth; the more rivals, the less."""
    return RIVAL / (state.players - 1)


def _card(state: State) -> float:
    """The worth of one card more or less in a hand of this size."""
    return CARD * PLENTY / max(cards.total(state.hand), PLENTY)


def _after(state: State, march: March) -> State:
    """The state after a march, as far as an outlook asks for it."""
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


def _outlook(state: State) -> Outlook:
    me, board, levies = state.seat, state.board, _levies(state)
    standing, chances = 0.0, []
    for province in provinces(board, state.walls):
        worth = value(board, province)
        whose = owner(state, province)
        if whose is None:
            if is_open_land(state, province):  # nobody can pay for it
                continue
            gain = _occupation(state, province, worth * levies)
            if gain > 0:
                chances.append(gain)
            else:
                standing -= FREE_RISK * worth
            continue
        single = (state.guards[whose] & province).bit_count() == 1
        share = worth * levies * (1 if single else DOUBLED)
        if whose == me:
            standing += share
            continue
        standing -= share * _rival(state)
        gain = _occupation(state, province, worth * levies * (1 + _rival(state)))
        if gain > 0:
            chances.append(gain)
    return Outlook(standing, tuple(sorted(chances, reverse=True)[:2]))


def _occupation(state: State, province: int, worth: float) -> float:
    """The gain of occupying a province as cheaply as one can; 0 when one cannot."""
    supply = state.guards_left(state.seat)
    if not supply or not province & ~state.board.open:
        return 0.0
    made = bill(state, province, 0)
    price = cards.total(made.total)
    lacking = cards.total(cards.missing(state.hand, made.total))
    guards = max(1, lacking)
    removing = cards.missing(state.hand, made.removal)
    if guards > supply or cards.total(removing):
        return 0.0
    if guards > 1:
        worth *= DOUBLED
    return worth - _card(state) * (price - guards) - 0.5 * CARD * made.given


def _rate_actions(state: State) -> list[tuple[float, Move]]:
    return [(_rate_action(state, move), move) for move in legal(state)]


def _rate_action(state: State, move: Move) -> float:
    match move:
        case Occupy():
            return _rate_occupation(state, move)
        case Levy():
            return _rate_levy(state, move)
        case Take(card):
            return 0.1 if state.red else 0.9 * _card(state) + _use(state, card)
        case Draw():
            return 0.1 if state.red else _card(state)
        case Recall(space):
            return _rate_recall(state, space)
        case End():
            return 0.0
        case _:
            raise TypeError(f"{move} is no action")


def _rate_occupation(state: State, move: Occupy) -> float:
    province = province_of(state.board, state.walls, move.spaces[0])
    made = bill(state, province, sum(1 << space for space in move.spaces))
    worth = value(state.board, province) * _levies(state)
    if state.red and not _levy_follows(state, made.total, move):
        worth = 0.0
    if made.loser is not None:
        worth *= 1 + _rival(state)
    if len(move.spaces) > 1:
        worth *= DOUBLED
    return worth - _card(state) * cards.total(made.total) - _gift(state, move.give)


def _levy_follows(state: State, spent: Counts, move: Occupy) -> bool:
    """Whether a levy is still possible in this turn after this occupation."""
    left = cards.subtract(state.hand, spent)
    standing = state.guards[state.seat] | sum(1 << space for space in move.spaces)
    return (
        state.actions > 1
        and not state.levied
        and bool(_levy_cards(state, left, standing))
    )


def _gift(state: State, give: Counts | None) -> float:
    """What a gift costs: more when the loser can use the cards himself."""
    return 0.0 if give is None else 0.5 * CARD * cards.total(give)


def _rate_levy(state: State, move: Levy) -> float:
    found = gains(state)
    mine = found[state.seat]
    rivals = [gain for seat, gain in enumerate(found) if seat != state.seat]
    after = _taxed(state)
    wins = _lead(after, state.seat) >= 0
    if max(after) >= GOAL or (state.red and wins != (_lead(state.scores, state.seat) >= 0)):
        return DECIDED if wins else -DECIDED
    lead = LEAD[state.players - 2] * max(rivals)
    return mine - lead - _card(state) - (0 if mine else CARD)


def _rate_recall(state: State, space: int) -> float:
    province = province_of(state.board, state.walls, space)
    worth = value(state.board, province)
    count = (state.guards[state.seat] & province).bit_count()
    if count == 2:
        return worth * _levies(state) * (1 - DOUBLED)
    if count > 2:
        return worth * 0.5
    if state.guards_left(state.seat) or state.actions < 2:
        return -worth * _levies(state)
    left = put(state.guards, state.seat, state.guards[state.seat] & ~(1 << space))
    spare = _best_chance(change(state, guards=left), state.hand)
    return spare - worth * _levies(state)


def _use(state: State, card: int) -> float:
    """What this very card adds to a hand: a levy that was missing, a price completed."""
    if card not in cards.KINDS:
        return 0.0
    own = state.guards[state.seat]
    use = 0.0
    fits = [s for s in cards.KINDS if state.board.symbols[s] & own]
    if card in fits and not any(state.hand[s] for s in fits):
        use += min(6.0, 0.3 * gains(state)[state.seat])
    before = _best_chance(state, state.hand)
    after = _best_chance(state, cards.add(state.hand, cards.single(card)))
    return use + SECOND * max(0.0, after - before)


def _best_chance(state: State, hand: Counts) -> float:
    chances = _outlook(change(state, hands=put(state.hands, state.seat, hand))).chances
    return chances[0] if chances else 0.0
