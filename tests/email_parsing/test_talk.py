"""The line "--talk" in an email, and the text below it."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from games.post.inbox.parsing.message_reader import Reading, read, separate_talk


@pytest.mark.parametrize("line", [
    "--talk", "-- talk", "—talk", "– talk", "--Talk", "  --TALK: ", "*--talk*", "-talk", "--talk.",
])
def test_a_line_with_nothing_but_talk_begins_what_is_said(line: str) -> None:
    assert separate_talk(f"draw\n{line}\nHello,\n\nall!") == ("draw", "Hello,\n\nall!")


@pytest.mark.parametrize("line", ["--talk Hello!", "--talk: Hello!", "—talk Hello!"])
def test_what_is_said_may_begin_in_the_same_line(line: str) -> None:
    assert separate_talk(f"draw\n{line}\nBye!") == ("draw", "Hello!\nBye!")


@pytest.mark.parametrize("text", [
    "draw", "talk", "-- talk soon, Bob", "--talking", "draw --talk hello", "we talk", "--\ntalk",
])
def test_nothing_else_begins_it(text: str) -> None:
    assert separate_talk(text) == (text, None)


def test_only_the_first_line_counts() -> None:
    assert separate_talk("--talk\nI wrote\n--talk\nbelow") == ("", "I wrote\n--talk\nbelow")


def reading(text: str, *, html: str = "") -> Reading:
    message = EmailMessage()
    message["From"] = "Alice <alice@example.org>"
    message.set_content(text)
    if html:
        message.add_alternative(html, subtype="html")
    return read(message.as_bytes())


@pytest.mark.promise("R18")
def test_quotes_and_signatures_below_it_are_not_said() -> None:
    found = reading("take temple\n--talk\nI will draw\nnext time.\n\nOn Friday, Bob"
                    " <bob@example.org> wrote:\n> draw twice\n")
    assert (found.text, found.talk) == ("take temple", "I will draw\nnext time.")
    found = reading("--talk\nThanks!\n\nSent from my iPhone\n-- \nAlice\nTel. 123")
    assert (found.text, found.talk) == ("", "Thanks!")


def test_an_email_in_html_alone_is_read_in_the_same_way() -> None:
    found = reading("", html="<div>take temple</div><div>--talk</div><div>Hello<br>there</div>")
    assert (found.text, found.talk) == ("take temple", "Hello\nthere")


def test_an_email_without_it_says_nothing() -> None:
    assert reading("take temple").talk is None
