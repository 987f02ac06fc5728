"""A flood of emails that were held does not delay others: they have a queue of their own."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.base import queues, task_queue
from games.models import EmailPreferences, EmailTiming, OutgoingEmail, User
from games.post.outbox import delivery, digest
from games.post.outbox.queue import queue_for_seats
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R3")]

TOMORROW = timedelta(days=1)


@pytest.fixture
def people(alice: User, bob: User, carol: User) -> list[User]:
    """Alice and Bob, who get emails once a day, and Carol, who gets them at once."""
    for user in (alice, bob):
        EmailPreferences.objects.create(user=user, when=EmailTiming.DAILY)
    return [alice, bob, carol]


def tell(people: list[User], *, games: int, now: datetime) -> None:
    """Queues one email for each of them from each of so many new games."""
    for _ in range(games):
        game = seat_table(people, now=now, options={"first": 0})
        queue_for_seats("left", game.seats.select_related("user"), game=game, now=now)


def announced_by(*steps: Any, capture: Any, tasks: list[tuple[Any, ...]]) -> set[tuple[str, str]]:
    """The tasks that these steps send, each as its name and the kind of its email."""
    tasks.clear()
    with capture(execute=True):
        for step in steps:
            step()
    kinds = dict(OutgoingEmail.objects.values_list("pk", "kind"))
    return {(task, kinds[pk]) for task, pk in tasks if pk in kinds}


@pytest.mark.parametrize(("games", "kind"), [(1, "left"), (2, "digest")])
def test_what_was_held_goes_to_its_own_queue_and_everything_else_to_the_other(
    people: list[User], now: datetime, announced: list[tuple[Any, ...]],
    django_capture_on_commit_callbacks: Any, games: int, kind: str
) -> None:
    capture = django_capture_on_commit_callbacks
    assert queues.ROUTES["deliver_held"] != queues.ROUTES["deliver_email"]
    queued = announced_by(lambda: tell(people, games=games, now=now), capture=capture,
                          tasks=announced)
    assert queued == {("deliver_email", "left")}, "to Carol"
    released = announced_by(lambda: digest.release_due(now + TOMORROW), capture=capture,
                            tasks=announced)
    assert released == {("deliver_held", kind)}
    later = now + TOMORROW + task_queue.START_GRACE
    swept = announced_by(lambda: delivery.sweep(later), lambda: delivery.sweep_held(later),
                         capture=capture, tasks=announced)
    assert swept == {("deliver_email", "left"), ("deliver_held", kind)}
    assert len(announced) == games + 2, "each once"


def test_held_emails_are_released_while_there_is_room_in_their_queue(
    people: list[User], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(people, games=1, now=now)
    held = OutgoingEmail.objects.filter(status="held")
    monkeypatch.setattr(task_queue, "waiting", lambda queue: digest.ROOM)
    assert digest.release_due(now + TOMORROW) == 0
    assert held.count() == 2
    monkeypatch.setattr(task_queue, "waiting", lambda queue: digest.ROOM - 1)
    assert digest.release_due(now + TOMORROW) == 2
    assert not held.exists()


def test_an_email_that_never_said_since_when_it_may_leave_is_not_taken_for_a_held_one(
    people: list[User], now: datetime, announced: list[tuple[Any, ...]]
) -> None:
    tell(people, games=1, now=now)
    [to_carol] = OutgoingEmail.objects.filter(status="queued")
    OutgoingEmail.objects.filter(pk=to_carol.pk).update(due_since=None)
    assert delivery.sweep_held(now + task_queue.START_GRACE) == []
    assert delivery.sweep(now + task_queue.START_GRACE) == [to_carol.pk]
