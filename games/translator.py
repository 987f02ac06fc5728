"""The translator that the service injects into the engine: Django's, with a cache.

A page describes hundreds of events, mostly with the same few dozen texts.  The cache finds a
text in a fraction of the time that Django needs to search its chain of catalogues.  A site in
English alone does not even ask for the reader's language.
"""

from __future__ import annotations

import sys
from functools import lru_cache

from django.conf import settings
from django.utils import translation

from engine import translation as engine_translation
from games.remembering import when_setting_changes

CACHE_SIZE = 4096  # enough for all texts of the games in several languages


def gettext(message: str) -> str:
    """The text in the active language."""
    return _gettext(translation.get_language(), message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The form of the text that fits this number, in the active language."""
    return _ngettext(translation.get_language(), singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """A text that can be understood only in a context, in the active language."""
    return _pgettext(translation.get_language(), context, message)


@lru_cache(maxsize=CACHE_SIZE)
def _gettext(language: str, message: str) -> str:
    return translation.gettext(message)


@lru_cache(maxsize=CACHE_SIZE)
def _ngettext(language: str, singular: str, plural: str, number: int) -> str:
    return translation.ngettext(singular, plural, number)


@lru_cache(maxsize=CACHE_SIZE)
def _pgettext(language: str, context: str, message: str) -> str:
    return translation.pgettext(context, message)


def choose() -> None:
    """Gives the engine this translator, or its own English if the site has no other language."""
    engine_translation.use(
        sys.modules[__name__] if settings.USE_I18N else engine_translation.ENGLISH)


when_setting_changes("USE_I18N", choose)
