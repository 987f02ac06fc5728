"""Which devices are told what, and when."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import Game, PushDevice, PushNotice, User
from games.post.outbox import preferences
from games.post.push import notices
from games.table.play import turns
from tests.push.conftest import PUBLIC
from tests.sample_games import advance

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

Register = Callable[..., PushDevice]


@pytest.fixture(autouse=True)
def _announced(announced: list[Any]) -> None:
    """No task is sent to the worker."""


@pytest.fixture
def phones(fresh: Game, alice: User, bob: User, register: Register) -> list[PushDevice]:
    """Alice’s phone and laptop, and Bob’s phone, after their game has started."""
    return [register(alice, f"{PUBLIC}a"), register(alice, f"{PUBLIC}b"),
            register(bob, f"{PUBLIC}c")]


def queued() -> list[tuple[str, str, str]]:
    """Whom we tell what: the device, the kind of news and the status of the notice."""
    found = PushNotice.objects.select_related("device").order_by("device")
    return [(notice.device.endpoint[-1], notice.kind, notice.status) for notice in found]


def finish_turn(game: Game, *, seat: int, now: datetime) -> None:
    while game.seats.get(index=seat).to_move:
        advance(game, now=now)


def reminders(now: datetime) -> int:
    return notices.queue_reminders(now, earliest=preferences.awake_from)


def test_a_turn_is_told_to_every_device_of_its_player_and_to_nobody_else(
    phones: list[PushDevice], fresh: Game, now: datetime, announced: list[Any],
    django_capture_on_commit_callbacks: Any,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        finish_turn(fresh, seat=0, now=now)
    assert queued() == [("c", "turn", "queued")]
    assert ("send_notice", PushNotice.objects.get().pk) in announced


def test_one_game_has_one_notice_a_device_and_the_newest_news_win(
    phones: list[PushDevice], fresh: Game, now: datetime
) -> None:
    finish_turn(fresh, seat=0, now=now)
    first = PushNotice.objects.get()
    PushNotice.objects.update(status="sent", attempts=3)
    finish_turn(fresh, seat=1, now=now)
    finish_turn(fresh, seat=0, now=now)
    assert queued() == [("a", "turn", "queued"), ("b", "turn", "queued"), ("c", "turn", "queued")]
    again = PushNotice.objects.get(pk=first.pk)
    assert (again.attempts, again.number) == (0, fresh.number)
    assert again.revision > first.revision


def test_somebody_who_wants_no_email_is_told_all_the_same(
    phones: list[PushDevice], fresh: Game, bob: User, now: datetime
) -> None:
    preferences.set_for_all(bob, "never")
    finish_turn(fresh, seat=0, now=now)
    assert queued() == [("c", "turn", "queued")]


def test_a_notice_waits_for_the_end_of_quiet_hours(
    phones: list[PushDevice], fresh: Game, bob: User, now: datetime, announced: list[Any]
) -> None:
    preferences.change(bob, quiet_from=now.hour, quiet_until=now.hour + 3)
    announced.clear()
    finish_turn(fresh, seat=0, now=now)
    assert PushNotice.objects.get().not_before == now + timedelta(hours=3)
    assert [task for task, _ in announced if task == "send_notice"] == []


def test_the_end_is_told_to_all_but_the_player_who_brought_it_about(
    phones: list[PushDevice], fresh: Game, now: datetime
) -> None:
    class Over:
        over, to_move, turn = True, (), 9

    turns.announce(fresh, None, Over(), seats=list(fresh.seats.select_related("user")), now=now,  # type: ignore[arg-type]
                 by=1)
    assert queued() == [("a", "over", "queued"), ("b", "over", "queued")]


def test_a_turn_that_waits_for_two_days_is_recalled_once(
    phones: list[PushDevice], fresh: Game, now: datetime
) -> None:
    finish_turn(fresh, seat=0, now=now)
    PushNotice.objects.update(status="sent")
    assert reminders(now + timedelta(days=1)) == 0
    assert reminders(now + timedelta(days=2)) == 1
    assert queued() == [("c", "reminder", "queued")]
    PushNotice.objects.update(status="sent")
    assert reminders(now + timedelta(days=5)) == 0


def test_a_turn_that_is_over_is_not_recalled(
    phones: list[PushDevice], fresh: Game, now: datetime
) -> None:
    finish_turn(fresh, seat=0, now=now)
    finish_turn(fresh, seat=1, now=now)
    PushNotice.objects.filter(device=phones[2]).update(status="sent")
    assert reminders(now + timedelta(days=3)) == 0


def test_the_sentence_can_name_a_deadline() -> None:
    assert notices.sentence("turn") == "Your turn"
    assert (
        notices.sentence("turn", deadline="Tuesday 18:00") == "Your turn until Tuesday 18:00"
    )
    assert notices.sentence("over", deadline="Tuesday 18:00") == "The game is over."
