"""What one user has said, noted and muted: for their data export, and when accounts are merged.

Deleting an account deletes all of it together with the user.
"""

from __future__ import annotations

from typing import Any

from games.chat import reading
from games.models import ChatMessage, ChatMute, ChatReport, Note, Seat, User
from games.models.chat import NOTE_LENGTH


def exported(user: User) -> dict[str, Any]:
    """Everything of this user as JSON values and times."""
    said = ChatMessage.objects.filter(user=user).select_related("game").order_by("pk")
    notes = Note.objects.filter(user=user).select_related("game").order_by("pk")
    mutes = ChatMute.objects.filter(reader=user).select_related("person", "game").order_by("pk")
    reports = ChatReport.objects.filter(reporter=user).order_by("pk")
    return {
        "said": [{
            "game": message.game.code, "where": message.channel, "position": message.number,
            "text": reading.words_of(message), "phrase": message.preset,
            "at": message.created_at, "removed_at": message.hidden_at,
        } for message in said],
        "notes": [{"game": note.game.code, "position": note.number or None, "text": note.text,
                   "changed_at": note.changed_at} for note in notes],
        "muted_people": [mute.person.shown_name for mute in mutes if mute.person],
        "muted_tables": [mute.game.code for mute in mutes if mute.game],
        "reported_at": list(reports.values_list("created_at", flat=True)),
    }


def move(guest: User, *, to: User) -> None:
    """Gives a guest's messages, notes, mutes and reports to an account.

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
    """Those that the account has already, and those of one by the other, are left out."""
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
    """Adds the note to one that the account has on the same position."""
    own = Note.objects.filter(user=to, game=note.game_id, number=note.number).first()
    if own is None:
        note.user = to
        note.save(update_fields=["user"])
        return
    own.text = f"{own.text}\n\n{note.text}"[:NOTE_LENGTH]
    own.save(update_fields=["text"])
    note.delete()
