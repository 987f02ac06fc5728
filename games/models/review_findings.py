"""Reviews of finished games, and the turns that they find remarkable."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from django.db import models

from games.models.game import Game

SCHEMA = 1
NOTABLE = 0.02  # a smaller loss of the chance of winning is not worth a word
LARGE = 0.05  # and such a large one is marked in the chart


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """One decision of a seat, judged on its view, with the better turn.

    ``first``, ``last``  rows of the log that were played.
    ``chance``  of winning after the moves that were played, ``best`` after the best turn.
    ``orders``  the best turn in notation, "" if nothing notable was better; ``instead`` are the
                moves that were played, with the best end of the same turn.
    """

    seat: int
    turn: int
    first: int
    last: int
    chance: float
    best: float
    orders: str = ""
    instead: str = ""

    @property
    def loss(self) -> float:
        """The chance of winning that was given away."""
        return self.best - self.chance

    @property
    def is_notable(self) -> bool:
        return self.loss >= NOTABLE


@dataclass(slots=True)
class Findings:
    """Everything that a review has found so far.

    ``seats``  the seats whose moves are judged; ``luck`` of each seat in points, 0 for others.
    """

    analyst: int
    seats: frozenset[int]
    luck: list[float]
    decisions: list[JudgedDecision] = field(default_factory=list)

    def add_luck(self, some: Sequence[float]) -> None:
        """Add the luck of the seats that are judged."""
        for seat, points in enumerate(some):
            if seat in self.seats:
                self.luck[seat] = round(self.luck[seat] + points, 3)


def begin(*, analyst: int, seats: Collection[int], players: int) -> Findings:
    """Return the findings before anything was looked at."""
    return Findings(analyst, frozenset(seats), [0.0] * players)


def dump(findings: Findings) -> dict[str, Any]:
    """Return the findings as JSON values."""
    return {
        "schema": SCHEMA, "analyst": findings.analyst, "seats": sorted(findings.seats),
        "luck": findings.luck, "decisions": [asdict(each) for each in findings.decisions],
    }


def load(data: dict[str, Any]) -> Findings | None:
    """Read the output of ``dump``; return None if another version of this module has written it."""
    if data.get("schema") != SCHEMA:
        return None
    return Findings(data["analyst"], frozenset(data["seats"]), list(data["luck"]),
                    [JudgedDecision(**each) for each in data["decisions"]])


class Review(models.Model):
    """The review of a finished game, as far as it has been computed; no running game has one.

    ``row`` is the last row of the log that has been looked at. ``data`` are the findings
    (``games.models.review_findings``). ``failures`` counts attempts that ended with an exception;
    after too many, nobody tries again until somebody asks.  ``delays`` counts how often in a row
    the machine was too busy, and ``look_at`` is when we try again then.  ``served_at`` is when a
    worker last took it up.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True,
                                related_name="review")
    row = models.PositiveIntegerField(default=0)
    data: models.JSONField[Any] = models.JSONField(default=dict)
    failures = models.PositiveSmallIntegerField(default=0)
    delays = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    look_at = models.DateTimeField(null=True, blank=True)
    served_at = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True, editable=False)
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["asked_at"], name="review_to_compute",
                         condition=models.Q(done_at__isnull=True)),
            models.Index(fields=["served_at"], name="review_served",
                         condition=models.Q(served_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"review of game {self.game_id} up to row {self.row}"
