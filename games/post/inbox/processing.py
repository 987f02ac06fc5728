"""The life of an incoming email: stored, acknowledged, and later processed by a worker.

``store`` encrypts and stores an email in the gateway's own transaction.  ``process`` claims the
email for a lease, parses it in a sandbox and then, in one transaction, recognises the reply, lets
the handler of its kind act, queues the answer, records the result and deletes the text of the
email.  ``sweep`` finds abandoned emails.

Addresses, quoted texts and links of an email contain tokens, in any encoding.  While the email
waits, only the site's secret can decrypt it, so nobody who reads the database or a backup can use
the tokens; in columns that are kept for longer they are masked (R13).
"""

from __future__ import annotations

import base64
import json
import logging
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, gettext_noop

from alexandros_rules.errors import Refusal
from games.base import (
    counters,
    failures,
    fault_points,
    features,
    log_context,
    retention,
    task_queue,
)
from games.base.plain_text import one_line, storable
from games.base.refusals import Missing
from games.models import EmailToken, IncomingEmail, OutgoingEmail, TurnToken, User
from games.people import languages
from games.post import email_kinds
from games.post.inbox import (
    addressees,
    answers,
    command_emails,
    email_replies,
    quotas,
    table_talk,
    tokens,
    turn_replies,
)
from games.post.inbox.addressees import EmailReply, Ignored, Reply, SeatReply
from games.post.inbox.answers import FAULT, NO_ANSWER, QueuedAnswer, Result
from games.post.inbox.parsing import html_text, size_limits
from games.post.inbox.parsing.message_reader import NO_ENVELOPE, Envelope, Reading
from games.post.inbox.parsing.own_text import OwnText, own_text
from games.post.inbox.parsing.sandbox import read_in_sandbox
from games.post.outbox import bounces
from games.post.outbox.delivery import Obsolete

MAX_ATTEMPTS = 5
VOUCHED = "vouched"  # the outcome of an email whose owner says that no program has sent it
NOT_OURS = "other-subject"  # the outcome of an email that does not look like a reply
# Why an email was ignored that a person may have sent after all.
PERHAPS_PERSONS = frozenset(("auto-reply", "list", "calendar", "reaction", NOT_OURS))
MAX_EMAILS = 6  # of ours that a reply may quote
MAX_ADDRESS_LENGTH = 320
MAX_MESSAGE_ID_LENGTH = 998
MAX_OUTCOME_LENGTH = 40

_SEAL = b"gAAAA"  # the beginning of everything that Fernet encrypts
MASK = "…"
_ADDRESS = re.compile(r"((?:turn|reply|talk)-)[a-z2-7]{32}", re.IGNORECASE)
_AFTER = re.compile(  # the beginning of a token too, where a line was broken
    r"((?:turn|reply|talk)-|/(?:turn|invitation|unsubscribe|keep|calendar)/|/shared/[a-z0-9]+/)[\w:=-]{6,}",
    re.IGNORECASE,
)
_ALONE = re.compile(r"\b[a-z0-9]{32}\b", re.IGNORECASE)

# Renders the text and the HTML of an email; raises Obsolete if they are no longer known.
Render = Callable[[OutgoingEmail], tuple[str, str]]
Status = IncomingEmail.Status

log = logging.getLogger(__name__)


class WrongKey(Exception):
    """An email that was sealed with a secret that this process does not have."""


@dataclass(frozen=True, slots=True)
class OpenedMessage:
    """An email as it arrived, and the envelope's recipients; None if they were not sealed."""

    raw: bytes
    recipients: tuple[str, ...] | None


def seal(raw: bytes, *, recipients: Sequence[str]) -> bytes:
    """Return the email and its recipients, encrypted."""
    return _keys().encrypt(json.dumps(list(recipients)).encode() + b"\n" + raw)


def unseal(sealed: bytes) -> OpenedMessage:
    """Return the email that was sealed, or raise WrongKey."""
    if not sealed.startswith(_SEAL):  # from a gateway of an older version that is still running
        return OpenedMessage(sealed, None)
    try:
        recipients, _, raw = _keys().decrypt(sealed).partition(b"\n")
    except InvalidToken:
        raise WrongKey from None
    return OpenedMessage(raw, tuple(json.loads(recipients)))


