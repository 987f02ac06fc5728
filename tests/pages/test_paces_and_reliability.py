"""Pages about paces and reliability: the new table, the lobby, open tables and the account."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
import time_machine

from games.models import Game, Pace, User
from games.table.clocks import paces
from games.table.clocks.paces import TimeControl
from games.table.lobby import open_tables
from tests.clocks.timings import Outcome, played
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _today(now: datetime) -> Iterator[None]:
    with time_machine.travel(now, tick=False):
        yield


@pytest.fixture
def strict(alice: User, now: datetime) -> Game:
    """Alice's listed table for people who play mostly in time."""
    return open_tables.create_table(by=alice, players=3, listed=True, required_reliability="mostly",
                               pace="relaxed", now=now)


@pytest.fixture
def late(bob: User, fresh: Game, now: datetime) -> User:
    """Bob, who has missed most of their turns."""
    played(bob, fresh, Outcome.MISSED, times=9, now=now)
    return bob


def test_a_new_table_is_relaxed_and_says_what_that_means(sit: Sit, alice: User) -> None:
    browser = sit(alice)
    words = browser.open("/games/new/?game=alexandros").words
    assert "between 8:00 and 22:00 (UTC), until you choose your playing hours." in words
    assert "Time passes only in your playing hours. A slow turn of yours takes 4 days." in words
    page = browser.press("Open the table")
    assert Game.objects.get().pace == Pace.RELAXED
    assert "You start with 48 hours of your playing time" in page.words
    assert "Your turns will end between 8:00 and 22:00 (UTC)" in page.words
    assert "Alice (you) (new here)" in page.words


def test_the_details_of_a_pace_can_be_edited(sit: Sit, alice: User) -> None:
    browser = sit(alice)
    browser.open("/games/new/?game=alexandros")
    page = browser.press("Open the table", pace="day", at_start="1d 12h", grace="0m",
                         required_reliability="always")
    game = Game.objects.get()
    assert paces.control_of(game) == TimeControl(36 * HOUR, 12 * HOUR, 48 * HOUR, 0 * HOUR)
    assert (game.required_reliability, game.newcomers) == ("always", True)
    assert "You start with 36 hours of your playing time, and each turn adds 12 hours" in page.words
    assert "For people who always play in time, and for newcomers." in page.words


@pytest.mark.parametrize(("entered", "words"), [
    ({"at_start": "soon"}, "“soon” is not a period of time. Enter hours, minutes or days"),
    ({"per_turn": "12"}, "“12” is not a period of time."),
    ({"at_start": "50h"}, "cannot be more than the most somebody can have, which is 48 hours"),
    ({"grace": "3d"}, "The grace period can be 0 minutes to 2 days."),
    ({"pace": "none", "limit": "3d"}, "A table without a clock has no times to edit."),
])
def test_wrong_details_are_refused_and_kept(
    sit: Sit, alice: User, entered: dict[str, str], words: str
) -> None:
    browser = sit(alice)
    browser.open("/games/new/?game=alexandros")
    page = browser.press("Open the table", **{"pace": "day", **entered})
    assert page.status == 400
    assert words in page.words
    assert "<details open>" in page.html
    assert all(f'value="{text}"' in page.html for text in entered.values())
    assert not Game.objects.exists()


def test_newcomers_can_be_kept_away(sit: Sit, alice: User) -> None:
    browser = sit(alice)
    browser.open("/games/new/?game=alexandros")
    browser.press("Open the table", required_reliability="mostly", newcomers=[])
    assert not Game.objects.get().newcomers


def test_the_lobby_shows_who_may_join(
    sit: Sit, strict: Game, late: User, carol: User, fresh: Game, now: datetime
) -> None:
    played(carol, fresh, times=8, now=now)
    asks = "For people who play mostly in time, and for newcomers."
    assert f"{asks} You cannot join yet." in sit(late).open("/lobby/").words
    assert f"{asks} You may join." in sit(carol).open("/lobby/").words
    assert f"{asks} You may join." in sit(None).open("/lobby/").words
    Game.objects.filter(pk=strict.pk).update(newcomers=False)
    words = sit(None).open("/lobby/").words
    assert "For people who play mostly in time. You cannot join yet." in words
    assert "pace: relaxed (36 hours a turn)" in words


def test_names_in_the_lobby_and_at_the_table_carry_a_verdict(
    sit: Sit, strict: Game, late: User, carol: User, alice: User, fresh: Game, now: datetime
) -> None:
    played(alice, fresh, times=20, now=now)
    played(alice, fresh, Outcome.EXCUSED, times=3, now=now)
    open_tables.join(strict, user=late, token=strict.invite_token, now=now)
    lobby = sit(carol).open("/lobby/").words
    assert "Alice always in time" in lobby
    assert "Bob rarely in time" in lobby
    table = sit(carol).open(f"/games/{strict.code}/").words
    assert "Alice (always in time, 3 excused)" in table
    assert "Bob (rarely in time)" in table


def test_somebody_who_may_not_join_is_told_why_instead_of_getting_a_button(
    sit: Sit, strict: Game, late: User
) -> None:
    browser = sit(late)
    page = browser.open(f"/games/{strict.code}/")
    assert "You have done so in 0 of 9. Play your next turns in time" in page.words
    assert "Take a seat" not in page.words
    answer = browser.client.post(f"/games/{strict.code}/join/")
    assert answer.status_code == 400
    assert "in at least 80% of their last turns" in answer.content.decode()
    page = browser.open(f"/games/{strict.code}/invitation/{strict.invite_token}/")
    assert "Take a seat" in page.words
    browser.press("Take a seat")
    assert strict.seats.filter(user=late).exists()


def test_a_visitor_who_may_not_join_is_asked_to_sign_in(sit: Sit, strict: Game) -> None:
    Game.objects.filter(pk=strict.pk).update(newcomers=False)
    words = sit(None).open(f"/games/{strict.code}/").words
    assert "at least 5 turns against a clock" in words
    assert "If you have played here before, sign in first." in words


def test_an_invitation_says_what_the_pace_means_for_a_visitor(sit: Sit, strict: Game) -> None:
    words = sit(None).open(f"/games/{strict.code}/invitation/{strict.invite_token}/").words
    assert "(UTC), until you sign in and choose your playing hours" in words
    assert "Alice (new here)" in words


def test_the_account_page_tells_somebody_their_own_standing(
    sit: Sit, late: User, alice: User
) -> None:
    assert "You rarely play in time: 0 of your last 9 turns." in sit(late).open("/account/").words
    assert "You are new here" in sit(alice).open("/account/").words


def test_a_table_from_before_says_that_it_has_no_clock(
    sit: Sit, strict: Game, carol: User
) -> None:
    Game.objects.filter(pk=strict.pk).update(**paces.columns(TimeControl()))
    words = sit(carol).open(f"/games/{strict.code}/").words
    assert "Pace: relaxed. Everyone moves within three days. There is no clock." in words
    assert "Your turns" not in words
    assert "pace: relaxed, without a clock" in sit(carol).open("/lobby/").words
