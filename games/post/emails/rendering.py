"""Rendering a row of the outbox as an email: text, HTML, pictures and headers.

An email is rendered when it is sent, in its reader's language.  Rendering it again gives the same
bytes, so that an email that is sent twice is a true duplicate (R2).  The function that
``games.post.email_kinds`` names decides what a kind of email says.
"""

from __future__ import annotations

import re
from base64 import encodebytes
from email.charset import QP, Charset
from email.message import EmailMessage, Message
from email.mime.nonmultipart import MIMENonMultipart
from email.policy import Policy
from email.utils import format_datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from alexandros_rules import codec
from games.base.plain_text import one_line, without_controls
from games.drawing.png import png
from games.models import Game, OutgoingEmail
from games.people import languages
from games.post import email_kinds
from games.post.emails.content import EmailContent, Picture, as_named, link_to
from games.post.inbox import addressees
from games.post.inbox.parsing.markers import COMMANDS_MARKER, MARKER, OWN_HEADER
from games.post.outbox import codes, unsubscribe_links
from games.post.outbox.delivery import Obsolete
from games.rulesets import registry
from games.table.play import history

_BLANK_LINES = re.compile(r"\n{3,}")
_INDENTATION = re.compile(r"\s*\n\s*")  # a fifth of the HTML
SUBJECT_LENGTH = 200
PACKAGE = "games.post.emails"  # of the functions that ``email_kinds`` names

QUOTED = Charset("utf-8")
QUOTED.body_encoding = QP
WHOLE = ("In-Reply-To", "References", "List-Id", "List-Unsubscribe")  # headers of ids and addresses
CODE_TEMPLATES = {codes.SIGN_IN: "account/email/login_code",
                  codes.NEW_ADDRESS: "account/email/new_address"}


def content_of(email: OutgoingEmail, *, told: bool = False) -> EmailContent:
    """Return the content of an email; with ``told``, also if it is no longer true.

    Raises Obsolete if the email is not to be sent any more.
    """
    kind = email_kinds.every()[email.kind]
    chosen = kind.told if told and kind.told else kind.content
    if email.game is not None and email.game.unsealed_at is not None:
        email.game.sealed = True  # for its emails: those that were sent before must stay the same
    function = import_string(f"{PACKAGE}.{chosen}") if isinstance(chosen, str) else chosen
    content: EmailContent = function(email)
    return content


class InOneLine(str):
    """The value of a header that other programs read, such as an address or an id."""

    # Python's newer email API, on which Django 6 relies, would encode a value that is too long for
    # a line, and those programs would not recognise it.
    name: str

    def __new__(cls, name: str, value: str) -> InOneLine:
        """Return the value of the header with this name."""
        made = super().__new__(cls, value)
        made.name = name  # with a name it is a header, which folds itself
        return made

    def __reduce__(self) -> tuple[type[InOneLine], tuple[str, str]]:
        """Return the arguments that make a copy."""
        # Some backends keep a copy of each message.
        return InOneLine, (self.name, str(self))

    def fold(self, *, policy: Policy) -> str:
        """Return the whole line."""
        return f"{self.name}: {self}{policy.linesep}"


class RenderedEmail(EmailMultiAlternatives):
    """An email with pictures in its text that always has the same bytes (R2)."""

    def message(self, **options: Any) -> EmailMessage[Any, Any]:
        """Return the message in the form that is sent to the mail server."""
        message = super().message(**options)
        if self.attachments:  # the text shows them, so they are not beside it but part of it
            message.replace_header("Content-Type",
                                   'multipart/related; type="multipart/alternative"')
        for part in message.walk():
            _in_seven_bits(part)
        for name in WHOLE:
            if name in message:
                message.replace_header(name, InOneLine(name, str(message[name])))
        # The boundaries between parts are usually random.  Nobody can know the Message-ID before
        # the email is sent, so nobody can write these boundaries into a message of their own.
        seed = codec.text_digest(str(message["Message-ID"]))[:32]
        for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
            part.set_boundary(f"={number}={seed}=")
        return message


def _in_seven_bits(part: Message) -> None:
    """Encode a part whose text would be sent as it is, with letters beyond ASCII."""
    # A server on the way may not take such letters.  Whoever encodes them there breaks the
    # signature of the email.
    if part["Content-Transfer-Encoding"] == "8bit":
        text = part.get_payload(decode=True)
        assert isinstance(text, bytes)  # a part with an encoding has no parts
        del part["Content-Transfer-Encoding"]
        part.set_payload(text.decode(), QUOTED)


def compose(email: OutgoingEmail) -> EmailMultiAlternatives:
    """Render the email in its reader's language; raise Obsolete if it must not be sent."""
    with translation.override(languages.of(email.user, otherwise=email.language)):
        return _compose_code(email) if email.kind in CODE_TEMPLATES else _compose(email)


def _compose_code(email: OutgoingEmail) -> EmailMultiAlternatives:
    """Return an email with a code, from which nobody can unsubscribe."""
    template = CODE_TEMPLATES[email.kind]
    try:
        context = {"code": codes.read_code(email)}
    except codes.NotReadable:
        raise Obsolete("its code can no longer be read") from None
    message = RenderedEmail(
        subject=one_line(render_to_string(f"{template}_subject.txt", context)),
        body=_BLANK_LINES.sub(
            "\n\n", render_to_string(f"{template}_message.txt", context).strip()) + "\n",
        to=[email.to],
        headers={"Message-ID": email.message_id, "Date": format_datetime(email.created_at),
                 **_automatic(email, answers=False)},
    )
    message.attach_alternative(render_to_string(f"{template}_message.html", context), "text/html")
    return message


