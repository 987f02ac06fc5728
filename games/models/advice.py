"""Advice of the strongest bot for one turn of a game in which somebody learns."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.game import Game


class TurnAdvice(models.Model):
    """The best turns at the position after row ``number``, in notation, the best first.

    They follow from the log, but are kept so that pages and emails say the same. ``degree`` is how
    much of it the player has asked to see on the page, 0 for nothing (``games.features.hints``).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="advice",
                             db_index=False)  # advice_once begins with it
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    orders: models.JSONField[list[str]] = models.JSONField(default=list)
    degree = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number", "seat"], name="advice_once"),
        ]

    def __str__(self) -> str:
        return f"advice for seat {self.seat} of game {self.game_id} after row {self.number}"
