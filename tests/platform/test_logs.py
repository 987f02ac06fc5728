"""What the log never contains, and what tasks never carry (R24, R25)."""

from __future__ import annotations

import logging

import pytest

from alexandros_site.logs import MaskingFormatter, masked
from games.base import task_queue
from games.table.lobby import open_tables

pytestmark = pytest.mark.promise("R25")

TOKEN = "0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(("text", "expected"), [
    ("refused alice@example.org: 550", "refused (address): 550"),
    (f"Not Found: /games/abc/invitation/{TOKEN}/", "Not Found: /games/abc/invitation/(token)/"),
    (f"Gone: /turn/{'abcdefg7' * 4}/", "Gone: /turn/(token)/"),
    (f"Gone: /shared/k3j2h1g0f9/{'aB-_9' * 8}xyz/", "Gone: /shared/k3j2h1g0f9/(token)/"),
    ("Gone: /unsubscribe/WyJib2JAZXhhbXBsZS5vcmciXQ:5SAnbR/", "Gone: /unsubscribe/(token)/"),
    (f"session {'z9' * 16} is gone", "session (token) is gone"),
    ("typed ABCD-EFGH", "typed (code)"),
    ("no postgresql://alex:secret@db/games", "no postgresql://(login)@db/games"),
    ("in a_name_that_is_as_long_as_names_can_be", "in a_name_that_is_as_long_as_names_can_be"),
    ("mail 17: retry, SMTPDataError: 451", "mail 17: retry, SMTPDataError: 451"),
])
def test_addresses_tokens_and_codes_are_masked(text, expected):
    assert masked(text) == expected


def test_a_traceback_is_masked_too():
    try:
        raise ValueError(f"bad token {TOKEN} of bob@example.org")
    except ValueError as error:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "failed", (), (
            type(error), error, error.__traceback__))
    entry = MaskingFormatter().format(record)
    assert "ValueError: bad token (token) of (address)" in entry


def test_the_sites_log_is_masked():
    formatters = [handler.formatter for handler in logging.getLogger().handlers]
    assert any(isinstance(formatter, MaskingFormatter) for formatter in formatters)


@pytest.mark.promise("R24")
@pytest.mark.django_db
def test_a_task_carries_row_numbers_and_nothing_else(
    alice, bob, now, monkeypatch, django_capture_on_commit_callbacks
):
    arguments = []
    monkeypatch.setattr(task_queue, "send_task", lambda task, *args: arguments.append(args))
    with django_capture_on_commit_callbacks(execute=True):
        open_tables.create_table(
            by=alice, players=2, bots=["random"], options={"first": 1}, now=now
        )
        open_tables.create_table(by=alice, players=2, invite_emails=[bob.email], now=now)
    assert arguments
    assert all(isinstance(value, int) for args in arguments for value in args)
