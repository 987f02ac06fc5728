"""What people want of the mail, and what is known of their addresses.

Owns the stored choices.  What follows from them for one mail is
``games.outbox.preferences``; what a bounce does is ``games.outbox.bounces``.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class EmailTiming(models.TextChoices):
    """When somebody wants to hear of a game."""

    NOW = "now", "at once"
    QUIET = "quiet", "after some quiet minutes, several things in one mail"
    DAILY = "daily", "once a day, all in one mail"
    URGENT = "urgent", "only when it is urgent"
    NEVER = "never", "never"


class EmailPreferences(models.Model):
    """One person's choices for all his games; somebody without a row has the defaults.

    ``minutes`` counts for "quiet", ``hour`` for "daily".  Between ``quiet_from`` and
    ``quiet_until`` (hours of the day in ``time_zone``; both or none) nothing is sent.
    ``other_senders``: whether orders from a foreign address wait for a click, or are refused.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="preferences"
    )
    when = models.CharField(max_length=10, choices=EmailTiming.choices, default=EmailTiming.NOW)
    minutes = models.PositiveSmallIntegerField(default=10)
    hour = models.PositiveSmallIntegerField(default=8)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    remind = models.BooleanField(default=True)
    other_senders = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"mail choices of person {self.user_id}"


class GameEmailPreference(models.Model):
    """One person's choice for one game, in place of the one for all games."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="game_preferences"
    )
    game = models.ForeignKey(
        "games.Game", on_delete=models.CASCADE, related_name="mail_preferences"
    )
    when = models.CharField(max_length=10, choices=EmailTiming.choices)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "game"], name="game_preference_once"),
        ]

    def __str__(self) -> str:
        return f"mail choice of person {self.user_id} for game {self.game_id}"


class AddressStatus(models.Model):
    """What is known of a mail address, in lower case: that mail bounced, or is not wanted.

    ``error`` is what its mail server said, in one line without addresses.
    """

    address = models.CharField(max_length=254, unique=True)
    bounced_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=500, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"address {self.pk}"
