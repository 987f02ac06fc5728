"""What our emails said that a reply may quote, so that nobody's own words are lost in it (R18).

No text of an email is kept, but rendering it again gives the same one.  How to do that is passed
in: what our emails say belongs to ``games.emails``, which imports this package.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from games.base import failures, log_context
from games.inbox import turn_tokens
from games.inbox.parsing import html_text
from games.inbox.parsing.message_reader import Reading
from games.inbox.parsing.own_text import OwnText, own_text
from games.models import OutgoingEmail, TurnToken
from games.outbox.delivery import Obsolete

MAX_EMAILS = 6

log = logging.getLogger(__name__)

# Renders the text and the HTML of an email; raises Obsolete if they are no longer known.
Render = Callable[[OutgoingEmail], tuple[str, str]]


def quoted_emails(reading: Reading, *, render: Render, now: datetime) -> tuple[OwnText, ...]:
    """Our emails that this reply to a turn may quote, the newest first, as text and as HTML."""
    if reading.refused or not (reading.removed.quoted or reading.removed.open_end):
        return ()
    token = turn_tokens.first_token(reading.recipients)
    if token is None:
        return ()
    texts = [text for email in _candidates(reading, token) for text in _texts(email, render, now)]
    return tuple(map(own_text, texts))


def _candidates(reading: Reading, token: TurnToken) -> list[OutgoingEmail]:
    """The emails that this one says it answers; if it does not say, those with its address."""
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
