"""However many routes lead to a point, a page suggests one and lets players build others."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.http import QueryDict

from alexandros_rules import drafts
from alexandros_rules.alexandros import board as boards
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.marches import empty_spaces
from alexandros_rules.alexandros.moves import March
from alexandros_rules.alexandros.order_text import format_move
from alexandros_rules.alexandros.rules import RULESET as RULES
from alexandros_rules.alexandros.state import MARCH, State
from alexandros_rules.chance import SeededChance
from alexandros_rules.ruleset import Setup
from games.rulesets.alexandros import choices as choices
from games.rulesets.alexandros import route_step
from games.rulesets.alexandros.turn_form import AlexandrosTurnForm

pytestmark = pytest.mark.any_database

HORSE = boards.SYMBOLS.index("horse")


@lru_cache(maxsize=1)
def far_away() -> State:
    """All horse spaces but one far away have a wall, so hundreds of routes lead there."""
    state: Any = None
    for event in RULES.start(Setup(RULES.boards()["persia"], 2), SeededChance(bytes(32))):
        state = RULES.evolve(state, event)
    board = state.board
    goal = max(bits(board.symbols[HORSE]),
               key=lambda s: min(board.distance[state.alexander][p] for p in board.corners[s]))
    walls = sum(
        1 << board.sides_of(space)[0] for space in bits(board.symbols[HORSE])
        if space != goal and not board.symbols[HORSE] >> space + 1 & 1
    )
    view = RULES.view(state, state.seat)
    return replace(view, phase=MARCH, card=HORSE, joker=False, walls=walls)


def turn(state: State, address: str) -> Any:
    """The page of the turn at the URL that ``link`` makes."""
    query = QueryDict(address.partition("?")[2])
    draft = drafts.evaluate(RULES, state, query.get("draft", ""), seat=state.seat)
    assert draft.refusal is None
    return AlexandrosTurnForm().turn(draft, seat=0, names=["Alice", "Bob"], query=query, link=link,
                                      moves=())


def link(draft: str, **choices: str | list[str]) -> str:
    query = QueryDict(mutable=True)
    query["draft"] = draft
    for name, value in choices.items():
        query.setlist(name, value if isinstance(value, list) else [value])
    return f"/?{query.urlencode()}"


def to_a_point(state: State) -> tuple[Any, Any]:
    """The points of the one space there is, and the point with the most ways."""
    panel = turn(state, "/").panel
    (space,) = [space for space in panel["spaces"] if space.chosen]
    return space, max(space.points, key=lambda point: point.count)


def test_the_position_is_as_bad_as_it_says() -> None:
    state = far_away()
    assert (empty_spaces(state) & state.board.symbols[HORSE]).bit_count() == 1
    _, point = to_a_point(state)
    assert point.count > 200


@pytest.mark.rule("A10")
def test_a_page_lists_a_dozen_ways_at_most() -> None:
    state = far_away()
    _, point = to_a_point(state)
    shown = turn(state, point.ways)
    assert shown.panel["kind"] == "ways"
    assert len(shown.panel["ways"]) == route_step.SHOWN
    assert shown.panel["more"] == point.count - route_step.SHOWN
    assert len(shown.board) < 120_000


def test_one_tap_takes_the_first_of_the_ways_listed() -> None:
    state = far_away()
    _, point = to_a_point(state)
    assert turn(state, point.ways).panel["ways"][0].href == point.href
    assert turn(state, point.href).panel["kind"] == "act"


@pytest.mark.rule("A10", "A11")
def test_any_way_can_be_built_side_by_side() -> None:
    state = far_away()
    _, point = to_a_point(state)
    panel = turn(state, turn(state, point.ways).panel["sides"]).panel
    taken = 0
    while panel["kind"] == "sides":
        assert 1 <= len(panel["sides"]) <= 3
        panel = turn(state, panel["sides"][-1].href).panel
        taken += 1
    assert panel["kind"] == "act"
    assert taken > 3


def test_a_side_that_leads_astray_is_not_offered_and_not_followed() -> None:
    state = far_away()
    far, here = state.board.distance, state.alexander
    goal = max(range(len(far[here])), key=lambda p: far[here][p])
    for step in range(6):
        road = choices.partial_route(state, goal, [step])
        ahead = state.board.links[here].get(step)
        fits = ahead is not None and far[ahead[0]][goal] == far[here][goal] - 1
        assert (road is not None) == fits
        assert (step in choices.partial_route(state, goal, []).onward) == fits


@pytest.mark.rule("E2")
def test_sides_after_which_the_walls_do_not_suffice_are_left_out() -> None:
    state = replace(far_away(), black_left=1, red_left=0)
    goal = next(p for p, d in enumerate(state.board.distance[state.alexander]) if d == 4)
    assert choices.partial_route(state, goal, []).onward == ()


@pytest.mark.rule("A11")
def test_another_tap_goes_through_all_ways_and_comes_back_to_the_first() -> None:
    state = far_away()
    _, point = to_a_point(state)
    address, seen = point.href, []
    for _ in range(route_step.SHOWN):
        others = turn(state, address).panel["others"]
        assert others.count == point.count
        seen.append(parse_qs(address.partition("?")[2])["draft"][0])
        address = others.next
    assert len(set(seen)) == route_step.SHOWN
    assert parse_qs(address.partition("?")[2])["draft"][0] == seen[0]


def test_the_likeliest_way_gains_most_then_closes_most_then_costs_least() -> None:
    state = far_away()
    _, point = to_a_point(state)
    moves = RULES.legal_moves(state, seat=state.seat)
    listed = [march for march in moves if isinstance(march, March)]
    best = choices.suggested_march(state, [m for m in listed if m.point == _number(state, point)])
    assert best is not None
    assert format_move(best.march, state) in parse_qs(point.href.partition("?")[2])["draft"][0]
    ranked = choices.march_outcomes(state, [m for m in listed if m.point == _number(state, point)])
    assert ranked[0] == best
    same = [one for one in ranked if not one.freed]
    assert [len(one.walls) for one in same] == sorted(len(one.walls) for one in same)


def _number(state: State, point: Any) -> int:
    space, _, corner = point.name.partition(".")
    number = state.board.space_by_name[space]
    return state.board.corners[number][state.board.corner_names(number).index(corner)]
