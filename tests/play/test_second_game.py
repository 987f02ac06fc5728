"""The service can run a game it knows nothing about, in which others act during a turn."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from engine import drafts
from engine.errors import Refusal
from games.lobby import tables
from games.models import Game, LoggedMove, User
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


def submit(game: Game, seat: int, text: str, *, now: datetime) -> None:
    turns.submit(game, seat=seat, text=text, number=game.number, key=f"{game.number}",
                 actor=LoggedMove.Actor.PAGE, now=now)
    game.refresh_from_db()


def play_on(game: Game, *, now: datetime) -> None:
    """Plays to the end: people and bot choose in the same way."""
    while game.status == Game.Status.RUNNING:
        if not bots.play(game.pk, now=now):
            assert game.to_move is not None
            view: Any = history.view(game, game.to_move)
            move = AUCTION.bots["bold"].choose(view, salt=bytes([game.number]))
            submit(game, game.to_move, AUCTION.format(move, view), now=now)
        game.refresh_from_db()


def test_an_offer_calls_the_one_who_must_answer(game: Game, now: datetime) -> None:
    submit(game, ALICE, "offer", now=now)

    assert (game.to_move, game.turn) == (BOB, 1)
    assert [(mail.kind, mail.seat.index) for mail in game.emails.all()] == [("turn", BOB)]


def test_in_a_players_turn_his_orders_are_refused_while_another_must_act(
    game: Game, now: datetime
) -> None:
    submit(game, ALICE, "offer", now=now)

    with pytest.raises(Refusal) as caught:
        submit(game, ALICE, "pass", now=now)

    assert caught.value.code == "not-your-turn"


def test_a_bot_answers_in_anothers_turn_and_the_word_comes_back(game: Game, now: datetime) -> None:
    submit(game, ALICE, "offer", now=now)
    submit(game, BOB, "bid 1", now=now)
    assert game.to_move == CAROL
    game.emails.all().delete()

    assert bots.play(game.pk, now=now) == 1

    game.refresh_from_db()
    assert (game.to_move, game.turn) == (ALICE, 1)
    assert [(mail.kind, mail.seat.index) for mail in game.emails.all()] == [("turn", ALICE)]


def test_a_draft_is_judged_for_the_seat_that_must_act(game: Game, now: datetime) -> None:
    submit(game, ALICE, "offer", now=now)

    draft = drafts.evaluate(AUCTION, history.view(game, BOB), "bid 2", seat=BOB)

    assert [step.text for step in draft.steps] == ["bid 2"]
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
