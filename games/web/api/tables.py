"""Operations that open, join and leave tables."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Router, Schema, Status
from pydantic import ConfigDict, Field

from alexandros_rules.ruleset import Ruleset
from games.base import site_clock
from games.base.refusals import Missing, TableRefusal
from games.models import Pace
from games.models.game import NAME_LENGTH, NOTE_LENGTH
from games.rulesets import registry
from games.table.lobby import open_tables, opponent_advice, table_settings
from games.table.seats import leaving
from games.web.access import (
    GAME,
    HOST,
    NO_TABLE,
    PEOPLE,
    PROVED,
    READER,
    SECRET,
    TABLE,
    find_table,
    get_table_or_404,
    member_only,
    require,
)
from games.web.api import shapes
from games.web.api.access import seating, user_of
from games.web.api.problems import answers
from games.web.api.shapes import OneGame
from games.web.table_forms import BOTS, NewGameForm
from games.web.table_page import token_opens

router = Router(tags=["Tables"], auth=seating)


class NewTable(Schema):
    """A table to be opened; you have its first seat."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field("", max_length=40, description="Which game, as in /rulesets")
    company: Literal["friends", "anybody", "bots"] = Field("friends", description=(
        "Who will play: friends whom you invite, anybody from the lobby, or only bots"))
    name: str = Field("", max_length=NAME_LENGTH)
    note: str = Field("", max_length=NOTE_LENGTH, description="For people who may join")
    players: int = Field(ge=1, le=100)
    board: str = Field("", max_length=100, description="As in /rulesets; the first without one")
    bots: int = Field(0, ge=0, le=100, description=(
        "How many seats bots take; all but yours if the company is bots"))
    bot: str = Field("", max_length=40, description=(
        "Which bot, by its name or title in /rulesets"))
    pace: Pace = Pace.RELAXED
    rated: bool = False
    match: bool = Field(False, description="Two games with the same deal, seats swapped")
    options: dict[str, Any] = Field({}, description=(
        "As in /rulesets; those left out have the values proposed there"))
    invite: list[Annotated[str, Field(max_length=254)]] = Field([], max_length=10, description=(
        "Email addresses"))


class Joining(Schema):
    """How to sit down at a table."""

    model_config = ConfigDict(extra="forbid")

    beside: list[Annotated[str, Field(max_length=100)]] = Field([], max_length=10, description=(
        "The names of people whom you block and beside whom you sit down all the same"))


class Filling(Schema):
    """Which bots take the free seats of a table."""

    model_config = ConfigDict(extra="forbid")

    bot: str = Field("", max_length=40, description=(
        "By its name or title in /rulesets; the usual one without it"))
    seat: int | None = Field(None, ge=0, le=100, description="Only this seat")


AS_USUAL, ALL_SEATS = Joining.model_validate({}), Filling.model_validate({})  # without a body


@router.post("/games", response=answers(OneGame, 201), summary="Open a table")
@require(PROVED, locks=(PEOPLE,))
def open_table(request: HttpRequest, table: NewTable) -> Any:
    """Open a table, which begins as soon as all its seats are taken."""
    user = member_only(request)
    room = registry.default() if not table.game else registry.rooms().get(table.game)
    if room is None:
        raise Missing("no-game", "There is no such game. Please choose one from /rulesets.")
    rules, proposal = room.ruleset, opponent_advice.proposed_game(room, user)
    form = NewGameForm({
        "company": table.company, "name": table.name, "note": table.note, "pace": table.pace.value,
        "players": table.players, "board": table.board or next(iter(rules.boards())),
        "bots": table.bots, "rated": table.rated,
        "bot": (table_settings.bot_called(rules, table.bot) or table.bot
                or proposal.opponent.name),
        "match": table.match, "suggested_turns": not table.rated, "newcomers": True,
        "emails": "\n".join(table.invite),
        **{f"option_{option.name}": table.options.get(option.name, option.proposal)
           for option in rules.options if option.is_chosen},
    }, proposal=proposal)
    unknown = [name for name in table.options if f"option_{name}" not in form.fields]
    mistakes = [*_mistakes(table, rules)]
    if unknown or mistakes or not form.is_valid():
        wrong = [f"{name.replace('option_', 'options.')}: {' '.join(map(str, errors))}"
                 f"{_choices(form.fields.get(name), bots=rules if name == 'bot' else None)}"
                 for name, errors in form.errors.items()]
        wrong += [*(f"options: there is no “{name}”." for name in unknown), *mistakes]
        raise TableRefusal("settings", f"This table cannot be opened: {' '.join(wrong)}")
    game = open_tables.create_table(by=user, now=site_clock.now(), **form.arguments)
    return Status(201, _anew(request, game.code))