def _keys() -> MultiFernet:
    """Return the keys derived from the site's secrets, the current one first."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_key(secret)) for secret in secrets])


def _key(secret: str | bytes) -> bytes:
    mac = salted_hmac("games.inbox.sealed", "", secret=secret, algorithm="sha256")
    return base64.urlsafe_b64encode(mac.digest())


def quoted_emails(reading: Reading, *, render: Render, now: datetime) -> tuple[OwnText, ...]:
    """Return our emails that a reply to a turn may quote, as text and HTML, newest first."""
    if reading.refused or not (reading.removed.quoted or reading.removed.open_end):
        return ()
    token = tokens.first_token(reading.recipients)
    if token is None:
        return ()
    texts = [text for email in _candidates(reading, token) for text in _texts(email, render, now)]
    return tuple(map(own_text, texts))


def _candidates(reading: Reading, token: TurnToken) -> list[OutgoingEmail]:
    """Return the emails that this one says it answers, or else those with its reply address."""
    emails = OutgoingEmail.objects.select_related("game", "seat", "user").filter(
        game=token.seat.game_id, seat=token.seat_id, user=token.user_id).order_by("-pk")
    answered = list(emails.filter(message_id__in=reading.answered)[:MAX_EMAILS])
    return answered or list(emails.filter(number=token.number)[:MAX_EMAILS])


def _texts(email: OutgoingEmail, render: Render, now: datetime) -> tuple[str, ...]:
    assert email.game is not None  # the query asks for one
    try:
        with log_context.about(email.game, log_context.EMAIL, number=email.number, kind=email.kind,
                               seat=email.seat.index if email.seat else None):
            text, html = render(email)
    except Obsolete:
        return ()
    except Exception as error:  # a template bug must not hold up the reply
        log.exception("an email could not be rendered again", extra={"email": email.pk})
        failures.keep(error, now=now)
        return ()
    return text, html_text.to_text(html)


def masked(addresses: str) -> str:
    """Return addresses or Message-IDs with their tokens masked."""
    return _ADDRESS.sub(rf"\1{MASK}", addresses)


def masked_writing(value: Any) -> Any:
    """Return text that somebody wrote, or lists and dictionaries of it, with tokens masked."""
    if isinstance(value, str):
        return _ALONE.sub(MASK, _AFTER.sub(rf"\1{MASK}", value))
    if isinstance(value, dict):
        return {key: masked_writing(each) for key, each in value.items()}
    return [masked_writing(each) for each in value] if isinstance(value, list | tuple) else value


def accepts_address(address: str) -> bool:
    """Return whether we take email for this address: a player's, or our own for bounces."""
    return bool(addressees.owner_of(address)) or is_sender_address(address)


def is_sender_address(address: str) -> bool:
    """Return whether this is the address we send from."""
    return address.strip().lower() == bounces.bounce_address()


def store(raw: bytes, *, gateway: str, now: datetime,
          envelope: Envelope = NO_ENVELOPE) -> IncomingEmail:
    """Store an email, which is safe as soon as the caller's transaction is committed.

    Oversized emails are truncated to one byte over the limit.
    """
    sender = envelope.sender
    recipients = [_clean_address(to) for to in envelope.recipients[: size_limits.MAX_ADDRESSES]]
    message = IncomingEmail.objects.create(
        raw=seal(raw[: size_limits.MAX_EMAIL_BYTES + 1], recipients=recipients),
        gateway=gateway, received_at=now, recipients=masked("\n".join(recipients)),
        envelope_sender=None if sender is None else masked(_clean_address(sender)),
    )
    task_queue.send_after_commit("read_message", message.pk)
    return message


def _clean_address(address: str) -> str:
    """Return the address in the form of its column: short, on one line, no control characters."""
    return one_line(address)[:MAX_ADDRESS_LENGTH]


