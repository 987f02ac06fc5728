"""The tokens in our emails, by which we know who replies to what (R13).

A turn token gives one person access to one seat at one position.  An email token says which email
that is not about a turn somebody replies to, and nothing else.  A talk token, one for each seat,
stays valid as long as the same person has the seat; nothing can be played with it.

A token is derived from the site's secret and a salt in its row, so an email that is sent twice
carries the same one (R2) and the database contains only hashes.  What a token allows is decided by
the caller; none ever creates a sign-in session.
"""

from __future__ import annotations

import base64
import re
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, cast

from django.conf import settings
from django.utils.crypto import salted_hmac

from engine import codec
from games.models import EmailToken, Game, OutgoingEmail, Seat, TurnToken
from games.table.play import history

PREFIX = "turn-"  # with the token 37 characters; a local part may have 64
_BYTES = 20

_LOADED = "_loaded_tokens"  # an attribute of seats
_LOCAL_PART = re.compile(r"(?:.*[+])?turn-([a-z2-7]{32})")


def issue_token(seat: Seat, *, number: int, purpose: str, now: datetime) -> str:
    """Return the token for the user in this seat at the position after row ``number``.

    Always the same token for the same arguments.  ``seat`` must have a user and its game
    loaded.
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
    """Prepare the tokens of a turn in a few queries, for what asks while this instance is used.

    Those of an email about a turn: for orders by reply, and for orders by link.
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
    """Return the row of a token, also of an expired one.

    None if it was not issued for this purpose.
    """
    rows = TurnToken.objects.select_related("seat__game", "seat__user", "user")
    return rows.filter(digest=token_digest(token), purpose=purpose).first()


def is_live(token: TurnToken, game: Game, seat: Seat) -> bool:
    """Return whether the turn this token is for is still being played by the same person.

    Who may act out of turn may do so in reply to any email about the game.
    """
    if not is_owner(token, seat) or game.status != Game.Status.RUNNING:
        return False
    return game.turn == token.turn if seat.to_move else seat.may_act


def is_owner(token: TurnToken, seat: Seat) -> bool:
    """Return whether the person this token was emailed to still has the seat."""
    return seat.user_id == token.user_id and token.user.is_active


def reply_address(seat: Seat, *, number: int, now: datetime) -> str:
    """Return the address for orders at this position; "" on a site that does not receive email."""
    if not settings.REPLY_DOMAIN or seat.user_id is None:
        return ""
    token = issue_token(seat, number=number, purpose=TurnToken.Purpose.REPLY, now=now)
    return f"{PREFIX}{token}@{settings.REPLY_DOMAIN}"


def token_in_address(address: str) -> TurnToken | None:
    """Return the row of the token in an email address; None if there is none."""
    local_part, _, domain = address.strip().lower().rpartition("@")
    match = _LOCAL_PART.fullmatch(local_part)
    if match is None or domain != settings.REPLY_DOMAIN.lower():
        return None
    return find(match[1], purpose=TurnToken.Purpose.REPLY)


def first_token(addresses: Iterable[str]) -> TurnToken | None:
    """Return the row of the first token in these addresses; None if there is none."""
    return next(filter(None, map(token_in_address, addresses)), None)


EMAIL_PREFIX = "reply-"

_EMAIL_LOCAL_PART = re.compile(r"(?:.*[+])?reply-([a-z2-7]{32})")


def email_reply_address(email: OutgoingEmail) -> str:
    """Return the address for replies to this email; "" on a site that does not receive email."""
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


def email_token_in_address(address: str) -> EmailToken | None:
    """Return the row of the token in an email address; None if there is none."""
    local_part, _, domain = address.strip().lower().rpartition("@")
    match = _EMAIL_LOCAL_PART.fullmatch(local_part)
    if match is None or domain != settings.REPLY_DOMAIN.lower():
        return None
    return EmailToken.objects.filter(digest=token_digest(match[1])).first()


def first_email_token(addresses: Iterable[str]) -> EmailToken | None:
    """Return the row of the first token in these addresses; None if there is none."""
    return next(filter(None, map(email_token_in_address, addresses)), None)


TALK_PREFIX = "talk-"

_TALK_LOCAL_PART = re.compile(r"(?:.*[+])?talk-([a-z2-7]{32})")


def talk_address(seat: Seat, *, now: datetime) -> str:
    """Return the address at which the user in this seat talks to the table.

    "" without incoming email.
    """
    if not settings.REPLY_DOMAIN or seat.user_id is None:
        return ""
    token = issue_token(seat, number=0, purpose=TurnToken.Purpose.TALK, now=now)
    return f"{TALK_PREFIX}{token}@{settings.REPLY_DOMAIN}"


def talk_token_in_address(address: str) -> TurnToken | None:
    """Return the row of the token in an email address; None if there is none."""
    local_part, _, domain = address.strip().lower().rpartition("@")
    match = _TALK_LOCAL_PART.fullmatch(local_part)
    if match is None or domain != settings.REPLY_DOMAIN.lower():
        return None
    return find(match[1], purpose=TurnToken.Purpose.TALK)


def first_talk_token(addresses: Iterable[str]) -> TurnToken | None:
    """Return the row of the first token in these addresses; None if there is none."""
    return next(filter(None, map(talk_token_in_address, addresses)), None)
