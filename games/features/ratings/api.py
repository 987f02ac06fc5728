"""Operations on ratings: the ladders, and what a member's games have done to theirs."""

from typing import Annotated, Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema
from pydantic import Field

from games.base import site_clock
from games.features.ratings import folding, pages, showing
from games.people import handles, profiles
from games.rulesets import registry
from games.web.access import ANYBODY, require
from games.web.api.access import reading, user_of
from games.web.api.problems import answers

router = Router(tags=["Ratings"], auth=reading)


class Rung(Schema):
    """A member on a ladder."""

    place: int | None = Field(description="Nothing beyond the 500th place")
    name: str
    bot: bool = Field(description="Whether it is a bot of a member")
    rating: str = Field(description="The rating and how uncertain it is, such as 1612 ± 70")
    games: int


class Ladder(Schema):
    """A part of a ladder, the best first."""

    rungs: list[Rung]
    next: str = Field(description="The “start” of the next part; empty at the end")


class RatingShape(Schema):
    """A member's rating in one game for so many players."""

    game: str
    players: int
    rating: str = Field(description="Such as 1612 ± 70, or “new”")
    games: int


class Ratings(Schema):
    """A member's ratings; none if they hide them."""

    ratings: list[RatingShape]


@router.get("/ladders/{slug:game}/{int:players}", response=answers(Ladder), summary="A ladder")
@require(ANYBODY)
def ladder(request: HttpRequest, game: str, players: int, start: Annotated[str, Query(
        max_length=100, description="The name of the first member to show")] = "") -> Any:
    """Return the members with a firm rating in a game for so many players, the best first."""
    room, now = registry.rooms().get(game), site_clock.now()
    if room is None or players not in room.ruleset.seats:
        raise Http404(_("There is no such ladder."))
    found = pages.part_of_ladder(room.name, players, first=start, now=now)
    if found is None:
        raise Http404(_("There is nobody with this name on the ladder."))
    return {
        "rungs": [{"place": place, "name": row.player.user.name, "games": row.games,
                   "bot": row.player.user.is_bot,
                   "rating": showing.shown(folding.skill_of(row), now=now)}
                  for place, row in found.rows if row.player.user is not None],
        "next": found.following.name if found.following else ""}


@router.get("/people/{str:name}/ratings", response=answers(Ratings), summary="Somebody’s ratings")
@require(ANYBODY)
def ratings(request: HttpRequest, name: str) -> Any:
    """Return a member's ratings, unless they hide them."""
    reader, handle, now = user_of(request), handles.find(name), site_clock.now()
    if handle is None or not profiles.may_see(handle.user, reader):
        raise Http404(_("There is nobody here whose page you may see under this name."))
    rows = showing.ratings_of(handle.user, reader=reader)
    return {"ratings": [
        {"game": row.ruleset, "players": row.players, "games": row.games,
         "rating": showing.shown(folding.skill_of(row), now=now)} for row in rows]}
