"""Who plays in a competition: signing up, and dropping out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from games.base.refusals import Closed, Foreign, TableRefusal
from games.features.competitions import emails, results
from games.models import Competition, Entry, RatedPlayer, User
from games.table.seats import seating

Status = Competition.Status


def check(user: User) -> None:
    """Refuse (TableRefusal) people whose games would not count for their opponents."""
    if user.is_guest:
        raise TableRefusal("guest", _("You are playing as a guest. Sign in with your email address"
                                      " to play in a league or a cup."))
    if RatedPlayer.objects.filter(user=user, hidden=True).exists():
        raise TableRefusal("hidden", _("You hide your rating, but the games of leagues and cups are"
                                       " rated for everybody. Show your rating on the page of your"
                                       " account first."))


def _check_bots(user: User, competition: Competition) -> None:
    """Refuse (TableRefusal) bots of members that could not sit at every table, or their owner.

    Everybody may meet everybody, so what holds for a rated table (``seating``) does for them all.
    """
    family = User.objects.filter(Q(pk=user.family) | Q(owner=user.family)).exclude(pk=user.pk)
    if not (user.is_bot or family.exists()):
        return
    Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)  # two at once
    entered = competition.entries.filter(out_at=None)
    other = family.filter(entries__in=entered).first()
    if other is not None:
        raise TableRefusal("own-bot", _("Of a member and their bots, only one can take part, and"
                                        " %(name)s has signed up already.") % {
                                            "name": other.shown_name})
    others = entered.filter(user__owner__isnull=False).exclude(user=user)
    if (user.is_bot and competition.players > seating.MOST_BOTS
            and others.count() >= seating.MOST_BOTS):
        raise TableRefusal("bots", _("%(most)s bots of members have signed up already, and there"
                                     " may not be more, because they could meet at a table.") % {
                                         "most": seating.MOST_BOTS})


def add(user: User, competition: Competition, *, now: datetime) -> None:
    """Enter somebody, who is locked, and confirm it by email; do nothing if they are entered."""
    _check_bots(user, competition)
    entry, is_new = Entry.objects.get_or_create(
        competition=competition, user=user, defaults={"signed_up_at": now})
    if entry.out_at is not None:
        raise Closed("out", _("You have dropped out here, so you cannot come back."))
    if is_new:
        emails.queue(emails.ENTERED, [entry], now=now)


def has_finished(entry: Entry) -> bool:
    """Return whether somebody has played all that a duplicate cup is."""
    return entry.competition.kind == Competition.Kind.DUPLICATE and entry.seats.exclude(
        fixture__decided="").exists()


def check_sure(competition: Competition, form: Mapping[str, Any]) -> None:
    """Refuse (TableRefusal) somebody who would drop out and has not said that they are sure."""
    if competition.status == Status.RUNNING and "sure" not in form:
        raise TableRefusal("sure", _("Dropping out cannot be undone. If you are sure, please tick"
                                     " the box beside the button and press it again."))


def withdraw(user: User, competition: Competition, *, now: datetime) -> None:
    """Take somebody out of a competition, before it begins or while it is played; refuse others.

    The user is locked.
    """
    entry = Entry.objects.select_related("competition").filter(
        competition=competition, user=user, out_at=None).first() if competition.pk else None
    if entry is None or entry.competition.status not in (Status.OPEN, Status.RUNNING):
        raise Foreign("not-entered", _("You are not playing here, so you cannot withdraw."))
    if has_finished(entry):
        raise Closed("finished", _("You have finished your game of this cup, so you cannot drop out"
                                   " of it."))
    if entry.division is None:
        entry.delete()
    else:
        results.drop_out([entry.pk], now=now)
