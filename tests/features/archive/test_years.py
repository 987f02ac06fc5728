"""The page about somebody's year."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from games.base import site_clock
from games.models import User
from games.post.outbox import preferences
from tests.features.archive.conftest import played
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db

PAGE = "/archive/my-year/"


@pytest.fixture(autouse=True)
def _in_2026(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_clock, "now", lambda: on(12, 20))


def on(month: int, day: int, *, year: int = 2026) -> datetime:
    """Noon of a day."""
    return datetime(year, month, day, 12, tzinfo=UTC)


def test_a_year_says_what_somebody_has_played(
    sit: Sit, alice: User, bob: User, carol: User
) -> None:
    played([alice, bob], now=on(3, 1), scores=(50, 30), turns=12)
    played([bob, alice], now=on(3, 9), scores=(50, 49), turns=70)
    played([carol, alice, bob], now=on(5, 9), turns=30, listed=False)
    played([alice, bob], now=on(5, 9, year=2025))
    words = sit(alice).open(PAGE).words
    assert "My year 2026" in words
    assert "You have finished 3 games. You have won 1 of them." in words
    assert "Alexandros, 2 players 1 won of 2 Alexandros, 3 players 0 won of 1" in words
    assert "Favourite opponent Bob 3 games together" in words
    assert "Busiest month March 2 games finished" in words
    assert "Closest game Game of Bob decided by 1 point" in words
    assert "Longest game Game of Bob 70 turns" in words
    assert "Shortest game Game of Alice 12 turns" in words


def test_private_games_are_only_in_the_year_of_whoever_played_them(
    sit: Sit, alice: User, bob: User, carol: User
) -> None:
    played([alice, bob], now=on(3, 1), listed=False)
    assert "Game of Alice" in sit(bob).open(PAGE).words
    assert "Game of Alice" not in sit(carol).open(PAGE).words


def test_a_year_is_that_of_the_readers_time_zone(sit: Sit, alice: User, bob: User) -> None:
    profile = preferences.preferences_of(alice)
    profile.time_zone = "Asia/Tokyo"
    profile.save()
    played([alice, bob], now=datetime(2025, 12, 31, 20, tzinfo=UTC))
    assert "You have finished 1 game" in sit(alice).open(PAGE).words
    assert "not finished any game" in sit(alice).open(f"{PAGE}?year=2025").words


def test_a_year_leads_to_the_one_before_it(sit: Sit, alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(date_joined=on(1, 1, year=2025))
    alice.refresh_from_db()
    links = [link.href for link in sit(alice).open(PAGE).links]
    assert "/archive/my-year/?year=2025" in links
    assert "/archive/my-year/?year=2027" not in links


@pytest.mark.parametrize("year", ["x", "99999", "0000", "1999", "9001", "٢٠٢٦"])
def test_a_year_that_there_is_not_gets_a_sentence(sit: Sit, alice: User, year: str) -> None:
    response = sit(alice).client.get(f"{PAGE}?year={year}")
    assert response.status_code == 400
    assert b"There is no such year here." in response.content


def test_a_visitor_is_asked_to_sign_in(sit: Sit, db: None) -> None:
    assert sit(None).client.get(PAGE).status_code == 302


def test_only_ones_own_page_leads_to_ones_year(sit: Sit, alice: User, bob: User) -> None:
    assert "My year sums up what you have played" in sit(alice).open("/people/Alice/").words
    assert "My year" not in sit(bob).open("/people/Alice/").words
