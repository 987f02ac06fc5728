"""Leagues and cups, as one of the features of this service."""

from __future__ import annotations

from typing import Any

from games.base.features import Feature
from games.features.competitions import emails, lifecycle, results, showing
from games.models import CompetitionNote, Entry, User
from games.table.events import Ended, SeatChanged


def _exported(user: User) -> list[dict[str, Any]]:
    """Return the seasons and cups in which a person has played, as JSON values and times."""
    entries = Entry.objects.filter(user=user).select_related("competition")
    return [{"kind": entry.competition.kind, "title": entry.competition.title,
             "game": entry.competition.ruleset, "players": entry.competition.players,
             "begins_at": entry.competition.starts_at, "signed_up_at": entry.signed_up_at,
             "division": entry.division, "place": entry.place, "lost_on_time": entry.lost,
             "dropped_out_at": entry.out_at}
            for entry in entries.order_by("competition__starts_at", "pk")]


def _organised(user: User) -> list[dict[str, Any]]:
    """Return the cups that a person has organised, and what they have noted there."""
    deeds = CompetitionNote.objects.filter(by=user).select_related("competition").order_by("pk")
    return [
        *({"title": cup.title, "about": cup.about, "created_at": cup.created_at,
           "begins_at": cup.starts_at} for cup in user.organised.order_by("pk")),
        *({"title": note.competition.title, "deed": note.deed, "text": note.text, "at": note.at}
          for note in deeds)]


FEATURE = Feature(
    name="competitions",
    listeners={Ended: results.ended, SeatChanged: results.changed},
    sentences=showing.sentences,
    email_kinds=emails.KINDS,
    panels={"game": showing.on_game_page},
    slots={"people": "competitions/_people.html", "lobby": "competitions/_lobby.html",
           "home-start": "competitions/_home_start.html", "game-status": "competitions/_game.html"},
    sweeps={"competitions looked after": lifecycle.sweep},
    due={"competitions looked after": lifecycle.next_due},
    exported={"competitions": _exported, "organised": _organised},
)
