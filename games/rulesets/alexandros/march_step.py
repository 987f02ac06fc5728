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
from games.rulesets.alexandros.steps import Marks, StepContent, StepContext, Target

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


def content(context: StepContext) -> StepContent:
    """The spaces, the points of the chosen space, or the routes to the chosen point."""
    board = context.state.board
    found = choices.marches_by_space(context.state)
    space = board.space_by_name.get(context.pick("space"))
    if space not in found:
        space = next(iter(found)) if len(found) == 1 else None
    if space is None:
        return _spaces(context, found)
    point = _point(context, space)
    if point is None or point not in found[space]:
        return _points(context, found, space)
    others = Marks(_space_targets(context, found, space), {
        p: Target(_there(context, space, p), f"To {board.point_name(p, space)} instead")
        for p in found[space] if p != point
    }, chosen=1 << space)
    return route_step.content(context, found[space][point], space, others)


def _point(context: StepContext, space: int) -> int | None:
    board = context.state.board
    named = dict(zip(board.corner_names(space), board.corners[space], strict=True))
    return named.get(context.pick("point"))


def _there(context: StepContext, space: int, point: int) -> str:
    board = context.state.board
    corner = board.point_name(point, space).partition(".")[2]
    return context.stay(space=board.names[space], point=corner)


def _spaces(context: StepContext, found: dict[int, Points]) -> StepContent:
    listed = [_space(context, space, points) for space, points in found.items()]
    return _content(context, listed, Marks(spaces=_space_targets(context, found, None)))


def _points(context: StepContext, found: dict[int, Points], chosen: int) -> StepContent:
    listed = [_space(context, space, points, chosen=space == chosen)
              for space, points in found.items()]
    one = next(choice for choice in listed if choice.chosen)
    numbers = dict(zip(found[chosen], one.points, strict=True))
    targets = {number: Target(p.href, _label(p)) for number, p in numbers.items()}
    marks = Marks(_space_targets(context, found, chosen), targets, chosen=1 << chosen)
    return _content(context, listed, marks)


def _content(context: StepContext, listed: list[SpaceChoice], marks: Marks) -> StepContent:
    state = context.state
    return StepContent("march", {
        "spaces": listed, "chosen": bool(marks.chosen), "several": len(listed) > 1,
        "card": SYMBOLS[state.card] if state.card is not None else "", "joker": state.joker,
    }, marks)


def _label(point: PointChoice) -> str:
    told = "; ".join([point.best.cost, *(effect.text for effect in point.best.effects)])
    more = f" The likeliest of {point.count} ways." if point.count > 1 else ""
    return f"To {point.name}: {told}.{more}"


def _space_targets(context: StepContext, found: dict[int, Points], chosen: int | None
                   ) -> dict[int, Target]:
    names = context.state.board.names
    return {
        space: Target(context.stay(space=names[space]), f"March to {names[space]}")
        for space, points in found.items() if space != chosen and points
    }


def _space(
    context: StepContext, space: int, points: Points, *, chosen: bool = False
) -> SpaceChoice:
    board = context.state.board
    name, symbol = board.names[space], board.symbol_of[space]
    listed = [_point_choice(context, space, i, some)
              for i, some in enumerate(points.values(), 1)] if chosen else []
    best = None
    if not chosen:
        ranked = choices.suggested_march(
            context.state, [way for some in points.values() for way in some]
        )
        best = route_step.choice(context, ranked) if ranked else None
    return SpaceChoice(name, symbol, SYMBOLS[symbol], in_region(board, 1 << space),
                       context.stay(space=name), listed, best,
                       overlays.of_spaces(board, 1 << space), chosen)


def _point_choice(context: StepContext, space: int, number: int, some: list[March]) -> PointChoice:
    name = context.state.board.point_name(some[0].point, space)
    ranked = choices.suggested_march(context.state, some)
    assert ranked is not None  # there is a route to every listed point
    best = route_step.choice(context, ranked)
    more = _there(context, space, some[0].point) if len(some) > 1 else ""
    corner = CORNERS[name.partition(".")[2]]
    return PointChoice(number, name, corner, best.href, len(some), more, best)
