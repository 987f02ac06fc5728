"""The list of the kinds of email that we send, with all properties of each kind.

Email settings, the outbox, notifications on devices, the texts of emails and the settings page all
use this list.  Features add their own kinds (``Feature.email_kinds``).  Emails with codes are not
in the list, because nobody can choose anything about them (``games.post.outbox.codes``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.base import features
from games.models import Game, OutgoingEmail, Seat, User


class Waits(Enum):
    """The time for which an email of a kind may be held until its reader wants email."""

    NEVER = "never"  # it answers its reader or was asked for, so no setting stops it
    FOR_QUIET_HOURS = "quiet hours"  # until their end; it is never part of a digest
    FOR_DIGEST = "digest"  # as the settings say; several of one reader become a digest


class Excess(Enum):
    """The fate of news beyond what one person may cause for a reader (``outbox.budget``)."""

    SENT = "sent"  # the reader must not miss them, and nobody can repeat them
    HELD = "held"  # until there is room; one email then contains all of them
    DROPPED = "dropped"  # the reader's next turn email or the page says the same


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """Emails that somebody has asked for in addition to those about their games."""

    name: str  # in unsubscribe links
    stop: Callable[[User], object]
    offer: str | Promise  # the button that stops them
    done: str | Promise  # the sentence when they have been stopped


def is_replaced(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    """Return whether a bot still plays for the reader, who can take their seat back."""
    return (game.status == Game.Status.RUNNING and bool(seat.bot)
            and email.user_id is not None and seat.left_by_id == email.user_id)


def is_succeeded(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    """Return whether somebody else has the reader's former seat in a running game."""
    return (game.status == Game.Status.RUNNING and email.user_id is not None
            and email.user_id not in (seat.user_id, seat.left_by_id))


