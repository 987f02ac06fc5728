"""Operations on a plan for coming turns."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import ConfigDict, Field

from games.base import site_clock
from games.features.plans import pages, saving
from games.models import LoggedMove
from games.web.access import GAME, PLAYER, TableAccess, get_table_or_404, require
from games.web.api.access import playing, reading
from games.web.api.problems import answers

router = Router(tags=["Plans"])
MOST_MINUTES = 7 * 24 * 60


class PlanShape(Schema):
    """Your plan at a table."""

    text: str = Field(description="Its turns that are still to be played; empty without a plan")
    wait_minutes: int | None = Field(description="How long after your turn begins it is played")
    as_usual: bool = Field(description="Whether it waits as long as you usually take")
    why: str = Field(description="Why it could not be played in this turn; empty otherwise")


class NewPlan(Schema):
    """A plan to be saved in place of the one before."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(max_length=pages.MAX_TEXT, description="As the page /plans/ describes")
    wait_minutes: int | None = Field(None, ge=0, le=MOST_MINUTES, description=(
        "How long after your turn begins to play it; otherwise, as the plan before it said"))
    as_usual: bool = Field(False, description="Wait as long as you usually take")


@router.get("/games/{slug:code}/plan", response=answers(PlanShape), auth=reading,
            summary="Your plan")
@require(PLAYER)
def plan(request: HttpRequest, code: str) -> Any:
    """Return your plan at a table."""
    return _shape(get_table_or_404(request, code))


@router.put("/games/{slug:code}/plan", response=answers(PlanShape), auth=playing,
            summary="Make a plan")
@require(PLAYER, locks=(GAME,))
def save_plan(request: HttpRequest, code: str, plan: NewPlan) -> Any:
    """Save a plan for your coming turns.  It never plays in the turn in which it was saved."""
    access = get_table_or_404(request, code)
    user, seat = pages.player(access)
    grace = None if plan.wait_minutes is None else timedelta(minutes=plan.wait_minutes)
    saving.store(access.game, seat=seat, user=user, text=plan.text, grace=grace,
                 as_usual=plan.as_usual, made_by=LoggedMove.Actor.API, now=site_clock.now())
    return _shape(get_table_or_404(request, code))


@router.delete("/games/{slug:code}/plan", response=answers(PlanShape), auth=playing,
               summary="Turn a plan off")
@require(PLAYER, locks=(GAME,))
def drop_plan(request: HttpRequest, code: str) -> Any:
    """Turn your plan off, if there is one."""
    access = get_table_or_404(request, code)
    user, seat = pages.player(access)
    saving.turn_off(access.game, seat=seat, user=user, now=site_clock.now())
    return _shape(get_table_or_404(request, code))


def _shape(access: TableAccess) -> dict[str, Any]:
    known = pages.plan_status(access, now=site_clock.now())
    grace = known.plan.grace if known else None
    return {"text": pages.text_of(access, known), "as_usual": bool(known and known.plan.as_usual),
            "wait_minutes": None if grace is None else int(grace.total_seconds() // 60),
            "why": known.why if known else ""}
