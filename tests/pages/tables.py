"""The games and tables that pages are asked for."""

from __future__ import annotations

from datetime import datetime

from games.models import Game, Seat, User
from games.table.lobby import open_tables
from games.table.seats import leaving, taking_over
from tests.sample_games import FINISHED, HALFWAY, clocked_table, import_sample, seat_table


def fresh_game(alice: User, bob: User, *, now: datetime) -> Game:
    """A private game of Alice and Bob that has just started; Alice is the first to move."""
    return seat_table([alice, bob], now=now, options={"first": 0})


def running_game(alice: User, bob: User, carol: User, *, now: datetime) -> Game:
    """A listed game of Alice, Bob and Carol after 20 moves."""
    game = import_sample(HALFWAY, name="Running", now=now)
    for index, user in enumerate((alice, bob, carol)):
        Seat.objects.filter(game=game, index=index).update(user=user, name=user.name)
    Game.objects.filter(pk=game.pk).update(listed=True, created_by=alice)
    game.refresh_from_db()
    return game


def finished_game(alice: User, bob: User, *, now: datetime) -> Game:
    """A game of Alice and Bob that is over."""
    game = import_sample(FINISHED, name="Finished", now=now)
    for index, user in enumerate((alice, bob)):
        Seat.objects.filter(game=game, index=index).update(user=user, name=user.name)
    return game


def waiting_table(alice: User, bob: User, carol: User, *, now: datetime) -> Game:
    """A private table of Alice's with four seats: Bob has one and one is kept for Carol."""
    game = open_tables.create_table(by=alice, board="delta", players=4, invite_emails=[carol.email],
                               pace="relaxed", now=now)
    open_tables.join(game, user=bob, token=game.invite_token, now=now)
    return game


def listed_table(alice: User, *, now: datetime) -> Game:
    """A table of Alice's in the lobby."""
    return open_tables.create_table(by=alice, board="delta", players=2, listed=True,
                               required_reliability="mostly", now=now)


def vacant_game(alice: User, bob: User, carol: User, *, now: datetime) -> Game:
    """A listed game of three with a clock after Alice has left; her seat is offered to others."""
    game = clocked_table([alice, bob, carol], now=now)
    Game.objects.filter(pk=game.pk).update(listed=True, required_reliability="mostly")
    game.refresh_from_db()
    leaving.leave(game, user=alice, now=now)
    taking_over.make_link(game, by=bob, seat=0)
    return game
