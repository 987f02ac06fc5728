"""Folding: the stored ratings never depend on the order in which games are processed."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.base.refusals import Missing
from games.features.ratings import folding
from games.features.ratings.ledger import Unrated
from games.models import RatedGame, RatedSeat, Rating, User
from tests.features.ratings.conftest import beat, seat_of, simulate

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def test_two_thousand_games_give_the_same_ratings_in_any_order(now: datetime) -> None:
    games = simulate(2000, people=60, now=now)
    folding.fold(now=now)
    digest = folding.stored()
    assert digest == folding.rebuilt()
    assert RatedSeat.objects.filter(why=Unrated.ABSENT).exists()
    assert RatedSeat.objects.filter(weight__lt=0.5).exists()

    for seed in (1, 2):
        ids = [game.pk for game in games]
        random.Random(seed).shuffle(ids)
        Rating.objects.all().delete()
        RatedGame.objects.update(folded=False, why="late")  # as if none had ended yet
        for part in range(4):
            RatedGame.objects.filter(pk__in=ids[part::4]).update(why="")
            folding.fold(now=now)
        assert folding.stored() == digest == folding.rebuilt()


def test_a_game_that_arrives_late_has_everything_after_it_computed_again(
    alice: User, bob: User, now: datetime
) -> None:
    first, second = (beat(alice, bob, now=now + day * DAY) for day in (0, 1))
    after = seat_of(second, alice).mu_after
    RatedGame.objects.filter(game=first).update(folded=False, ended_at=None)
    folding.fold_again(now=now)
    assert seat_of(second, alice).mu_before == 1500

    RatedGame.objects.filter(game=first).update(ended_at=now)
    folding.fold(now=now)
    assert seat_of(second, alice).mu_after == after
    assert folding.stored() == folding.rebuilt()


def test_a_game_that_is_taken_out_is_as_if_it_had_not_been(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    games = [beat(alice, bob, now=now), beat(bob, carol, now=now + DAY)]
    before = folding.stored()
    folding.void(games[0].code, because="Alice played both sides.", now=now)
    folding.fold(now=now)

    assert seat_of(games[0], alice).weight is None
    assert not Rating.objects.filter(player__user=alice).exists()
    assert seat_of(games[1], bob).mu_before == 1500
    assert folding.stored() == folding.rebuilt() != before

    folding.put_back(games[0].code)
    folding.fold(now=now)
    assert folding.stored() == before


def test_nothing_else_is_taken_out(alice: User, now: datetime) -> None:
    with pytest.raises(Missing, match="is not in the ratings"):
        folding.void("nothing", because="a test", now=now)
    with pytest.raises(Missing, match="was not taken out"):
        folding.put_back("nothing")


def test_the_command_compares_stored_ratings_with_new_ones(
    alice: User, bob: User, now: datetime
) -> None:
    beat(alice, bob, now=now)
    assert "are those computed anew" in said("--rebuild")

    Rating.objects.filter(player__user=alice).update(mu=2000)
    with pytest.raises(CommandError, match="are not those computed anew"):
        said("--rebuild")
    assert "were replaced, from 1 games" in said("--rebuild", "--store")
    assert "are those computed anew" in said("--rebuild")


def test_the_command_takes_a_game_out_and_puts_it_back(
    alice: User, bob: User, now: datetime
) -> None:
    code = beat(alice, bob, now=now).code
    with pytest.raises(CommandError, match="Please say why"):
        said("--void", code)
    assert "Emails queued: 2." in said("--void", code, "--because", "Two accounts of one person.")
    assert not Rating.objects.exists()
    with pytest.raises(CommandError, match="is not in the ratings"):
        said("--void", code, "--because", "again")
    assert "in the ratings again" in said("--unvoid", code)
    assert Rating.objects.count() == 2


def said(*arguments: str) -> str:
    """What the command says."""
    out = StringIO()
    call_command("rate", *arguments, stdout=out)
    return out.getvalue()