def process(message_id: int, *, now: datetime, render: Render | None = None) -> str:
    """Process one email and return its status; "" if another worker has it.

    ``render`` returns the text and the HTML of an email of ours, to tell from it what was typed
    into a quote.  After an error the email waits for the next sweep; after ``MAX_ATTEMPTS`` we
    apologise to its sender instead.
    """
    message = _claim(message_id, now=now)
    if message is None:
        return ""
    fault_points.reached("inbox.claimed")
    try:
        opened = unseal(bytes(message.raw))
        reading = _read(opened.raw, _envelope(message, opened.recipients),
                        vouched=message.outcome == VOUCHED)
        if reading.reason == "bounce":
            bounces.process_report(opened.raw, now=now)
        quoted = quoted_emails(reading, render=render, now=now) if render else ()
        _handle(message, reading, quoted=quoted, now=now)
    except Exception as error:  # trouble with one email must not hold up the others
        log.exception("message %s was not handled", message_id)
        failures.keep(error, now=now)
        if message.attempts > MAX_ATTEMPTS:  # not even the apology could be queued
            _held(message).update(
                status=Status.IGNORED, outcome=FAULT, finished_at=now, lease_until=None
            )
    fault_points.reached("inbox.handled")
    message.refresh_from_db(fields=["status"])
    return message.status


def _claim(message_id: int, *, now: datetime) -> IncomingEmail | None:
    free = Q(lease_until=None) | task_queue.lease_expired(now)
    claimed = IncomingEmail.objects.filter(free, pk=message_id, status=Status.RECEIVED).update(
        lease_until=now + task_queue.LEASE, announced_at=None, attempts=F("attempts") + 1
    )
    return IncomingEmail.objects.defer(None).get(pk=message_id) if claimed == 1 else None


def _held(message: IncomingEmail) -> QuerySet[IncomingEmail]:
    """Return a query for the message's row, empty if this claim no longer holds."""
    # Whoever claims the row again raises ``attempts``, so a worker that is late changes nothing.
    return IncomingEmail.objects.filter(pk=message.pk, status=Status.RECEIVED,
                                        attempts=message.attempts)


class _Late(Exception):
    """The claim no longer holds: another worker handles the message, so nothing is changed."""


def _read(raw: bytes, envelope: Envelope, *, vouched: bool) -> Reading:
    """Read the email in the sandbox; remove characters that not every database accepts."""
    reading = read_in_sandbox(raw, envelope=envelope, own_domain=settings.MAIL_DOMAIN,
                              vouched=vouched)
    return replace(
        reading, sender=storable(reading.sender), name=storable(reading.name),
        subject=storable(reading.subject), message_id=storable(reading.message_id),
        text=storable(reading.text),
        talk=None if reading.talk is None else storable(reading.talk),
    )


def _envelope(message: IncomingEmail, recipients: tuple[str, ...] | None) -> Envelope:
    if recipients is None:
        recipients = tuple(message.recipients.split("\n")) if message.recipients else ()
    return Envelope(message.envelope_sender, recipients)


def _handle(message: IncomingEmail, reading: Reading, *, quoted: tuple[OwnText, ...],
            now: datetime) -> None:
    """Carry out the orders, queue the answer and record the result, in one transaction."""
    # The message's row comes after its game and its player in the order of locks, so it is locked
    # only by ``_finish``, which undoes everything if another worker has claimed it meanwhile.
    with suppress(_Late), transaction.atomic():
        try:
            reply = addressees.recognise(reading, quoted=quoted)
        except Ignored as ignored:
            _finish(message, reading, Result(Status.IGNORED, ignored.code), token=ignored.token,
                    replied_to=ignored.email, now=now)
            return
        if not _held(message).exists():
            return
        with (
            translation.override(languages.of(reply.user)),  # of the answer
            _about(reply, message),
        ):
            result = _result(reply, message, now=now)
            answer = answers.queue(reply, result, now=now)
        _finish(message, reading, result, token=reply.token, answer=answer, now=now,
                replied_to=reply.email)


def _about(reply: Reply, message: IncomingEmail) -> AbstractContextManager[None]:
    """Name the game that the reply is about, if any, in reports of exceptions."""
    if reply.game is None or reply.game.number == 0:  # before its start, a game has no log
        return nullcontext()
    seat = None if reply.seat is None else reply.seat.index
    return log_context.about(reply.game, log_context.MESSAGE, seat=seat, email=message.pk)


