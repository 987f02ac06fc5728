"""A row of the outbox as a message: words, picture and headers.

Rendered when it is sent and the same every time, so that a mail sent twice is the same
mail twice (R2).  Knows no kind of mail by name; those are ``games.emails.notifications``.
"""

from __future__ import annotations

import re
from email.message import EmailMessage
from email.mime.image import MIMEImage
from email.utils import format_datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac

from engine import codec
from games.drawing.png import png
from games.emails import notifications, responses
from games.emails.notifications import EmailContent, Picture
from games.inbox.parsing.markers import MARKER, OWN_HEADER
from games.models import Game, OutgoingEmail
from games.outbox import unsubscribe_links
from games.plain_text import one_line, without_controls
from games.rulesets import registry

_BLANKS = re.compile(r"\n{3,}")
SUBJECT_LENGTH = 200

KINDS = {**notifications.KINDS, **responses.KINDS}


class RenderedEmail(EmailMultiAlternatives):
    """A message that is the same bytes however often it is made (R2).

    What separates its parts is elsewhere drawn by lot; here it follows from the Message-ID,
    which nobody knows before the mail is sent.
    """

    def message(self, **options: Any) -> EmailMessage[Any, Any]:
        """The message as it goes over the wire."""
        made = super().message(**options)
        seed = codec.text_digest(str(made["Message-ID"]))[:32]
        for number, part in enumerate(part for part in made.walk() if part.is_multipart()):
            part.set_boundary(f"={number}={seed}=")
        return made


def compose(mail: OutgoingEmail) -> EmailMultiAlternatives:
    """The message this row calls for; raises Obsolete when it should no longer be sent."""
    letter = KINDS[mail.kind](mail)
    ending = unsubscribe_links.url(mail)
    context = {
        **letter.context,
        "game": letter.game,
        "site": settings.BASE_URL,
        "picture": letter.pictures[0] if letter.pictures else None,
        "pictures": {picture.name: picture for picture in letter.pictures},
        "marker": MARKER if letter.reply_to else "",
        "unsubscribe": ending,
        "choices": notifications.link_to("mail-preferences"),
    }
    message = RenderedEmail(
        subject=letter.subject or _subject(letter.game),
        body=_marked(
            without_controls(render_to_string(f"emails/{mail.kind}.txt", context)), letter
        ),
        to=[mail.to],
        reply_to=[letter.reply_to] if letter.reply_to else None,
        headers=_headers(mail, letter, ending),
    )
    html = without_controls(render_to_string(f"emails/{mail.kind}.html", context))
    message.attach_alternative(html, "text/html")
    for picture in letter.pictures:
        _attach(message, picture)
    return message


def _marked(text: str, letter: EmailContent) -> str:
    """The text below the line that answers are written above, without double blank lines."""
    tidy = _BLANKS.sub("\n\n", text.strip()) + "\n"
    return f"{MARKER}\n\n{tidy}" if letter.reply_to else tidy


def _subject(game: Game | None) -> str:
    """One subject a game, so that every mail reader shows its mails as one thread."""
    if game is None:
        return "Your games by post"
    title = registry.get(game.ruleset).title
    return one_line(f"{game.name} ({title})")[:SUBJECT_LENGTH]


def _headers(mail: OutgoingEmail, letter: EmailContent, ending: str) -> dict[str, str]:
    """The thread's headers (R15) and those that keep other machines from answering (R16)."""
    name = f"game-{letter.game.code}" if letter.game else f"person-{_person(mail)}"
    thread = f"<{name}@{settings.MAIL_DOMAIN}>"
    list_name = letter.game.code if letter.game else "all"
    return {
        "Message-ID": mail.message_id,
        "Date": format_datetime(mail.created_at),
        "In-Reply-To": letter.answers or thread,
        "References": f"{thread} {letter.answers}".strip(),
        "List-Id": f"<{list_name}.games.{settings.MAIL_DOMAIN}>",
        "List-Unsubscribe": f"<{ending}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        OWN_HEADER: mail.kind,
    }


def _person(mail: OutgoingEmail) -> str:
    """What threads somebody's digests, and tells nothing else of him."""
    return salted_hmac("games.emails.thread", mail.to.lower()).hexdigest()[:16]


def _attach(message: EmailMultiAlternatives, picture: Picture) -> None:
    part = MIMEImage(png(picture.svg, width=picture.width), "png")
    part.add_header("Content-ID", f"<{picture.name}>")
    part.add_header("Content-Disposition", "inline", filename=f"{picture.name}.png")
    message.mixed_subtype = "related"  # type: ignore[attr-defined]  # the stubs do not know it
    message.attach(part)
