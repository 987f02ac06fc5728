"""The archive of finished public games: facts to find a game by, and sums of them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.game import Game

NAME_LENGTH = 81  # of a game and its board
REASON_LENGTH = 20
# What games can be filtered by, and by how much of it at the same time.
FILTERED = ("ruleset", "board", "players", "band", "length", "reason", "margin")
MOST_FILTERS = 3


class ArchivedGame(models.Model):
    """A finished game that everybody may watch, with the facts by which it can be found.

    ``board`` is its key among the boards of all games, "" for one that does not come with a game.
    ``held`` are the regions that the winner holds at the end, in English, and ``luck`` is how many
    points of luck the winner had more than the luckiest of the others (None: not known).
    ``lead`` is how many points the winner was ahead (None: no points decided).  ``won`` has the
    places of the winners in the turn order, as digits from 1.  ``length``, ``margin`` and ``band``
    are turns, lead and mean rating in steps (``games.features.archive.facts``).  ``band`` follows
    from the ratings when the game is ``counted``: from then on the sums contain it, if it is a
    ``whole`` one and does not go on from another game's position.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="archived")
    ended_at = models.DateTimeField()
    ruleset = models.CharField(max_length=40)
    board = models.CharField(max_length=NAME_LENGTH, blank=True)
    players = models.PositiveSmallIntegerField()
    turns = models.PositiveIntegerField()
    lead = models.PositiveIntegerField(null=True, blank=True)
    luck = models.IntegerField(null=True, blank=True)
    held = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=REASON_LENGTH)
    won = models.CharField(max_length=9, blank=True)
    whole = models.BooleanField(default=True)
    length = models.PositiveSmallIntegerField()
    margin = models.PositiveSmallIntegerField(default=0)
    band = models.PositiveSmallIntegerField(default=0)
    counted = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["-ended_at", "-game"], name="archive"),
            # With one filter, a list reads what it shows; further filters are tried on each game.
            *(models.Index(fields=[column, "-ended_at", "-game"], name=f"archive_{column}")
              for column in FILTERED),
            models.Index(fields=["ended_at"], name="archive_to_count",
                         condition=models.Q(counted=False)),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id} in the archive"


class ArchiveSums(models.Model):
    """How often each value occurs among the archived games of one game and number of players.

    ``counts`` has the numbers of games by column and value, both as text.
    """

    ruleset = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField(default=0)
    counts = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ruleset", "players"], name="archive_sums_once"),
        ]

    def __str__(self) -> str:
        return f"sums of {self.ruleset} with {self.players} players"
