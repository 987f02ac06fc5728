"""When each part of the service was last seen at work."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Heartbeat(models.Model):
    """The last sign of life of one part: the sweep, or the worker of one queue."""

    part = models.CharField(max_length=40, unique=True)
    seen_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["part"]

    def __str__(self) -> str:
        return self.part
