"""Hints that are asked for, and found, at the same moment."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

import pytest

from games.base.refusals import Closed
from games.features.hints import advice, finding
from games.models import TurnAdvice, User
from tests.concurrency import at_once
from tests.features.hints.conftest import Analysts, lesson_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.promise("R27")
def test_of_many_questions_at_once_one_waits_and_is_answered_once(
    alice: User, announced: list[Any], analysts: Analysts, now: datetime
) -> None:
    games = [lesson_of(alice, f"Issus {number}", now=now) for number in range(6)]
    asked = at_once(*[partial(advice.ask, game, seat=0, user=alice, number=game.number, now=now)
                      for game in games])
    assert [type(each) for each in asked].count(Closed) == len(games) - 1
    assert TurnAdvice.objects.filter(look_at__isnull=False).count() == 1
    found = at_once(*[partial(finding.find_next, now=now) for _ in range(3)])
    assert [each is not None for each in found].count(True) == 1
    assert len(analysts.asked) == 1
