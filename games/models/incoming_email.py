"""Mail that came in, and the keys that say for which seat in which turn it is.

Owns what is stored of them: a message as it came, before anybody has read it, and keys as
hashes only.  What a message does is ``games.inbox.replies``.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class TurnToken(models.Model):
    """A key that was mailed: it opens one seat at one position of one turn, for one person.

    The key itself is made anew from ``salt`` and the site's secret whenever a mail is
    rendered, so that a mail sent twice carries the same one; kept is only its SHA-256.
    """

    class Purpose(models.TextChoices):
        REPLY = "reply", "address to answer to"
        PLAY = "play", "link to a turn"
        RESIGN = "resign", "link to leave the game"

    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="tokens")
    user = models.ForeignKey("games.User", on_delete=models.CASCADE, related_name="tokens")
    turn = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    purpose = models.CharField(max_length=10, choices=Purpose.choices)
    salt = models.CharField(max_length=32, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["seat", "user", "number", "purpose"], name="token_once"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["created_at"], name="token_age")]

    def __str__(self) -> str:
        return f"{self.purpose} token {self.pk} of seat {self.seat_id}"


class MessageManager(models.Manager["IncomingEmail"]):
    """Leaves the raw bytes in the database, where up to 5 MB of them may be.

    Whoever reads a message asks for them with ``defer(None)``.
    """

    def get_queryset(self) -> models.QuerySet[IncomingEmail]:
        return super().get_queryset().defer("raw")


class IncomingEmail(models.Model):
    """A message as a door took it, and what came of it.

    ``envelope_sender`` is "" for the null sender of bounces and null where the door does not
    know.  ``identity`` is the same for every copy of a message and given to the first one
    only: a copy points at it by ``original``.  ``orders`` is what was read, a JSON list of
    [line, order]; ``finding`` is why it was refused.  ``answer`` is the mail sent back.
    """

    class Status(models.TextChoices):
        RECEIVED = "received", "not read yet"
        DONE = "done", "done"
        REFUSED = "refused", "refused"
        IGNORED = "ignored", "ignored"

    class Gateway(models.TextChoices):
        PIPE = "pipe", "standard input"
        SMTP = "smtp", "SMTP"
        LMTP = "lmtp", "LMTP"
        MAILBOX = "mailbox", "local mailbox"
        HOOK = "hook", "webhook"
        IMAP = "imap", "IMAP"

    raw = models.BinaryField()
    received_at = models.DateTimeField()
    door = models.CharField(max_length=10, choices=Gateway.choices)
    envelope_sender = models.CharField(max_length=320, null=True, blank=True)
    recipients = models.TextField(blank=True, help_text="The envelope's, one a line.")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.RECEIVED)
    outcome = models.CharField(max_length=40, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    message_id = models.CharField(max_length=998, blank=True)
    sender = models.CharField(max_length=320, blank=True)
    identity = models.CharField(max_length=64, null=True, blank=True, unique=True)
    original = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies"
    )
    token = models.ForeignKey(
        TurnToken, null=True, blank=True, on_delete=models.SET_NULL, related_name="messages"
    )
    command = models.CharField(max_length=10, blank=True)
    orders = models.JSONField(default=list, blank=True)
    finding = models.JSONField(null=True, blank=True)
    first = models.PositiveIntegerField(null=True, blank=True)
    last = models.PositiveIntegerField(null=True, blank=True)
    answer = models.OneToOneField(
        "games.OutgoingEmail",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="inbound",
    )

    objects: ClassVar[MessageManager] = MessageManager()

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [
            models.Index(
                fields=["received_at"],
                name="inbound_to_read",
                condition=models.Q(status="received"),
            ),
            models.Index(fields=["finished_at"], name="inbound_age"),
        ]

    def __str__(self) -> str:
        return f"message {self.pk}: {self.status}"
