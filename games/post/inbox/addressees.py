"""Recognition of replies: who sent an email, and which of our emails it answers.

An email is recognised by the token in the address that it was sent to (R13); then its game is
locked.  Only at our desk, whose address everybody knows, anybody can write without a token.  The
kind of a reply chooses its handler (``processing.HANDLERS``).  Test messages of the command
``doctor`` go to an address that only the site itself knows, and have no effect.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.core.validators import validate_email
from django.utils.crypto import salted_hmac

from alexandros_rules import codec
from games.base import locks
from games.models import (
    EmailToken,
    FormerPlayer,
    Game,
    IncomingEmail,
    OutgoingEmail,
    Seat,
    TurnToken,
    User,
)
from games.models.user import ADDRESS_LENGTH
from games.post import email_kinds
from games.post.inbox import tokens
from games.post.inbox.parsing.commands import mentioned
from games.post.inbox.parsing.message_reader import Reading
from games.post.inbox.parsing.own_text import OwnText
from games.post.outbox import bounces

DESK = "play"  # the local part of the address that everybody knows
LENGTH = 26  # hexadecimal digits of the address for test messages

# Kinds of replies.  Any other reply has the kind of the email that it answers, a word without
# spaces.
TURN = "to a turn"
TABLE = "to the table"
FORMER = "of a former player"
MESSAGE = "with a message"
AT_DESK = "at the desk"


def probe_address() -> str:
    """Return the address for test messages; "" on a site that does not receive email."""
    if not settings.REPLY_DOMAIN:
        return ""
    digits = salted_hmac("games.inbox.probe", "probe", algorithm="sha256").hexdigest()[:LENGTH]
    return f"probe-{digits}@{settings.REPLY_DOMAIN.lower()}"


def desk_address() -> str:
    """Return the address to which anybody can write, at first without an account.

    It is "" on a site that does not receive email, or sends its own from that address.
    """
    address = f"{DESK}@{settings.REPLY_DOMAIN.lower()}" if settings.REPLY_DOMAIN else ""
    return "" if address == bounces.bounce_address() else address


def is_probe(address: str) -> bool:
    """Return whether this is the address for test messages."""
    return bool(address) and address.strip().lower() == probe_address()


class Ignored(Exception):
    """An email that has no effect and gets no answer.

    ``code``   why: "unknown-address", "no-sender", "left", or what kind of program sent it (R16).
    ``token`` and ``email``  the row of the token, and the email of ours, in whose address it came.
    """

    def __init__(self, code: str, *, token: TurnToken | None = None,
                 email: OutgoingEmail | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.token = token
        self.email = email


@dataclass(frozen=True, slots=True)
class SeatReply:
    """An email to an address of a seat, for its turn or for talking to its table.

    ``kind``    TURN, TABLE, or FORMER if another person has taken over the seat.
    ``quoted``  the emails of ours that it may quote, as far as we know their texts.
    """

    kind: str
    reading: Reading
    token: TurnToken
    game: Game
    seat: Seat
    user: User
    quoted: tuple[OwnText, ...] = ()
    email: None = None

    @property
    def address(self) -> str:
        """The account's email address, to which answers go."""
        return (self.user.email or "").lower()

    @property
    def is_from_owner(self) -> bool:
        """Whether the reply was sent from the account's email address."""
        return self.reading.sender == self.address

    @property
    def identity(self) -> str:
        """The digest that all copies of the email share, and no other email (R6)."""
        use = "" if self.kind == TURN else "talk:"
        return _identity(f"{use}{self.token.digest}", self.reading)


@dataclass(frozen=True, slots=True)
class EmailReply:
    """A reply to an email that is not about a turn, such as an invitation.

    ``user`` is None if the address of that email belongs to no account.
    """

    reading: Reading
    email: OutgoingEmail
    game: Game | None
    seat: Seat | None
    user: User | None
    token: None = None

    @property
    def kind(self) -> str:
        """MESSAGE if the reply says something to the table, else the kind of the answered email."""
        return self.email.kind if self.reading.talk is None else MESSAGE

    @property
    def address(self) -> str:
        """The address for answers: the user's present one, or the one that our email went to."""
        return ((self.user and self.user.email) or self.email.to).lower()

    @property
    def is_from_owner(self) -> bool:
        """Whether the reply was sent from the address that our email went to."""
        return self.reading.sender in (self.address, self.email.to.lower())

    @property
    def identity(self) -> str:
        """The digest that all copies of the reply share, and no other email (R6)."""
        return _identity(f"email:{self.email.pk}", self.reading)


