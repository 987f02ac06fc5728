"""Orders typed into the middle of our own email, quoted in each way: whole turns or nothing."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from email.message import EmailMessage

import pytest

from games.models import Game, IncomingEmail, LoggedMove, User
from tests.inbox.email_replies import PostOffice, html_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FIRST, TYPED = "take temple", "march B5.NW via E; draw; draw"
HEADERS = "From: Alexandros\nSent: Friday\nTo: Alice\nSubject: Your game"
OUTLOOK = "<div id='divRplyFwdMsg'><b>From:</b> Alexandros</div>"

Quote = Callable[[EmailMessage], tuple[str, str]]


def _lines(email: EmailMessage) -> list[str]:
    return text_of(email).rstrip().split("\n")


def _below(quote: str) -> tuple[str, str]:
    return f"{FIRST}\n\n{HEADERS}\n\n{quote}\n", "plain"


def unmarked(email: EmailMessage) -> tuple[str, str]:
    return _below(text_of(email))


def not_indented(email: EmailMessage) -> tuple[str, str]:
    return _below("\n".join(line.strip() for line in _lines(email)))


def wrapped(email: EmailMessage) -> tuple[str, str]:
    return _below("\n".join(part for line in _lines(email) for part in textwrap.wrap(line, 45, break_long_words=False) or [""]))


def marked(email: EmailMessage) -> tuple[str, str]:
    quote = "\n".join(f"> {line.strip()}".rstrip() for line in _lines(email))
    return f"{FIRST}\n\nOn Friday, Alexandros <post@example.net> wrote:\n{quote}\n", "plain"


def _body(email: EmailMessage) -> str:
    return html_of(email).partition("<body")[2].partition(">")[2].partition("</body>")[0]


def in_html(email: EmailMessage) -> tuple[str, str]:
    return f"<div>{FIRST}</div><hr>{OUTLOOK}<div>{_body(email)}</div>", "html"


def in_a_blockquote(email: EmailMessage) -> tuple[str, str]:
    return (f"<div>{FIRST}</div><div>On Friday, Alexandros &lt;post@example.net&gt; wrote:</div>"
            f"<blockquote>{_body(email)}</blockquote>"), "html"


def html_as_text(email: EmailMessage) -> tuple[str, str]:
    """Our HTML as a program makes text of it: no indents, bullets, links in brackets."""
    linked = re.sub(r"<a href=\"([^\"]*)\"[^>]*>(.*?)</a>", r"\2 <\1>", _body(email), flags=re.S)
    flat = " ".join(linked.replace("&nbsp;", " ").split())
    items = re.sub(r"<li[^>]*>", "\n   o ", flat)
    blocks = re.sub(r"</?(?:p|h1|h2|ul|div|tr|table|br)\b[^>]*>", "\n", items)
    text = re.sub(r"<(?!https?:)[^>]*>", "", blocks)
    return _below("\n".join(line.strip() for line in text.split("\n") if line.strip()))


TEXTS: list[Quote] = [unmarked, not_indented, wrapped, marked, html_as_text]
ALL: list[Quote] = [*TEXTS, in_html, in_a_blockquote]


def reply(office: PostOffice, email: EmailMessage, body: tuple[str, str], *,
          answers: bool = True) -> IncomingEmail:
    """A reply with this body from Alice, processed."""
    message = EmailMessage()
    message["From"], message["To"] = "alice@example.org", str(email["Reply-To"])
    message["Message-ID"] = "<typed@example.org>"
    if answers:
        message["In-Reply-To"] = str(email["Message-ID"])
    message.set_content(body[0], subtype=body[1])
    return office.take_in(message.as_bytes(), to=str(email["Reply-To"]),
                          sender="alice@example.org")


def with_typed(body: tuple[str, str], place: str, typed: str) -> tuple[str, str]:
    """The body with a line of its own before the line with these words."""
    text, subtype = body
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if re.search(place, line, re.IGNORECASE))
    mark = "> " if lines[at].startswith(">") else ""
    line = f"<div>{typed}</div>" if subtype == "html" else f"{mark}{typed}"
    return "\n".join([*lines[:at], line, *lines[at:]]), subtype


@pytest.mark.promise("R18")
@pytest.mark.parametrize("place", ["WHAT YOU CAN DO", "take soldier", "CLOSEST EMPTY", "Log of"])
@pytest.mark.parametrize("typed", [TYPED, "draw", "take soldier", "Please draw twice"])
@pytest.mark.parametrize("quote", TEXTS)
def test_an_order_typed_into_our_email_in_text_is_not_lost(
    game: Game, office: PostOffice, alice: User, quote: Quote, typed: str, place: str
) -> None:
    body = with_typed(quote(office.turn_email(game, alice)), place, typed)
    assert reply(office, office.delivered[-1], body).outcome == "cut-off"
    assert not LoggedMove.objects.filter(game=game, number__gt=1).exists()


@pytest.mark.promise("R18")
@pytest.mark.parametrize("place", ["<h2 [^>]*>What you can do", "<h2 [^>]*>Closest", "<h2 [^>]*>How"])
@pytest.mark.parametrize("typed", [TYPED, "draw", "Please draw twice"])
@pytest.mark.parametrize("quote", [in_html, in_a_blockquote])
def test_an_order_typed_into_our_email_in_html_is_not_lost(
    game: Game, office: PostOffice, alice: User, quote: Quote, typed: str, place: str
) -> None:
    body = with_typed(quote(office.turn_email(game, alice)), place, typed)
    assert reply(office, office.delivered[-1], body).outcome == "cut-off"


@pytest.mark.promise("R18")
@pytest.mark.parametrize("quote", ALL)
@pytest.mark.parametrize("answers", [True, False])
def test_orders_above_our_whole_email_are_played_however_it_is_quoted(
    game: Game, office: PostOffice, alice: User, quote: Quote, answers: bool
) -> None:
    body = quote(office.turn_email(game, alice))
    message = reply(office, office.delivered[-1], body, answers=answers)
    assert message.outcome == "orders", message.finding


@pytest.mark.promise("R18")
@pytest.mark.parametrize(("ours", "changed"), [
    ("  draw\n", "  draw draw\n"), ("  draw\n", "  draw  <-- this one, please\n"),
    ("  draw\n", "  OK, draw\n"), ("  take soldier\n", "  take soldier, draw\n"),
    ("B5.NW via E;", "B5.NE via E E;"), ("You play red.", "You play red. draw"),
])
def test_an_order_typed_on_a_line_of_ours_is_not_lost(
    game: Game, office: PostOffice, alice: User, ours: str, changed: str
) -> None:
    text, subtype = unmarked(office.turn_email(game, alice))
    assert ours in text
    message = reply(office, office.delivered[-1], (text.replace(ours, changed, 1), subtype))
    assert message.outcome == "cut-off", message.finding


@pytest.mark.promise("R18")
def test_an_order_typed_where_the_rest_of_our_email_was_deleted_is_not_lost(
    game: Game, office: PostOffice, alice: User
) -> None:
    text, subtype = not_indented(office.turn_email(game, alice))
    start = text.partition("WHOLE TURNS")[0]
    assert reply(office, office.delivered[-1], (f"{start}\ndraw\n", subtype)).outcome == "cut-off"


@pytest.mark.promise("R18")
def test_our_email_with_parts_deleted_does_not_keep_a_turn_from_being_played(
    game: Game, office: PostOffice, alice: User
) -> None:
    text, subtype = not_indented(office.turn_email(game, alice))
    start, _, end = text.partition("THE TABLE")
    rest = f"WHAT YOU CAN DO{end.partition('WHAT YOU CAN DO')[2]}"
    message = reply(office, office.delivered[-1], (f"{start}\n{rest}", subtype))
    assert message.outcome == "orders", message.finding
