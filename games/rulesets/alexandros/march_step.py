"""The second step of a turn: the space and point to march to (A4 to A9).

It takes the suggested route there; ``route_step`` offers the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.alexandros import terms
from engine.alexandros.describe import region_of
from engine.alexandros.moves import March
from games.rulesets.alexandros import choices as choices
from games.rulesets.alexandros import overlays, route_step, wording
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
    title: str
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
    region: str
    href: str
    points: Sequence[PointChoice]
    best: WayChoice | None
    preview: Overlay
    chosen: bool


def content(context: StepContext) -> StepContent:
    """The spaces, the points of the chosen space, or the routes to the chosen point."""
    board = context.state.board
    legal = choices.marches_by_space(context.state)
    space = board.space_by_name.get(context.pick("space"))
    if space not in legal:
        space = next(iter(legal)) if len(legal) == 1 else None
    if space is None:
        return _spaces(context, legal)
    point = _point(context, space)
    if point is None or point not in legal[space]:
        return _points(context, legal, space)
    others = Marks(_space_targets(context, legal, space), {
        p: Target(_there(context, space, p),
                  _("To %(point)s instead") % {"point": board.point_name(p, space)})
        for p in legal[space] if p != point
    }, chosen=1 << space)
    return route_step.content(context, legal[space][point], space, others)


def _point(context: StepContext, space: int) -> int | None:
    board = context.state.board
    named = dict(zip(board.corner_names(space), board.corners[space], strict=True))
    return named.get(context.pick("point"))


def _there(context: StepContext, space: int, point: int) -> str:
    board = context.state.board
    corner = board.point_name(point, space).partition(".")[2]
    return context.stay(space=board.names[space], point=corner)


def _spaces(context: StepContext, legal: dict[int, Points]) -> StepContent:
    listed = [_space(context, space, points) for space, points in legal.items()]
    return _content(context, listed, Marks(spaces=_space_targets(context, legal, None)))


def _points(context: StepContext, legal: dict[int, Points], chosen: int) -> StepContent:
    listed = [_space(context, space, points, chosen=space == chosen)
              for space, points in legal.items()]
    one = next(choice for choice in listed if choice.chosen)
    numbers = dict(zip(legal[chosen], one.points, strict=True))
    targets = {number: Target(p.href, _label(p)) for number, p in numbers.items()}
    marks = Marks(_space_targets(context, legal, chosen), targets, chosen=1 << chosen)
    return _content(context, listed, marks)


def _content(context: StepContext, listed: list[SpaceChoice], marks: Marks) -> StepContent:
    state = context.state
    return StepContent("march", {
        "spaces": listed, "chosen": bool(marks.chosen), "several": len(listed) > 1,
        "card": terms.card_name(state.card) if state.card is not None else "",
        "joker": state.joker,
    }, marks)


def _label(point: PointChoice) -> str:
    label = _("To %(point)s: %(effects)s") % {
        "point": point.name, "effects": point.best.summary,
    }
    if point.count == 1:
        return label
    return " ".join([label, _("Suggested route (1 of %(count)s).") % {"count": point.count}])


def _space_targets(context: StepContext, legal: dict[int, Points], chosen: int | None
                   ) -> dict[int, Target]:
    names = context.state.board.names
    return {
        space: Target(context.stay(space=names[space]),
                      _("March to %(space)s") % {"space": names[space]})
        for space, points in legal.items() if space != chosen and points
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
    return SpaceChoice(name, symbol, terms.card_name(symbol), region_of(board, 1 << space),
                       context.stay(space=name), listed, best,
                       overlays.of_spaces(board, 1 << space), chosen)


def _point_choice(context: StepContext, space: int, number: int, some: list[March]) -> PointChoice:
    name = context.state.board.point_name(some[0].point, space)
    ranked = choices.suggested_march(context.state, some)
    assert ranked is not None  # there is a route to every listed point
    best = route_step.choice(context, ranked)
    more = _there(context, space, some[0].point) if len(some) > 1 else ""
    title = wording.point_title(name.partition(".")[2], name)
    return PointChoice(number, name, title, best.href, len(some), more, best)
