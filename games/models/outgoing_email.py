"""The outbox and the local mailbox, as rows.

Owns what is stored of a mail: facts, never text.  A mail is rendered when it is
sent, from the log, so nothing secret and nothing that can go stale is kept
here.  How a mail moves from one status to the next is ``games.outbox.outbox``.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class OutgoingEmail(models.Model):
    """One mail to one person, from the fact that calls for it to its delivery.

    ``number`` is the log row it speaks of: the mail shows the position after that row.
    ``not_before`` is when it may next be tried, ``lease_until`` when a worker that claimed
    it counts as lost.  ``error`` is for operators: the last failure in one line, no address.
    A mail whose reader wants it later is held; when its time comes it is sent, or several
    of one person become ``digest``, one mail that tells all of them.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "waiting"
        SENDING = "sending", "being sent"
        RETRY = "retry", "to be tried again"
        SENT = "sent", "sent"
        FAILED = "failed", "given up"
        HELD = "held", "kept for later"
        FOLDED = "folded", "part of a digest"

    OBSOLETE: ClassVar = "Obsolete:"  # how the error of an email that was overtaken begins

    kind = models.CharField(max_length=30)
    game = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.CASCADE, related_name="mails"
    )
    seat = models.ForeignKey(
        "games.Seat", null=True, blank=True, on_delete=models.SET_NULL, related_name="mails"
    )
    user = models.ForeignKey(
        "games.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="mails"
    )
    to = models.EmailField()
    number = models.PositiveIntegerField(default=0)
    message_id = models.CharField(max_length=200, unique=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    attempts = models.PositiveIntegerField(default=0)
    not_before = models.DateTimeField()
    lease_until = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    digest = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="folded"
    )

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [
            models.Index(
                fields=["not_before"],
                name="mail_to_send",
                condition=models.Q(status__in=["queued", "sending", "retry"]),
            ),
            models.Index(
                fields=["not_before"], name="mail_held", condition=models.Q(status="held")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} mail {self.pk}"

    @property
    def is_obsolete(self) -> bool:
        """Whether it was not sent because what it would have said was no longer true."""
        return self.status == self.Status.FAILED and self.error.startswith(self.OBSOLETE)


class MailboxEmail(models.Model):
    """A message the local mailbox received, as it would have gone over the wire.

    The Message-ID is unique: a mail that is sent twice is still one message here.
    """

    message_id = models.CharField(max_length=250, unique=True)
    to = models.CharField(max_length=500)
    subject = models.CharField(max_length=500)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    raw = models.BinaryField()
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.subject} ({self.pk})"
