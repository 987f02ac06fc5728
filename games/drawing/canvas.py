"""The only module that uses svgwrite: makes elements, text and whole pictures.

Owns how an element becomes bytes.  Attributes are written in the order of their names, so
that the same calls give the same bytes; ``debug=False`` because the checks of svgwrite
triple the time and refuse ``role``, ``data-*`` and ``aria-*``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import escape

from svgwrite.base import BaseElement

QUOTES = {'"': "&quot;"}
OPEN, CLOSE = "\ue000", "\ue001"  # around the name of a gap; no text contains them


class Element(BaseElement):  # type: ignore[misc]
    """Any element by its name, with text before its children.

    A trailing underscore of an attribute is dropped; one that is None is left out.
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
        """The element as text."""
        text = str(super().tostring())
        return text.replace(" />", "/>")  # nothing else looks like this: ">" is always escaped


def group(*children: Any, **attributes: Any) -> Element:
    return Element("g", *children, **attributes)


def path(d: str, **attributes: Any) -> Element:
    return Element("path", d=d, **attributes)


def use(
    target: str, x: int | str | None = None, y: int | str | None = None, **attributes: Any
) -> Element:
    return Element("use", href=f"#{target}", x=x, y=y, **attributes)


def circle(x: int, y: int, r: float, **attributes: Any) -> Element:
    return Element("circle", cx=x, cy=y, r=r, **attributes)


def rect(x: int, y: int, width: int, height: int, **attributes: Any) -> Element:
    return Element("rect", x=x, y=y, width=width, height=height, **attributes)


def text(words: str, x: int | str, y: int | str, **attributes: Any) -> Element:
    return Element("text", words=words, x=x, y=y, **attributes)


def title(words: str) -> Element:
    return Element("title", words=words)


def write(*elements: Any) -> str:
    """The elements as text, one after the other."""
    return "".join([element.tostring() for element in elements])


def gap(name: str) -> str:
    """What stands for a value that a ``Stencil`` is given later, in an attribute or as text."""
    return f"{OPEN}{name}{CLOSE}"


def escaped(text: str) -> str:
    """The text as it is written between elements or in an attribute."""
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
        """The elements with these values, which are escaped."""
        for name, value in values.items():
            if isinstance(value, str):
                values[name] = escaped(value)
        return self._text % values


def around(element: Any) -> tuple[str, str]:
    """What is written before and after the gap of an element that has only one."""
    before, _, rest = write(element).partition(OPEN)
    return before, rest.partition(CLOSE)[2]


def layer(name: str, elements: Iterable[Any]) -> str:
    """The elements, or texts of elements, as one group of this class; "" when there are none."""
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
    """A whole picture of finished layers, with a view box of this width and height."""
    return f"{Opening(box, **attributes).tostring()}{''.join(layers)}</svg>"
