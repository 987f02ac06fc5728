"""Held mails whose time has come: one alone is sent, several of one person become one mail.

Owns what is still worth telling at that moment; what a digest says is the mails' matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from games import task_queue
from games.models import AddressStatus, EmailTiming, Game, GameEmailPreference, OutgoingEmail, Seat
from games.outbox import preferences
from games.outbox.queue import new_message_id, queue_email

REMIND_AFTER = timedelta(days=2)
BATCH = 500
NO_LONGER_TRUE = f"{OutgoingEmail.OBSOLETE} no longer true"

Status = OutgoingEmail.Status


@dataclass(frozen=True, slots=True)
class DigestItem:
    """One mail that a digest tells of, with its game and seat."""

    mail: OutgoingEmail
    game: Game
    seat: Seat

    @property
    def waits(self) -> bool:
        """Whether the game waits for its reader."""
        return self.mail.kind in ("turn", "reminder")


def release_due(now: datetime) -> int:
    """Lets go whatever was held until now; returns how many mails will be sent.

    It asks the database the same number of times, however many there are.
    """
    with transaction.atomic():
        due = list(_held().filter(not_before__lte=now)
                   .select_for_update(of=("self",)).order_by("pk")[:BATCH])
        if not due:
            return 0
        kept = {note.mail.pk for note in still_relevant(due)}
        stale = [mail.pk for mail in due if mail.pk not in kept]
        OutgoingEmail.objects.filter(pk__in=stale).update(
            status=Status.FAILED, error=NO_LONGER_TRUE
        )
        by_person: dict[int, list[OutgoingEmail]] = {}
        for mail in due:
            if mail.pk in kept and mail.user_id is not None and mail.kind in preferences.NEWS:
                by_person.setdefault(mail.user_id, []).append(mail)
        alone = [mail.pk for mail in due if mail.pk in kept and mail.kind in preferences.NOTICES]
        alone += [mails[0].pk for mails in by_person.values() if len(mails) == 1]
        OutgoingEmail.objects.filter(pk__in=alone).update(status=Status.QUEUED, not_before=now)
        made = _fold([mails for mails in by_person.values() if len(mails) > 1], now=now)
        for pk in (*alone, *made):
            task_queue.send_after_commit("deliver_email", pk)
    return len(alone) + len(made)


def _held() -> QuerySet[OutgoingEmail]:
    return OutgoingEmail.objects.filter(status=Status.HELD).select_related("game", "seat")


def _fold(groups: list[list[OutgoingEmail]], *, now: datetime) -> list[int]:
    """A digest for each group; the ids of the digests."""
    made = OutgoingEmail.objects.bulk_create(
        OutgoingEmail(kind="digest", user_id=mails[0].user_id, to=mails[-1].to, not_before=now,
             message_id=new_message_id(), created_at=now)
        for mails in groups
    )
    folded = []
    for digest, mails in zip(made, groups, strict=True):
        for mail in mails:
            mail.digest, mail.status = digest, Status.FOLDED
            folded.append(mail)
    OutgoingEmail.objects.bulk_update(folded, ["digest", "status"])
    return [digest.pk for digest in made]


def digest_items(digest: OutgoingEmail) -> list[DigestItem]:
    """What a digest has to tell that is still true and wanted; first what waits for its reader."""
    found = [
        note for note in still_relevant(digest.folded.select_related("game", "seat").order_by("pk"))
        if preferences.wants(note.mail.kind, user=digest.user, game=note.game)
    ]
    return sorted(found, key=lambda note: not note.waits)


def still_relevant(mails: Iterable[OutgoingEmail]) -> list[DigestItem]:
    """Those that still hold, of each kind the newest of a game; no query but for the mails."""
    newest: dict[tuple[int, int, str], DigestItem] = {}
    for mail in mails:
        game, seat = mail.game, mail.seat
        if game is None or seat is None or not _holds(mail, game, seat):
            continue
        note = DigestItem(mail, game, seat)
        newest[seat.pk, game.pk, "turn" if note.waits else mail.kind] = note
    return list(newest.values())


def _holds(mail: OutgoingEmail, game: Game, seat: Seat) -> bool:
    if mail.user_id is None or seat.user_id != mail.user_id:
        return False
    if mail.kind == "over":
        return game.status == Game.Status.OVER
    if mail.kind in preferences.NOTICES:
        return game.expired if mail.kind == "expired" else _is_warned(game)
    if game.status != Game.Status.RUNNING:
        return False
    return mail.kind not in ("turn", "reminder") or game.to_move == seat.index


def _is_warned(game: Game) -> bool:
    return game.status == Game.Status.OPEN and game.warned_at is not None


def queue_reminders(now: datetime) -> int:
    """Queues one reminder for each turn that has waited long; returns how many."""
    told = OutgoingEmail.objects.filter(kind="reminder", seat=OuterRef("pk"),
                               number=OuterRef("game__number"))
    other = GameEmailPreference.objects.filter(game=OuterRef("game"), user=OuterRef("user"),
                                          when=EmailTiming.NEVER)
    gone = AddressStatus.objects.filter(address=OuterRef("user__email")).exclude(
        bounced_at=None, refused_at=None)
    waiting = Seat.objects.filter(
        game__status=Game.Status.RUNNING, game__moved_at__lte=now - REMIND_AFTER,
        index=F("game__to_move"), user__email__isnull=False,
    ).exclude(user__preferences__when=EmailTiming.NEVER).exclude(user__preferences__remind=False)
    found = waiting.exclude(Exists(told)).exclude(Exists(other)).exclude(Exists(gone))
    queued = 0
    for seat in found.select_related("game", "user")[:BATCH]:
        user = seat.user
        assert user is not None  # asked for above
        queued += queue_email("reminder", to=user.email or "", now=now, game=seat.game, seat=seat,
                              user=user, number=seat.game.number) is not None
    return queued
