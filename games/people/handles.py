"""Handles: which names members may take, when they may change them, and whose a name is.

Names that mean something on the site are nobody's: those of bots, of the games and of the site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.base import retention
from games.base.refusals import TableRefusal
from games.models import Handle, User
from games.models.handle import DRAWN, LONGEST, SHORTEST, fit, is_fit, keys
from games.rulesets import registry

FORMER = gettext_noop("Former player")
BETWEEN_CHANGES = timedelta(days=30)
_OF_THE_SITE = ("Abuse", "Admin", "Administrator", "Anybody", "Bot", "Everybody", "Guest", "Me",
                "Moderator", "Nobody", "None", "Operator", "Player", "Postmaster", "Root", "Seat",
                "Somebody", "Staff", "Support", "System", "Team", "Webmaster", "You", FORMER)
_DIGITS = "0123456789lo"  # as names are compared, with the letters they look like
_ONE = "1"  # what looks like a one, where that can be read as an l or as an i


def is_reserved(name: str) -> bool:
    """Return whether a name, or one that looks like it, belongs to the service.

    Spaces, hyphens and a number behind it make no difference.
    """
    return any(map(_reserved().fullmatch, _keys_with_ones(fit(name))))


def may_be_given(name: str) -> bool:
    """Return whether a person may have this name, which may be a drawn one."""
    return name.startswith(DRAWN) or not is_reserved(name)


def check_guest(name: str) -> None:
    """Refuse (TableRefusal) a guest's name that means something here or is that of a member."""
    if is_reserved(name):
        raise _reserved_name()
    if find(name) is not None:
        raise _taken()


def former_name() -> str:
    """Return the name that the seats of deleted users get, in the site's own language."""
    with translation.override(settings.LANGUAGE_CODE):
        return _(FORMER)


def find(name: str) -> Handle | None:
    """Return the handle that is meant by a name, in any spelling, with its user; or None."""
    key, look = keys(fit(name))
    found = Handle.objects.filter(Q(key=key) | Q(look=look)).select_related("user")
    return found.order_by("given_up_at").first() if name else None


def change(user: User, name: str, *, now: datetime) -> None:
    """Give a member this name; refuse (TableRefusal) one that is not to be had, or too many.

    Their old name goes on leading to them, unless it was drawn for them.  They can have it back.
    """
    name = name.strip()
    if name == user.name:
        return
    _check(user, name, now=now)
    with transaction.atomic():
        present = Handle.objects.select_for_update(no_key=True).filter(user=user, given_up_at=None)
        old = present.first()
        is_same = _is_same(old, name)
        if not is_same:
            _check_pause(user, now=now)
        if old is not None and (is_same or not user.has_chosen_name):
            old.delete()
        else:
            present.update(given_up_at=now)
        Handle.objects.filter(_alike(name), user=user).delete()
        _store(user, name)
        user.name = name
        user.save(update_fields=["name"])


def take_like(user: User, name: str) -> None:
    """Give a member who has not chosen a name yet this one, or the next best one."""
    Handle.objects.filter(user=user).delete()
    user.name = Handle.assign(user, name, is_free=may_be_given)
    user.save(update_fields=["name"])


def forget_old(now: datetime) -> int:
    """Delete handles that were given up long ago, so that others can have them; return how many."""
    old = Handle.objects.filter(given_up_at__lt=now - retention.OLD_HANDLES)
    return retention.delete_oldest(old, by="given_up_at")


def _check(user: User, name: str, *, now: datetime) -> None:
    """Refuse (TableRefusal) a name that nobody can have; propose one that this member can have."""
    if not is_fit(name):
        possible = fit(name)
        sentence = _("A name has %(least)s to %(most)s letters and digits, and single hyphens"
                     " between them.") % {"least": SHORTEST, "most": LONGEST}
        if is_fit(possible) and _can_have(user, possible, now=now):
            proposal = _("How about “%(name)s”?") % {"name": possible}
            sentence = f"{sentence} {proposal}"
        raise TableRefusal("name", sentence)
    if is_reserved(name) or name.startswith(DRAWN):
        raise _reserved_name()


def _can_have(user: User, name: str, *, now: datetime) -> bool:
    """Return whether ``change`` would give a member this name."""
    if name == user.name:
        return True
    if Handle.objects.filter(_alike(name)).exclude(user=user).exists():
        return False
    try:
        _check(user, name, now=now)
        if not _is_same(Handle.objects.filter(user=user, given_up_at=None).first(), name):
            _check_pause(user, now=now)
    except TableRefusal:
        return False
    return True


def _is_same(present: Handle | None, name: str) -> bool:
    """Return whether a name is only another spelling of the one that somebody has."""
    return present is not None and not {present.key, present.look}.isdisjoint(keys(name))


def _check_pause(user: User, *, now: datetime) -> None:
    """Refuse (TableRefusal) a member who has changed their name within the last month."""
    if not user.has_chosen_name:
        return
    last = Handle.objects.filter(user=user, given_up_at__gt=now - BETWEEN_CHANGES).first()
    if last is not None and last.given_up_at is not None:
        raise TableRefusal("name-changed", _(
            "You can change your name once in %(days)s days, so that others know who you are. You"
            " can do it again from %(day)s.") % {
                "days": BETWEEN_CHANGES.days,
                "day": date_format((last.given_up_at + BETWEEN_CHANGES).date())})


def _store(user: User, name: str) -> None:
    """Store the handle; refuse (TableRefusal) one that somebody else has or had."""
    key, look = keys(name)
    try:
        with transaction.atomic():
            Handle.objects.create(user=user, name=name, key=key, look=look)
    except IntegrityError:
        raise _taken() from None


def _reserved_name() -> TableRefusal:
    return TableRefusal("name-reserved", _("This name, or one like it, has a meaning on this site."
                                           " Please choose another one."))


def _taken() -> TableRefusal:
    return TableRefusal("name-taken", _("Somebody else has this name, or one that looks like it."
                                        " Please choose another one."))


def _alike(name: str) -> Q:
    key, look = keys(name)
    return Q(key=key) | Q(look=look)


@cache
def _reserved() -> re.Pattern[str]:
    """Return the pattern of all reserved names: their keys, perhaps with a number behind."""
    found = {key for name in _names_of_the_service() for key in keys(fit(name))}
    names = "|".join(re.sub("[il]", rf"[\g<0>{_ONE}]", re.escape(key)) for key in sorted(found))
    return re.compile(f"(?:{names})[{_DIGITS}]*")


def _keys_with_ones(name: str) -> Iterator[str]:
    """Yield the keys of a name in which ones stay what they are.

    The keys of people's names take a one for an l.  That is enough for two names that were chosen
    freely, but a name of the service must not be had with either reading.
    """
    pairs = [(_ONE, _ONE) if _is_one(letter) else keys(letter) for letter in name]
    return map("".join, zip(*pairs, strict=True))


def _is_one(letter: str) -> bool:
    return letter.casefold() != "l" and keys(letter)[0] == "l"


def _names_of_the_service() -> Iterator[str]:
    yield from _OF_THE_SITE
    yield former_name()
    yield settings.SITE_NAME
    for room in registry.rooms().values():
        yield from (room.name, room.title)
        for bot in room.ruleset.bots.values():
            yield from bot.seat_names
