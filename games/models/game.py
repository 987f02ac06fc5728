"""Games, their seats and the event log.

The log is the source of truth: its rows are only ever appended, and triggers in the database
refuse to change one, or to delete one that was not imported (see the migrations).  The columns of
``Game`` and ``Seat`` that follow from it (``number``, ``turn``, ``to_move``, ``result``,
``score``) are written by ``games.table.play.event_log`` alone.  ``Snapshot`` is a cache that may be
deleted at any time.
"""

from __future__ import annotations

import secrets
import string
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce, Lower
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models.fields import AT_ONCE, HashField
from games.models.setup import StoredSetup, complete

CODE_LENGTH = 10
NAME_LENGTH = 80
ASKED_LENGTH = 64  # of the key of what is offered to a seat
NOTE_LENGTH = 200
_CODE_LETTERS = string.ascii_lowercase + string.digits


def new_code() -> str:
    """Return ten random letters and digits that identify a game in URLs."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_token() -> str:
    """Return a random secret for a link.

    Lower case, because some email programs change the case.
    """
    return secrets.token_hex(16)


class Pace(models.TextChoices):
    """Paces: how quickly the players of a game are expected to move."""

    LIVE = "live", gettext_lazy("live")
    DAY = "day", gettext_lazy("one day")
    RELAXED = "relaxed", gettext_lazy("relaxed")
    WEEKDAYS = "weekdays", gettext_lazy("weekends off")
    NONE = "none", gettext_lazy("no clock")


class Reliability(models.TextChoices):
    """Degrees of reliability that a table can require of its players."""

    ANY = "", gettext_lazy("everybody")
    MOSTLY = "mostly", gettext_lazy("people who play mostly in time")
    ALWAYS = "always", gettext_lazy("people who always play in time")


class Match(models.TextChoices):
    """Parts that a game can have in a match, and how the match goes on after the first."""

    NONE = "", gettext_lazy("no match")
    FIRST = "first", gettext_lazy("first game, the second is still to come")
    CONTINUED = "continued", gettext_lazy("first game, the second has begun")
    BROKEN_OFF = "broken off", gettext_lazy("first game, there is no second")
    SECOND = "second", gettext_lazy("second game")


class Game(models.Model):
    """One game, from the open table to the last move."""

    class Status(models.TextChoices):
        OPEN = "open", "waiting for players"
        RUNNING = "running", "running"
        OVER = "over", "over"
        CANCELLED = "cancelled", "cancelled"

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    ruleset = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    setup = models.ForeignKey(StoredSetup, on_delete=models.PROTECT, related_name="games",
                              db_index=False)  # setups are never deleted
    seed = models.BinaryField(max_length=32, default=bytes, editable=False)
    # The SHA-256 of the seed.
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    listed = models.BooleanField("in the lobby", default=False)
    # Tells people what to expect before they join, as ``note`` does.
    pace = models.CharField(max_length=10, choices=Pace.choices, default=Pace.NONE)
    # The playing time of each player at the start; a game without a clock has zeros.
    bank_at_start = models.DurationField(default=timedelta(0))
    # What each turn adds, up to ``bank_limit``.
    bank_per_turn = models.DurationField(default=timedelta(0))
    bank_limit = models.DurationField(default=timedelta(0))
    # The playing time after the end of the bank before anything happens.
    grace = models.DurationField(default=timedelta(0))
    # Since when the players have paused the game.
    paused_at = models.DateTimeField(null=True, blank=True)
    # Since when it rests because all its people have left.
    deserted_at = models.DateTimeField(null=True, blank=True)
    # Who may sit down uninvited (``games.table.clocks.reliability``).
    required_reliability = models.CharField(max_length=10, choices=Reliability.choices, blank=True,
                                            default=Reliability.ANY)
    # Whether people who have hardly played yet may sit down uninvited.
    newcomers = models.BooleanField("newcomers may join", default=True)
    note = models.CharField("note of its creator", max_length=NOTE_LENGTH, blank=True)
    invite_token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="created_games",
    )
    rematch_of = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematches",
    )
    # Which of the two games of a match it is.
    match = models.CharField(max_length=10, choices=Match.choices, blank=True, default=Match.NONE)
    # The first game of the match, if this is the second.
    match_of = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="second_game",
    )
    # Such a game has exactly the options for rated games, so that all of them can be compared.
    rated = models.BooleanField(default=False)
    # The service has arranged it for a competition, in which the other players count on it.
    arranged = models.BooleanField("arranged for a competition", default=False)
    # What is hidden stays hidden after the end until it is unsealed, because the same cards are
    # played at other tables. A sealed game is never listed.
    sealed = models.BooleanField(default=False)
    # When that was. Emails of such a game never tell more than before (R2).
    unsealed_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Whether the service found its players for each other (``games.models.pool``).
    found = models.BooleanField(default=False, editable=False)
    # Its creator has imported it from a file. Nobody has played it here, so it counts for nothing
    # and is never listed, and its creator can delete it.
    imported = models.BooleanField(default=False)
    # Emails about a rated game list the legal orders instead.
    suggested_turns = models.BooleanField("suggested turns in emails", default=True)
    # The game from whose position after row ``origin_number`` it goes on
    # (``games.table.play.continued_games``). Not everybody who plays it may see that game.
    origin = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="continuations",
        db_index=False,  # ``game_origin`` has those with a value
    )
    origin_number = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()
    # When somebody last did something at the open table.
    active_at = models.DateTimeField(null=True, blank=True)
    # When its creator was told that the table will be closed.
    warned_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # When a sweep last told a worker that a bot is to move.
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)
    # When the game ended, or the last email about it was queued after that, as long as emails,
    # tokens and the like are left over (``games.table.play.ended_games``).
    untidy_since = models.DateTimeField(null=True, blank=True, editable=False)

    number = models.PositiveIntegerField(default=0)  # the number of the last row of the log
    turn = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True, blank=True)

    class Meta:
        indexes = (
            models.Index(fields=["status", "listed", "created_at"], name="game_lobby"),
            models.Index(fields=["status", "moved_at"], name="game_idle"),
            models.Index(fields=["paused_at"], name="game_paused",
                         condition=models.Q(status="running", paused_at__isnull=False)),
            models.Index(fields=["deserted_at"], name="game_resting",
                         condition=models.Q(status="running", deserted_at__isnull=False)),
            models.Index(Coalesce("active_at", "created_at"), name="table_to_warn",
                         condition=models.Q(status="open", warned_at__isnull=True)),
            models.Index(fields=["warned_at"], name="table_to_close",
                         condition=models.Q(status="open", warned_at__isnull=False)),
            models.Index(fields=["untidy_since"], name="game_untidy",
                         condition=models.Q(untidy_since__isnull=False)),
            models.Index(fields=["finished_at"], name="match_to_continue",
                         condition=models.Q(status="over", match="first")),
            models.Index(fields=["origin"], name="game_origin",
                         condition=models.Q(origin__isnull=False)),
            models.Index(fields=["created_at", "id"], name="game_newest"),
            models.Index(Lower("name"), name="game_name"),
        )
        constraints = (
            models.CheckConstraint(condition=~models.Q(sealed=True, listed=True),
                                   name="game_sealed_unlisted"),
            models.CheckConstraint(
                condition=models.Q(imported=False)
                | models.Q(listed=False, rated=False, arranged=False),
                name="game_imported_apart"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @property
    def has_clock(self) -> bool:
        """Whether the players' time can run out."""
        return bool(self.bank_per_turn)

    @property
    def is_contest(self) -> bool:
        """Whether its result counts for ratings or a competition, so that nobody gets advice."""
        return self.rated or self.arranged

    @property
    def suggests_turns(self) -> bool:
        """Whether emails about the game suggest turns."""
        return self.suggested_turns and not self.is_contest

    @property
    def is_revealed(self) -> bool:
        """Whether all hands and the seed may be shown: the game is over and not sealed."""
        return self.status == self.Status.OVER and not self.sealed

    @property
    def expired(self) -> bool:
        """Whether the table was closed because nobody joined."""
        return self.status == self.Status.CANCELLED and self.warned_at is not None


