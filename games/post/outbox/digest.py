"""Held emails and digests.

When held emails are due, a reader's only one is sent by itself, and several are combined into a
digest.  This module decides which emails are still relevant; ``games.post.emails.notifications``
decides what a digest says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.base import queues, task_queue
from games.models import Game, OutgoingEmail, Seat, SeatClock
from games.post import email_kinds
from games.post.email_kinds import Waits
from games.post.outbox import preferences
from games.post.outbox.queue import new_message_id
from games.table.clocks import seat_clocks

TOGETHER = 500  # emails released in one transaction
MAX_PER_SWEEP = 10  # such transactions, since the other searches of the sweep are waiting
ROOM = 2000  # emails that may wait for a worker; of more, some would be out of date when sent
NO_LONGER_TRUE = f"{OutgoingEmail.OBSOLETE} no longer true"

Status = OutgoingEmail.Status


@dataclass(frozen=True, slots=True)
class DigestItem:
    """One held email as an item of a digest, with its game and seat."""

    email: OutgoingEmail
    game: Game
    seat: Seat

    @property
    def is_turn(self) -> bool:
        """Whether it is the reader's turn in this game."""
        return email_kinds.kind_of(self.email.kind).about_turn


def release_due(now: datetime) -> int:
    """Release the held emails that are due; return how many emails will be sent.

    If more are due than the workers send at once, the others stay held until a later sweep.
    """
    # The time for a turn counts from when its email is released, so that must not be too early.
    room, total = ROOM - task_queue.waiting(queues.HELD), 0
    for _ in range(MAX_PER_SWEEP):
        if total >= room:
            break
        found, released = _release_some(now)
        total += released
        if found < TOGETHER:
            break
    return total


def _release_some(now: datetime) -> tuple[int, int]:
    """Release the emails that have been due for longest, in a fixed number of queries.

    Returns how many emails were looked at, and how many will be sent.
    """
    with transaction.atomic():
        due = _lock_due(now)
        if not due:
            return 0, 0
        relevant = {item.email.pk for item in relevant_items(due)}
        outdated = [email.pk for email in due if email.pk not in relevant]
        OutgoingEmail.objects.filter(pk__in=outdated).update(
            status=Status.FAILED, error=NO_LONGER_TRUE
        )
        _renew_deadlines([email for email in due if email.pk in relevant], now=now)
        by_user: dict[int, list[OutgoingEmail]] = {}
        for email in due:
            if email.pk in relevant and email.user_id and _waits(email) is Waits.FOR_DIGEST:
                by_user.setdefault(email.user_id, []).append(email)
        single = [email.pk for email in due
                  if email.pk in relevant and _waits(email) is Waits.FOR_QUIET_HOURS]
        single += [emails[0].pk for emails in by_user.values() if len(emails) == 1]
        OutgoingEmail.objects.filter(pk__in=single).update(
            status=Status.QUEUED, not_before=now, due_since=now)
        digests = _create_digests([emails for emails in by_user.values() if len(emails) > 1],
                                  now=now)
        for pk in (*single, *digests):
            task_queue.send_after_commit("deliver_held", pk)
    return len(due), len(single) + len(digests)


def _waits(email: OutgoingEmail) -> Waits:
    return email_kinds.kind_of(email.kind).waits


def _lock_due(now: datetime) -> list[OutgoingEmail]:
    """Lock and return some of the due emails, with all due emails of their readers.

    A reader is left to a later sweep unless all their due emails are locked here.
    """
    # Several workers can sweep at once, and each skips the rows that another has locked.  Rows are
    # locked one by one, so two sweeps can each have some of a reader's emails; but the reader is
    # to get one digest.
    every = OutgoingEmail.objects.filter(status=Status.HELD, not_before__lte=now)
    held = every.select_related("game", "seat").select_for_update(
        of=("self",), skip_locked=True, no_key=True)
    due = list(held.order_by("not_before", "user", "pk")[:TOGETHER])
    readers = {email.user_id for email in due}
    if len(due) == TOGETHER:  # the others may be beyond the limit
        due += held.filter(user__in=readers).exclude(pk__in=[email.pk for email in due])
    locked = {email.pk for email in due}
    elsewhere = {user for pk, user in every.filter(user__in=readers).values_list("pk", "user")
                 if pk not in locked}
    return sorted((email for email in due if email.user_id not in elsewhere),
                  key=lambda email: email.pk)


def _renew_deadlines(emails: Iterable[OutgoingEmail], *, now: datetime) -> None:
    """Compute again the deadlines of the turns that these emails are about."""
    # A clock starts when the email that it waits for leaves, so the deadline that was known when
    # that email was queued is too early.
    waited_for = {email.pk: email for email in emails if email.deadline is not None}
    clocks = list(SeatClock.objects.filter(email__in=waited_for).select_related("seat__game"))
    for clock, times in zip(clocks, seat_clocks.times_of_all(clocks, now=now), strict=True):
        assert clock.email_id is not None  # the query asks for it
        email = waited_for[clock.email_id]
        email.deadline = seat_clocks.deadline_from(clock, times, now)
    OutgoingEmail.objects.bulk_update([waited_for[clock.email_id] for clock in clocks
                                       if clock.email_id], ["deadline"])


def _create_digests(groups: list[list[OutgoingEmail]], *, now: datetime) -> list[int]:
    """Queue a digest for each group of emails; return the ids of the digests."""
    digests = OutgoingEmail.objects.bulk_create(
        OutgoingEmail(kind="digest", user_id=emails[0].user_id, to=emails[-1].to, not_before=now,
                      message_id=new_message_id(), due_since=now, created_at=now)
        for emails in groups
    )
    folded = []
    for digest, emails in zip(digests, groups, strict=True):
        for email in emails:
            email.digest, email.status = digest, Status.FOLDED
            folded.append(email)
    OutgoingEmail.objects.bulk_update(folded, ["digest", "status"])
    return [digest.pk for digest in digests]


def digest_items(digest: OutgoingEmail) -> list[DigestItem]:
    """Return the items of a digest that are still true and wanted, the reader's turns first."""
    items = relevant_items(digest.folded.select_related("game", "seat").order_by("pk"))
    wanted = [item for item in items
              if preferences.wants(item.email.kind, user=digest.user, game=item.game)]
    return sorted(wanted, key=lambda item: not item.is_turn)


def relevant_items(emails: Iterable[OutgoingEmail]) -> list[DigestItem]:
    """Return the emails that are still true, only the newest of each kind for a game.

    Makes no query if the emails have their game and seat loaded.
    """
    newest: dict[tuple[int, int, str], DigestItem] = {}
    for email in emails:
        game, seat = email.game, email.seat
        if game is None or seat is None:
            continue
        if not email_kinds.kind_of(email.kind).still_true(email, game, seat):
            continue
        item = DigestItem(email, game, seat)
        newest[seat.pk, game.pk, "turn" if item.is_turn else email.kind] = item
    return list(newest.values())