@dataclass(frozen=True, slots=True, kw_only=True)
class Handler:
    """The handling of one kind of reply.

    ``act``           does what a reply asks for, or refuses (Refusal)
    ``refuse``        turns a refusal into a result
    ``apology``       the sentence of an answer after a fault on our side
    ``for_features``  whether a feature may take a reply first (``Feature.answer``)
    """

    act: Callable[..., Result]
    refuse: Callable[..., Result] = answers.signposted
    apology: str = gettext_noop(
        "Something went wrong on our side, and nothing has changed. Please use the website.")
    for_features: bool = True


_NOTHING_SAID = gettext_noop(
    "Something went wrong on our side, and nothing was said. Please use the website.")

HANDLERS = {
    addressees.TURN: Handler(
        act=turn_replies.handle, refuse=turn_replies.refused, apology=gettext_noop(
            "Something went wrong on our side, and nothing was played. Please make your move on"
            " the website.")),
    addressees.TABLE: Handler(
        act=table_talk.handle, apology=_NOTHING_SAID, for_features=False),
    addressees.FORMER: Handler(
        act=table_talk.refuse_former_player, apology=_NOTHING_SAID, for_features=False),
    addressees.MESSAGE: Handler(act=email_replies.say_message),
    "invitation": Handler(act=email_replies.answer_invitation),
    email_kinds.COMMANDS: Handler(
        act=command_emails.handle, refuse=command_emails.refused, for_features=False),
    email_kinds.DESK: Handler(
        act=command_emails.handle, refuse=command_emails.refused, for_features=False),
    addressees.AT_DESK: Handler(act=command_emails.receive, for_features=False),
}
NO_ORDERS = Handler(act=email_replies.refuse_orders)  # for all other emails


def handler_of(kind: str) -> Handler:
    """Return the handler of this kind of reply: one from the table, or that of its email."""
    if on_reply := email_kinds.kind_of(kind).on_reply:
        return Handler(act=on_reply)
    return HANDLERS.get(kind, NO_ORDERS)


def _result(reply: Reply, message: IncomingEmail, *, now: datetime) -> Result:
    handler = handler_of(reply.kind)
    if message.attempts > MAX_ATTEMPTS:
        return handler.refuse(reply, Refusal(FAULT, gettext(handler.apology)))
    # All copies of an email have the same token, so the locks of recognition keep them apart.
    original = IncomingEmail.objects.filter(identity=reply.identity).first()
    if original is not None:
        return Result(Status.DONE, "repeat", original=original)
    if reply.reading.doubt and not _is_clear(reply):
        return Result(Status.IGNORED, reply.reading.doubt)
    result = _handled(reply, handler, now=now)
    if result.status == Status.REFUSED and message.outcome != VOUCHED and _is_unasked(reply):
        return Result(Status.IGNORED, NOT_OURS)
    return replace(result, identity=reply.identity)


def _is_clear(reply: Reply) -> bool:
    """Return whether only a person can mean this: legal orders, a command or a clear answer."""
    if isinstance(reply, SeatReply):
        return reply.kind == addressees.TURN and turn_replies.is_playable(reply)
    return command_emails.is_clear(reply) or (
        isinstance(reply, EmailReply) and email_replies.is_clear(reply))


def _is_unasked(reply: Reply) -> bool:
    """Return whether an email asks for nothing and is no reply to ours, such as an absence note."""
    if addressees.is_subject_ours(reply):
        return False
    return not (isinstance(reply, SeatReply) and turn_replies.is_asked(reply))


def _handled(reply: Reply, handler: Handler, *, now: datetime) -> Result:
    for answer in features.hooks("answer") if handler.for_features else ():
        if result := answer(reply, now=now):
            return cast(Result, result)
    try:
        return handler.act(reply, now=now)
    except Refusal as refusal:
        return handler.refuse(reply, refusal)


