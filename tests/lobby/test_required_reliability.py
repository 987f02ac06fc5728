"""Tables for people who play in time: who may sit down, and what the others are told."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from alexandros_rules.errors import Refusal
from games.models import Game, Seat, User
from games.table.lobby import open_tables
from tests.clocks.timings import Outcome, played

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_broker(announced: list[Any]) -> None:
    """No task is sent to the worker."""


@pytest.fixture
def strict(alice: User, now: datetime) -> Game:
    """Alice's listed table for people who play mostly in time."""
    return open_tables.create_table(by=alice, players=4, listed=True, required_reliability="mostly",
                               now=now)


@pytest.fixture
def late(bob: User, fresh: Game, now: datetime) -> User:
    """Bob, who has played three of their last ten turns in time."""
    played(bob, fresh, times=3, now=now)
    played(bob, fresh, Outcome.MISSED, times=7, now=now)
    return bob


def test_somebody_reliable_may_join(
    strict: Game, carol: User, fresh: Game, now: datetime
) -> None:
    played(carol, fresh, times=6, now=now)
    assert open_tables.join(strict, user=carol, now=now).status == Seat.Status.TAKEN


def test_somebody_unreliable_is_told_why_and_what_to_do(
    strict: Game, late: User, now: datetime
) -> None:
    with pytest.raises(Refusal, match=r"mostly in time: in at least 80% of their last turns. You"
                                      r" have done so in 3 of 10. Play your next turns in time") \
            as refused:
        open_tables.join(strict, user=late, now=now)
    assert refused.value.code == "reliability"
    assert not strict.seats.filter(user=late).exists()


def test_mostly_in_time_is_not_always(
    strict: Game, carol: User, fresh: Game, now: datetime
) -> None:
    Game.objects.filter(pk=strict.pk).update(required_reliability="always")
    played(carol, fresh, times=9, now=now)
    played(carol, fresh, Outcome.MISSED, now=now)
    with pytest.raises(Refusal, match="always play in time: in at least 95%"):
        open_tables.join(strict, user=carol, now=now)


def test_newcomers_may_join_unless_the_creator_asks_otherwise(
    strict: Game, bob: User, guest: User, now: datetime
) -> None:
    open_tables.join(strict, user=guest, now=now)
    Game.objects.filter(pk=strict.pk).update(newcomers=False)
    with pytest.raises(Refusal, match="at least 5 turns against a clock"):
        open_tables.join(strict, user=bob, now=now)


def test_whoever_has_the_link_or_an_invitation_may_always_join(
    strict: Game, alice: User, late: User, carol: User, fresh: Game, now: datetime
) -> None:
    played(carol, fresh, Outcome.MISSED, times=9, now=now)
    open_tables.invite(strict, by=alice, email="carol@example.org", now=now)
    assert open_tables.join(strict, user=carol, now=now).user == carol
    assert open_tables.join(strict, user=late, token=strict.invite_token, now=now).user == late
    assert open_tables.join(strict, user=late, now=now).user == late  # who has the seat by now


def test_an_invited_person_may_accept(
    strict: Game, alice: User, late: User, now: datetime
) -> None:
    open_tables.invite(strict, by=alice, email="bob@example.org", now=now)
    assert open_tables.accept(strict, user=late, now=now).user == late


def test_a_private_table_stays_unknown_to_everybody_else(
    strict: Game, late: User, now: datetime
) -> None:
    Game.objects.filter(pk=strict.pk).update(listed=False)
    with pytest.raises(Refusal, match="There is no such table"):
        open_tables.join(strict, user=late, now=now)


def test_without_a_requirement_nobody_is_asked(late: User, alice: User, now: datetime) -> None:
    game = open_tables.create_table(by=alice, players=3, listed=True, newcomers=False, now=now)
    assert open_tables.join(game, user=late, now=now).user == late


def test_an_unknown_requirement_is_refused(alice: User, now: datetime) -> None:
    with pytest.raises(Refusal, match="Please choose everybody, people who play mostly in time"):
        open_tables.create_table(by=alice, players=2, required_reliability="never", now=now)
