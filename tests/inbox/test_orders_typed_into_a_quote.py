"""Orders typed into the middle of our own email, quoted in each way: whole turns or nothing."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from email.message import EmailMessage

import pytest

from games import tasks
from games.models import Failure, Game, IncomingEmail, LoggedMove, User
from games.post.emails import notifications
from tests import pseudo_language
from tests.inbox.email_replies import PostOffice, html_of, text_of, written

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
    return _below("\n".join(part for line in _lines(email) for part in textwrap.wrap(
        line, 45, break_long_words=False, break_on_hyphens=False) or [""]))


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


QUOTES: list[Quote] = [unmarked, not_indented, wrapped, marked, html_as_text, in_html,
                       in_a_blockquote]


def reply(office: PostOffice, email: EmailMessage, body: tuple[str, str], *,
          answers: str | None = None, message_id: str = "<typed@example.org>") -> IncomingEmail:
    """A reply with this body from Alice, processed."""
    message = EmailMessage()
    message["From"], message["To"] = "alice@example.org", str(email["Reply-To"])
    message["Message-ID"] = message_id
    message["References"] = str(email["Message-ID"]) if answers is None else answers
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
@pytest.mark.parametrize("place", ["WHAT YOU CAN DO", "CLOSEST EMPTY"])
@pytest.mark.parametrize("quote", QUOTES)
def test_an_order_typed_into_the_middle_of_our_email_is_not_lost(
    game: Game, office: PostOffice, alice: User, quote: Quote, place: str
) -> None:
    text, subtype = quote(office.turn_email(game, alice))
    pattern = f"<h2 [^>]*>{place}" if subtype == "html" else place
    body = with_typed((text, subtype), pattern, TYPED)
    message = reply(office, office.delivered[-1], body)
    assert message.outcome == "cut-off"
    assert TYPED.split(";")[0] in (message.finding or {})["sentence"]
    assert not LoggedMove.objects.filter(game=game, number__gt=1).exists()


@pytest.mark.promise("R18")
def test_an_order_typed_beside_the_same_example_of_ours_is_not_lost(
    game: Game, office: PostOffice, alice: User
) -> None:
    body = with_typed(marked(office.turn_email(game, alice)), "take soldier$", "draw")
    assert reply(office, office.delivered[-1], body).outcome == "cut-off"


@pytest.mark.promise("R18")
@pytest.mark.parametrize("quote", QUOTES)
def test_orders_above_our_whole_email_are_played_however_it_is_quoted(
    game: Game, office: PostOffice, alice: User, quote: Quote
) -> None:
    body = quote(office.turn_email(game, alice))
    message = reply(office, office.delivered[-1], body)
    assert message.outcome == "orders", message.finding


@pytest.mark.promise("R18")
def test_our_email_is_known_from_its_address_if_the_reply_does_not_name_it(
    game: Game, office: PostOffice, alice: User
) -> None:
    body = not_indented(office.turn_email(game, alice))
    changed = with_typed(body, "CLOSEST EMPTY", TYPED)
    assert reply(office, office.delivered[-1], changed, answers="").outcome == "cut-off"
    message = reply(office, office.delivered[-1], body, answers="", message_id="<2@example.org>")
    assert message.outcome == "orders", message.finding


@pytest.mark.promise("R18")
def test_an_older_email_quoted_in_a_newer_one_does_not_keep_a_turn_from_being_played(
    game: Game, office: PostOffice, alice: User
) -> None:
    older = office.turn_email(game, alice)
    reply(office, older, ("moves", "plain"), message_id="<1@example.org>")
    newer = office.deliver()[0]
    assert "play amphora" in text_of(newer)
    inner = "\n".join(f"> {line.strip()}" for line in _lines(older))
    body = _below("\n".join([*(line.strip() for line in _lines(newer)), "", inner]))
    answers = f"{older['Message-ID']} {newer['Message-ID']}"
    message = reply(office, newer, body, answers=answers)
    assert message.outcome == "orders", message.finding


@pytest.mark.promise("R18")
@pytest.mark.parametrize(("below", "outcome"), [("", "orders"), ("Alice", "orders"),
                                                ("draw", "cut-off"), ("No, wait", "cut-off")])
@pytest.mark.parametrize("quote", [not_indented, in_html])
def test_the_end_of_our_email_is_recognised_in_every_language(
    game: Game, office: PostOffice, alice: User, quote: Quote, below: str, outcome: str
) -> None:
    with pseudo_language.spoken():
        text, subtype = quote(office.turn_email(game, alice))
        line = f"<div>{below}</div>" if subtype == "html" else f"\n{below}\n"
        message = reply(office, office.delivered[-1], (text + line, subtype))
    assert message.outcome == outcome, message.finding


@pytest.mark.promise("R18")
def test_orders_are_played_when_our_email_cannot_be_rendered_again(
    game: Game, office: PostOffice, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = unmarked(office.turn_email(game, alice))
    monkeypatch.setattr(notifications, "told_turn", lambda email: {}["a mistake in a template"])
    message = reply(office, office.delivered[-1], body)
    assert message.outcome == "orders", message.finding
    assert Failure.objects.get().doing == "email"


@pytest.mark.promise("R18")
def test_the_worker_knows_what_our_emails_said(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    text, _ = with_typed(not_indented(email), "CLOSEST EMPTY", TYPED)
    raw = written(text, to=str(email["Reply-To"]), sender="alice@example.org")
    message = office.store(raw, to=str(email["Reply-To"]))
    tasks.read_message(message.pk)
    message.refresh_from_db()
    assert message.outcome == "cut-off"
