"""The rows of the outbox and of the local mailbox.

An outbox row holds facts, never text: an email is rendered from the log when it is sent, so
nothing secret and nothing that could become outdated is stored.  ``games.post.outbox`` moves a row
from one status to the next.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class OutgoingEmail(models.Model):
    """One email to one person, from its cause to its delivery.

    ``number`` is the log row it is about: the email shows the position after that row.
    ``deadline`` is the end of its reader's time for their turn, if that was known.  ``not_before``
    is the time of the next attempt, and ``lease_until`` the time when a worker that claimed it is
    presumed dead.  ``due_since`` is the time from which it may leave: when it was queued or, if it
    was held, when it was released.  ``error`` is for operators: the last failure in one line,
    without addresses.  An email that its reader wants later is held; when it is due it is sent by
    itself, or several of one user are combined into one ``digest``.  ``to`` is in lower case.
    ``announced_at`` is when a sweep last told a worker about it.  ``sealed_code`` is the code of an
    email that brings one, encrypted (see ``games.post.outbox.codes``); it is empty as soon as the
    email has left.  ``language`` is the one of whoever caused an email to somebody without an
    account ("": the site's own); anybody else gets emails in a language of their own.
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
    CODE_KINDS: ClassVar = ("login_code", "address_code")  # emails that bring a code

    kind = models.CharField(max_length=30)
    game = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.CASCADE, related_name="emails"
    )
    seat = models.ForeignKey(
        "games.Seat", null=True, blank=True, on_delete=models.SET_NULL, related_name="emails"
    )
    user = models.ForeignKey(
        "games.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="emails"
    )
    to = models.EmailField()
    number = models.PositiveIntegerField(default=0)
    deadline = models.DateTimeField(null=True, blank=True)
    message_id = models.CharField(max_length=200, unique=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    attempts = models.PositiveIntegerField(default=0)
    not_before = models.DateTimeField()
    due_since = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)
    error = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField()
    language = models.CharField(max_length=10, blank=True, editable=False)
    sealed_code = models.CharField(max_length=200, blank=True, editable=False)
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
                fields=["not_before", "user"], name="mail_held", condition=models.Q(status="held")
            ),
            models.Index(
                fields=["user"],
                name="mail_held_for",
                # The sweep's search for all that is due must not be able to use this one.
                condition=models.Q(status="held", user__isnull=False),
            ),
            models.Index(
                fields=["due_since"], name="mail_given_up", condition=models.Q(status="failed")
            ),
            models.Index(
                fields=["sent_at"], name="mail_sent", condition=models.Q(sent_at__isnull=False)
            ),
            models.Index(fields=["to"], name="mail_to"),
            models.Index(fields=["kind", "id"], name="mail_kind"),
            models.Index(
                fields=["not_before"], name="mail_failed", condition=models.Q(status="failed")
            ),
            models.Index(
                fields=["created_at"],
                name="mail_with_code",
                condition=models.Q(kind__in=["login_code", "address_code"]),
            ),
            models.Index(
                fields=["created_at"], name="mail_of_no_game", condition=models.Q(game__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} email {self.pk}"

    @property
    def is_obsolete(self) -> bool:
        """Whether the email was not sent because it was no longer true or no longer wanted."""
        return self.status == self.Status.FAILED and self.error.startswith(self.OBSOLETE)


class MailboxEmail(models.Model):
    """An email in the local mailbox, exactly as a mail server would have received it.

    The Message-ID is unique: an email that is sent twice is kept once.
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
