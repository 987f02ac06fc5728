"""Operations on imported games, each of which is there for its importer alone."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router, Schema, Status
from pydantic import ConfigDict, Field

from games.base import site_clock
from games.features.importing import imports, pages
from games.web.access import (
    ANYBODY,
    HOST,
    PEOPLE,
    PROVED,
    READER,
    TABLES,
    get_table_or_404,
    require,
)
from games.web.api import shapes
from games.web.api.access import reading, seating, user_of
from games.web.api.problems import answers
from games.web.api.shapes import Games, OneGame

router = Router(tags=["Imports"], auth=reading)


class NewImport(Schema):
    """The file of a finished game."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(min_length=1, max_length=pages.MAX_BYTES, description=(
        "Its record or its log, as GET /games/{code}/record and /log return them"))]


@router.get("/imports", response=answers(Games), summary="Your imported games")
@require(ANYBODY)
def imported_games(request: HttpRequest) -> Any:
    """Return the games that you have imported, the latest first."""
    user = user_of(request)
    return {"games": shapes.tables(imports.of(user), user), "next": ""}


@router.post("/imports", response={**answers(OneGame), **answers(OneGame, 201)}, auth=seating,
             summary="Import a game")
@require(PROVED, locks=(PEOPLE,))
def import_game(request: HttpRequest, file: NewImport) -> Any:
    """Make a game of a file, for you alone, if every move of it agrees with the rules.

    Otherwise “line” says which line of the record or row of the log is wrong.  The status is 200 if
    you have imported the game before.
    """
    game, is_new = imports.import_file(user_of(request), file.text, now=site_clock.now())
    return Status(201 if is_new else 200, shapes.one_game(get_table_or_404(request, game.code)))


@router.delete("/imports/{slug:code}", response=answers(None, 204), auth=seating,
               summary="Delete an imported game")
@require(HOST | PROVED, locks=(TABLES, READER))
def delete_import(request: HttpRequest, code: str) -> Any:
    """Delete a game that you have imported, with everything that belongs to it."""
    imports.delete(get_table_or_404(request, code).game)
    return Status(204, None)
