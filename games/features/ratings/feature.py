"""Ratings of people, as one of the features of this service."""

from __future__ import annotations

from datetime import datetime

from games.base.features import Feature
from games.features.ratings import facts, folding, pages, showing
from games.table.events import Begun, Ended


def _next_due(now: datetime) -> datetime | None:
    return folding.due().values_list("ended_at", flat=True).first()


FEATURE = Feature(
    name="ratings",
    listeners={Begun: facts.begun, Ended: facts.ended},
    after_leaving=showing.after_leaving,
    strengths=showing.strengths,
    email_kinds=showing.KINDS,
    end_section=showing.in_last_email,
    email_waits=showing.until_rated,
    panels={"game": showing.on_game_page, "table": showing.at_table,
            "person": pages.on_person_page, "account": pages.on_account_page},
    slots={"game-result": "ratings/_result.html", "table-rated": "ratings/_table.html",
           "person": "ratings/_person.html", "people": "ratings/_people.html",
           "account": "ratings/_account.html"},
    sweeps={"games rated": folding.sweep},
    due={"games rated": _next_due},
    exported={"ratings": showing.exported},
)
