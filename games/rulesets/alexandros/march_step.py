"""The second step of a turn: the space and point to march to (A4 to A9).

It takes the suggested route there; ``route_step`` offers the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.alexandros.board import SYMBOLS
from engine.alexandros.describe import CORNERS, in_region
from engine.alexandros.moves import March
from games.rulesets.alexandros import choices as choices
from games.rulesets.alexandros import overlays, route_step
from games.rulesets.alexandros.overlays import Overlay
from games.rulesets.alexandros.route_step import WayChoice
from games.rulesets.alexandros.steps import Asking, Marks, Scene, Target

Points = dict[int, list[March]]


@dataclass(frozen=True, slots=True)
class PointChoice:
    """A point of a space.

    ``best`` is the suggested route, which ``href`` takes; ``count`` is the number of routes, and
    ``ways`` the address where they can be chosen ("" when there is only one).
    """

    number: int
    name: str
    corner: str
    href: str
    count: int
    ways: str
    best: WayChoice


@dataclass(frozen=True, slots=True)
class SpaceChoice:
    """A space Alexander may go to, with its points; ``best`` is the suggested march there."""

    name: str
    symbol: int
    symbol_name: str
    where: str
    href: str
    points: Sequence[PointChoice]
    best: WayChoice | None
    preview: Overlay
    chosen: bool


def scene(asking: Asking) -> Scene:
    """The spaces, the points of the chosen space, or the routes to the chosen point."""
    board = asking.state.board
    found = choices.marches_by_space(asking.state)
    space = board.space_by_name.get(asking.pick("space"))
    if space not in found:
        space = next(iter(found)) if len(found) == 1 else None
    if space is None:
        return _spaces(asking, found)
    point = _point(asking, space)
    if point is None or point not in found[space]:
        return _points(asking, found, space)
    others = Marks(_space_targets(asking, found, space), {
        p: Target(_there(asking, space, p), f"To {board.point_name(p, space)} instead")
        for p in found[space] if p != point
    }, chosen=1 << space)
    return route_step.scene(asking, found[space][point], space, others)


def _point(asking: Asking, space: int) -> int | None:
    board = asking.state.board
    named = dict(zip(board.corner_names(space), board.corners[space], strict=True))
    return named.get(asking.pick("point"))


def _there(asking: Asking, space: int, point: int) -> str:
    board = asking.state.board
    corner = board.point_name(point, space).partition(".")[2]
    return asking.stay(space=board.names[space], point=corner)


def _spaces(asking: Asking, found: dict[int, Points]) -> Scene:
    listed = [_space(asking, space, points) for space, points in found.items()]
    return _scene(asking, listed, Marks(spaces=_space_targets(asking, found, None)))


def _points(asking: Asking, found: dict[int, Points], chosen: int) -> Scene:
    listed = [_space(asking, space, points, chosen=space == chosen)
              for space, points in found.items()]
    one = next(choice for choice in listed if choice.chosen)
    numbers = dict(zip(found[chosen], one.points, strict=True))
    targets = {number: Target(p.href, _label(p)) for number, p in numbers.items()}
    return _scene(asking, listed, Marks(_space_targets(asking, found, chosen), targets,
                                        chosen=1 << chosen))


def _scene(asking: Asking, listed: list[SpaceChoice], marks: Marks) -> Scene:
    state = asking.state
    return Scene("march", {
        "spaces": listed, "chosen": bool(marks.chosen), "several": len(listed) > 1,
        "card": SYMBOLS[state.card] if state.card is not None else "", "joker": state.joker,
    }, marks)


def _label(point: PointChoice) -> str:
    told = "; ".join([point.best.cost, *(effect.text for effect in point.best.effects)])
    more = f" The likeliest of {point.count} ways." if point.count > 1 else ""
    return f"To {point.name}: {told}.{more}"


def _space_targets(asking: Asking, found: dict[int, Points], chosen: int | None
                   ) -> dict[int, Target]:
    names = asking.state.board.names
    return {
        space: Target(asking.stay(space=names[space]), f"March to {names[space]}")
        for space, points in found.items() if space != chosen and points
    }


def _space(asking: Asking, space: int, points: Points, *, chosen: bool = False) -> SpaceChoice:
    board = asking.state.board
    name, symbol = board.names[space], board.symbol_of[space]
    listed = [_point_choice(asking, space, i, some)
              for i, some in enumerate(points.values(), 1)] if chosen else []
    best = None
    if not chosen:
        ranked = choices.suggested_march(
            asking.state, [way for some in points.values() for way in some]
        )
        best = route_step.choice(asking, ranked) if ranked else None
    return SpaceChoice(name, symbol, SYMBOLS[symbol], in_region(board, 1 << space),
                       asking.stay(space=name), listed, best,
                       overlays.of_spaces(board, 1 << space), chosen)


def _point_choice(asking: Asking, space: int, number: int, some: list[March]) -> PointChoice:
    name = asking.state.board.point_name(some[0].point, space)
    ranked = choices.suggested_march(asking.state, some)
    assert ranked is not None  # there is a route to every listed point
    best = route_step.choice(asking, ranked)
    more = _there(asking, space, some[0].point) if len(some) > 1 else ""
    corner = CORNERS[name.partition(".")[2]]
    return PointChoice(number, name, corner, best.href, len(some), more, best)
