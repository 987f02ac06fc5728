"""Keys with which other programs act for a person."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.fields import HashField

NAME_LENGTH = 60


class ApiToken(models.Model):
    """A key for one program of a user; of the key itself, there is only a hash.

    ``scopes`` are what the program may do, as words (``games.people.api_tokens.SCOPES``).
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(max_length=NAME_LENGTH)
    secret_hash = HashField(unique=True, editable=False)
    scopes = models.CharField(max_length=60)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"API token {self.pk} of user {self.user_id}"
