"""Reading Atom feeds, and holding them against what RFC 4287 asks for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from xml.etree import ElementTree as ET

ATOM = "{http://www.w3.org/2005/Atom}"


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a feed; ``text`` is HTML."""

    id: str
    title: str
    text: str
    updated: datetime
    link: str


def entries_of(answer: Any) -> list[Entry]:
    """Return the entries of a feed, in its order; fails if the feed is not valid."""
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ET.fromstring(answer.content)  # noqa: S314 - our own
    assert feed.tag == f"{ATOM}feed"
    assert _one(feed, "title").text
    assert feed.findtext(f"{ATOM}author/{ATOM}name")  # each entry has one, or the feed
    entries = [Entry(_text(each, "id"), _text(each, "title"), each.findtext(f"{ATOM}summary", ""),
                     datetime.fromisoformat(_text(each, "updated")), _alternate(each))
               for each in feed.iter(f"{ATOM}entry")]
    ids = [_text(feed, "id"), *(entry.id for entry in entries)]
    assert len({*ids}) == len(ids)
    assert all(one.startswith("http://127.0.0.1:8000/") for one in ids)
    updated = datetime.fromisoformat(_text(feed, "updated"))
    assert updated == max((entry.updated for entry in entries), default=updated)
    _alternate(feed)
    return entries


def _one(element: ET.Element, name: str) -> ET.Element:
    (found,) = element.findall(f"{ATOM}{name}")
    return found


def _text(element: ET.Element, name: str) -> str:
    text = _one(element, name).text
    assert text
    return text


def _alternate(element: ET.Element) -> str:
    (link,) = (each for each in element.findall(f"{ATOM}link")
               if each.get("rel", "alternate") == "alternate")
    return link.attrib["href"]
