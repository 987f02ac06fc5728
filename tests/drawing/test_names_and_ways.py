"""Names clear of symbols and each other; ways told apart; letters that hide nothing."""

from __future__ import annotations

from itertools import combinations

import pytest

from alexandros_rules.alexandros.board_file import named, shipped
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.provinces import provinces
from alexandros_rules.alexandros.state import change
from games.drawing.layers import Box
from games.drawing.letters import width
from games.rulesets.alexandros.drawing import draw_board
from games.rulesets.alexandros.drawing.board_geometry import board_geometry
from games.rulesets.alexandros.drawing.click_targets import ROOM, lines
from games.rulesets.alexandros.drawing.pieces import closed, figure_at, valued
from games.rulesets.alexandros.drawing.surveys import Name, meet, names
from tests.drawing.sample_positions import SVG, of_class, root, walled
from tests.engine.positions import position


def apart(a: Name, b: Name) -> bool:
    (left, top, right, bottom), (x, y, u, v) = a.box, b.box
    return right <= x or u <= left or bottom <= y or v <= top


@pytest.mark.parametrize("board", shipped())
def test_every_region_is_named_and_no_name_runs_into_another_or_a_symbol(board: str) -> None:
    map_ = board_geometry(named(board))
    found = names(map_.board)
    assert {n.words for n in found} == {r.upper() for r in map_.board.region_of.values()}
    assert all(apart(a, b) for a, b in combinations(found, 2))
    for name in found:
        left, top, right, bottom = name.box
        for space in map_.board.symbol_of:
            x, y = map_.centres[space]
            assert not (left - 13 < x < right + 13 and top - 13 < y < bottom + 13), name


@pytest.mark.parametrize("board", shipped())
def test_a_name_keeps_clear_of_symbols_in_any_font(board: str) -> None:
    found = {name.words: name for name in names(named(board))}
    for text in of_class(draw_board(position(board), titles=False), "ax-region")[0]:
        left, _, right, _ = found[text.text or ""].box
        assert float(text.get("textLength") or "inf") <= right - left


def inked(name: Name) -> Box:
    """The box round the letters of a name."""
    half = (width(name.words, name.size) + name.spacing * (len(name.words) - 1)) / 2
    return name.x - half, name.y - 0.66 * name.size, name.x + half, name.y


@pytest.mark.parametrize("board", shipped())
def test_no_name_runs_into_a_number_or_the_start_of_alexander(board: str) -> None:
    map_ = board_geometry(named(board))
    taken = [figure_at(map_.board, map_.board.start)[1]]
    for text in of_class(draw_board(position(board), coordinates=True), "ax-name")[0]:
        for part in ([text] if text.text else []) + list(text):
            y = float(text.get("y") or 0)
            taken += [(float(x) - 4, y - 6, float(x) + 4, y)
                      for x in (part.get("x") or "").split()]
    for name in names(map_.board):
        assert not any(meet(inked(name), box) for box in taken), name


@pytest.mark.parametrize("board", shipped())
def test_alexander_hides_no_symbol_wherever_he_stands(board: str) -> None:
    map_ = board_geometry(named(board))
    used = set()
    for point in range(len(map_.points)):
        figure, room = figure_at(map_.board, point)
        used.add(figure)
        for space in map_.board.symbol_of:
            x, y = map_.centres[space]
            assert not meet(room, (x - 12, y - 12, x + 12, y + 12)), map_.board.point_name(point)
    assert used == {"", "-small"}


@pytest.mark.parametrize("board", shipped())
def test_no_name_stands_under_alexander(board: str) -> None:
    state = position(board)
    for point in range(len(state.board.coordinates)):
        _, room = figure_at(state.board, point)
        shown = written(draw_board(change(state, alexander=point), titles=False))
        under = {name.words for name in names(state.board) if meet(name.box, room)}
        assert not under & shown


def test_a_region_too_small_for_its_name_goes_without() -> None:
    board = """
        name = "x"
        title = "X"
        start = "A1.N"
        map = ".t"
        regions = "aa"
        region_names = { a = "Upper Mesopotamia" }
    """
    assert names(position(board).board) == ()


def written(svg: str) -> set[str]:
    return {t.text or "" for g in of_class(svg, "ax-region") for t in g}


