"""Email settings of users, and the status of email addresses.

These are only the stored values.  ``games.post.outbox.preferences`` decides what they mean for an
email, ``games.post.outbox.bounces`` what a bounce does.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class EmailTiming(models.TextChoices):
    """Times at which a user can want emails about a game."""

    NOW = "now", _("at once")
    QUIET = "quiet", _("after a few quiet minutes, with all news in one email")
    DAILY = "daily", _("once a day, with all news in one email")
    URGENT = "urgent", _("only when it is urgent")
    NEVER = "never", _("never")


class ChatTiming(models.TextChoices):
    """Times at which a user can want emails about the talk at their tables."""

    TURN = "turn", _("with the next email about my turn")
    NOW = "now", _("at once, in an email of its own")
    NEVER = "never", _("never")


class EmailPreferences(models.Model):
    """One user's email settings for all their games; a user without a row has the defaults.

    ``minutes`` applies to "quiet" and ``hour`` to "daily".  Nothing is sent between
    ``quiet_from`` and ``quiet_until`` (hours of the day in ``time_zone``; both or neither).
    ``other_senders`` is whether orders from an address that is not theirs are held until they
    confirm them (True) or refused (False).  ``offers`` is whether they are told of offers while
    nobody waits for their answer.  ``chat`` is when messages of a table are emailed.
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
    offers = models.BooleanField(default=True)
    other_senders = models.BooleanField(default=False)
    chat = models.CharField(max_length=10, choices=ChatTiming.choices, default=ChatTiming.TURN)

    def __str__(self) -> str:
        return f"email settings of user {self.user_id}"


class GameEmailPreference(models.Model):
    """One user's setting for one game; it replaces the one for all games."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="game_preferences",
        db_index=False,  # game_preference_once begins with it
    )
    game = models.ForeignKey(
        "games.Game", on_delete=models.CASCADE, related_name="email_preferences"
    )
    when = models.CharField(max_length=10, choices=EmailTiming.choices)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "game"], name="game_preference_once"),
        ]

    def __str__(self) -> str:
        return f"email setting of user {self.user_id} for game {self.game_id}"


class AddressStatus(models.Model):
    """The status of an email address, in lower case: whether it bounced or wants no email.

    ``bounced_at`` is when an email bounced, ``refused_at`` when the reader asked for no more.
    ``error`` is the mail server's answer in one line, without addresses.
    """

    address = models.CharField(max_length=254, unique=True)
    bounced_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=500, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "address statuses"
        indexes: ClassVar = [
            models.Index(
                fields=["bounced_at"], name="address_bounced",
                condition=models.Q(bounced_at__isnull=False, refused_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"address {self.pk}"

    @staticmethod
    def normalize(address: str) -> str:
        """Return the address as its status is stored."""
        return address.strip().lower()[:254]

    @classmethod
    def bounced_since(cls, addresses: Iterable[str], moment: datetime) -> dict[str, datetime]:
        """Return when each of these addresses bounced, of those that did after this moment."""
        asked = {address: cls.normalize(address) for address in addresses}
        known = {row.address: row.bounced_at
                 for row in cls.objects.filter(address__in={*asked.values()})
                 if row.bounced_at and row.bounced_at > moment}
        return {address: bounced_at for address, name in asked.items()
                if (bounced_at := known.get(name))}
