"""What the search and the engine say about the same position, in the same form."""

from __future__ import annotations

from engine.alexandros.bots.search.deals import position_of
from engine.alexandros.bots.search.position import CARDS, LEFT, SCORE, Position
from engine.alexandros.state import State


def true_position(state: State) -> Position:
    """Returns the search's position of a state in which all hands are known."""
    return position_of(state, state.hands)


def facts(position: Position) -> dict[str, object]:
    """Returns everything in a position that the rest of the game depends on."""
    ground, purse, seats = position.ground, position.purse, range(position.players)
    land = range(ground.spaces)
    return {
        "walls": [side for side in range(ground.sides) if position.wall[side]],
        "walls left": (position.black, position.red),
        "guards": [space for space in land if position.guard[space]],
        "provinces": {_province(position, space) for space in land},
        "hands": [list(purse[seat * CARDS:seat * CARDS + CARDS]) for seat in seats],
        "scores": list(purse[SCORE:SCORE + position.players]),
        "guards left": list(purse[LEFT:LEFT + position.players]),
        "alexander": position.alexander,
        "stock": position.stock,
    }


def _province(position: Position, space: int) -> tuple[object, ...]:
    province = position.province[space]
    spaces = tuple(
        other for other in range(position.ground.spaces) if position.province[other] == province)
    symbols = slice(5 * province, 5 * province + 5)
    return (
        spaces, position.value[province], position.bearing[province], position.owner[province],
        position.guards[province], tuple(position.price[symbols]), tuple(position.posts[symbols]),
    )
