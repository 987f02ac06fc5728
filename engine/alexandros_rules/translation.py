"""Translation of the sentences that the engine writes for people.

The engine marks its sentences with these functions but does not translate them: the service
injects Django's ``Translator``, which translates into the language of the current request or
email.  Without a translator, sentences stay English.

A marked text is a whole sentence with named placeholders, so that a translator can reorder it:
``gettext("%(name)s draws a card.") % {"name": name}``.

Orders are kept in notation ("take horse"), and ``translate_orders`` writes them for a reader.  The
words of notation are marked in each game's ``order_text``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol


class Translator(Protocol):
    """A translator of texts; ``django.utils.translation`` is one."""

    def gettext(self, message: str) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int) -> str: ...

    def pgettext(self, context: str, message: str) -> str: ...


class _English:
    """The translator that is used until another one is injected."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return singular if number == 1 else plural

    def pgettext(self, context: str, message: str) -> str:
        return message


ENGLISH: Translator = _English()
_translator = ENGLISH
# Words in notation, such as "buy development"; labels and steps are in capital letters.
_WORDS_OF_ORDERS = re.compile(r"[a-z]+(?: [a-z]+)*")


def use(translator: Translator) -> None:
    """Set the translator of all further sentences."""
    global _translator
    _translator = translator


def gettext(message: str) -> str:
    """Return the text in the reader's language."""
    return _translator.gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the form of the text that fits this number, in the reader's language."""
    return _translator.ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """Return a text that needs a context to be understood, in the reader's language."""
    return _translator.pgettext(context, message)


def gettext_noop(message: str) -> str:
    """Return the text as it is, marked for ``gettext`` to translate where it is shown."""
    return message


def translate_orders(text: str) -> str:
    """Return orders in notation with their words in the reader's language.

    The reader can give them as they are written: ``parse`` reads them as the same moves.
    """
    return _WORDS_OF_ORDERS.sub(lambda match: _translated_words(match[0].split()), text)


def _translated_words(words: list[str]) -> str:
    """Return these words of an order, translating the longest phrases that have a translation."""
    translated: list[str] = []
    while words:
        for length in range(len(words), 0, -1):
            phrase = " ".join(words[:length])
            found = pgettext("words of an order", phrase)
            if found != phrase or length == 1:
                break
        translated.append(found)
        del words[:length]
    return " ".join(translated)


def labelled(label: str, text: str) -> str:
    """Return "Label: text" with the colon of the reader's language."""
    return pgettext("after a name", "%(name)s: %(text)s") % {"name": label, "text": text}


def list_with_and(items: Iterable[str]) -> str:
    """Return "A", "A and B" or "A, B and C" in the reader's language; "" for no items."""
    return _joined(list(items), last=pgettext("the last two items of a list",
                                              "%(first)s and %(last)s"))


def list_with_or(items: Iterable[str]) -> str:
    """Return "A", "A or B" or "A, B or C" in the reader's language; "" for no items."""
    return _joined(list(items), last=pgettext("the last two items of a list",
                                              "%(first)s or %(last)s"))


def _joined(items: list[str], *, last: str) -> str:
    if len(items) < 2:
        return "".join(items)
    comma = pgettext("between two items of a list", ", ")
    return last % {"first": comma.join(items[:-1]), "last": items[-1]}