def texts(email: OutgoingEmail) -> tuple[str, str]:
    """Return the text and the HTML of an email about a game, as they were sent."""
    with translation.override(languages.of(email.user, otherwise=email.language)):
        content = content_of(email, told=True)
        context = _context(email, content)
        return _text(email, content, context), _html(email, content, context)


def _compose(email: OutgoingEmail) -> EmailMultiAlternatives:
    if email.game is not None:
        history.load_seats(email.game)
    content = content_of(email)
    context = _context(email, content)
    message = RenderedEmail(
        subject=content.subject or _subject(context["game"]),
        body=_text(email, content, context),
        to=[email.to],
        reply_to=[content.reply_to] if content.reply_to else None,
        headers=_headers(email, content, context["unsubscribe_url"]),
    )
    message.attach_alternative(_html(email, content, context), "text/html")
    for picture in content.pictures:
        _attach(message, picture, content_id=f"<{picture.name}{context['content_ids_end']}>")
    return message


def _context(email: OutgoingEmail, content: EmailContent) -> dict[str, Any]:
    return {
        **content.context,
        "game": as_named(content.game) if content.game else None,
        "site": settings.BASE_URL,
        "picture": content.pictures[0] if content.pictures else None,
        "pictures": {picture.name: picture for picture in content.pictures},
        "content_ids_end": _content_ids_end(email),
        "marker": _marker(content),
        "reply_to": content.reply_to,
        "unsubscribe_url": unsubscribe_links.url(email),
        "settings_url": link_to("email-settings"),
        "desk": addressees.desk_address(),
    }


def _text(email: OutgoingEmail, content: EmailContent, context: dict[str, Any]) -> str:
    """Return the text, which begins with the marker if there is one."""
    # A kind without a template for the text has both from one (``games.templatetags.email_parts``).
    name = content.template or email.kind
    templates = [f"emails/{name}.txt", f"emails/{name}.html"]
    made = render_to_string(templates, {**context, "layout": "emails/base.txt", "in_text": True})
    text = without_controls(made)
    tidy = _BLANK_LINES.sub("\n\n", text.strip()) + "\n"
    marker = _marker(content)
    return f"{marker}\n\n{tidy}" if marker else tidy


def _marker(content: EmailContent) -> str:
    """Return the line above which replies are read, "" if they need none.

    Programs that quote an email without marks would otherwise make it orders or commands.
    """
    if content.takes_commands:
        return COMMANDS_MARKER
    return MARKER if content.takes_orders else ""


def _html(email: OutgoingEmail, content: EmailContent, context: dict[str, Any]) -> str:
    name = content.template or email.kind
    made = render_to_string(f"emails/{name}.html", {**context, "layout": "emails/base.html"})
    return _INDENTATION.sub("\n", without_controls(made))


def _subject(game: Game | None) -> str:
    """Return the same subject for all emails about a game, so that they form one thread."""
    if game is None:
        return _("Your games")
    title = registry.get(game.ruleset).title
    return one_line(f"{game.name} ({title})")[:SUBJECT_LENGTH]


def _headers(email: OutgoingEmail, content: EmailContent, unsubscribe_url: str) -> dict[str, str]:
    """Return the headers for threading and unsubscribing (R15), and those of all our emails."""
    name = f"game-{content.game.code}" if content.game else f"person-{_person(email)}"
    thread = f"<{name}@{settings.MAIL_DOMAIN}>"
    list_name = content.game.code if content.game else "all"
    return {
        "Message-ID": email.message_id,
        "Date": format_datetime(email.created_at),
        "In-Reply-To": content.answers or thread,
        "References": f"{thread} {content.answers}".strip(),
        "List-Id": f"<{list_name}.games.{settings.MAIL_DOMAIN}>",
        "List-Unsubscribe": f"<{unsubscribe_url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        **_automatic(email, answers=content.is_answer or bool(content.answers)),
    }


def _automatic(email: OutgoingEmail, *, answers: bool) -> dict[str, str]:
    """Return the headers that tell other programs not to reply (R16)."""
    submitted = "auto-replied" if answers else "auto-generated"
    return {"Auto-Submitted": submitted, "X-Auto-Response-Suppress": "All",
            "x-ms-reactions": "disallow",  # Outlook sends reactions as emails
            OWN_HEADER: email.kind}


def _person(email: OutgoingEmail) -> str:
    """Return an id for the thread of a person's digests that does not reveal the person."""
    return salted_hmac("games.emails.thread", email.to.lower(), algorithm="sha1").hexdigest()[:16]


def _content_ids_end(email: OutgoingEmail) -> str:
    """Return the end of this email's Content-IDs, which no other email may have (RFC 2392)."""
    return f".{codec.text_digest(email.message_id)[:16]}@{settings.MAIL_DOMAIN}"


def _attach(message: EmailMultiAlternatives, picture: Picture, *, content_id: str) -> None:
    part = MIMENonMultipart("image", "png")  # MIMEImage takes milliseconds to encode it
    part["Content-Transfer-Encoding"] = "base64"
    drawn = png(picture.drawing, width=picture.width, part=picture.part)
    part.set_payload(encodebytes(drawn).decode("ascii"))
    part.add_header("Content-ID", content_id)
    part.add_header("Content-Disposition", "inline", filename=f"{picture.name}.png")
    message.attach(part)