@router.post("/games/{slug:code}/join", response=answers(OneGame), summary="Join a table")
@require(TABLE | PROVED, locks=(GAME, READER))
def join(request: HttpRequest, code: str, joining: Joining = AS_USUAL) -> Any:
    """Sit down at a table in the lobby, or on a seat that is kept for you."""
    access = get_table_or_404(request, code)
    open_tables.join(access.game, user=member_only(request), now=site_clock.now(),
                     beside=joining.beside)
    return _anew(request, code)


@router.post("/games/{slug:code}/invitation/{slug:token}", response=answers(OneGame),
             summary="Join by a link")
@require(SECRET | PROVED, locks=(GAME, READER))
def join_by_link(request: HttpRequest, code: str, token: str,
                 joining: Joining = AS_USUAL) -> Any:
    """Sit down at any table before its start by its link, whose path ends like this one.

    A seat that is kept for you, if only by your email address, is taken with “join”.
    """
    access = find_table(request, code)
    if access is None or not (access.seat is not None or token_opens(access, token)):
        raise Http404(_(NO_TABLE))
    open_tables.join(access.game, user=member_only(request), token=token, now=site_clock.now(),
                     beside=joining.beside)
    return _anew(request, code)


@router.post("/games/{slug:code}/leave", response=answers(None, 204), summary="Leave a table")
@require(HOST, locks=(GAME,))
def leave(request: HttpRequest, code: str) -> Any:
    """Give up your seat; in a game in progress, a bot takes it over.

    You may not see the table any more.
    """
    access = get_table_or_404(request, code)
    leaving.leave(access.game, user=user_of(request), now=site_clock.now())
    return Status(204, None)


@router.post("/games/{slug:code}/cancel", response=answers(OneGame), summary="Cancel a table")
@require(HOST, locks=(GAME,))
def cancel(request: HttpRequest, code: str) -> Any:
    """Cancel your table before its start, or a game that has only just begun."""
    access = get_table_or_404(request, code)
    if access.game.number:  # it has begun
        leaving.cancel(access.game, user=user_of(request), now=site_clock.now())
    else:
        open_tables.cancel(access.game, by=user_of(request), now=site_clock.now())
    return _anew(request, code)


@router.post("/games/{slug:code}/bots", response=answers(OneGame), summary="Put bots into seats")
@require(HOST, locks=(GAME,))
def fill(request: HttpRequest, code: str, filling: Filling = ALL_SEATS) -> Any:
    """Put bots into all free seats of your table, or into one of them."""
    access = get_table_or_404(request, code)
    open_tables.fill_with_bots(access.game, by=user_of(request), now=site_clock.now(),
                               seat=filling.seat, bot=filling.bot)
    return _anew(request, code)


def _mistakes(table: NewTable, rules: Ruleset) -> Iterator[str]:
    """Yield what is wrong with bots that the form does not look at."""
    if table.company == BOTS and table.bots not in (0, table.players - 1):
        yield (f"bots: if the company is bots, they take all seats but yours, which are"
               f" {table.players - 1}. Please leave this out, or choose another company.")
    for text in filter(partial(table_settings.bot_called, rules), table.invite):
        yield (f"invite: “{text}” is a bot, and this is for email addresses. For bots, please say"
               " how many in “bots”, and which in “bot”.")


def _choices(field: Any, bots: Ruleset | None) -> str:
    """Return a sentence that says what a field may be; "" if it may be anything."""
    values = table_settings.bot_names(bots) if bots else [
        str(value) for value, _label in getattr(field, "choices", ()) if value != ""]
    return f" It can be: {', '.join(values)}." if values else ""


def _anew(request: HttpRequest, code: str) -> dict[str, Any]:
    return shapes.one_game(get_table_or_404(request, code))
