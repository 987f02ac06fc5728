"""Reviews of finished games, and the turns that they find remarkable."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from django.db import models

from games.models.game import Game

SCHEMA = 2
NOTABLE = 0.02  # a smaller loss of the chance of winning is not worth a word
HOPE = 0.05  # with a smaller chance there is nothing left to lose
LARGE = 0.05  # and such a large one is marked in the chart


@dataclass(frozen=True, slots=True)
class LikelyAnswer:
    """The turn with which the next ``seat`` would probably have answered a turn.

    ``view``  the canonical text of what that seat would see, in a guess; ``orders`` in notation.
    """

    seat: int
    view: str
    orders: str


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """One turn of a seat, judged on what the seat saw, with the better turn.

    ``first``, ``last``  rows of the log that were played.
    ``start``   the first of these rows in whose place the better turn comes; what was played
                before it is as good as the best.
    ``chance``  of winning after the turn that was played, ``best`` after the better one.
    ``orders``  the better turn in notation, "" if nothing notable was better.
    ``answers`` to the turn that was played, and to the better one; None if not notable, and where
                the game is over or the guesses do not agree on an answer.
    """

    seat: int
    turn: int
    first: int
    last: int
    start: int
    chance: float
    best: float
    orders: str = ""
    answers: tuple[LikelyAnswer | None, LikelyAnswer | None] = (None, None)

    @property
    def loss(self) -> float:
        """The chance of winning that was given away."""
        return self.best - self.chance

    @property
    def is_notable(self) -> bool:
        return bool(self.orders)

    @property
    def is_open(self) -> bool:
        """Whether there was something to lose."""
        return self.best >= HOPE


@dataclass(frozen=True, slots=True)
class Standing:
    """Everybody's chances of winning after a row, before the turn that begins there."""

    row: int
    chances: tuple[float, ...]


@dataclass(slots=True)
class Findings:
    """Everything that a review has found so far.

    ``seats``  the seats whose moves are judged; ``luck`` of each seat in points, 0 for others.
    ``course``  the standing at the beginning of each turn.
    """

    analyst: int
    seats: frozenset[int]
    luck: list[float]
    turns: list[JudgedTurn] = field(default_factory=list)
    course: list[Standing] = field(default_factory=list)

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
        "luck": findings.luck, "turns": [_dump_turn(each) for each in findings.turns],
        "course": [[each.row, *each.chances] for each in findings.course],
    }


def _dump_turn(turn: JudgedTurn) -> dict[str, Any]:
    return {**asdict(turn), "answers": [one and asdict(one) for one in turn.answers]}


def load(data: dict[str, Any]) -> Findings | None:
    """Read the output of ``dump``; return None if another version of this module has written it."""
    if data.get("schema") != SCHEMA:
        return None
    return Findings(data["analyst"], frozenset(data["seats"]), list(data["luck"]),
                    [_load_turn(each) for each in data["turns"]],
                    [Standing(row, tuple(chances)) for row, *chances in data["course"]])


def _load_turn(data: dict[str, Any]) -> JudgedTurn:
    played, better = (one and LikelyAnswer(**one) for one in data["answers"])
    return JudgedTurn(**{**data, "answers": (played, better)})


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
