"""Atom feeds: they are valid, say the same until something changes, and contain no markup."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.test import RequestFactory

from games.base import atom
from games.base.atom import News
from tests.atom_feeds import entries_of

NOON = datetime(2026, 2, 1, 12, tzinfo=UTC)


def feed(*news: News, **headers: str) -> Any:
    request = RequestFactory().get("/news/feed/", headers=headers)
    return atom.answer(request, news, title="News", path="/news/", feed_path="/news/feed/")


def test_what_people_write_is_text_and_not_markup() -> None:
    (entry,) = entries_of(feed(
        News("/news/", "1", NOON, "<b>New</b>\x0c & old", "A <script>\r\n\r\nB\nC \x00\ufffe")))
    assert entry.title == "<b>New</b> & old"
    assert entry.text == "<p>A &lt;script&gt;</p><p>B<br>C</p>"
    assert (entry.id, entry.link) == ("http://127.0.0.1:8000/news/#1", "http://127.0.0.1:8000/news/")
    assert entry.updated == NOON


def test_an_empty_feed_is_valid_and_stays_the_same() -> None:
    assert entries_of(feed()) == []
    assert feed().content == feed().content


def test_a_reader_is_told_if_nothing_has_changed() -> None:
    one, other = News("/news/", "1", NOON, "One"), News("/news/", "1", NOON, "Other")
    first = feed(one)
    again = feed(one, if_none_match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert feed(other, if_none_match=first["ETag"]).status_code == 200
    assert "Last-Modified" not in first