@dataclass(frozen=True, slots=True)
class DeskEmail:
    """An email to the address that everybody knows, which proves nothing about its sender.

    ``user`` is the one with the sender's address, None if there is none.
    """

    reading: Reading
    user: User | None
    kind: str = AT_DESK
    game: None = None
    seat: None = None
    token: None = None
    email: None = None
    is_from_owner: bool = False

    @property
    def address(self) -> str:
        """The address for answers, which is all that we know of the sender."""
        return self.reading.sender

    @property
    def identity(self) -> str:
        """The digest that all copies of the email share, and no other email (R6)."""
        return _identity(DESK, self.reading)


Reply = SeatReply | EmailReply | DeskEmail


def _identity(about: str, reading: Reading) -> str:
    """Return a digest of the token, the sender, and the Message-ID or else all bytes."""
    return codec.text_digest(f"{about}\n{reading.sender}\n{reading.message_id or reading.digest}")


def owner_of(address: str) -> str:
    """Return the email address of the person whose replies come to this address, or "".

    The addresses that are nobody's, for test messages and at our desk, are their own owners.
    """
    turn_token = tokens.first_token([address]) or tokens.first_talk_token([address])
    if turn_token is not None:
        return (turn_token.user.email or "").lower()
    token = tokens.first_email_token([address])
    if token is None:
        ours = (probe_address(), desk_address())
        return address.strip().lower() if address and address.strip().lower() in ours else ""
    email = OutgoingEmail.objects.select_related("user").get(pk=token.email_id)
    return ((email.user and email.user.email) or email.to).lower()


def may_be_answered(sender: str) -> bool:
    """Return whether we may send an email to this address, which anybody may have given."""
    try:
        validate_email(sender)
    except ValidationError:
        return False
    ours = sender.lower() == bounces.bounce_address() or owner_of(sender)
    return len(sender) <= ADDRESS_LENGTH and not ours


# A prefix of one short word, such as "Re:" and "Antw:", perhaps after a remark in brackets.
_PREFIX = re.compile(
    r"(?:\s*\[[^\]]{1,30}\])*(\s*(?!oo[of]\b|auto\b|away\b|[\u3040-\ud7af]{3})"
    r"[^\W\d_]{1,5}(?:\[\d{1,3}\])?\s*[:\uff1a])?", re.IGNORECASE)


def is_subject_ours(reply: Reply) -> bool:
    """Return whether a program for emails has made the subject from the one of our email.

    Automatic replies have subjects like "Out of office", or put such words before ours.
    """
    rest = reply.reading.subject
    if not isinstance(reply, SeatReply):  # an email of many kinds, with many subjects
        return has_reply_prefix(rest)
    while (prefix := _PREFIX.match(rest)) and prefix[0]:
        rest = rest[prefix.end():]
    return _compared(rest).startswith(_compared(reply.game.name))


def has_reply_prefix(subject: str) -> bool:
    """Return whether a subject begins as a program for emails begins that of a reply: "Re:"."""
    prefix = _PREFIX.match(subject)
    return bool(prefix and prefix[1])


def _compared(text: str) -> str:
    return " ".join(text.split()).casefold()


def recognise(reading: Reading, *, quoted: tuple[OwnText, ...] = ()) -> Reply:
    """Return the reply, with its game and user locked in the caller's transaction.

    Raises Ignored for an email that is not a person's reply to us.
    """
    try:
        return _recognise(reading, quoted)
    except ObjectDoesNotExist:
        # What the address belonged to has been deleted between reading it and locking it.
        raise Ignored("unknown-address") from None


