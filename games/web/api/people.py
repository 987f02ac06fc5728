"""Operations on people: what the page about a member tells."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from ninja import Router, Schema
from pydantic import Field

from games.base import site_clock
from games.people import handles, profiles
from games.web.access import ANYBODY, require
from games.web.api.access import reading, user_of
from games.web.api.problems import answers

router = Router(tags=["People"], auth=reading)


class TallyShape(Schema):
    """How somebody has done in one game with this number of players, bots left out."""

    game: str
    players: int
    games: int
    won: int
    shared: int


class Person(Schema):
    """What a member shows of themselves."""

    name: str
    url: str
    joined_at: datetime
    owner: str = Field(description="The member whose bot it is; empty for a person")
    tallies: list[TallyShape]
    favourites: list[str] = Field(description="The codes of games that they show")


@router.get("/people/{str:name}", response=answers(Person), summary="A member")
@require(ANYBODY)
def person(request: HttpRequest, name: str) -> Any:
    """Return what a member shows you of themselves."""
    reader, handle = user_of(request), handles.find(name)
    if handle is None or not profiles.may_see(handle.user, reader):
        raise Http404(_("There is nobody here whose page you may see under this name."))
    user = handle.user
    profile = profiles.profile(user, reader=reader, now=site_clock.now())
    return {
        "name": user.name, "joined_at": user.date_joined,
        "owner": user.owner.name if user.owner else "",
        "url": f"{settings.BASE_URL}{reverse('person', kwargs={'name': user.name})}",
        "tallies": [{"game": one.title, "players": one.players, "games": one.games,
                     "won": one.won, "shared": one.shared} for one in profile.tallies],
        "favourites": [one.code for one in profile.favourites],
    }
