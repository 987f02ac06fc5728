"""A table at which players may call for points, for tests of orders out of turn."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.lobby import tables
from games.models import Game, User

ALICE, BOB, CAROL = range(3)


def calling_table(people: list[User], *, now: datetime, **settings: Any) -> Game:
    """A game of three, bots in the last seats; it is the first person's turn to offer a lot."""
    bots = ["bold"] * (3 - len(people))
    made = tables.create_table(by=people[0], name="Friends", ruleset="lots", players=3,
                               options={"calls": True}, listed=True, bots=bots, now=now, **settings)
    for user in people[1:]:
        tables.join(made, user=user, now=now)
    made.refresh_from_db()
    made.emails.all().delete()
    return made