def _recognise(reading: Reading, quoted: tuple[OwnText, ...]) -> Reply:
    turn_token = tokens.first_token(reading.recipients)
    talk_token = None if turn_token else tokens.first_talk_token(reading.recipients)
    email_token = (None if turn_token or talk_token
                   else tokens.first_email_token(reading.recipients))
    if not (turn_token or talk_token or email_token) and bounces.bounce_address() in (
            reading.recipients):
        answered = tokens.of_answered(reading.answered, sender=reading.sender)
        if isinstance(answered, EmailToken):
            email_token = answered
        elif answered is not None and answered.purpose == TurnToken.Purpose.TALK:
            talk_token = answered
        else:
            turn_token = answered
    if reading.is_automatic:
        raise Ignored(reading.reason, token=turn_token or talk_token,
                      email=email_token.email if email_token else None)
    is_for_desk = desk_address() in reading.recipients
    if turn_token is None and talk_token is None and email_token is None and not is_for_desk:
        raise Ignored("unknown-address")
    if not reading.sender:
        raise Ignored("no-sender")
    token = turn_token or talk_token
    if token is not None and _was_replaced(token):
        return SeatReply(FORMER, reading, token, *_lock(token))
    if turn_token is not None:
        return SeatReply(TURN, reading, turn_token, *_locked(turn_token), quoted)
    if talk_token is not None:
        return SeatReply(TABLE, reading, talk_token, *_locked(talk_token))
    return _desk_email(reading) if email_token is None else _email_reply(reading, email_token)


def _was_replaced(token: TurnToken) -> bool:
    """Return whether the token's user has lost the seat and still has an address."""
    if tokens.is_owner(token, token.seat) or not (token.user.is_active and token.user.email):
        return False
    return FormerPlayer.objects.filter(seat=token.seat_id, user=token.user_id).exists()


def _lock(token: TurnToken) -> tuple[Game, Seat, User]:
    game = Game.objects.select_for_update(no_key=True).get(pk=token.seat.game_id)
    user = User.objects.select_for_update(no_key=True).get(pk=token.user_id)
    return game, Seat.objects.get(pk=token.seat_id), user


def _locked(token: TurnToken) -> tuple[Game, Seat, User]:
    """Return the token's game, seat and user, locked; raise Ignored if they lost the seat."""
    game, seat, user = _lock(token)
    if not tokens.is_owner(token, seat) or not user.email:
        raise Ignored("left", token=token)
    return game, seat, user


def _email_reply(reading: Reading, token: EmailToken) -> EmailReply:
    """Return the reply to the email of this token, with the game and the user locked."""
    email = OutgoingEmail.objects.get(pk=token.email_id)
    if email.kind in (email_kinds.DESK, email_kinds.COMMANDS):
        return _command_reply(reading, email)
    games = Game.objects.select_for_update(no_key=True)
    game = games.get(pk=email.game_id) if email.game_id else None
    seat = (Seat.objects.select_related("kept_for").get(pk=email.seat_id)
            if email.seat_id else None)
    people = User.objects.select_for_update(no_key=True)
    user = people.get(pk=email.user_id) if email.user_id else None
    if game is None and user is None:
        # These locks let copies of the reply be handled one after another; so does the token's.
        EmailToken.objects.select_for_update(no_key=True).get(pk=token.pk)
    if user is not None and not user.is_active:
        raise Ignored("closed-account")
    return EmailReply(reading, email, game, seat, user)


def _desk_email(reading: Reading) -> DeskEmail:
    if not may_be_answered(reading.sender):
        raise Ignored("no-sender")
    user = User.objects.filter(email=reading.sender).first()
    if user is not None and not user.is_active:
        raise Ignored("closed-account")
    return DeskEmail(reading, user)


def _command_reply(reading: Reading, email: OutgoingEmail) -> EmailReply:
    """Return the reply with its user, all their tables, and whatever it names, locked."""
    user = email.user or User.objects.filter(email=email.to).first()
    if user is not None:
        if not user.is_active:
            raise Ignored("closed-account", email=email)
        lock_for_commands(user, reading, email)
    return EmailReply(reading, email, None, None, user)


def lock_for_commands(user: User, reading: Reading, email: OutgoingEmail) -> None:
    """Lock a user, their tables, and the tables and people that a reply with commands names.

    Those that are named by the email which the reply confirms count, too.
    """
    confirmed = [text for lines in IncomingEmail.objects.filter(answer=email).values_list(
        "orders", flat=True) for _number, text in lines]
    named = mentioned("\n".join([reading.subject, reading.text, *confirmed]))
    locks.lock_tables_and_person(user, codes=named.codes, addresses=named.addresses)
