"""Which games count for ratings, and who has which rank in them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.base import events
from games.features.ratings import facts, folding, showing
from games.features.ratings.facts import Why
from games.models import Game, RatedGame, RatedSeat, User
from games.people import account_deletion
from games.rulesets import registry
from games.table.events import Ended
from games.table.seats import leaving, seating, taking_over
from tests.features.ratings.conftest import beat, begin, seat_of
from tests.sample_games import clocked_table

pytestmark = pytest.mark.django_db


def end(game: Game, *, scores: list[int], now: datetime) -> None:
    """Ends a running game with these points, as if it had been played to its end."""
    best = max(scores)
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.OVER, finished_at=now, result={
            "winners": [seat for seat, score in enumerate(scores) if score == best],
            "scores": scores, "reason": "walls"})
    game.refresh_from_db()
    events.publish(Ended(game=game, seats=list(game.seats.select_related("user")), now=now))
    folding.fold(now=now)


def replace(game: Game, user: User, *, now: datetime) -> None:
    """Lets somebody's time run out for good, so that a bot takes their seat."""
    seat = game.seats.get(user=user)
    seat.game = game
    seating.hand_to_bot(seat, resigned=False, now=now)
    game.refresh_from_db()


def why(game: Game) -> str:
    return RatedGame.objects.get(game=game).why


def ranks(game: Game) -> list[int | None]:
    return list(RatedSeat.objects.filter(rated__game=game).values_list("rank", flat=True))


def test_a_game_of_two_people_counts(alice: User, bob: User, now: datetime) -> None:
    game = beat(alice, bob, now=now)

    winner, loser = seat_of(game, alice), seat_of(game, bob)
    assert (winner.rank, loser.rank) == (1, 2)
    assert winner.mu_after == pytest.approx(3000 - (loser.mu_after or 0))
    assert (winner.mu_after or 0) > 1550
    assert folding.stored() == folding.rebuilt()


def test_a_game_that_is_not_rated_has_no_row(alice: User, bob: User, now: datetime) -> None:
    leaving.leave(clocked_table([alice, bob], now=now), user=bob, now=now)

    assert not RatedGame.objects.exists()


def test_one_person_against_bots_gets_no_rating(alice: User, now: datetime) -> None:
    game = begin([alice], bots=["greedy"], now=now)
    leaving.leave(game, user=alice, now=now)

    assert why(game) == Why.PEOPLE
    assert folding.fold(now=now) == 0


def test_a_game_with_a_guest_counts_for_nobody(alice: User, guest: User, now: datetime) -> None:
    assert why(begin([alice, guest], now=now)) == Why.GUEST


def test_a_game_with_a_bot_that_is_not_measured_counts_for_nobody(
    alice: User, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "bot_points", lambda room: {"random": 800})

    assert why(begin([alice, bob], bots=["greedy"], now=now)) == Why.BOT


def test_whoever_hides_their_rating_plays_unrated(alice: User, bob: User, now: datetime) -> None:
    showing.hide(bob)
    assert why(begin([alice, bob], now=now)) == Why.HIDDEN
    showing.show(bob)
    assert why(begin([alice, bob], now=now)) == ""


def test_a_game_that_began_before_somebody_hid_their_rating_counts(
    alice: User, bob: User, now: datetime
) -> None:
    game = begin([alice, bob], now=now)
    showing.hide(bob)
    leaving.leave(game, user=bob, now=now)
    folding.fold(now=now)

    assert seat_of(game, bob).weight == 1


def test_a_cancelled_game_counts_nothing(alice: User, bob: User, now: datetime) -> None:
    game = begin([alice, bob], now=now)
    leaving.cancel(game, user=alice, now=now)

    assert why(game) == Why.CANCELLED
    assert folding.fold(now=now) == 0


