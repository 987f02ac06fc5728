"""A pseudo-language: English in which every translated letter carries an accent.

It proves that texts go through the translation functions.  Whatever people see in plain letters
was not translated, unless it is a name, an order in notation or somebody's own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from gettext import NullTranslations
from html import unescape
from html.parser import HTMLParser
from types import MappingProxyType
from unittest import mock

from django.conf import settings
from django.test import override_settings
from django.utils import translation
from django.utils.translation import trans_real

from games.rulesets import rulebook

LANGUAGE = "en-xa"
LONGER = 0.3

# What a translator leaves alone: placeholders, tags, entities and URLs.
_KEPT = re.compile(r"(%\(\w+\)[sd]|%%|%[sd]|\{\w*\}|<[^<>]*>|&#?\w+;|https?://\S+)")
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED = "áƀçđéƒǧħíĵķłɱñóƥɋřšŧúṽŵẋýžÁƁÇĐÉƑǦĦÍĴĶŁⱮÑÓƤɊŘŠŦÚṼŴẊÝŽ"
_LETTERS = str.maketrans(_PLAIN, _ACCENTED)
_WORD = re.compile(r"[A-Za-z]{2,}")

SHOWN_ATTRIBUTES = frozenset({"alt", "title", "aria-label", "placeholder", "aria-description"})
# Elements whose text nobody reads, or that hold notation and other things to copy.
_SKIPPED = frozenset({"script", "style", "code", "kbd", "samp", "pre", "textarea"})
_VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta",
                   "source", "track", "wbr"})


@cache
def pseudo(text: str) -> str:
    """The text in the pseudo-language; placeholders and tags stay as they are."""
    parts = _KEPT.split(text)
    return "".join(part if i % 2 else part.translate(_LETTERS) for i, part in enumerate(parts))


def stretched(text: str) -> str:
    """The text in the pseudo-language, and as much longer as German and Polish are."""
    if "<" in text:  # its end may be for screen readers alone
        return pseudo(text)
    return pseudo(text) + " l\u00f3\u00f1\u01e7" * round(len(text) * LONGER / 5)


class _Catalogue(NullTranslations):
    """Stands for a complete catalogue: every text it is asked for has a translation.

    ``orders`` are those of the words of orders.  Django puts a separator between the context of a
    text and the text itself.
    """

    def __init__(self, translated: Callable[[str], str], orders: Mapping[str, str]):
        super().__init__()
        self._translated, self._orders = translated, orders

    def to_language(self) -> str:
        return LANGUAGE

    def gettext(self, message: str) -> str:
        context, _, text = message.rpartition(trans_real.CONTEXT_SEPARATOR)
        if self._orders and context == "words of an order":
            return self._orders.get(text, text)
        return self._translated(text)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def spoken(translated: Callable[[str], str] = pseudo, *,
           orders: Mapping[str, str] = MappingProxyType({})) -> Iterator[None]:
    """Everything inside is translated into the pseudo-language, pages and emails alike.

    It is the language of whoever has not chosen another one, such as ``settings.LANGUAGE_CODE``.
    ``orders``, the translations of the words of orders, are for tests that read orders again.
    """
    original, catalogue = trans_real.translation, _Catalogue(translated, orders)
    with (mock.patch.object(trans_real, "translation", lambda language: (
            catalogue if language == LANGUAGE else original(language))),
          mock.patch.object(rulebook, "translation", lambda language: (
              (lambda rule, english: translated(english)) if language == LANGUAGE else None)),
          override_settings(LANGUAGE_CODE=LANGUAGE,
                            LANGUAGES=[(LANGUAGE, LANGUAGE), *settings.LANGUAGES]),
          translation.override(LANGUAGE)):
        yield


class _Reader(HTMLParser):
    """Collects what people see of a page, except inside the skipped elements."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        # Each open element: its tag, whether it is skipped, and whether it is in this language.
        self._open: list[tuple[str, bool, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        _, skipped, ours = self._open[-1] if self._open else ("", False, True)
        skipped = skipped or tag in _SKIPPED or given.get("translate") == "no"
        if "lang" in given:
            ours = given["lang"] == LANGUAGE
        if tag not in _VOID:
            self._open.append((tag, skipped, ours))
        if skipped or not ours:
            return
        shown = [given.get(name) for name in SHOWN_ATTRIBUTES]
        if tag == "input" and given.get("type") in ("submit", "button", "reset"):
            shown.append(given.get("value"))
        if tag == "meta" and (given.get("name") or given.get("property") or "").endswith(
            ("description", "title")
        ):
            shown.append(given.get("content"))
        self.texts += filter(None, shown)

    def handle_endtag(self, tag: str) -> None:
        while any(name == tag for name, _, _ in self._open):
            if self._open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        _, skipped, ours = self._open[-1] if self._open else ("", False, True)
        if not skipped and ours and data.strip():
            self.texts.append(data.strip())


# Addresses, and the placeholders of sentences for scripts.
_NO_WORDS = re.compile(r"\S+@\S+|https?://\S+|\{\w+\}")


def untranslated(text: str, *, names: frozenset[str] = frozenset()) -> list[str]:
    """The words of a plain text that were not translated, except these names."""
    return [word for word in _WORD.findall(re.sub(_NO_WORDS, "", text))
            if word not in names]


_UNREAD = re.compile(rf"<({'|'.join(_SKIPPED)})\b[^<>]*>.*?</\1>", re.DOTALL)
_TAG = re.compile("</?[A-Za-z!][^<>]*>")
_ATTRIBUTE = re.compile(
    rf"""\b(?:{'|'.join(SHOWN_ATTRIBUTES)}|content|value)\s*=\s*("[^"]*"|'[^']*')""")


def _at_a_glance(page: str) -> str:
    """Whatever people may see of a page, and some more, in a fraction of the time to read it."""
    page = _UNREAD.sub(" ", page)
    return unescape(" ".join([_TAG.sub(" ", page), *_ATTRIBUTE.findall(page)]))


def untranslated_on_page(page: str, *, names: frozenset[str] = frozenset()) -> list[str]:
    """The texts of a page (or HTML email) that contain untranslated words, except these names.

    Elements with notation, such as ``code``, are left out, and so are those that are marked
    ``translate="no"`` or say that they are in a language of their own.
    """
    if not untranslated(_at_a_glance(page), names=names):
        return []
    reader = _Reader()
    reader.feed(page)
    return [text for text in reader.texts if untranslated(text, names=names)]
