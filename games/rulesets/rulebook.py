"""The text of rules as a page with anchors, links and figures.

Every rule gets an anchor, every mention of a rule becomes a link.  Raw HTML stays text.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, zip_longest

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

from alexandros_rules import codec

_ROW = re.compile(r"^\| ([A-Z]{1,3}\d{1,2}) \| (.+) \|$", re.MULTILINE)
_FIGURES = re.compile(r"^\| Figure .*\n\|[-|]+\n((?:\| FIG.*\n)+)", re.MULTILINE)
_MENTION = re.compile(r"`[^`]*`|\b[A-Z]{1,3}\d{1,2}\b|\bfigure (\d+)")
_STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)
_SIZE = re.compile(r' (width|height)="(\d+)"')


@dataclass(frozen=True, slots=True)
class Heading:
    """An entry of the table of contents."""

    anchor: str
    words: str
    level: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: its id, number and caption, and the size of its picture."""

    id: str
    number: str
    caption: SafeString
    width: int
    height: int
    version: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules' text and the figures that follow it."""

    text: SafeString
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The introduction, the rules with their figures, and the table of contents."""

    opening: SafeString
    parts: tuple[Part, ...]
    contents: tuple[Heading, ...]


def rulebook(text: str, pictures: Mapping[str, str]) -> Rulebook:
    """Return the rules' text as a page; ``pictures`` are the figures' SVG by id."""
    known = _known(text)
    opening, first, rest = text.partition("\n## ")
    parts, contents, numbers = [], [], count(1)
    texts = _FIGURES.split(first + rest)  # every second one holds figures
    for words, shown in zip_longest(texts[::2], texts[1::2], fillvalue=""):
        page, headings = _rendered(words, known)
        figures = tuple(
            _figure(id_, caption, svg=pictures[id_], known=known, number=next(numbers))
            for id_, caption in _ROW.findall(shown))
        parts.append(Part(page, figures))
        contents += headings
    return Rulebook(_rendered(opening, known)[0], tuple(parts), tuple(contents))


def _known(text: str) -> dict[str, str]:
    """Return the ids of all rules and figures by the words that mention them."""
    ids = [rule for rule, _ in _ROW.findall(text)]
    # Figures are numbered in their order, because their ids are unique among all games.
    figures = [id_ for id_ in ids if id_.startswith("FIG")]
    return {**{rule: rule for rule in ids},
            **{f"figure {number}": id_ for number, id_ in enumerate(figures, 1)}}


def _figure(id_: str, caption: str, *, svg: str, known: Mapping[str, str],
            number: int) -> Figure:
    width, height = size(svg)
    words = _markdown().renderInline(_linked(caption, known))
    return Figure(id_, str(number), mark_safe(words),  # noqa: S308 - ours, escaped
                  width, height, version(svg))


def size(svg: str) -> tuple[int, int]:
    """Return the width and height that a drawing declares, in pixels."""
    given = {name: int(value) for name, value in _SIZE.findall(svg.partition(">")[0])}
    return given["width"], given["height"]


def version(svg: str) -> str:
    """Return a short hash that changes whenever the picture changes."""
    return codec.text_digest(svg)[:8]


def style_source(svg: str) -> str:
    """Return the source that allows only this drawing's style sheet in a security policy."""
    found = _STYLE.search(svg)
    if found is None:
        return "'none'"
    digest = hashlib.sha256(html.unescape(found[1]).encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _rendered(text: str, known: Mapping[str, str]) -> tuple[SafeString, list[Heading]]:
    markdown = _markdown()
    tokens = markdown.parse(_mentions_linked(text, known))
    contents = list(_anchored(tokens, known))
    page = str(markdown.renderer.render(tokens, markdown.options, {}))
    return mark_safe(page), contents  # noqa: S308 - ours, HTML in it is escaped


def _mentions_linked(text: str, known: Mapping[str, str]) -> str:
    """Return the text with each mention of a rule as a link, except in examples of orders."""
    parts = text.split("```")
    return "```".join(part if i % 2 else _linked(part, known) for i, part in enumerate(parts))


def _linked(text: str, known: Mapping[str, str]) -> str:
    def link(found: re.Match[str]) -> str:
        rule = known.get(found[0])
        return f"[{found[0]}](#{rule})" if rule else found[0]

    return _MENTION.sub(link, text)


def _anchored(tokens: list[Token], known: Mapping[str, str]) -> Iterator[Heading]:
    """Set the ids of headings and rules; yield the headings."""
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            words = tokens[i + 1].content
            token.attrSet("id", slugify(words))
            if token.tag != "h1":
                yield Heading(slugify(words), words, int(token.tag[1]))
        if token.type == "tr_open" and tokens[i + 1].type == "td_open":
            rule = tokens[i + 2].content.partition("]")[0].lstrip("[")
            if rule in known:
                token.attrSet("id", rule)


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")
