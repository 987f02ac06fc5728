"""The service can run a game it knows nothing about, in which all players decide at once."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client

from alexandros_rules import drafts
from alexandros_rules.errors import Refusal, Stale
from games.models import Game, User
from games.post.outbox.reminders import REMIND_AFTER, queue_reminders
from games.table.lobby import game_lists
from games.table.play import bots, history, records, verification
from tests.auction.conftest import ALICE, BOB, CAROL, play_on, submit, to_move
from tests.auction.rules import AUCTION

pytestmark = pytest.mark.django_db


def test_everybody_who_must_decide_gets_an_email(game: Game, now: datetime) -> None:
    submit(game, ALICE, "offer", now=now)

    assert (to_move(game), game.turn) == ([ALICE, BOB, CAROL], 1)
    assert [(mail.kind, mail.seat.index) for mail in game.emails.all()] == [("turn", BOB)]


def test_nobody_decides_twice(game: Game, now: datetime) -> None:
    submit(game, ALICE, "offer", now=now)
    submit(game, ALICE, "bid 1", now=now)

    with pytest.raises(Refusal) as caught:
        submit(game, ALICE, "bid 2", now=now)

    assert caught.value.code == "not-your-turn"


@pytest.mark.promise("R5")
def test_a_decision_is_accepted_although_others_have_decided_since(
    game: Game, now: datetime
) -> None:
    submit(game, ALICE, "offer", now=now)
    seen = game.number
    submit(game, ALICE, "bid 1", now=now)

    submit(game, BOB, "bid 0", now=now, number=seen)

    assert to_move(game) == [CAROL]


@pytest.mark.promise("R5")
def test_a_decision_of_an_earlier_turn_is_stale(game: Game, now: datetime) -> None:
    submit(game, ALICE, "offer", now=now)
    seen = game.number
    submit(game, ALICE, "bid 0", now=now)
    submit(game, BOB, "bid 0", now=now)
    assert bots.play(game.pk, now=now) == 1
    game.refresh_from_db()
    submit(game, BOB, "offer", now=now)

    for seat in (ALICE, BOB):
        with pytest.raises(Stale):
            submit(game, seat, "bid 0", now=now, number=seen)


def test_a_bot_decides_together_with_the_people(game: Game, now: datetime) -> None:
    submit(game, ALICE, "offer", now=now)

    assert bots.play(game.pk, now=now) == 1

    game.refresh_from_db()
    assert to_move(game) == [ALICE, BOB]


def test_a_page_names_the_people_it_waits_for_beside_a_bot(
    game: Game, alice: User, client: Client, now: datetime
) -> None:
    submit(game, ALICE, "offer", now=now)
    submit(game, ALICE, "bid 1", now=now)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")

    page = client.get(f"/games/{game.code}/").content.decode()

    assert "Waiting for Bob and Croesus." in page


def test_the_last_decision_calls_the_next_player(game: Game, now: datetime) -> None:
    submit(game, ALICE, "offer", now=now)
    assert bots.play(game.pk, now=now) == 1
    game.refresh_from_db()
    submit(game, BOB, "bid 1", now=now)
    game.emails.all().delete()

    submit(game, ALICE, "bid 1", now=now)

    assert (to_move(game), game.turn) == ([BOB], 2)
    assert [(mail.kind, mail.seat.index) for mail in game.emails.all()] == [("turn", BOB)]


@pytest.mark.promise("R10")
def test_the_history_hides_a_bid_from_everybody_else_until_the_game_is_over(
    game: Game, now: datetime
) -> None:
    submit(game, ALICE, "offer", now=now)
    submit(game, ALICE, "bid 1", now=now)

    for seat, move in ((ALICE, "bid 1"), (BOB, "bid"), (None, "bid")):
        past = history.read(game, seat)
        assert past.moves[-1] == move
        assert past.entry(game.number).move == move

    play_on(game, now=now)
    assert history.read(game, None).moves[2] == "bid 1"


def test_whoever_has_yet_to_decide_is_reminded_once(game: Game, now: datetime) -> None:
    submit(game, ALICE, "offer", now=now)
    submit(game, BOB, "bid 1", now=now)
    later = now + REMIND_AFTER

    assert queue_reminders(later) == 1
    reminder = game.emails.get(kind="reminder")
    assert reminder.seat.index == ALICE

    assert bots.play(game.pk, now=later) == 1
    assert queue_reminders(later + REMIND_AFTER) == 0


def test_the_game_waits_for_everybody_who_has_yet_to_decide(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    submit(game, ALICE, "offer", now=now)
    assert [game_lists.my_games(user)[0].is_my_turn for user in (alice, bob)] == [True, True]

    submit(game, BOB, "bid 1", now=now)

    assert [game_lists.my_games(user)[0].is_my_turn for user in (alice, bob)] == [True, False]


def test_a_draft_is_judged_for_the_seat_that_decides(game: Game, now: datetime) -> None:
    submit(game, ALICE, "offer", now=now)

    draft = drafts.evaluate(AUCTION, history.view(game, BOB), "bid 0", seat=BOB)

    assert [step.text for step in draft.steps] == ["pass"]
    assert drafts.describe(draft, ruleset=AUCTION, names=history.seat_names(game),
                           seat=BOB) == [
        "Bob passes in secret."]


def test_a_whole_game_ends_verifies_and_comes_back_from_its_record(
    game: Game, now: datetime
) -> None:
    play_on(game, now=now)

    assert verification.first_fault(game) is None
    assert verification.reveal_deal(game).follows
    assert sorted(game.emails.filter(kind="over").values_list("seat__index", flat=True)) == [0, 1]
    back = records.import_record(records.export_record(game, with_seed=True), now=now)
    assert history.state(back) == history.state(game)
