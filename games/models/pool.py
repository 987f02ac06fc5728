"""The pool of members for whom a game with other people is being found."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game

NAME_LENGTH = 40  # of a game


class PoolEntry(models.Model):
    """A member's wish for a game: how many players and which paces will do, and whether rated.

    They have been waiting ``since``.  The wish lapses at ``until``, unless a ``game`` is found.  A
    wish that has lapsed, and one with a game, is kept so that its owner sees what came of it, until
    ``until`` as well.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE,
                             related_name="pool_entries",
                             db_index=False)  # pool_entry_once begins with it
    ruleset = models.CharField(max_length=NAME_LENGTH)
    players = models.JSONField()
    paces = models.JSONField()
    rated = models.BooleanField()
    since = models.DateTimeField()
    until = models.DateTimeField()
    lapsed_at = models.DateTimeField(null=True, blank=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True,
                             related_name="+", db_index=False)  # nobody asks who waited for it

    class Meta:
        verbose_name_plural = "pool entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "ruleset"], name="pool_entry_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["until"], name="pool_entry_until"),
            models.Index(fields=["since"], name="pool_entry_waiting",
                         condition=models.Q(lapsed_at__isnull=True, game__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"wish of user {self.user_id} for {self.ruleset}"

    @property
    def waits(self) -> bool:
        """Whether a game is still to be found."""
        return self.lapsed_at is None and self.game_id is None