def _finish(message: IncomingEmail, reading: Reading, result: Result, *, now: datetime,
            token: TurnToken | None, replied_to: OutgoingEmail | None = None,
            answer: QueuedAnswer = NO_ANSWER) -> None:
    """Record the result of the email, and delete its text; raise _Late if the claim is lost."""
    # After a fault the text stays, sealed, so that operators can find the cause.
    is_owned = token is not None or replied_to is not None
    is_kept = (is_owned and result.status == Status.IGNORED and not reading.refused
               and result.outcome in PERHAPS_PERSONS)
    forgotten = {} if is_kept or result.outcome == FAULT else {"raw": b""}
    finished = _held(message).update(
        message_id=masked(reading.message_id[:MAX_MESSAGE_ID_LENGTH]),
        sender=masked(reading.sender[:MAX_ADDRESS_LENGTH]), token=token,
        replied_to=replied_to, identity=result.identity, original=result.original,
        command=result.request.command, orders=masked_writing(result.request.orders),
        finding=_finding(result, answer),
        first=result.first, last=result.last, answer=answer.email, status=result.status,
        outcome=result.outcome[:MAX_OUTCOME_LENGTH], finished_at=now, lease_until=None,
        kept_until=now + retention.SET_ASIDE if is_kept else None, **forgotten,
    )
    if not finished:
        raise _Late
    counters.email_read(result.status, outcome=result.outcome[:MAX_OUTCOME_LENGTH])


def _finding(result: Result, answer: QueuedAnswer) -> dict[str, Any] | None:
    if result.finding is None:
        return None
    found: dict[str, Any] = masked_writing(result.finding)
    return {**found, "last": answer.last_in}


def sweep(now: datetime) -> list[int]:
    """Announce again the emails that no worker seems to have; return their ids."""
    waiting = Q(task_queue.never_started("received_at", now), lease_until=None)
    abandoned = IncomingEmail.objects.filter(
        waiting | task_queue.lease_expired(now), status=Status.RECEIVED
    )
    return task_queue.announce("read_message", abandoned.order_by("received_at", "pk"), now=now)


def reference(message: IncomingEmail) -> str:
    """Return the name of a kept email on its owner's page, which is not its number."""
    return salted_hmac("games.inbox.kept", str(message.pk), algorithm="sha256").hexdigest()[:20]


def kept_emails(user: User, *, now: datetime) -> QuerySet[IncomingEmail]:
    """Return the emails from this user that we have taken for a program's and still have."""
    own = Q(token__user=user) | Q(replied_to__user=user)
    return IncomingEmail.objects.filter(own, status=Status.IGNORED, kept_until__gt=now)


def vouch(user: User, named: str, *, now: datetime) -> None:
    """Have a kept email of this user read as a person's; refuse (Missing) one that is gone."""
    message = next((each for each in kept_emails(user, now=now) if reference(each) == named), None)
    if message is None or not IncomingEmail.objects.filter(
        pk=message.pk, status=Status.IGNORED, kept_until__gt=now,
    ).update(status=Status.RECEIVED, outcome=VOUCHED, kept_until=None, finished_at=None,
             attempts=0, announced_at=None):
        raise Missing("not-kept", gettext("We no longer have this email. Please send it again."))
    task_queue.send_after_commit("read_message", message.pk)


def forget_old(now: datetime) -> int:
    """Delete old emails that were handled, reply tokens and counts; return how many.

    With an email goes our question to its sender, if they have no account.
    """
    kept = IncomingEmail.objects.filter(kept_until__lt=now).order_by("kept_until")
    IncomingEmail.objects.filter(pk__in=list(kept.values_list("pk", flat=True)[:retention.BATCH])
                                 ).update(raw=b"", kept_until=None)
    # The log has the identity of orders that were played, so a copy that arrives even later still
    # plays nothing (R6).
    emails = IncomingEmail.objects.filter(finished_at__lt=now - retention.INCOMING_EMAILS)
    oldest = emails.order_by("finished_at").values_list("answer", flat=True)[:retention.BATCH]
    OutgoingEmail.objects.filter(pk__in=list(oldest), kind=email_kinds.DESK, user=None).delete()
    tokens = EmailToken.objects.filter(created_at__lt=now - retention.REPLY_TOKENS)
    return (retention.delete_oldest(emails, by="finished_at")
            + retention.delete_oldest(tokens, by="created_at") + quotas.forget_old(now))
