"""Operations on the archive of finished games."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field

from games.features.archive import search
from games.web.access import ANYBODY, require
from games.web.api import shapes
from games.web.api.access import reading, user_of
from games.web.api.problems import answers
from games.web.api.shapes import Games

router = Router(tags=["Archive"], auth=reading)
Value = Annotated[str, Field(max_length=100)]


@router.get("/archive", response=answers(Games), summary="Finished games of everybody")
@require(ANYBODY)
def archive(request: HttpRequest, cursor: Annotated[str, Query(
        max_length=200, description="The “next” of the part before")] = "", game: Value = "",
        board: Value = "", players: Value = "", rating: Value = "", length: Value = "",
        margin: Value = "", reason: Value = "", person: Value = "", month: Value = "") -> Any:
    """Return the finished games that everybody may watch, the latest first.

    The filters are those of the page about the archive, with the values in its addresses.
    """
    reader = user_of(request)
    values = search.chosen({
        "game": game, "board": board, "players": players, "rating": rating, "length": length,
        "margin": margin, "reason": reason, "person": person, "month": month})
    games = search.find(values, before=cursor, reader=reader)
    found = list(games[:search.PER_PAGE + 1])
    shown = found[:search.PER_PAGE]
    return {"games": shapes.tables([one.game for one in shown], reader),
            "next": search.key_of(shown[-1]) if len(found) > len(shown) else ""}
