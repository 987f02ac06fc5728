"""The queue of outgoing emails: rows that workers deliver.

A row holds facts, never text.  It is written in the same transaction as the change that it reports,
so an email exists exactly if its reason does.  ``games.post.outbox.delivery`` delivers emails, and
``games.post.outbox.digest`` releases those that have to wait.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from games.base import task_queue
from games.models import Game, OutgoingEmail, Seat, User
from games.people import languages
from games.post import email_kinds
from games.post.email_kinds import Excess
from games.post.outbox import bounces, budget, preferences
from games.post.push import notices

WAITING = (OutgoingEmail.Status.QUEUED, OutgoingEmail.Status.HELD, OutgoingEmail.Status.RETRY)
UNDONE = f"{OutgoingEmail.OBSOLETE} undone before it was sent"
NO_DEADLINES: Mapping[int, datetime] = {}
UNTIDY_AGAIN = timedelta(days=1)  # emails on the day of the end need not be written down
MAX_POSTPONEMENT = timedelta(hours=1)  # how long newer emails may delay one that is already held


@dataclass(frozen=True, slots=True)
class Letter:
    """An email to be queued, about row ``number`` of the log.

    ``deadline``  the end of the reader's time for the turn that the email is about
    ``cause``     the id of the person whose act it tells of, None for nobody's
    ``devices``   whether the reader's devices show a notification, if this kind has one
    ``undoes``    the row of the log whose news this email takes back, 0 for none, with the kinds
                  of such news
    """

    kind: str
    to: str
    game: Game | None = None
    seat: Seat | None = None
    user: User | None = None
    number: int = 0
    deadline: datetime | None = None
    cause: int | None = None
    devices: bool = False
    undoes: tuple[int, Collection[str]] | None = None


def queue_email(
    kind: str,
    *,
    to: str,
    now: datetime,
    game: Game | None = None,
    seat: Seat | None = None,
    user: User | None = None,
    number: int = 0,
    deadline: datetime | None = None,
    cause: int | None = None,
    undoes: tuple[int, Collection[str]] | None = None,
) -> OutgoingEmail | None:
    """Queue one email (see ``Letter`` and ``queue_all``); return None if none will be sent."""
    letter = Letter(kind, to, game, seat, user, number, deadline, cause, undoes=undoes)
    return queue_all([letter], now=now)[0]


def queue_all(letters: Sequence[Letter], *, now: datetime) -> list[OutgoingEmail | None]:
    """Queue these emails in a few queries; return the rows, None for each that is not sent.

    No email is sent to an empty address, to an address that bounced or asked for no email, or to a
    user whose email settings exclude this kind.  Nobody is told, by email or on a device, of news
    that take back others of which they have not been told yet; those are dropped, too.  Nor is
    anybody told of more than the budget allows (``budget``).  Call this function in the transaction
    of the change that the emails report; workers are notified after the commit.  If the settings
    ask for a later time, an email is held until ``digest.release_due`` releases it.
    """
    earliest = _earliest(letters, now=now)
    _tell_devices([each for each, moment in zip(letters, earliest, strict=True)
                   if moment is not None and each.devices], now=now)
    chosen = [each for each in letters if each.user and email_kinds.kind_of(each.kind).is_chosen]
    known = preferences.known_of([each.user for each in chosen if each.user],
                                 [each.game for each in chosen if each.game])
    due = [preferences.send_time(each.kind, user=each.user, game=each.game, now=moment,
                                 known=known)
           if each.to and moment is not None else None
           for each, moment in zip(letters, earliest, strict=True)]
    wanted = list(zip(letters, due, strict=True))
    stopped = bounces.reasons_not_to_send(each.to for each, moment in wanted if moment)
    emails = [_email(each, not_before=moment, now=now) if moment and each.to not in stopped
              else None for each, moment in wanted]
    stored = [email for email in emails if email is not None]
    OutgoingEmail.objects.bulk_create(stored)
    _postpone_earlier([email for email in stored if email.status == OutgoingEmail.Status.HELD])
    _keep_for_a_while([email.game for email in stored if email.game is not None], now=now)
    for email in stored:
        if email.status == OutgoingEmail.Status.QUEUED:
            task_queue.send_after_commit("deliver_email", email.pk)
    return emails


def _earliest(letters: Sequence[Letter], *, now: datetime) -> list[datetime | None]:
    """Return from when each reader may be told; None for somebody who is not to be told."""
    undone = _drop_undone(letters)
    moments: list[datetime | None] = [None if place in undone else now
                                      for place in range(len(letters))]
    counted: dict[tuple[int, str, int | None], list[int]] = {}
    for place, letter in enumerate(letters):
        kind = email_kinds.kind_of(letter.kind)
        own = letter.user is not None and letter.user.pk == letter.cause
        if (letter.cause is not None and moments[place] is not None and not own
                and kind.excess is not Excess.SENT):
            # What tells somebody without a seat, such as an invitation, counts for all tables.
            seated = letter.user is not None and letter.seat is not None and (
                letter.seat.user_id == letter.user.pk)
            game = letter.game.pk if letter.game and seated else None
            counted.setdefault((letter.cause, letter.kind, game), []).append(place)
    for (cause, name, game), places in counted.items():
        readers = {place: _reader(letters[place]) for place in places}
        later = email_kinds.kind_of(name).excess is Excess.HELD
        allowed = budget.count([*readers.values()], cause=cause, game=game, now=now, later=later)
        for place, reader in readers.items():
            moments[place] = allowed[reader]
    return moments


def _reader(letter: Letter) -> str:
    return str(letter.user.pk) if letter.user else letter.to.lower()


def _drop_undone(letters: Sequence[Letter]) -> set[int]:
    """Drop the unsent emails that these letters take back; return the places of those letters."""
    undoing: dict[tuple[int, str], int] = {}
    wanted = Q()
    for place, letter in enumerate(letters):
        if letter.undoes is not None and letter.seat is not None:
            number, kinds = letter.undoes
            undoing[letter.seat.pk, letter.to.lower()] = place
            wanted |= Q(seat=letter.seat, to=letter.to.lower(), number=number, kind__in=kinds)
    if not undoing:
        return set()
    # The lock keeps a worker from sending one before we commit.
    unsent = list(OutgoingEmail.objects.select_for_update(no_key=True).filter(
        wanted, game=next(letter.game for letter in letters if letter.undoes), status__in=WAITING))
    if unsent:
        OutgoingEmail.objects.filter(pk__in=[email.pk for email in unsent]).update(
            status=OutgoingEmail.Status.FAILED, error=UNDONE)
    return {undoing[email.seat_id or 0, email.to] for email in unsent}


def _tell_devices(letters: Sequence[Letter], *, now: datetime) -> None:
    """Queue notifications of these news, of each kind that has one."""
    seats: dict[tuple[str, int], list[Seat]] = {}
    games = {}
    for letter in letters:
        if letter.game is not None and letter.seat is not None:
            games[letter.game.pk] = letter.game
            seats.setdefault((letter.kind, letter.game.pk), []).append(letter.seat)
    for (kind, pk), told in seats.items():
        notify_devices(kind, told, game=games[pk], now=now)


def _email(letter: Letter, *, not_before: datetime, now: datetime) -> OutgoingEmail:
    held = not_before > now
    return OutgoingEmail(
        kind=letter.kind, game=letter.game, seat=letter.seat, user=letter.user,
        to=letter.to.lower(), number=letter.number, deadline=letter.deadline,
        message_id=new_message_id(), not_before=not_before, due_since=None if held else now,
        created_at=now, language="" if letter.user else languages.noted(),
        status=OutgoingEmail.Status.HELD if held else OutgoingEmail.Status.QUEUED,
    )


def _keep_for_a_while(games: Iterable[Game], *, now: datetime) -> None:
    """Restart, for late emails, the time for which leftovers of ended games are kept."""
    late = {game.pk for game in games if game.finished_at is not None
            and (game.untidy_since is None or game.untidy_since < now - UNTIDY_AGAIN)}
    if late:
        Game.objects.filter(pk__in=late).update(untidy_since=now)


def queue_for_seats(kind: str, seats: Iterable[Seat], *, game: Game, now: datetime,
                    deadlines: Mapping[int, datetime] = NO_DEADLINES,
                    by: int | None = None, later: Container[int] = (), cause: int | None = None,
                    undoes: tuple[int, Collection[str]] | None = None
                    ) -> dict[int, OutgoingEmail | None]:
    """Queue an email about the game's last row to the user of each of these seats.

    The users' devices show a notification, too, except those of the seat ``by``, whose player has
    just caused the news, and of the seats with the ids ``later``, whose devices the caller
    notifies.  ``deadlines`` are those of the seats' turns, by ids of seats; ``cause`` and
    ``undoes`` are those of the letters.  Returns the emails by ids of seats, None where no email
    will be sent.
    """
    seats = list(seats)
    if kind == "turn" and any(seat.index == by for seat in seats):
        notices.begin_again(game, [by] if by is not None else [], now=now)
    letters = {seat.pk: replace(
        letter_to(kind, seat, game=game, deadline=deadlines.get(seat.pk)), cause=cause,
        devices=seat.index != by and seat.pk not in later, undoes=undoes)
        for seat in seats if seat.user is not None}
    return dict(zip(letters, queue_all([*letters.values()], now=now), strict=True))


def notify_devices(kind: str, seats: Iterable[Seat], *, game: Game, now: datetime) -> None:
    """Queue a notification about the game's last row, if this kind has one, but no email."""
    notices.queue_for_seats(kind, seats, game=game, now=now, earliest=preferences.awake_from)


