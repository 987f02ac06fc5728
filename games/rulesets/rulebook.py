"""The text of rules as a page with anchors, links and figures, in the reader's language.

Every rule gets an anchor, every mention of a rule becomes a link.  Raw HTML stays text.
Translations are in the catalogues "rules", paragraph by paragraph and keyed by the rule's id; one
whose English is newer than its translation is shown in English and says so.
"""

from __future__ import annotations

import base64
import gettext
import hashlib
import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, zip_longest

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import to_locale
from markdown_it import MarkdownIt
from markdown_it.token import Token

from alexandros_rules import codec

_ROW = re.compile(r"^\| ([A-Z]{1,3}\d{1,2}) \| (.+) \|$", re.MULTILINE)
_FIGURES = re.compile(r"^\| Figure .*\n\|[-|]+\n((?:\| FIG.*\n)+)", re.MULTILINE)
DOMAIN = "rules"  # of the catalogues with translations

# What a reader gets for a paragraph, given the id of its rule or "" and its English, or "".
Translation = Callable[[str, str], str]

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


class _Missing(gettext.NullTranslations):
    """Says which paragraphs a catalogue does not have."""

    def gettext(self, message: str) -> str:
        return ""

    def pgettext(self, context: str, message: str) -> str:
        return ""


def translation(language: str) -> Translation | None:
    """Return the rules' translation into a language; None for that of the rules themselves."""
    # Django's own functions give the English where there is no translation.
    if language == settings.LANGUAGE_CODE:
        return None
    found = gettext.translation(DOMAIN, settings.LOCALE_PATHS[0], [to_locale(language)],
                                fallback=True)
    found.add_fallback(_Missing())
    return lambda rule, english: (
        found.pgettext(rule, english) if rule else found.gettext(english))


def paragraphs(text: str) -> Iterator[tuple[str, str]]:
    """Yield what there is to translate: the id of the rule or figure, or "", and the English."""
    tokens = _markdown().parse(text)
    for i, rule in _inline(tokens, _known(text)):
        if tokens[i].content not in (rule, ""):
            yield rule, _on_one_line(tokens[i].content)


def rulebook(text: str, pictures: Mapping[str, str],
             translated: Translation | None = None) -> Rulebook:
    """Return the rules' text as a page; ``pictures`` are the figures' SVG by id."""
    page = _Page(_known(text), translated)
    opening, first, rest = text.partition("\n## ")
    parts, contents, numbers = [], [], count(1)
    texts = _FIGURES.split(first + rest)  # every second one holds figures
    for words, shown in zip_longest(texts[::2], texts[1::2], fillvalue=""):
        part, headings = page.rendered(words)
        figures = tuple(
            page.figure(id_, caption, svg=pictures[id_], number=next(numbers))
            for id_, caption in _ROW.findall(shown))
        parts.append(Part(part, figures))
        contents += headings
    return Rulebook(page.rendered(opening)[0], tuple(parts), tuple(contents))


def _known(text: str) -> dict[str, str]:
    """Return the ids of all rules and figures by the words that mention them."""
    ids = [rule for rule, _words in _ROW.findall(text)]
    # Figures are numbered in their order, because their ids are unique among all games.
    figures = [id_ for id_ in ids if id_.startswith("FIG")]
    return {**{rule: rule for rule in ids},
            **{_("figure %(number)s") % {"number": number}: id_
               for number, id_ in enumerate(figures, 1)}}


def _inline(tokens: list[Token], known: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield the place of each paragraph, heading or cell, and the id of the rule it belongs to."""
    rule = ""
    for i, token in enumerate(tokens):
        if token.type == "tr_open":
            first = tokens[i + 2].content
            rule = first if first in known else ""
        elif token.type == "tr_close":
            rule = ""
        elif token.type == "inline":
            yield i, rule


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class _Page:
    """What renders the parts of one text: the rules that it has, and its translation."""

    known: Mapping[str, str]
    translated: Translation | None

    def figure(self, id_: str, caption: str, *, svg: str, number: int) -> Figure:
        width, height = size(svg)
        words = _markdown().renderer.render(self._words(id_, caption), _markdown().options, {})
        return Figure(id_, str(number), mark_safe(words),  # noqa: S308 - ours, escaped
                      width, height, version(svg))

    def rendered(self, text: str) -> tuple[SafeString, list[Heading]]:
        markdown = _markdown()
        tokens = markdown.parse(text)
        contents = list(self._anchored(tokens))
        for i, rule in _inline(tokens, self.known):
            tokens[i].children = self._words("" if tokens[i].content == rule else rule,
                                             tokens[i].content)
        page = str(markdown.renderer.render(tokens, markdown.options, {}))
        return mark_safe(page), contents  # noqa: S308 - ours, HTML in it is escaped

    def _words(self, rule: str, english: str) -> list[Token]:
        """Return the words of a paragraph, with each mention of a rule as a link."""
        said = self._said(rule, english)
        words = _markdown().parseInline(self._linked(said or english))[0].children or []
        if said or not english or english in self.known:
            return words
        note = html.escape(_("This paragraph is newer than its translation."))
        return [Token("html_inline", "", 0, content='<span lang="en">'), *words,
                Token("html_inline", "", 0, content=f'</span> <small class="soft">{note}</small>')]

    def _said(self, rule: str, english: str) -> str:
        """Return a paragraph in the reader's language, or "" if it is not translated."""
        if self.translated is None or not english:  # the "translation" of nothing is a header
            return english
        return self.translated(rule, _on_one_line(english))

    def _linked(self, text: str) -> str:
        def link(found: re.Match[str]) -> str:
            rule = self.known.get(found[0])
            return f"[{found[0]}](#{rule})" if rule else found[0]

        mention = "|".join(sorted(map(re.escape, self.known), key=len, reverse=True))
        return re.sub(rf"`[^`]*`|\b(?:{mention})\b", link, text) if mention else text

    def _anchored(self, tokens: list[Token]) -> Iterator[Heading]:
        """Set the ids of headings and rules, which are the same in all languages."""
        for i, token in enumerate(tokens):
            if token.type == "heading_open":
                words = tokens[i + 1].content
                token.attrSet("id", slugify(words))
                if token.tag != "h1":
                    yield Heading(slugify(words), self._said("", words) or words, int(token.tag[1]))
            if token.type == "tr_open" and tokens[i + 2].content in self.known:
                token.attrSet("id", tokens[i + 2].content)


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


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")
