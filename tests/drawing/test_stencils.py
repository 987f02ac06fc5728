"""Stencils: elements filled in are the same as elements written again."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from games.drawing import canvas
from games.drawing.canvas import Stencil, gap


@pytest.mark.promise("R19")
@pytest.mark.parametrize("words", ["Alice", "<script>", 'a "b" & c', "50 %(x)s", "a > b", "Ἰσσός"])
def test_a_stencil_filled_in_is_the_element_written_again(words: str) -> None:
    stencil = Stencil(canvas.text(gap("words"), gap("x"), 7, aria_label=gap("words")))
    found, again = (
        ElementTree.fromstring(text) for text in (  # noqa: S314 - our own drawing
            stencil.fill(words=words, x=3),
            canvas.write(canvas.text(words, 3, 7, aria_label=words)),
        )
    )
    assert (found.text, found.attrib) == (again.text, again.attrib)
    assert found.text == words


def test_percent_signs_of_the_element_stay() -> None:
    assert Stencil(canvas.rect(0, 0, 1, 1, fill="50%", id=gap("id"))).fill(id="a") == (
        canvas.write(canvas.rect(0, 0, 1, 1, fill="50%", id="a"))
    )


def test_what_is_around_a_gap_and_what_is_put_into_it_make_the_element() -> None:
    before, after = canvas.around(canvas.path(gap("d"), class_="line"))
    assert f"{before}M0 0{after}" == canvas.write(canvas.path("M0 0", class_="line"))
