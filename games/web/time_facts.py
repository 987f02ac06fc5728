"""Facts about time before a game starts: the meaning of its pace, and usual waits."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games.models import Game, Pace, Seat, User
from games.table.clocks import pace_preview, paces, reliability
from games.web.access import TableAccess
from games.web.table_forms import TimeFields


def about_table(access: TableAccess, *, now: datetime) -> dict[str, Any]:
    """Return the context of an open table's page.

    Needs at most four queries, however many people sit there.
    """
    reader, people = access.user, {seat.user_id for seat in access.seats if seat.user_id}
    turns = reliability.recent_turns(people | ({reader.pk} if reader else set()), now=now)
    standings = {pk: reliability.standing_from(turns.get(pk, ())) for pk in people}
    own = reliability.standing_from(turns.get(reader.pk, ()) if reader else ())
    chosen = access.seat is not None or access.is_creator or access.invited is not None
    return {
        "standings": standings,
        "outlook": pace_preview.of_table(
            access.game, access.seats, reader=reader, turns=turns, now=now
        ),
        "why_not": ""
        if chosen or reliability.meets(access.game, own)
        else reliability.why_not(access.game, own),
    }


def about_lists(games: Iterable[Game], invitations: Iterable[Seat], *, reader: User | None,
                now: datetime) -> dict[str, Any]:
    """Return the context of lists of open tables and invitations, from one query."""
    tables = list(games)
    hosts = {seat.game.created_by_id for seat in invitations}
    people = {seat.user_id for game in tables for seat in game.seats.all()}
    known = {pk for pk in people | hosts if pk is not None}
    own = {reader.pk} if reader and any(game.required_reliability for game in tables) else set()
    standings = reliability.standings(known | own, now=now)
    standing = standings.get(reader.pk, reliability.NEWCOMER) if reader else reliability.NEWCOMER
    return {
        "standings": standings,
        "closed_to_reader": {game.pk for game in tables
                             if not reliability.meets(game, standing)},
    }


def about_paces(form: TimeFields, *, reader: User | None, now: datetime) -> dict[str, Any]:
    """Return the context for choosing a pace: its meaning for everybody and for the reader."""
    hours, means = pace_preview.of_paces(reader, now=now)
    return {"hours": hours, "paces": [
        {"radio": radio, "label": pace.label,
         "meaning": paces.summary_of(pace, paces.CONTROLS[pace]),
         "outlook": means.get(pace, [])}
        for radio, pace in zip(form["pace"], Pace, strict=True)]}
