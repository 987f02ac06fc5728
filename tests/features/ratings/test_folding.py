"""Folding: the stored ratings never depend on the order in which games are processed."""

from __future__ import annotations

import random
from datetime import datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.features.ratings import folding
from games.features.ratings.ledger import Unrated
from games.models import RatedGame, RatedPlayer, RatedSeat, Rating, User
from games.people import account_deletion
from tests.features.ratings.conftest import beat, simulate

pytestmark = pytest.mark.django_db


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
