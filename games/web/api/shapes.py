"""The values of the API: tables, positions and news, as one reader may see them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from ninja import Schema
from pydantic import Field

from games.models import Game, LoggedMove, Match, Seat, User
from games.table.lobby import game_lists
from games.table.play import event_log, history
from games.table.play.history import HistoryEntry
from games.web.access import TableAccess, access_of


class SeatShape(Schema):
    """A seat at a table."""

    seat: int = Field(description="Its number, from 0, in the order of play")
    colour: str = Field(description="Its colour, by which orders can name it")
    name: str = Field(description="What its player is called; empty as long as nobody has it")
    status: str = Field(description="open, invited or taken")
    bot: str = Field(description="The kind of bot that plays it; empty for a person")
    to_move: bool = Field(description="Whether the game waits for it")


class Result(Schema):
    """How a game has ended."""

    winners: list[int] = Field(description="The seats that have won, none if nobody has a point")
    scores: list[int] = Field(description="The points of each seat")
    reason: str = Field(description="Why it ended, as a word such as “points”")


class GameShape(Schema):
    """A table, before, during or after its game."""

    code: str = Field(description="What its address is made of")
    name: str
    url: str = Field(description="The page about it")
    game: str = Field(description="Which game is played there, as in /rulesets")
    status: str = Field(description="open, running, over or cancelled")
    row: int = Field(description="The number of the last row of its log; 0 before the start")
    turn: int = Field(description="The number of the turn, from 1; 0 before the start")
    seats: list[SeatShape]
    seat: int | None = Field(description="Your seat, if you have one")
    your_turn: bool = Field(description="Whether it waits for you")
    may_act: bool = Field(description="Whether you may give orders out of turn")
    deadline: datetime | None = Field(description="When your time runs out, if it passes")
    listed: bool = Field(description="Whether everybody may see it")
    rated: bool
    pace: str
    created_at: datetime
    moved_at: datetime | None
    result: Result | None
    match: str = Field(description=(
        "Which game of a match it is: first (the second is still to come), continued (the first,"
        " whose second has begun), broken off (the first, without a second) or second; or empty"))


class Position(Schema):
    """A position as you see it."""

    row: int = Field(description="The last row of the log before it")
    turn: int
    to_move: list[int] = Field(description="The seats for which the game waits")
    scores: list[int] = Field(description="Points that everybody can see")
    over: bool
    position: str = Field(description="The whole position as text, which the package"
                                      " alexandros-rules reads; what you may not see is unknown")
    board: str = Field(description="The same for people who read plain text")


class OneGame(GameShape):
    """A table with its present position."""

    other_game: str = Field(description="The code of the other game of its match, or empty")
    link: str = Field(description=(
        "With which anybody can join before the start, for those who may pass it on; or empty"))
    position: Position | None = Field(description="None before the start")


class Games(Schema):
    """One part of a list of tables."""

    games: list[GameShape]
    next: str = Field(description="The cursor of the next part; empty at the end")


class Entry(Schema):
    """A row of the log, as you may see it."""

    row: int
    turn: int
    seat: int | None = Field(description="Whose move it was; none for the table as a whole")
    by_bot: bool
    move: str = Field(description="The move in notation; of a secret one, only its kind")
    sentences: list[str] = Field(description="What happened, told to you")


class News(Schema):
    """Rows of the log after the one that was asked for."""

    row: int = Field(description="The last row of the log")
    entries: list[Entry]
    next: int | None = Field(description="The row after which to ask for more, if there are more")


def table(access: TableAccess) -> dict[str, Any]:
    """Return what there is to say about a table without looking at its position."""
    game, rules = access.game, event_log.ruleset_of(access.game)
    return {
        "code": game.code, "name": game.name, "game": game.ruleset, "status": game.status,
        "url": f"{settings.BASE_URL}{reverse('game', kwargs={'code': game.code})}",
        "row": game.number, "turn": game.turn,
        "seats": [_seat(seat, rules.colours[seat.index]) for seat in access.seats],
        "seat": access.seat, "your_turn": game.status == Game.Status.RUNNING and access.on_turn,
        "may_act": access.may_act, "deadline": _deadline(access),
        "listed": game.listed, "rated": game.rated, "pace": game.pace,
        "created_at": game.created_at, "moved_at": game.moved_at,
        "result": result(game), "match": game.match,
    }


def result(game: Game) -> dict[str, Any] | None:
    """Return how a game has ended, None as long as it has not."""
    if game.status != Game.Status.OVER or not game.result:
        return None
    return {"winners": event_log.have_won(game.result), "scores": game.result["scores"],
            "reason": game.result["reason"]}


def _seat(seat: Seat, colour: str) -> dict[str, Any]:
    name = seat.called if seat.status == Seat.Status.TAKEN else ""
    return {"seat": seat.index, "colour": colour, "name": name, "status": seat.status,
            "bot": seat.bot or seat.stand_in, "to_move": seat.to_move}


def _deadline(access: TableAccess) -> datetime | None:
    if access.seat is None or not access.on_turn:
        return None
    return game_lists.deadline_of(access.seats[access.seat])


def tables(games: Sequence[Game], reader: User) -> list[dict[str, Any]]:
    """Return a list of tables, whose seats are loaded."""
    return [table(access_of(game, reader)) for game in games]


def one_game(access: TableAccess) -> dict[str, Any]:
    """Return a table with its present position."""
    game = access.game
    view = history.view(game, access.seat) if game.number else None
    return {**table(access), "other_game": _other_game(game),
            "link": f"{settings.BASE_URL}{access.link}" if access.link else "",
            "position": None if view is None else position(game, view, row=game.number)}


def _other_game(game: Game) -> str:
    if game.match_of:
        return game.match_of.code
    others = Game.objects.filter(match_of=game) if game.match == Match.CONTINUED else ()
    return next((other.code for other in others), "")


def position(game: Game, view: Any, *, row: int) -> dict[str, Any]:
    """Return a position, from the view of its reader."""
    rules = event_log.ruleset_of(game)
    status = rules.status(view)
    return {"row": row, "turn": status.turn, "to_move": list(status.to_move),
            "scores": list(status.scores), "over": status.over,
            "position": rules.dump_state(view), "board": rules.text_board(view)}


def entries(found: Sequence[HistoryEntry]) -> list[dict[str, Any]]:
    """Return rows of the log, as their reader may see them."""
    return [{"row": one.number, "turn": one.turn, "seat": one.seat, "move": one.move,
             "by_bot": one.actor == LoggedMove.Actor.BOT, "sentences": list(one.sentences)}
            for one in found]
