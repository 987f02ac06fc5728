"""The second step of a turn: the space, its point, and the way there (A4 to A11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from engine.alexandros.board import SYMBOLS
from engine.alexandros.describe import CORNERS, place
from engine.alexandros.moves import March
from engine.alexandros.notation import format_move
from engine.alexandros.state import State
from games.presenting.alexandros import words
from games.presenting.alexandros.scene import Asking, Marks, Scene, Target, WayTarget, way_points
from games.services.choices import alexandros as choices
from games.services.choices.alexandros import Outcome

Points = dict[int, list[March]]
LETTERS = ascii_uppercase  # of the ways, as the board draws them


@dataclass(frozen=True, slots=True)
class WayChoice:
    """One march on offer and what comes of it; ``letter`` is the one on the board."""

    href: str
    title: str
    cost: str
    left: str
    effects: Sequence[words.Effect]
    letter: str = ""


@dataclass(frozen=True, slots=True)
class PointChoice:
    """A point of a space; ``best`` is the way that changes most, ``count`` how many there are."""

    name: str
    corner: str
    href: str
    count: int
    best: WayChoice


@dataclass(frozen=True, slots=True)
class SpaceChoice:
    """A space Alexander may go to, with its points; ``best`` is the march that changes most."""

    name: str
    symbol: int
    symbol_name: str
    where: str
    href: str
    points: Sequence[PointChoice]
    best: WayChoice | None
    chosen: bool


def scene(asking: Asking) -> Scene:
    """Spaces, or the points of the chosen space, or the ways to the chosen point."""
    board = asking.state.board
    found = choices.marches_by_space(asking.state)
    space = board.numbers.get(asking.pick("space"))
    if space not in found:
        return _spaces(asking, found, chosen=None)
    point = _point(asking, space)
    ways = found[space].get(point, []) if point is not None else []
    if not ways:
        return _spaces(asking, found, chosen=space)
    return _ways(asking, found, space, ways)


def _point(asking: Asking, space: int) -> int | None:
    board = asking.state.board
    named = dict(zip(board.corner_names(space), board.corners[space], strict=True))
    return named.get(asking.pick("point"))


def _spaces(asking: Asking, found: dict[int, Points], *, chosen: int | None) -> Scene:
    state = asking.state
    only = next(iter(found)) if len(found) == 1 else None
    chosen = only if chosen is None else chosen
    listed = [_space(asking, space, points, chosen=space == chosen)
              for space, points in found.items()]
    marks = Marks(spaces=_space_targets(asking, found, chosen), chosen=_mask(chosen))
    if chosen is not None:
        one = next(choice for choice in listed if choice.chosen)
        numbers = dict(zip(state.board.corner_names(chosen), state.board.corners[chosen],
                           strict=True))
        targets = {numbers[p.corner]: Target(p.href, _label(p)) for p in one.points}
        marks = Marks(spaces=marks.spaces, points=targets, chosen=marks.chosen)
    return Scene("march", {
        "spaces": listed, "chosen": chosen is not None, "several": len(listed) > 1,
        "card": SYMBOLS[state.card] if state.card is not None else "", "joker": state.joker,
    }, marks)


def _label(point: PointChoice) -> str:
    if point.count > 1:
        return f"To {point.name}: {point.count} ways with different walls"
    told = "; ".join([point.best.cost, *(effect.text for effect in point.best.effects)])
    return f"To {point.name}: {told}"


def _mask(space: int | None) -> int:
    return 0 if space is None else 1 << space


def _space_targets(asking: Asking, found: dict[int, Points], chosen: int | None
                   ) -> dict[int, Target]:
    names = asking.state.board.names
    return {
        space: Target(asking.stay(space=names[space]), f"March to {names[space]}")
        for space, points in found.items() if space != chosen and points
    }


def _space(asking: Asking, space: int, points: Points, *, chosen: bool) -> SpaceChoice:
    board = asking.state.board
    name, symbol = board.names[space], board.symbol_of[space]
    listed = [_point_choice(asking, space, ways) for ways in points.values()]
    ranked = choices.outcomes(asking.state, [way for ways in points.values() for way in ways])
    best = way_choice(asking, ranked[0]) if ranked else None
    return SpaceChoice(name, symbol, SYMBOLS[symbol], place(board, 1 << space),
                       asking.stay(space=name), listed, best, chosen)


def _point_choice(asking: Asking, space: int, ways: list[March]) -> PointChoice:
    board = asking.state.board
    name = board.point_name(ways[0].point, space)
    corner = name.partition(".")[2]
    ranked = choices.outcomes(asking.state, ways)
    best = way_choice(asking, ranked[0])
    more = asking.stay(space=board.names[space], point=corner)
    return PointChoice(name, corner, best.href if len(ways) == 1 else more, len(ways), best)


def way_choice(asking: Asking, outcome: Outcome, letter: str = "") -> WayChoice:
    """A march on offer, in words."""
    state = asking.state
    order = format_move(outcome.march, state)
    _, _, way = order.partition(" via ")
    return WayChoice(asking.add(order), f"by {way.replace(' ', ', ')}", words.walls(outcome),
                     words.walls_left(state, outcome),
                     words.effects(state, outcome, asking.names), letter)


def _ways(asking: Asking, found: dict[int, Points], space: int, ways: list[March]) -> Scene:
    state, board = asking.state, asking.state.board
    ranked = choices.outcomes(state, ways)
    listed = [way_choice(asking, outcome, LETTERS[i % len(LETTERS)])
              for i, outcome in enumerate(ranked)]
    name = board.point_name(ways[0].point, space)
    points = {p: Target(asking.stay(space=board.names[space], point=_corner(state, p, space)),
                        f"To {board.point_name(p, space)} instead")
              for p in found[space] if p != ways[0].point}
    targets = tuple(
        WayTarget(way_points(board, state.alexander, outcome.march.steps), choice.href,
                  "; ".join([f"{choice.title}: {choice.cost}", *(e.text for e in choice.effects)]))
        for outcome, choice in zip(ranked, listed, strict=True)
    )
    return Scene("ways", {
        "ways": listed, "to": name, "corner": CORNERS[name.partition(".")[2]],
        "space": board.names[space], "back": asking.stay(space=board.names[space]),
    }, Marks(_space_targets(asking, found, space), points, targets, 1 << space))


def _corner(state: State, point: int, space: int) -> str:
    return state.board.point_name(point, space).partition(".")[2]
