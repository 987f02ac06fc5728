"""Blocks: members who want nothing to do with each other.  A block is a mute that goes further.

The blocked person must never notice.  So what a block takes away from them looks like a private
table, a seat that somebody else has taken, or an invitation that nobody answers.  Open tables of
somebody who blocks anybody, and vacant seats beside them, are not shown to visitors and guests
either: otherwise signing out would tell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from alexandros_rules.translation import list_with_and
from alexandros_rules.wording import plain
from games.base.refusals import TableRefusal
from games.models import ChatMute, User

MOST = 200  # people whom one member blocks
BESIDE = "beside-blocked"  # the refusal of a seat beside one of them


def block(reader: User, person: User, *, now: datetime) -> None:
    """Block a member; refuse (TableRefusal) guests, oneself and too many."""
    if reader.is_guest:
        raise TableRefusal("guest", _("You are playing as a guest. Sign in with your email address"
                                      " to block people."))
    if reader.pk == person.pk:
        raise TableRefusal("yourself", _("You cannot block yourself."))
    if person.is_guest:
        raise TableRefusal("guest", _("Guests cannot be blocked. You can mute what they say."))
    if ChatMute.objects.filter(reader=reader, blocks=True).count() >= MOST:
        raise TableRefusal("blocks", _("You block %(most)s people already. Unblock somebody first.")
                           % {"most": MOST})
    ChatMute.objects.update_or_create(
        reader=reader, person=person, defaults={"blocks": True},
        create_defaults={"blocks": True, "created_at": now})


def unblock(reader: User, person: User) -> None:
    """End a block, and hear the person again."""
    ChatMute.objects.filter(reader=reader, person=person, blocks=True).delete()


def blocked_by(reader: User) -> list[User]:
    """Return the people whom a member blocks, in alphabetical order, in one query."""
    mutes = ChatMute.objects.filter(reader=reader, blocks=True, person__isnull=False)
    people = [mute.person for mute in mutes.select_related("person") if mute.person]
    return sorted(people, key=lambda person: plain(person.name))


def is_blocked(person: int | None, *, by: Iterable[int]) -> bool:
    """Return whether one of these people (ids) blocks this person."""
    return ChatMute.objects.filter(reader__in=list(by), person=person, blocks=True).exists()


def pairs(people: Iterable[int]) -> set[frozenset[int]]:
    """Return the pairs of these people (ids) of whom one blocks the other."""
    ids = list(people)
    rows = ChatMute.objects.filter(reader__in=ids, person__in=ids, blocks=True)
    return {frozenset(pair) for pair in rows.values_list("reader", "person")}


def shuts_out(people: Iterable[int | None], reader: User | None) -> bool:
    """Return whether one of these people (ids) wants nothing to do with a reader.

    Visitors and guests may be anybody, so they are shut out by whoever blocks anybody.
    """
    rows = ChatMute.objects.filter(reader__in=list(people), blocks=True)
    if reader is not None and not reader.is_guest:
        rows = rows.filter(person=reader)
    return rows.exists()


def stand_between(one: int, other: int) -> bool:
    """Return whether one of two people (ids) blocks the other."""
    return ChatMute.objects.filter(Q(reader=one, person=other) | Q(reader=other, person=one),
                                   blocks=True).exists()


def beside(people: Iterable[int], user: User | None) -> list[str]:
    """Return the names of those of these people (ids) whom a reader blocks."""
    if user is None or user.is_guest:
        return []
    rows = ChatMute.objects.filter(reader=user, person__in=list(people), blocks=True)
    return sorted(rows.values_list("person__name", flat=True), key=plain)


def check_beside(people: Iterable[int], user: User, *, known: Collection[str]) -> None:
    """Refuse (TableRefusal) a seat beside somebody whom this person blocks.

    Unless they know it and want it all the same: ``known`` are the names of whom they know.
    """
    if names := [name for name in beside(people, user) if name not in known]:
        raise TableRefusal(BESIDE, _("You block %(names)s, and you would play together here. So you"
                                     " have no seat yet. If you want to play all the same, take"
                                     " one on the page of the table.") % {
                               "names": list_with_and(names)})


def hides(creator: int | None, reader: User | None) -> bool:
    """Return whether an open table of this creator is hidden from a reader of the lobby."""
    rows = ChatMute.objects.filter(blocks=True)
    if reader is None or reader.is_guest:
        return rows.filter(reader=creator).exists()
    return rows.filter(Q(reader=creator, person=reader) | Q(reader=reader, person=creator)).exists()


def hidden_from(reader: User | None, *, person: str) -> Exists:
    """Return a filter for rows whose ``person`` (a column with an id) is hidden from a reader."""
    rows = ChatMute.objects.filter(blocks=True)
    if reader is None or reader.is_guest:
        return Exists(rows.filter(reader=OuterRef(person)))
    return Exists(rows.filter(Q(reader=OuterRef(person), person=reader)
                              | Q(reader=reader, person=OuterRef(person))))
