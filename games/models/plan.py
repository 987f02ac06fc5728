"""Plans: players' orders for their coming turns, and the result in each turn.

The log does not contain plans: a turn that a plan has played looks there like any other turn,
because nobody but the plan's owner may know of it. ``games.features.plans`` saves and plays plans.
"""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import LoggedMove


class Plan(models.Model):
    """One version of a person's plan for one seat; the active one has no ``ended_at``.

    ``text`` is its canonical form, in which players are called by their colours.  ``grace`` is how
    long it waits at the beginning of a turn; if it waits ``as_usual``, that is drawn anew for each
    turn from how long its owner usually takes, and ``grace`` is 0.  ``made_by`` is whether it was
    given on a page or by email, which the log records for its moves.  ``revision`` counts the
    versions, and ``played`` the turns of this one that have been played.
    """

    class Ending(models.TextChoices):
        CHANGED = "changed", "replaced by another version"
        OFF = "off", "turned off"
        DONE = "done", "played to its end"

    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="plans",
                             db_index=False)  # plan_version begins with it
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE,
                             related_name="plans")
    text = models.TextField()
    grace = models.DurationField(default=timedelta(0))
    as_usual = models.BooleanField(default=False)
    made_by = models.CharField(max_length=10, choices=LoggedMove.Actor.choices)
    revision = models.PositiveIntegerField()
    played = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=10, choices=Ending.choices, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "user", "revision"], name="plan_version"),
            models.UniqueConstraint(fields=["seat", "user"], name="plan_active_once",
                                    condition=models.Q(ended_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"plan {self.pk} for seat {self.seat_id}, version {self.revision}"


class PlanAttempt(models.Model):
    """An attempt to play a plan in one turn, and its result.

    The turn began with row ``number`` of the log; ``step`` is which turn of the plan it is for,
    from 0.  ``due_at`` is when it is to be played, and ``look_at`` when a worker must look at it
    next; None if it is settled.  ``orders`` are the orders that it plays or would have played, and
    ``why`` is the sentence that says why it was not played, in its owner's language.  ``first`` and
    ``last`` are the rows it has played.
    """

    class Outcome(models.TextChoices):
        NEW = "new", "not looked at"
        WAITING = "waiting", "waiting until it is due"
        PLAYED = "played", "played"
        REFUSED = "refused", "could not be played"
        OVERTAKEN = "overtaken", "overtaken by something else"

    OPEN: ClassVar = (Outcome.NEW, Outcome.WAITING)

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="attempts",
                             db_index=False)  # plan_attempt_once begins with it
    step = models.PositiveSmallIntegerField()
    turn = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    outcome = models.CharField(max_length=10, choices=Outcome.choices, default=Outcome.NEW)
    begun_at = models.DateTimeField()
    due_at = models.DateTimeField()
    look_at = models.DateTimeField(null=True, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)
    orders = models.TextField(blank=True)
    why = models.TextField(blank=True)
    first = models.PositiveIntegerField(null=True, blank=True)
    last = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["plan", "number"], name="plan_attempt_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["look_at"], name="plan_attempt_due",
                         condition=models.Q(look_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"attempt {self.pk} of plan {self.plan_id}: {self.outcome}"


class PlanInEmail(models.Model):
    """The plan as an email showed it, so that rendering the email again gives the same bytes.

    An email that did not mention a plan has no row.  ``played`` is how many of the plan's turns had
    been played, and ``outcome`` is the outcome of ``attempt`` as far as it was known.
    """

    email = models.OneToOneField("games.OutgoingEmail", on_delete=models.CASCADE,
                                 related_name="plan_told")
    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="+")
    played = models.PositiveSmallIntegerField(default=0)
    attempt = models.ForeignKey(PlanAttempt, null=True, on_delete=models.CASCADE,
                                related_name="+")
    outcome = models.CharField(max_length=10, blank=True)

    def __str__(self) -> str:
        return f"plan {self.plan_id} in email {self.email_id}"
