"""Reviews of finished games: what the moves and the luck were worth.

A review follows from the log alone, so it may be deleted at any time; it is then computed again
for a game that has just ended, or when somebody asks for it.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models

from games.models.game import Game


class Review(models.Model):
    """The review of a finished game, as far as it has been computed; no running game has one.

    ``row`` is the last row of the log that has been looked at. ``data`` is what was found
    (``games.models.review_findings``). ``failures`` counts attempts that ended with an exception;
    after too many, nobody tries again until somebody asks.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True,
                                related_name="review")
    row = models.PositiveIntegerField(default=0)
    data: models.JSONField[Any] = models.JSONField(default=dict)
    failures = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True, editable=False)
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["asked_at"], name="review_to_compute",
                         condition=models.Q(done_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"review of game {self.game_id} up to row {self.row}"
