"""Conversations at a table as one reader may see them, and the messages of one user.

Owns who may read which channel, and which parts of a message are shown: no message that an operator
has hidden, and none by somebody whom the reader has muted.  Data exports and merged accounts need
all messages, notes and mutes of a user; deleting an account deletes them together with the user.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Exists, Max, Q, QuerySet
from django.utils.translation import gettext as _

from games.base import sealing
from games.models import ChatMessage, ChatMute, ChatReport, Game, Note, Seat, User
from games.models.chat import NOTE_LENGTH
from games.table.talk.speaking import phrase

MOST = 200  # messages of a conversation that a page shows, the newest ones
MOST_COMMENTS = 1000  # of a game, on all its positions together

Channel = ChatMessage.Channel


@dataclass(frozen=True, slots=True)
class Said:
    """One message for one reader.

    ``seat``  the seat of the speaker, None for a spectator; ``own`` if the reader said it.
    ``member``  the speaker's present name if they have a page, otherwise "".
    ``text``  the words for this reader, with line breaks.  ``typed`` if somebody has written them;
              otherwise it is a ready-made phrase, or says that an operator has hidden it.
    """

    id: int
    speaker: int
    name: str
    seat: int | None
    own: bool
    text: str
    typed: bool
    removed: bool
    said_at: datetime
    member: str = ""

    @property
    def token(self) -> str:
        """The token by which pages name the message."""
        return sealing.id_token(self.id, ChatMessage)


@dataclass(frozen=True, slots=True)
class Mutes:
    """The people whom a reader does not want to hear, by id, and whether they muted this table.

    Those whom they block have no name: pages of tables do not list them.
    """

    people: Mapping[int, str]
    table: bool = False


NO_MUTES = Mutes({})


class Stored(NamedTuple):
    """The kinds of rows that exist for a reader at a table: mostly none."""

    mutes: bool = True
    messages: bool = True
    notes: bool = True


UNKNOWN = Stored()


def readable_channels(game: Game, *, seat: int | None, user: User | None) -> list[str]:
    """Return the conversations of a table that this reader may see (R10).

    Until the game is revealed, only players read what players say, because they may talk about
    their plans, and only signed-in people without a seat read what spectators say.  An imported
    game has no conversations, because nobody played or watched it here.
    """
    if game.imported:
        return []
    if not game.is_revealed and seat is None and game.status in (
            Game.Status.RUNNING, Game.Status.OVER):
        return [Channel.SPECTATORS] if user is not None else []
    if not game.is_revealed:
        return [Channel.TABLE] if seat is not None else []
    if seat is None and not game.listed:
        return [Channel.SPECTATORS]
    return [Channel.TABLE, Channel.SPECTATORS]


def stored(game: Game, reader: User, *, channels: Sequence[str]) -> Stored:
    """Return whether there are mutes and notes of this reader, and messages in these channels."""
    found = next(iter(Game.objects.filter(pk=game.pk).values_list(
        Exists(_mutes(reader, game)),
        Exists(ChatMessage.objects.filter(game=game, channel__in=channels)),
        Exists(Note.objects.filter(game=game, user=reader)),
    )), None)
    return Stored(*found) if found else UNKNOWN


def conversation(game: Game, channel: str, *, seats: Sequence[Seat], reader: User | None,
                 mutes: Mutes = NO_MUTES) -> list[Said]:
    """Return the newest messages of a channel, the oldest first."""
    newest = _said(game, channel)
    if mutes.people:
        newest = newest.exclude(user__in=list(mutes.people))
    return [told(message, seats=seats, reader=reader) for message in reversed(newest[:MOST])]


def _said(game: Game, channel: str) -> QuerySet[ChatMessage]:
    """Return the messages in a channel, the newest first."""
    said = ChatMessage.objects.filter(game=game, channel=channel)
    return said.select_related("user").order_by("-id")


def _mutes(reader: User, game: Game) -> QuerySet[ChatMute]:
    """Return the mutes by which this reader hears less anywhere or at this table."""
    return ChatMute.objects.filter(Q(game=None) | Q(game=game), reader=reader)


def comments(game: Game) -> list[ChatMessage]:
    """Return the newest comments on all positions of a game, the oldest first."""
    return list(reversed(_said(game, Channel.COMMENTS)[:MOST_COMMENTS]))


def told(message: ChatMessage, *, seats: Sequence[Seat], reader: User | None,
         as_written: bool = False) -> Said:
    """Return a message for this reader, with ``as_written`` even if it has been hidden."""
    removed = message.hidden_at is not None and not as_written
    text = _("This message was removed by an operator.") if removed else words_of(message)
    seat = _seat_of(message, seats)
    return Said(
        message.pk, message.user_id, seat.called if seat else message.user.shown_name,
        seat.index if seat else None, reader is not None and reader.pk == message.user_id,
        text, not (message.preset or removed), removed, message.created_at,
        "" if message.user.is_guest else message.user.name,
    )


def words_of(message: ChatMessage) -> str:
    """Return the text of a message, a ready-made phrase in the active language."""
    return phrase(message.preset) if message.preset else message.text


def _seat_of(message: ChatMessage, seats: Sequence[Seat]) -> Seat | None:
    """Return the seat of a message's author, if the seat still bears their name."""
    return next((seat for seat in seats if seat.index == message.seat
                 and message.user_id in (seat.user_id, seat.left_by_id)), None)


