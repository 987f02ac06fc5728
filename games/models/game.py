"""Tables, their seats and the log that is the truth about them.

Rows are appended, never changed: the database refuses it (see the migrations).
Everything in ``Game`` and ``Seat`` that follows from the log (``number``, ``turn``,
``to_move``, ``result``, ``score``) is derived and written by ``games.play.event_log``
alone; ``Snapshot`` is a cache that may be deleted at any time.
"""

from __future__ import annotations

import secrets
import string

from django.conf import settings
from django.db import models

CODE_LENGTH = 10
NAME_LENGTH = 80
NOTE_LENGTH = 200
_CODE_LETTERS = string.ascii_lowercase + string.digits


def new_code() -> str:
    """Ten random letters and digits: a game's name in addresses."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_token() -> str:
    """A secret for a link, in lower case so that it survives every mail reader."""
    return secrets.token_hex(16)


class Pace(models.TextChoices):
    """How fast the players of a table are expected to move."""

    LIVE = "live", "live"
    DAY = "day", "one day"
    RELAXED = "relaxed", "relaxed"
    WEEKDAYS = "weekdays", "weekends off"
    NONE = "none", "no hurry"

    @property
    def meaning(self) -> str:
        """What is expected, as the end of a sentence about the players."""
        return {
            Pace.LIVE: "everyone stays at the table until the game is over",
            Pace.DAY: "everyone moves within a day",
            Pace.RELAXED: "everyone moves within three days",
            Pace.WEEKDAYS: "everyone moves within a day, from Monday to Friday",
            Pace.NONE: "everyone takes the time they need",
        }[self]


class Game(models.Model):
    """One table, from its creation to its last row.

    ``pace`` and ``note`` are what its creator tells those who may join.  ``active_at`` is when
    somebody last did something for an open table, and ``warned_at`` when its creator was warned
    that it will be closed (see ``games.lobby.expiry``).
    """

    class Status(models.TextChoices):
        OPEN = "open", "waiting for players"
        RUNNING = "running", "running"
        OVER = "over", "over"
        CANCELLED = "cancelled", "cancelled"

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    ruleset = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    setup = models.TextField(help_text="Canonical JSON of the board's text, players and options.")
    seed = models.BinaryField(max_length=32, default=bytes, editable=False)
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    listed = models.BooleanField("in the lobby", default=False)
    pace = models.CharField(max_length=10, choices=Pace.choices, default=Pace.NONE)
    note = models.CharField("note of its creator", max_length=NOTE_LENGTH, blank=True)
    invite_token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="created_games",
    )
    rematch_of = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch",
    )
    created_at = models.DateTimeField()
    active_at = models.DateTimeField(null=True, blank=True)
    warned_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    number = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    to_move = models.PositiveSmallIntegerField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)

    class Meta:
        indexes = (
            models.Index(fields=["status", "listed", "created_at"], name="game_lobby"),
            models.Index(fields=["status", "moved_at"], name="game_idle"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @property
    def pace_meaning(self) -> str:
        """What its pace asks of the players, as the end of a sentence."""
        return Pace(self.pace).meaning

    @property
    def expired(self) -> bool:
        """Whether it was closed because nobody joined."""
        return self.status == self.Status.CANCELLED and self.warned_at is not None


class Seat(models.Model):
    """One place at a table: a person's, a bot's, or still to be filled.

    ``user`` and ``bot`` exclude each other.  ``name`` is what the log's sentences call
    the seat; it is kept here and never in the log, so that an account can be forgotten.
    ``left_by`` is whose name that is when a bot plays on for somebody who went.  An invited seat
    is kept for the reader of ``invited_email``, or for the person ``kept_for``.
    """

    class Status(models.TextChoices):
        OPEN = "open", "open"
        INVITED = "invited", "invited"
        TAKEN = "taken", "taken"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="seats",
    )
    left_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="seats_left",
    )
    bot = models.CharField(max_length=40, blank=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    kept_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="seats_kept",
    )
    invited_email = models.EmailField(blank=True, db_index=True)
    invite_token = models.CharField(max_length=32, blank=True, db_index=True, editable=False)
    score = models.IntegerField(default=0)

    class Meta:
        ordering = ("game_id", "index")
        constraints = (
            models.UniqueConstraint(fields=["game", "index"], name="seat_once"),
            models.UniqueConstraint(fields=["game", "user"], name="seat_one_a_person"),
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) | models.Q(bot=""), name="seat_user_or_bot"
            ),
        )

    def __str__(self) -> str:
        return f"seat {self.index} of game {self.game_id}: {self.name or self.status}"

    @property
    def called(self) -> str:
        """What sentences call the seat, whoever sits there or nobody."""
        return self.name or f"Seat {self.index + 1}"

    @property
    def gets_no_email(self) -> bool:
        """Whether a guest sits here, whom no email can tell of their turn."""
        return self.user is not None and not self.user.email


class LoggedMove(models.Model):
    """One accepted move and the events it made; never changed, never deleted.

    ``events`` is canonical JSON kept as text, because a JSON column may reorder it and
    break its digest.  ``key`` is the idempotency key its sender gave; all rows of one
    submission share it.
    """

    class Actor(models.TextChoices):
        PAGE = "page", "page"
        MAIL = "mail", "mail"
        BOT = "bot", "bot"
        CLOCK = "clock", "clock"
        OPERATOR = "operator", "operator"
        TABLE = "table", "table"

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rows")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    actor = models.CharField(max_length=10, choices=Actor.choices)
    move = models.TextField()
    events = models.TextField()
    digest = models.CharField(max_length=32)
    chain = models.CharField(max_length=32)
    key = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "games_row"  # the triggers that protect the log name it
        ordering = ("game_id", "number")
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="row_once"),)
        indexes = (models.Index(fields=["game", "key"], name="row_key"),)

    def __str__(self) -> str:
        return f"row {self.number} of game {self.game_id}"


class Snapshot(models.Model):
    """The state after row ``number``, kept so that nobody folds a long log for one move.

    Only a cache: it counts when its digest is the one that row stores, else it is ignored.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="snapshot")
    number = models.PositiveIntegerField()
    state = models.TextField()

    def __str__(self) -> str:
        return f"snapshot of game {self.game_id} at row {self.number}"
