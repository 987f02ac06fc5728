"""Looks for numbers of rows in every answer and email of every test.

A row's number tells how many others there are, and so what others have caused.  No page, file,
link, cookie or email may contain one, plain or encoded.  The rows of each table therefore begin
with a number that occurs nowhere else, and ``NoRowNumbers`` reads all answers.  Pages of operators
are exempt, and so is the mailbox, which only a browser on the site's own machine can open.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from email.message import EmailMessage
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.core.mail.backends import locmem
from django.db import connection, models
from django.http import HttpRequest, HttpResponseBase
from pytest_django import DjangoDbBlocker

FIRST, APART = 73_160_000_000_000, 10_000_000  # 7316, the table, and the row
_NUMBER = re.compile(r"(?<![0-9A-Za-z])7316\d{10}(?![0-9A-Za-z])")
_LONG_WORD = re.compile(r"[A-Za-z0-9_-]{24,}")
# How every number begins: plain, and in base 64 wherever in the encoded text it stands.  Most texts
# have none of these; looking for them takes a twentieth of the time that the expressions take.
BEGINNINGS = ("7316", *(
    urlsafe_b64encode(bytes(before) + b"7316").decode()[-(-before * 8 // 6):(before + 4) * 8 // 6]
    for before in range(3)))
EXEMPT = ("/admin/", "/mailbox/", "/metrics")


def tables() -> list[type[models.Model]]:
    """Return the models whose rows are numbered by the database."""
    return [model for model in apps.get_app_config("games").get_models()
            if isinstance(model._meta.pk, models.AutoField | models.BigAutoField)]


def start_high() -> None:
    """Let the next row of each table have a number that is found among all others."""
    with connection.cursor() as cursor:
        for place, model in enumerate(tables()):
            table, number = model._meta.db_table, FIRST + place * APART
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)",
                               [table, number])
            else:
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)",
                               [table, model._meta.pk.column, number])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock():
        start_high()


def found_in(text: str) -> list[str]:
    """Return the numbers of rows in a text, with the tables they are from and what precedes them.

    Words that may be text in base 64, such as signed tokens, are decoded.
    """
    if not any(beginning in text for beginning in BEGINNINGS):
        return []
    decoded = [_decoded(word) for word in _LONG_WORD.findall(text)]
    return [f"{_table(match[0])} {match[0]} after …{each[max(0, match.start() - 60):match.start()]}"
            for each in (text, *decoded) for match in _NUMBER.finditer(each)]


def _table(number: str) -> str:
    place = (int(number) - FIRST) // APART
    return tables()[place].__name__ if place < len(tables()) else "?"


def _decoded(word: str) -> str:
    return urlsafe_b64decode(word[:len(word) // 4 * 4]).decode("latin-1")


class NoRowNumbers:
    """Middleware that fails if an answer contains the number of a row."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        response = self._get_response(request)
        if not request.path.startswith(EXEMPT):
            found = [each for text in _texts(response) for each in found_in(text)]
            assert not found, f"{request.path} tells the number of a row: {found[:5]}"
        return response


def _texts(response: Any) -> Iterator[str]:
    """Yield an answer's headers, cookies and content; those of the files in an archive, too."""
    yield "\n".join(f"{name}: {value}" for name, value in response.items())
    yield response.cookies.output()
    kind = response.headers.get("Content-Type", "")
    if kind.startswith(("image/png", "image/gif")):
        return
    content = _content(response)
    if kind != "application/zip":
        yield content.decode("utf-8", "replace")
        return
    with ZipFile(BytesIO(content)) as archive:
        for name in archive.namelist():
            yield f"{name}\n{archive.read(name).decode('utf-8', 'replace')}"


def _content(response: HttpResponseBase | Any) -> bytes:
    if not response.streaming:
        return bytes(response.content)
    content = b"".join(response)
    response.streaming_content = [content]
    return content


@pytest.fixture(autouse=True, scope="session")
def _emails_are_read() -> Iterator[None]:
    """Fails where an email that is sent contains the number of a row."""
    original = locmem.EmailBackend.send_messages

    def send(self: locmem.EmailBackend, messages: Sequence[Any]) -> int:
        messages = list(messages)
        for message in messages:
            found = [each for text in texts_of(message.message()) for each in found_in(text)]
            assert not found, f"“{message.subject}” tells the number of a row: {found[:5]}"
        return int(original(self, messages))

    locmem.EmailBackend.send_messages = send
    yield
    locmem.EmailBackend.send_messages = original


def texts_of(message: EmailMessage | Any) -> Iterator[str]:
    """Yield the headers and the texts of all parts of an email."""
    for part in message.walk():
        yield "\n".join(f"{name}: {value}" for name, value in part.items())
        if part.get_content_maintype() == "text":
            yield part.get_payload(decode=True).decode("utf-8", "replace")
