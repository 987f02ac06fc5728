"""Plans for coming turns, as one of the features of this service."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.base.features import Feature
from games.features.plans import emails, pages, playing, replies, saving
from games.features.plans.emails import plan_section
from games.models import PlanAttempt
from games.people.accounts import GuestMerged
from games.table.events import TurnBegan
from games.web.access import TableAccess


def _turn_began(event: TurnBegan) -> None:
    """Note the plans whose turn has come, and hold their players' emails for a while."""
    plans = saving.active_by_seat(event.seats)
    event.quiet_until.update(dict.fromkeys(plans, event.now + saving.PATIENCE))
    saving.begin_turn(event.game, plans, deadlines=event.deadlines, now=event.now)


def _on_the_whole_page(access: TableAccess, view: Any, now: datetime,
                       found: dict[str, Any]) -> dict[str, Any]:
    return {"plan_panel": pages.plan_panel(access, view, now=now, known=found["plan"])}


def _next_attempt(now: datetime) -> datetime | None:
    due = PlanAttempt.objects.filter(plan__seat__game__paused_at=None).exclude(look_at=None)
    return due.order_by("look_at").values_list("look_at", flat=True).first()


FEATURE = Feature(
    name="plans",
    listeners={TurnBegan: _turn_began,
               GuestMerged: lambda event: saving.merge(event.guest, event.user)},
    email_kinds=emails.KINDS,
    answer=replies.answer,
    turn_section=plan_section,
    panels={"game": lambda access, now: {"plan": pages.plan_status(access, now=now)},
            "whole-game": _on_the_whole_page,
            "my-games": lambda user: {"planned": saving.planned_games(user)}},
    slots={"game-head": "plans/_game_head.html", "game-status": "plans/_game_status.html",
           "game-below": "plans/_game_below.html", "draft": "plans/_draft.html",
           "listed": "plans/_listed.html"},
    sweeps={"plans to play": playing.sweep},
    due={"plans to play": _next_attempt},
)