class Seat(models.Model):
    """One seat of a game: a user's, a bot's, or still to be filled; never a user's and a bot's."""

    class Status(models.TextChoices):
        OPEN = "open", "open"
        INVITED = "invited", "invited"
        TAKEN = "taken", "taken"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats",
                             db_index=False)  # seat_once begins with it
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="seats",
    )
    # Who left the seat to a bot, which keeps their name.
    left_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="seats_left",
    )
    # When they left, also if their account has been deleted since.
    left_at = models.DateTimeField(null=True, blank=True)
    # From when the lobby offers the seat; whoever has the link with ``takeover_token`` may take
    # it, too.
    offered_at = models.DateTimeField(null=True, blank=True)
    takeover_token = models.CharField(max_length=32, blank=True, editable=False)
    bot = models.CharField(max_length=40, blank=True)
    # Stands here and never in the log, so that an account can be deleted.
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    # The user for whom an invited seat is reserved, or else the reader of ``invited_email``.
    kept_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="seats_kept",
    )
    invited_email = models.EmailField(blank=True, db_index=True)  # in lower case
    invite_token = models.CharField(max_length=32, blank=True, db_index=True, editable=False)
    score = models.IntegerField(default=0)
    # Whether the game waits for the seat; it may wait for several.
    to_move = models.BooleanField(default=False)
    # The bot that plays the rest of this turn because the player's time has run out.
    stand_in = models.CharField(max_length=40, blank=True)
    # Whether orders are accepted although the game does not wait.
    may_act = models.BooleanField(default=False)
    # The key of what is offered to a seat that may act (``alexandros_rules.ruleset.Status``), ""
    # for nothing.
    asked = models.CharField(max_length=ASKED_LENGTH, blank=True, editable=False)
    # Whether a bot in the seat has yet to look at the offer.
    unanswered = models.BooleanField(default=False, editable=False)
    # The key of the offer that the bot has looked at, as long as that may still stand.
    heard = models.CharField(max_length=ASKED_LENGTH, blank=True, editable=False)
    # Whether the bots do not play because all people have left.
    rests = models.BooleanField(default=False, editable=False)
    # When a sweep must look whether to remind the player in a game without a clock; None if it has
    # done so in this turn (``games.post.outbox.reminders``).
    remind_at = models.DateTimeField(null=True, default=AT_ONCE, editable=False)

    class Meta:
        ordering = ("game_id", "index")
        constraints = (
            models.UniqueConstraint(fields=["game", "index"], name="seat_once"),
            models.UniqueConstraint(fields=["game", "user"], name="seat_one_a_person"),
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) | models.Q(bot=""), name="seat_user_or_bot"
            ),
        )
        indexes = (
            models.Index(fields=["offered_at"], name="seat_offered",
                         condition=models.Q(offered_at__isnull=False)),
            models.Index(fields=["game"], name="seat_free",
                         condition=models.Q(status="open")),
            models.Index(Lower("name"), name="seat_name"),
            models.Index(fields=["game"], name="seat_bot_to_move",
                         condition=models.Q(to_move=True, rests=False)
                         & ~models.Q(bot="", stand_in="")),
            models.Index(fields=["game"], name="seat_bot_asked",
                         condition=models.Q(unanswered=True, rests=False) & ~models.Q(bot="")),
            models.Index(fields=["remind_at"], name="seat_to_remind",
                         condition=models.Q(remind_at__isnull=False)),
        )

    def __str__(self) -> str:
        return f"seat {self.index} of game {self.game_id}: {self.name or self.status}"

    @property
    def called(self) -> str:
        """The name to use for the seat in sentences, whether or not it is taken."""
        return self.name or _("Seat %(number)s") % {"number": self.index + 1}

    @property
    def may_order(self) -> bool:
        """Whether orders for the seat can be given now, in its turn or out of turn."""
        return self.to_move or self.may_act

    @property
    def is_vacant(self) -> bool:
        """Whether a bot keeps the seat for a person who has left it."""
        return bool(self.bot) and self.left_at is not None

    @property
    def gets_no_email(self) -> bool:
        """Whether the player is a guest without an address, who gets no turn emails."""
        return self.user is not None and not self.user.email and not self.user.is_bot


