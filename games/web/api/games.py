"""Operations on tables: the lists of them, one of them, and what has happened there."""

from typing import Annotated, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema
from pydantic import Field

from games.base import cursors
from games.models import Game
from games.table.lobby import game_lists
from games.table.play import event_log, history, records
from games.table.play.revealing import sealed
from games.web.access import ANYBODY, TABLE, TableAccess, get_table_or_404, require
from games.web.api import shapes
from games.web.api.access import reading, user_of
from games.web.api.problems import answers
from games.web.api.shapes import Games, GameShape, News, OneGame, Position

MOST_ROWS = 200  # of the log in one answer
PART = 20  # tables in one answer
MOST = 2_000_000_000  # of any row's number

router = Router(tags=["Games"], auth=reading)
Cursor = Annotated[str, Query(max_length=200, description="The “next” of the part before")]
Row = Annotated[int, Query(ge=0, le=MOST, description="The last row that you have seen")]


class OwnGames(Schema):
    """Your tables that are not over, those first that wait for you."""

    waiting: int = Field(description="How many games wait for you")
    games: list[GameShape]


class SetupShape(Schema):
    """What a game was begun with, for the library."""

    game: str
    board: str = Field(description="The whole text of the board")
    players: int
    options: dict[str, Any]
    rules_version: int


@router.get("/me/games", response=answers(OwnGames), summary="Your games")
@require(ANYBODY)
def my_games(request: HttpRequest) -> Any:
    """Return your tables that are not over: first the games that wait for you."""
    mine = [one.game for one in game_lists.my_games(user_of(request))]
    shown = shapes.tables(mine, user_of(request))
    return {"waiting": sum(one["your_turn"] for one in shown), "games": shown}


@router.get("/me/games/finished", response=answers(Games), summary="Your finished games")
@require(ANYBODY)
def my_finished_games(request: HttpRequest, cursor: Cursor = "") -> Any:
    """Return your finished games, the latest first."""
    user = user_of(request)
    found, following = cursors.part(game_lists.finished(user), moment="moved_at", key=cursor,
                                    size=PART, label="finished")
    return {"games": shapes.tables(found, user), "next": following}


@router.get("/me/invitations", response=answers(Games), summary="Your invitations")
@require(ANYBODY)
def my_invitations(request: HttpRequest) -> Any:
    """Return the tables at which a seat is kept for you; join them or leave them."""
    user = user_of(request)
    codes = [seat.game.code for seat in game_lists.invitations(user)]
    found = game_lists.with_seats(Game.objects.filter(code__in=codes)).order_by("-created_at")
    return {"games": shapes.tables(list(found), user), "next": ""}


@router.get("/games/open", response=answers(Games), summary="Tables with a free seat")
@require(ANYBODY)
def open_games(request: HttpRequest, cursor: Cursor = "") -> Any:
    """Return the tables in the lobby at which you can sit down, the newest first."""
    user = user_of(request)
    found, following = cursors.part(game_lists.tables_to_join(user), moment="created_at",
                                    key=cursor, size=PART, label="open")
    return {"games": shapes.tables(found, user), "next": following}


@router.get("/games/{slug:code}", response=answers(OneGame), summary="A table")
@require(TABLE)
def one_game(request: HttpRequest, code: str) -> Any:
    """Return a table with the position of its game, as you see it."""
    return shapes.one_game(get_table_or_404(request, code))


@router.get("/games/{slug:code}/setup", response=answers(SetupShape), summary="How a game began")
@require(TABLE)
def setup(request: HttpRequest, code: str) -> Any:
    """Return board and options of a game."""
    game = _begun(request, code).game
    found, known = event_log.setup_of(game), event_log.ruleset_of(game).options
    return {"game": game.ruleset, "board": found.board, "players": found.players,
            "options": {option.name: found.options.get(option.name, option.default)
                        for option in known if option.is_chosen},  # others are secret until the end
            "rules_version": game.rules_version}


@router.get("/games/{slug:code}/news", response=answers(News), summary="What has happened")
@require(TABLE)
def news(request: HttpRequest, code: str, since: Row = 0) -> Any:
    """Return the rows of the log after a row, at most 200."""
    return news_after(_begun(request, code), since)


def news_after(access: TableAccess, since: int) -> dict[str, Any]:
    """Return what has happened after a row, as the reader may see it."""
    game, last = access.game, access.game.number
    until = min(since + MOST_ROWS, last)
    past = history.read(game, access.seat, names=access.names, number=until)
    found = past.entries(after=since) if since < until else []
    return {"row": last, "entries": shapes.entries(found), "next": until if until < last else None}


@router.get("/games/{slug:code}/positions/{int:row}", response=answers(Position),
            summary="A position of the game")
@require(TABLE)
def one_position(request: HttpRequest, code: str, row: int) -> Any:
    """Return the position after a row of the log, as you see it."""
    access = _begun(request, code)
    if row > MOST:
        row = 0  # which there is not, either
    return shapes.position(access.game, history.view(access.game, access.seat, row), row=row)


@router.get("/games/{slug:code}/record", response=answers(str), summary="A finished game as text",
            openapi_extra={"responses": {200: {"content": {"text/plain": {}}}}})
@require(TABLE)
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Return the record of a finished game, with all that was hidden."""
    return HttpResponse(records.export_record(_finished(request, code)),
                        content_type="text/plain; charset=utf-8")


@router.get("/games/{slug:code}/log", response=answers(dict[str, Any]),
            summary="The log of a finished game")
@require(TABLE)
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Return the log of a finished game with its seed and hashes, by which it can be checked."""
    return HttpResponse(records.export_log(_finished(request, code)),
                        content_type="application/json")


def _begun(request: HttpRequest, code: str) -> TableAccess:
    """Return the table of a game that has begun; Http404 for others."""
    access = get_table_or_404(request, code)
    if access.game.number == 0:
        raise Http404(_("This game has not started yet. Please wait until every seat is taken."))
    return access


def _finished(request: HttpRequest, code: str) -> Game:
    game = _begun(request, code).game
    if game.status != Game.Status.OVER:
        raise Http404(_("This file shows everything that is hidden during the game, so it is"
                        " available only when the game is over."))
    if not game.is_revealed:
        raise sealed()
    return game


