"""The tokens in our emails, by which we know who replies to which email (R13).

A turn token gives one person access to one seat at one position.  An email token only tells which
of our emails that are not about a turn somebody replies to.  A talk token, one for each seat, stays
valid as long as the same person has the seat, and cannot be used to play.

A token is derived from the site's secret and a salt in its row, so an email that is sent twice
carries the same token (R2), and the database contains only hashes.  Callers decide what a token
allows; no token ever creates a sign-in session.
"""

from __future__ import annotations

import base64
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from django.conf import settings
from django.utils.crypto import salted_hmac

from alexandros_rules import codec
from games.models import EmailToken, Game, OutgoingEmail, Seat, TurnToken
from games.post import email_kinds
from games.table.play import history

# Before the token in a reply address; with it at most 38 characters, of 64 in a local part.
PREFIX, EMAIL_PREFIX, TALK_PREFIX = "turn-", "reply-", "talk-"
_BYTES = 20
MAX_ANSWERED = 20  # of the emails that one names as those it answers, the last ones

_LOADED = "_loaded_tokens"  # an attribute of seats
_LOCAL_PART = re.compile(r"(?:.*[+])?(turn-|reply-|talk-)([a-z2-7]{32})")


def issue_token(seat: Seat, *, number: int, purpose: str, now: datetime) -> str:
    """Return the token for the user in this seat at the position after row ``number``.

    The same arguments always give the same token.  ``seat`` must have a user, and its game loaded.
    """
    row = _issued(seat, number).get(purpose)
    if row is None:
        row, _ = TurnToken.objects.get_or_create(
            seat=seat, user=seat.user, number=number, purpose=purpose,
            defaults=_new_row(seat, number=number, purpose=purpose, now=now),
        )
    token = _derive(seat, row.user_id, number=number, purpose=purpose, salt=row.salt)
    if row.digest != token_digest(token):  # the site's secret has changed, and the token with it
        TurnToken.objects.filter(pk=row.pk).update(digest=token_digest(token))
    return token


def load(seat: Seat, *, number: int, now: datetime) -> None:
    """Issue the tokens of a turn email in a few queries, and keep the rows in ``seat``.

    These are the tokens for orders by reply and for orders by link.
    """
    wanted = [TurnToken.Purpose.PLAY, *([TurnToken.Purpose.REPLY] if settings.REPLY_DOMAIN else [])]
    issued = _issued(seat, number)
    missing = [purpose for purpose in wanted if purpose not in issued]
    if missing and seat.user_id is not None:
        TurnToken.objects.bulk_create((TurnToken(
            seat_id=seat.pk, user_id=seat.user_id, number=number, purpose=purpose,
            **_new_row(seat, number=number, purpose=purpose, now=now)) for purpose in missing),
            ignore_conflicts=True)  # another worker may have issued them
        issued = _issued(seat, number)
    seat.__dict__[_LOADED] = seat.user_id, number, issued


def _issued(seat: Seat, number: int) -> Mapping[str, TurnToken]:
    """Return the rows of the tokens of this seat's user at this position, by their purposes."""
    if seat.user_id is None:
        return {}
    user_id, row, loaded = seat.__dict__.get(_LOADED, (None, 0, {}))
    if (user_id, row) == (seat.user_id, number):
        return cast("Mapping[str, TurnToken]", loaded)
    tokens = TurnToken.objects.filter(seat=seat, user=seat.user_id, number=number)
    return {token.purpose: token for token in tokens}


def _new_row(seat: Seat, *, number: int, purpose: str, now: datetime) -> dict[str, Any]:
    assert seat.user_id is not None  # a bot gets no email
    salt = secrets.token_hex(16)
    token = _derive(seat, seat.user_id, number=number, purpose=purpose, salt=salt)
    turn = history.turn_at(seat.game, number) if number else 0
    return {"turn": turn, "salt": salt, "digest": token_digest(token),
            "created_at": now}


def _derive(seat: Seat, user_id: int, *, number: int, purpose: str, salt: str) -> str:
    payload = f"{seat.game.code}:{seat.index}:{user_id}:{number}:{salt}"
    mac = salted_hmac(f"games.tokens.{purpose}", payload, algorithm="sha256").digest()
    return base64.b32encode(mac[:_BYTES]).decode("ascii").lower()


def token_digest(token: str) -> str:
    """Return the hash under which a token is stored."""
    return codec.text_digest(token)


def find(token: str, *, purpose: str) -> TurnToken | None:
    """Return the row of a token, even an expired one; None if not issued for this purpose."""
    rows = TurnToken.objects.select_related("seat__game", "seat__user", "user")
    return rows.filter(digest=token_digest(token), purpose=purpose).first()


