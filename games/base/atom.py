"""Atom feeds (RFC 4287) of news in plain text, with ids and addresses that stay the same.

Feed readers send no cookies.  So whoever asks for a feed gets what visitors may know, unless its
address is a secret.  There is no Last-Modified: names change without a trace, and only the ETag
can tell.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import get_language

from games.base.plain_text import one_line, without_controls

CONTENT_TYPE = "application/atom+xml; charset=utf-8"
_PARAGRAPHS = re.compile(r"\n\s*\n")
NEVER = datetime(1970, 1, 1, tzinfo=UTC)  # when a feed without entries was updated


@dataclass(frozen=True, slots=True)
class News:
    """An entry of a feed, in plain text.

    ``path``  the page that it leads to
    ``key``   tells it from all other news with this path, and stays the same if the text changes;
              empty if no other has this path
    """

    path: str
    key: str
    at: datetime
    title: str
    text: str = ""


class _Feed(Atom1Feed):
    def latest_post_date(self) -> datetime:
        """Return when the feed was updated, which is the same each time, also if it is empty."""
        return super().latest_post_date() if self.num_items() else NEVER


def answer(request: HttpRequest, news: Iterable[News], *, title: str, path: str,
           feed_path: str, key: str = "") -> HttpResponseBase:
    """Return the feed of these news, or 304 if the reader has it already.

    ``path`` is the page with the same news.  ``feed_path`` is left empty if the feed must not name
    its own address; ``key`` then tells it from other feeds with this path.
    """
    page = settings.BASE_URL + path
    feed = _Feed(one_line(title), page, "", language=get_language(), author_name=settings.SITE_NAME,
                 feed_url=settings.BASE_URL + feed_path if feed_path else None,
                 feed_guid=f"{page}#{key}" if key else None)
    for one in news:
        link = settings.BASE_URL + one.path
        feed.add_item(one_line(one.title), link, _as_html(one.text),
                      unique_id=f"{link}#{one.key}" if one.key else link, updateddate=one.at)
    content = feed.writeString("utf-8").encode()
    response = HttpResponse(content, content_type=CONTENT_TYPE)
    response["Cache-Control"] = "private, no-cache"  # may be kept, but must be asked about
    response["ETag"] = etag = f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'
    return get_conditional_response(request, etag=etag, response=response) or response


def _as_html(text: str) -> str:
    """Return the paragraphs and lines of a plain text as HTML."""
    paragraphs = _PARAGRAPHS.split(without_controls(text).strip()) if text else []
    return "".join(f"<p>{'<br>'.join(escape(line.strip()) for line in paragraph.splitlines())}</p>"
                   for paragraph in paragraphs)
