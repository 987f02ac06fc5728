"""What emails say about time: until when the reader can play, and how to get one more day."""

from __future__ import annotations

from typing import Any

from games.models import OutgoingEmail
from games.post.outbox import preferences
from games.table.clocks import time_wording
from games.table.play import history
from games.table.seats import returning


def clock(email: OutgoingEmail) -> dict[str, Any] | None:
    """The time the reader has for the turn that an email is about; None if it does not run out.

    It is what was known when the email was queued or released, so that rendering it again gives
    the same.
    """
    game, seat, user = email.game, email.seat, email.user
    if email.deadline is None or game is None or seat is None or user is None:
        return None
    zone = preferences.preferences_of(user).time_zone
    written_at = email.digest.created_at if email.digest else email.created_at
    return {
        "until": time_wording.fixed(email.deadline, zone=zone),
        "left": time_wording.roughly(email.deadline - written_at),
        "extension": returning.url(returning.EXTENSION, seat, user.pk,
                                   turn=history.turn_at(game, email.number)),
    }


def return_link(email: OutgoingEmail) -> str:
    """The link with which the reader takes back the seat that a bot plays for them."""
    assert email.seat is not None  # such an email is about a seat
    assert email.user_id is not None
    return returning.url(returning.RETURN, email.seat, email.user_id)
