"""Ratings of people, and what they follow from: rated games and the parts of their players."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game

NAME_LENGTH = 40  # of a game or a bot


class RatedPlayer(models.Model):
    """A person as the ratings know them; ``user`` is None if their account was deleted.

    The number of the row stays, so the ratings of their opponents stay what they were.  ``hidden``
    is whether they want nobody to see their rating; then they play unrated.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True,
                                blank=True, related_name="rated_player")
    hidden = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"rated player {self.pk}"


class RatedGame(models.Model):
    """A rated game, from when it begins.

    ``why`` says why it does not count for ratings ("" if it counts; see
    ``games.features.ratings.facts``).  An operator has taken it out ``because`` of foul play if
    ``voided_at`` is set.  ``folded`` is whether the stored ratings agree with this row.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="rating")
    ruleset = models.CharField(max_length=NAME_LENGTH)
    players = models.PositiveSmallIntegerField()
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=20, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)
    because = models.CharField(max_length=200, blank=True)
    folded = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["ended_at", "game"], name="rated_game_order",
                         condition=models.Q(ended_at__isnull=False, why="")),
            models.Index(fields=["ended_at", "game"], name="rated_game_to_fold",
                         condition=models.Q(ended_at__isnull=False, why="", folded=False)),
            models.Index(fields=["voided_at"], name="rated_game_voided",
                         condition=models.Q(voided_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"rating of game {self.game_id}"


class RatedSeat(models.Model):
    """A seat of a rated game that counts, and what the game has changed for its player.

    ``player`` is whoever began the game there; a bot has the ``points`` of its measured strength.
    ``rank`` is 1 for the best, and ``lost_at`` when a bot took the seat because of time, for good.

    The other columns are computed.  ``games`` counts the rated games of the person in ``after``,
    and ``weight`` is None for a bot, and as long as the game is not in the ratings.  ``why`` says
    why the game has changed nothing for this person.
    """

    rated = models.ForeignKey(RatedGame, on_delete=models.CASCADE, related_name="seats",
                              db_index=False)  # rated_seat_once begins with it
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(RatedPlayer, on_delete=models.PROTECT, null=True, blank=True,
                               related_name="seats")
    points = models.IntegerField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    lost_at = models.DateTimeField(null=True, blank=True)

    mu_before = models.FloatField(null=True, blank=True)
    sigma_before = models.FloatField(null=True, blank=True)
    mu_after = models.FloatField(null=True, blank=True)
    sigma_after = models.FloatField(null=True, blank=True)
    games = models.PositiveIntegerField(null=True, blank=True)
    weight = models.FloatField(null=True, blank=True)
    why = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering: ClassVar = ["rated_id", "index"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rated", "index"], name="rated_seat_once"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of rated game {self.rated_id}"


class Rating(models.Model):
    """A person's present rating in one game with one number of players.

    ``games`` are those in it, the latest of which ended ``at``.  ``standing`` is the number by
    which lists are sorted.  The rating is shown until ``firm_until`` (None: not yet).
    """

    player = models.ForeignKey(RatedPlayer, on_delete=models.CASCADE, related_name="ratings",
                               db_index=False)  # rating_once begins with it
    ruleset = models.CharField(max_length=NAME_LENGTH)
    players = models.PositiveSmallIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    at = models.DateTimeField()
    standing = models.FloatField()
    firm_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "ruleset", "players"], name="rating_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["ruleset", "players", "-standing"], name="rating_ladder",
                         condition=models.Q(firm_until__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"rating of player {self.player_id} in {self.ruleset} with {self.players} players"


class SeenAt(models.Model):
    """A network or a browser from which a member has acted, and the last day on which they did.

    Of both there is only a keyed hash, the ``mark``: it tells whether two members share one.
    """

    class Kind(models.TextChoices):
        NETWORK = "network", "network"
        BROWSER = "browser", "browser"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+",
                             db_index=False)  # seen_at_once begins with it
    kind = models.CharField(max_length=10, choices=Kind)
    mark = models.CharField(max_length=16)
    seen_at = models.DateTimeField()  # the beginning of the day

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "kind", "mark"], name="seen_at_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["seen_at"], name="seen_at_old")]

    def __str__(self) -> str:
        return f"{self.kind} of user {self.user_id}"


class RatingInEmail(models.Model):
    """What an email has said about ratings, which may be computed anew afterwards."""

    email = models.OneToOneField("games.OutgoingEmail", on_delete=models.CASCADE,
                                 related_name="rating")
    told = models.JSONField()

    def __str__(self) -> str:
        return f"ratings in email {self.email_id}"
