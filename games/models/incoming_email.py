"""Incoming emails, and the tokens that say which turn or email they reply to.

A message is stored sealed until it has been handled; only the hash of a token is stored.
``games.post.inbox.processing`` has a handler for each kind of reply.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.fields import HashField


class TurnToken(models.Model):
    """A token sent by email: valid for one seat, one user and one turn.

    The token for messages to the table belongs to no turn (``number`` is 0) and cannot play.

    Whenever an email is rendered, its token is computed from ``salt`` and the site's secret, so an
    email that is sent twice carries the same token.  Only its SHA-256 (``digest``) is stored.  It
    is deleted some time after the end of its game (see ``games.table.play.ended_games``).
    """

    class Purpose(models.TextChoices):
        REPLY = "reply", "address to reply to"
        PLAY = "play", "link to a turn"
        RESIGN = "resign", "link to leave the game"
        TALK = "talk", "address for messages to the table"

    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="tokens",
                             db_index=False)  # token_once begins with it
    user = models.ForeignKey("games.User", on_delete=models.CASCADE, related_name="tokens")
    turn = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    purpose = models.CharField(max_length=10, choices=Purpose.choices)
    salt = models.CharField(max_length=32, editable=False)
    digest = HashField(unique=True, editable=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["seat", "user", "number", "purpose"], name="token_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} token {self.pk} of seat {self.seat_id}"


class EmailToken(models.Model):
    """The token in the reply address of an email that is not about a turn, such as an invitation.

    It is derived from the site's secret and the email's Message-ID.  Only its SHA-256 (``digest``)
    is stored.
    """

    email = models.OneToOneField(
        "games.OutgoingEmail", on_delete=models.CASCADE, related_name="token"
    )
    digest = HashField(unique=True, editable=False)
    created_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["created_at"], name="email_token_age")]

    def __str__(self) -> str:
        return f"token of email {self.email_id}"


class ReceivedVolume(models.Model):
    """The number and the total size of the emails from one source within an hour.

    ``source`` is a hash of the person or network that is counted (see ``games.post.inbox.quotas``).
    """

    source = models.CharField(max_length=32)
    hour = models.DateTimeField()
    emails = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField("bytes", default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["source", "hour"], name="volume_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["hour"], name="volume_age")]

    def __str__(self) -> str:
        return f"{self.emails} emails at {self.hour}"


class MessageManager(models.Manager["IncomingEmail"]):
    """A manager that does not load the raw bytes, of which a message can have 5 MB.

    Code that needs them calls ``defer(None)``.
    """

    def get_queryset(self) -> models.QuerySet[IncomingEmail]:
        return super().get_queryset().defer("raw")


class IncomingEmail(models.Model):
    """An incoming email and, once it has been handled, its result.

    ``raw`` is sealed (see ``games.post.inbox.processing``), and empty once the email has been
    handled.  An email that may be a program's is kept until ``kept_until``, so that its sender can
    say that it is not; this is null for all others.  No other column contains a token (R13).
    ``gateway`` is how it arrived.  ``envelope_sender`` is "" for the null sender of bounces, and
    null if the gateway does not know the sender.  ``announced_at`` is when a sweep last told a
    worker about it.  ``token`` is the token in its address, if that is a turn's; ``replied_to`` is
    the email of ours that has its address, if it is not about a turn.  ``identity`` is a digest
    that all copies of a message share; only the first one stores it, and its copies refer to that
    one as ``original``.  ``orders`` is a JSON list of the orders that were read, as [line, order].
    ``finding`` describes why they were refused.  ``first`` and ``last`` are the log rows they
    produced, and ``answer`` is our reply.
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
    gateway = models.CharField(max_length=10, choices=Gateway.choices)
    envelope_sender = models.CharField(max_length=320, null=True, blank=True)
    recipients = models.TextField(
        blank=True, help_text="The envelope's recipients without tokens, one per line."
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.RECEIVED)
    outcome = models.CharField(max_length=40, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    kept_until = models.DateTimeField(null=True, blank=True, editable=False)

    message_id = models.CharField(max_length=998, blank=True)
    sender = models.CharField(max_length=320, blank=True)
    identity = models.CharField(max_length=64, null=True, blank=True, unique=True)
    original = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies"
    )
    token = models.ForeignKey(
        TurnToken, null=True, blank=True, on_delete=models.SET_NULL, related_name="messages"
    )
    replied_to = models.ForeignKey(
        "games.OutgoingEmail", null=True, blank=True, on_delete=models.SET_NULL,
        related_name="replies",
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
        related_name="answered",
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
            models.Index(
                fields=["kept_until"], name="inbound_kept",
                condition=models.Q(kept_until__isnull=False),
            ),
            models.Index(fields=["sender"], name="inbound_sender"),
            models.Index(fields=["message_id"], name="inbound_message_id"),
            models.Index(fields=["outcome", "id"], name="inbound_outcome"),
        ]

    def __str__(self) -> str:
        return f"message {self.pk}: {self.status}"
