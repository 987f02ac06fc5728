"""Competitions: seasons of leagues, who plays in them, and the matches and tables there."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game

NAME_LENGTH = 40  # of a game

# All leagues have the same calendar, which nobody has to store: seasons follow each other.
FIRST_SEASON = datetime(2026, 1, 26, 12, tzinfo=UTC)  # a Monday
SEASON_LENGTH = timedelta(weeks=6)


class Competition(models.Model):
    """A season of a league: of one game, with so many ``players`` in each of its games.

    The league for two players plays matches.  ``divisions`` is their number, 0 before it begins,
    and ``look_at`` when something is to be done next, None if nothing is.
    """

    class Status(models.TextChoices):
        OPEN = "open", "people sign up"
        RUNNING = "running", "running"
        OVER = "over", "over"
        CANCELLED = "cancelled", "too few people signed up"

    ruleset = models.CharField(max_length=NAME_LENGTH)
    players = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    divisions = models.PositiveSmallIntegerField(default=0)
    look_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ruleset", "players", "starts_at"],
                                    name="competition_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["look_at"], name="competition_due",
                         condition=models.Q(look_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.players} players, from {self.starts_at:%Y-%m-%d}"


class Entry(models.Model):
    """Somebody in a season; ``user`` is None if their account was deleted.

    ``division`` is 1 for the highest, None before the season has begun.  ``lost`` counts the games
    that they have lost on time, and ``out_at`` is when they dropped out.  At the end of the season
    they have a ``place`` in their division and ``belong`` to a division of the next one.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entries",
                                    db_index=False)  # entry_once begins with it
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True,
                             blank=True, related_name="entries")
    signed_up_at = models.DateTimeField()
    division = models.PositiveSmallIntegerField(null=True, blank=True)
    lost = models.PositiveSmallIntegerField(default=0)
    out_at = models.DateTimeField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    belongs = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["competition", "user"], name="entry_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["competition", "division", "signed_up_at"],
                         name="entry_division"),
        ]

    def __str__(self) -> str:
        return f"entry {self.pk} of competition {self.competition_id}"


class Fixture(models.Model):
    """A match or table that is to be played, from ``begins_at`` on.

    ``game`` is the first game of a match, or the game at the table.
    """

    class Decided(models.TextChoices):
        NOT_YET = "", "not yet"
        PLAYED = "played", "it was played"
        WALKOVER = "walkover", "somebody had dropped out"
        JUDGED = "judged", "it was played out by bots"

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="fixtures",
                                    db_index=False)  # fixture_once begins with it
    division = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    begins_at = models.DateTimeField()
    game = models.OneToOneField(Game, on_delete=models.SET_NULL, null=True, blank=True,
                                related_name="fixture")
    decided = models.CharField(max_length=10, choices=Decided.choices, blank=True,
                               default=Decided.NOT_YET)

    class Meta:
        ordering: ClassVar = ["competition_id", "division", "round", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["competition", "division", "round", "number"],
                                    name="fixture_once"),
        ]

    def __str__(self) -> str:
        return f"fixture {self.division}.{self.round}.{self.number}"


class FixtureSeat(models.Model):
    """The seat of an entrant in the game of a fixture; in a match, that in its first game.

    ``points`` are what the fixture was worth for them, None before it is decided; if it was judged,
    their expected points, which are within ``margin`` with 95 %.
    """

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="seats",
                                db_index=False)  # fixture_seat_once begins with it
    index = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seats")
    points = models.FloatField(null=True, blank=True)
    margin = models.FloatField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["fixture_id", "index"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fixture", "index"], name="fixture_seat_once"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of fixture {self.fixture_id}"


class EntryEmail(models.Model):
    """What an email to an entrant is about, and what it has said, which may change afterwards."""

    email = models.OneToOneField("games.OutgoingEmail", on_delete=models.CASCADE,
                                 related_name="entry_email")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="emails")
    told = models.JSONField(null=True, blank=True)

    def __str__(self) -> str:
        return f"email {self.email_id} to an entrant"
