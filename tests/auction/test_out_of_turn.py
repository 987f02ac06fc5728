"""Orders of seats that nobody waits for, by page too, and what becomes of everybody else's."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from alexandros_rules.errors import Illegal, Stale
from games.models import EmailPreferences, Game, OutgoingEmail, Pace, SeatClock, User
from games.post.inbox import turn_links
from games.post.outbox import reminders
from games.table.lobby import open_tables
from games.table.play import verification
from games.table.seats import leaving
from tests.auction.conftest import ALICE, BOB, CAROL, calling_table, submit, to_move
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db
LATER = timedelta(hours=1)


def test_orders_out_of_turn_are_played_and_the_game_waits_as_before(
    table: Game, now: datetime
) -> None:
    submit(table, BOB, "call 3\ncall 4", now=now)

    assert (table.number, table.turn, to_move(table)) == (3, 1, [ALICE])
    assert list(table.seats.values_list("may_act", flat=True)) == [False, True, True]
    assert verification.first_fault(table) is None


def test_orders_that_must_wait_for_their_turn_are_refused(table: Game, now: datetime) -> None:
    with pytest.raises(Illegal) as caught:
        submit(table, BOB, "call 1\noffer", now=now)

    assert caught.value.code == "not-your-turn"
    assert Game.objects.get(pk=table.pk).number == 1


def test_nobody_is_told_that_it_is_their_turn_again(table: Game, now: datetime) -> None:
    submit(table, BOB, "call 3", now=now)

    assert set(OutgoingEmail.objects.values_list("kind", "seat__index")) == {("asked", CAROL)}


def test_the_clock_of_the_player_to_move_runs_on(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    table = calling_table([alice, bob, carol], now=now, pace=Pace.DAY)
    SeatClock.objects.filter(seat__index=ALICE).update(since=now, deadline=now + 5 * LATER)
    before = list(SeatClock.objects.order_by("pk").values())

    submit(table, BOB, "call 3", now=now + LATER)
    submit(table, CAROL, "sell", now=now + LATER)

    assert list(SeatClock.objects.order_by("pk").values()) == before


def test_a_turn_is_reminded_of_when_it_would_have_been(table: Game, now: datetime) -> None:
    submit(table, BOB, "call 3", now=now + reminders.REMIND_AFTER - LATER)

    assert reminders.queue_reminders(now + reminders.REMIND_AFTER) == 1
    assert table.moved_at == now
    assert OutgoingEmail.objects.get(kind="reminder").seat == table.seats.get(index=ALICE)


@pytest.mark.promise("R5")
def test_the_player_to_move_is_not_stale_because_of_others_out_of_turn(
    table: Game, now: datetime
) -> None:
    seen = table.number
    submit(table, BOB, "call 3", now=now)

    submit(table, ALICE, "offer", now=now, number=seen)

    assert table.number == 3


@pytest.mark.promise("R5")
def test_orders_out_of_turn_outlast_the_moves_of_others(table: Game, now: datetime) -> None:
    submit(table, ALICE, "offer", now=now)
    submit(table, BOB, "pass", now=now)
    seen = table.number
    submit(table, CAROL, "pass", now=now)

    submit(table, BOB, "call 2", now=now, number=seen)

    assert table.rows.get(number=table.number).move == "call 2"


@pytest.mark.promise("R5")
@pytest.mark.parametrize(("before", "meanwhile", "late", "why"), [
    pytest.param((), (BOB, "call 3"), (BOB, "call 2"), None, id="they have moved themselves"),
    pytest.param((), (ALICE, "offer"), (BOB, "call 3"), None, id="their turn has come"),
    pytest.param((BOB, "call 3"), (BOB, "call 1"), (CAROL, "sell"), "would do something else",
                 id="the offer is not the one that they have seen"),
])
def test_orders_out_of_turn_are_stale_if(
    table: Game, now: datetime, before: tuple[int, str] | tuple[()], meanwhile: tuple[int, str],
    late: tuple[int, str], why: str | None
) -> None:
    if before:
        submit(table, *before, now=now)
    seen = table.number
    submit(table, *meanwhile, now=now)

    with pytest.raises(Stale, match=why):
        submit(table, *late, now=now, number=seen)


@pytest.mark.promise("R5")
def test_orders_that_have_become_impossible_are_stale_and_say_why(
    table: Game, now: datetime
) -> None:
    submit(table, BOB, "call 3", now=now)
    seen = table.number
    submit(table, BOB, "call 0", now=now)

    with pytest.raises(Stale) as caught:
        submit(table, CAROL, "sell", now=now, number=seen)

    assert caught.value.sentence == (
        "The game has moved on to position 3 since, and there your orders cannot be played: Nobody"
        " else calls for a point. Nothing was played. Please look at the current position.")


def test_a_mistake_is_refused_as_a_mistake_although_others_have_moved(
    table: Game, now: datetime
) -> None:
    seen = table.number
    submit(table, BOB, "call 3", now=now)

    with pytest.raises(Illegal) as caught:
        submit(table, CAROL, "offer", now=now, number=seen)

    assert caught.value.code == "not-your-turn"


def test_a_game_that_was_resigned_takes_no_orders_out_of_turn(
    alice: User, bob: User, now: datetime
) -> None:
    table = open_tables.create_table(by=alice, ruleset="lots", players=2, options={"calls": True},
                                listed=True, now=now)
    open_tables.join(table, user=bob, now=now)
    assert table.seats.get(index=BOB).may_act

    leaving.leave(table, user=alice, now=now)

    assert not table.seats.filter(may_act=True).exists()
    table.refresh_from_db()
    assert verification.first_fault(table) is None


CLOSED, OPEN = '<details class="panel out-of-turn" id="out-of-turn">', "out-of-turn\" open>"


def flat(html: str) -> str:
    return " ".join(html.split())


def test_the_turn_form_is_folded_up_when_nobody_waits(table: Game, bob: User, sit: Sit) -> None:
    page = sit(bob).open(f"/games/{table.code}/")

    assert CLOSED in flat(page.html)
    assert "Act out of turn" in page.words
    assert "It is Alice’s turn." in page.words
    assert not list(page.find("Save as a plan"))


def test_orders_out_of_turn_are_composed_and_confirmed(
    table: Game, bob: User, sit: Sit, now: datetime
) -> None:
    browser = sit(bob)
    browser.open(f"/games/{table.code}/")
    page = browser.follow("call 2")
    assert OPEN in flat(page.html)
    assert "Bob offers 2 coins for a point." in page.words

    page = browser.press("Confirm")

    assert page.status == 200
    table.refresh_from_db()
    assert (table.rows.get(number=2).move, to_move(table)) == ("call 2", [ALICE])


def test_whoever_is_asked_finds_the_form_open(
    table: Game, carol: User, sit: Sit, now: datetime
) -> None:
    submit(table, BOB, "call 3", now=now)
    browser = sit(carol)

    page = browser.open(f"/games/{table.code}/")
    assert OPEN in flat(page.html)
    assert "Somebody makes you an offer." in page.words
    browser.press("Confirm", orders="sell")

    table.refresh_from_db()
    assert table.rows.get(number=3).move == "sell"


def test_a_refusal_out_of_turn_keeps_what_was_entered(table: Game, bob: User, sit: Sit) -> None:
    browser = sit(bob)
    browser.open(f"/games/{table.code}/")

    page = browser.press("Confirm", orders="call 2\noffer")

    assert page.status == 403
    assert "It is not your turn. We will tell you when it is." in page.words
    assert OPEN in flat(page.html)
    assert "call 2" in page.html


def test_others_see_no_form(
    table: Game, game: Game, alice: User, bob: User, dave: User, sit: Sit
) -> None:
    for person, shown in ((alice, table), (dave, table), (bob, game)):
        assert "Act out of turn" not in sit(person).open(f"/games/{shown.code}/").words


def test_a_link_in_an_email_does_not_say_that_it_is_the_readers_turn(
    table: Game, bob: User, sit: Sit, now: datetime
) -> None:
    seat = table.seats.get(index=BOB)
    url = turn_links.action_url(table, seat, "call 3", now=now).removeprefix("http://127.0.0.1:8000")
    browser = sit(None)

    page = browser.open(url)
    assert "Check your draft and confirm it." in page.words
    assert "Your turn" not in page.words
    browser.press("Confirm")

    table.refresh_from_db()
    assert table.rows.get(number=2).move == "call 3"


def test_emails_about_offers_can_be_turned_off(bob: User, sit: Sit) -> None:
    browser = sit(bob)
    page = browser.open("/mail/")
    assert "Tell me when somebody makes me an offer while it is not my turn" in page.words

    browser.press("Save", offers=[])

    assert EmailPreferences.objects.get(user=bob).offers is False
