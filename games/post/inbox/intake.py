"""Decides whether a gateway lets an email in: for whom it is, and whether there is too much.

Only email for a player is stored; see ``sender_address`` for the address we send from.  A gateway
may ask ``check`` before it fetches an email, and hands it over with ``take_in``.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes

from django.db import transaction

from games.models import IncomingEmail
from games.post.inbox import incoming, quotas, sender_address
from games.post.inbox.parsing import headers, size_limits
from games.post.inbox.parsing.message_reader import NO_ENVELOPE, RECIPIENTS, Envelope
from games.post.inbox.recognition import owner_of
from games.post.outbox import bounces

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Arrival:
    """From whom an email is and for whom, as far as its envelope and header show.

    ``sender``  the envelope's ("" for the null sender of bounces), or else the header's;
    ``senders``  both of them; ``recipients``  the envelope's, or else the header's.
    """

    sender: str
    senders: tuple[str, ...]
    recipients: tuple[str, ...]

    @property
    def player(self) -> str:
        """The address of the player that it is for, "" if it is for none."""
        return next(filter(None, map(owner_of, self.recipients)), "")


def take_in(raw: bytes, *, gateway: str, now: datetime, envelope: Envelope = NO_ENVELOPE,
            network: str = "") -> IncomingEmail | None:
    """Store an email for a player; None for any other, which has been dealt with.

    ``network`` is where it comes from ("" if that is unknown).  Raises OverQuota, and Unread for a
    person's email to the address we send from.
    """
    arrival = _arrival(raw, envelope)
    player = arrival.player
    if player:
        with transaction.atomic():
            quotas.count(_sources(arrival, player, network), size=len(raw), now=now)
            return incoming.store(raw, gateway=gateway, now=now, envelope=envelope)
    counted = sender_address.sources(arrival.sender, network=network)
    sender_address.receive(raw, envelope=envelope, counted=counted, now=now)
    return None


def take_in_or_answer(raw: bytes, *, gateway: str, now: datetime,
                      envelope: Envelope = NO_ENVELOPE) -> IncomingEmail | None:
    """Like ``take_in``, for gateways that cannot reject: a person who writes to us is answered.

    Email that nobody reads is dropped when there is too much of it.
    """
    try:
        return take_in(raw, gateway=gateway, now=now, envelope=envelope)
    except sender_address.Unread as unread:
        if bounces.bounce_address() in _arrival(raw, envelope).recipients:
            sender_address.answer(str(unread), now=now)
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
               else sender_address.sources(arrival.sender, network=network))
    quotas.check(counted, now=now)


def _sources(arrival: Arrival, player: str, network: str) -> list[quotas.Source]:
    """What an email to this player counts for: their own replies do not depend on others'."""
    if player in arrival.senders:
        return [("player", player)]
    own = [("network", network)] if network else []
    return [("stranger", arrival.sender), ("strangers", player), *own]


def _arrival(raw: bytes, envelope: Envelope) -> Arrival:
    fields = _fields(raw)
    given = tuple(to.strip().lower() for to in envelope.recipients)
    written_by = next(iter(headers.addresses(fields, "from")), "")
    sender = written_by if envelope.sender is None else envelope.sender.strip().lower()
    return Arrival(sender, (sender, written_by), given or headers.addresses(fields, *RECIPIENTS))


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
