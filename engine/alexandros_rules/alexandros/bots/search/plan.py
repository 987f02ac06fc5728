"""Turns that the search has found, as moves."""

from __future__ import annotations

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.bots.search.actions import DRAW, END, LEVY, OCCUPY, RECALL, act
from alexandros_rules.alexandros.bots.search.actions import TAKE as TAKE_CARD
from alexandros_rules.alexandros.bots.search.ground import WAYS, Ground
from alexandros_rules.alexandros.bots.search.marches import FACE_UP, LONGEST, Marches
from alexandros_rules.alexandros.bots.search.position import Position, copy_all
from alexandros_rules.alexandros.bots.search.turns import STAY, Search, march_with, play_stay
from alexandros_rules.alexandros.cards import Counts
from alexandros_rules.alexandros.decide import decide
from alexandros_rules.alexandros.evolve import evolve
from alexandros_rules.alexandros.marches import marches_to, new_walls
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
from alexandros_rules.alexandros.occupying import occupation_cost
from alexandros_rules.alexandros.provinces import province_of
from alexandros_rules.alexandros.state import ACT, TAKE, State
from alexandros_rules.chance import UnknownChance


def moves_of(search: Search, turn: int, view: State, position: Position, *,
             whole: bool = False) -> list[Move]:
    """Return the moves of a turn up to the first that reveals a card.

    ``whole`` adds the moves that follow as things look now, before the card is seen.
    ``position`` is that of the view and will be changed.
    """
    march = search.march[turn]
    if view.phase == ACT:
        return _actions(search, turn, view, position, whole=whole)
    if march <= STAY:
        stay: Move = Stay() if march == STAY else Take(STAY - 1 - march)
        if not whole:
            return [stay]
        play_stay(position, march)
        return [stay, *_actions(search, turn, _after(view, stay), position, whole=whole)]
    if view.phase == TAKE:
        card = search.marches.card[march]
        chosen: Move = Play(card)
        if search.marches.played[march] == FACE_UP:
            chosen = Take(card)
            if not whole:
                return [chosen]
        view = _after(view, chosen)
        return [chosen, *_march_and_act(search, turn, view, position, whole=whole)]
    return _march_and_act(search, turn, view, position, whole=whole)


def _march_and_act(search: Search, turn: int, view: State, position: Position, *,
                   whole: bool) -> list[Move]:
    march = search.march[turn]
    move = march_of(search.marches, march, view)
    march_with(search, march, position)
    return [move, *_actions(search, turn, _after(view, move), position, whole=whole)]


def march_of(marches: Marches, march: int, view: State) -> March:
    """Return a march in the form that ``legal_moves`` gives it."""
    ground, board = marches.ground, view.board
    route = marches.route[march * LONGEST:march * LONGEST + marches.length[march]]
    steps = _steps(ground, view.alexander, list(route))
    walls = set(new_walls(board, view.alexander, steps, view.walls))
    space = board.spaces[marches.target[march]]
    return next(
        one for one in marches_to(view, space, marches.point[march])
        if walls == set(new_walls(board, view.alexander, one.steps, view.walls))
    )


def _steps(ground: Ground, start: int, sides: list[int]) -> tuple[int, ...]:
    """Return the steps from a point along these sides."""
    steps, here = list[int](), start
    for side in sides:
        links = range(WAYS * here, WAYS * here + WAYS)
        link = next(i for i in links if ground.link_side[i] == side)
        steps.append(link % WAYS)
        here = ground.link_point[link]
    return tuple(steps)


def _actions(search: Search, turn: int, view: State, position: Position, *,
             whole: bool) -> list[Move]:
    moves = list[Move]()
    for action in (search.first[turn], search.second[turn]):
        move = action_of(action, view, position)
        if whole and move == Take(cards.UNKNOWN):
            # The card that will be turned up is unknown, so one from the supply is as good.
            action, move = (DRAW, Draw()) if _can_draw(view) else (END, End())
        moves.append(move)
        if action == DRAW and not whole:
            break
        after = _after(view, move)
        if after.phase != ACT or after.turn != view.turn:
            break
        act(position, action)
        view = after
    return moves


def _can_draw(view: State) -> bool:
    return bool(view.supply) or bool(cards.total(view.discard))


def action_of(action: int, view: State, position: Position) -> Move:
    """Return an action as a move; ``position`` is that of the view."""
    spaces = view.board.spaces
    if action == END:
        return End()
    if action == DRAW:
        return Draw()
    if action < LEVY:
        return Take(action - TAKE_CARD)
    if action < RECALL:
        return Levy(action - LEVY)
    if action < OCCUPY:
        return Recall(spaces[action - RECALL])
    placed = tuple(spaces[i] for i in _posts(action, position))
    return Occupy(placed, _gift(view, placed))


def _posts(action: int, position: Position) -> list[int]:
    """Return the spaces on which an occupation puts guards."""
    after = Position(position.ground, position.players)
    copy_all(after, position)
    act(after, action)
    mine = position.seat + 1
    pairs = zip(after.guard, position.guard, strict=True)
    return [i for i, (new, old) in enumerate(pairs) if new == mine != old]


def _gift(view: State, placed: tuple[int, ...]) -> Counts | None:
    """Return the cards for the loser of a takeover, always the commonest in the pool (K3)."""
    province = province_of(view.board, view.walls, placed[0])
    cost = occupation_cost(view, province, sum(1 << space for space in placed))
    if not cost.given:
        return None
    pool, gift = cost.pool, cards.NONE
    for _ in range(cost.given):
        card = cards.single(max(cards.KINDS, key=pool.__getitem__))
        pool, gift = cards.subtract(pool, card), cards.add(gift, card)
    return gift


def _after(view: State, move: Move) -> State:
    for event in decide(view, move, UnknownChance(cards.UNKNOWN)):
        view = evolve(view, event)
    return view
