"""The service can run a game it knows nothing about, in which all players decide at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from engine import drafts
from engine.errors import Refusal, Stale
from games.lobby import queries, tables
from games.models import Game, LoggedMove, User
from games.outbox.digest import REMIND_AFTER, queue_reminders
from games.play import bots, export_import, history, turns, verification
from games.rulesets import registry
from tests.engine.auction import AUCTION

pytestmark = pytest.mark.django_db
ALICE, BOB, CAROL = range(3)


@pytest.fixture(autouse=True)
def _entered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game has a room; what it looks like is not asked for here."""
    rooms = {**registry.rooms(), AUCTION.name: replace(registry.default(), ruleset=AUCTION)}
    monkeypatch.setattr(registry, "rooms", lambda: rooms)


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """Alice, Bob and a bot; it is Alice's turn."""
    made = tables.create_table(by=alice, name="Friends", ruleset="lots", players=3,
                               bots=["bold"], listed=True, now=now)
    tables.join(made, user=bob, now=now)
    made.refresh_from_db()
    made.emails.all().delete()
    return made


def submit(game: Game, seat: int, text: str, *, now: datetime, number: int | None = None) -> None:
    turns.submit(game, seat=seat, text=text, number=game.number if number is None else number,
                 key=f"{game.number}", actor=LoggedMove.Actor.PAGE, now=now)
    game.refresh_from_db()


def play_on(game: Game, *, now: datetime) -> None:
    """Plays to the end: people and bot choose in the same way."""
    while game.status == Game.Status.RUNNING:
        if not bots.play(game.pk, now=now):
            seat = to_move(game)[0]
            view: Any = history.view(game, seat)
            move = AUCTION.bots["bold"].choose(view, seat=seat, salt=bytes([game.number]))
            submit(game, seat, AUCTION.format(move, view), now=now)
        game.refresh_from_db()


def to_move(game: Game) -> list[int]:
    return list(game.seats.filter(to_move=True).values_list("index", flat=True))


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
    assert [queries.my_games(user)[0].waits for user in (alice, bob)] == [True, True]

    submit(game, BOB, "bid 1", now=now)

    assert [queries.my_games(user)[0].waits for user in (alice, bob)] == [True, False]


def test_a_draft_is_judged_for_the_seat_that_decides(game: Game, now: datetime) -> None:
    submit(game, ALICE, "offer", now=now)

    draft = drafts.evaluate(AUCTION, history.view(game, BOB), "bid 0", seat=BOB)

    assert [step.text for step in draft.steps] == ["bid 0"]
    assert drafts.describe(draft, ruleset=AUCTION, names=history.seat_names(game)) == ["Bob: bid."]


def test_a_whole_game_ends_verifies_and_comes_back_from_its_record(
    game: Game, now: datetime
) -> None:
    play_on(game, now=now)

    assert verification.first_fault(game) is None
    assert verification.reveal_deal(game).follows
    assert sorted(game.emails.filter(kind="over").values_list("seat__index", flat=True)) == [0, 1]
    back = export_import.import_record(export_import.export_record(game, with_seed=True), now=now)
    assert history.state(back) == history.state(game)
