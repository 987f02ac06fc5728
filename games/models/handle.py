"""Handles: the unique names of members, by which others find them.

Two names that differ only in letter case, or that look alike, such as a Greek and a Latin letter A,
are the same name.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from confusable_homoglyphs import confusables
from django.conf import settings
from django.db import IntegrityError, models, transaction

SHORTEST, LONGEST = 2, 24
ABOVE = 200  # from here on, Unicode's combining classes are places around a letter
_INVISIBLE = {*"\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f",
              *map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))}
DRAWN = "Player-"  # how the name of somebody who has chosen none begins; a drawn number follows


def fit(text: str) -> str:
    """Return the text as a name, if need be with hyphens for what cannot be in one; "" at worst.

    A name has letters, also with accents that follow them, and digits, and single hyphens between.
    Nothing stands for characters that cannot be seen.
    """
    # A character that stands for several, such as a ligature, must not be a second spelling; nor
    # must a letter and an accent that something invisible has kept apart.
    seen = "".join(letter for letter in unicodedata.normalize("NFKC", text)
                   if letter not in _INVISIBLE and unicodedata.category(letter) != "Cf")
    fitting = ""
    for letter in unicodedata.normalize("NFKC", seen):
        fitting += letter if _fits(letter, after=fitting) else "-"
    return "-".join(filter(None, fitting.split("-")))[:LONGEST].strip("-")


def is_fit(name: str) -> bool:
    """Return whether a name can be a handle, whoever may have it."""
    return SHORTEST <= len(name) <= LONGEST and fit(name) == name


def keys(name: str) -> tuple[str, str]:
    """Return what no two names may have in common: one regardless of case, one of its look.

    Neither is enough: a small L looks like a capital i, but not like a small one.  Accents and
    hyphens make no difference.
    """
    plain = _without_accents(unicodedata.normalize("NFKC", name)).replace("-", "")
    return _look(plain.casefold()), _look(plain).casefold()


def like(wanted: str) -> Iterator[str]:
    """Yield names like this one for ever."""
    name = fit(wanted)
    if len(name) >= SHORTEST:
        yield name
        stem = name[:LONGEST - 3].rstrip("-")
        yield from (f"{stem}-{number}" for number in range(2, 100))
    while True:
        yield f"{DRAWN}{10_000 + secrets.randbelow(990_000)}"


def _fits(letter: str, *, after: str) -> bool:
    """Return whether a name may go on with this character; accents do not pile up."""
    category = unicodedata.category(letter)
    if category[0] == "M" and letter not in _INVISIBLE:
        return [unicodedata.category(each)[0] for each in after[-2:]] not in ([], ["M", "M"]) \
            and after[-1] != "-"
    return (category[0] == "L" or category == "Nd") and letter not in _INVISIBLE


def _look(text: str) -> str:
    return _without_accents("".join(map(_prototype, text)))


def _without_accents(text: str) -> str:
    """Return the text without marks above, below and across letters; vowel signs stay."""
    apart = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in apart
                   if unicodedata.combining(letter) != 1 and unicodedata.combining(letter) < ABOVE)


@cache
def _prototype(letter: str) -> str:
    """Return the one letter, or the several, for which Unicode says that this one can be taken."""
    alike = _alike(letter)
    if len(alike) != 1:  # a prototype itself, which others look like; or like nothing
        return letter
    return min(letter, alike[0]) if _alike(alike[0]) == [letter] else alike[0]


def _alike(letter: str) -> list[str]:
    found: Any = len(letter) == 1 and confusables.is_confusable(letter, greedy=True)
    return [each["c"] for one in found or () for each in one["homoglyphs"]]


class Handle(models.Model):
    """A handle that a member has, or had until ``given_up_at`` and that still leads to their page.

    ``key`` and ``look`` are the ``keys`` of ``name``.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE,
                             related_name="handles")
    name = models.CharField(max_length=LONGEST)
    # As one letter may look like two, such as m like rn, a key can be longer than its name.
    key = models.CharField(max_length=10 * LONGEST, editable=False)
    look = models.CharField(max_length=10 * LONGEST, editable=False)
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["key"], name="handle_key_once"),
            models.UniqueConstraint(fields=["look"], name="handle_look_once"),
            models.UniqueConstraint(fields=["user"], name="handle_one_a_person",
                                    condition=models.Q(given_up_at__isnull=True)),
        )
        indexes = (
            models.Index(fields=["given_up_at"], name="handle_given_up",
                         condition=models.Q(given_up_at__isnull=False)),
        )

    def __str__(self) -> str:
        return self.name

    @classmethod
    def assign(cls, user: Any, wanted: str = "", *, is_free: Callable[[str], bool] = bool) -> str:
        """Store the first handle like the wanted one that nobody has or had; return it.

        Without a wanted one, a number is drawn.  ``is_free`` is what else a name must fulfil.
        """
        for name in like(wanted):
            key, look = keys(name)
            taken = cls.objects.filter(models.Q(key=key) | models.Q(look=look))
            if not is_free(name) or taken.exists():
                continue
            try:
                with transaction.atomic():
                    cls.objects.create(user=user, name=name, key=key, look=look)
            except IntegrityError:  # somebody else has just taken it
                continue
            return name
        raise AssertionError("there are always more names")
