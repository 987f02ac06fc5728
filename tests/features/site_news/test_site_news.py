"""News of the site: written in the admin, on a page, in a feed, for some days on the home page."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.base import site_clock
from games.models import SiteNews, User
from tests.atom_feeds import entries_of
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _at_this_moment(monkeypatch: pytest.MonkeyPatch, now: datetime) -> None:
    """Pages read the time of the tests."""
    monkeypatch.setattr(site_clock, "now", lambda: now)


def test_an_operator_writes_them_and_everybody_reads_them(sit: Sit, now: datetime) -> None:
    operator = User.objects.create_superuser("operator@example.org", name="Operator")
    assert "There is no news yet." in sit().open("/news/").words
    answer = sit(operator).client.post("/admin/games/sitenews/add/", {
        "title": "A <b>new</b> game", "text": "It is here.\n\nHave & fun!",
        "published_at_0": f"{now:%Y-%m-%d}", "published_at_1": f"{now:%H:%M:%S}"})
    assert answer.status_code == 302
    page = sit().open("/news/")
    assert "A <b>new</b> game" in page.words
    assert "<p>It is here.</p>\n\n<p>Have &amp; fun!</p>" in page.html
    assert ("link", "href", "/news/feed/") in page.attributes
    (entry,) = entries_of(sit().client.get("/news/feed/"))
    assert (entry.title, entry.updated) == ("A <b>new</b> game", now)
    assert entry.link == f"http://127.0.0.1:8000/news/#{SiteNews.objects.get().code}"


def test_nobody_sees_them_before_their_moment(client: Client, now: datetime) -> None:
    SiteNews.objects.create(title="Soon", text="Later", published_at=now + DAY)
    for path in ("/", "/news/", "/news/feed/"):
        assert "Soon" not in client.get(path).content.decode()


@pytest.mark.parametrize(("days", "is_shown"), [(13, True), (14, False)])
def test_the_home_page_shows_the_newest_for_some_days(
    sit: Sit, now: datetime, days: int, is_shown: bool
) -> None:
    SiteNews.objects.create(title="Old", text="Old", published_at=now - DAY * (days + 1))
    newest = SiteNews.objects.create(title="New", text="New", published_at=now - DAY * days)
    page = sit().open("/")
    assert any(link.href.endswith(f"/news/#{newest.code}") for link in page.links) == is_shown
    assert "Old" not in page.words
    assert any(link.href.endswith("/news/") for link in page.links)
