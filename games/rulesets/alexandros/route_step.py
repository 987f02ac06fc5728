"""The choice of a route to a point: suggested ones, or one built side by side (A10, A11).

Also offers other routes for a march at the end of a draft.  No page lists more than ``SHOWN``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from engine.alexandros.describe import CORNERS
from engine.alexandros.lattice import STEP_BY_NAME, STEPS
from engine.alexandros.moves import March
from engine.alexandros.notation import format_move
from engine.alexandros.state import State
from games.rulesets.alexandros import choices as choices
from games.rulesets.alexandros import overlays, wording
from games.rulesets.alexandros.choices import MarchOutcome, PartialRoute
from games.rulesets.alexandros.overlays import Overlay
from games.rulesets.alexandros.steps import (
    Marks,
    StepContent,
    StepContext,
    Target,
    WayTarget,
    way_points,
)

SHOWN = 12
DIRECTIONS = {**CORNERS, "E": "east", "W": "west"}


@dataclass(frozen=True, slots=True)
class WayChoice:
    """One possible march and its outcome; ``letter`` is its letter on the board."""

    href: str
    title: str
    cost: str
    left: str
    effects: Sequence[wording.Effect]
    preview: Overlay
    letter: str = ""


@dataclass(frozen=True, slots=True)
class SideChoice:
    """A possible next side of a route that is built side by side."""

    href: str
    step: str
    direction: str
    there: str
    cost: str
    last: bool


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Other routes of the march that ends a draft: the ``next`` one, and the list of ``all``."""

    count: int
    next: str
    all: str
    label: str


def choice(context: StepContext, outcome: MarchOutcome, letter: str = "") -> WayChoice:
    """A possible march, in words."""
    state = context.state
    order = format_move(outcome.march, state)
    _, _, way = order.partition(" via ")
    return WayChoice(context.add(order), f"by {way.replace(' ', ', ')}", wording.walls(outcome),
                     wording.walls_left(state, outcome),
                     wording.effects(state, outcome, context.names),
                     overlays.of_outcome(state, outcome), letter)


def content(
    context: StepContext, marches: Sequence[March], space: int, others: Marks
) -> StepContent:
    """Suggested routes to one point, or one built side by side if the player asked for that."""
    road = _begun(context, marches[0].point) if context.pick("by") == "side" else None
    if road is not None:
        return _sides(context, marches[0], space, road, others)
    state, board = context.state, context.state.board
    ranked = choices.march_outcomes(state, marches)[:SHOWN]
    listed = [choice(context, outcome, ascii_uppercase[i]) for i, outcome in enumerate(ranked)]
    targets = tuple(
        WayTarget(way_points(board, state.alexander, outcome.march.steps), one.href,
                  "; ".join([f"{one.title}: {one.cost}", *(e.text for e in one.effects)]))
        for outcome, one in zip(ranked, listed, strict=True)
    )
    return StepContent("ways", {
        "ways": listed, "count": len(marches), "more": len(marches) - len(listed),
        "sides": context.stay(space=board.names[space], point=_corner(state, marches[0], space),
                             by="side"),
        **_where(context, marches[0], space),
    }, replace(others, ways=targets))


def _where(context: StepContext, march: March, space: int) -> dict[str, str]:
    board = context.state.board
    corner = _corner(context.state, march, space)
    return {
        "to": board.point_name(march.point, space), "corner": CORNERS[corner],
        "space": board.names[space], "back": context.stay(space=board.names[space]),
        "all": context.stay(space=board.names[space], point=corner),
    }


def _corner(state: State, march: March, space: int) -> str:
    return state.board.point_name(march.point, space).partition(".")[2]


def _begun(context: StepContext, point: int) -> PartialRoute | None:
    """The route so far, continued while there is only one possible step."""
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
        board.links[road.here][step][0]: Target(one.href, f"{one.direction} to {one.there}")
        for step, one in zip(road.onward, listed, strict=True)
    }
    walked = way_points(board, context.state.alexander, road.steps)
    way = sum(
        1 << board.links[here][step][1] for here, step in zip(walked, road.steps, strict=False)
    )
    begun = ", ".join(STEPS[step] for step in road.steps)
    return StepContent("sides", {
        "sides": listed, "begun": begun, "left": wording.plural(road.left, "side"),
        "walls": wording.plural(len(road.walls), "new wall"),
        "again": context.stay(space=board.names[space], point=_corner(context.state, march, space),
                             by="side") if context.pick("via") else "",
        **_where(context, march, space),
    }, Marks(points=points, chosen=others.chosen, way=way))


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
    cost = "along a wall that stands" if state.walls >> side & 1 else "a new wall"
    return SideChoice(href, name, DIRECTIONS[name], board.point_name(there), cost, last)


def alternatives(context: StepContext) -> Alternatives | None:
    """Other routes for the march that ends the draft; None if there are none."""
    if not context.draft.steps or not isinstance(context.draft.steps[-1].move, March):
        return None
    step = context.draft.steps[-1]
    before, march = step.before, step.move
    found = choices.marches_by_space(before)[march.space].get(march.point, [])
    ranked = choices.march_outcomes(before, found)[:SHOWN]
    if len(found) < 2:
        return None
    at = next((i for i, one in enumerate(ranked) if one.march.steps == march.steps), -1)
    other = ranked[(at + 1) % len(ranked)]
    told = "; ".join([wording.walls(other),
                      *(effect.text for effect in wording.effects(before, other, context.names))])
    several = "" if len(found) == len(ranked) else "the likeliest "
    which = f"way {at + 1} of {several}{len(ranked)}" if at >= 0 else "a way of your own"
    board = before.board
    return Alternatives(
        len(found), context.instead(format_move(other.march, before)),
        context.link(context.draft.first_moves(len(context.draft.steps) - 1),
                    space=board.names[march.space], point=_corner(before, march, march.space)),
        f"This is {which} to this point. The next: {told}",
    )
