"""Operations that stream what happens at one table, or at all of your tables."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from ninja import Router
from pydantic import Field

from games.models import Game, User
from games.table.lobby import game_lists
from games.web import streams
from games.web.access import ANYBODY, TABLE, TableAccess, access_of, get_table_or_404, require
from games.web.api import shapes
from games.web.api.access import check_still_valid, reading, user_of
from games.web.api.games import news_after
from games.web.api.problems import answers
from games.web.api.shapes import GameShape, News
from games.web.streams import Event, Subject, Tell

Tables = Callable[[dict[str, int]], list[TableAccess]]

router = Router(tags=["Streams"], auth=reading)
_KEY = re.compile(r"(\w{10}):(\d{1,9})")  # of each table its code and the last row that was told
_AS_STREAM: dict[str, Any] = {"responses": {200: {"content": {streams.CONTENT_TYPE: {}}}}}


class TableNews(News):
    """An event “news”: rows of the log of a table after those that you have been told."""

    code: str = Field(description="The table")


@router.get("/games/{slug:code}/stream", response=answers(TableNews), summary="Hear of a table",
            openapi_extra=_AS_STREAM)
@require(TABLE)
def stream(request: HttpRequest, code: str) -> HttpResponseBase:
    """Stream server-sent events: “table” first and whenever it changes, and “news” of its log.

    Send the id of the last event as Last-Event-ID to hear what has happened since.
    """
    def tables(known: dict[str, int]) -> list[TableAccess]:
        return [get_table_or_404(request, code)]

    subject = Subject(Game, get_table_or_404(request, code).game.pk)
    return streams.respond(request, [subject], _tell(request, tables))


@router.get("/me/stream", response=answers(GameShape), summary="Hear of all your tables",
            openapi_extra=_AS_STREAM)
@require(ANYBODY)
def my_stream(request: HttpRequest) -> HttpResponseBase:
    """Stream the same events for all your tables, until each is over."""
    user = user_of(request)

    def tables(known: dict[str, int]) -> list[TableAccess]:
        mine = [one.game for one in game_lists.my_games(user)]
        ended = known.keys() - {game.code for game in mine}
        played = Game.objects.filter(code__in=ended, seats__user=user)
        return [access_of(game, user) for game in (*mine, *game_lists.with_seats(played))]

    return streams.respond(request, [Subject(User, user.pk)], _tell(request, tables))


def _tell(request: HttpRequest, tables: Tables) -> Tell:
    """Return the function that tells what is new at these tables."""
    def tell(since: str) -> list[Event]:
        check_still_valid(request)
        known = {code: int(row) for code, row in _KEY.findall(since)}
        found = tables(known)
        rows = {one.game.code: min(known.get(one.game.code, one.game.number), one.game.number)
                for one in found}
        news = [event for one in found for event in _news(one, rows)]
        rows = {one.game.code: one.game.number for one in found if _is_present(one.game)}
        states = [Event(GameShape.model_validate(shapes.table(one)).model_dump(mode="json"),
                        "table", _key(rows)) for one in found]
        return [*news, *states]

    return tell


def _news(access: TableAccess, rows: dict[str, int]) -> Iterator[Event]:
    """Yield what is new at a table since the row that was told, and note what is told now."""
    code = access.game.code
    while rows[code] < access.game.number:
        found = news_after(access, rows[code])
        rows[code] = found["next"] or found["row"]
        news = TableNews.model_validate({**found, "code": code})
        yield Event(news.model_dump(mode="json"), "news", _key(rows))


def _key(rows: dict[str, int]) -> str:
    return ",".join(f"{code}:{row}" for code, row in rows.items())


def _is_present(game: Game) -> bool:
    return game.status in (Game.Status.OPEN, Game.Status.RUNNING)
