"""The figures' data say what the rules' captions say, and their pictures show it."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest

from engine.alexandros import board_file as boards
from engine.alexandros.figures import Figure, figures
from engine.alexandros.lattice import bits
from engine.alexandros.moves import March
from engine.alexandros.provinces import levy_gains, owner, province_of, provinces, value
from engine.alexandros.rules import RULESET
from engine.alexandros.state import TAKE, State
from games.rulesets.alexandros.introduction import figure_pictures
from tests.drawing.sample_positions import of_class, root
from tests.engine.positions import named, play


def figure(id_: str) -> Figure:
    return figures()[id_]


def marches(state: State) -> list[March]:
    return [move for move in RULESET.legal_moves(state, seat=state.seat) if isinstance(move, March)]


def spaces_reached(state: State) -> int:
    return sum({1 << march.space for march in marches(state)})


def test_the_corner_is_that_of_the_great_board() -> None:
    great = tomllib.loads(boards.shipped()["persia"])["map"].strip("\n").split("\n")
    corner = tomllib.loads(figure("FIG1").state.board.text)["map"].strip("\n").split("\n")
    for row, whole in zip(corner[:4], great, strict=False):
        assert whole.startswith(row.rstrip("~")), row


@pytest.mark.rule("FIG1")
def test_figure_1_points_at_the_closest_horse_and_lyre() -> None:
    found = figure("FIG1")
    reached = [spaces_reached(play(found.state, f"take {card}")) for card in ("horse", "lyre")]
    assert sum(reached) == found.spaces
    for space in bits(found.spaces):
        corners = found.state.board.corners[space]
        assert min(found.state.board.distance[found.state.alexander][p] for p in corners) == 2


@pytest.mark.rule("FIG2", "FIG3", "FIG5", "FIG6", "FIG10")
@pytest.mark.parametrize(("id_", "ways", "walls"), [
    ("FIG2", 1, 2), ("FIG3", 3, 3), ("FIG5", 3, 3), ("FIG6", 2, 0), ("FIG10", 3, 3),
])
def test_the_way_of_a_figure_is_one_of_so_many_and_places_so_many_walls(
    id_: str, ways: int, walls: int
) -> None:
    found = figure(id_)
    assert found.target is not None
    offered = found.state.board.routes(found.state.alexander, found.target)
    assert found.route in [way.sides for way in offered]
    assert len(offered) == ways
    assert (found.route & ~found.state.walls).bit_count() == walls
    assert found.target in [march.point for march in marches(found.state)]


@pytest.mark.rule("FIG3")
def test_the_way_of_figure_3_closes_two_symbol_and_two_open_spaces() -> None:
    found = figure("FIG3")
    parts = provinces(found.state.board, found.state.walls | found.route)
    assert [(p.bit_count(), value(found.state.board, p)) for p in parts[1:]] == [(4, 2)]


@pytest.mark.rule("FIG5")
def test_the_way_of_figure_5_cuts_the_biggest_province_and_the_others_need_two_walls() -> None:
    found = figure("FIG5")
    state = found.state
    cut = {}
    for march in marches(state):
        if march.point == found.target:
            after = play(state, RULESET.format(march, state))
            new = {*provinces(state.board, after.walls)} - {*provinces(state.board, state.walls)}
            placed = after.walls & ~state.walls
            cut[placed == found.route & ~state.walls, min(p.bit_count() for p in new)] = placed
    (chosen, biggest), *others = sorted(cut, reverse=True)
    assert chosen
    assert len(others) == 2
    assert all(size < biggest and cut[one, size].bit_count() == 2 for one, size in others)


@pytest.mark.rule("FIG4")
def test_figure_4_points_at_three_soldiers_and_nine_points() -> None:
    found = figure("FIG4")
    assert spaces_reached(found.state) == found.spaces
    assert {march.point for march in marches(found.state)} == set(found.points)
    assert len(found.points) == 9


@pytest.mark.rule("FIG7")
def test_figure_7_shows_the_province_after_it_was_occupied() -> None:
    state = figure("FIG7").state
    inside = province_of(state.board, state.walls, state.board.space_by_name["A1"])
    assert owner(state, inside) == 0
    assert (value(state.board, inside), (inside & ~state.board.open).bit_count()) == (9, 6)
    assert (sum(state.discard), sum(state.hands[0])) == (4, 0)


@pytest.mark.rule("FIG8")
def test_figure_8_points_at_five_spaces_and_fourteen_points() -> None:
    found = figure("FIG8")
    board = found.state.board
    inside = province_of(board, found.state.walls, board.space_by_name["A10"])
    assert value(board, inside) == 11
    orders = ("take soldier", "take temple", "play horse", "play lyre", "play amphora")
    reached = [
        march for order in orders for march in marches(play(found.state, order))
        if inside >> march.space & 1
    ]
    assert sum({1 << march.space for march in reached}) == found.spaces
    assert {march.point for march in reached} == set(found.points)
    assert (found.spaces.bit_count(), len(found.points)) == (5, 14)


@pytest.mark.rule("FIG9")
def test_figure_9_leaves_yellow_three_points_and_the_rest_free() -> None:
    state = figure("FIG9").state
    free = province_of(state.board, state.walls, state.board.space_by_name["B10"])
    assert levy_gains(state)[1] == 3
    assert (owner(state, free), value(state.board, free)) == (None, 8)
    assert owner(play(state, "occupy A11"), free) == 0


@pytest.mark.rule("FIG10")
def test_figure_10_cuts_less_off_than_figure_9() -> None:
    found = figure("FIG10")
    after = next(
        after for march in marches(found.state)
        if (after := play(found.state, RULESET.format(march, found.state))).walls
        == found.state.walls | found.route
    )
    cut = figure("FIG9").state
    assert levy_gains(cut)[1] < levy_gains(after)[1] < levy_gains(found.state)[1] == 11


@pytest.mark.rule("FIG10")
@pytest.mark.parametrize("card", ["take soldier", "take temple", "play lyre", "play amphora"])
def test_in_figure_10_no_other_card_divides_the_province(card: str) -> None:
    found = figure("FIG10")
    state = replace(found.state, phase=TAKE, card=None, hands=((1, 1, 1, 1, 1, 0), (0,) * 6))
    marching = play(state, card)
    for march in marches(marching):
        after = play(marching, RULESET.format(march, marching))
        assert levy_gains(after)[1] == 11


@pytest.mark.rule("FIG11")
def test_figure_11_can_be_carried_out_and_gives_red_five_of_nine_cards() -> None:
    found = figure("FIG11")
    guards = named(found.state.board, found.new_guards)
    after = play(found.state, f"occupy {guards} give t t t t s")
    assert sum(found.state.hands[1]) == 9
    assert (sum(after.hands[0]), sum(after.discard)) == (5, 4)


@pytest.mark.rule("FIG12")
def test_figure_12_scores_as_its_caption_says() -> None:
    assert play(figure("FIG12").state, "levy soldier").scores == (12, 4, 9, 6)


def test_each_of_twelve_figures_has_a_picture_with_its_caption_and_no_style_of_its_own() -> None:
    pictures, ids = figure_pictures(), []
    assert list(pictures) == list(figures()) == [f"FIG{i}" for i in range(1, 13)]
    for id_, picture in pictures.items():
        assert root(picture.svg).get("aria-label") == picture.caption == figures()[id_].caption
        assert picture.caption.endswith(".")
        assert "<style" not in picture.svg
        assert "style=" not in picture.svg
        assert len(picture.svg) < 16_000
        ids += [e.get("id") for e in root(picture.svg).iter() if e.get("id")]
    assert len(ids) == len(set(ids))


def test_a_figure_shows_the_way_and_the_guards_that_would_come() -> None:
    pictures = figure_pictures()
    assert len(of_class(pictures["FIG3"].svg, "ax-mark-wall")) == 1
    assert of_class(pictures["FIG6"].svg, "ax-mark-wall") == []
    assert len(of_class(pictures["FIG6"].svg, "ax-mark-way")) == 1
    assert len(of_class(pictures["FIG11"].svg, "ax-emblem")) == 3
