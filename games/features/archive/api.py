"""Operations on the archive of finished games."""

from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema
from ninja.errors import ValidationError
from pydantic import Field

from alexandros_rules.translation import list_with_and
from games.features.archive import search
from games.models.archive import MOST_FILTERS
from games.web.access import ANYBODY, require
from games.web.api import shapes
from games.web.api.access import reading, user_of
from games.web.api.problems import answers
from games.web.api.shapes import Games

router = Router(tags=["Archive"], auth=reading)
Value = Annotated[str, Field(max_length=100)]


class ChoiceShape(Schema):
    """A value of a filter."""

    value: str
    label: str


class FilterShape(Schema):
    """A filter of the archive with the values that it can have."""

    name: str = Field(description="The parameter of GET /archive")
    label: str
    choices: list[ChoiceShape]


class Filters(Schema):
    """The filters of the archive with a few values; besides, there are person and month."""

    filters: list[FilterShape]
    most: int = Field(description="How many filters can be chosen at the same time")


@router.get("/archive/filters", response=answers(Filters), summary="The filters of the archive")
@require(ANYBODY)
def archive_filters(request: HttpRequest) -> Any:
    """Return the filters of the archive, with the values that each can have."""
    return {"most": MOST_FILTERS, "filters": [
        {"name": one.name, "label": one.label, "choices": [
            {"value": choice.value, "label": choice.label} for choice in one.choices]}
        for one in search.filters()]}


@router.get("/archive", response=answers(Games), summary="Finished games of everybody")
@require(ANYBODY)
def archive(request: HttpRequest, cursor: Annotated[str, Query(
        max_length=200, description="The “next” of the part before")] = "", game: Value = "",
        board: Value = "", players: Value = "", rating: Value = "", length: Value = "",
        margin: Value = "", reason: Value = "", person: Value = "", month: Value = "") -> Any:
    """Return the finished games that everybody may watch, the latest first.

    The filters are those of the page about the archive: “person” is the name of a member, “month”
    such as 2026-03, and GET /archive/filters has the values of all others.
    """
    reader = user_of(request)
    given = {"game": game, "board": board, "players": players, "rating": rating, "length": length,
             "margin": margin, "reason": reason, "person": person, "month": month}
    if unknown := request.GET.keys() - {*given, "cursor"}:  # a misspelt one would find all games
        raise ValidationError([{"loc": ("query", name), "msg": _(
            "there is no such parameter, only %(names)s") % {
                "names": list_with_and([*given, "cursor"])}} for name in sorted(unknown)])
    values = search.chosen(given)
    games = search.find(values, before=cursor, reader=reader)
    found = list(games[:search.PER_PAGE + 1])
    shown = found[:search.PER_PAGE]
    return {"games": shapes.tables([one.game for one in shown], reader),
            "next": search.key_of(shown[-1]) if len(found) > len(shown) else ""}