class FormerPlayer(models.Model):
    """Somebody whose seat another person has taken over while the game was running.

    ``user`` is None if their account was deleted.  ``name`` is the seat's name until then,
    ``number`` the log row with which it changed hands, and ``replaced_at`` when.

    The seat's next former player or, without one, its present player is the successor.  They have
    played only from that row on, so the result of the game must never count against them.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="former_players",
                             db_index=False)  # former_player_once begins with it
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="seats_lost",
    )
    name = models.CharField(max_length=NAME_LENGTH)
    number = models.PositiveIntegerField()
    replaced_at = models.DateTimeField()

    class Meta:
        ordering = ("seat_id", "number")
        constraints = (
            models.UniqueConstraint(fields=["seat", "number"], name="former_player_once"),
        )
        indexes = (models.Index(fields=["replaced_at", "id"], name="former_player_newest"),
                   models.Index(Lower("name"), name="former_player_name"))

    def __str__(self) -> str:
        return f"{self.name} in seat {self.seat_id} until row {self.number}"


class LoggedMove(models.Model):
    """One row of the log: an accepted move and the events it produced.

    ``events`` is canonical JSON stored as text, because a JSON column may reorder it and so
    break its digest.  ``stored_events`` is the same text, but may name the game's setup instead
    of repeating its board (see ``games.models.setup``).  ``key`` is the sender's idempotency key
    in a short form (see ``games.table.play.turns``); all rows of one submission share it.  Only
    rows with the actor ``IMPORT`` can be deleted.
    """

    class Actor(models.TextChoices):
        PAGE = "page", "page"
        MAIL = "mail", "email"
        API = "api", "a program of the player"
        BOT = "bot", "bot"
        CLOCK = "clock", "clock"
        OPERATOR = "operator", "operator"
        TABLE = "table", "table"
        IMPORT = "import", "whoever has imported the game"

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rows",
                             db_index=False)  # row_once begins with it
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    actor = models.CharField(max_length=10, choices=Actor.choices)
    move = models.TextField()
    stored_events = models.TextField(db_column="events")
    digest = HashField()
    chain = HashField()
    key = models.CharField(max_length=12, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "games_row"  # the triggers that protect the log name it
        ordering = ("game_id", "number")
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="row_once"),)
        indexes = (
            # Rows that no player and no bot has caused: a list of them must not read the whole log.
            models.Index(fields=["actor", "id"], name="row_of_service",
                         condition=models.Q(actor__in=["clock", "operator", "table"])),
        )

    def __str__(self) -> str:
        return f"row {self.number} of game {self.game_id}"

    @property
    def events(self) -> str:
        """The events as the rules have given them."""
        return complete(self.stored_events)

    @classmethod
    def last_of_seat(cls) -> models.QuerySet[LoggedMove]:
        """Return a subquery for queries of seats: the last row about the seat.

        It is the seat's own move, or says, for example, that somebody has taken it over or back.
        """
        about = cls.objects.filter(game=models.OuterRef("game"), seat=models.OuterRef("index"))
        return about.order_by("-number")[:1]


class Snapshot(models.Model):
    """The state after row ``number``, so that a move need not replay a long log.

    Only a cache: it is ignored unless its digest is the one stored in the last row.  Rows from
    outside the rules do not change it, so ``number`` may be older than they are.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="snapshot")
    number = models.PositiveIntegerField()
    state = models.TextField()

    def __str__(self) -> str:
        return f"snapshot of game {self.game_id} at row {self.number}"