def has_seat(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    """Return whether the seat is still the reader's."""
    return email.user_id is not None and seat.user_id == email.user_id


def _plays(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    return has_seat(email, game, seat) and game.status == Game.Status.RUNNING


def _is_to_move(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    return _plays(email, game, seat) and seat.to_move


def _is_asked(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    return _plays(email, game, seat) and bool(seat.asked)


def _has_played(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    return has_seat(email, game, seat) and game.status == Game.Status.OVER


def _may_talk(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    return has_seat(email, game, seat) and game.status != Game.Status.CANCELLED


def _is_expiring(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    return (has_seat(email, game, seat) and game.status == Game.Status.OPEN
            and game.warned_at is not None)


def _has_expired(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    return has_seat(email, game, seat) and game.expired


def _has_news(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    """Return whether the game runs or was cancelled while it ran."""
    return has_seat(email, game, seat) and game.status in (Game.Status.RUNNING,
                                                           Game.Status.CANCELLED)


def _is_invited(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    """Return whether the seat of an open table is kept for the reader."""
    is_theirs = (email.to == seat.invited_email if seat.invited_email
                 else email.user_id is not None and email.user_id == seat.kept_for_id)
    return (game.status == Game.Status.OPEN and seat.status == Seat.Status.INVITED and is_theirs)


def _is_uninvited(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    """Return whether the reader has neither an invitation nor a seat, as if never invited."""
    return not _is_invited(email, game, seat) and not has_seat(email, game, seat)


def _is_waiting(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    return has_seat(email, game, seat) and game.status == Game.Status.OPEN


def _is_listed(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    return _is_waiting(email, game, seat) and game.listed


def _is_cancelled(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    return (has_seat(email, game, seat) and game.status == Game.Status.CANCELLED
            and not game.expired)


def always(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    """Return True: an answer to its reader is true whatever has happened since."""
    return True


def _is_unknown(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class EmailKind:
    """A kind of email.

    ``description``    what such an email is about, on the settings page; "" if it is not listed
    ``content``        the function that writes the content of an outbox row; for our own kinds its
                       name in ``games.post.emails``, which this module must not import
    ``told``           the function for an email that was sent, if ``content`` refuses to write an
                       email that is no longer true
    ``on_reply``       the function that handles a reply to such an email, if a feature has one;
                       for other emails, ``games.post.inbox.processing`` knows the handler
    ``waits``          how long such an email can be held
    ``urgent``         whether readers who want only urgent emails get it
    ``setting``        the column of the email settings that can turn it off
    ``about_turn``     whether it says that it is the reader's turn
    ``on_devices``     whether the reader's devices show a notification of the same news
    ``still_true``     whether such an email is still true, given its game and seat; asked when an
                       email that was held is released, and before every email is sent
    ``excess``         what happens to such news when one person causes too much of them
    ``from_log``       whether its content follows from the game's log, so that operators can
                       compose it again from a record of the game
    ``keeps_address``  whether it never follows its reader to another address
    ``subscription``   what it is part of, if readers ask for it besides emails about games
    """

    name: str
    description: str | Promise = ""
    content: str | Callable[[OutgoingEmail], Any] = ""
    told: str = ""
    on_reply: Callable[..., Any] | None = None
    waits: Waits = Waits.NEVER
    urgent: bool = False
    setting: str = ""
    about_turn: bool = False
    on_devices: bool = False
    still_true: Callable[[OutgoingEmail, Game, Seat], bool] = always
    excess: Excess = Excess.DROPPED
    from_log: bool = False
    keeps_address: bool = False
    subscription: Subscription | None = None

    @property
    def is_chosen(self) -> bool:
        """Whether readers choose in their settings if, and when, they get such an email."""
        return self.waits is not Waits.NEVER


CHAT = "chat"
DESK, COMMANDS = "desk", "commands"  # replies to these can be commands (``inbox.command_emails``)

OWN = (
    # About games in progress and their end.
    EmailKind(name="turn", description=_("it is your turn"), content="notifications.turn",
              told="notifications.told_turn", waits=Waits.FOR_DIGEST, about_turn=True,
              on_devices=True, still_true=_is_to_move, excess=Excess.SENT, from_log=True),
    EmailKind(name="reminder", description=_("your turn is still waiting"),
              content="notifications.turn", told="notifications.told_turn",
              waits=Waits.FOR_DIGEST, urgent=True, setting="remind", about_turn=True,
              on_devices=True, still_true=_is_to_move, excess=Excess.SENT, from_log=True),
    EmailKind(name="extended", description=_("you were given one more day"),
              content="notifications.turn", told="notifications.told_turn",
              waits=Waits.FOR_DIGEST, urgent=True, about_turn=True, still_true=_is_to_move,
              excess=Excess.SENT, from_log=True),
    EmailKind(name="asked", description=_("somebody makes you an offer"),
              content="notifications.asked", told="notifications.told_asked",
              waits=Waits.FOR_DIGEST, setting="offers", on_devices=True, still_true=_is_asked,
              from_log=True),
    EmailKind(name="stood-in", description=_("a bot played your turn"),
              content="notifications.stood_in", waits=Waits.FOR_DIGEST, urgent=True,
              still_true=_plays,
              from_log=True),
    EmailKind(name="table", description=_("news about a table"), content="notifications.table",
              waits=Waits.FOR_DIGEST, still_true=_has_news,
              from_log=True),
    EmailKind(name="started", description=_("the game has begun"),
              content="notifications.started", waits=Waits.FOR_DIGEST, still_true=_plays,
              from_log=True),
    EmailKind(name="left", description=_("somebody has left the game"),
              content="notifications.table", waits=Waits.FOR_DIGEST, still_true=_plays,
              from_log=True),
    EmailKind(name="over", description=_("the game is over"), content="notifications.over",
              waits=Waits.FOR_DIGEST, on_devices=True, still_true=_has_played,
              excess=Excess.SENT, from_log=True),
    EmailKind(name="digest", description=_("several updates in one email"),
              content="notifications.digest", from_log=True),
    # About seats that somebody has lost, and tables that have not started.
    EmailKind(name="replaced", description=_("a bot plays for you"),
              content="notifications.replaced", waits=Waits.FOR_QUIET_HOURS, urgent=True,
              still_true=is_replaced, from_log=True),
    EmailKind(name="deserted", description=_("everybody has left a game"),
              content="notifications.deserted", waits=Waits.FOR_QUIET_HOURS, urgent=True,
              still_true=is_replaced, from_log=True),
    EmailKind(name="succeeded", description=_("somebody else has your seat"),
              content="notifications.succeeded", waits=Waits.FOR_QUIET_HOURS, urgent=True,
              still_true=is_succeeded, from_log=True),
    EmailKind(name="expiring", description=_("nobody has joined the table yet"),
              content="notifications.expiring", waits=Waits.FOR_QUIET_HOURS, urgent=True,
              still_true=_is_expiring, from_log=True),
    EmailKind(name="expired", description=_("the table was closed, because nobody joined"),
              content="notifications.expired", waits=Waits.FOR_QUIET_HOURS,
              still_true=_has_expired, from_log=True),
    EmailKind(name="cancelled", description=_("a table was cancelled before the start"),
              content="notifications.cancelled", waits=Waits.FOR_QUIET_HOURS, urgent=True,
              still_true=_is_cancelled, excess=Excess.SENT, from_log=True),
    EmailKind(name="uninvited", description=_("an invitation is no longer open"),
              content="notifications.uninvited", waits=Waits.FOR_QUIET_HOURS,
              still_true=_is_uninvited, from_log=True),
    EmailKind(name="listed", description=_("your table is in the lobby now"),
              content="notifications.listed", waits=Waits.FOR_QUIET_HOURS,
              still_true=_is_listed, from_log=True),
    EmailKind(name="freed", description=_("a seat at your table is free again"),
              content="notifications.freed", waits=Waits.FOR_QUIET_HOURS,
              still_true=_is_waiting, from_log=True),
    # Messages at a table, for those who want them at once.
    EmailKind(name=CHAT, description=_("what was said at the table"), content="notifications.chat",
              waits=Waits.FOR_QUIET_HOURS, urgent=True, still_true=_may_talk, excess=Excess.HELD),
    # Invitations, and replies to people's emails and requests.
    EmailKind(name="invitation", description=_("an invitation"),
              content="notifications.invitation", still_true=_is_invited,
              from_log=True),
    EmailKind(name="receipt", description=_("your orders have been played"),
              content="responses.receipt"),
    EmailKind(name="refusal", description=_("your orders were not played"),
              content="responses.refusal"),
    EmailKind(name="answer", description=_("the information you asked for"),
              content="responses.answer"),
    EmailKind(name="confirm", description=_("please confirm"), content="responses.confirm"),
    EmailKind(name="said", description=_("you have said something"), content="notifications.said"),
    EmailKind(name="accepted", description=_("you have accepted an invitation"),
              content="responses.accepted"),
    EmailKind(name="declined", description=_("you have declined an invitation"),
              content="responses.declined"),
    EmailKind(name="signpost", description=_("about a reply that took no effect"),
              content="responses.signpost"),
    EmailKind(name="unread", description=_("nobody has read your email"),
              content="responses.unread"),
    EmailKind(name=DESK, description=_("please confirm what you wrote to us"),
              content="command_answers.desk"),
    EmailKind(name=COMMANDS, description=_("what has come of your commands"),
              content="command_answers.commands"),
    EmailKind(name="moved", description=_("your address was changed"),
              content="notifications.moved", keeps_address=True),
    EmailKind(name="test", content="notifications.test"),
)
ABOUT_TURNS = tuple(kind.name for kind in OWN if kind.about_turn)


def every() -> Mapping[str, EmailKind]:
    """Return all kinds by their names, those of features included."""
    return _every(tuple(settings.FEATURES))


def kind_of(name: str) -> EmailKind:
    """Return the kind with this name.

    An email with a code, or of a feature that was removed, has an unknown kind: it is sent at once
    or, if it was held, not at all.
    """
    return every().get(name) or EmailKind(name=name, still_true=_is_unknown)


@cache
def _every(packages: tuple[str, ...]) -> Mapping[str, EmailKind]:
    kinds = [*OWN, *(kind for feature in features.features() for kind in feature.email_kinds)]
    return {kind.name: kind for kind in kinds}
