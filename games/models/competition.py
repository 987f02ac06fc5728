"""Competitions: seasons of leagues, and cups; who plays in them, and their matches and tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import CODE_LENGTH, Game, new_code

NAME_LENGTH = 40  # of a game
TITLE_LENGTH = 60  # of a cup
TEXT_LENGTH = 1000  # of what its organiser writes

# All leagues have the same calendar, which nobody has to store: seasons follow each other.
FIRST_SEASON = datetime(2026, 1, 26, 12, tzinfo=UTC)  # a Monday
SEASON_LENGTH = timedelta(weeks=6)


class Competition(models.Model):
    """A season of a league, or a cup: of one game, with so many ``players`` in each of its games.

    The league for two players plays matches.  ``divisions`` is their number, 0 before it begins
    (a cup has one), and ``look_at`` when something is to be done next, None if nothing is.

    A cup has an ``organiser``, a ``title`` and a ``code`` for its address.  It is played in
    ``rounds``, 0 before it begins, each of which takes ``round_length`` at most: ``ends_at`` is
    then the end of the round that is played.  All tables of a round have the same deal, which
    follows from ``seed``.  In a duplicate cup, everybody plays one game alone against bots.
    """

    class Kind(models.TextChoices):
        SEASON = "season", "season of a league"
        CUP = "cup", "cup"
        DUPLICATE = "duplicate", "duplicate cup"

    class Status(models.TextChoices):
        OPEN = "open", "people sign up"
        RUNNING = "running", "running"
        OVER = "over", "over"
        CANCELLED = "cancelled", "too few people signed up, or it was called off"

    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.SEASON)
    ruleset = models.CharField(max_length=NAME_LENGTH)
    players = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    divisions = models.PositiveSmallIntegerField(default=0)
    look_at = models.DateTimeField(null=True, blank=True)

    code = models.CharField(max_length=CODE_LENGTH, default=new_code, editable=False)
    title = models.CharField(max_length=TITLE_LENGTH, blank=True)
    about = models.CharField(max_length=TEXT_LENGTH, blank=True)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True,
                                  blank=True, related_name="organised")
    created_at = models.DateTimeField(null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(default=0)
    round_length = models.DurationField(default=timedelta(0))
    seed = models.BinaryField(max_length=32, default=bytes, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ruleset", "players", "starts_at"],
                                    condition=models.Q(kind="season"), name="competition_once"),
            models.UniqueConstraint(fields=["code"], condition=~models.Q(kind="season"),
                                    name="competition_code"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["look_at"], name="competition_due",
                         condition=models.Q(look_at__isnull=False)),
            models.Index(fields=["-starts_at", "-id"], name="competition_latest_cup",
                         condition=~models.Q(kind="season")),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.players} players, from {self.starts_at:%Y-%m-%d}"


class Entry(models.Model):
    """Somebody in a competition; ``user`` is None if their account was deleted.

    ``division`` is 1 for the highest, None before the competition has begun, and for somebody who
    has signed up for a running cup in case that a place becomes free.  ``lost`` counts the games
    that they have lost on time, and ``out_at`` is when they dropped out.  At the end they have a
    ``place`` in their division and, in a league, ``belong`` to a division of the next season.
    ``departure`` says where they left the field of a duplicate cup, if they did.  A ``successor``
    has their place in a cup, with the points so far.
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
    departure = models.JSONField(null=True, blank=True)
    successor = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True,
                                     related_name="predecessor")

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
        RULED = "ruled", "the organiser has decided"
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
    """What an email to an entrant is about, and what it has said, which may change afterwards.

    ``round`` is the round of a cup, and ``note`` the deed of an organiser, that it tells of.
    """

    email = models.OneToOneField("games.OutgoingEmail", on_delete=models.CASCADE,
                                 related_name="entry_email")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="emails")
    round = models.PositiveSmallIntegerField(default=0)
    note = models.ForeignKey("games.CompetitionNote", on_delete=models.CASCADE, null=True,
                             blank=True, related_name="emails")
    told = models.JSONField(null=True, blank=True)

    def __str__(self) -> str:
        return f"email {self.email_id} to an entrant"


class CompetitionNote(models.Model):
    """Something that an organiser, ``by``, has done at a competition; every entrant can read it.

    ``facts`` are values that belong to the ``deed``, such as ids of entries; ``text`` is what the
    organiser says about it.
    """

    class Deed(models.TextChoices):
        POSTPONED = "postponed", "it begins later"
        CALLED_OFF = "called off", "it is not played"
        REPLACED = "replaced", "somebody has another's place"
        RULED = "ruled", "the points of a match or table are decided"
        ANNOUNCED = "announced", "an announcement"

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="notes",
                                    db_index=False)  # note_of_competition begins with it
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True,
                           blank=True, related_name="competition_notes")
    at = models.DateTimeField()
    deed = models.CharField(max_length=10, choices=Deed.choices)
    facts = models.JSONField(default=dict)
    text = models.CharField(max_length=TEXT_LENGTH, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["competition", "at"], name="note_of_competition"),
        ]

    def __str__(self) -> str:
        return f"{self.deed} in competition {self.competition_id}"
