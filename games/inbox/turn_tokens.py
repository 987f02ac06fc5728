"""Keys for the inbox: each opens one seat at one position of one turn, for one person (R13).

Owns how a key is made, kept and known again.  It is derived from the site's secret and a
salt of the row's own, so a mail that is sent twice carries the same key (R2), and whoever
reads the database has hashes only.  What a key allows is the caller's matter; it never
logs anybody in.
"""

from __future__ import annotations

import base64
import re
import secrets
from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.utils.crypto import salted_hmac

from engine import codec
from games.models import Game, Seat, TurnToken
from games.play import event_log, history

PREFIX = "turn-"  # of the local part: 37 of the 64 characters it may have
_BYTES = 20

_LOCAL = re.compile(r"(?:.*[+])?turn-([a-z2-7]{32})")


def issue_token(seat: Seat, *, number: int, purpose: str, now: datetime) -> str:
    """The key for the person in this seat at the position after row ``number``.

    The same key however often it is asked for.  ``seat`` must have a person and its game
    loaded.
    """
    row, _ = TurnToken.objects.get_or_create(
        seat=seat, user=seat.user, number=number, purpose=purpose,
        defaults=_fresh(seat, number=number, purpose=purpose, now=now),
    )
    token = _derive(seat, row.user_id, number=number, purpose=purpose, salt=row.salt)
    if row.digest != digest(token):  # the site has a new secret: mails carry a new key now
        TurnToken.objects.filter(pk=row.pk).update(digest=digest(token))
    return token


def _fresh(seat: Seat, *, number: int, purpose: str, now: datetime) -> dict[str, object]:
    assert seat.user_id is not None  # a bot gets no mail
    salt = secrets.token_hex(16)
    token = _derive(seat, seat.user_id, number=number, purpose=purpose, salt=salt)
    return {"turn": turn_at(seat.game, number), "salt": salt, "digest": digest(token),
            "created_at": now}


def _derive(seat: Seat, user_id: int, *, number: int, purpose: str, salt: str) -> str:
    fact = f"{seat.game.code}:{seat.index}:{user_id}:{number}:{salt}"
    made = salted_hmac(f"games.tokens.{purpose}", fact, algorithm="sha256").digest()
    return base64.b32encode(made[:_BYTES]).decode("ascii").lower()


def digest(token: str) -> str:
    """What is kept of a key."""
    return codec.text_digest(token)


def turn_at(game: Game, number: int) -> int:
    """The turn the game is in after row ``number``."""
    if number == game.number:
        return game.turn
    return event_log.ruleset_of(game).status(history.state(game, number)).turn


def find(token: str, *, purpose: str) -> TurnToken | None:
    """The row of a key, dead or alive; None for one that was never given for this."""
    rows = TurnToken.objects.select_related("seat__game", "seat__user", "user")
    return rows.filter(digest=digest(token), purpose=purpose).first()


def is_live(found: TurnToken, game: Game, seat: Seat) -> bool:
    """Whether the turn this key is for is still being played by the same person."""
    return (
        is_owner(found, seat) and game.status == Game.Status.RUNNING
        and game.to_move == seat.index and game.turn == found.turn
    )


def is_owner(found: TurnToken, seat: Seat) -> bool:
    """Whether the person this key was mailed to still has the seat."""
    return seat.user_id == found.user_id and found.user.is_active


def reply_address(seat: Seat, *, number: int, now: datetime) -> str:
    """Where to answer with orders for this position; "" on a site that takes in no mail."""
    if not settings.REPLY_DOMAIN or seat.user_id is None:
        return ""
    token = issue_token(seat, number=number, purpose=TurnToken.Purpose.REPLY, now=now)
    return f"{PREFIX}{token}@{settings.REPLY_DOMAIN}"


def token_in_address(address: str) -> TurnToken | None:
    """The row of the key in a mail address; None when there is none."""
    local, _, domain = address.strip().lower().rpartition("@")
    match = _LOCAL.fullmatch(local)
    if match is None or domain != settings.REPLY_DOMAIN.lower():
        return None
    return find(match[1], purpose=TurnToken.Purpose.REPLY)


def first_token(addresses: Iterable[str]) -> TurnToken | None:
    """The row of the first key in these addresses."""
    return next(filter(None, map(token_in_address, addresses)), None)
