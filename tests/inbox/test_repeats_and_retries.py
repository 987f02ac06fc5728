"""Emails that arrive twice, and workers that die, stall or fail: orders are played once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.base import fault_points, retention, task_queue
from games.models import Game, IncomingEmail, LoggedMove, OutgoingEmail, User
from games.post.inbox import processing
from tests.inbox.email_replies import PostOffice, text_of, written

pytestmark = pytest.mark.django_db


@pytest.mark.promise("R6")
def test_an_email_that_arrives_again_plays_once_and_gets_the_same_receipt(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    first = office.reply(email, "take temple", sender=alice.email, message_id="<a@b.example>")
    [receipt] = office.deliver()
    again = office.reply(email, "take temple", sender=alice.email, message_id="<a@b.example>")
    assert (again.status, again.outcome, again.original) == ("done", "repeat", first)
    [copy] = office.deliver()
    assert copy["Message-ID"] == receipt["Message-ID"]
    assert text_of(copy) == text_of(receipt)
    assert LoggedMove.objects.filter(game=game).count() == 2
    assert OutgoingEmail.objects.filter(kind="receipt").count() == 1


@pytest.mark.promise("R6")
def test_a_repeat_after_the_turn_is_still_only_a_repeat(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    text = "take temple; march B5.NW via E; draw; draw"
    office.reply(email, text, sender=alice.email, message_id="<a@b.example>")
    office.deliver()
    for _ in range(5):
        office.reply(email, text, sender=alice.email, message_id="<a@b.example>")
        office.deliver()
    assert not OutgoingEmail.objects.filter(kind="refusal").exists()
    copies = [m for m in office.delivered if m["X-Game-Post"] == "receipt"]
    assert len(copies) == 4, "copies are answered, but not for ever"


@pytest.mark.promise("R6")
def test_a_copy_without_a_message_id_is_recognised_by_its_bytes(
    game: Game, office: PostOffice, alice: User
) -> None:
    to = str(office.turn_email(game, alice)["Reply-To"])
    raw = written("take temple", to=to, sender=alice.email or "")
    lines = raw.split(b"\r\n")
    raw = b"\r\n".join(line for line in lines if not line.startswith(b"Message-ID"))
    outcomes = [office.take_in(raw, to=to, sender=alice.email).outcome for _ in range(2)]
    assert outcomes == ["orders", "repeat"]


def test_a_message_whose_worker_died_is_found_by_the_sweep(
    game: Game, office: PostOffice, alice: User, announced: list[object]
) -> None:
    to = str(office.turn_email(game, alice)["Reply-To"])
    raw = written("take temple", to=to, sender=alice.email or "")
    message = processing.store(raw, gateway="pipe", now=office.now)
    IncomingEmail.objects.filter(pk=message.pk).update(attempts=1, lease_until=office.now)
    announced.clear()
    later = office.now + task_queue.LEASE
    assert processing.sweep(later) == [message.pk]
    assert announced == [("read_message", message.pk)]
    assert processing.process(message.pk, now=later) == "done"
    assert processing.sweep(later + task_queue.LEASE) == []


@pytest.mark.promise("R4", "R6")
def test_a_worker_that_comes_back_late_changes_nothing_another_has_done(
    game: Game, office: PostOffice, alice: User
) -> None:
    to = str(office.turn_email(game, alice)["Reply-To"])
    raw = written("take temple", to=to, sender=alice.email or "")
    message = processing.store(raw, gateway="pipe", now=office.now)
    meanwhile = iter(
        [lambda: processing.process(message.pk, now=office.now + 2 * task_queue.LEASE)]
    )

    def stall() -> None:
        for another in meanwhile:
            assert another() == "done"

    with fault_points.action_at("inbox.claimed", stall):
        assert processing.process(message.pk, now=office.now) == "done"
    message.refresh_from_db()
    assert (message.outcome, message.attempts, message.original) == ("orders", 2, None)
    [receipt] = office.deliver()
    assert text_of(receipt).find("You take the temple to march.") > 0


@pytest.mark.promise("R4")
def test_no_message_is_delayed_by_a_clock_that_was_set_back(
    game: Game, office: PostOffice, alice: User
) -> None:
    to = str(office.turn_email(game, alice)["Reply-To"])
    claimed, unclaimed = (
        office.store(written(word, to=to, sender=alice.email or ""), to=to)
        for word in ("show", "moves")
    )
    processing._claim(claimed.pk, now=office.now)
    earlier = office.now - timedelta(days=1)
    assert processing.sweep(earlier) == [claimed.pk, unclaimed.pk]
    assert processing.process(claimed.pk, now=earlier) == "done"


def test_a_message_that_fails_again_and_again_is_answered_with_an_apology(
    game: Game, office: PostOffice, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("a fault of the program")

    to = str(office.turn_email(game, alice)["Reply-To"])
    raw = written("take temple", to=to, sender=alice.email or "")
    message = processing.store(raw, gateway="pipe", now=office.now)
    monkeypatch.setattr("games.table.play.turns.submit", broken)
    when = office.now
    for _ in range(processing.MAX_ATTEMPTS):
        assert processing.process(message.pk, now=when) == "received"
        when += 2 * task_queue.LEASE
    assert processing.process(message.pk, now=when) == "refused"
    office.now = when
    assert "Something went wrong on our side" in text_of(office.deliver()[0])


@pytest.mark.promise("R6", "R25")
def test_old_messages_are_forgotten_but_never_played_again(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    played = office.reply(email, "take temple", sender=alice.email, message_id="<a@b.example>")
    assert processing.forget_old(office.now + retention.INCOMING_EMAILS / 2) == 0
    assert processing.forget_old(office.now + retention.INCOMING_EMAILS * 2) == 1
    assert not IncomingEmail.objects.exists()
    again = office.reply(email, "take temple", sender=alice.email, message_id="<a@b.example>")
    assert (again.status, again.first, again.last) == ("done", played.first, played.last)
    assert LoggedMove.objects.filter(game=game).count() == 2
