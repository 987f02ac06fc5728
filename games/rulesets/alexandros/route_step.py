"""The choice of a route to a point: suggested ones, or one built by sides (A10, A11).

Offers other routes for a march at the end of a draft, too.  No page lists more than ``SHOWN``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.lattice import STEP_BY_NAME, STEPS
from alexandros_rules.alexandros.marches import walk
from alexandros_rules.alexandros.moves import March
from alexandros_rules.alexandros.order_text import format_move
from alexandros_rules.alexandros.state import State
from games.drawing.canvas import Target
from games.rulesets.alexandros import choices, wording
from games.rulesets.alexandros.choices import MarchOutcome, PartialRoute
from games.rulesets.alexandros.steps import (
    Marks,
    Overlay,
    StepContent,
    StepContext,
    WayTarget,
    of_outcome,
)

SHOWN = 12


@dataclass(frozen=True, slots=True)
class WayChoice:
    """One possible march and its outcome; ``letter`` is its letter on the board.

    ``summary`` is all of the outcome in sentences: ``cost`` and ``effects``.
    """

    href: str
    title: str
    cost: str
    effects: Sequence[wording.Effect]
    summary: str
    preview: Overlay
    letter: str = ""


@dataclass(frozen=True, slots=True)
class SideChoice:
    """A possible next side of a route that is built side by side."""

    href: str
    step: str
    title: str
    cost: str
    last: bool


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Other routes for the march that ends a draft: the ``next`` one, and a page of ``all``."""

    count: int
    next: str
    all: str
    label: str


def choice(context: StepContext, outcome: MarchOutcome, letter: str = "") -> WayChoice:
    """Return a possible march, in words."""
    state = context.state
    order = format_move(outcome.march, state)
    steps = order.partition(" via ")[2].split()
    return WayChoice(context.add(order), _("by %(steps)s") % {"steps": ", ".join(steps)},
                     wording.walls(state, outcome), wording.effects(state, outcome, context.names),
                     wording.summary(state, outcome, context.names),
                     of_outcome(state, outcome), letter)


def content(
    context: StepContext, marches: Sequence[March], space: int, others: Marks
) -> StepContent:
    """Return the suggested routes to one point, or one to build if the player wants that."""
    road = _begun(context, marches[0].point) if context.pick("by") == "side" else None
    if road is not None:
        return _sides(context, marches[0], space, road, others)
    state, board = context.state, context.state.board
    ranked = choices.march_outcomes(state, marches)[:SHOWN]
    listed = [choice(context, outcome, ascii_uppercase[i]) for i, outcome in enumerate(ranked)]
    targets = tuple(
        WayTarget(sides_along(board, state.alexander, outcome.march.steps), one.href,
                  f"{one.title}: {one.summary}")
        for outcome, one in zip(ranked, listed, strict=True)
    )
    return StepContent("ways", {
        "ways": listed, "count": len(marches), "more": len(marches) - len(listed),
        "sides": context.stay(space=board.names[space], point=_corner(state, marches[0], space),
                             by="side"),
        **_where(context, marches[0], space),
    }, replace(others, ways=targets))


def sides_along(board: Board, start: int, steps: tuple[int, ...]) -> int:
    """Return the mask of the sides along a route."""
    return sum(1 << side for _point, side in walk(board, start, steps))


def _where(context: StepContext, march: March, space: int) -> dict[str, str]:
    board = context.state.board
    corner = _corner(context.state, march, space)
    return {
        "to": board.point_name(march.point, space), "space": board.names[space],
        "back": context.stay(space=board.names[space]),
        "all": context.stay(space=board.names[space], point=corner),
    }


def _corner(state: State, march: March, space: int) -> str:
    return state.board.point_name(march.point, space).partition(".")[2]


def _begun(context: StepContext, point: int) -> PartialRoute | None:
    """Return the route so far, continued while there is only one possible step."""
    steps = [STEP_BY_NAME[word] for word in context.pick("via").split() if word in STEP_BY_NAME]
    road = choices.partial_route(context.state, point, steps)
    while road is not None and len(road.onward) == 1 and road.left > 1:
        road = choices.partial_route(context.state, point, (*road.steps, *road.onward))
    return road


def _sides(
    context: StepContext, march: March, space: int, road: PartialRoute, others: Marks
) -> StepContent:
    board = context.state.board
    listed = [_side(context, march, space, road, step) for step in road.onward]
    points = {
        board.links[road.here][step][0]: Target(one.href, one.title)
        for step, one in zip(road.onward, listed, strict=True)
    }
    way = sides_along(board, context.state.alexander, road.steps)
    return StepContent("sides", {
        "sides": listed, "progress": _progress(road),
        "again": context.stay(space=board.names[space], point=_corner(context.state, march, space),
                             by="side") if context.pick("via") else "",
        **_where(context, march, space),
    }, Marks(points=points, chosen=others.chosen, way=way))


def _progress(road: PartialRoute) -> str:
    left = ngettext("%(count)s side to go.", "%(count)s sides to go.", road.left) % {
        "count": road.left
    }
    if not road.steps:
        return left
    walls = len(road.walls)
    begun = ngettext(
        "So far %(steps)s: %(count)s new wall.", "So far %(steps)s: %(count)s new walls.", walls
    ) % {"steps": ", ".join(STEPS[step] for step in road.steps), "count": walls}
    return f"{begun} {left}"


def _side(
    context: StepContext, march: March, space: int, road: PartialRoute, step: int
) -> SideChoice:
    state, board = context.state, context.state.board
    there, side = board.links[road.here][step]
    steps = (*road.steps, step)
    last = there == march.point
    if last:
        href = context.add(format_move(March(space, march.point, steps), state))
    else:
        href = context.stay(
            space=board.names[space], point=_corner(state, march, space), by="side",
            via=" ".join(STEPS[one] for one in steps),
        )
    name = STEPS[step]
    cost = _("Along an existing wall.") if state.walls >> side & 1 else _("A new wall.")
    return SideChoice(href, name, wording.step_title(name, board.point_name(there)), cost, last)


def alternatives(context: StepContext) -> Alternatives | None:
    """Return other routes for the march that ends the draft; None if there are none."""
    if not context.draft.steps or not isinstance(context.draft.steps[-1].move, March):
        return None
    step = context.draft.steps[-1]
    before, march = step.before, step.move
    routes = choices.marches_by_space(before)[march.space].get(march.point, [])
    ranked = choices.march_outcomes(before, routes)[:SHOWN]
    if len(routes) < 2:
        return None
    at = next((i for i, one in enumerate(ranked) if one.march.steps == march.steps), -1)
    other = ranked[(at + 1) % len(ranked)]
    board = before.board
    return Alternatives(
        len(routes), context.instead(format_move(other.march, before)),
        context.link(context.draft.first_moves(len(context.draft.steps) - 1),
                    space=board.names[march.space], point=_corner(before, march, march.space)),
        " ".join([
            _which(at, len(ranked), complete=len(routes) == len(ranked)),
            _("The next one: %(effects)s")
            % {"effects": wording.summary(before, other, context.names)},
        ]),
    )


def _which(at: int, count: int, *, complete: bool) -> str:
    """Return a sentence on which route the draft takes; ``complete`` if all are counted."""
    if at < 0:
        return _("This is your own route to this point.")
    text = (
        _("This is route %(number)s of %(count)s to this point.") if complete
        else _("This is route %(number)s of the %(count)s suggested routes to this point.")
    )
    return text % {"number": at + 1, "count": count}
