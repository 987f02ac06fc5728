"""Tables that go on from a position of a finished game, against bots or friends.

Owns who sits where at such a table.  It is never rated, and never a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.base import rate_limits
from games.base.refusals import TableRefusal
from games.models import Game, Pace, Seat, User
from games.table.clocks.paces import TimeControl
from games.table.lobby import open_tables, table_settings
from games.table.play import continued_games, event_log
from games.table.seats import seating


def play_on(origin: Game, number: int, *, by: User, seat: int, bots: Mapping[int, str],
            name: str = "", pace: str = Pace.NONE, control: TimeControl | None = None,
            now: datetime) -> Game:
    """Creates a table that goes on after row ``number`` of a game; starts it if bots fill it.

    ``seat`` is that of its creator, ``bots`` are those of the other seats; seats without one stay
    open.  Whether its creator may see the old game, the caller has checked.  Refuses positions
    from which no game can go on, and wrong settings.
    """
    rules, setup = event_log.ruleset_of(origin), continued_games.setup_at(origin, number)
    others = set(range(setup.players)) - {seat}
    if len(others) == setup.players or not others.issuperset(bots):
        raise TableRefusal("seat", _("Please choose one of the seats for yourself, and bots for"
                                     " other seats only."))
    table_settings.checked_bots(rules, [*bots.values()], free=len(others))
    if not name and others == set(bots):
        name = _("A game against bots")
    rate_limits.count("table", by.pk, now=now)
    game = Game(name=table_settings.checked_name(name, by=by), ruleset=rules.name,
                rules_version=rules.version, setup_id=event_log.keep_setup(setup),
                origin=origin, origin_number=number, created_by=by, created_at=now, active_at=now,
                **table_settings.columns(pace, control))
    with transaction.atomic():
        game.save(force_insert=True)
        seats = [Seat.objects.create(game=game, index=index) for index in range(setup.players)]
        seating.take(seats[seat], by)
        for index, bot in sorted(bots.items()):
            seating.take_by_bot(seats[index], bot)
        open_tables.start_if_full(game, now=now)
    return game
