"""Devices that show notifications, and the notices for each of them.

``games.post.push`` registers devices and moves a notice from one status to the next.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.fields import AT_ONCE, URL_LENGTH


class PushDevice(models.Model):
    """One browser in which a user has turned on notifications.

    ``endpoint`` is the address at the browser's push service; anybody who knows it together with
    the two keys can show notifications there, so it never leaves the database.  ``failures`` counts
    the failed attempts since the last success.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices"
    )
    endpoint = models.CharField(max_length=URL_LENGTH, unique=True, editable=False)
    p256dh = models.CharField(max_length=100, editable=False)
    auth = models.CharField(max_length=30, editable=False)
    name = models.CharField(max_length=60)
    created_at = models.DateTimeField()
    last_success_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"device {self.pk} of user {self.user_id}"


class PushNotice(models.Model):
    """The newest fact about one game for one device; ``game`` is None for a test.

    Like a row of the outbox it holds no text. ``number`` is the log row it is about, and
    ``revision`` counts the facts and the attempts, so that an attempt that ends late does not touch
    newer facts. ``remind_at`` is when a sweep must look whether it is to become a reminder, if it
    has been sent; None if it cannot become one (see ``games.post.push.notices``).
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "waiting"
        SENDING = "sending", "being sent"
        RETRY = "retry", "to be tried again"
        SENT = "sent", "sent"
        OBSOLETE = "obsolete", "no longer true"
        FAILED = "failed", "given up"

    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, related_name="notices",
                               db_index=False)  # push_notice_once begins with it
    game = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.CASCADE, related_name="push_notices"
    )
    kind = models.CharField(max_length=20)
    number = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    revision = models.PositiveIntegerField(default=0)
    attempts = models.PositiveIntegerField(default=0)
    not_before = models.DateTimeField()
    lease_until = models.DateTimeField(null=True, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()
    remind_at = models.DateTimeField(null=True, default=AT_ONCE, editable=False)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["device", "game"], name="push_notice_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["not_before"],
                name="push_to_send",
                condition=models.Q(status__in=["queued", "sending", "retry"]),
            ),
            models.Index(
                fields=["remind_at"],
                name="push_to_remind",
                condition=models.Q(status="sent", remind_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} notice {self.pk}"