def mutes_of(reader: User | None, game: Game) -> Mutes:
    """Return whom this reader has muted, and whether they have muted this table."""
    if reader is None:
        return NO_MUTES
    rows = _mutes(reader, game).select_related("person").order_by("pk")
    return Mutes({row.person.pk: "" if row.blocks else row.person.shown_name
                  for row in rows if row.person},
                 any(row.game_id == game.pk for row in rows))


def mark(game: Game, *, channels: Sequence[str]) -> str:
    """Return a fingerprint that changes whenever something is said in these channels.

    Open pages compare it with the one that they were loaded with.
    """
    if not channels:
        return ""
    facts = ChatMessage.objects.filter(game=game, channel__in=channels).aggregate(
        last=Max("pk"), hidden=Count("pk", filter=Q(hidden_at__isnull=False)), count=Count("pk"))
    return _mark(**facts)


def mark_of(messages: Sequence[Said]) -> str:
    """Return the ``mark`` of channels that contain only these messages."""
    hidden = sum(message.removed for message in messages)
    return _mark(max((message.id for message in messages), default=None), hidden, len(messages))


def _mark(last: int | None, hidden: int, count: int) -> str:
    return sealing.fingerprint(f"{last}-{hidden}-{count}", label="talk")


def exported(user: User) -> dict[str, Any]:
    """Return all messages and notes of this user, as JSON values and times."""
    said = ChatMessage.objects.filter(user=user).select_related("game").order_by("pk")
    notes = Note.objects.filter(user=user).select_related("game").order_by("pk")
    mutes = ChatMute.objects.filter(reader=user).select_related("person", "game").order_by("pk")
    reports = ChatReport.objects.filter(reporter=user).order_by("pk")
    return {
        "said": [{
            "game": message.game.code, "where": message.channel, "position": message.number,
            "text": words_of(message), "phrase": message.preset,
            "at": message.created_at, "removed_at": message.hidden_at,
        } for message in said],
        "notes": [{"game": note.game.code, "position": note.number or None, "text": note.text,
                   "changed_at": note.changed_at} for note in notes],
        "muted_people": [mute.person.shown_name for mute in mutes
                         if mute.person and not mute.blocks],
        "blocked_people": [mute.person.name for mute in mutes if mute.person and mute.blocks],
        "muted_tables": [mute.game.code for mute in mutes if mute.game],
        "reported_at": list(reports.values_list("created_at", flat=True)),
    }


def move(guest: User, *, to: User) -> None:
    """Give a guest's messages, notes, mutes and reports to an account.

    What belongs to a game in which the guest keeps a seat stays with the guest.
    """
    kept = Seat.objects.filter(user=guest).values("game_id")
    repeated = ChatMessage.objects.filter(user=to).values("key")
    said = ChatMessage.objects.filter(user=guest).exclude(game__in=kept)
    said.exclude(key__in=repeated).update(user=to)
    for note in Note.objects.filter(user=guest).exclude(game__in=kept):
        _move_note(note, to)
    _move_mutes(guest, to)
    reported = ChatReport.objects.filter(reporter=to).values("message")
    ChatReport.objects.filter(reporter=guest).exclude(message__in=reported).update(reporter=to)


def _move_mutes(guest: User, to: User) -> None:
    """Move the mutes that the account lacks, except mutes between the two."""
    known = ChatMute.objects.filter(reader=to)
    mutes = ChatMute.objects.filter(reader=guest).exclude(person=to)
    mutes.filter(game=None).exclude(person__in=known.filter(game=None).values("person")).update(
        reader=to)
    mutes.filter(person=None).exclude(game__in=known.filter(person=None).values("game")).update(
        reader=to)
    heard_by = ChatMute.objects.filter(person=to).values("reader")
    ChatMute.objects.filter(person=guest).exclude(reader=to).exclude(reader__in=heard_by).update(
        person=to)


def _move_note(note: Note, to: User) -> None:
    """Add the note to one that the account has on the same position."""
    own = Note.objects.filter(user=to, game=note.game_id, number=note.number).first()
    if own is None:
        note.user = to
        note.save(update_fields=["user"])
        return
    own.text = f"{own.text}\n\n{note.text}"[:NOTE_LENGTH]
    own.save(update_fields=["text"])
    note.delete()