def is_live(token: TurnToken, game: Game, seat: Seat) -> bool:
    """Return whether the token's user still has the seat, and the token's turn goes on.

    Somebody who may act out of turn may do so in reply to any email about the game.
    """
    if not is_owner(token, seat) or game.status != Game.Status.RUNNING:
        return False
    return game.turn == token.turn if seat.to_move else seat.may_act


def is_owner(token: TurnToken, seat: Seat) -> bool:
    """Return whether the person to whom we emailed this token still has the seat."""
    return seat.user_id == token.user_id and token.user.is_active


def reply_address(seat: Seat, *, number: int, now: datetime) -> str:
    """Return the address for orders at this position; "" on a site without incoming email."""
    if not settings.REPLY_DOMAIN or seat.user_id is None:
        return ""
    token = issue_token(seat, number=number, purpose=TurnToken.Purpose.REPLY, now=now)
    return f"{PREFIX}{token}@{settings.REPLY_DOMAIN}"


def talk_address(seat: Seat, *, now: datetime) -> str:
    """Return the address at which the user in this seat talks to the table.

    The address is "" on a site that does not receive email.
    """
    if not settings.REPLY_DOMAIN or seat.user_id is None:
        return ""
    token = issue_token(seat, number=0, purpose=TurnToken.Purpose.TALK, now=now)
    return f"{TALK_PREFIX}{token}@{settings.REPLY_DOMAIN}"


def email_reply_address(email: OutgoingEmail) -> str:
    """Return the address for replies to this email; "" on a site without incoming email."""
    if not settings.REPLY_DOMAIN:
        return ""
    mac = salted_hmac("games.tokens.email", email.message_id, algorithm="sha256").digest()
    token = base64.b32encode(mac[:_BYTES]).decode("ascii").lower()
    values = {"digest": token_digest(token)}
    row, _ = EmailToken.objects.get_or_create(
        email=email, defaults={**values, "created_at": email.created_at})
    if row.digest != values["digest"]:  # the site's secret has changed, and the token with it
        EmailToken.objects.filter(pk=row.pk).update(**values)
    return f"{EMAIL_PREFIX}{token}@{settings.REPLY_DOMAIN}"


def first_token(addresses: Iterable[str]) -> TurnToken | None:
    """Return the row of the first turn token in these addresses, or None."""
    return _first_row(addresses, PREFIX, purpose=TurnToken.Purpose.REPLY)


def first_talk_token(addresses: Iterable[str]) -> TurnToken | None:
    """Return the row of the first talk token in these addresses, or None."""
    return _first_row(addresses, TALK_PREFIX, purpose=TurnToken.Purpose.TALK)


def first_email_token(addresses: Iterable[str]) -> EmailToken | None:
    """Return the row of the first email token in these addresses, or None."""
    found = (EmailToken.objects.filter(digest=token_digest(token)).first()
             for token in _tokens_in(addresses, EMAIL_PREFIX))
    return next(filter(None, found), None)


def of_answered(message_ids: Sequence[str], *, sender: str) -> TurnToken | EmailToken | None:
    """Return the row of the token in the newest of these emails that went to ``sender``, or None.

    For replies that ignore our Reply-To.  The ids of our emails are as hard to guess as tokens.
    """
    answered = OutgoingEmail.objects.filter(to=sender, message_id__in=message_ids[-MAX_ANSWERED:])
    email = answered.order_by("pk").last()
    if email is None:
        return None
    of_seat = TurnToken.objects.select_related("seat__game", "seat__user", "user").filter(
        seat=email.seat, user=email.user)
    if email.kind == email_kinds.CHAT:
        return of_seat.filter(purpose=TurnToken.Purpose.TALK).first()
    return (EmailToken.objects.filter(email=email).first()
            or of_seat.filter(purpose=TurnToken.Purpose.REPLY, number=email.number).first())


def _first_row(addresses: Iterable[str], prefix: str, *, purpose: str) -> TurnToken | None:
    found = (find(token, purpose=purpose) for token in _tokens_in(addresses, prefix))
    return next(filter(None, found), None)


def _tokens_in(addresses: Iterable[str], prefix: str) -> Iterator[str]:
    """Yield the tokens with this prefix in those of these addresses that are our own."""
    for address in addresses:
        local_part, _, domain = address.strip().lower().rpartition("@")
        match = _LOCAL_PART.fullmatch(local_part)
        if match and match[1] == prefix and domain == settings.REPLY_DOMAIN.lower():
            yield match[2]
