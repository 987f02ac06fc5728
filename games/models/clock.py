"""Time: people's playing hours, the clocks of their seats, and stops of all clocks.

These are only the stored values.  ``games.table.clocks`` decides what they mean; how much of a
player's time has passed is computed by ``games.table.clocks.playing_time`` alone.
"""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.fields import AT_ONCE

NOTHING = timedelta(0)


class PlayingHours(models.Model):
    """The times of day at which one person plays, from ``since`` until their next row begins.

    ``opens`` and ``closes`` are minutes after midnight in ``time_zone``; if ``closes`` is not
    later than ``opens``, the hours end on the next day (24 hours if they are equal).
    ``free_weekdays`` has bit 0 set for Monday, bit 6 for Sunday.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="playing_hours",
        db_index=False,  # playing_hours_once begins with it
    )
    since = models.DateTimeField()
    time_zone = models.CharField(max_length=64)
    opens = models.PositiveSmallIntegerField()
    closes = models.PositiveSmallIntegerField()
    free_weekdays = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["user_id", "since"]
        verbose_name_plural = "playing hours"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "since"], name="playing_hours_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["since", "id"], name="playing_hours_newest")]

    def __str__(self) -> str:
        return f"playing hours of user {self.user_id} since {self.since:%Y-%m-%d}"


class Vacation(models.Model):
    """Whole days on which one person's clocks stand still.

    The days are those of the person's calendar.  ``begins_at`` is the beginning of the first
    day, or when they entered it if that was later; ``ends_at`` the end of the last day.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations"
    )
    first_day = models.DateField()
    last_day = models.DateField()
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["begins_at"]
        indexes: ClassVar = [models.Index(fields=["begins_at", "id"], name="vacation_newest")]

    def __str__(self) -> str:
        return f"vacation of user {self.user_id} from {self.first_day} to {self.last_day}"


class ClockStop(models.Model):
    """A period in which all clocks of the site stand still; ``ends_at`` is None until it ends."""

    class Cause(models.TextChoices):
        OUTAGE = "outage", _("the service was down")
        EMAIL = "email", _("no email could be sent")
        OPERATOR = "operator", _("an operator stopped the clocks")

    cause = models.CharField(max_length=10, choices=Cause.choices)
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True, db_index=True)
    reason = models.CharField(max_length=200, blank=True)
    # The id of the last clock whose deadline was computed again since the stop began or ended;
    # None if all were.
    refreshed_to = models.PositiveBigIntegerField(null=True, editable=False)

    class Meta:
        ordering: ClassVar = ["-begins_at"]

    def __str__(self) -> str:
        return f"clocks stopped at {self.begins_at:%Y-%m-%d %H:%M}"


class SeatClock(models.Model):
    """The clock of one person's seat in a game with a pace."""

    seat = models.OneToOneField("games.Seat", on_delete=models.CASCADE, related_name="clock")
    # The playing time that was left when the clock last stopped.
    bank = models.DurationField(default=NOTHING)
    # When the turn began for which the game waits.
    asked_at = models.DateTimeField(null=True, blank=True)
    # When the clock was started; None while it stands still because ``email`` has not left yet or
    # bounced, or because the game is paused.
    since = models.DateTimeField(null=True, blank=True)
    # The turn email.
    email = models.ForeignKey(
        "games.OutgoingEmail", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    # When the clock was first held in this turn because an email bounced.
    held_from = models.DateTimeField(null=True, blank=True)
    # When it starts at the latest, a few days later.
    held_until = models.DateTimeField(null=True, blank=True)
    # When the time may have run out so far that something happens; None while it stands still.
    due_at = models.DateTimeField(null=True, blank=True)
    # When a sweep must look whether the clock is to be started or held; None if that cannot happen
    # before somebody changes the clock (``games.table.seats.time_outs``).
    look_at = models.DateTimeField(null=True, blank=True, default=AT_ONCE, editable=False)
    # When the bank will be empty; None while it stands still.
    deadline = models.DateTimeField(null=True, blank=True)
    # The playing time of this turn before the last start.
    spent = models.DurationField(default=NOTHING)
    reminded = models.BooleanField(default=False)  # whether the player was reminded in this turn
    # How many extensions the player got in this turn.
    extended = models.PositiveSmallIntegerField(default=0)
    extensions = models.PositiveSmallIntegerField(default=0)  # how many extensions are left
    # Turns in time since an extension last came back.
    in_time = models.PositiveSmallIntegerField(default=0)
    # Turns in a row that a stand-in has played.
    missed = models.PositiveSmallIntegerField(default=0)
    wants_pause = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="clock_due",
                         condition=models.Q(due_at__isnull=False)),
            models.Index(fields=["look_at"], name="clock_to_look_at",
                         condition=models.Q(look_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"clock of seat {self.seat_id}"


class TurnTiming(models.Model):
    """The time that one person took for one turn."""

    class Outcome(models.TextChoices):
        IN_TIME = "in time", _("in time")
        EXCUSED = "excused", _("excused")  # with an extension or after a delay of ours
        MISSED = "missed", _("played by a stand-in")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="turn_timings",
        db_index=False,  # timing_of_user begins with it
    )
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    ended_at = models.DateTimeField()  # when the turn was over
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    used = models.DurationField()  # the player's playing time
    took = models.DurationField()  # the time that the others waited
    # Until a sweep has looked for too many turns.
    is_new = models.BooleanField(default=True, editable=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["user", "-ended_at"], name="timing_of_user"),
            models.Index(fields=["ended_at"], name="timing_ended"),
            models.Index(fields=["user"], name="timing_new", condition=models.Q(is_new=True)),
        ]

    def __str__(self) -> str:
        return f"a turn of user {self.user_id}, {self.outcome}"
