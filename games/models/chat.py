"""Talk at tables: messages, comments, mutes, reports and private notes.

None of it is part of a game's log.  Every row belongs to the user who wrote it and is deleted with
their account.  ``games.table.talk`` decides who may write and read what.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

TEXT_LENGTH = 1000  # characters of a message or a comment
NOTE_LENGTH = 4000
PRESET_LENGTH = 20


class ChatMessage(models.Model):
    """Something that a user has said at a table, or about one of its positions.

    ``seat``    the seat of the user who said it, None for somebody without one.
    ``number``  the position that a comment is about, None for messages.
    ``preset``  the key of a ready-made phrase; ``text`` is empty then.
    ``key``     the sender's idempotency key, so that a repeated form or email says nothing twice.

    A hidden message keeps its text, for operators; everybody else sees that it was removed.
    """

    class Channel(models.TextChoices):
        TABLE = "table", "table"
        SPECTATORS = "spectators", "spectators"
        COMMENTS = "comments", "comments"

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="said",
                             db_index=False)  # said_at_table begins with it
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE,
                             related_name="said", db_index=False)  # said_once
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    channel = models.CharField(max_length=10, choices=Channel.choices)
    number = models.PositiveIntegerField(null=True, blank=True)
    preset = models.CharField(max_length=PRESET_LENGTH, blank=True)
    text = models.CharField(max_length=TEXT_LENGTH, blank=True)
    key = models.CharField(max_length=64, editable=False)
    created_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "game", "key"], name="said_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["game", "channel", "id"], name="said_at_table")]

    def __str__(self) -> str:
        return f"message {self.pk}"


class ChatMute(models.Model):
    """A reader's wish not to hear a person anywhere, or to get no emails about one table's talk.

    ``blocks`` is whether they want nothing else to do with the person, either.
    """

    reader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE,
                               related_name="mutes", db_index=False)  # mute_person_once
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True,
                               blank=True, related_name="muted_by")
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, null=True, blank=True,
                             related_name="mutes")
    blocks = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["reader", "person"], name="mute_person_once"),
            models.UniqueConstraint(fields=["reader", "game"], name="mute_table_once"),
            models.CheckConstraint(
                condition=models.Q(person__isnull=False, game__isnull=True)
                | models.Q(person__isnull=True, game__isnull=False),
                name="mute_person_or_table",
            ),
        ]

    def __str__(self) -> str:
        return f"mute {self.pk}"


class ChatReport(models.Model):
    """A reader's report of a message to the operators."""

    message = models.ForeignKey(ChatMessage, on_delete=models.CASCADE, related_name="reports",
                                db_index=False)  # report_once
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE,
                                 related_name="reports")
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["message", "reporter"], name="report_once"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"


class ChatInEmail(models.Model):
    """The choice of messages in an email, so that rendering it again gives the same ones (R2).

    ``messages`` are their ids, and ``earlier`` is how many older ones it leaves out.  ``last`` is
    the last message that had been said by then.
    """

    email = models.ForeignKey("games.OutgoingEmail", on_delete=models.CASCADE,
                              related_name="chat", db_index=False)  # chat_in_email_once
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    messages = models.JSONField(default=list)
    earlier = models.PositiveIntegerField(default=0)
    last = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["email", "game"], name="chat_in_email_once"),
        ]

    def __str__(self) -> str:
        return f"messages in email {self.email_id}"


class Note(models.Model):
    """A player's private note on a position, or on the whole game where ``number`` is 0."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE,
                             related_name="notes", db_index=False)  # note_once
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="notes")
    number = models.PositiveIntegerField(default=0)
    text = models.CharField(max_length=NOTE_LENGTH)
    changed_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "game", "number"], name="note_once"),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"