def test_a_name_gives_way_to_a_wall_through_it_and_to_no_other() -> None:
    state = position("persia")
    name = next(n for n in names(state.board) if n.sides)
    through = name.sides & -name.sides
    shown = written(draw_board(state)), written(draw_board(change(state, walls=through)))
    assert name.words in shown[0]
    assert name.words not in shown[1]
    assert len(shown[1]) >= len(shown[0]) - 2


def test_a_name_gives_way_to_the_value_of_a_province() -> None:
    board = named("persia")
    name = next(n for n in names(board) if n.spaces & board.open and n.spaces.bit_count() > 1)
    first = bits(name.spaces & board.open)[0]
    state = change(position("persia"), walls=sum(1 << side for side in board.sides_of(first)))
    assert len(provinces(board, state.walls)) > 1
    assert name.spaces & valued(state, closed(state))
    assert name.words not in written(draw_board(state))


FAR = position("persia")
GOAL = next(
    p for p in range(len(FAR.board.coordinates)) if len(FAR.board.routes(FAR.alexander, p)) == 6
)
WAYS = [way.sides for way in FAR.board.routes(FAR.alexander, GOAL)]


def test_each_way_has_a_kind_a_line_and_a_letter_of_its_own() -> None:
    drawn = list(lines(FAR.board, WAYS, start=FAR.alexander, walls=0))
    assert [line.kind for line in drawn] == [1, 2, 3, 4, 5, 6]
    assert len({line.path for line in drawn}) == 6
    for a, b in combinations([line.handle for line in drawn], 2):
        assert (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 >= 22**2


@pytest.mark.parametrize("goal", [p for p in range(len(FAR.board.coordinates))
                                  if 2 <= len(FAR.board.routes(FAR.alexander, p)) <= 12])
def test_letters_never_lie_on_each_other_or_on_points_to_be_tapped(goal: int) -> None:
    others = {link[0] for link in FAR.board.links[goal].values()}
    ways = [way.sides for way in FAR.board.routes(FAR.alexander, goal)]
    spots = [line.handle for line in lines(FAR.board, ways, start=FAR.alexander, walls=0,
                                           others=others)]
    spots += [board_geometry(FAR.board).points[point] for point in others]
    for a, b in combinations(spots, 2):
        assert (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 >= 22**2


def test_no_letter_covers_alexander_who_is_drawn_over_the_ways() -> None:
    x, y = board_geometry(FAR.board).points[FAR.alexander]
    for line in lines(FAR.board, WAYS, start=FAR.alexander, walls=0):
        u, v = line.handle
        assert not (ROOM[0] < u - x < ROOM[2] and ROOM[1] < v - y < ROOM[3])
    svg = draw_board(FAR, links={"way": [(sides, "?x", "Way") for sides in WAYS]})
    [here], [over] = of_class(svg, "ax-alexander"), of_class(svg, "ax-over")
    assert (here.get("href"), here.get("x")) == (over.get("href"), over.get("x"))
    assert [e.get("class") for e in of_class(svg, "ax-links")[0]] == ["ax-ways", "ax-over"]


def test_a_way_previews_the_walls_it_would_place_and_no_others() -> None:
    [first, *_] = WAYS
    walls = first & -first
    [line] = lines(FAR.board, [first], start=FAR.alexander, walls=walls)
    assert line.walls == board_geometry(FAR.board).lines(first & ~walls)
    [nothing_new] = lines(FAR.board, [first], start=FAR.alexander, walls=first)
    svg = draw_board(change(FAR, walls=first), links={"way": [(first, "?x", "Way")]})
    assert nothing_new.walls == ""
    assert of_class(svg, "ax-new-wall") == []


def test_the_last_march_is_dots_along_it_and_a_ring_where_it_began() -> None:
    state = walled()
    way = next(iter(state.board.routes(state.board.start, state.alexander)), None)
    sides = way.sides if way and way.sides else 1 << state.board.sides_of(state.board.spaces[0])[0]
    svg = draw_board(state, last_way=(sides, state.board.start))
    [origin] = of_class(svg, "ax-origin")
    x, y = board_geometry(state.board).points[state.board.start]
    assert (origin.get("cx"), origin.get("cy")) == (str(x), str(y))
    assert len(of_class(svg, "ax-way")) == 1
    assert not list(root(draw_board(state)).iter(f"{SVG}a"))
