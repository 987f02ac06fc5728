"""The translator that the service gives the engine: Django's, with a memory.

A page describes hundreds of events, mostly with the same few dozen texts.  Looking one up in
Django's chain of catalogues takes several microseconds; remembering it makes that one.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils import translation

MEMORY = 4096  # texts of one kind; all texts of a game in a few languages


def gettext(message: str) -> str:
    """The text in the active language."""
    return _gettext(translation.get_language(), message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The form of the text that fits this number, in the active language."""
    return _ngettext(translation.get_language(), singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """A text that can be understood only in a context, in the active language."""
    return _pgettext(translation.get_language(), context, message)


@lru_cache(maxsize=MEMORY)
def _gettext(language: str, message: str) -> str:
    return translation.gettext(message)


@lru_cache(maxsize=MEMORY)
def _ngettext(language: str, singular: str, plural: str, number: int) -> str:
    return translation.ngettext(singular, plural, number)


@lru_cache(maxsize=MEMORY)
def _pgettext(language: str, context: str, message: str) -> str:
    return translation.pgettext(context, message)
