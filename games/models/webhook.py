"""Webhooks: addresses that people have us post news to, and what we post there.

``games.post.deliveries`` moves a delivery from one status to the next and turns webhooks off.
"""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game

FORMAT_LENGTH = 20


class Webhook(models.Model):
    """An address to which somebody has us post news of one ``game`` or, without it, of all theirs.

    Address and secret are sealed, because whoever knows them can write where the owner reads.
    ``receiver`` is the fingerprint of the address, which is the same in all webhooks that lead
    there, but for bots of members, each of which is a receiver of its own.  ``failing_since`` is
    the first failure after the last success.
    """

    class Why(models.TextChoices):
        FAILING = "failing", "nothing has reached it for a day"
        GONE = "gone", "the receiver says that it is gone for good"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE,
                              related_name="webhooks")
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE,
                             related_name="webhooks")
    format = models.CharField(max_length=FORMAT_LENGTH)
    sealed_address = models.TextField(editable=False)
    sealed_secret = models.TextField(editable=False)
    receiver = models.CharField(max_length=16, editable=False)
    created_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True, blank=True)
    disabled_at = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=10, choices=Why.choices, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"webhook {self.pk} of user {self.owner_id}"


class Delivery(models.Model):
    """One event that is posted to one receiver, once however many webhooks lead there.

    Like a row of the outbox it holds ``facts`` and no text.  ``event`` tells events apart, and
    ``identity`` is that by which the receiver can tell a repeated post from a new one.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "waiting"
        SENDING = "sending", "being sent"
        RETRY = "retry", "to be tried again"
        SENT = "sent", "delivered"
        FAILED = "failed", "given up"

    hook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE,
                             related_name="+", db_index=False)  # games are never deleted
    receiver = models.CharField(max_length=16, editable=False)
    event = models.CharField(max_length=80)
    identity = models.UUIDField(default=uuid.uuid4, editable=False)
    facts = models.JSONField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    attempts = models.PositiveIntegerField(default=0)
    not_before = models.DateTimeField()
    lease_until = models.DateTimeField(null=True, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)
    status_code = models.PositiveSmallIntegerField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]
        verbose_name_plural = "deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["receiver", "event"], name="delivery_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["not_before"], name="delivery_to_send",
                         condition=models.Q(status__in=["queued", "sending", "retry"])),
            models.Index(fields=["not_before"], name="delivery_untried",
                         condition=models.Q(status__in=["queued", "sending"])),
            models.Index(fields=["created_at"], name="delivery_created"),
        ]

    def __str__(self) -> str:
        return f"delivery {self.pk} of {self.event}"
