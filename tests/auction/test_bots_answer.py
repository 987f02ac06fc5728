"""Bots are asked once about what is offered to them out of turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.base import task_queue
from games.base.thinker import THINKER
from games.models import Failure, Game, Seat, User
from games.table.play import bots, verification
from tests.auction.conftest import ALICE, BOB, CAROL, calling_table, submit, to_move
from tests.auction.rules import AUCTION, BoldBot, Move, Position

pytestmark = pytest.mark.django_db
BOT = CAROL
LATER = timedelta(hours=1)


class Counting(BoldBot):
    """Counts what it is asked, and answers what it is told to."""

    def __init__(self, *moves: Move) -> None:
        self.moves, self.asked = moves, 0

    def answer(self, view: Position, **about: Any) -> list[Move]:
        self.asked += 1
        return list(self.moves)


class Thinking(Counting):
    thinks = True


SeatBot = Callable[[Counting], Counting]


@pytest.fixture
def table(alice: User, bob: User, now: datetime) -> Game:
    return calling_table([alice, bob], now=now)


@pytest.fixture
def seat_bot(monkeypatch: pytest.MonkeyPatch) -> SeatBot:
    """Lets this bot play for the bot at the table."""

    def seat(bot: Counting) -> Counting:
        monkeypatch.setattr(AUCTION, "bots", {**AUCTION.bots, "bold": bot})
        return bot

    return seat


@pytest.fixture
def bot(seat_bot: SeatBot) -> Counting:
    """The bot at the table, which accepts nothing."""
    return seat_bot(Counting())


def moves(game: Game) -> list[tuple[int | None, str]]:
    return list(game.rows.filter(number__gt=1).order_by("number").values_list("seat", "move"))


def test_a_bot_accepts_a_good_offer_out_of_turn(table: Game, now: datetime) -> None:
    submit(table, BOB, "call 3", now=now)

    assert bots.play(table.pk, now=now) == 1

    table.refresh_from_db()
    assert moves(table) == [(BOB, "call 3"), (BOT, "sell")]
    assert to_move(table) == [ALICE]
    assert verification.first_fault(table) is None


def test_a_bot_is_woken_when_something_is_offered_to_it(
    table: Game, now: datetime, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[tuple[str, int]] = []
    monkeypatch.setattr(task_queue, "send_task", lambda task, pk: sent.append((task, pk)) or True)

    with django_capture_on_commit_callbacks(execute=True):
        submit(table, BOB, "call 3", now=now)

    assert ("play_bot", table.pk) in sent


def test_a_bot_that_wants_nothing_is_asked_once(
    table: Game, bot: Counting, now: datetime
) -> None:
    submit(table, BOB, "call 3", now=now)
    for _ in range(2):
        assert bots.play(table.pk, now=now) == 0
    assert bot.asked == 1

    submit(table, BOB, "call 4", now=now)
    bots.play(table.pk, now=now)
    assert bot.asked == 2


def test_a_bot_that_was_to_move_meanwhile_is_not_asked_again(
    table: Game, bot: Counting, now: datetime
) -> None:
    submit(table, BOB, "call 1", now=now)
    bots.play(table.pk, now=now)
    submit(table, ALICE, "offer", now=now)
    bots.play(table.pk, now=now)

    bots.play(table.pk, now=now)
    assert Seat.objects.get(game=table, index=BOT).asked
    assert bot.asked == 1


def test_a_bot_is_asked_again_about_an_offer_that_was_withdrawn_and_made_again(
    table: Game, bot: Counting, now: datetime
) -> None:
    for order in ("call 1", "call 0", "call 1"):
        submit(table, BOB, order, now=now)
        bots.play(table.pk, now=now)

    assert bot.asked == 2


def test_a_bot_is_not_asked_about_an_offer_that_is_gone(
    table: Game, bot: Counting, now: datetime
) -> None:
    submit(table, BOB, "call 3", now=now)
    submit(table, BOB, "call 0", now=now)

    bots.play(table.pk, now=now)

    assert bot.asked == 0


def test_a_bot_without_answers_never_accepts(
    alice: User, bob: User, now: datetime, table: Game
) -> None:
    Seat.objects.filter(game=table, index=BOT).update(bot="thrifty")
    submit(table, BOB, "call 3", now=now)

    assert bots.play(table.pk, now=now) == 0
    assert not bots.seats_to_answer().exists()


def test_a_sweep_finds_a_bot_that_has_not_been_asked(table: Game, now: datetime) -> None:
    submit(table, BOB, "call 3", now=now)
    assert bots.sweep(now + LATER) == [table.pk]

    bots.play(table.pk, now=now)
    assert bots.sweep(now + 2 * LATER) == []


def test_a_bot_that_fails_does_not_answer_and_is_kept_for_operators(
    table: Game, seat_bot: SeatBot, now: datetime
) -> None:
    class Failing(Counting):
        def answer(self, view: Position, **about: Any) -> list[Move]:
            raise ZeroDivisionError

    seat_bot(Failing())
    submit(table, BOB, "call 3", now=now)

    assert bots.play(table.pk, now=now) == 0

    assert Failure.objects.get().error == "ZeroDivisionError"
    assert not bots.seats_to_answer().exists()


def test_a_bad_answer_plays_nothing_and_is_kept_for_operators(
    table: Game, seat_bot: SeatBot, now: datetime
) -> None:
    seat_bot(Counting(Move("call", 2)))
    submit(table, BOB, "call 3", now=now)

    assert bots.play(table.pk, now=now) == 0

    assert Failure.objects.get().error == "BadPlan"
    assert moves(table) == [(BOB, "call 3")]


def test_a_bot_that_thinks_answers_where_bots_think(
    table: Game, seat_bot: SeatBot, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(question: Any, view: Any, *, seconds: float, **about: Any) -> Sequence[Move]:
        return [Move("sell")]

    bot = seat_bot(Thinking())
    monkeypatch.setattr(THINKER, "ask", ask)
    submit(table, BOB, "call 3", now=now)

    assert bots.play(table.pk, now=now, task="play_bot") == 0
    assert bots.play(table.pk, now=now, task="think") == 1
    assert bot.asked == 0


def test_a_bot_is_asked_again_if_the_service_was_being_stopped(
    table: Game, seat_bot: SeatBot, now: datetime
) -> None:
    seat_bot(Thinking())
    submit(table, BOB, "call 3", now=now)
    with THINKER.prevent():
        assert bots.play(table.pk, now=now) == 0

    assert bots.seats_to_answer().exists()
