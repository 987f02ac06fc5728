"""Operations on the games of this site: their boards, options and bots."""

from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Router, Schema
from pydantic import Field

from games.rulesets import registry
from games.rulesets.opponents import opponents
from games.rulesets.registry import Room
from games.web.access import ANYBODY, require
from games.web.api.access import reading
from games.web.api.problems import answers

router = Router(tags=["Rulesets"], auth=reading)


class OptionShape(Schema):
    """An option that whoever opens a table can choose."""

    name: str
    title: str
    help: str
    kind: str = Field(description="flag (true or false) or seat (its number, from 0)")
    proposed: bool | int | None = Field(description="What a table has if nobody chooses")


class BotShape(Schema):
    """A bot that plays this game."""

    name: str
    title: str
    style: str


class BoardShape(Schema):
    """A board that comes with the game."""

    name: str
    title: str


class RulesetShape(Schema):
    """A game that can be played here."""

    name: str
    title: str
    version: int
    players: list[int] = Field(description="The possible numbers of players")
    colours: list[str]
    options: list[OptionShape]
    boards: list[BoardShape]
    bots: list[BotShape]


class Rulesets(Schema):
    """The games that can be played here, the usual one first."""

    rulesets: list[RulesetShape]


class BoardText(BoardShape):
    """A board with its whole text."""

    text: str


@router.get("/rulesets", response=answers(Rulesets), summary="The games of this site")
@require(ANYBODY)
def all_rulesets(request: HttpRequest) -> Any:
    """Return all games with their options, boards and bots."""
    return {"rulesets": [_ruleset(room) for room in registry.rooms().values()]}


@router.get("/rulesets/{slug:game}/boards/{slug:board}", response=answers(BoardText),
            summary="A board")
@require(ANYBODY)
def one_board(request: HttpRequest, game: str, board: str) -> Any:
    """Return a board as the text from which the game makes it."""
    room = registry.rooms().get(game)
    text = room.ruleset.boards().get(board) if room else None
    if room is None or text is None:
        raise Http404(_("There is no such board."))
    return {"name": board, "title": room.boards.title(text), "text": text}


def _ruleset(room: Room) -> dict[str, Any]:
    rules = room.ruleset
    return {
        "name": rules.name, "title": rules.title, "version": rules.version,
        "players": list(rules.seats), "colours": list(rules.colours),
        "options": [{"name": one.name, "title": _(one.title), "help": _(one.help),
                     "kind": one.kind, "proposed": one.proposal}
                    for one in rules.options if one.is_chosen],
        "boards": [{"name": name, "title": room.boards.title(text)}
                   for name, text in rules.boards().items()],
        "bots": [{"name": one.name, "title": one.called, "style": one.style}
                 for one in opponents(room)],
    }
