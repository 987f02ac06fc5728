"""Operations on one's turn: legal orders, trying orders, giving them."""

from itertools import islice
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Header, Query, Router, Schema
from pydantic import ConfigDict, Field

from alexandros_rules import codec, drafts, orders
from alexandros_rules.drafts import Draft
from alexandros_rules.errors import Refusal, not_your_turn
from alexandros_rules.move_list import listed_orders
from games.base import site_clock
from games.base.refusals import possible_instead
from games.models import LoggedMove
from games.table.play import event_log, history, turns
from games.web.access import GAME, PLAYER, TableAccess, get_own_seat, get_table_or_404, require
from games.web.api import problems, shapes
from games.web.api.access import playing, reading
from games.web.api.games import MOST, news_after
from games.web.api.problems import Problem, answers
from games.web.api.shapes import Entry, News, Position

MOST_MOVES, MOST_OF_KIND = 200, 10  # that an answer lists
MOST_LETTERS = 10_000  # of orders

router = Router(tags=["Turns"])
Text = Annotated[str, Field(max_length=MOST_LETTERS, description=(
    "Orders in notation or in plain words, one per line or separated by semicolons"))]


class Kind(Schema):
    """The legal moves that begin with the same word."""

    verb: str
    orders: list[str] = Field(description="Some of them, at most ten")
    more: int = Field(description="How many are left out here")


class Moves(Schema):
    """The legal moves in a position."""

    your_turn: bool = Field(description=(
        "Whether the game waits for you; otherwise these are orders out of turn"))
    number: int = Field(description="How many there are")
    moves: list[str] = Field(description="The first 200 of them in notation")
    kinds: list[Kind] = Field(description="All kinds of moves, each with a few of them")


class Trial(Schema):
    """Orders to be tried."""

    model_config = ConfigDict(extra="forbid")

    orders: Text


class Step(Schema):
    """An order that can be played, and what it does as far as you can see."""

    order: str
    sentences: list[str]


class Preview(Schema):
    """What orders would do."""

    steps: list[Step] = Field(description="The orders that can be played, in notation")
    refusal: str = Field(description="Why the next one cannot be played; empty if all can")
    code: str = Field(description="What is wrong with it, as in a problem")
    allowed: list[str] = Field(description="Some orders that could be played instead")
    goes_on: bool = Field(description="Whether your turn is not over after them")
    position: Position


class Orders(Schema):
    """Orders to be played, all or nothing."""

    model_config = ConfigDict(extra="forbid")

    orders: Text
    expected_row: int = Field(ge=0, le=MOST, description=(
        "The row that you had seen last; if others have moved since, nothing is played"))


class Receipt(Schema):
    """The rows of the log that your orders have become."""

    first: int
    last: int
    entries: list[Entry]


class Moved(Problem):
    """Why orders came too late, and what has happened since."""

    since: News | None = None


@router.get("/games/{slug:code}/moves", response=answers(Moves), auth=reading,
            summary="Your legal moves")
@require(PLAYER)
def moves(request: HttpRequest, code: str, after: Annotated[str, Query(
        max_length=orders.MAX_LENGTH,
        description="Orders that you would give before")] = "") -> Any:
    """Return what you can do now, or after some orders.

    Refuses (not-your-turn) somebody who can do nothing now, and orders that cannot be played.
    """
    access = _running(request, code)
    rules, draft = event_log.ruleset_of(access.game), _draft(access, after)
    if draft.refusal is not None:
        raise draft.refusal
    seat = _seat(access)
    status = rules.status(draft.view)
    if not status.may_order(seat):
        raise not_your_turn()
    legal = rules.legal_moves(draft.view, seat=seat)
    return {"your_turn": seat in status.to_move, "number": len(legal),
            "moves": [rules.format(move, draft.view) for move in islice(legal, MOST_MOVES)],
            "kinds": [{"verb": one.verb, "orders": one.orders, "more": one.more}
                      for one in listed_orders(rules, draft.view, legal, most=MOST_OF_KIND)]}


@router.post("/games/{slug:code}/preview", response=answers(Preview), auth=reading,
             summary="Try orders")
@require(PLAYER)
def preview(request: HttpRequest, code: str, trial: Trial) -> Any:
    """Return what orders would do, as far as you can see.  Nothing is played or kept."""
    access = _running(request, code)
    rules, draft, seat = event_log.ruleset_of(access.game), _draft(access, trial.orders), _seat(
        access)
    refusal = draft.refusal
    return {
        "steps": [{"order": step.text, "sentences": drafts.describe(
            Draft(step.before, (step,)), ruleset=rules, names=access.names, seat=seat)}
            for step in draft.steps],
        "refusal": refusal.sentence if refusal else "", "code": refusal.code if refusal else "",
        "allowed": possible_instead(refusal),
        "goes_on": drafts.goes_on(rules, draft, seat=seat),
        "position": shapes.position(access.game, draft.view, row=access.game.number),
    }


@router.post("/games/{slug:code}/orders", auth=playing, summary="Give orders", response={
    200: Receipt, 409: Moved, problems.STATUSES - {409}: Problem})
@require(PLAYER, locks=(GAME,))
def give_orders(request: HttpRequest, code: str, orders: Orders, idempotency_key: Annotated[
        str, Header(alias="Idempotency-Key", max_length=200)] = "") -> Any:
    """Play orders, all or nothing, and return what has happened.

    Sending the same again, with the same Idempotency-Key, changes nothing and answers the same.  If
    others have moved since the row that you expect, the answer (409) says what has happened.
    """
    seat = get_own_seat(request, code)
    game, text = seat.game, orders.orders
    key = codec.text_digest(f"api:{idempotency_key}\n{' '.join(text.split())}")
    try:
        receipt = turns.submit(
            game, seat=seat.index, user_id=seat.user_id, text=turns.by_colours(game, text),
            number=orders.expected_row, key=key, actor=LoggedMove.Actor.API, now=site_clock.now())
    except Refusal as refusal:
        if refusal.kind != "stale":
            raise
        since = news_after(get_table_or_404(request, code), orders.expected_row)
        return problems.respond(refusal, since=since)
    past = history.read(game, seat.index)
    return {"first": receipt.first, "last": receipt.last, "entries": shapes.entries(
        [past.entry(number) for number in range(receipt.first, receipt.last + 1)])}


def _running(request: HttpRequest, code: str) -> TableAccess:
    """Return the table of a game in progress; refuse (Closed) others."""
    access = get_table_or_404(request, code)
    turns.check_running(access.game)
    return access


def _draft(access: TableAccess, text: str) -> Draft:
    game = access.game
    return drafts.evaluate(event_log.ruleset_of(game), history.view(game, access.seat),
                           turns.by_colours(game, text), seat=_seat(access))


def _seat(access: TableAccess) -> int:
    assert access.seat is not None  # the operation is for players
    return access.seat
