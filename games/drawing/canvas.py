"""The only module that uses svgwrite: makes elements, text and whole pictures.

Owns how an element becomes bytes.  Attributes are written in the order of their names, so
that the same calls give the same bytes; ``debug=False`` because the checks of svgwrite
triple the time and refuse ``role``, ``data-*`` and ``aria-*``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from svgwrite import Drawing
from svgwrite.base import BaseElement
from svgwrite.etree import etree
from svgwrite.params import Parameter

PARAMETER = Parameter(debug=False, profile="full")


class Element(BaseElement):  # type: ignore[misc]
    """Any element by its name; a trailing underscore of an attribute is dropped."""

    def __init__(self, name: str, *children: Any, **attributes: Any):
        self.elementname = name
        self._parameter = PARAMETER
        self.attribs = {
            key.rstrip("_").replace("_", "-"): value
            for key, value in attributes.items()
            if value is not None
        }
        self.elements = list(children)

    def tostring(self) -> str:
        """The element as text, without svgwrite's conversion to bytes and back."""
        return str(etree.tostring(self.get_xml(), encoding="unicode"))


class Words(Element):
    """An element that holds text."""

    def __init__(self, name: str, words: str, **attributes: Any):
        super().__init__(name, **attributes)
        self.words = words

    def get_xml(self) -> Any:
        xml = super().get_xml()
        xml.text = self.words
        return xml


def group(*children: Any, **attributes: Any) -> Element:
    return Element("g", *children, **attributes)


def path(d: str, **attributes: Any) -> Element:
    return Element("path", d=d, **attributes)


def use(target: str, x: int, y: int, **attributes: Any) -> Element:
    return Element("use", href=f"#{target}", x=x, y=y, **attributes)


def circle(x: int, y: int, r: float, **attributes: Any) -> Element:
    return Element("circle", cx=x, cy=y, r=r, **attributes)


def rect(x: int, y: int, width: int, height: int, **attributes: Any) -> Element:
    return Element("rect", x=x, y=y, width=width, height=height, **attributes)


def text(words: str, x: int, y: int, **attributes: Any) -> Words:
    return Words("text", words, x=x, y=y, **attributes)


def described(name: str, words: str) -> Words:
    """An element that contains only text: ``title``, ``desc`` or ``style``."""
    return Words(name, words)


def title(words: str) -> Words:
    return described("title", words)


def write(*elements: Any) -> str:
    """The elements as text, one after the other."""
    return "".join([element.tostring() for element in elements])


def layer(name: str, elements: Iterable[Any]) -> str:
    """The elements as one group of this class; "" when there are none."""
    children = list(elements)
    return group(*children, class_=name).tostring() if children else ""


def sheet(box: tuple[int, int], layers: Iterable[str], **attributes: Any) -> str:
    """A whole picture of finished layers, with a view box of this width and height."""
    drawing = Drawing(debug=False)
    drawing.attribs = {
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {box[0]} {box[1]}",
        **Element("svg", **attributes).attribs,
    }
    drawing.elements = []
    opening = Element.tostring(drawing)
    return f"{opening.removesuffix(' />')}>{''.join(layers)}</svg>"
