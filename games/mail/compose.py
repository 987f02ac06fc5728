"""A row of the outbox as a message: words, picture and headers.

Rendered when it is sent and the same every time, so that a mail sent twice is the same
mail twice (R2).  Knows no kind of mail by name; those are ``games.mail.letters``.
"""

from __future__ import annotations

import re
from email.mime.image import MIMEImage
from email.utils import format_datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from engine import registry
from games.drawing.png import png
from games.inbound.marks import MARKER, OWN_HEADER
from games.mail import answers, letters
from games.mail.letters import Letter
from games.models import Game, Mail

_BLANKS = re.compile(r"\n{3,}")

KINDS = {**letters.KINDS, **answers.KINDS}
PICTURE = "board"
PICTURE_WIDTH = 1200  # twice what is shown, for screens that are fine


def compose(mail: Mail) -> EmailMultiAlternatives:
    """The message this row calls for; raises Moot when it should no longer be sent."""
    letter = KINDS[mail.kind](mail)
    context = {
        **letter.context,
        "game": letter.game,
        "site": settings.BASE_URL,
        "picture": PICTURE if letter.picture else "",
        "marker": MARKER if letter.reply_to else "",
    }
    message = EmailMultiAlternatives(
        subject=_subject(letter.game),
        body=_marked(render_to_string(f"mail/{mail.kind}.txt", context), letter),
        to=[mail.to],
        reply_to=[letter.reply_to] if letter.reply_to else None,
        headers=_headers(mail, letter),
    )
    message.attach_alternative(render_to_string(f"mail/{mail.kind}.html", context), "text/html")
    _attach_picture(message, letter)
    return message


def _marked(text: str, letter: Letter) -> str:
    """The text below the line that answers are written above, without double blank lines."""
    tidy = _BLANKS.sub("\n\n", text.strip()) + "\n"
    return f"{MARKER}\n\n{tidy}" if letter.reply_to else tidy


def _subject(game: Game) -> str:
    """One subject a game, so that every mail reader shows its mails as one thread."""
    title = registry.get(game.ruleset).title
    return " ".join(f"{game.name} ({title})".split())


def _headers(mail: Mail, letter: Letter) -> dict[str, str]:
    """The thread's headers (R15) and those that keep other machines from answering (R16)."""
    game = letter.game
    thread = f"<game-{game.code}@{settings.MAIL_DOMAIN}>"
    return {
        "Message-ID": mail.message_id,
        "Date": format_datetime(mail.created_at),
        "In-Reply-To": letter.answers or thread,
        "References": f"{thread} {letter.answers}".strip(),
        "List-Id": f"<{game.code}.games.{settings.MAIL_DOMAIN}>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        OWN_HEADER: mail.kind,
    }


def _attach_picture(message: EmailMultiAlternatives, letter: Letter) -> None:
    if not letter.picture:
        return
    part = MIMEImage(png(letter.picture, width=PICTURE_WIDTH), "png")
    part.add_header("Content-ID", f"<{PICTURE}>")
    part.add_header("Content-Disposition", "inline", filename="board.png")
    message.mixed_subtype = "related"  # type: ignore[attr-defined]  # the stubs do not know it
    message.attach(part)
