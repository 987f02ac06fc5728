"""Ratings of people, as one of the features of this service."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.base.features import Feature
from games.features.ratings import company, doubts, facts, folding, pages, showing
from games.people.browsers import Seen
from games.table.events import Begun, Ended
from games.web.access import TableAccess


def _next_due(now: datetime) -> datetime | None:
    return folding.due().values_list("ended_at", flat=True).first()


def _on_the_game_page(access: TableAccess, now: datetime) -> dict[str, Any]:
    return doubts.at_table(access, None, now) | showing.on_game_page(access)


FEATURE = Feature(
    name="ratings",
    listeners={Begun: facts.begun, Ended: facts.ended, Seen: company.note},
    sentences=doubts.sentences,
    after_leaving=showing.after_leaving,
    strengths=showing.strengths,
    email_kinds=showing.KINDS,
    invitation_section=doubts.in_invitation,
    end_section=showing.in_last_email,
    email_waits=showing.until_rated,
    panels={"game": _on_the_game_page, "table": doubts.at_table, "lists": doubts.in_lists,
            "new-table": doubts.at_new_table, "person": pages.on_person_page,
            "account": pages.on_account_page},
    slots={"game-result": "ratings/_result.html", "rated": "ratings/_rated.html",
           "table-rated": "ratings/_table.html", "sit-down": "ratings/_sit_down.html",
           "new-table-rated": "ratings/_new.html",
           "person": "ratings/_person.html", "people": "ratings/_people.html",
           "account": "ratings/_account.html"},
    sweeps={"games rated": folding.sweep,
            "old networks and browsers forgotten": company.forget_old},
    due={"games rated": _next_due},
    exported={"ratings": showing.exported, "seen_at": company.exported},
)