def test_a_game_that_everybody_has_left_counts_nothing(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    game = begin([alice, bob, carol], now=now)
    for user in (alice, bob, carol):
        leaving.leave(game, user=user, now=now)
    end(game, scores=[3, 2, 1], now=now)

    assert why(game) == Why.DESERTED


def test_ranks_count_and_points_do_not(
    alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    gains = []
    for scores in ([9, 8, 8, 7], [90, 8, 8, 0]):
        game = begin([alice, bob, carol, dave], now=now)
        end(game, scores=scores, now=now)
        assert ranks(game) == [1, 2, 2, 4]
        gains.append(seat_of(game, alice).mu_after)
        folding.void(game.code, because="a test", now=now)
        folding.fold(now=now)

    assert gains[0] == gains[1]


def test_a_shared_win_is_a_tie(alice: User, bob: User, now: datetime) -> None:
    game = begin([alice, bob], now=now)
    end(game, scores=[5, 5], now=now)

    assert ranks(game) == [1, 1]
    assert seat_of(game, alice).mu_after == pytest.approx(1500)


def test_with_bots_the_changes_are_halved_and_bots_keep_theirs(
    alice: User, bob: User, now: datetime
) -> None:
    game = begin([alice, bob], bots=["greedy"], now=now)
    end(game, scores=[5, 3, 1], now=now)

    assert seat_of(game, alice).weight == 0.5
    assert seat_of(game, bob).weight == 0.5
    bot = RatedSeat.objects.get(rated__game=game, player=None)
    assert bot.points == facts.bot_points(registry.get("alexandros"))["greedy"]
    assert (bot.mu_after, bot.weight) == (None, None)


def test_the_bot_for_beginners_is_below_the_middle() -> None:
    assert facts.bot_points(registry.get("alexandros"))["friend"] == 1200
    assert facts.bot_points(registry.get("campaign"))["satrap"] == 1200


def test_whoever_lost_their_seat_to_a_bot_is_last_whatever_the_bot_does(
    alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    game = begin([alice, bob, carol, dave], now=now)
    replace(game, alice, now=now)
    leaving.leave(game, user=bob, now=now + timedelta(days=1))
    end(game, scores=[9, 7, 1, 2], now=now + timedelta(days=2))

    assert ranks(game) == [4, 3, 2, 1]
    assert seat_of(game, alice).lost_at == now
    assert seat_of(game, bob).lost_at is None


def test_whoever_came_back_is_ranked_by_the_result(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    game = begin([alice, bob, carol], now=now)
    replace(game, alice, now=now)
    taking_over.take_back(game, user=alice, now=now)
    end(game, scores=[9, 7, 1], now=now)

    assert ranks(game) == [1, 2, 3]
    assert seat_of(game, alice).lost_at is None


def test_a_successor_is_not_rated_and_the_former_player_is_last(
    alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    game = begin([alice, bob, carol], now=now)
    leaving.leave(game, user=alice, now=now)
    taking_over.make_link(game, by=bob, seat=0)
    taking_over.take_over(game, user=dave, seat=0, now=now,
                          token=game.seats.get(index=0).takeover_token)
    end(game, scores=[9, 7, 1], now=now)

    assert ranks(game) == [3, 1, 2]
    assert seat_of(game, alice).rank == 3
    assert not RatedSeat.objects.filter(player__user=dave).exists()


def test_a_game_that_began_before_there_were_ratings_is_rated_at_its_end(
    alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    game = begin([alice, bob, carol], now=now)
    RatedGame.objects.all().delete()
    leaving.leave(game, user=alice, now=now)
    taking_over.make_link(game, by=bob, seat=0)
    taking_over.take_over(game, user=dave, seat=0, now=now,
                          token=game.seats.get(index=0).takeover_token)
    end(game, scores=[9, 7, 1], now=now)

    assert seat_of(game, alice).rank == 3
    assert not RatedSeat.objects.filter(player__user=dave).exists()


def test_an_opponents_rating_survives_a_deleted_account(
    alice: User, bob: User, now: datetime
) -> None:
    game = beat(alice, bob, now=now)
    digest, rating = folding.stored(), seat_of(game, alice).mu_after
    account_deletion.delete_account(bob, now=now)
    folding.fold_again(now=now)

    assert folding.stored() == digest
    assert seat_of(game, alice).mu_after == rating


def test_the_end_of_a_game_wakes_a_worker_and_the_sweep_finds_what_it_missed(
    alice: User, bob: User, now: datetime, announced: list[Any],
    django_capture_on_commit_callbacks: Any,
) -> None:
    game = begin([alice, bob], now=now)
    with django_capture_on_commit_callbacks(execute=True):
        leaving.leave(game, user=bob, now=now)

    assert (facts.TASK, game.pk) in announced
    assert folding.sweep(now) == 1
    assert folding.sweep(now) == 0


def test_a_game_that_is_left_before_everybody_has_played_two_turns_does_not_count(
    alice: User, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    assert facts.FEWEST_TURNS == 2
    assert beat(alice, bob, now=now).turn <= 4
    assert not RatedSeat.objects.filter(weight__gt=0).exists()
    assert RatedGame.objects.get().why == Why.SHORT
