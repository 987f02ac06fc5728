"""The decision whether a gateway lets an email in, by its recipient and the quotas.

Only email for a player, or for the desk to which anybody can write, is stored.  A gateway may ask
``check`` before it fetches an email, and hands it over with ``take_in``.  Of the email to the
address we send from, bounces are processed; people who write there learn, at most once a day, where
to write instead, and programs learn nothing (R16).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email import message_from_bytes

from django.conf import settings
from django.db import transaction

from games.models import IncomingEmail, OutgoingEmail
from games.post.inbox import processing, quotas, tokens
from games.post.inbox.addressees import (
    desk_address,
    has_reply_prefix,
    may_be_answered,
    owner_of,
)
from games.post.inbox.parsing import headers, size_limits
from games.post.inbox.parsing.message_reader import NO_ENVELOPE, RECIPIENTS, Envelope
from games.post.inbox.parsing.sandbox import read_in_sandbox
from games.post.outbox import bounces
from games.post.outbox.queue import queue_email

UNREAD = "unread"  # the kind of the email that tells people where to write instead
DAY = timedelta(days=1)

_PROGRAM = re.compile(r"(?:mailer-?daemon|mail-daemon|postmaster|bounces?)(?:[-+.=].*)?(?:@|$)")

log = logging.getLogger(__name__)


class Unread(Exception):
    """A person's email to the address that nobody reads; the message is their address."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """The sender and the recipients of an email, as far as its envelope and header show.

    ``sender``  the envelope's ("" for the null sender of bounces), or else the header's;
    ``senders``  both of them; ``recipients``  the envelope's, or else the header's;
    ``answered``  the Message-IDs of the emails that it answers.
    """

    sender: str
    senders: tuple[str, ...]
    recipients: tuple[str, ...]
    answered: tuple[str, ...]

    @property
    def player(self) -> str:
        """The address of the player whom the email is for, "" if it is for nobody."""
        owners = [owner for owner in map(owner_of, self.recipients) if owner]
        owner = next((each for each in owners if each != desk_address()), "".join(owners[:1]))
        if owner or bounces.bounce_address() not in self.recipients:
            return owner
        # Some programs reply to the sender, whatever our Reply-To says.
        return next((sender for sender in self.senders
                     if tokens.of_answered(self.answered, sender=sender)), "")


def take_in(raw: bytes, *, gateway: str, now: datetime, envelope: Envelope = NO_ENVELOPE,
            network: str = "") -> IncomingEmail | None:
    """Store an email for a player; return None for any other, which has been dealt with.

    ``network`` is where the email comes from ("" if that is unknown).  Raises OverQuota, and
    Unread for a person's email to the address we send from, so that the gateway can reject or
    answer it.
    """
    arrival = _arrival(raw, envelope)
    player = arrival.player
    if player:
        with transaction.atomic():
            quotas.count(_sources(arrival, player, network), size=len(raw), now=now)
            return processing.store(raw, gateway=gateway, now=now, envelope=envelope)
    counted = _sources_of_unread(arrival.sender, network=network)
    _process_bounce(raw, envelope=envelope, counted=counted, now=now)
    return None


def take_in_or_answer(raw: bytes, *, gateway: str, now: datetime,
                      envelope: Envelope = NO_ENVELOPE) -> IncomingEmail | None:
    """Take in an email from a gateway that cannot reject; answer a person who writes to us.

    If there is too much email that nobody reads, it is dropped.
    """
    try:
        return take_in(raw, gateway=gateway, now=now, envelope=envelope)
    except Unread as unread:
        if bounces.bounce_address() in _arrival(raw, envelope).recipients:
            answer_writer(str(unread), now=now)
    except quotas.OverQuota as over:
        if not over.is_for_nobody:
            raise
    return None


def check(header: bytes, *, now: datetime, envelope: Envelope = NO_ENVELOPE,
          network: str = "") -> None:
    """Raise OverQuota if the email with this header would not be taken in."""
    arrival = _arrival(header, envelope)
    player = arrival.player
    counted = (_sources(arrival, player, network) if player
               else _sources_of_unread(arrival.sender, network=network))
    quotas.check(counted, now=now)


def may_be_bounce(sender: str) -> bool:
    """Return whether an email with this sender may be a bounce: "" or the name of a program."""
    return not sender or bool(_PROGRAM.match(sender.strip().lower()))


def answer_writer(sender: str, *, now: datetime) -> OutgoingEmail | None:
    """Tell this address that nobody has read its email, unless we have told it today."""
    if not may_be_answered(sender):
        return None
    with transaction.atomic():
        # Two emails of one person at once get one answer: the count locks a row.
        quotas.count([("answered writer", sender)], size=0, now=now)
        told = OutgoingEmail.objects.filter(kind=UNREAD, to=sender, created_at__gt=now - DAY)
        return None if told.exists() else queue_email(UNREAD, to=sender, now=now)


def _process_bounce(raw: bytes, *, envelope: Envelope, counted: Sequence[quotas.Source],
                    now: datetime) -> None:
    """Process a bounce and forget it; raise Unread for the email of a person, and OverQuota."""
    quotas.check(counted, now=now)
    header = size_limits.header(raw)  # by which a bounce can be recognised
    reading = read_in_sandbox(header, envelope=envelope, own_domain=settings.MAIL_DOMAIN)
    quotas.count(counted, size=len(raw), now=now)
    if reading.reason == "bounce":
        bounces.process_report(raw, now=now)
    # Absence notes name the email that they answer, and have a subject of their own.
    is_note = reading.answered and not has_reply_prefix(reading.subject)
    if not (reading.is_automatic or reading.doubt or is_note):
        raise Unread(reading.sender)


def _sources(arrival: Arrival, player: str, network: str) -> list[quotas.Source]:
    """Return the sources that an email to this player counts for."""
    if player in arrival.senders:
        return [("player", player)]  # nobody else can use up a player's own quota
    own = [("network", network)] if network else []
    if player == desk_address():
        # Only where no network is known for everybody together, or a few could use that up.
        ours = ("newcomers", network) if network else ("unplaced", "")
        senders = [sender for sender in dict.fromkeys(arrival.senders) if sender]
        domains = {sender.rpartition("@")[2] for sender in senders}
        return [*(("newcomer", sender) for sender in senders),
                *(("newcomers at", domain) for domain in domains), ours, *own]
    return [("stranger", arrival.sender), ("strangers", player), *own]


def _sources_of_unread(sender: str, *, network: str) -> list[quotas.Source]:
    """Return the sources that an email to the address we send from counts for."""
    own = [("network", network)] if network else []
    if may_be_bounce(sender):
        return [("bounces", ""), *own]
    return [("writer", sender), ("writers", ""), *own]


def _arrival(raw: bytes, envelope: Envelope) -> Arrival:
    fields = _fields(raw)
    given = tuple(to.strip().lower() for to in envelope.recipients)
    written_by = next(iter(headers.addresses(fields, "from")), "")
    sender = written_by if envelope.sender is None else envelope.sender.strip().lower()
    return Arrival(sender, (sender, written_by), given or headers.addresses(fields, *RECIPIENTS),
                   headers.message_ids(fields, "references", "in-reply-to"))


def _fields(raw: bytes) -> headers.Headers:
    """Return the fields of the header; none if it is too large to be read here (R17)."""
    header = size_limits.header(raw)
    if size_limits.exceeded(header) in size_limits.OF_THE_HEADER:
        return {}
    try:
        return headers.collect(message_from_bytes(header).raw_items())
    except Exception as error:  # noqa: BLE001 - the parser may fail in unknown ways
        log.warning("a header could not be read: %s", type(error).__name__)
        return {}
