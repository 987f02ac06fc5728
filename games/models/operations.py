"""Data of the whole site: its keys, signs of life of its parts, stored failures, and its news."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.game import CODE_LENGTH, Game, new_code


class SiteKey(models.Model):
    """A key that all machines have in common, or the fingerprint of one (``games.base.site_keys``).

    The first machine that needs a key makes it.
    """

    name = models.CharField(max_length=20)
    value = models.CharField(max_length=100)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name"], name="site_key_once")]

    def __str__(self) -> str:
        return self.name


class Heartbeat(models.Model):
    """The last sign of life of one part: the sweep, the worker of one queue, or one machine.

    ``settings`` are those of a machine in which all machines have to agree
    (``games.operations.machines``).
    """

    part = models.CharField(max_length=80, unique=True)
    seen_at = models.DateTimeField()
    settings = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["part"]

    def __str__(self) -> str:
        return self.part


class Failure(models.Model):
    """An exception that occurred while something was done with a game.

    ``number``   the row of the log it is about: the last one, or the one that an email shows.
    ``seat``     the seat that moved or looked; None for a spectator or if it does not matter.
    ``doing``    what was done, such as "turn" or "email" (``games.base.failures``).
    ``details``  what is needed to do it again, such as the orders.  They may be secret.
    ``error`` and ``place``  the exception's class, and the last line of our code it came through.

    The exception's message is not kept, because it may quote hidden cards.  An exception that
    occurs again is counted in the row that is already there.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="failures",
                             db_index=False)  # failure_once begins with it
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    doing = models.CharField(max_length=20)
    details = models.JSONField(default=dict)
    error = models.CharField(max_length=200)
    place = models.CharField(max_length=200)
    times = models.PositiveIntegerField(default=1)
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering: ClassVar = ["-last_at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "number", "doing", "error", "place"], name="failure_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.error} at row {self.number}"


class SiteNews(models.Model):
    """News of the site, which an operator has written in plain text."""

    code = models.CharField(max_length=CODE_LENGTH, default=new_code, editable=False)
    title = models.CharField(max_length=120)
    text = models.TextField(help_text="Plain text; an empty line begins a new paragraph.")
    published_at = models.DateTimeField(
        default=timezone.now, db_index=True,
        help_text="Nobody sees the news before this moment.")

    class Meta:
        verbose_name_plural = "site news"
        constraints = (models.UniqueConstraint(fields=["code"], name="site_news_code"),)

    def __str__(self) -> str:
        return self.title
