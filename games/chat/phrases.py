"""Ready-made phrases, stored as keys so that all readers see them in their own language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# A key must never change its meaning or be removed: messages contain it.
PHRASES: dict[str, Promise] = {
    "hello": _("Hello!"),
    "have-fun": _("Have fun!"),
    "thanks": _("Thanks!"),
    "nice-move": _("Nice move!"),
    "sorry-late": _("Sorry, I’m late."),
    "away": _("I’ll be away for a while."),
    "no-hurry": _("Take your time."),
    "well-played": _("Well played!"),
    "good-game": _("Good game!"),
}


def phrase(key: str) -> str:
    """The phrase in the active language; "" for a key that nobody knows."""
    return str(PHRASES.get(key, ""))
