"""A table at which players may call for points, for tests of orders out of turn."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.models import Game, User
from games.table.lobby import open_tables

ALICE, BOB, CAROL = range(3)


def calling_table(people: list[User], *, now: datetime, **settings: Any) -> Game:
    """A game of three, bots in the last seats; it is the first person's turn to offer a lot."""
    bots = ["bold"] * (3 - len(people))
    made = open_tables.create_table(by=people[0], name="Friends", ruleset="lots", players=3,
                               options={"calls": True}, listed=True, bots=bots, now=now, **settings)
    for user in people[1:]:
        open_tables.join(made, user=user, now=now)
    made.refresh_from_db()
    made.emails.all().delete()
    return made
