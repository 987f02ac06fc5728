"""Advice of the strongest bot for one turn of a game in which somebody learns."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.game import Game


class TurnAdvice(models.Model):
    """The best turns at the position after row ``number``, in notation, the best first.

    They follow from the log, but are kept so that pages and emails say the same. ``degree`` is 0
    until the player asks to see it on the page (``games.features.hints``).

    ``look_at`` is when a worker is to think about it or, while one does, from when on that worker
    counts as dead; None if nobody waits for it.  ``answered_at`` is when the turns were found, None
    if they have not been, and ``delays`` counts how often the machine was too busy since somebody
    asked.  ``served_at`` is when a worker last took it up.  ``in_emails`` is False once an
    email about the position has left without the turns: then no email ever has them.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="advice",
                             db_index=False)  # advice_once begins with it
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    orders: models.JSONField[list[str]] = models.JSONField(default=list)
    degree = models.PositiveSmallIntegerField(default=0)
    in_emails = models.BooleanField(default=True)
    delays = models.PositiveSmallIntegerField(default=0)
    look_at = models.DateTimeField(null=True, blank=True)
    served_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number", "seat"], name="advice_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["look_at"], name="advice_to_find",
                         condition=models.Q(look_at__isnull=False)),
            models.Index(fields=["served_at"], name="advice_served",
                         condition=models.Q(served_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"advice for seat {self.seat} of game {self.game_id} after row {self.number}"
