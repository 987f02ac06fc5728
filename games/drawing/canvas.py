"""SVG elements, text, links and whole pictures: the only module that uses svgwrite.

Owns the conversion of elements to bytes.  Attributes are written in the order of their names, so
that the same calls give the same bytes; ``debug=False`` because the checks of svgwrite triple the
time and refuse ``role``, ``data-*`` and ``aria-*``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from svgwrite.base import BaseElement

QUOTES = {'"': "&quot;"}
OPEN, CLOSE = "\ue000", "\ue001"  # around the name of a gap; no text contains them


class Element(BaseElement):  # type: ignore[misc]
    """Any element by its name, with text before its children.

    A trailing underscore of an attribute's name is dropped; an attribute that is None is left out.
    """

    def __init__(self, name: str, *children: Any, words: str = "", **attributes: Any):
        super().__init__(debug=False, **attributes)
        self.elementname = name
        self.words = words
        self.elements.extend(children)

    def get_xml(self) -> Any:
        xml = super().get_xml()
        xml.text = self.words
        return xml

    def tostring(self) -> str:
        """Return the element as text."""
        text = str(super().tostring())
        return text.replace(" />", "/>")  # nothing else looks like this: ">" is always escaped


def group(*children: Any, **attributes: Any) -> Element:
    """Return a group of these children."""
    return Element("g", *children, **attributes)


def path(d: str, **attributes: Any) -> Element:
    """Return a path with this ``d``."""
    return Element("path", d=d, **attributes)


def use(
    target: str, x: int | str | None = None, y: int | str | None = None, **attributes: Any
) -> Element:
    """Return a copy of the element with the id ``target``."""
    return Element("use", href=f"#{target}", x=x, y=y, **attributes)


def circle(x: int, y: int, r: float, **attributes: Any) -> Element:
    """Return a circle around this spot."""
    return Element("circle", cx=x, cy=y, r=r, **attributes)


def rect(x: int, y: int, width: int, height: int, **attributes: Any) -> Element:
    """Return a rectangle whose upper left corner is at this spot."""
    return Element("rect", x=x, y=y, width=width, height=height, **attributes)


def text(words: str, x: int | str, y: int | str, **attributes: Any) -> Element:
    """Return words at this spot."""
    return Element("text", words=words, x=x, y=y, **attributes)


def title(words: str) -> Element:
    """Return the words that browsers show to those who point at a shape."""
    return Element("title", words=words)


def write(*elements: Any) -> str:
    """Return the elements as text, one after the other."""
    return "".join([element.tostring() for element in elements])


def gap(name: str) -> str:
    """Return the mark for a value that a ``Stencil`` gets later, in an attribute or as text."""
    return f"{OPEN}{name}{CLOSE}"


def escaped(text: str) -> str:
    """Return the text as it is written between elements or in an attribute."""
    if "&" in text or "<" in text or ">" in text or '"' in text:  # no pattern is as fast
        return escape(text, QUOTES)
    return text


class Stencil:
    """Elements that are written once, with gaps, and filled in as often as they are needed.

    The result is the same as writing the elements again, in a fraction of the time.
    """

    def __init__(self, *elements: Any):
        text = write(*elements).replace("%", "%%")
        self._text = text.replace(OPEN, "%(").replace(CLOSE, ")s")

    def fill(self, **values: str | int) -> str:
        """Return the elements with these values, which are escaped."""
        for name, value in values.items():
            if isinstance(value, str):
                values[name] = escaped(value)
        return self._text % values


def around(element: Any) -> tuple[str, str]:
    """Return the text before and after the gap of an element that has only one."""
    before, _, rest = write(element).partition(OPEN)
    return before, rest.partition(CLOSE)[2]


def layer(name: str, elements: Iterable[Any]) -> str:
    """Return the elements, or texts of elements, as one group of this class, or ""."""
    parts = [each if isinstance(each, str) else each.tostring() for each in elements]
    return f'<g class="{escaped(name)}">{"".join(parts)}</g>' if parts else ""


class Opening:
    """The tag that begins a whole picture with a view box of this width and height."""

    def __init__(self, box: tuple[int, int], **attributes: Any):
        self.root = Element(
            "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {box[0]} {box[1]}",
            **attributes,
        )

    def tostring(self) -> str:
        return f"{self.root.tostring().removesuffix('/>')}>"


def sheet(box: tuple[int, int], layers: Iterable[str], **attributes: Any) -> str:
    """Return a whole picture of finished layers, with a view box of this width and height."""
    return f"{Opening(box, **attributes).tostring()}{''.join(layers)}</svg>"


def check_address(href: str) -> str:
    """Return the address if it stays on this site ("?..." or "/..."), else raise ValueError."""
    if href.startswith("?") or (href.startswith("/") and href[1:2] not in ("/", "\\")):
        return href
    raise ValueError(f"a link of the board must begin with ? or /, not {href!r}")


def link(href: str, label: str, *shapes: Any, class_: str) -> Element:
    """Return a link around shapes; the label is read aloud and shown to those who point at it."""
    return Element(
        "a", title(label), *shapes, href=href, class_=class_, aria_label=label,
    )


def marker(id_: str, *shapes: Element) -> Element:
    """Return a marker: shapes drawn at each point of a path that has its id as ``marker-mid``.

    A path with its points is much shorter than a ``use`` for each of them.
    """
    return Element("marker", *shapes, id=id_, overflow="visible")


def at_points(id_: str, points: str, **attributes: Any) -> Element:
    """Return the path that draws a marker at these points.

    ``points`` are "x y x y ", or as ``relative`` writes them.
    """
    return path(f"M0 0 {points}0 0", marker_mid=f"url(#{id_})", **attributes)


def relative(points: Sequence[tuple[int, int]]) -> str:
    """Return points for ``at_points``, each but the first by its distance from the one before."""
    (x, y), *rest = points or [(0, 0)]
    steps = [f"{u - a} {v - b}" for (a, b), (u, v) in pairwise([(x, y), *rest])]
    return f"{x} {y}l{' '.join(steps)}L".replace(" -", "-") if points else ""


class Target(NamedTuple):
    """A link in a picture: its address, and the title shown to those who point at it."""

    href: str
    label: str


# By seat, round (0, 0): the outlines that tell players apart, about 34 high.
SHIELDS = (
    "M-17 0a17 17 0 1 0 34 0a17 17 0 1 0-34 0z",  # round
    "M0-20.5 20.5 0 0 20.5-20.5 0z",  # a diamond
    "M-15.5-15.5h31v31h-31z",  # square
    "M-19-15h38C18 4 10 14 0 20.5-10 14-18 4-19-15z",  # pointed below
)
DOTS = (  # the same without their finish, for small pictures
    "M-13 0a13 13 0 1 0 26 0a13 13 0 1 0-26 0z", "M0-16 16 0 0 16-16 0z",
    "M-12-12h24v24h-24z", "M-15-12h30L0 16z",
)