def hold(emails: QuerySet[OutgoingEmail], *, until: datetime) -> None:
    """Hold those of these emails that would leave at once; a reader's become one digest."""
    emails.filter(status=OutgoingEmail.Status.QUEUED).update(
        status=OutgoingEmail.Status.HELD, not_before=until, due_since=None)


def letter_to(kind: str, seat: Seat, *, game: Game, deadline: datetime | None) -> Letter:
    """Return an email about the game's last row to the user of this seat."""
    to = seat.user.email or "" if seat.user else ""
    return Letter(kind, to, game, seat, seat.user, game.number, deadline)


def new_message_id() -> str:
    """Return a random Message-ID."""
    # Nobody can guess it, so a bounce that names it is genuine.
    return f"<{uuid.uuid4().hex}@{settings.MAIL_DOMAIN}>"


@transaction.atomic(savepoint=False)
def _postpone_earlier(new: Sequence[OutgoingEmail]) -> None:
    """Make the users' other held emails wait for these, so that one digest covers them all.

    No email waits longer than ``MAX_POSTPONEMENT`` for others.
    """
    if not new:
        return
    held = OutgoingEmail.objects.filter(
        user__in={email.user_id for email in new}, status=OutgoingEmail.Status.HELD,
        created_at__gt=min(email.not_before for email in new) - MAX_POSTPONEMENT)
    postponed = []
    # Two transactions that queue emails for the same people must not wait for each other in a
    # circle, so an email that somebody else has locked is left alone.
    for earlier in held.select_for_update(skip_locked=True, no_key=True).order_by("pk"):
        latest = max((email.not_before for email in new if email.user_id == earlier.user_id
                      and earlier.created_at > email.not_before - MAX_POSTPONEMENT), default=None)
        if latest is not None and latest > earlier.not_before:
            earlier.not_before = latest
            postponed.append(earlier)
    OutgoingEmail.objects.bulk_update(postponed, ["not_before"])
