"""Pictures in layers: their pixels do not depend on what was drawn before, or by whom."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest
from PIL import Image, ImageChops

from alexandros_rules.alexandros.state import State
from games.drawing import png as raster
from games.drawing.layers import Layer, Picture, Piece, Scene
from games.drawing.png import Tile, png
from games.rulesets.alexandros.drawing import board_in_layers, draw_board
from tests.drawing.sample_positions import BOARD, late, walled
from tests.engine.positions import position
from tests.engine.random_games import played, seed, setup

RED = position(BOARD, routes=["C5.N: SE"], red=["D4.N: SE"])  # a black wall and a red one
NAMES = ("Alice", "Bob", "Carol", "Dave")
WIDTH = 500


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """Each test begins without tiles and PNGs, and leaves none behind."""
    forget()
    yield
    forget()


def forget() -> None:
    png.cache_clear()
    raster.tile.cache_clear()


def picture(view: State, *, theme: str = "light") -> Picture:
    return board_in_layers(view, frame=True, coordinates=True, names=NAMES[: view.players],
                           heading="Issus", theme=theme)


def alone(drawn: Picture) -> bytes:
    """The PNG of a picture as a process makes it that has not drawn anything before."""
    forget()
    return png(drawn, width=WIDTH)


def game(board: str, players: int, number: int) -> list[State]:
    """Every seventh position of a random game, at most twelve."""
    steps = played(setup(board, players=players), seed=seed(number), bots=["random"] * players)
    return [state for state, _, _ in islice(steps, 0, 84, 7)]


@pytest.mark.promise("R20")
@pytest.mark.parametrize(("board", "players"), [("delta", 2), ("persia", 3), ("persia", 4)])
def test_a_picture_after_many_others_is_the_same_as_the_first_of_a_process(
    board: str, players: int
) -> None:
    views = game(board, players, players)
    one_after_another = [png(picture(view), width=WIDTH) for view in views]
    assert raster.tile.cache_info().currsize > 50
    for view, drawn in list(zip(views, one_after_another, strict=True))[::4]:
        assert alone(picture(view)) == drawn


def test_the_text_after_many_others_is_the_same_as_the_first_of_a_process() -> None:
    views = game("persia", 4, 5)
    texts = [str(picture(view)) for view in views]
    assert [str(picture(view)) for view in reversed(views)] == texts[::-1]
    assert texts[-1] == draw_board(views[-1], frame=True, coordinates=True, names=NAMES,
                                   heading="Issus")


def apart(a: Image.Image, b: Image.Image) -> list[int]:
    """How many pixels differ by how much, in the part of their colours that differs most."""
    red, green, blue = ImageChops.difference(a, b).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("view", [late(), walled(guards=["C4", "D6"]), RED])
def test_the_pieces_together_look_like_the_picture_drawn_at_once(view: State, theme: str) -> None:
    drawn = picture(view, theme=theme)
    pieces = raster.rasterised(drawn, width=1000)
    whole = raster.rasterised(str(drawn), width=1000)
    assert pieces.size == whole.size
    different = apart(pieces, whole)
    assert sum(different[17:]) < pieces.width * pieces.height // 1000
    assert sum(different[129:]) == 0


def test_marks_and_links_that_have_no_box_are_drawn_where_they_belong() -> None:
    view = walled()
    marks = {"space": [view.board.space_by_name["D4"]], "point": [view.board.start]}
    way = 1 << next(iter(view.board.links[view.alexander].values()))[1]
    drawn = board_in_layers(view, marks=marks, last_way=(way, view.alexander))
    different = apart(raster.rasterised(drawn, width=WIDTH),
                      raster.rasterised(str(drawn), width=WIDTH))
    assert sum(different[17:]) < WIDTH
    assert sum(different[129:]) == 0


def test_threads_that_draw_at_the_same_time_get_what_one_alone_gets() -> None:
    views = game("delta", 2, 7)[:6]
    expected = [alone(picture(view)) for view in views]
    forget()
    with ThreadPoolExecutor(6) as pool:
        drawn = list(pool.map(lambda view: png(picture(view), width=WIDTH), views * 3))
    assert drawn == expected * 3


def test_titles_and_places_that_cannot_be_seen_are_not_rasterised() -> None:
    raster.rasterised(board_in_layers(walled(), titles=True), width=WIDTH)
    with_titles = raster.tile.cache_info().currsize
    raster.tile.cache_clear()
    raster.rasterised(board_in_layers(walled(), titles=False), width=WIDTH)
    assert raster.tile.cache_info().currsize == with_titles


@pytest.mark.promise("R20")
@pytest.mark.parametrize("text", ['<image href="/etc/passwd"/>', '<use href="http://x.org/a"/>',
                                  '<path marker-mid="url(http://x.org)"/>', "<script/>"])
def test_no_piece_that_refers_elsewhere_is_rasterised(text: str) -> None:
    drawn = board_in_layers(walled())
    foreign = Picture(drawn.box, drawn.kind, drawn.opening, drawn.words, drawn.style,
                      drawn.definitions, [*drawn.scenes, Scene([Layer([Piece(text)])])])
    with pytest.raises(ValueError, match="must not contain"):
        png(foreign, width=WIDTH)


@pytest.mark.promise("R20")
def test_a_picture_in_layers_is_never_wider_or_taller_than_is_allowed(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raster, "MAX_WIDTH", 400)
    small = board_in_layers(walled(), titles=False)
    assert raster.rasterised(small, width=-5).size[0] == 1
    assert max(raster.rasterised(small, width=10**9).size) == 400


def test_a_tile_is_cut_to_what_can_be_seen_of_it() -> None:
    drawn = Image.new("RGBA", (30, 20))
    drawn.paste("blue", (4, 5, 14, 9))
    cut = Tile.of(drawn, (100, 200))
    assert cut.image is not None
    assert (cut.image.size, cut.spot, cut.mask) == ((10, 4), (104, 205), None)
    assert Tile.of(Image.new("RGBA", (3, 3)), (0, 0)).image is None
