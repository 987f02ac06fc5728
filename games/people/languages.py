"""Languages: which one a person reads, by their own choice or else by that of their browser.

It is a property of the person, never of a table: one table can be played in several languages.
The site offers those in ``LANGUAGES``, whose catalogues are complete (``docs/translations.md``).
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from games.base.refusals import TableRefusal
from games.models import User


def of(user: User | None, *, otherwise: str = "") -> str:
    """Return the language of what is written to this user.

    ``otherwise`` is that of whoever writes to somebody who has no account (None).
    """
    # Never the language of a request that causes an email to a user, who may be somebody else.
    wanted = otherwise if user is None else user.language
    return wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def speak(request: HttpRequest, reader: User | None) -> None:
    """Answer somebody who came by a link that is theirs alone as they read everywhere else.

    Unless they have no account (None), or chose a language in this very browser.
    """
    known = reader is not None and reader.language in dict(settings.LANGUAGES)
    if reader is not None and known and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        translation.activate(reader.language)


def active() -> str:
    """Return the language in which something is said now."""
    return translation.get_language() or settings.LANGUAGE_CODE


def noted() -> str:
    """Return the active language as rows keep it: "" for the site's own."""
    return "" if active() == settings.LANGUAGE_CODE else active()


def of_request(request: HttpRequest) -> str:
    """Return the language of the reader of a page: the one they chose, or that of their browser."""
    # Who comes without a session is nobody we know, and most pages need not look.
    user = request.user if settings.SESSION_COOKIE_NAME in request.COOKIES else None
    if isinstance(user, User) and user.language in dict(settings.LANGUAGES):
        return user.language
    return translation.get_language_from_request(request)


def note(user: User, language: str) -> None:
    """Keep the language in which somebody acts, unless we know theirs or it is the usual one."""
    if not user.language and language != settings.LANGUAGE_CODE:
        choose(user, language)


def choose(user: User, language: str) -> None:
    """Store the language that a person reads; refuse (TableRefusal) one that is not offered."""
    check(language)
    user.language = language
    user.save(update_fields=["language"])


def check(language: str) -> None:
    """Refuse (TableRefusal) a language that the site does not speak."""
    if language not in dict(settings.LANGUAGES):
        raise TableRefusal("language", translation.gettext(
            "This site does not speak that language. Please choose one of those at the bottom of"
            " the page."))
