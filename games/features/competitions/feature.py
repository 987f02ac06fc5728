"""Leagues, as one of the features of this service."""

from __future__ import annotations

from typing import Any

from games.base.features import Feature
from games.features.competitions import emails, results, seasons, showing
from games.models import Entry, User
from games.table.events import Ended, SeatChanged


def _exported(user: User) -> list[dict[str, Any]]:
    """Return the seasons in which a person has played, as JSON values and times."""
    entries = Entry.objects.filter(user=user).select_related("competition")
    return [{"game": entry.competition.ruleset, "players": entry.competition.players,
             "season": entry.competition.starts_at, "signed_up_at": entry.signed_up_at,
             "division": entry.division, "place": entry.place, "lost_on_time": entry.lost,
             "dropped_out_at": entry.out_at}
            for entry in entries.order_by("competition__starts_at", "pk")]


FEATURE = Feature(
    name="competitions",
    listeners={Ended: results.ended, SeatChanged: results.changed},
    sentences=showing.sentences,
    email_kinds=emails.KINDS,
    panels={"game": showing.on_game_page},
    slots={"people": "competitions/_people.html", "game-status": "competitions/_game.html"},
    sweeps={"seasons looked after": seasons.sweep},
    due={"seasons looked after": seasons.next_due},
    exported={"seasons": _exported},
)
