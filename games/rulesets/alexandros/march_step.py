"""The first two steps of a turn: the card to march with, then the space and the point.

Owns what pages offer for A2, A4 to A9, A12 to A14 and A16.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.alexandros import display_names
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.cards import KINDS
from alexandros_rules.alexandros.describe import region_of
from alexandros_rules.alexandros.marches import (
    can_play,
    can_take,
    empty_spaces,
    is_stuck,
    symbols_for,
)
from alexandros_rules.alexandros.moves import March, Play, Take
from alexandros_rules.alexandros.state import State
from alexandros_rules.translation import list_with_or
from games.drawing.canvas import Target
from games.rulesets.alexandros import choices, route_step, steps, wording
from games.rulesets.alexandros.choices import MarchOutcome
from games.rulesets.alexandros.route_step import WayChoice
from games.rulesets.alexandros.steps import NOTHING, Marks, Overlay, StepContent, StepContext

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
    """A space to which Alexander may go, with its points; ``best`` is the suggested march."""

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
    """Return the spaces, the points of the chosen space, or the routes to the chosen point."""
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
    best = {space: choices.suggested_march(context.state, chain.from_iterable(points.values()))
            for space, points in legal.items()}
    listed = [_space(context, space, best[space]) for space in _ordered(context, best)]
    return _content(context, listed, Marks(spaces=_space_targets(context, legal, None)))


def _points(context: StepContext, legal: dict[int, Points], chosen: int) -> StepContent:
    best = {point: choices.suggested_march(context.state, routes)
            for point, routes in legal[chosen].items()}
    points = {point: _point_choice(context, chosen, i, legal[chosen][point], best[point])
              for i, point in enumerate(_ordered(context, best), 1)}
    listed = [_space(context, space, points=list(points.values()) if space == chosen else None)
              for space in legal]
    targets = {number: Target(p.href, _label(p)) for number, p in points.items()}
    marks = Marks(_space_targets(context, legal, chosen), targets, chosen=1 << chosen)
    return _content(context, listed, marks)


def _content(context: StepContext, listed: list[SpaceChoice], marks: Marks) -> StepContent:
    state = context.state
    return StepContent("march", {
        "spaces": listed, "chosen": bool(marks.chosen), "several": len(listed) > 1,
        "card": display_names.card_name(state.card) if state.card is not None else "",
        "joker": state.joker,
    }, marks)


def _ordered(context: StepContext, best: Mapping[int, MarchOutcome | None]) -> list[int]:
    """Return the spaces or points in the order of a list: with advice, the suggested ones first."""
    def place_in_list(one: int) -> tuple[bool, tuple[int, ...]]:
        outcome = best[one]
        return outcome is None, choices.rank(context.state, outcome) if outcome else ()

    return sorted(best, key=place_in_list) if context.advice else list(best)


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


def _space(context: StepContext, space: int, best: MarchOutcome | None = None, *,
           points: Sequence[PointChoice] | None = None) -> SpaceChoice:
    """Return a space with its suggested march, or, if it is chosen, with its points."""
    board = context.state.board
    name, symbol = board.names[space], board.symbol_of[space]
    return SpaceChoice(name, symbol, display_names.card_name(symbol), region_of(board, 1 << space),
                       context.stay(space=name), points or (),
                       route_step.choice(context, best) if best else None,
                       steps.of_spaces(board, 1 << space), points is not None)


def _point_choice(context: StepContext, space: int, number: int, some: list[March],
                  suggested: MarchOutcome | None) -> PointChoice:
    name = context.state.board.point_name(some[0].point, space)
    assert suggested is not None  # there is a route to every listed point
    best = route_step.choice(context, suggested)
    more = _there(context, space, some[0].point) if len(some) > 1 else ""
    title = wording.point_title(name.partition(".")[2], name)
    return PointChoice(number, name, title, best.href, len(some), more, best)


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card to begin the turn with.

    ``href`` is "" if the card cannot be used, and ``note`` says why.  ``label`` says what the
    choice does to people who hear the page, after the name.  ``gain`` says what it may bring.
    """

    symbol: int
    name: str
    href: str
    note: str
    label: str = ""
    count: int = 1
    preview: Overlay = NOTHING
    gain: str = ""


def card_content(context: StepContext) -> StepContent:
    """Return the cards to choose from, with their destinations."""
    state = context.state
    empty = empty_spaces(state)
    stuck = is_stuck(state, empty)
    row = [_face_up(context, card, empty, stuck=stuck) for card in state.face_up]
    hand = [_from_hand(context, card, empty) for card in KINDS if state.hand[card]]
    return StepContent("take", {
        "row": row, "hand": hand, "stuck": stuck,
        "stay": context.add("stay") if stuck and not state.face_up else "",
    })


def _face_up(context: StepContext, card: int, empty: int, *, stuck: bool) -> CardChoice:
    state = context.state
    if card not in KINDS:
        return CardChoice(card, wording.card_label(card), "", _("not revealed yet"))
    name = display_names.card_name(card)
    if not stuck and not can_take(state, card, empty):
        return CardChoice(card, name, "", _("too few walls left"))
    note = _("Alexander stays") if stuck else _where(state, card, joker=True)
    label = _("take it: %(note)s") % {"note": note}
    return CardChoice(card, name, context.add(f"take {SYMBOLS[card]}"), note, label,
                      preview=_goals(state, card, joker=True),
                      gain="" if stuck else _gain(context, Take(card)))


def _from_hand(context: StepContext, card: int, empty: int) -> CardChoice:
    state, name = context.state, display_names.card_name(card)
    if not can_play(state, card, empty):
        note = (
            _("too few walls left") if symbols_for(state, card, empty, joker=False)
            else _("no empty space bears it")
        )
        return CardChoice(card, name, "", note, count=state.hand[card])
    note = _where(state, card, joker=False)
    label = _("play it from your hand: %(note)s") % {"note": note}
    return CardChoice(card, name, context.add(f"play {SYMBOLS[card]}"), note, label,
                      state.hand[card], _goals(state, card, joker=False),
                      _gain(context, Play(card)))


def _gain(context: StepContext, move: Take | Play) -> str:
    """Return what land the player could get by this card, where there is advice; else ""."""
    worth = choices.land_within_reach(context.state, move) if context.advice else 0
    return _("can close off land worth %(worth)s for you") % {"worth": worth} if worth else ""


def _goals(state: State, card: int, *, joker: bool) -> Overlay:
    goal = choices.destination(state, card, joker=joker)
    return steps.of_spaces(state.board, sum(1 << s for s in goal.spaces) if goal else 0)


def _where(state: State, card: int, *, joker: bool) -> str:
    goal = choices.destination(state, card, joker=joker)
    if goal is None:
        return _("nowhere to go")
    if goal.joker:
        return ngettext(
            "joker: any symbol, %(count)s side away", "joker: any symbol, %(count)s sides away",
            goal.distance,
        ) % {"count": goal.distance}
    names = [state.board.names[space] for space in goal.spaces]
    spaces = list_with_or(names) if len(names) <= 3 else ngettext(
        "%(count)s space", "%(count)s spaces", len(names)
    ) % {"count": len(names)}
    return ngettext(
        "%(spaces)s, %(count)s side away", "%(spaces)s, %(count)s sides away", goal.distance
    ) % {"spaces": spaces, "count": goal.distance}
